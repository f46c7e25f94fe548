//! Suites: files of positions with known answers, run through this engine or any other.
//!
//! A row of a [file](SuiteFile) is a position and [operations](kind::Operation); a [`Kind`] says which
//! operations it knows, what they ask, and whether an answer is right. [`judge`] judges problems.
//! What must hold: a row that cannot be used never hides another, and the exit codes of "wrong"
//! and "unusable" differ.

mod file;
pub mod judge;
pub mod kind;
mod output;
mod puzzles;
mod results;
mod rules;

pub use base::files::journal::JournalError;
pub use file::{SuiteFile, files};
pub use output::html;
pub use results::{RowResult, Summary};

use base::progress::Screen;
use base::work::{Answers, Shown, Workers};
use file::Row;
use kind::{Examinee, Kind};
use matches::players::head::PlayerHead;
use matches::players::limit::{MoveLimit, SideClock};
use matches::players::{Conduct, Fault, FaultKind, PlayerSpec, Turn};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// What a journal says it is.
const KIND: &str = "kyomi suite";
/// The version of the journal's form.
const FORMAT: u32 = 1;

/// An examination: which rows of which files, by which players, under which limit.
pub struct Exam {
    /// The files, read.
    pub files: Vec<SuiteFile>,
    /// Only rows of this kind, if one is given.
    pub kind: Option<&'static Kind>,
    /// Leave out perft rows of more leaves than this.
    pub max_leaves: u64,
    /// Who answers, at least one.
    pub players: Vec<PlayerSpec>,
    /// The names that players in other processes give themselves.
    pub engines: Vec<Option<String>>,
    /// What each may use for one row.
    pub limit: MoveLimit,
    /// What is asked of the players.
    pub conduct: Conduct,
    /// How many rows at a time, 1 or more.
    pub threads: usize,
}

/// A row that a player is to answer.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The file.
    pub file: &'a SuiteFile,
    /// The row.
    pub row: &'a Row,
    /// The number of the player.
    pub player: usize,
}

impl Exam {
    /// Everything to be done, in the order of the files: a row once for each player, or once
    /// where none is asked.
    pub fn jobs(&self) -> Vec<Job<'_>> {
        let rows = self.files.iter().flat_map(|file| {
            let rows = file.rows.iter().filter(|row| self.is_wanted(row));
            rows.map(move |row| (file, row))
        });
        let jobs = rows.flat_map(|(file, row)| {
            let players = if row.kind.asks_player {
                self.players.len()
            } else {
                1
            };
            (0..players).map(move |player| Job { file, row, player })
        });
        jobs.collect()
    }

    /// Rows that are left out: of other kinds, with too many leaves, without a question.
    pub fn skipped(&self) -> u64 {
        let unwanted = |file: &SuiteFile| {
            let rows = file.rows.iter().filter(|row| !self.is_wanted(row));
            file.silent + rows.count() as u64
        };
        self.files.iter().map(unwanted).sum()
    }

    /// Rows and files that cannot be used: the file, the number of the line, 0 for the file, and why.
    pub fn unusable(&self) -> impl Iterator<Item = (&str, usize, &str)> {
        self.files.iter().flat_map(|file| {
            let bad = file.bad.iter();
            bad.map(|(line, problem)| (file.name.as_str(), *line, problem.as_str()))
        })
    }

    fn is_wanted(&self, row: &Row) -> bool {
        let is_of_kind = self.kind.is_none_or(|kind| kind.name == row.kind.name);
        let leaves = row.task.leaves();
        is_of_kind && leaves.is_none_or(|leaves| leaves <= self.max_leaves)
    }

    /// What a player is called in tables; the rules, where none is asked.
    pub fn name(&self, kind: &Kind, player: usize) -> String {
        match self.players.get(player) {
            Some(player) if kind.asks_player => player.name().to_owned(),
            _ => "rules".to_owned(),
        }
    }

    /// The answers in the journal at `path`: a line for what this examination is, then one for each row
    /// answered. It is created where there is none; new answers are added to it.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, is no journal, is damaged before its last line, or
    /// belongs to another examination.
    pub fn journal(&self, path: &Path) -> Result<Answers<RowResult>, JournalError> {
        Answers::open(path, &self.head())
    }

    /// Everything that the answers follow from, but the number of threads.
    fn head(&self) -> Value {
        let files = self.files.iter();
        let sums: Map<String, Value> = files.map(|it| (it.name.clone(), json!(it.sum))).collect();
        let players = self.players.iter().zip(&self.engines);
        let players = players.map(|(it, engine)| PlayerHead::new(it, self.limit, engine.clone()));
        json!({
            "journal": KIND,
            "format": FORMAT,
            "version": env!("CARGO_PKG_VERSION"),
            "files": sums,
            "kind": self.kind.map(|kind| kind.name),
            "max_nodes": self.max_leaves,
            "players": players.collect::<Vec<_>>(),
        })
    }
}

impl Job<'_> {
    /// Which row it is, and who answers.
    fn key(&self) -> (String, usize, usize) {
        (self.file.name.clone(), self.row.line, self.player)
    }
}

/// The form in which results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Failures with boards, tables and a summary, for people.
    Text,
    /// Events, for programs.
    Json,
}

/// Runs what of `exam` is not among `answers`; shows progress on `screen`, writes results to `out`, and
/// returns all answers with the summary.
///
/// # Errors
/// Only those of writing. What cannot be used is part of the summary.
pub fn run(
    exam: &Exam,
    mut answers: Answers<RowResult>,
    form: Output,
    screen: Screen,
    out: &mut dyn Write,
) -> io::Result<(Vec<RowResult>, Summary)> {
    let began = Instant::now();
    if form == Output::Text {
        output::write_unusable(exam, out)?;
    }
    let worker = || {
        let mut examinees = examinees(exam);
        move |job: &Job| answer(job, &mut examinees)
    };
    let shown = Shown {
        screen,
        size: Box::new(|_| 1),
        words: Box::new(standing),
    };
    let workers = Workers::new(exam.threads);
    workers.resume(&exam.jobs(), Job::key, worker, &mut answers, shown)?;
    let results = answers.into_vec();
    let summary = Summary::new(exam, &results, began.elapsed());
    match form {
        Output::Text => output::write_results(exam, &results, &summary, out)?,
        Output::Json => output::write_events(exam, &results, &summary, out)?,
    }
    Ok((results, summary))
}

/// How far it is, in words.
fn standing(answers: &Answers<RowResult>, done: usize, all: usize) -> String {
    let solved = answers.iter().filter(|result| result.right).count();
    let failed = answers.iter().count() - solved;
    format!(
        "{solved} solved, {failed} failed, {} rows to go",
        all - done
    )
}

/// How much later than asked an answer may come under a limit in wall time.
const MARGIN: Duration = Duration::from_secs(1);

fn examinees(exam: &Exam) -> Vec<Examinee> {
    let allowance = SideClock::new(exam.limit).allowance();
    let turn = Turn {
        deadline: allowance.map(|time| time + MARGIN),
        ..Turn::of(exam.limit)
    };
    let create = |player: &PlayerSpec| Examinee {
        player: player.create(&exam.conduct),
        turn,
    };
    exam.players.iter().map(create).collect()
}

/// The answer to `job`.
///
/// # Errors
/// If the player cannot be started: that is no answer.
fn answer(job: &Job, examinees: &mut [Examinee]) -> io::Result<RowResult> {
    let result = match examinees.get_mut(job.player) {
        Some(examinee) => match job.row.task.check(&job.row.game, examinee) {
            Ok(result) => result,
            Err(Fault {
                kind: FaultKind::Absent,
                detail,
            }) => return Err(io::Error::other(detail)),
            Err(fault) => {
                examinee.player.restart();
                RowResult {
                    found: format!("fault: {}", fault.detail),
                    ..RowResult::default()
                }
            }
        },
        None => RowResult::default(),
    };
    let (file, line, player) = job.key();
    Ok(RowResult {
        file,
        line,
        player,
        ..result
    })
}
