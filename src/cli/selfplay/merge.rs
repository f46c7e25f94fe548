//! The arguments of `selfplay merge`: shards and journals of a run as one match.

use super::super::report::{check_report, write_report};
use anyhow::{anyhow, bail};
use clap::Args;
use matches::Retelling;
use matches::crew::observer::Observer;
use matches::journal::{Journal, Order};
use matches::observers::tally::Tally;
use matches::shard::Share;
use matches::shard::merge::{Coverage, GameDigest, Union};
use matches::shard::run::{self, Run};
use matches::stats::Sprt;
use serde_json::{Value, json};
use show::report::Report;
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
        let (contest, test) = (run.contest()?, run.test()?);
        let mut union = Union::new(&run);
        self.paths.iter().try_for_each(|path| union.add(path))?;
        let mut journal = self.new_journal(&run)?;
        let mut tally = Tally::new(contest.players.len(), test);
        let mut report = self
            .report
            .is_some()
            .then(|| Report::new(run.head().clone(), test, union.aside()));
        let mut observers: Vec<&mut dyn Observer> = vec![&mut tally];
        observers.extend(report.as_mut().map(|report| report as &mut dyn Observer));
        let (mut retelling, mut digest) = (Retelling::default(), GameDigest::default());
        let mut coverage = Coverage::default();
        union.tell(|(game, text)| {
            coverage.add(game.id);
            if let Some(journal) = &mut journal {
                journal.copy(game.id, &text)?;
            }
            if retelling.game(game, &mut observers)? {
                digest.add(&text);
            }
            anyhow::Ok(())
        })?;
        if let Some(journal) = &journal {
            journal.sync()?;
        }
        if let Some((path, report)) = self.report.as_ref().zip(report) {
            write_report(path, &report)?;
        }
        let games_of_run = contest.schedule().games();
        let summary = Summary {
            run: run.id(),
            union: &union,
            coverage: coverage.of(games_of_run),
            games_of_run,
            counted: retelling.told(),
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

    /// The journal to be written, if one is wanted. Its lines are seen to the disk all together.
    fn new_journal(&self, run: &Run) -> anyhow::Result<Option<Journal>> {
        let Some(path) = &self.journal else {
            return Ok(None);
        };
        let (mut journal, _) = Journal::open(path, run.head(), Order::Schedule)?;
        journal.unsynced();
        Ok(Some(journal))
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
    coverage: Coverage,
    games_of_run: u64,
    counted: u64,
    digest: String,
    tally: &'a Tally,
}

impl Summary<'_> {
    fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "run: {}", self.run)?;
        let (games, of) = (self.coverage.games, self.games_of_run);
        writeln!(out, "games: {games} of {of}, {} counted", self.counted)?;
        let missing = &self.coverage.missing;
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
        let missing = &self.coverage.missing;
        let missing = missing.iter().map(|range| [range.start, range.end - 1]);
        let test = self.tally.test();
        let decision = test.and_then(Sprt::verdict).map(|it| it.accepted);
        let statistics = self.tally.is_match().then(|| self.tally.statistics());
        json!({
            "run": self.run,
            "games": self.coverage.games,
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
