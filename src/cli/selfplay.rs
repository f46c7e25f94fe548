//! The arguments of `selfplay`, and of `guard`, which it starts other engines by.

mod contest;
mod engines;
mod limits;
mod merge;
mod output;
mod rules;
mod serve;
mod shard;
mod time_control;

pub(super) use rules::{ResignArg, resign_rule};

use super::course::{ConcurrencyArg, probe};
use super::files::check_folder;
use super::interrupt::exit_code;
use super::report::{check_report, report_of, write_report};
use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use contest::MatchArgs;
use engine::record;
use matches::crew::observer::Observer;
use matches::journal::aside::AsideFile;
use matches::journal::head::Head;
use matches::journal::{Journal, Order};
use matches::observers::compat::Fastchess;
use matches::observers::console::{self, Console};
use matches::observers::control::ControlFile;
use matches::observers::events::Events;
use matches::observers::incidents::{FirstFault, IncidentFiles};
use matches::observers::records::RecordFiles;
use matches::observers::tally::Tally;
use matches::players::guard;
use matches::progress::Screen;
use matches::shard::run::Run;
use matches::{self, Match};
use merge::MergeArgs;
use output::{Compat, OutputArgs, RecoverArg};
use shard::ShardArgs;
use show::report::Report;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `selfplay`.
#[derive(Debug, Args)]
#[command(after_help = "\
A player is one of
  engine:key=value,…     this engine, in this process; `engine:` may be left out
  usi:PATH,option=value  another USI engine; names and values may hold spaces
  null:                  plays any legal move at once
  material:              counts material one ply ahead
  random:permille=N,…    this engine, but any legal move in N of 1000 turns; all unless given

More than two players, up to 26, play a tournament: everyone against everyone, or with --format \
gauntlet the first against each other. They are called A, B, C and so on.

Limits are for all players, or for A, B and so on as X,Y,…. An empty place leaves that player to \
another limit: --nodes 1000, --movetime ,50

Examples:
  usi-engine selfplay search=interest search=alphabeta --games 400 --nodes 20000
  usi-engine selfplay killer_bonus=80 \"\" --games 2000 --cpu-time 50 --concurrency 2
  usi-engine selfplay engine:hash=64 \"usi:/usr/games/fairy-stockfish,Hash=64,Move Overhead=10\" \
--byoyomi 200
  usi-engine selfplay \"\" killer_bonus=40 killer_bonus=160 --format gauntlet --games 200 --nodes \
5000

In parts, on any machines:
  usi-engine selfplay search=interest search=alphabeta --nodes 5000 --write-run run.json
  usi-engine selfplay --run run.json --shard 0/50 --out shards
  usi-engine selfplay merge shards --report run.html")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct SelfplayArgs {
    #[command(subcommand)]
    merge: Option<MergeCommand>,
    #[command(flatten)]
    contest: MatchArgs,
    #[command(flatten)]
    concurrency: ConcurrencyArg,
    /// Keep each of the games played at a time on a core of its own, its engines included. For
    /// players with one thread each.
    #[arg(long)]
    pin: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Write a file about each fault of a player into this folder; beside the journal, if there
    /// is one, unless given.
    #[arg(long, value_name = "DIR")]
    incidents: Option<PathBuf>,
    /// Do not play, but write the match into this file, so that it can be played in parts.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["OutputArgs", "run", "anchor", "wait", "incidents", "concurrency", "pin"])]
    write_run: Option<PathBuf>,
    #[command(flatten)]
    shard: ShardArgs,
}

/// What is done instead of playing.
#[derive(Debug, Subcommand)]
enum MergeCommand {
    /// Bring the shards of a run together: the same report as of a match in one piece.
    Merge(MergeArgs),
}

impl SelfplayArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        if let Some(MergeCommand::Merge(merge)) = &self.merge {
            return merge.run(out);
        }
        if let Some(shard) = self.shard.chosen() {
            let workers = (self.concurrency.concurrency, self.pin);
            return shard.run(workers, self.incidents.as_deref(), out);
        }
        let contest = self
            .contest
            .contest(self.concurrency.concurrency, self.pin)?;
        if let Some(path) = &self.write_run {
            return self.write_run(&contest, path, out);
        }
        self.play(&contest, out)
    }

    fn play(&self, contest: &Match, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let output = &self.output;
        check_report(output.report.as_deref())?;
        for folder in output.csa.iter().chain(&output.kif) {
            check_folder("records", folder)?;
        }
        let names = output.names(contest.players.len())?;
        let (test, anchor) = (self.contest.test()?, self.contest.anchor(&contest.players)?);
        let head = Head::new(contest, &probe(&contest.players, &contest.conduct)?);
        let path = output.journal_path()?;
        let (mut journal, earlier) = Journal::open(&path, &head, Order::of(contest))?;
        if output.journal.is_none() {
            journal.unsynced();
        }
        let mut files = self.incident_folder().map(|folder| IncidentFiles {
            folder,
            players: shown_names(contest),
        });
        let mut served = output.served(&path, |aside| {
            Report::new(head.clone(), test, aside).anchored(anchor)
        })?;
        let mut aside = AsideFile::open(&path)
            .map_err(|error| anyhow!("times beside `{}`: {error}", path.display()))?;
        let mut progress = io::stderr();
        let tally = Tally::new(contest.players.len(), test).anchored(anchor);
        let mut console = Console::new(contest, tally.clone(), Screen::of(&mut progress));
        let mut first_fault = FirstFault::default();
        let mut records = self.record_files(contest);
        let mut control = output.control.clone().map(ControlFile::new);
        let (mut events, mut compat) = (None, None);
        let games = contest.schedule().games();
        if output.json {
            events = Some(Events::start(
                &mut *out,
                tally,
                &head,
                games,
                earlier.len(),
            )?);
        } else {
            console::introduce(contest, earlier.len(), out)?;
            compat = output
                .compat
                .map(|Compat::Fastchess| Fastchess::new(names, games, &mut *out));
        }
        let mut observers: Vec<&mut dyn Observer> = Vec::new();
        observers.push(&mut journal);
        observers.push(&mut aside);
        observers.extend(files.as_mut().map(|files| files as &mut dyn Observer));
        observers.push(&mut records);
        observers.extend(served.as_mut().map(|served| served as &mut dyn Observer));
        observers.extend(events.as_mut().map(|events| events as &mut dyn Observer));
        observers.extend(compat.as_mut().map(|compat| compat as &mut dyn Observer));
        observers.extend(control.as_mut().map(|control| control as &mut dyn Observer));
        observers.push(&mut console);
        if output.recover == RecoverArg::Off {
            observers.push(&mut first_fault);
        }
        matches::run(contest, earlier, &mut observers)?;
        journal.expect_untouched()?;
        if let Some(page) = &output.report {
            write_report(page, &report_of(&path, test)?.anchored(anchor))?;
        }
        let tally = console.into_tally();
        let is_complete = tally.has_seen_enough() || tally.standings().games() == games;
        let is_cut_short = first_fault.is_seen() && !is_complete;
        match &mut events {
            Some(events) => events.end()?,
            None => writeln!(out, "{tally}")?,
        }
        writeln!(io::stderr(), "journal: {}", path.display())?;
        if is_cut_short {
            writeln!(io::stderr(), "cut short by a fault, as --recover off says")?;
            return Ok(ExitCode::FAILURE);
        }
        Ok(exit_code(&contest.conduct.stop))
    }

    fn write_run(
        &self,
        contest: &Match,
        path: &Path,
        out: &mut dyn Write,
    ) -> anyhow::Result<ExitCode> {
        if !self.contest.is_bounded() {
            bail!("--write-run with --sprt; expected --games N: how far the test may go");
        }
        let head = Head::new(contest, &probe(&contest.players, &contest.conduct)?);
        let run = Run::new(contest, head, self.contest.test()?.as_ref())?;
        shard::write_run(&run, path)?;
        let (id, games) = (run.id(), contest.schedule().games());
        writeln!(out, "run: {id}")?;
        writeln!(out, "games: {games}, in up to {} shards", games / 2)?;
        Ok(ExitCode::SUCCESS)
    }

    fn record_files(&self, contest: &Match) -> RecordFiles {
        let wanted = [
            (&self.output.csa, record::Format::Csa),
            (&self.output.kif, record::Format::Kif),
        ];
        let folders = wanted
            .into_iter()
            .filter_map(|(folder, format)| Some((folder.clone()?, format)));
        RecordFiles {
            folders: folders.collect(),
            players: shown_names(contest),
            event: self.output.event.clone(),
        }
    }

    fn incident_folder(&self) -> Option<PathBuf> {
        let beside = |journal: &PathBuf| {
            let mut path = journal.clone().into_os_string();
            path.push(".incidents");
            PathBuf::from(path)
        };
        let given = self.incidents.clone();
        given.or_else(|| self.output.journal.as_ref().map(beside))
    }
}

/// What people are shown of the players.
fn shown_names(contest: &Match) -> Vec<String> {
    let names = contest
        .players
        .iter()
        .map(|player| player.name().to_owned());
    names.collect()
}

/// Arguments of `guard`.
#[derive(Debug, Args)]
pub struct GuardArgs {
    /// Become the program, to die with the process PARENT, instead of watching over it.
    #[arg(long = "become")]
    becomes_it: bool,
    /// The process to end with.
    parent: u32,
    /// The program to run.
    engine: PathBuf,
    /// Its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

impl GuardArgs {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let (parent, engine) = (self.parent, &self.engine);
        let result = if self.becomes_it {
            Err(guard::become_engine(parent, engine, &self.args))
        } else {
            guard::watch_over(parent, engine, &self.args)
        };
        result.map_err(|error| anyhow!("cannot start `{}`: {error}", engine.display()))
    }
}
