//! Pieces, squares and moves in KIF notation: `７六歩(77)`, `同　角成(88)`, `５五桂打`.

use crate::shogi::{Move, PieceKind, Position, Square};

/// Kinds by the names they have in moves, those that are written first; longer before shorter.
const KINDS: [(&str, PieceKind); 19] = [
    ("成香", PieceKind::ProLance),
    ("成桂", PieceKind::ProKnight),
    ("成銀", PieceKind::ProSilver),
    ("歩", PieceKind::Pawn),
    ("香", PieceKind::Lance),
    ("桂", PieceKind::Knight),
    ("銀", PieceKind::Silver),
    ("金", PieceKind::Gold),
    ("角", PieceKind::Bishop),
    ("飛", PieceKind::Rook),
    ("玉", PieceKind::King),
    ("と", PieceKind::ProPawn),
    ("馬", PieceKind::ProBishop),
    ("龍", PieceKind::ProRook),
    ("杏", PieceKind::ProLance),
    ("圭", PieceKind::ProKnight),
    ("全", PieceKind::ProSilver),
    ("王", PieceKind::King),
    ("竜", PieceKind::ProRook),
];

const FILES: &str = "１２３４５６７８９";
const RANKS: &str = "一二三四五六七八九";

/// The name of `kind` in moves: `成桂`.
pub fn kind_name(kind: PieceKind) -> &'static str {
    let found = KINDS.iter().find(|(_, known)| *known == kind);
    found.map_or("", |(name, _)| name)
}

/// The kind that `text` begins with, and the rest of the text.
pub fn read_kind(text: &str) -> Option<(PieceKind, &str)> {
    let mut found = KINDS
        .iter()
        .filter_map(|(name, kind)| Some((*kind, text.strip_prefix(name)?)));
    found.next()
}

/// The `number`th of `digits`, counted from 1.
fn nth(digits: &str, number: u8) -> char {
    let index = usize::from(number).saturating_sub(1);
    digits.chars().nth(index).unwrap_or(' ')
}

/// A file, 1–9, as it stands in moves.
pub fn file_name(file: u8) -> char {
    nth(FILES, file)
}

/// A rank, 1–9, as it stands in moves.
pub fn rank_name(rank: u8) -> char {
    nth(RANKS, rank)
}

/// A digit from 1 to 9 in any of the three ways in which records have them.
pub fn read_digit(digit: char) -> Option<u8> {
    let among = |digits: &str| digits.chars().position(|known| known == digit);
    let index = among("123456789")
        .or_else(|| among(FILES))
        .or_else(|| among(RANKS))?;
    Some(index as u8 + 1)
}

/// `mv`, a move of `pos`, where the move before went to `last`.
pub fn write_move(pos: &Position, mv: Move, last: Option<Square>) -> String {
    let manner = match mv.from() {
        Some(_) if mv.is_promotion() => "成",
        Some(_) => "",
        None => "打",
    };
    let name = format!("{}{manner}", write_piece(pos, mv, last));
    match mv.from() {
        Some(from) => format!("{name}({}{})", from.file(), from.rank()),
        None => name,
    }
}

/// Where `mv`, a move of `pos`, goes and with what: `７六歩`, `同　角`.
pub fn write_piece(pos: &Position, mv: Move, last: Option<Square>) -> String {
    let to = mv.to();
    let place = if last == Some(to) {
        "同　".to_owned()
    } else {
        [file_name(to.file()), rank_name(to.rank())]
            .iter()
            .collect()
    };
    format!("{place}{}", kind_name(pos.moved_kind(mv)))
}

/// The move of `pos` that `text` begins with, and the rest of the text; `last` is where the move
/// before went. Whether the move is legal is not asked, only that the piece is there.
pub fn read_move<'a>(
    pos: &Position,
    last: Option<Square>,
    text: &'a str,
) -> Option<(Move, &'a str)> {
    let (to, kind, rest) = read_piece(last, text)?;
    let rest = rest.trim_start_matches('　');
    if let Some(rest) = rest.strip_prefix('打') {
        let can_be_held = kind != PieceKind::King && kind.unpromote().is_none();
        return can_be_held.then(|| (Move::drop(kind, to), rest));
    }
    let (promotes, rest) = match rest.strip_prefix('成') {
        Some(rest) => (true, rest),
        None => (false, rest.strip_prefix("不成").unwrap_or(rest)),
    };
    let (from, rest) = rest.strip_prefix('(')?.split_once(')')?;
    let (from, nothing) = read_square(from)?;
    let is_there = pos.piece_at(from)?.piece_kind() == kind;
    let fits = is_there && from != to && nothing.is_empty();
    fits.then(|| (Move::normal(from, to, promotes), rest))
}

/// Whether `word` begins as a move does, though it need not be one.
pub fn is_like_a_move(word: &str) -> bool {
    match word.strip_prefix('同') {
        Some(rest) => rest.is_empty() || read_kind(rest).is_some(),
        None => read_square(word).is_some(),
    }
}

/// Where the move that `text` begins with goes and with what, and the rest of the text.
pub fn read_piece(last: Option<Square>, text: &str) -> Option<(Square, PieceKind, &str)> {
    let (to, rest) = read_destination(last, text)?;
    let (kind, rest) = read_kind(rest)?;
    Some((to, kind, rest))
}

fn read_destination(last: Option<Square>, text: &str) -> Option<(Square, &str)> {
    match text.strip_prefix('同') {
        Some(rest) => Some((last?, rest.trim_start_matches(['　', ' ']))),
        None => read_square(text),
    }
}

/// The square that `text` begins with, file first, and the rest of the text.
fn read_square(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let (file, rank) = (read_digit(chars.next()?)?, read_digit(chars.next()?)?);
    Some((Square::new(file, rank)?, chars.as_str()))
}
