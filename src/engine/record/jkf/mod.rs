//! Records in JSON, as web boards keep them (`.jkf`, the format of Kifu for JS).
//!
//! One object with `header`, `initial` and `moves`. Pieces and endings have the names of CSA, headers
//! those of KIF, comments are lines as in KIF. Times are whole seconds. Branches are the `forks` of the entry
//! that they stand in place of. What must hold: an error names the line where its move begins.

mod read;
mod write;

pub use read::read;
pub use write::write;

/// The starts that have a word, with their names in KIF.
const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// What `initial` says where the position itself follows.
const OTHER: &str = "OTHER";
