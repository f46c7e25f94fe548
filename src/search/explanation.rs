//! Why the moves of a position cost what they cost, as types: the search says it, others show it.

use super::facts::Kind;
use super::score::{Bound, Score};
use crate::shogi::Move;

/// A move of the root as a node sees it that looks for something better than the value found with
/// as many plies of budget as the last iteration had, and how far the search went with it.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The move.
    pub mv: Move,
    /// What sort of move it is to the move picker.
    pub kind: Kind,
    /// Its order score; comparable among moves of a kind.
    pub order: i32,
    /// What an ordinary move costs here, in centi-plies: 100, or less in check.
    pub ordinary: i32,
    /// What is added to that, by name, in centi-plies; negative for what makes the move cheaper. Parts
    /// of 0 are left away. A bound that acts is a part.
    pub parts: Vec<(&'static str, i32)>,
    /// What it costs, in centi-plies: the sum of the above.
    pub cost: i32,
    /// Why nodes of little budget prune it; none if all search it.
    pub pruned: Option<Pruned>,
    /// Nodes that the search spent on it.
    pub nodes: u64,
    /// What the table knows of the position after it; none if it knows nothing.
    pub found: Option<Found>,
}

/// A rule that prunes a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// Its cost overdraws its side's budget too far.
    Budget,
    /// Futility: it cannot be expected to lift the static value above alpha.
    Futility,
    /// Late-move pruning: enough quiet moves were searched before it.
    LateMove,
    /// Exchange pruning: it gives material away.
    Exchange,
}

impl Pruning {
    /// The rule in words that go on after "pruned: ".
    pub fn reason(self) -> &'static str {
        match self {
            Self::Budget => "costs more than its side has left",
            Self::Futility => "cannot lift the value enough",
            Self::LateMove => "enough moves came before it",
            Self::Exchange => "loses material",
        }
    }
}

/// Why a move is pruned, and by which nodes; at the root nothing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// The rule that prunes it with the greatest budget at which one does.
    pub rule: Pruning,
    /// The least mean budget with which it is searched, in plies; none within [`MOST_PLIES`].
    pub until_plies: Option<u32>,
}

/// The greatest budget for which explanations look, in plies.
pub const MOST_PLIES: u32 = 60;

/// What a search found out about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value, for the side that makes the move.
    pub score: Score,
    /// How it is meant.
    pub bound: Bound,
    /// Mean budget with which it was found, in plies, the move included.
    pub plies: u32,
}
