//! The kinds of suites and the operations of their rows: what is asked of a position, and whether an
//! answer is right.

use super::puzzles::{BEST_MOVE, MATE};
use super::results::RowResult;
use super::rules::{PERFT, RULES};
use engine::shogi::Move;
use engine::shogi::game::Game;
use engine::shogi::sfen::Token;
use matches::players::{Fault, Player, Turn};
use std::str::FromStr;

/// How the operations of a row are read, at least one, all of which the kind knows. What is wrong with them is
/// said in words.
pub type Read = fn(&[Operation]) -> Result<Box<dyn Task>, String>;

/// A kind of suite.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// The operations that it knows: the name of each, and what follows it, for messages.
    pub forms: &'static [&'static str],
    /// Whether a player is asked. Otherwise it is the rules of this program that are tested.
    pub asks_player: bool,
    /// Reads the operations of a row.
    pub read: Read,
}

impl Kind {
    /// The names of the operations that it knows.
    fn operations(&self) -> impl Iterator<Item = &'static str> {
        let name = |form: &&'static str| form.split(' ').next();
        self.forms.iter().filter_map(name)
    }

    fn knows(&self, operation: &str) -> bool {
        self.operations().any(|name| name == operation)
    }
}

/// What a row asks for.
pub trait Task: Send + Sync {
    /// What the answer should be, in words.
    fn wanted(&self) -> String;

    /// The moves that are right, as far as the row names them.
    fn right_moves(&self) -> &[Move] {
        &[]
    }

    /// How many leaves are to be counted, if that is the question.
    fn leaves(&self) -> Option<u64> {
        None
    }

    /// Finds the answer for the position at the end of `game`, and judges it. Which row it is about is left open.
    ///
    /// # Errors
    /// If the player commits a fault.
    fn check(&self, game: &Game, examinee: &mut Examinee) -> Result<RowResult, Fault>;
}

/// Who is asked.
pub struct Examinee {
    /// The player.
    pub player: Box<dyn Player>,
    /// What it may use for one row.
    pub turn: Turn,
}

/// Every kind. A row is of the first that knows all its operations.
pub static KINDS: [Kind; 4] = [PERFT, RULES, BEST_MOVE, MATE];

/// The kind of a row with these operations; none if there are only remarks.
///
/// # Errors
/// If one is unknown, or they are of several kinds; in words.
pub fn kind_of(operations: &[Operation]) -> Result<Option<&'static Kind>, String> {
    let asking: Vec<&str> = operations.iter().map(|it| it.name.as_str()).collect();
    if asking.is_empty() {
        return Ok(None);
    }
    if let Some(unknown) = asking.iter().find(|name| !is_known(name)) {
        let (unknown, forms) = (Token::new(unknown), all_forms());
        return Err(format!(
            "unknown operation {unknown}; expected one of {forms}"
        ));
    }
    let knows_all = |kind: &&Kind| asking.iter().all(|name| kind.knows(name));
    let kind = KINDS.iter().find(knows_all);
    kind.map(Some).ok_or_else(|| {
        let (asking, kinds) = (Token::new(&asking.join(", ")), by_kind());
        format!("operations {asking} in one row; expected those of one kind: {kinds}")
    })
}

/// Whether a kind knows an operation of this name.
pub fn is_known(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.knows(name))
}

/// Every operation as it is written, remarks at the end.
fn all_forms() -> String {
    let mut forms: Vec<String> = Vec::new();
    for form in KINDS.iter().flat_map(|kind| kind.forms) {
        let text = format!("`{form}`");
        if !forms.contains(&text) {
            forms.push(text);
        }
    }
    forms.extend(["`id NAME`".to_owned(), "`c0 REMARK`".to_owned()]);
    forms.join(", ")
}

fn by_kind() -> String {
    let kinds = KINDS.each_ref().map(|kind| {
        let names: Vec<_> = kind.operations().collect();
        format!("{} ({})", kind.name, names.join(", "))
    });
    kinds.join(", ")
}

/// One operation: its name and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name, such as `bm`.
    pub name: String,
    /// The rest, without white space around it; quotes around a whole text are dropped.
    pub argument: String,
}

impl Operation {
    /// Reads one operation; none if there is nothing but white space.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        (!name.is_empty()).then(|| Self::new(name, argument))
    }

    /// The operation `name` with `argument`.
    pub fn new(name: &str, argument: &str) -> Self {
        let argument = argument.trim();
        let unquoted = argument
            .strip_prefix('"')
            .and_then(|it| it.strip_suffix('"'));
        Self {
            name: name.to_owned(),
            argument: unquoted.unwrap_or(argument).to_owned(),
        }
    }

    /// Whether it is a remark: `id`, or `c0` to `c9`.
    pub fn is_remark(&self) -> bool {
        match *self.name.as_bytes() {
            [b'c', digit] => digit.is_ascii_digit(),
            _ => self.name == "id",
        }
    }

    /// The words of its argument.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.argument.split_whitespace()
    }

    /// The error that `found` is not what is `expected`.
    pub fn unexpected(&self, found: &str, expected: &str) -> String {
        let (found, name) = (Token::new(found), &self.name);
        format!("unexpected {found} after `{name}`; expected {expected}")
    }

    /// One word of its argument as a number or the like.
    ///
    /// # Errors
    /// If it is none.
    pub fn read<T: FromStr>(&self, word: &str, expected: &str) -> Result<T, String> {
        word.parse().map_err(|_| self.unexpected(word, expected))
    }

    /// Its argument as moves, of which there is at least one. Whether they are legal is not asked.
    ///
    /// # Errors
    /// At the first word that is no move.
    pub fn moves(&self) -> Result<Vec<Move>, String> {
        const EXPECTED: &str = "moves such as 7g7f, 8h2b+ or P*5e";
        if self.argument.is_empty() {
            return Err(self.unexpected("", EXPECTED));
        }
        self.words().map(|word| self.read(word, EXPECTED)).collect()
    }
}

/// Moves as people read them.
pub fn list(moves: &[Move]) -> String {
    let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
    moves.join(" or ")
}
