//! Headers by their names in KIF, which records in JSON share.

use crate::record::draft::Draft;
use crate::record::{Record, header_name, one_line};
use crate::shogi::Color;

/// The header that says the number of the first move where it is not 1; our own.
const START_PLY: &str = "開始手数";

/// Headers that have another name than in CSA: (CSA, KIF).
pub(super) const HEADERS: [(&str, &str); 8] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
    ("MAX_MOVES", "最大手数"),
    ("NOTE", "備考"),
];

/// Headers that say something of the game itself.
const OWN: [&str; 10] = [
    "手合割",
    "先手",
    "下手",
    "後手",
    "上手",
    "先手の持駒",
    "下手の持駒",
    "後手の持駒",
    "上手の持駒",
    START_PLY,
];
/// What a line begins with that is no header.
const BEGINNINGS: [&str; 8] = ["#", "&", "手数", "+-", "９", "*", "|", "まで"];

/// The name of another header, with a sign before it if a line that begins so would be read as something
/// else.
fn free_name(name: &str) -> String {
    let name = header_name(name);
    let is_of_move = |first: char| first.is_ascii_digit() || super::read_mark(first).is_some();
    let is_other =
        BEGINNINGS.iter().any(|word| name.starts_with(word)) || name.starts_with(is_of_move);
    if is_other || OWN.contains(&name.as_str()) {
        format!("${name}")
    } else {
        name
    }
}

/// Takes a header that has nothing to do with the start position but for its number, which is `ply`.
pub fn take(draft: &mut Draft, ply: &mut u32, name: &str, value: &str) {
    // As they will be written.
    let (name, value) = (&*one_line(name), &*one_line(value));
    match name {
        "先手" | "下手" => draft.name(Color::Black, value),
        "後手" | "上手" => draft.name(Color::White, value),
        _ => match value.parse() {
            Ok(number) if name == START_PLY => *ply = number,
            _ => {
                let known = HEADERS.iter().find(|(_, kif)| *kif == name);
                draft.header(known.map_or(name, |(csa, _)| csa), value);
            }
        },
    }
}

/// The headers of `record` by name and value, the number of the start's move among them if it is not 1.
pub fn written(record: &Record) -> Vec<(String, String)> {
    let own = |(name, value): &(String, String)| {
        let known = HEADERS.iter().find(|(csa, _)| csa == name);
        let name = known.map_or_else(|| free_name(name), |(_, kif)| (*kif).to_owned());
        (name, one_line(value))
    };
    let ply = record.game().start().ply();
    let number = (ply != 1).then(|| (START_PLY.to_owned(), ply.to_string()));
    record.headers.iter().map(own).chain(number).collect()
}

/// The names of both players, each after what it is called.
pub fn names(record: &Record) -> [(&'static str, String); 2] {
    let [black, white] = &record.names;
    [("先手", one_line(black)), ("後手", one_line(white))]
}
