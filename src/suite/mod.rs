//! Running the suites of `sfen-suites/`: files of positions with known answers. Layer 5: knows
//! the rules (and will know the search, for suites of other kinds).
//!
//! A file has one row a line, in columns separated by tabs; empty lines and lines that begin with
//! `#` mean nothing. A [`kind`] says which rows are its, what they ask and whether the answer is
//! right; a new one is a module like `perft` and a line in [`KINDS`]. This module reads the files,
//! prints and adds up. What must hold: a row that cannot be used never hides another, and the exit
//! code tells "wrong" from "unusable".

pub mod kind;
mod perft;

use crate::shogi::sfen::Token;
use kind::{Answer, Kind};
use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Every kind. A row is of the first that owns it.
const KINDS: &[&dyn Kind] = &[&perft::Perft];

/// What to run of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Skip rows with a known answer of more nodes than this.
    pub max_nodes: Option<u64>,
}

/// How a run went. Displayed as one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Rows that were run, right or wrong.
    pub rows: u64,
    /// Rows that gave a wrong answer.
    pub failed: u64,
    /// Rows left out because of [`Options::max_nodes`].
    pub skipped: u64,
    /// Rows, or whole files, that could not be used.
    pub unusable: u64,
    /// Nodes counted or searched.
    pub nodes: u64,
    /// How long it all took.
    pub elapsed: Duration,
}

impl Summary {
    /// The exit code of the run: 0 when every row passed, 1 when some failed, 2 when some of the
    /// input could not be used.
    pub fn exit_code(&self) -> u8 {
        match (self.unusable, self.failed) {
            (0, 0) => 0,
            (0, _) => 1,
            _ => 2,
        }
    }

    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Answered(answer) => {
                self.rows += 1;
                self.failed += u64::from(answer.expected.is_some());
                self.nodes += answer.nodes;
            }
            Verdict::Skipped => self.skipped += 1,
            Verdict::Unusable(_) => self.unusable += 1,
        }
    }
}

/// What became of a row.
enum Verdict {
    /// It was checked.
    Answered(Answer),
    /// Its answer has more nodes than wanted.
    Skipped,
    /// It is not a row, for a reason.
    Unusable(Box<dyn Error>),
}

/// A line that is a row of no kind.
#[derive(Debug, thiserror::Error)]
#[error("unexpected line {line}; expected {}", forms())]
struct UnknownRow {
    line: Token,
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        let speed = self.nodes as f64 / seconds.max(1e-9);
        write!(
            f,
            "{} rows, {} failed, {} skipped, {} unusable; {} nodes in {seconds:.2} s, {speed:.0} nodes/s",
            self.rows, self.failed, self.skipped, self.unusable, self.nodes
        )
    }
}

/// Runs `files` in order, writes a line for each row run and for each that cannot be used to
/// `out`, and the summary at the end.
///
/// # Errors
/// Only those of writing to `out`. A file that cannot be read is part of the summary.
pub fn run(files: &[PathBuf], options: &Options, out: &mut dyn Write) -> io::Result<Summary> {
    let start = Instant::now();
    let mut summary = Summary::default();
    for file in files {
        run_file(file, options, &mut summary, out)?;
    }
    summary.elapsed = start.elapsed();
    writeln!(out, "{summary}")?;
    Ok(summary)
}

fn run_file(
    file: &Path,
    options: &Options,
    summary: &mut Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = file.display();
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            summary.unusable += 1;
            let forms = forms();
            return writeln!(
                out,
                "bad   {name}: {error}; expected a text file of {forms}"
            );
        }
    };
    let mut empty = true;
    for (number, line) in rows(&text) {
        empty = false;
        let verdict = check(line, options).unwrap_or_else(Verdict::Unusable);
        summary.add(&verdict);
        print(&verdict, format_args!("{name}:{number}"), out)?;
    }
    if empty {
        summary.unusable += 1;
        writeln!(out, "bad   {name}: no rows; expected rows of {}", forms())?;
    }
    Ok(())
}

/// The rows of a file, with the numbers of their lines.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

/// What rows can look like.
fn forms() -> String {
    let forms: Vec<_> = KINDS.iter().map(|kind| kind.form()).collect();
    forms.join(" or ")
}

fn check(line: &str, options: &Options) -> Result<Verdict, Box<dyn Error>> {
    let columns: Vec<_> = line.split('\t').map(str::trim).collect();
    let kind = KINDS.iter().find(|kind| kind.owns(&columns));
    let unknown = || UnknownRow {
        line: Token::new(line),
    };
    let mut row = kind.ok_or_else(unknown)?.read(&columns)?;
    let is_too_long = |max| row.nodes().is_some_and(|nodes| nodes > max);
    if options.max_nodes.is_some_and(is_too_long) {
        return Ok(Verdict::Skipped);
    }
    Ok(Verdict::Answered(row.check()))
}

fn print(verdict: &Verdict, place: impl Display, out: &mut dyn Write) -> io::Result<()> {
    match verdict {
        Verdict::Answered(Answer {
            found, expected, ..
        }) => match expected {
            None => writeln!(out, "ok    {place}: {found}"),
            Some(expected) => writeln!(out, "FAIL  {place}: {found}, expected {expected}"),
        },
        Verdict::Skipped => Ok(()),
        Verdict::Unusable(error) => writeln!(out, "bad   {place}: {error}"),
    }
}
