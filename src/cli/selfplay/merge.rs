//! The arguments of `selfplay merge`: shards and journals of a run as one match.

use super::super::report::{check_report, write_report};
use crate::selfplay;
use crate::selfplay::crew::observer::Observer;
use crate::selfplay::journal::{Journal, Order};
use crate::selfplay::observers::tally::Tally;
use crate::selfplay::shard::Share;
use crate::selfplay::shard::merge::{GameDigest, Union};
use crate::selfplay::shard::run::{self, Run};
use crate::stats::Sprt;
use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `selfplay merge`.
#[derive(Debug, Args)]
#[command(after_help = "\
Games are counted, and the digest made of them, in the order of the schedule up to the first that \
is missing, or to the pair that decides the test: as in a run on one machine.

Examples:
  usi-engine selfplay merge shards
  usi-engine selfplay merge shards --report run.html --journal run.jsonl
  usi-engine selfplay merge run.jsonl more-shards --run run.json --json")]
pub struct MergeArgs {
    /// Folders of shards, shard files, and journals of the same match.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The run; if not given, `run.json` in the first folder.
    #[arg(long, value_name = "FILE")]
    run: Option<PathBuf>,
    /// Show the match in this HTML file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write all games into this journal, which can be merged again.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write JSON; `decision` says what a test accepts, or null.
    #[arg(long)]
    json: bool,
}

impl MergeArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        check_report(self.report.as_deref())?;
        let run = Run::read(&self.run_file()?)?;
        let contest = run.contest()?;
        let mut union = Union::new(&run);
        self.paths.iter().try_for_each(|path| union.add(path))?;
        if let Some(path) = &self.journal {
            let (mut journal, _) = Journal::open(path, run.head(), Order::Schedule)?;
            union.games().try_for_each(|game| journal.game(game))?;
        }
        let mut tally = Tally::new(contest.players.len(), run.test()?);
        let mut digest = GameDigest::default();
        let mut counted = Vec::new();
        let games = union.games().cloned();
        selfplay::retell(games, &mut [&mut tally, &mut digest, &mut counted])?;
        if let Some(path) = &self.report {
            write_report(path, run.head(), &counted, run.test()?.as_ref())?;
        }
        let summary = Summary {
            run: run.id(),
            union: &union,
            games_of_run: contest.schedule().games(),
            counted: counted.len(),
            digest: digest.text(),
            tally: &tally,
        };
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&summary.json())?)?;
        } else {
            summary.write(out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn run_file(&self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.run {
            return Ok(path.clone());
        }
        let Some(folder) = self.paths.iter().find(|path| path.is_dir()) else {
            let paths = self
                .paths
                .iter()
                .map(|path| format!("`{}`", path.display()));
            let paths = paths.collect::<Vec<_>>().join(", ");
            bail!("no folder among {paths}; expected one of shards, or --run FILE");
        };
        let path = folder.join(run::FILE);
        let there = path.is_file().then(|| path.clone());
        there.ok_or_else(|| {
            anyhow!(
                "no `{}`; expected a run there, or --run FILE",
                path.display()
            )
        })
    }
}

/// What there is to say.
struct Summary<'a> {
    run: &'a str,
    union: &'a Union<'a>,
    games_of_run: u64,
    counted: usize,
    digest: String,
    tally: &'a Tally,
}

impl Summary<'_> {
    fn missing(&self) -> Vec<Range<u64>> {
        self.union.missing(self.games_of_run)
    }

    fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "run: {}", self.run)?;
        let (games, of) = (self.union.len(), self.games_of_run);
        writeln!(out, "games: {games} of {of}, {} counted", self.counted)?;
        let missing = self.missing();
        if !missing.is_empty() {
            let span = |range: &Range<u64>| format!("{}-{}", range.start, range.end - 1);
            let spans: Vec<_> = missing.iter().map(span).collect();
            writeln!(out, "missing games: {}", spans.join(" "))?;
        }
        let shares = texts(self.union.missing_shares());
        if !shares.is_empty() {
            writeln!(out, "missing shards: {}", shares.join(" "))?;
        }
        writeln!(out, "digest: {}", self.digest)?;
        Ok(writeln!(out, "{}", self.tally)?)
    }

    fn json(&self) -> Value {
        let missing = self.missing();
        let missing = missing.iter().map(|range| [range.start, range.end - 1]);
        let test = self.tally.test();
        let decision = test.and_then(Sprt::verdict).map(|it| it.accepted);
        let statistics = self.tally.is_match().then(|| self.tally.statistics());
        json!({
            "run": self.run,
            "games": self.union.len(),
            "games_of_run": self.games_of_run,
            "counted": self.counted,
            "missing_games": missing.collect::<Vec<_>>(),
            "shards": texts(self.union.shares().iter().copied()),
            "missing_shards": texts(self.union.missing_shares()),
            "digest": self.digest,
            "decision": decision,
            "llr": test.and_then(Sprt::llr),
            "statistics": statistics,
        })
    }
}

fn texts(shares: impl IntoIterator<Item = Share>) -> Vec<String> {
    shares.into_iter().map(String::from).collect()
}
