//! What stands before the moves of a KIF record: headers, which records in JSON share, and the start position,
//! by the name of its handicap or drawn as a board with hands.

use super::notation::{kind_name, rank_name, read_digit, read_kind};
use super::read_mark;
use crate::record::builder::Builder;
use crate::record::content::RATINGS;
use crate::record::{Record, header_name, one_line};
use crate::shogi::sfen::STARTPOS;
use crate::shogi::sfen::Setup;
use crate::shogi::{Color, Hand, Piece, PieceKind, Position, Square, sfen};

/// Handicaps: their names in KIF, in JKF and in English, White's first three ranks and hand.
///
/// Those with an English name are the ten that people play, from the least. Programs like `ShogiHome` do not
/// know the others: such starts are drawn. Those without a name in JKF are other names, and starts of other programs
/// (lishogi, Shogidokoro), with the side that these take where the name has none.
const HANDICAPS: [(&str, &str, &str, &str); 27] = [
    ("香落ち", "KY", "lance", "lnsgkgsn1/1r5b1/ppppppppp -"),
    (
        "右香落ち",
        "KY_R",
        "right-lance",
        "1nsgkgsnl/1r5b1/ppppppppp -",
    ),
    ("角落ち", "KA", "bishop", "lnsgkgsnl/1r7/ppppppppp -"),
    ("飛車落ち", "HI", "rook", "lnsgkgsnl/7b1/ppppppppp -"),
    (
        "飛香落ち",
        "HIKY",
        "rook-lance",
        "lnsgkgsn1/7b1/ppppppppp -",
    ),
    ("二枚落ち", "2", "2", "lnsgkgsnl/9/ppppppppp -"),
    ("三枚落ち", "3", "", "lnsgkgsn1/9/ppppppppp -"),
    ("四枚落ち", "4", "4", "1nsgkgsn1/9/ppppppppp -"),
    ("五枚落ち", "5", "", "2sgkgsn1/9/ppppppppp -"),
    ("左五枚落ち", "5_L", "", "1nsgkgs2/9/ppppppppp -"),
    ("六枚落ち", "6", "6", "2sgkgs2/9/ppppppppp -"),
    ("左七枚落ち", "7_L", "", "2sgkg3/9/ppppppppp -"),
    ("右七枚落ち", "7_R", "", "3gkgs2/9/ppppppppp -"),
    ("八枚落ち", "8", "8", "3gkg3/9/ppppppppp -"),
    ("十枚落ち", "10", "10", "4k4/9/ppppppppp -"),
    ("左香落ち", "", "", "lnsgkgsn1/1r5b1/ppppppppp -"),
    ("両香落ち", "", "", "1nsgkgsn1/1r5b1/ppppppppp -"),
    ("角香落ち", "", "", "lnsgkgsn1/1r7/ppppppppp -"),
    ("飛角落ち", "", "", "lnsgkgsnl/9/ppppppppp -"),
    ("飛落ち", "", "", "lnsgkgsnl/7b1/ppppppppp -"),
    ("右五枚落ち", "", "", "2sgkgsn1/9/ppppppppp -"),
    ("七枚落ち", "", "", "3gkgs2/9/ppppppppp -"),
    ("九枚落ち", "", "", "4kg3/9/ppppppppp -"),
    ("トンボ", "", "", "4k4/1r5b1/ppppppppp -"),
    ("歩三兵", "", "", "4k4/9/9 3p"),
    ("裸玉", "", "", "4k4/9/9 -"),
    ("十九枚落ち", "", "", "4k4/9/9 -"),
];

/// How other programs spell the even game.
const EVENS: [&str; 4] = ["平手", "平手戦", "互先", "ひらて"];

/// The header that names the start.
pub(in crate::record) const HANDICAP: &str = "手合割";

/// What the players are called, Black and White: in even games, and where one gives a handicap.
pub(super) const PLAYERS: [[&str; 2]; 2] = [["先手", "下手"], ["後手", "上手"]];

/// What stands after a player's name before what it holds.
const HELD: &str = "の持駒";

const EVEN: &str = "平手";
/// What stands there where the board is drawn; the first is written.
const OTHER: [&str; 2] = ["その他", "詰将棋"];
const NOTHING: &str = "なし";
const EMPTY: &str = " ・";

/// Numbers of pieces in hand.
const TENS: char = '十';

/// What the player of `color` is called in an even game.
pub(super) fn player_name(color: Color) -> &'static str {
    PLAYERS[color.array_index()][0]
}

/// The side whose player is called `name`.
pub(super) fn read_player(name: &str) -> Option<Color> {
    let mut colors = Color::all().into_iter();
    colors.find(|color| PLAYERS[color.array_index()].contains(&name))
}

/// The side whose hand is called `name`.
pub(super) fn read_holder(name: &str) -> Option<Color> {
    read_player(name.strip_suffix(HELD)?)
}

/// Whether a header says something of the game itself.
fn is_own(name: &str) -> bool {
    let is_player = read_player(name).or(read_holder(name)).is_some();
    is_player || name == HANDICAP || name == START_PLY
}

/// The start of a handicap with these ranks and hand of White's, as SFEN without the number of the move.
fn handicap_sfen(whites: &str) -> String {
    let (ranks, hand) = whites.split_once(' ').unwrap_or((whites, "-"));
    format!("{ranks}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hand}")
}

/// A name of a start without blanks, with the digits and the kana that people write as well.
fn plain_name(name: &str) -> String {
    let name = name.replace([' ', '\u{3000}'], "");
    let name = name
        .replace("王", "玉")
        .replace("兩", "両")
        .replace("とんぼ", "トンボ");
    match name.strip_suffix("落") {
        Some(start) => format!("{start}落ち"),
        None => name,
    }
}

/// The position called `name`; none if it has to be drawn or is not known.
pub(in crate::record) fn start_of_name(name: &str) -> Option<Position> {
    let name = plain_name(name);
    if EVENS.contains(&name.as_str()) {
        return Some(Position::default());
    }
    let (.., ranks) = HANDICAPS.iter().find(|(kif, ..)| *kif == name)?;
    sfen::parse(&handicap_sfen(ranks)).ok()
}

/// The start of the handicap that JKF calls `preset`.
pub(in crate::record) fn start_of_preset(preset: &str) -> Option<Position> {
    let is_preset = |jkf: &str| !jkf.is_empty() && jkf == preset;
    let (.., ranks) = HANDICAPS.iter().find(|(_, jkf, ..)| is_preset(jkf))?;
    sfen::parse(&handicap_sfen(ranks)).ok()
}

/// What JKF calls the handicap `name`.
pub(in crate::record) fn preset_of(name: &str) -> Option<&'static str> {
    let found = HANDICAPS.iter().find(|(kif, ..)| *kif == name);
    found.map(|(_, jkf, ..)| *jkf).filter(|jkf| !jkf.is_empty())
}

/// The ten handicaps that people play, from the least: their names in English and in Japanese.
pub fn handicaps() -> impl Iterator<Item = [&'static str; 2]> {
    let names = HANDICAPS
        .iter()
        .map(|(kif, _, english, _)| [*english, *kif]);
    names.filter(|[english, _]| !english.is_empty())
}

/// Their English names.
pub fn handicap_names() -> Vec<&'static str> {
    handicaps().map(|[english, _]| english).collect()
}

/// The start of the handicap called `name`, in English or in Japanese; none if there is none of that
/// name.
pub fn handicap(name: &str) -> Option<Position> {
    let name = &plain_name(name);
    let is_name = |known: &&str| !known.is_empty() && known.eq_ignore_ascii_case(name);
    let mut all = HANDICAPS.iter();
    let (.., ranks) = all.find(|(kif, _, english, _)| is_name(kif) || is_name(english))?;
    sfen::parse(&handicap_sfen(ranks)).ok()
}

/// The name of `start`, if it has one that is widely known.
pub(in crate::record) fn name_of(start: &Position) -> Option<&'static str> {
    let text = sfen::write(start);
    let (setup, _) = text.rsplit_once(' ')?;
    if STARTPOS.rsplit_once(' ')?.0 == setup {
        return Some(EVEN);
    }
    let mut common = HANDICAPS
        .iter()
        .filter(|(_, _, english, _)| !english.is_empty());
    let found = common.find(|(.., ranks)| handicap_sfen(ranks) == setup);
    found.map(|(kif, ..)| *kif)
}

/// Whether `start` is that of a handicap, whichever number its first move has.
pub fn is_handicap(start: &Position) -> bool {
    name_of(start).is_some_and(|name| name != EVEN)
}

/// Whether `name` says that the board is drawn.
pub(super) fn is_other(name: &str) -> bool {
    OTHER.contains(&plain_name(name).as_str())
}

/// The lines that describe `start`, apart from the number of its first move.
pub(super) fn write_start(start: &Position) -> Vec<String> {
    let name = name_of(start);
    let mut lines = vec![format!("{HANDICAP}：{}", name.unwrap_or(OTHER[0]))];
    if name.is_some() {
        return lines;
    }
    lines.extend(drawing(start));
    lines.push(format!("{}番", player_name(start.side())));
    lines
}

/// A position as text: White's hand, the board, Black's hand.
pub fn drawing(pos: &Position) -> Vec<String> {
    let edge = || "+---------------------------+".to_owned();
    let hand = |color| {
        let (name, held) = (player_name(color), write_hand(pos.hand(color)));
        format!("{name}{HELD}：{held}")
    };
    let mut lines = vec![
        hand(Color::White),
        "  ９ ８ ７ ６ ５ ４ ３ ２ １".to_owned(),
        edge(),
    ];
    lines.extend((1..=9).map(|rank| write_rank(pos, rank)));
    lines.extend([edge(), hand(Color::Black)]);
    lines
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
pub(super) fn read_rank(setup: &mut Setup, rank: u8, line: &str) -> Option<()> {
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
pub(super) fn read_hand(setup: &mut Setup, color: Color, text: &str) -> Option<()> {
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

/// The header that says the number of the first move where it is not 1; our own.
const START_PLY: &str = "開始手数";

/// Headers that have another name than in CSA: (CSA, KIF).
const HEADERS: [(&str, &str); 10] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
    ("MAX_MOVES", "最大手数"),
    ("NOTE", "備考"),
    (RATINGS[0], "先手レート"),
    (RATINGS[1], "後手レート"),
];

/// What a line begins with that is no header.
const BEGINNINGS: [&str; 8] = ["#", "&", "手数", "+-", "９", "*", "|", "まで"];

/// The name of another header, with a sign before it if a line that begins so would be read as something
/// else.
fn free_name(name: &str) -> String {
    let name = header_name(name);
    let is_of_move = |first: char| first.is_ascii_digit() || read_mark(first).is_some();
    let is_other =
        BEGINNINGS.iter().any(|word| name.starts_with(word)) || name.starts_with(is_of_move);
    if is_other || is_own(&name) {
        format!("${name}")
    } else {
        name
    }
}

/// Takes a header that has nothing to do with the start position but for its number, which is `ply`.
pub(in crate::record) fn take_header(
    builder: &mut Builder,
    ply: &mut u32,
    name: &str,
    value: &str,
) {
    // As they will be written.
    let (name, value) = (&*one_line(name), &*one_line(value));
    if let Some(color) = read_player(name) {
        return builder.name(color, value);
    }
    match value.parse() {
        Ok(number) if name == START_PLY => *ply = number,
        _ => {
            let known = HEADERS.iter().find(|(_, kif)| *kif == name);
            builder.header(known.map_or(name, |(csa, _)| csa), value);
        }
    }
}

/// The headers of `record` by name and value, the number of the start's move among them if it is not 1.
pub(in crate::record) fn headers(record: &Record) -> Vec<(String, String)> {
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
pub(in crate::record) fn names(record: &Record) -> [(&'static str, String); 2] {
    Color::all().map(|color| {
        let name = &record.names[color.array_index()];
        (player_name(color), one_line(name))
    })
}

/// Says of each line in turn whether a game begins with it that is not the first.
pub(in crate::record) fn begins_game() -> impl FnMut(&str) -> bool {
    let mut has_moves = false;
    move |line| {
        let text = line.trim();
        let is_table = text.starts_with("手数");
        if has_moves && (is_table || is_head(text)) {
            has_moves = is_table;
            return true;
        }
        let is_move =
            text.starts_with(|first: char| first.is_ascii_digit() || read_mark(first).is_some());
        has_moves |= is_table || is_move || text.starts_with("まで");
        false
    }
}

/// Whether a line is a header or the drawing of a board.
fn is_head(line: &str) -> bool {
    let is_board = line.starts_with("+-") || line.starts_with('|');
    let name = line.split_once(['：', ':']).map(|(name, _)| name.trim());
    let is_header = |name: &str| is_own(name) || HEADERS.iter().any(|(_, kif)| *kif == name);
    is_board || line.starts_with("# KI") || line.starts_with("#KI") || name.is_some_and(is_header)
}
