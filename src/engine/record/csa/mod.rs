//! Records in the format of the Computer Shogi Association.
//!
//! Written is V2.2 with whole seconds; read are V2 to V3.0, with their fractions of seconds.
//! Comments for programs (`'*`) are kept, among them floodgate's `'** 35 -3334FU`; plain ones (`'`)
//! are not, as the standard has it. After a `/` line, further games are left out with a note.
//! One ending is of V3.0, because V2.2 has no word for it and readers know it: `%MAX_MOVES`.

mod board;
mod read;
mod write;

pub use read::read;
pub use write::write;

use super::Termination;
use crate::shogi::Color;

/// The header that says the number of the first move where it is not 1; our own.
const START_PLY: &str = "START_PLY";

/// The ending called `word`, without the `%` before it.
pub fn ending(word: &str) -> Option<Termination> {
    let found = ENDINGS.iter().find(|(known, _)| *known == word);
    found.map(|(_, reason)| *reason)
}

/// The word for `reason` when `mover` is to move, and what it means; none if the format has none.
pub fn ending_word(reason: Termination, mover: Color) -> Option<(&'static str, Termination)> {
    let named = |wanted| ENDINGS.iter().find(|(_, known)| *known == wanted);
    // A loser by perpetual check has broken a rule.
    let foul = reason
        .loser(mover)
        .and_then(|loser| named(Termination::Foul { loser }));
    named(reason).or(foul).copied()
}

/// The endings that have a word, `%` left out.
const ENDINGS: [(&str, Termination); 13] = [
    ("TORYO", Termination::Resignation),
    ("TSUMI", Termination::Mate),
    ("FUZUMI", Termination::NoMate),
    ("TIME_UP", Termination::TimeUp),
    ("ILLEGAL_MOVE", Termination::IllegalMove),
    (
        "+ILLEGAL_ACTION",
        Termination::Foul {
            loser: Color::Black,
        },
    ),
    (
        "-ILLEGAL_ACTION",
        Termination::Foul {
            loser: Color::White,
        },
    ),
    ("KACHI", Termination::Declaration),
    ("SENNICHITE", Termination::Repetition),
    ("JISHOGI", Termination::Impasse),
    ("MAX_MOVES", Termination::MaxMoves),
    ("HIKIWAKE", Termination::Draw),
    ("CHUDAN", Termination::Interrupted),
];
