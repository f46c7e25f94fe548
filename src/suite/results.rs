//! What came of rows: one at a time, added up by suite, and in all. Tables, events and pages are made
//! of these.

use super::{Exam, Job};
use base::work::Answer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A row that a player, or the rules, answered. Its text form is one JSON object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowResult {
    /// The file.
    pub file: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// Who answered: the number of the player, from 0; 0 too where none is asked.
    pub player: usize,
    /// Whether the answer is right.
    pub right: bool,
    /// Whether a limit came before an answer.
    pub limit: bool,
    /// What was found, in words.
    pub found: String,
    /// Nodes searched, or leaves counted.
    pub nodes: u64,
    /// The time it took, in µs.
    pub us: u64,
    /// The node from which on the best move stayed right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_solved: Option<u64>,
    /// The line found, in USI notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Answer for RowResult {
    /// The file, the line and the player.
    type Key = (String, usize, usize);

    fn key(&self) -> Self::Key {
        (self.file.clone(), self.line, self.player)
    }
}

/// A figure over many rows: half of them have no more than `median`, nine in ten no more than
/// `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spread {
    pub median: u64,
    pub most: u64,
}

impl Spread {
    /// That of `values`; none without values.
    pub fn of(values: impl Iterator<Item = u64>) -> Option<Self> {
        let mut values: Vec<u64> = values.collect();
        values.sort_unstable();
        let at = |tenths: usize| values.get((values.len() * tenths).div_ceil(10).saturating_sub(1));
        Some(Self {
            median: *at(5)?,
            most: *at(9)?,
        })
    }
}

/// The rows of one kind in one file that one player answered, added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Totals {
    pub rows: u64,
    pub solved: u64,
    pub wrong: u64,
    /// Rows in which a limit came before an answer.
    pub limit: u64,
    pub nodes: Option<Spread>,
    /// Time in µs.
    pub us: Option<Spread>,
    /// The node from which on the best move stayed right, of rows that have one.
    pub first_solved: Option<Spread>,
}

impl Totals {
    /// Those of `results`.
    pub fn of(results: &[&RowResult]) -> Self {
        let count = |test: &dyn Fn(&RowResult) -> bool| {
            results.iter().filter(|result| test(result)).count() as u64
        };
        Self {
            rows: results.len() as u64,
            solved: count(&|it| it.right),
            wrong: count(&|it| !it.right && !it.limit),
            limit: count(&|it| !it.right && it.limit),
            nodes: Spread::of(results.iter().map(|it| it.nodes)),
            us: Spread::of(results.iter().map(|it| it.us)),
            first_solved: Spread::of(results.iter().filter_map(|it| it.first_solved)),
        }
    }
}

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
            unusable: exam.unusable().count() as u64,
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
    pub file: &'a str,
    pub kind: &'static str,
    /// A line for each player, and its name.
    pub lines: Vec<(String, Totals)>,
}

/// A row with its answer.
pub struct Answered<'a> {
    pub job: Job<'a>,
    pub result: &'a RowResult,
}

/// `results` beside their rows, in the order of the files.
pub fn answered<'a>(exam: &'a Exam, results: &'a [RowResult]) -> Vec<Answered<'a>> {
    let by_key = results.iter().map(|result| (result.key(), result));
    let by_key: BTreeMap<_, _> = by_key.collect();
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
        let is_it = |it: &Suite| (it.file, it.kind) == (file, kind.name);
        if suites.iter().any(is_it) {
            continue;
        }
        let line = |player| {
            let own = answered.iter().filter(|it| {
                let job = it.job;
                (job.file.name.as_str(), job.row.kind.name, job.player) == (file, kind.name, player)
            });
            let own: Vec<&RowResult> = own.map(|it| it.result).collect();
            (!own.is_empty()).then(|| (exam.name(kind, player), Totals::of(&own)))
        };
        suites.push(Suite {
            file,
            kind: kind.name,
            lines: (0..exam.players.len()).filter_map(line).collect(),
        });
    }
    suites
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_and_nine_tenths_are_named_by_values_that_occur() {
        let spread = |count: u64| Spread::of(1..=count).map(|it| (it.median, it.most));
        assert_eq!(spread(0), None);
        assert_eq!(spread(1), Some((1, 1)));
        assert_eq!(spread(2), Some((1, 2)));
        assert_eq!(spread(10), Some((5, 9)));
        assert_eq!(spread(11), Some((6, 10)));
    }
}
