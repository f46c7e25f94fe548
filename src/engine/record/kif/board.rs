//! Start positions in KIF: the names of handicaps, and boards drawn with their hands.

use super::notation::{kind_name, rank_name, read_digit, read_kind};
use crate::record::setup::Setup;
use crate::shogi::sfen::STARTPOS;
use crate::shogi::{Color, Hand, Piece, PieceKind, Position, Square, sfen};

/// Starts that have a name, and the ranks of White's that differ from an even game: the first and
/// the second.
const HANDICAPS: [(&str, &str, &str); 15] = [
    ("香落ち", "lnsgkgsn1", "1r5b1"),
    ("右香落ち", "1nsgkgsnl", "1r5b1"),
    ("角落ち", "lnsgkgsnl", "1r7"),
    ("飛車落ち", "lnsgkgsnl", "7b1"),
    ("飛香落ち", "lnsgkgsn1", "7b1"),
    ("二枚落ち", "lnsgkgsnl", "9"),
    ("三枚落ち", "lnsgkgsn1", "9"),
    ("四枚落ち", "1nsgkgsn1", "9"),
    ("五枚落ち", "2sgkgsn1", "9"),
    ("左五枚落ち", "1nsgkgs2", "9"),
    ("六枚落ち", "2sgkgs2", "9"),
    ("左七枚落ち", "2sgkg3", "9"),
    ("右七枚落ち", "3gkgs2", "9"),
    ("八枚落ち", "3gkg3", "9"),
    ("十枚落ち", "4k4", "9"),
];

/// Names that `ShogiHome` and others do not know: such starts are drawn.
const UNCOMMON: [&str; 5] = [
    "三枚落ち",
    "五枚落ち",
    "左五枚落ち",
    "左七枚落ち",
    "右七枚落ち",
];

/// The header that names the start.
pub const HANDICAP: &str = "手合割";

const EVEN: &str = "平手";
/// What stands there where the board is drawn; the first is written.
const OTHER: [&str; 2] = ["その他", "詰将棋"];
const NOTHING: &str = "なし";
const EMPTY: &str = " ・";

/// Numbers of pieces in hand.
const TENS: char = '十';

fn handicap_sfen(first: &str, second: &str) -> String {
    format!("{first}/{second}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
}

/// The position called `name`; none if it has to be drawn or is not known.
pub fn named(name: &str) -> Option<Position> {
    if name == EVEN {
        return Some(Position::default());
    }
    let found = HANDICAPS.iter().find(|(known, ..)| *known == name);
    found.and_then(|(_, first, second)| sfen::parse(&handicap_sfen(first, second)).ok())
}

/// The ten handicaps that people play, from the least: their names in English and in Japanese.
pub const TEN: [(&str, &str); 10] = [
    ("lance", "香落ち"),
    ("right-lance", "右香落ち"),
    ("bishop", "角落ち"),
    ("rook", "飛車落ち"),
    ("rook-lance", "飛香落ち"),
    ("2", "二枚落ち"),
    ("4", "四枚落ち"),
    ("6", "六枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// The start of the handicap called `name`, in English or in Japanese; none if there is none of that
/// name.
pub fn handicap(name: &str) -> Option<Position> {
    let english = TEN
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    let name = english.map_or(name, |(_, japanese)| *japanese);
    named(name).filter(|start| *start != Position::default())
}

/// Whether `start` is that of a handicap, whichever number its first move has.
pub fn is_handicap(start: &Position) -> bool {
    name_of(start).is_some_and(|name| name != EVEN)
}

/// Whether `name` says that the board is drawn.
pub fn is_other(name: &str) -> bool {
    OTHER.contains(&name)
}

/// The lines that describe `start`, apart from the number of its first move.
pub fn write(start: &Position) -> Vec<String> {
    let name = name_of(start);
    let mut lines = vec![format!("{HANDICAP}：{}", name.unwrap_or(OTHER[0]))];
    if name.is_some() {
        return lines;
    }
    lines.extend(drawing(start));
    let side = match start.side() {
        Color::Black => "先手番",
        Color::White => "後手番",
    };
    lines.push(side.to_owned());
    lines
}

/// A position as text: White's hand, the board, Black's hand.
pub fn drawing(pos: &Position) -> Vec<String> {
    let edge = || "+---------------------------+".to_owned();
    let hand = |name: &str, color| format!("{name}の持駒：{}", write_hand(pos.hand(color)));
    let mut lines = vec![
        hand("後手", Color::White),
        "  ９ ８ ７ ６ ５ ４ ３ ２ １".to_owned(),
        edge(),
    ];
    lines.extend((1..=9).map(|rank| write_rank(pos, rank)));
    lines.extend([edge(), hand("先手", Color::Black)]);
    lines
}

/// The name of `start`, if it has one that is widely known.
pub fn name_of(start: &Position) -> Option<&'static str> {
    let text = sfen::write(start);
    let setup = text.rsplit_once(' ').map_or("", |(setup, _)| setup);
    let is = |known: &str| {
        known
            .rsplit_once(' ')
            .is_some_and(|(known, _)| known == setup)
    };
    if is(STARTPOS) {
        return Some(EVEN);
    }
    let mut common = HANDICAPS
        .iter()
        .filter(|(name, ..)| !UNCOMMON.contains(name));
    let found = common.find(|(_, first, second)| is(&handicap_sfen(first, second)));
    found.map(|(name, ..)| *name)
}

/// The name of `kind` on a board: one character.
pub fn board_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::ProLance => "杏",
        PieceKind::ProKnight => "圭",
        PieceKind::ProSilver => "全",
        _ => kind_name(kind),
    }
}

fn write_rank(pos: &Position, rank: u8) -> String {
    let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
    let names = squares.map(|square| match pos.piece_at(square) {
        Some(piece) => {
            let (kind, color) = piece.to_parts();
            let sign = if color == Color::Black { ' ' } else { 'v' };
            format!("{sign}{}", board_name(kind))
        }
        None => EMPTY.to_owned(),
    });
    let names: String = names.collect();
    format!("|{names}|{}", rank_name(rank))
}

/// Takes a line `| ・v桂 …|一` into `setup`; `rank` is how many such lines came before, plus 1.
/// None if it is not a rank.
pub fn read_rank(setup: &mut Setup, rank: u8, line: &str) -> Option<()> {
    let mut rest = line.strip_prefix('|')?;
    for file in (1..=9).rev() {
        let square = Square::new(file, rank)?;
        let mut chars = rest.chars();
        let color = match chars.next()? {
            'v' | 'V' | 'ｖ' => Color::White,
            _ => Color::Black,
        };
        let name = chars.as_str();
        if let Some((kind, after)) = read_kind(name) {
            setup.put(square, Some(Piece::new(kind, color)));
            rest = after;
        } else {
            rest = name.strip_prefix(['・', ' ', '　', '．', '.'])?;
        }
    }
    rest.starts_with('|').then_some(())
}

fn write_hand(hand: Hand) -> String {
    let items: Vec<String> = hand
        .iter()
        .map(|(kind, count)| format!("{}{}", kind_name(kind), write_count(count)))
        .collect();
    if items.is_empty() {
        return NOTHING.to_owned();
    }
    items.join("　")
}

/// A number of pieces, 1–18: nothing, `二` … `九`, `十`, `十一` …
fn write_count(count: u32) -> String {
    let unit = |count: u32| match count % 10 {
        0 => String::new(),
        unit => rank_name(unit as u8).to_string(),
    };
    match count {
        1 => String::new(),
        2..=9 => unit(count),
        _ => format!("{TENS}{}", unit(count)),
    }
}

fn read_count(text: &str) -> Option<u32> {
    let (tens, units) = match text.strip_prefix(TENS) {
        Some(units) => (10, units),
        None => (0, text),
    };
    let mut units = units.chars();
    let unit = match (units.next(), units.next()) {
        (None, _) if tens == 0 => 1,
        (None, _) => 0,
        (Some(unit), None) => u32::from(read_digit(unit)?),
        _ => return None,
    };
    Some(tens + unit)
}

/// Takes the pieces in hand, `飛　歩十二` or `飛歩十二`, into `setup`; none if there is anything else.
pub fn read_hand(setup: &mut Setup, color: Color, text: &str) -> Option<()> {
    if text.trim() == NOTHING {
        return Some(());
    }
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (kind, after) = read_kind(rest)?;
        let is_number = |char: char| char == TENS || read_digit(char).is_some();
        let next = after.trim_start_matches(is_number);
        let count = read_count(&after[..after.len() - next.len()])?;
        setup.hold(color, kind, count).then_some(())?;
        rest = next.trim_start();
    }
    Some(())
}
