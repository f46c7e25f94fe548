//! The arguments of `report`, and how a page gets into its file.

use super::files::{check_path, replace};
use crate::report;
use crate::selfplay::journal::Journal;
use crate::selfplay::journal::head::Head;
use crate::selfplay::referee::finished::FinishedGame;
use crate::stats::Hypotheses;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    usi-engine report run.jsonl --out run.html\n  \
    usi-engine report run.jsonl --out run.html --sprt elo0=0 elo1=5")]
pub struct ReportArgs {
    /// The journal of a match, finished or not.
    journal: PathBuf,
    /// The HTML file to write; it is replaced if it is there.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Show this test of strengths: elo0=N elo1=N, perhaps alpha=P beta=P
    /// model=normalized|logistic.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
}

impl ReportArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let test = match &self.sprt[..] {
            [] => None,
            items => Some(items.join(" ").parse::<Hypotheses>()?),
        };
        let (head, games) = Journal::read(&self.journal)?;
        write_report(&self.out, &head, &games, test.as_ref())?;
        let (count, path) = (games.len(), self.out.display());
        writeln!(out, "{count} games in `{path}`")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Refuses a path that no report can be written to, so that no match is played in vain.
pub(super) fn check_report(path: Option<&Path>) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| check_path("report", path))
}

/// Writes the report on a match to `path`: all of it, or nothing.
pub(super) fn write_report(
    path: &Path,
    head: &Head,
    games: &[FinishedGame],
    test: Option<&Hypotheses>,
) -> anyhow::Result<()> {
    check_report(Some(path))?;
    let page = report::html(head, games, test)?;
    replace("report", path, page.as_bytes())
}
