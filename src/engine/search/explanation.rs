//! Why the moves of a position cost what they cost, as types: the search says it, others show it.

use super::cost::PLY;
pub use super::picker::Kind;
use super::report::{Bound, Score};
use super::similarity::SharedTraits;
use crate::shogi::Move;

/// What a search says about its root: the moves, and where the line of play spent its depth.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// The moves of the root, in the order in which a node tries them.
    pub moves: Vec<ExplainedMove>,
    /// The moves of the line of play.
    pub line: Vec<Step>,
    /// Why the line ends where it does; none without a line.
    pub end: Option<LineEnd>,
}

/// A cost as a sum, in centi-plies.
#[derive(Clone, Debug)]
pub struct Cost {
    /// What is paid: the sum of the others.
    pub total: i32,
    /// What an ordinary move costs: 100.
    pub ordinary: i32,
    /// What is added to that, by term; negative for what makes the move cheaper. No part is 0. A
    /// bound that acts is a part.
    pub parts: Vec<Part>,
}

impl Cost {
    /// What a move costs with these terms, in 1024ths of a ply. Each is rounded so that the sum is right.
    pub(super) fn of_terms(terms: &[Part]) -> Self {
        let centi = |cost: i32| (cost * 100 + PLY / 2).div_euclid(PLY);
        let (mut sum, mut shown) = (0, 0);
        let mut parts = Vec::new();
        for &(term, cost) in terms {
            sum += cost;
            let part = centi(sum) - shown;
            shown += part;
            if part != 0 {
                parts.push((term, part));
            }
        }
        Self {
            total: 100 + shown,
            ordinary: 100,
            parts,
        }
    }

    /// What a move of a line has cost, in whole plies.
    pub(super) fn of_line(total: i32, parts: [Part; 3]) -> Self {
        let parts = parts.into_iter().filter(|(_, cost)| *cost != 0);
        Self {
            total,
            ordinary: 100,
            parts: parts.collect(),
        }
    }
}

named! {
    /// What a part of a cost is for.
    pub enum Term {
        /// How many moves came before it, by how deep the node is.
        LateMoves = "late moves",
        /// How wide the window is, beside that of the root.
        Window = "window",
        /// The side to move stands no better than two plies before.
        NotImproving = "not improving",
        /// The node is, or was, on a principal variation or near one.
        NearPv = "near the principal variation",
        /// Drops of its kind were searched before it.
        SimilarDrops = "similar drops",
        /// Checks were searched before it.
        SimilarChecks = "similar checks",
        /// Moves of its piece were searched before it.
        SamePiece = "same piece",
        /// Moves that take the same piece were searched before it.
        SameVictim = "same victim",
        /// Moves to its square were searched before it.
        SameSquare = "same square",
        /// It looked good elsewhere and failed.
        Implausible = "implausible",
        /// How far static values like the node's are corrected.
        Correction = "correction",
        /// A cut is expected.
        CutExpected = "a cut is expected",
        /// None is.
        NoCutExpected = "no cut is expected",
        /// The table's move takes something.
        TableCaptures = "table move captures",
        /// It is the table's move.
        TableMove = "table move",
        /// Nodes after such moves have cut.
        AnswersCut = "answers cut",
        /// How good histories have it.
        Order = "order",
        /// It gives check.
        Check = "check",
        /// What brings the first move to an ordinary ply.
        FirstMove = "first move",
        /// What brings a move to the least cost that there is.
        LeastCost = "least cost",
        /// In a line of play: what its node as a whole was searched deeper or less deep.
        Node = "the node",
        /// In a line of play: how far it was extended as the only good move.
        Singular = "singular",
        /// In a line of play: all else.
        Interest = "interest",
    }
    /// Its name.
    pub fn name
}

/// A part of a cost: what it is for, and what it adds, in centi-plies.
pub type Part = (Term, i32);

/// A move of the root as a node sees it that looks for something better than the value found with
/// the depth of the last iteration, and how far the search went with it.
#[derive(Clone, Debug)]
pub struct ExplainedMove {
    /// The move.
    pub mv: Move,
    /// What sort of move it is to the move picker.
    pub kind: Kind,
    /// Its order score; comparable among moves of a kind.
    pub order: i32,
    /// How many moves were searched before it.
    pub rank: usize,
    /// What those count that share its traits.
    pub traits: SharedTraits,
    /// What it costs.
    pub cost: Cost,
    /// Why nodes of little depth prune it; none if all search it.
    pub pruned: Option<Pruned>,
    /// Nodes that the search spent on it.
    pub nodes: u64,
    /// What the table knows of the position after it; none if it knows nothing.
    pub found: Option<Found>,
}

/// A move of the line of play.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// What its node paid for it.
    pub cost: Cost,
    /// The depth that was left then, in centi-plies.
    pub left: i32,
}

named! {
    /// Why a line of play ends.
    pub enum LineEnd {
        /// The side to move has no legal move.
        NoMoves = "the side to move has no legal move",
        /// The position repeats an earlier one.
        Repetition = "the position repeats an earlier one",
        /// The side to move wins by its king's entry.
        Declaration = "the side to move wins by its king's entry",
        /// The most moves that a game may have were made.
        MaxMoves = "the most moves of a game are made",
        /// No depth is left: captures and the static value decide.
        Spent = "no depth is left",
        /// No further move was found to be better than others.
        Open = "no further move was found to be the best",
    }
    /// The reason in words that go on after "the line ends here: ".
    pub fn reason
}

named! {
    /// Why a move is pruned.
    pub enum Pruning {
        /// Futility: how far the static value lies below alpha.
        Futility = "futility",
        /// Late-move pruning: how many moves were handed out before it.
        LateMove = "late move",
        /// What histories have of it.
        History = "history",
        /// Pruning by exchange: what material it gives away.
        Exchange = "exchange",
    }
    /// Its name.
    pub fn name
}

impl Pruning {
    /// In words that go on after "pruned: ".
    pub fn reason(self) -> &'static str {
        match self {
            Self::Futility => "cannot lift the value enough",
            Self::LateMove => "enough moves came before it",
            Self::History => "has failed too often",
            Self::Exchange => "loses material",
        }
    }
}

/// Why a move is pruned, and by which nodes; at the root nothing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// What prunes it at the greatest depth at which something does.
    pub rule: Pruning,
    /// The least depth at which it is searched, in plies; none within [`MOST_PLIES`].
    pub until_plies: Option<u32>,
}

/// The greatest depth for which explanations look, in plies.
pub const MOST_PLIES: u32 = 60;

/// What a search found out about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value, for the side that makes the move.
    pub score: Score,
    /// How it is meant.
    pub bound: Bound,
    /// Depth with which it was found, in plies, the move included.
    pub plies: u32,
}
