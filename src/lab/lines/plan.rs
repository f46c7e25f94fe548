//! Who is frozen, on what, and by whom it is judged.

use crate::searches::Searcher;
use engine::shogi::game::Game;
use std::path::PathBuf;

/// A measurement.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the searches of the reference are kept.
    pub folder: PathBuf,
    /// What is searched.
    pub games: Vec<Game>,
    /// Who is frozen; each has to be this engine.
    pub players: Vec<Searcher>,
    /// How many moments.
    pub moments: u64,
    /// The nodes of a search; it is frozen at one of them.
    pub nodes: u64,
    /// Who says what a move is worth.
    pub reference: Searcher,
    /// Its nodes for a position.
    pub reference_nodes: u64,
    /// Everything random follows from this.
    pub seed: u64,
    /// How many searches are made at the same time, 1 or more.
    pub threads: usize,
}
