//! Matches and tournaments: between configurations of this engine, and other USI engines. Layer 5.
//!
//! At fixed nodes or depth, with one thread a player, a game is a pure function of the seed, the
//! openings, its number and the players: every opening is played twice with colours swapped,
//! every game starts afresh, and neither the number of workers nor the order in which they finish
//! shows in what the observers are told in order. From the bottom: `checksum`, `durable`, `limit`,
//! `schedule`, `stats` ← `finished`, `guard` ← `players`, `openings`, `adjudicate` ← `game` ←
//! `observer` ← `tables`, `standings` ← `tally`; `incidents`, `records`, `header` ← `journal`;
//! `compat`, `console` ← this file ← `shard`.

pub mod adjudicate;
pub mod checksum;
pub mod compat;
pub mod console;
pub mod durable;
pub mod finished;
pub mod game;
pub mod guard;
pub mod header;
pub mod incidents;
pub mod journal;
pub mod limit;
pub mod observer;
pub mod openings;
pub mod players;
pub mod records;
pub mod schedule;
pub mod shard;
pub mod standings;
pub mod stats;
pub mod tables;
pub mod tally;

use finished::FinishedGame;
use game::{Incident, Rules, Seat};
use limit::MoveLimit;
use observer::Observer;
use openings::Openings;
use players::{Conduct, Player, PlayerSpec};
use schedule::{Format, Schedule, Ticket};
use shogi_core::Color;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;

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
    /// Where games begin.
    pub openings: Openings,
    /// What they are played by.
    pub rules: Rules,
    /// What is asked of the players.
    pub conduct: Conduct,
}

impl Match {
    /// The games to be played.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.games)
    }

    /// Whether games between reproducible players come out the same each time.
    pub fn is_reproducible(&self) -> bool {
        self.limits.iter().all(|limit| limit.is_reproducible())
    }
}

/// What a worker has to say.
enum News {
    /// A game begins.
    Started(Ticket),
    /// It has ended.
    Finished(Box<(FinishedGame, Option<Incident>)>),
}

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
    let missing = part.end.saturating_sub(part.start) - played.len() as u64;
    let open = Open {
        schedule: contest.schedule(),
        next: AtomicU64::new(part.start),
        end: part.end,
        played,
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..contest.concurrency.min(missing as usize) {
            let (sender, open) = (sender.clone(), &open);
            scope.spawn(move || work(contest, open, &sender));
        }
        drop(sender);
        for news in receiver {
            let (game, incident) = match news {
                News::Finished(finished) => *finished,
                News::Started(ticket) => {
                    let mut observers = observers.iter_mut();
                    observers.try_for_each(|observer| observer.started(&ticket))?;
                    continue;
                }
            };
            for observer in observers.iter_mut() {
                if let Some(incident) = &incident {
                    observer.incident(&game, incident)?;
                }
                observer.arrived(&game)?;
            }
            order.add(game, observers)?;
            if enough(observers) {
                break;
            }
        }
        // Workers end with the games that they are playing: nobody listens to them any more.
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

/// What is left to play.
struct Open {
    schedule: Schedule,
    /// The numbers of games that are not to be played again.
    played: BTreeSet<u64>,
    /// The number after which games have not been given out.
    next: AtomicU64,
    /// The number before which games are to be played.
    end: u64,
}

impl Open {
    /// A game that nobody plays yet.
    fn take(&self) -> Option<Ticket> {
        loop {
            let id = Some(self.next.fetch_add(1, Relaxed)).filter(|&id| id < self.end)?;
            let ticket = self.schedule.ticket(id)?;
            if !self.played.contains(&ticket.id) {
                return Some(ticket);
            }
        }
    }
}

/// A player of one worker, and its limit.
type Entrant = (Box<dyn Player>, MoveLimit);

/// Plays until nothing is left, or nobody listens.
fn work(contest: &Match, open: &Open, news: &Sender<News>) {
    let create = |player: &PlayerSpec| player.create(&contest.conduct);
    let players = contest.players.iter().map(create);
    let mut players: Vec<Entrant> = players.zip(contest.limits.iter().copied()).collect();
    while let Some(ticket) = open.take() {
        if news.send(News::Started(ticket)).is_err() {
            return;
        }
        let told = play(contest, &mut players, &ticket);
        if told.is_none_or(|told| news.send(told).is_err()) {
            return;
        }
    }
}

/// Plays a game; none if a player of it is not there.
fn play(contest: &Match, players: &mut [Entrant], ticket: &Ticket) -> Option<News> {
    let [black, white] = ticket.seats();
    let seats = players.get_disjoint_mut([black, white]).ok()?;
    let seats = seats.map(|(player, limit)| Seat {
        player: player.as_mut(),
        limit: *limit,
    });
    let opening = contest.openings.opening(contest.seed, ticket.pair);
    let start = opening.to_string();
    let played = game::play(seats, opening, &contest.rules);
    let game = FinishedGame {
        id: ticket.id,
        black,
        white,
        start,
        plies: played.plies,
        winner: played.winner.map(|side| match side {
            Color::Black => black,
            Color::White => white,
        }),
        reason: played.reason,
        fault: played.incident.as_ref().map(|it| it.detail.clone()),
    };
    Some(News::Finished(Box::new((game, played.incident))))
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
