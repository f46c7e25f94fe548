//! The arguments of `selfplay`, and of `guard`, which it starts other engines by.

mod limits;

use super::report::{check_report_path, write_report};
use super::whole;
use crate::record;
use crate::selfplay::adjudicate::{DrawRule, ResignRule};
use crate::selfplay::console::{self, Console};
use crate::selfplay::finished::FinishedGame;
use crate::selfplay::game::Rules;
use crate::selfplay::guard;
use crate::selfplay::header::header;
use crate::selfplay::incidents::IncidentFiles;
use crate::selfplay::journal::{Journal, Order};
use crate::selfplay::limit::MoveLimit;
use crate::selfplay::observer::Observer;
use crate::selfplay::openings::{OpeningList, Openings};
use crate::selfplay::players::{Conduct, PlayerSpec};
use crate::selfplay::records::RecordFiles;
use crate::selfplay::schedule::{Format, PLAYERS, letter};
use crate::selfplay::stats::Hypotheses;
use crate::selfplay::{self, Match};
use crate::shogi::declaration::EnteringKingRule;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use limits::LimitArgs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

/// Arguments of `selfplay`.
#[derive(Debug, Args)]
#[command(after_help = "\
A player is one of
  engine:key=value,…     this engine, in this process; `engine:` may be left out
  usi:PATH,option=value  another USI engine; names and values may hold spaces
  null:                  plays any legal move at once

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
5000")]
pub struct SelfplayArgs {
    /// Who plays, two or more; results of a match are told from the side of the first.
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    /// Who meets whom: a match unless there are more than two players, and a round robin then.
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// How many games between any two that meet; each opening is played twice, with colours
    /// swapped. 100 unless given, or as many as --sprt takes.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=100_000_000_u64))]
    games: Option<u64>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    rules: RuleArgs,
    /// From which everything random follows.
    #[arg(long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// How many games at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    concurrency: usize,
    /// Begin games at the positions of this file: an SFEN or `startpos moves …` in each line.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many random plies each game begins with otherwise.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = whole(0..=1000_usize), conflicts_with = "openings")]
    opening_plies: usize,
    /// The size of each table of this engine in MiB, for players that do not say.
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    #[arg(value_parser = whole(1..=1_usize << 20))]
    hash: usize,
    /// Write each finished game into this file; the same command again resumes the match, also
    /// with more games.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Show the match in this HTML file when it is over.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a file about each fault of a player into this folder; beside the journal, if there
    /// is one, unless given.
    #[arg(long, value_name = "DIR")]
    incidents: Option<PathBuf>,
    /// End the match when this test is decided: elo0=N elo1=N, perhaps alpha=P beta=P
    /// model=normalized|logistic.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// Write a CSA record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    csa: Option<PathBuf>,
    /// Write a KIF record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    kif: Option<PathBuf>,
    /// How many seconds another engine may take to become ready.
    #[arg(long, value_name = "S", default_value_t = 30)]
    #[arg(value_parser = whole(1..=86_400_u64))]
    ready_time: u64,
    /// After how many seconds a move that is not limited in time has stalled.
    #[arg(long, value_name = "S", default_value_t = 60)]
    #[arg(value_parser = whole(1..=86_400_u64))]
    patience: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// Two players meet.
    Match,
    /// The first player meets each of the others.
    Gauntlet,
    /// Everyone meets everyone.
    RoundRobin,
}

/// What games are played by.
#[derive(Debug, Args)]
struct RuleArgs {
    /// After how many moves a game is drawn.
    #[arg(long, value_name = "N", default_value_t = 320)]
    #[arg(value_parser = whole(1..=100_000_u32))]
    max_moves: u32,
    /// Which declaration of an entering king wins: `NoEnteringKing`, `CSARule24`, `CSARule24H`,
    /// `CSARule27`, `CSARule27H` or `TryRule`.
    #[arg(long, value_name = "RULE", default_value = "CSARule27")]
    entering_king: EnteringKingRule,
    /// End a game as lost when both players say so by CP centipawns, MOVES times in a row each.
    #[arg(long, value_name = "CP,MOVES", value_parser = resign_rule)]
    resign: Option<ResignRule>,
    /// End a game as drawn when both players say it is level within CP centipawns, MOVES times
    /// in a row each, from move number FROM on.
    #[arg(long, value_name = "CP,MOVES,FROM", value_parser = draw_rule)]
    draw: Option<DrawRule>,
}

/// Reads the parts of `text` between commas.
fn numbers<const N: usize>(text: &str, expected: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|n| u32::from_str(n).ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("expected {expected}"))
}

fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let expected = "CP,MOVES with 1 to 30000 centipawns and 2 to 1000 moves, such as 2000,4";
    match numbers(text, expected)? {
        [score @ 1..=30_000, moves @ 2..=1000] => Ok(ResignRule {
            score: score as i32,
            moves,
        }),
        _ => Err(format!("expected {expected}")),
    }
}

fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let expected = "CP,MOVES,FROM with up to 30000 centipawns and 2 to 1000 moves, such as \
                    20,8,120";
    match numbers(text, expected)? {
        [score @ 0..=30_000, moves @ 2..=1000, from_move] => Ok(DrawRule {
            score: score as i32,
            moves,
            from_move,
        }),
        _ => Err(format!("expected {expected}")),
    }
}

impl SelfplayArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let contest = self.contest()?;
        self.report.as_deref().map_or(Ok(()), check_report_path)?;
        let engines = probe(&contest)?;
        let (mut journal, earlier) = self.open_journal(&contest, &engines)?.unzip();
        let earlier = earlier.unwrap_or_default();
        let mut files = self.incident_folder().map(|folder| IncidentFiles {
            folder,
            players: texts(&contest),
        });
        let mut progress = io::stderr();
        let test = self.test()?;
        let mut console = Console::new(&contest, test, &mut progress);
        let mut records = self.record_files(&contest);
        console::introduce(&contest, earlier.len(), out)?;
        let mut observers: Vec<&mut dyn Observer> = Vec::new();
        observers.extend(journal.as_mut().map(|journal| journal as &mut dyn Observer));
        observers.extend(files.as_mut().map(|files| files as &mut dyn Observer));
        observers.push(&mut records);
        let mut games = self.report.is_some().then(Vec::new);
        observers.extend(games.as_mut().map(|games| games as &mut dyn Observer));
        observers.push(&mut console);
        selfplay::run(&contest, earlier, &mut observers)?;
        if let Some((path, games)) = self.report.as_ref().zip(games) {
            write_report(path, &header(&contest, &engines), &games, test.as_ref())?;
        }
        writeln!(out, "{}", console.tally())?;
        Ok(ExitCode::SUCCESS)
    }

    fn open_journal(
        &self,
        contest: &Match,
        engines: &[Option<String>],
    ) -> anyhow::Result<Option<(Journal, Vec<FinishedGame>)>> {
        let Some(path) = &self.journal else {
            return Ok(None);
        };
        let order = if contest.is_reproducible() {
            Order::Schedule
        } else {
            Order::Arrival
        };
        Ok(Some(Journal::open(path, &header(contest, engines), order)?))
    }

    fn test(&self) -> anyhow::Result<Option<Hypotheses>> {
        let texts = Some(self.sprt.join(" ")).filter(|text| !text.is_empty());
        Ok(texts.map(|text| text.parse()).transpose()?)
    }

    fn record_files(&self, contest: &Match) -> RecordFiles {
        let wanted = [
            (&self.csa, record::Format::Csa),
            (&self.kif, record::Format::Kif),
        ];
        let folders = wanted
            .into_iter()
            .filter_map(|(folder, format)| Some((folder.clone()?, format)));
        RecordFiles {
            folders: folders.collect(),
            players: texts(contest),
        }
    }

    fn incident_folder(&self) -> Option<PathBuf> {
        let beside = |journal: &PathBuf| {
            let mut path = journal.clone().into_os_string();
            path.push(".incidents");
            PathBuf::from(path)
        };
        let given = self.incidents.clone();
        given.or_else(|| self.journal.as_ref().map(beside))
    }

    /// Who meets whom, for as many players as there are.
    fn format(&self) -> anyhow::Result<Format> {
        let count = self.players.len();
        if !PLAYERS.contains(&count) {
            let (least, most) = (PLAYERS.start(), PLAYERS.end());
            bail!("{count} players; expected {least} to {most}");
        }
        if count > 2 && !self.sprt.is_empty() {
            bail!("--sprt with {count} players; expected 2: it tests one against the other");
        }
        match self.format {
            Some(FormatArg::Match) if count > 2 => {
                bail!("--format match with {count} players; expected gauntlet or round-robin")
            }
            _ if count == 2 => Ok(Format::Match),
            Some(FormatArg::Gauntlet) => Ok(Format::Gauntlet),
            _ => Ok(Format::RoundRobin),
        }
    }

    fn contest(&self) -> anyhow::Result<Match> {
        let format = self.format()?;
        let players = self.players.iter().enumerate().map(|(index, text)| {
            let name = letter(index);
            PlayerSpec::parse(text, self.hash).map_err(|error| anyhow!("player {name}: {error}"))
        });
        let players = players.collect::<anyhow::Result<Vec<_>>>()?;
        let limits = self.limits.limits(players.len())?;
        for (index, (player, limit)) in players.iter().zip(&limits).enumerate() {
            if !player.is_in_process() && matches!(limit, MoveLimit::CpuTimeMs(_)) {
                bail!(
                    "--cpu-time for player {}, `{}`; expected another limit for a player in another process",
                    letter(index),
                    player.text
                );
            }
        }
        let openings = match &self.openings {
            Some(path) => Openings::List(OpeningList::read(path)?),
            None => Openings::Random {
                plies: self.opening_plies,
            },
        };
        let rules = &self.rules;
        Ok(Match {
            players,
            limits,
            format,
            games: self.games.unwrap_or(if self.sprt.is_empty() {
                100
            } else {
                100_000_000
            }),
            seed: self.seed,
            concurrency: self.concurrency,
            openings,
            rules: Rules {
                margin: Duration::from_millis(self.limits.margin),
                max_moves: rules.max_moves,
                entering_king: rules.entering_king,
                resign: rules.resign,
                draw: rules.draw,
            },
            conduct: Conduct {
                guard: guard::this_program(),
                ready_time: Duration::from_secs(self.ready_time),
                patience: Duration::from_secs(self.patience),
                max_moves: rules.max_moves,
                entering_king: rules.entering_king,
            },
        })
    }
}

/// The players' texts.
fn texts(contest: &Match) -> Vec<String> {
    let texts = contest.players.iter().map(|player| player.text.clone());
    texts.collect()
}

/// Starts every engine in another process once, so that nothing is played in vain, and returns
/// their names.
fn probe(contest: &Match) -> anyhow::Result<Vec<Option<String>>> {
    let name_of = |(index, player): (usize, &PlayerSpec)| {
        player.probe(&contest.conduct).map_err(|fault| {
            let (name, text) = (letter(index), &player.text);
            anyhow!("player {name}, `{text}`: {}", fault.detail)
        })
    };
    contest.players.iter().enumerate().map(name_of).collect()
}

/// Arguments of `guard`.
#[derive(Debug, Args)]
pub struct GuardArgs {
    /// The process to die with.
    parent: u32,
    /// The program to become.
    engine: PathBuf,
}

impl GuardArgs {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let error = guard::become_engine(self.parent, &self.engine);
        bail!("cannot start `{}`: {error}", self.engine.display());
    }
}
