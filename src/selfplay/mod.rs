//! Matches between two players: configurations of this engine, or other USI engines. Layer 5.
//!
//! At fixed nodes or depth, with one thread a player, a game is a pure function of the seed, the
//! openings, its number and the two players: every opening is played twice with colours swapped,
//! every game starts afresh, and neither the number of workers nor the order in which they finish
//! shows in what the observers are told in order. From the bottom: `checksum`, `limit`, `schedule`,
//! `finished`, `stats`, `guard` ← `players`, `openings`, `adjudicate` ← `game` ← `observer` ←
//! `tables`, `incidents`, `journal`, `header`, `console` ← this file.

pub mod adjudicate;
pub mod checksum;
pub mod console;
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
pub mod schedule;
pub mod stats;
pub mod tables;

use finished::FinishedGame;
use game::{Incident, Rules};
use observer::Observer;
use openings::Openings;
use players::{Conduct, Player, PlayerSpec};
use schedule::{Ticket, ticket, whole_pairs};
use shogi_core::Color;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players; results are reported from the first one's side.
    pub players: [PlayerSpec; 2],
    /// Games to play; an odd number is rounded up to whole pairs.
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

/// What a worker has to say.
type News = (FinishedGame, Option<Incident>);

/// Plays what of `contest` is not among `earlier`, the games of an earlier run, and tells the
/// observers.
///
/// # Errors
/// The first error of an observer, after the games being played have ended.
pub fn run(
    contest: &Match,
    earlier: Vec<FinishedGame>,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    let mut order = InOrder::default();
    let mut missing: BTreeSet<u64> = (0..whole_pairs(contest.games)).collect();
    for game in earlier {
        if missing.remove(&game.id) {
            order.add(game, observers)?;
        }
    }
    let missing: Vec<u64> = missing.into_iter().collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..contest.concurrency.clamp(1, missing.len().max(1)) {
            let (sender, next, missing) = (sender.clone(), &next, &missing);
            scope.spawn(move || work(contest, missing, next, &sender));
        }
        drop(sender);
        for (game, incident) in receiver {
            for observer in observers.iter_mut() {
                if let Some(incident) = &incident {
                    observer.incident(game.id, incident)?;
                }
                observer.arrived(&game)?;
            }
            order.add(game, observers)?;
        }
        Ok(())
    })
}

/// Plays games of `missing` until there are no more, or nobody listens.
fn work(contest: &Match, missing: &[u64], next: &AtomicUsize, news: &Sender<News>) {
    let create = |player: &PlayerSpec| player.create(&contest.conduct);
    let mut players = contest.players.each_ref().map(create);
    while let Some(&id) = missing.get(next.fetch_add(1, Relaxed)) {
        if news.send(play(contest, &mut players, ticket(id))).is_err() {
            return;
        }
    }
}

fn play(contest: &Match, players: &mut [Box<dyn Player>; 2], ticket: Ticket) -> News {
    let opening = contest.openings.opening(contest.seed, ticket.pair);
    let start = opening.to_string();
    let played = game::play(players, ticket.black, opening, &contest.rules);
    let player_of = |side| match side {
        Color::Black => ticket.black,
        Color::White => 1 - ticket.black,
    };
    let game = FinishedGame {
        id: ticket.id,
        black: ticket.black,
        start,
        plies: played.plies,
        winner: played.winner.map(player_of),
        reason: played.reason,
        fault: played.incident.as_ref().map(|it| it.detail.clone()),
    };
    (game, played.incident)
}

/// Games as they end, told in the order of the schedule.
#[derive(Default)]
struct InOrder {
    waiting: BTreeMap<u64, FinishedGame>,
    /// How many games have been told.
    told: u64,
    /// The first game of a pair whose second is still to come.
    first: Option<FinishedGame>,
}

impl InOrder {
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
