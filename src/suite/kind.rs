//! What a kind of suite is: which operations are its own, what they ask, and whether the answer is
//! right.

use super::bestmove::BestMove;
use super::mate::Mate;
use super::operation::{Form, Operation, OperationError};
use super::perft::Perft;
use super::rules::Rules;
use crate::selfplay::players::{Fault, Player, Turn};
use crate::shogi::Move;
use crate::shogi::game::Game;
use crate::shogi::sfen::Token;
use std::time::Duration;

/// Every kind. A row is of the first that knows all its operations.
pub const KINDS: &[&dyn Kind] = &[&Perft, &Rules, &BestMove, &Mate];

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

/// The kind of a row with these operations; none if there are only remarks.
///
/// # Errors
/// If one is unknown, or they are of several kinds.
pub fn kind_of(operations: &[Operation]) -> Result<Option<&'static dyn Kind>, OperationError> {
    let asking: Vec<&str> = operations.iter().map(|it| it.name.as_str()).collect();
    if asking.is_empty() {
        return Ok(None);
    }
    if let Some(unknown) = asking.iter().find(|name| !is_known(name)) {
        return Err(OperationError::Unknown(Token::new(unknown), all_forms()));
    }
    let knows = |kind: &&&dyn Kind| {
        let forms = kind.forms();
        asking
            .iter()
            .all(|name| forms.iter().any(|form| form.name == *name))
    };
    match KINDS.iter().find(knows) {
        Some(kind) => Ok(Some(*kind)),
        None => Err(OperationError::Mixed(
            Token::new(&asking.join(", ")),
            by_kind(),
        )),
    }
}

/// Whether a kind knows an operation of this name.
pub fn is_known(name: &str) -> bool {
    let mut forms = KINDS.iter().flat_map(|kind| kind.forms());
    forms.any(|form| form.name == name)
}

/// Every operation as it is written, remarks at the end.
fn all_forms() -> String {
    let mut forms: Vec<String> = Vec::new();
    for form in KINDS.iter().flat_map(|kind| kind.forms()) {
        let text = format!("`{} {}`", form.name, form.argument).replace(" `", "`");
        if !forms.contains(&text) {
            forms.push(text);
        }
    }
    forms.extend(["`id NAME`".to_owned(), "`c0 REMARK`".to_owned()]);
    forms.join(", ")
}

fn by_kind() -> String {
    let names = |kind: &&dyn Kind| {
        let names: Vec<_> = kind.forms().iter().map(|form| form.name).collect();
        format!("{} ({})", kind.name(), names.join(", "))
    };
    let kinds: Vec<_> = KINDS.iter().map(names).collect();
    kinds.join(", ")
}
