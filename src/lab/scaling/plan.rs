//! What is searched, by whom, and how far.

use super::oracle::{self, Answers};
use crate::LabError;
use crate::positions::Positions;
use crate::searches::{Found, Request, Searcher, Searches};
use engine::shogi::game::Game;
use std::path::{Path, PathBuf};

/// What people are shown for the oracle.
const ORACLE: &str = "oracle";

/// A measurement.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where searches are kept.
    pub folder: PathBuf,
    /// On what is measured.
    pub games: Vec<Game>,
    /// What an oracle said of the positions, from the fewest nodes to the most.
    pub oracle: Vec<Answers>,
    /// Who is measured.
    pub players: Vec<Searcher>,
    /// After how many nodes, from the fewest to the most.
    pub nodes: Vec<u64>,
    /// The yardstick.
    pub reference: Searcher,
    /// Its nodes for a position.
    pub reference_nodes: u64,
    /// How many searches are made at the same time, 1 or more.
    pub threads: usize,
}

/// What a player found after so many nodes.
#[derive(Clone, Debug)]
pub struct Series {
    /// The player's place among those that are told.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// After how many nodes.
    pub nodes: u64,
    /// What it found, a position each.
    pub found: Vec<Found>,
}

/// The answers of an oracle in `positions`, which are of the file at `path`.
///
/// # Errors
/// If its columns cannot be read.
pub fn oracle(positions: &Positions, path: &Path) -> Result<Vec<Answers>, LabError> {
    oracle::answers(positions).map_err(LabError::file(path))
}

impl Plan {
    /// The searches of all positions, those of the reference first.
    pub fn requests(&self) -> Vec<Request<'_>> {
        let players = self.players.iter();
        let players = players.flat_map(|by| self.nodes.iter().map(move |&nodes| (by, nodes)));
        let all = std::iter::once((&self.reference, self.reference_nodes)).chain(players);
        all.flat_map(|(by, nodes)| self.by(by, nodes)).collect()
    }

    /// The searches of all positions by one player.
    fn by<'a>(&'a self, by: &'a Searcher, nodes: u64) -> impl Iterator<Item = Request<'a>> {
        let request = move |game: &Game| Request {
            by,
            nodes,
            game: game.clone(),
        };
        self.games.iter().map(request)
    }

    /// What `by` found in so many nodes; the searches must have been made.
    fn found(&self, searches: &Searches, by: &Searcher, nodes: u64) -> Vec<Found> {
        let requests = self.by(by, nodes);
        requests
            .filter_map(|it| searches.found(&it).cloned())
            .collect()
    }

    /// What the reference found, a position each.
    pub fn reference_found(&self, searches: &Searches) -> Vec<Found> {
        self.found(searches, &self.reference, self.reference_nodes)
    }

    /// What the players found, and the oracle.
    pub fn series(&self, searches: &Searches) -> Vec<Series> {
        let players = self.players.iter().enumerate();
        let players = players.flat_map(|(player, by)| {
            self.nodes.iter().map(move |&nodes| Series {
                player,
                name: by.name().to_owned(),
                nodes,
                found: self.found(searches, by, nodes),
            })
        });
        let oracle = self.oracle.iter().map(|(nodes, found)| Series {
            player: self.players.len(),
            name: ORACLE.to_owned(),
            nodes: *nodes,
            found: found.clone(),
        });
        players.chain(oracle).collect()
    }
}
