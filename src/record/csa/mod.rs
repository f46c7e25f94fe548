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

/// The endings that have a word, `%` left out.
const ENDINGS: [(&str, Termination); 12] = [
    ("TORYO", Termination::Resignation),
    ("TSUMI", Termination::Mate),
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
