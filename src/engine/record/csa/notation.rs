//! CSA notation: pieces, squares and moves (`+7776FU`, `-0055KA`), and start positions, which are the even
//! game less some pieces, ranks, or lists of pieces.

use crate::shogi::sfen::Setup;
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Position, Square};

const KINDS: [(&str, PieceKind); 14] = [
    ("FU", PieceKind::Pawn),
    ("KY", PieceKind::Lance),
    ("KE", PieceKind::Knight),
    ("GI", PieceKind::Silver),
    ("KI", PieceKind::Gold),
    ("KA", PieceKind::Bishop),
    ("HI", PieceKind::Rook),
    ("OU", PieceKind::King),
    ("TO", PieceKind::ProPawn),
    ("NY", PieceKind::ProLance),
    ("NK", PieceKind::ProKnight),
    ("NG", PieceKind::ProSilver),
    ("UM", PieceKind::ProBishop),
    ("RY", PieceKind::ProRook),
];

/// The name of `kind`: `FU`.
pub fn kind_name(kind: PieceKind) -> &'static str {
    let found = KINDS.iter().find(|(_, known)| *known == kind);
    found.map_or("", |(name, _)| name)
}

pub fn read_kind(name: &str) -> Option<PieceKind> {
    let found = KINDS.iter().find(|(known, _)| *known == name);
    found.map(|(_, kind)| *kind)
}

/// The sign of a side: `+` for Black, `-` for White.
pub fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

pub fn read_sign(sign: &str) -> Option<Color> {
    match sign {
        "+" => Some(Color::Black),
        "-" => Some(Color::White),
        _ => None,
    }
}

/// What stands for a square where the hand is meant.
pub const HAND: &str = "00";

/// The square with these two digits, file first: `77`.
pub fn read_square(digits: &str) -> Option<Square> {
    let mut digits = digits.chars().map(|char| char.to_digit(10));
    let (file, rank) = (digits.next()??, digits.next()??);
    Square::new(file as u8, rank as u8)
}

/// `mv`, a move of `pos`: `+7776FU`.
pub fn write_move(pos: &Position, mv: Move) -> String {
    let from = mv.from().map_or(0, |from| 10 * from.file() + from.rank());
    let to = mv.to();
    format!(
        "{}{from:02}{}{}{}",
        sign(pos.side()),
        to.file(),
        to.rank(),
        kind_name(pos.placed(mv).piece_kind())
    )
}

/// The move of `pos` that `text` says. Whether it is legal is not asked, only that the side and
/// the piece are those of the position.
pub fn read_move(pos: &Position, text: &str) -> Option<Move> {
    let parts = (text.get(..1)?, text.get(1..3)?, text.get(3..5)?);
    let kind = read_kind(text.get(5..)?)?;
    let to = read_square(parts.2)?;
    if read_sign(parts.0)? != pos.side() {
        return None;
    }
    if parts.1 == HAND {
        return shogi_core::Hand::is_hand_piece(kind).then(|| Move::drop(kind, to));
    }
    let from = read_square(parts.1)?;
    let moved = pos.piece_at(from)?.piece_kind();
    let promotes = moved != kind;
    let fits = from != to && (!promotes || moved.promote() == Some(kind));
    fits.then(|| Move::normal(from, to, promotes))
}

/// The lines that describe `start`, apart from the number of its first move.
pub fn write_start(start: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    if is_even(start) {
        lines.push("PI".to_owned());
    } else {
        lines.extend((1..=9).map(|rank| write_rank(start, rank)));
        let hands = Color::all().map(|color| write_hand(start.hand(color), color));
        lines.extend(hands.into_iter().flatten());
    }
    lines.push(sign(start.side()).to_string());
    lines
}

/// Whether the pieces of `pos` are those of an even game, whoever is to move.
fn is_even(pos: &Position) -> bool {
    let even = Position::default();
    let no_hands = Color::all().map(|color| pos.hand(color).is_empty()) == [true; 2];
    no_hands && Square::all().all(|square| pos.piece_at(square) == even.piece_at(square))
}

fn write_rank(pos: &Position, rank: u8) -> String {
    let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
    let names = squares.map(|square| match pos.piece_at(square) {
        Some(piece) => {
            let (kind, color) = piece.to_parts();
            format!("{}{}", sign(color), kind_name(kind))
        }
        None => " * ".to_owned(),
    });
    let names: String = names.collect();
    format!("P{rank}{names}")
}

/// The line for what `color` holds, if it holds anything.
fn write_hand(hand: Hand, color: Color) -> Option<String> {
    let mut line = format!("P{}", sign(color));
    for (kind, count) in hand.iter() {
        line.push_str(&format!("{HAND}{}", kind_name(kind)).repeat(count as usize));
    }
    (!hand.is_empty()).then_some(line)
}

/// Takes a line (`PI…`, `P1…`, `P+…`, `P-…`) into `setup`; none if it is none.
pub fn read_start(setup: &mut Setup, line: &str) -> Option<()> {
    let rest = line.get(2..)?;
    match line.get(..2)? {
        "PI" => {
            let (side, ply) = (setup.side, setup.ply);
            *setup = Setup::even();
            (setup.side, setup.ply) = (side, ply);
            items(rest)?
                .into_iter()
                .try_for_each(|item| remove(setup, item))
        }
        "P+" => pieces(setup, Color::Black, rest),
        "P-" => pieces(setup, Color::White, rest),
        rank => read_rank(setup, rank.strip_prefix('P')?.parse().ok()?, rest),
    }
}

/// `text` in pieces of four characters.
fn items(text: &str) -> Option<Vec<&str>> {
    let starts = (0..text.len()).step_by(4);
    starts.map(|start| text.get(start..start + 4)).collect()
}

fn remove(setup: &mut Setup, item: &str) -> Option<()> {
    let square = read_square(item.get(..2)?)?;
    let kind = read_kind(item.get(2..)?)?;
    if setup.piece_at(square)?.piece_kind() != kind {
        return None;
    }
    setup.put(square, None);
    Some(())
}

fn pieces(setup: &mut Setup, color: Color, text: &str) -> Option<()> {
    for item in items(text)? {
        if item == "00AL" {
            setup.hold_rest(color);
            continue;
        }
        let (place, kind) = (item.get(..2)?, read_kind(item.get(2..)?)?);
        if place == HAND {
            setup.hold(color, kind, 1).then_some(())?;
        } else {
            setup.put(read_square(place)?, Some(Piece::new(kind, color)));
        }
    }
    Some(())
}

/// Nine squares, `+FU`, `-FU` or ` * `; blanks may have been lost at the end and between stars,
/// and dots and the like added, by mail and web pages.
fn read_rank(setup: &mut Setup, rank: u8, text: &str) -> Option<()> {
    let mut rest = text;
    for file in (1..=9).rev() {
        rest = rest.trim_start();
        let square = Square::new(file, rank)?;
        if let Some(after) = rest.strip_prefix('*') {
            rest = after;
            continue;
        }
        let color = read_sign(rest.get(..1)?)?;
        let kind = read_kind(rest.get(1..3)?)?;
        setup.put(square, Some(Piece::new(kind, color)));
        rest = rest.get(3..)?;
    }
    rest.trim_matches(['.', ' ']).is_empty().then_some(())
}
