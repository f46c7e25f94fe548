//! Matches and tournaments: between configurations of this engine, and other USI engines. Layer 5.
//!
//! At fixed nodes or depth, with one thread a player, a game is a pure function of the seed, the
//! openings, its number and the players: every opening is played twice with colours swapped,
//! every game starts afresh, and neither the number of workers nor the order in which they finish
//! shows in what the observers are told in order. From the bottom: `checksum`, `durable`, `limit`,
//! `schedule`, `stats` ← `finished` ← `effort`; `guard` ← `players`, `openings`, `adjudicate` ←
//! `game` ← `pinning` ← `crew` ← `observer` ← `tables`, `standings` ← `tally`; `incidents`,
//! `records`, `header` ← `journal`; `live` ← `console`, `events`, `control`, `compat` ← this file ←
//! `shard`.

pub mod adjudicate;
pub mod compat;
pub mod console;
pub mod control;
pub mod crew;
pub mod effort;
pub mod events;
pub mod finished;
pub mod game;
pub mod guard;
pub mod header;
pub mod incidents;
pub mod journal;
pub mod limit;
pub mod live;
pub mod observer;
pub mod openings;
pub mod pinning;
pub mod players;
pub mod records;
pub mod schedule;
pub mod shard;
pub mod standings;
pub mod tables;
pub mod tally;

use crew::{AtWork, Crew, News, Open};
use finished::FinishedGame;
use game::Rules;
use journal::Order;
use limit::MoveLimit;
use observer::{Instruction, Observer};
use openings::Openings;
use players::{Conduct, PlayerSpec};
use schedule::{Format, Schedule};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The size of a player's table in MiB, unless something else is said.
pub const HASH_MB: usize = 16;

/// How long another engine may take to become ready, unless something else is said.
pub const READY_TIME: Duration = Duration::from_secs(30);
/// How long a move without a limit in time may take, unless something else is said.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A match, or a tournament.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players, as many as [`schedule::PLAYERS`] allows; results of a match are told from the
    /// first one's side.
    pub players: Vec<PlayerSpec>,
    /// How long each player may think, in the same order.
    pub limits: Vec<MoveLimit>,
    /// Who meets whom.
    pub format: Format,
    /// Games to play in every pairing; an odd number is rounded up to whole pairs.
    pub games: u64,
    /// Everything random follows from this.
    pub seed: u64,
    /// Games played at the same time, 1 or more.
    pub concurrency: usize,
    /// Whether each worker keeps to one core.
    pub pin: bool,
    /// Where games begin.
    pub openings: Openings,
    /// What they are played by.
    pub rules: Rules,
    /// What is asked of the players.
    pub conduct: Conduct,
}

impl Match {
    /// A match of two players in this process, by what `selfplay` has unless told otherwise.
    pub fn between(
        players: [PlayerSpec; 2],
        limits: [MoveLimit; 2],
        games: u64,
        seed: u64,
        concurrency: usize,
    ) -> Self {
        Self {
            players: players.into(),
            limits: limits.into(),
            format: Format::Match,
            games,
            seed,
            concurrency,
            pin: false,
            openings: Openings::STANDARD,
            rules: Rules::STANDARD,
            conduct: Conduct {
                guard: None,
                ready_time: READY_TIME,
                patience: PATIENCE,
                max_moves: Rules::STANDARD.max_moves,
                entering_king: Rules::STANDARD.entering_king,
                core: None,
            },
        }
    }

    /// The games to be played.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.games)
    }

    /// When its games are written down.
    pub fn journal_order(&self) -> Order {
        if self.is_reproducible() {
            Order::Schedule
        } else {
            Order::Arrival
        }
    }

    /// Whether games between reproducible players come out the same each time.
    pub fn is_reproducible(&self) -> bool {
        self.limits.iter().all(|limit| limit.is_reproducible())
    }
}

/// How often observers are shown what is being played.
const TICK: Duration = Duration::from_millis(200);

/// Plays what of `contest` is not among `earlier`, the games of an earlier run, and tells the
/// observers, until one of them has seen enough.
///
/// # Errors
/// The first error of an observer, after the games being played have ended.
pub fn run(
    contest: &Match,
    earlier: Vec<FinishedGame>,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    run_part(contest, 0..contest.schedule().games(), earlier, observers)
}

/// As [`run`], but only the games numbered `part`, which must be whole pairs.
///
/// # Errors
/// As there.
pub fn run_part(
    contest: &Match,
    part: Range<u64>,
    earlier: Vec<FinishedGame>,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    let mut order = InOrder::after(part.start);
    let mut played = BTreeSet::new();
    for game in earlier {
        if part.contains(&game.id) && played.insert(game.id) {
            order.add(game, observers)?;
        }
    }
    if enough(observers) {
        return Ok(());
    }
    let open = Open::new(contest.schedule(), part, played, contest.concurrency);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut crew = Crew::new(scope, contest, &open, sender);
        let mut ticked = Instant::now();
        crew.fill();
        while !crew.is_gone() {
            match receiver.recv_timeout(TICK) {
                Ok(News::Started(ticket)) => {
                    let mut observers = observers.iter_mut();
                    observers.try_for_each(|observer| observer.started(&ticket))?;
                }
                Ok(News::Finished(finished)) => {
                    let (game, incident) = *finished;
                    for observer in observers.iter_mut() {
                        if let Some(incident) = &incident {
                            observer.incident(&game, incident)?;
                        }
                        observer.arrived(&game)?;
                    }
                    order.add(game, observers)?;
                    if enough(observers) {
                        // Workers end with the games that they are playing, unheard.
                        open.want(0);
                        break;
                    }
                }
                Ok(News::Note(text)) => note(&text, observers)?,
                Ok(News::Left(worker)) => crew.left(worker),
                Err(_) => {}
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                follow(tick(&crew.at_work(), observers)?, &open, observers)?;
                crew.fill();
            }
        }
        Ok(())
    })
}

/// Tells the observers of games that have been played, in the order of the schedule up to the
/// first that is missing, until one of them has seen enough.
///
/// # Errors
/// The first error of an observer.
pub fn retell(
    games: impl IntoIterator<Item = FinishedGame>,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    let mut order = InOrder::default();
    for game in games {
        order.add(game, observers)?;
        if enough(observers) {
            break;
        }
    }
    Ok(())
}

fn enough(observers: &[&mut dyn Observer]) -> bool {
    observers.iter().any(|observer| observer.has_seen_enough())
}

fn note(text: &str, observers: &mut [&mut dyn Observer]) -> io::Result<()> {
    let mut observers = observers.iter_mut();
    observers.try_for_each(|observer| observer.note(text))
}

/// Shows the observers what is being played, and returns what they want.
fn tick(at_work: &[AtWork], observers: &mut [&mut dyn Observer]) -> io::Result<Vec<Instruction>> {
    let mut instructions = Vec::new();
    for observer in observers {
        instructions.extend(observer.tick(at_work)?);
    }
    Ok(instructions)
}

/// Does what observers want, and tells them.
fn follow(
    instructions: Vec<Instruction>,
    open: &Open,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    for instruction in instructions {
        let text = match instruction {
            Instruction::Note(text) => text,
            Instruction::Workers(workers) => {
                open.want(workers);
                format!("from now on {workers} workers")
            }
            Instruction::Stop => {
                open.want(0);
                "stopping after the games being played".to_owned()
            }
        };
        note(&text, observers)?;
    }
    Ok(())
}

/// Games as they end, told in the order of the schedule.
#[derive(Default)]
struct InOrder {
    waiting: BTreeMap<u64, FinishedGame>,
    /// The number before which all games have been told.
    told: u64,
    /// The first game of a pair whose second is still to come.
    first: Option<FinishedGame>,
}

impl InOrder {
    /// Begins with the game numbered `told`.
    fn after(told: u64) -> Self {
        Self {
            told,
            ..Self::default()
        }
    }

    fn add(&mut self, game: FinishedGame, observers: &mut [&mut dyn Observer]) -> io::Result<()> {
        self.waiting.insert(game.id, game);
        while let Some(game) = self.waiting.remove(&self.told) {
            self.told += 1;
            for observer in observers.iter_mut() {
                observer.game(&game)?;
            }
            let Some(first) = self.first.take() else {
                self.first = Some(game);
                continue;
            };
            let pair = [first, game];
            for observer in observers.iter_mut() {
                observer.pair(&pair)?;
            }
        }
        Ok(())
    }
}
