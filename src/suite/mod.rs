//! Running the suites of `sfen-suites/`: files of positions with known answers. Layer 5: knows
//! the rules (and will know the search, for suites of other kinds).
//!
//! The kinds of suites say what a row is and whether it passes ([`perft`] so far); this module
//! reads the files, prints and adds up. What must hold: a row that cannot be used never hides
//! another, and the exit code tells "wrong" from "unusable".

pub mod perft;

use perft::{Report, Verdict};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
    /// Leaves counted.
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
        match *verdict {
            Verdict::Pass(ref row) => {
                self.rows += 1;
                self.nodes += row.nodes;
            }
            Verdict::Fail { found, .. } => {
                self.rows += 1;
                self.failed += 1;
                self.nodes += found;
            }
            Verdict::Skipped => self.skipped += 1,
            Verdict::Unusable(_) => self.unusable += 1,
        }
    }
}

impl fmt::Display for Summary {
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
            return writeln!(
                out,
                "bad   {name}: {error}; expected a text file of {}",
                perft::FORM
            );
        }
    };
    let mut empty = true;
    for report in perft::check(&text, options.max_nodes) {
        empty = false;
        summary.add(&report.verdict);
        print_report(&report, &name, out)?;
    }
    if empty {
        summary.unusable += 1;
        writeln!(
            out,
            "bad   {name}: no rows; expected rows of {}",
            perft::FORM
        )?;
    }
    Ok(())
}

fn print_report(report: &Report, file: &dyn fmt::Display, out: &mut dyn Write) -> io::Result<()> {
    let line = report.line;
    match &report.verdict {
        Verdict::Pass(row) => {
            writeln!(
                out,
                "ok    {file}:{line}: depth {} {} nodes",
                row.depth, row.nodes
            )
        }
        Verdict::Fail { row, found } => writeln!(
            out,
            "FAIL  {file}:{line}: depth {} {found} nodes, expected {}: {}",
            row.depth, row.nodes, row.sfen
        ),
        Verdict::Skipped => Ok(()),
        Verdict::Unusable(error) => writeln!(out, "bad   {file}:{line}: {error}"),
    }
}
