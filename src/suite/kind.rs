//! What a kind of suite is: which operations it knows, what they ask, and whether an answer is right.

use super::operation::{Form, Operation, OperationError};
use engine::shogi::Move;
use engine::shogi::game::Game;
use matches::players::{Fault, Player, Turn};
use std::time::Duration;

/// A kind of suite.
pub trait Kind: Sync {
    /// Its name, as on the command line.
    fn name(&self) -> &'static str;

    /// The operations that it knows.
    fn forms(&self) -> &'static [Form];

    /// Whether a player is asked. Otherwise it is the rules of this program that are tested.
    fn asks_player(&self) -> bool;

    /// Reads the operations of a row, at least one, all of which it knows.
    ///
    /// # Errors
    /// If one of them says what cannot be.
    fn read(&self, operations: &[Operation]) -> Result<Box<dyn Task>, OperationError>;
}

/// What a row asks for.
pub trait Task: Send + Sync {
    /// What the answer should be, in words.
    fn wanted(&self) -> String;

    /// How many leaves are to be counted, if that is the question.
    fn leaves(&self) -> Option<u64> {
        None
    }

    /// Finds the answer for the position at the end of `game`, and judges it.
    ///
    /// # Errors
    /// If the player commits a fault.
    fn check(&self, game: &Game, examinee: &mut Examinee) -> Result<Answer, Fault>;
}

/// Who is asked.
pub struct Examinee {
    /// The player.
    pub player: Box<dyn Player>,
    /// What it may use for one row.
    pub turn: Turn,
}

/// What came of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Whether it is right.
    pub is_right: bool,
    /// Whether it is that a limit came before an answer.
    pub hit_limit: bool,
    /// What was found, in words.
    pub found: String,
    /// Nodes that were counted or searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// For best moves: the nodes from which on the answer stayed right.
    pub first_solved: Option<u64>,
    /// The line found, if there is one.
    pub line: Vec<Move>,
}
