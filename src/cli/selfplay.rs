//! The arguments of `selfplay` and of `selfplay merge`, and of `guard`, by which matches start other
//! engines.

mod contest;
mod limits;
mod output;
mod serve;

use super::report::{report_of, write_report};
use anyhow::{anyhow, bail};
use base::files::Checksum;
use base::progress::Screen;
use clap::{Args, Subcommand};
use command::files::Places;
use command::options::{ConcurrencyArg, ReaderArgs, test};
use command::players::probe;
use command::signals::exit_code;
use contest::MatchArgs;
use matches::contest::schedule::Part;
use matches::crew::{CAN_PIN, Observer, Replay, Shortage};
use matches::journal::head::Head;
use matches::journal::merge::{Coverage, Union};
use matches::journal::times::TimesFile;
use matches::journal::{Journal, Order};
use matches::observers::console::{self, Console};
use matches::observers::events::{Events, Fastchess};
use matches::observers::records::FirstFault;
use matches::observers::tally::{Account, Tally};
use matches::players::head::PlayerHead;
use matches::players::labels;
use matches::stats::Sprt;
use matches::{self, Match};
use output::{Compat, OutputArgs, RecoverArg};
use serde_json::{Value, json};
use show::report::Report;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
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

Options that are seldom needed are in docs/matches.md.

Examples:
  usi-engine selfplay search=interest search=alphabeta --games 400 --nodes 20000
  usi-engine selfplay same_drop_cost=80 \"\" --games 2000 --cpu-time 50 \\
      --concurrency 2
  usi-engine selfplay engine:hash=64 \\
      \"usi:/usr/games/fairy-stockfish,Hash=64,Move Overhead=10\" \\
      --byoyomi 200
  usi-engine selfplay \"\" same_drop_cost=40 same_drop_cost=160 \\
      --format gauntlet --games 200 --nodes 5000

In parts, on any machines:
  usi-engine selfplay search=interest search=alphabeta --nodes 5000 \\
      --part 1/50 --journal 1.jsonl
  usi-engine selfplay merge *.jsonl --report match.html")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct SelfplayArgs {
    #[command(subcommand)]
    merge: Option<MergeCommand>,
    #[command(flatten)]
    contest: MatchArgs,
    #[command(flatten, next_help_heading = "Machines")]
    concurrency: ConcurrencyArg,
    /// Keep each of the games played at a time on a core of its own, its engines included. For
    /// players with one thread each, on Linux.
    #[arg(long, help_heading = "Machines")]
    pin: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// What is done instead of playing.
#[derive(Debug, Subcommand)]
enum MergeCommand {
    /// Bring journals of the parts of a match together: the same report as of a match in one piece.
    Merge(MergeArgs),
}

impl SelfplayArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        if let Some(MergeCommand::Merge(merge)) = &self.merge {
            return merge.run(out);
        }
        if self.pin && !CAN_PIN {
            bail!("--pin on this system; expected Linux: workers cannot be pinned elsewhere");
        }
        let contest = self
            .contest
            .contest(self.concurrency.concurrency, self.pin)?;
        self.play(&contest, out)
    }

    fn play(&self, contest: &Match, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let output = &self.output;
        output.check(self.contest.files(&contest.players))?;
        let names = output.names(contest.players.len())?;
        let (test, anchor) = (self.contest.test()?, self.contest.anchor(&contest.players)?);
        let head = Head::new(contest, &probe(&contest.players, &contest.conduct)?);
        let path = output.journal_path()?;
        let (mut journal, earlier) = Journal::open(&path, &head, Order::of(contest))?;
        if output.journal.is_none() {
            journal.file.unsynced();
        }
        let shown = contest.players.iter().map(|it| it.name().to_owned());
        let shown: Vec<String> = shown.collect();
        let mut files = output.incident_files(shown.clone());
        let mut times = TimesFile::open(&path)
            .map_err(|error| anyhow!("times beside `{}`: {error}", path.display()))?;
        let mut progress = io::stderr();
        let tally = Tally::new(contest.players.len(), test)
            .called(contest.labels())
            .anchored(anchor);
        let games = contest.to_play().count() as u64;
        let account = Account::new(tally.clone(), games);
        let mut served = output.served(&path, account, |times| {
            Report::new(head.clone(), test, times)
                .anchored(anchor)
                .read_by(output.reader.reader())
        })?;
        let mut console = Console::new(contest, tally.clone(), Screen::of(&mut progress));
        let mut first_fault = FirstFault::default();
        let mut records = output.records(shown);
        let (mut events, mut compat) = (None, None);
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
            let all = contest.schedule().games();
            compat = output
                .compat
                .map(|Compat::Fastchess| Fastchess::new(names, all, &mut *out));
        }
        let mut observers: Vec<&mut dyn Observer> = Vec::new();
        observers.push(&mut journal);
        observers.push(&mut times);
        observers.extend(files.as_mut().map(|files| files as &mut dyn Observer));
        observers.push(&mut records);
        observers.extend(served.as_mut().map(|served| served as &mut dyn Observer));
        observers.extend(events.as_mut().map(|events| events as &mut dyn Observer));
        observers.extend(compat.as_mut().map(|compat| compat as &mut dyn Observer));
        observers.push(&mut console);
        if output.recover == RecoverArg::Off {
            observers.push(&mut first_fault);
        }
        let shortage = match matches::run(contest, earlier, &mut observers) {
            Err(error) => Some(Shortage::of(error)?),
            Ok(()) => None,
        };
        journal.file.expect_untouched()?;
        if let Some(page) = &output.report {
            let report = report_of(&path, test, output.reader.reader())?;
            write_report(page, &report.anchored(anchor))?;
        }
        let tally = console.into_tally();
        let is_complete = tally.has_seen_enough() || tally.standings.games() == games;
        let is_cut_short = first_fault.is_seen && !is_complete;
        match &mut events {
            Some(events) => events.end()?,
            None => writeln!(out, "{tally}")?,
        }
        writeln!(io::stderr(), "journal: {}", path.display())?;
        if let Some(shortage) = shortage {
            writeln!(
                io::stderr(),
                "stopped: {shortage}; the same command goes on"
            )?;
            return Ok(ExitCode::FAILURE);
        }
        if is_cut_short {
            writeln!(io::stderr(), "cut short by a fault, as --recover off says")?;
            return Ok(ExitCode::FAILURE);
        }
        Ok(exit_code(&contest.conduct.stop))
    }
}

/// Arguments of `selfplay merge`.
#[derive(Debug, Args)]
#[command(after_help = "\
Games are counted, and the digest made of them, in the order of the schedule up to the first that \
is missing, or to the pair that decides the test: as in a match on one machine.

Examples:
  usi-engine selfplay merge 1.jsonl 2.jsonl 3.jsonl
  usi-engine selfplay merge *.jsonl --report match.html --journal whole.jsonl
  usi-engine selfplay merge *.jsonl --sprt elo0=0 elo1=5 --json")]
pub struct MergeArgs {
    /// Journals of one match: of its parts, or of all of it.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// Show the match in this HTML file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Write all games into this journal, which can be merged again, and gone on with.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Count the games until this test is decided: elo0=N elo1=N, perhaps alpha=P beta=P
    /// model=normalized|logistic.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// The rating of a player of a tournament, by its name or letter; those of the others follow.
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,
    /// Write JSON; `decision` says what a test accepts, or null.
    #[arg(long)]
    json: bool,
}

impl MergeArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        Places::reading(&self.journals)
            .writing("report", &self.report)?
            .writing("journal", &self.journal)?;
        let test = test(&self.sprt)?;
        let union = Union::new(&self.journals)?;
        let head = &union.head;
        let names: Vec<String> = head.players.iter().map(PlayerHead::name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let anchor = contest::anchor(self.anchor.as_deref(), &names)?;
        let mut journal = self.new_journal(head)?;
        let labels = labels(head.players.iter().map(|it| it.text.as_str()));
        let mut tally = Tally::new(head.players.len(), test)
            .called(labels)
            .anchored(anchor);
        let page = self.report.as_ref();
        let report = || {
            Report::new(head.clone(), test, union.times())
                .anchored(anchor)
                .read_by(self.reader.reader())
        };
        let mut report = page.map(|_| report());
        let mut observers: Vec<&mut dyn Observer> = vec![&mut tally];
        observers.extend(report.as_mut().map(|report| report as &mut dyn Observer));
        let (mut replay, mut digest) = (Replay::default(), Checksum::default());
        let mut coverage = Coverage::default();
        let mut games = union.games();
        while let Some((game, text)) = games.next_game()? {
            coverage.add(game.id);
            if let Some(journal) = &mut journal {
                journal.copy(game.id, &text)?;
            }
            if replay.game(game, &mut observers)? {
                digest.add(text + "\n");
            }
        }
        if let Some(journal) = &journal {
            journal.file.sync_all()?;
        }
        if let Some((path, report)) = page.zip(report) {
            write_report(path, &report)?;
        }
        let all = union.games_of_match();
        let summary = Summary {
            union: &union,
            coverage: coverage.of(all.unwrap_or_default()),
            repeated: games.repeated,
            counted: replay.count(),
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
    fn new_journal(&self, head: &Head) -> anyhow::Result<Option<Journal>> {
        let Some(path) = &self.journal else {
            return Ok(None);
        };
        let (mut journal, _) = Journal::open(path, head, Order::Schedule)?;
        journal.file.unsynced();
        Ok(Some(journal))
    }
}

/// What there is to say of a union.
struct Summary<'a> {
    union: &'a Union,
    coverage: Coverage,
    /// How many games were in more than one journal, or in one more often.
    repeated: u64,
    counted: u64,
    digest: String,
    tally: &'a Tally,
}

impl Summary<'_> {
    fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let of = self.union.games_of_match().map(|of| format!(" of {of}"));
        let (games, of, counted) = (self.coverage.games, of.unwrap_or_default(), self.counted);
        writeln!(out, "games: {games}{of}, {counted} counted")?;
        if self.repeated > 0 {
            writeln!(out, "once more in another journal: {} games", self.repeated)?;
        }
        let missing = &self.coverage.missing;
        if !missing.is_empty() {
            let span = |range: &Range<u64>| format!("{}-{}", range.start, range.end - 1);
            let spans: Vec<_> = missing.iter().map(span).collect();
            writeln!(out, "missing games: {}", spans.join(" "))?;
        }
        let parts = texts(self.union.missing_parts());
        if !parts.is_empty() {
            writeln!(out, "missing parts: {}", parts.join(" "))?;
        }
        writeln!(out, "digest: {}", self.digest)?;
        Ok(writeln!(out, "{}", self.tally)?)
    }

    fn json(&self) -> Value {
        let missing = &self.coverage.missing;
        let missing = missing.iter().map(|range| [range.start, range.end - 1]);
        let test = self.tally.test.as_ref();
        let decision = test.and_then(Sprt::verdict).map(|it| it.accepted);
        let statistics = self.tally.is_match().then(|| self.tally.statistics());
        json!({
            "games": self.coverage.games,
            "games_of_match": self.union.games_of_match(),
            "counted": self.counted,
            "repeated": self.repeated,
            "missing_games": missing.collect::<Vec<_>>(),
            "parts": texts(self.union.parts()),
            "missing_parts": texts(self.union.missing_parts()),
            "digest": self.digest,
            "decision": decision,
            "llr": test.and_then(Sprt::llr),
            "statistics": statistics,
        })
    }
}

fn texts(parts: impl IntoIterator<Item = Part>) -> Vec<String> {
    parts.into_iter().map(|part| part.to_string()).collect()
}
