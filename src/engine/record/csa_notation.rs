//! Pieces, squares and moves in CSA notation: `+7776FU`, `-0055KA`.

use crate::shogi::promotion::unpromoted;
use crate::shogi::{Color, Move, PieceKind, Position, Square};

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

/// The kind called `name`.
pub fn read_kind(name: &str) -> Option<PieceKind> {
    let found = KINDS.iter().find(|(known, _)| *known == name);
    found.map(|(_, kind)| *kind)
}

/// Whether `kind` can be in a hand.
pub fn can_be_held(kind: PieceKind) -> bool {
    unpromoted(kind) == kind && kind != PieceKind::King
}

/// The sign of a side: `+` for Black, `-` for White.
pub fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// The side with this sign.
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
        return can_be_held(kind).then(|| Move::drop(kind, to));
    }
    let from = read_square(parts.1)?;
    let moved = pos.piece_at(from)?.piece_kind();
    let promotes = moved != kind;
    let fits = from != to && (!promotes || moved.promote() == Some(kind));
    fits.then(|| Move::normal(from, to, promotes))
}
