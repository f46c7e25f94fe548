//! Suites: files of positions with known answers, run through this engine or any other. Layer 7:
//! knows the players of matches and the looks of reports.
//!
//! A row is a position and [operations](operation); a [`Kind`](kind::Kind) says which operations
//! it knows, what they ask, and whether an answer is right. From the bottom: `operation` ← `kind` ←
//! `results`, `perft`, `rules`, `bestmove`, `mate` ← `kinds` ← `file` ← `exam` ← `crew`, `journal`,
//! `summary` ← `text` ← `events`, `page` ← this file; `mine` finds rows. What must hold: a row that
//! cannot be used never hides another, and the exit code tells "wrong" from "unusable".

mod bestmove;
mod crew;
mod events;
mod exam;
mod file;
mod journal;
pub mod kind;
pub mod kinds;
mod mate;
pub mod mine;
pub mod operation;
mod page;
mod perft;
mod results;
mod rules;
mod summary;
mod text;

pub use engine::files::journal::JournalError;
pub use exam::Exam;
pub use file::{SuiteFile, files};
pub use journal::Journal;
pub use page::html;
pub use results::RowResult;
pub use summary::Summary;

use exam::Job;
use matches::progress::{Progress, Screen};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::Instant;

/// The form in which results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Failures with boards, tables and a summary, for people.
    Text,
    /// Events, for programs.
    Json,
}

/// Runs what of `exam` is not among `earlier`, the answers of a killed run; shows progress on
/// `screen`, writes results to `out`, and returns all answers with the summary.
///
/// # Errors
/// Only those of writing. What cannot be used is part of the summary.
pub fn run(
    exam: &Exam,
    earlier: Vec<RowResult>,
    mut journal: Option<Journal>,
    output: Output,
    screen: Screen,
    out: &mut dyn Write,
) -> io::Result<(Vec<RowResult>, Summary)> {
    let began = Instant::now();
    if output == Output::Text {
        text::write_unusable(exam, out)?;
    }
    let mut results = earlier;
    let jobs = exam.jobs();
    let open = open(&jobs, &results);
    let mut progress = Progress::new(screen, results.len() as u64, jobs.len() as u64);
    crew::run(exam, &open, |result| {
        if let Some(journal) = &mut journal {
            journal.write(&result)?;
        }
        results.push(result);
        progress.show(results.len() as u64, || standing(&results, jobs.len()))
    })?;
    drop(progress);
    let summary = Summary::new(exam, &results, began.elapsed());
    match output {
        Output::Text => text::write_results(exam, &results, &summary, out)?,
        Output::Json => events::write(exam, &results, &summary, out)?,
    }
    Ok((results, summary))
}

/// The jobs that are not done.
fn open<'a>(jobs: &[Job<'a>], done: &[RowResult]) -> Vec<Job<'a>> {
    let done: BTreeSet<_> = done.iter().map(RowResult::key).collect();
    let open = jobs.iter().filter(|job| !done.contains(&job.key()));
    open.copied().collect()
}

/// How far it is, in words.
fn standing(results: &[RowResult], rows: usize) -> String {
    let solved = results.iter().filter(|result| result.right).count();
    let (failed, left) = (results.len() - solved, rows - results.len());
    format!("{solved} solved, {failed} failed, {left} rows to go")
}
