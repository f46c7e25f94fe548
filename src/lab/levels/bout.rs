//! A match between two players, and what it came to.

use matches::players::limit::MoveLimit;
use matches::referee::finished::{FinishedGame, whole_pairs};
use matches::stats::{Counts, Interval, Pentanomial, Sample};
use serde::Serialize;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Bout {
    /// What it is called; its journal is too.
    pub name: String,
    /// The texts of the players.
    pub players: [String; 2],
    /// How long they may think about a move.
    pub limits: [MoveLimit; 2],
    /// How many games are wanted.
    pub games: u64,
}

/// What a match came to so far, from the side of the first player.
#[derive(Clone, Debug, Serialize)]
pub struct BoutResult {
    /// What it is called.
    pub name: String,
    /// The texts of the players.
    pub players: [String; 2],
    /// The command that plays the same games.
    pub command: String,
    /// Games played, in whole pairs.
    pub games: u64,
    /// Of them those that the first player won.
    pub wins: u64,
    /// Those that it lost.
    pub losses: u64,
    /// Those that were drawn.
    pub draws: u64,
    /// Its share of the points, 0–1.
    pub score: Option<Interval>,
    /// The Elo difference.
    pub elo: Option<Interval>,
    /// Nodes a move, of each.
    pub nodes: [u64; 2],
    /// The pairs of games, from 0 to 4 half points.
    pub pairs: [u64; 5],
}

impl Bout {
    /// What it came to by these `games` of it; `command` plays them.
    pub fn result(&self, command: String, games: &[FinishedGame]) -> BoutResult {
        let pairs = whole_pairs(games);
        let mut counts = Counts::default();
        for pair in &pairs {
            counts.add_pair(pair.map(FinishedGame::points));
        }
        let sample = Sample::from(&counts.pairs);
        let Pentanomial(of_pairs) = counts.pairs;
        BoutResult {
            name: self.name.clone(),
            players: self.players.clone(),
            command,
            games: counts.games.games(),
            wins: counts.games.wins,
            losses: counts.games.losses,
            draws: counts.games.draws,
            score: sample.score(),
            elo: sample.elo(),
            nodes: [0, 1].map(|player| mean_nodes(&pairs, player)),
            pairs: of_pairs,
        }
    }
}

fn mean_nodes(pairs: &[[&FinishedGame; 2]], player: usize) -> u64 {
    let games = pairs.iter().flatten();
    let nodes = games.flat_map(|game| game.plies_of(player).filter_map(|(_, ply)| ply.nodes));
    let (mut sum, mut count) = (0, 0);
    for nodes in nodes {
        sum += nodes;
        count += 1;
    }
    sum / count.max(1)
}
