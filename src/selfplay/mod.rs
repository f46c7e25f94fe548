//! Matches between two configurations of this engine, in one process. Layer 5.
//!
//! A game is a pure function of the seed, its pair's number, the two players and the limit (as
//! long as the limit is nodes or iterations): every opening is played twice with colours
//! swapped, each game starts with cleared tables, and the order in which worker threads finish
//! does not matter. From the bottom: `openings`, `stats` ← `game` ← this file.

pub mod game;
pub mod openings;
pub mod stats;

use crate::search::{Engine, Limits, SearchConfig, Settings};
use game::play;
use openings::opening;
use shogi_core::Color;
use stats::{Counts, Outcome, summary};
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

/// How long each side may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// So many nodes.
    Nodes(u64),
    /// So many iterations.
    Depth(u32),
    /// So many ms of the thread's CPU time: fair between different searches, and immune to
    /// whatever else the machine does.
    CpuTimeMs(u64),
}

impl MoveLimit {
    fn limits(self) -> Limits {
        let mut limits = Limits::none();
        match self {
            Self::Nodes(nodes) => limits.nodes = Some(nodes),
            Self::Depth(depth) => limits.depth = Some(depth),
            Self::CpuTimeMs(ms) => limits.cpu_time_ms = Some(ms),
        }
        limits
    }
}

impl std::fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "{depth} iterations a move"),
            Self::CpuTimeMs(ms) => write!(f, "{ms} ms of CPU time a move"),
        }
    }
}

/// One side of a match.
#[derive(Clone, Debug)]
pub struct Player {
    /// How it is called in the report: the text it was made from.
    pub name: String,
    /// Its configuration.
    pub config: SearchConfig,
}

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players; results are reported from the first one's side.
    pub players: [Player; 2],
    /// Games to play; an odd number is rounded up to whole pairs.
    pub games: usize,
    /// Thinking allowed.
    pub limit: MoveLimit,
    /// Everything random follows from this.
    pub seed: u64,
    /// Games played at the same time, 1 or more.
    pub concurrency: usize,
    /// Random plies at the start of each game.
    pub opening_plies: usize,
    /// A game is drawn after this many moves.
    pub max_moves: u32,
    /// Size of each player's table in MiB.
    pub hash_mb: usize,
}

/// Plays `contest`, writing progress to `progress` and the result to `out`.
///
/// # Errors
/// If writing fails.
pub fn run(contest: &Match, out: &mut dyn Write, progress: &mut dyn Write) -> io::Result<Counts> {
    let [a, b] = &contest.players;
    writeln!(out, "A: {}", a.name)?;
    writeln!(out, "B: {}", b.name)?;
    writeln!(out, "limit: {}, seed {}", contest.limit, contest.seed)?;
    let pairs = contest.games.div_ceil(2);
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    let mut counts = Counts::default();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..contest.concurrency.clamp(1, pairs.max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut engines = contest
                    .players
                    .each_ref()
                    .map(|player| engine(contest, player));
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= pairs
                        || sender
                            .send(play_pair(contest, &mut engines, number))
                            .is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for pair in receiver {
            counts.add_pair(pair);
            writeln!(
                progress,
                "{} of {} games, {} s: {}",
                counts.games.games(),
                2 * pairs,
                started.elapsed().as_secs(),
                summary(&counts)
            )?;
        }
        io::Result::Ok(())
    })?;
    writeln!(out, "{}", summary(&counts))?;
    Ok(counts)
}

fn engine(contest: &Match, player: &Player) -> Engine {
    Engine::new(Settings {
        hash_mb: contest.hash_mb,
        max_moves: contest.max_moves,
        search: player.config.clone(),
        ..Settings::default()
    })
}

fn play_pair(contest: &Match, engines: &mut [Engine; 2], number: usize) -> [Outcome; 2] {
    let start = opening(contest.seed, number as u64, contest.opening_plies);
    [Color::Black, Color::White].map(|first| {
        engines.iter_mut().for_each(Engine::new_game);
        play(
            engines,
            first,
            start.clone(),
            contest.limit,
            contest.max_moves,
        )
    })
}
