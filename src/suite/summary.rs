//! The results of an examination, suite by suite: what tables, events and pages are made of.

use super::exam::{Exam, Job};
use super::results::{RowResult, Totals};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// How an examination went. Displayed as one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Summary {
    /// Answers, right or wrong.
    pub rows: u64,
    /// Answers that are not right.
    pub failed: u64,
    /// Rows left out: of other kinds, with too many leaves, or without a question.
    pub skipped: u64,
    /// Rows, or whole files, that cannot be used.
    pub unusable: u64,
    /// Nodes searched or leaves counted.
    pub nodes: u64,
    /// How long it took, in ms, as far as it was done in this run.
    pub ms: u64,
}

impl Summary {
    /// That of `results`, which took `elapsed`.
    pub fn new(exam: &Exam, results: &[RowResult], elapsed: Duration) -> Self {
        Self {
            rows: results.len() as u64,
            failed: results.iter().filter(|result| !result.right).count() as u64,
            skipped: exam.skipped(),
            unusable: exam.unusable(),
            nodes: results.iter().map(|result| result.nodes).sum(),
            ms: elapsed.as_millis() as u64,
        }
    }

    /// The exit code of the run: 0 when every row passed, 1 when some failed, 2 when some of the
    /// input could not be used.
    pub fn exit_code(&self) -> u8 {
        match (self.unusable, self.failed) {
            (0, 0) => 0,
            (0, _) => 1,
            _ => 2,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.ms as f64 / 1000.0;
        write!(
            f,
            "{} rows, {} failed, {} skipped, {} unusable; {} nodes in {seconds:.2} s",
            self.rows, self.failed, self.skipped, self.unusable, self.nodes
        )
    }
}

/// The rows of one kind in one file.
pub struct Suite<'a> {
    /// The file.
    pub file: &'a str,
    /// The name of the kind.
    pub kind: &'static str,
    /// A line for each player, and its name.
    pub lines: Vec<(String, Totals)>,
}

/// A row with its answer.
pub struct Answered<'a> {
    /// The row.
    pub job: Job<'a>,
    /// The answer.
    pub result: &'a RowResult,
}

/// `results` beside their rows, in the order of the files.
pub fn answered<'a>(exam: &'a Exam, results: &'a [RowResult]) -> Vec<Answered<'a>> {
    let by_key: BTreeMap<_, _> = results
        .iter()
        .map(|result| (result.key(), result))
        .collect();
    let jobs = exam.jobs().into_iter();
    jobs.filter_map(|job| {
        let result = by_key.get(&job.key())?;
        Some(Answered { job, result })
    })
    .collect()
}

/// `answered` suite by suite, in the order of the files.
pub fn suites<'a>(exam: &Exam, answered: &[Answered<'a>]) -> Vec<Suite<'a>> {
    let mut suites: Vec<Suite> = Vec::new();
    for one in answered {
        let (file, kind) = (one.job.file.name.as_str(), one.job.row.kind);
        if suites
            .iter()
            .any(|it| (it.file, it.kind) == (file, kind.name()))
        {
            continue;
        }
        let line = |player| {
            let own = answered.iter().filter(|it| {
                let job = it.job;
                (job.file.name.as_str(), job.row.kind.name(), job.player)
                    == (file, kind.name(), player)
            });
            let own: Vec<&RowResult> = own.map(|it| it.result).collect();
            (!own.is_empty()).then(|| (exam.name(kind, player), Totals::of(&own)))
        };
        suites.push(Suite {
            file,
            kind: kind.name(),
            lines: (0..exam.players.len()).filter_map(line).collect(),
        });
    }
    suites
}
