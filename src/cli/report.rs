//! The arguments of `report`, and how a page gets into its file.

use clap::Args;
use command::files::{Places, replace};
use command::options::{ReaderArgs, test};
use matches::journal::Journal;
use matches::journal::times::Times;
use matches::stats::Hypotheses;
use show::language::Reader;
use show::report::Report;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

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
    #[command(flatten)]
    reader: ReaderArgs,
}

impl ReportArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let test = test(&self.sprt)?;
        Places::reading([&self.journal]).writing("report", [&self.out])?;
        let reader = self.reader.reader();
        let report = report_of(&self.journal, test, reader)?;
        write_report(&self.out, &report)?;
        let forms = ["{0} games in `{1}`", "{0}局を `{1}` に書き出しました。"];
        let values: [&dyn Display; 2] = [&report.games(), &self.out.display()];
        Ok(writeln!(out, "{}", reader.language.fill(forms, &values))?)
    }
}

/// The report on the match whose journal is at `path`.
pub(super) fn report_of(
    path: &Path,
    test: Option<Hypotheses>,
    reader: Reader,
) -> anyhow::Result<Report> {
    let mut times = Times::default();
    times.add(path);
    Journal::each(
        path,
        |head| Report::new(head, test, times).read_by(reader),
        |report, game| anyhow::Ok(report.add(game)?),
    )
}

/// Writes `report` to `path`: all of it, or nothing.
pub(super) fn write_report(path: &Path, report: &Report) -> anyhow::Result<()> {
    replace("report", path, report.html()?.as_bytes())
}
