//! Records in the format of Kifu for Windows, in UTF-8 (`.kif`, `.kifu`).
//!
//! Times are whole seconds. The main line is read; branches (変化) are left out with a note. Start
//! positions are named where they have a name, and drawn as a board otherwise.

mod board;
mod notation;
mod read;
mod write;

pub use board::{board_name, drawing};
pub use notation::{file_name, move_name, rank_name};
pub use read::read;
pub use write::{write, write_moves};

use super::Termination;

/// The header that says the number of the first move where it is not 1; our own.
const START_PLY: &str = "開始手数";

/// Headers that have another name than in CSA: (CSA, KIF).
const HEADERS: [(&str, &str); 8] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
    ("MAX_MOVES", "最大手数"),
    ("NOTE", "備考"),
];

/// The endings that have a word, but for the two that depend on who is to move.
const ENDINGS: [(&str, Termination); 8] = [
    ("投了", Termination::Resignation),
    ("詰み", Termination::Mate),
    ("切れ負け", Termination::TimeUp),
    ("反則負け", Termination::IllegalMove),
    ("入玉勝ち", Termination::Declaration),
    ("千日手", Termination::Repetition),
    ("持将棋", Termination::Impasse),
    ("中断", Termination::Interrupted),
];

/// The mover wins, because the other side broke a rule.
const FOUL_WIN: &str = "反則勝ち";
