//! Positions as text: SFEN, both directions, and a board for people.
//!
//! Reading is tolerant of white space and of a missing move number, and strict on content: what
//! comes back as a position has at most one king a side and no more pieces than a set, no second
//! pawn on a file, no piece without a further move, and no king that could be taken at once.
//! Every refusal names the token at fault and says what was expected, in one line. No text makes
//! this module panic.

use super::checks::attackers;
use super::geometry::file_of;
use super::movegen::dead_ends;
pub use super::moves::{MoveSyntaxError, parse_move, parse_square};
use super::pieces::{Class, HAND_KINDS, unpromoted};
use super::position::Position;
use shogi_core::{Color, Hand, Piece, PieceKind, Square, ToUsi};
use std::fmt;

/// The start position of an even game.
pub const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The highest move number that is read.
pub const MAX_MOVE_NUMBER: u32 = 65_535;

/// A piece of text as error messages show it: in back quotes, on one line, not too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    const MAX_CHARS: usize = 60;

    /// `text` as it shall be shown.
    pub fn new(text: &str) -> Self {
        let mut shown: String = text.chars().take(Self::MAX_CHARS).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self(shown.escape_debug().to_string())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SfenError {
    /// The text ends before this field.
    #[error("missing field: {0}; expected `BOARD SIDE HANDS [MOVE-NUMBER]`")]
    Missing(&'static str),
    /// The text goes on after the move number.
    #[error("unexpected {0} after the move number; expected nothing more")]
    Extra(Token),
    /// The board has not nine ranks but so many.
    #[error("board {0} has {1} ranks; expected 9, separated by `/`")]
    RankCount(Token, usize),
    /// A rank has not nine squares but so many.
    #[error("rank {0} of the board has {1} squares; expected 9")]
    RankLength(Token, usize),
    /// Something in a rank, which comes second, is neither a piece nor a number of empty squares.
    #[error(
        "unexpected {0} in rank {1} of the board; expected one of PLNSGBRKplnsgbrk, \
         `+` before one of PLNSBRplnsbr, or 1-9 empty squares"
    )]
    Symbol(Token, Token),
    /// The side to move is neither Black nor White.
    #[error("unexpected side to move {0}; expected `b` or `w`")]
    Side(Token),
    /// Something in the hands, which come second, is not a count and a piece.
    #[error(
        "unexpected {0} in hands {1}; expected `-`, or pieces of RBGSNLPrbgsnlp, \
         each once, with a count before it if there are several"
    )]
    Hands(Token, Token),
    /// The move number is not a number in range.
    #[error("unexpected move number {0}; expected a whole number from 1 to {MAX_MOVE_NUMBER}")]
    MoveNumber(Token),
    /// One side has two kings.
    #[error("second king {0} on the board; expected at most one `K` and one `k`")]
    Kings(Token),
    /// There are more pieces of the kind with this letter than in a set.
    #[error("{found} pieces of kind {kind} on the board and in hand; expected at most {limit}")]
    TooMany {
        /// The letter of the kind.
        kind: Token,
        /// How many there are at least.
        found: u32,
        /// How many a set has.
        limit: u32,
    },
    /// Two unpromoted pawns of one side, with this letter, stand on one file (nifu).
    #[error("second unpromoted pawn {0} on file {1}; expected at most one a side (nifu)")]
    Nifu(Token, u8),
    /// A pawn, lance or knight stands on a square where it has no further move.
    #[error("{0} on {1} could never move; expected it promoted or further back")]
    DeadEnd(Token, Token),
    /// The king of the side that is not to move could be taken on its square.
    #[error(
        "king {0} on {1} could be taken at once; expected the side that is not to move to be out \
         of check"
    )]
    CapturableKing(Token, Token),
}

impl Default for Position {
    /// The start position of an even game.
    fn default() -> Self {
        parse(STARTPOS).unwrap_or_else(|_| Self::empty(Color::Black, 1))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", write(self))
    }
}

/// Reads a position: board, side to move, hands and, if it is there, the move number (else 1).
///
/// # Errors
/// See [`SfenError`]: the first thing at fault, fields before the rules between them.
pub fn parse(text: &str) -> Result<Position, SfenError> {
    let mut fields = text.split_whitespace();
    let mut field = |name| fields.next().ok_or(SfenError::Missing(name));
    let (board, side, hands) = (field("board")?, field("side to move")?, field("hands")?);
    let (number, extra) = (fields.next(), fields.next());
    if let Some(extra) = extra {
        return Err(SfenError::Extra(Token::new(extra)));
    }
    let ply = number.map_or(Ok(1), parse_move_number)?;
    let mut reader = Reader {
        pos: Position::empty(parse_side(side)?, ply),
        counts: [0; KIND_SLOTS],
    };
    reader.board(board)?;
    reader.hands(hands)?;
    check_pawns(&reader.pos)?;
    check_kings(&reader.pos)?;
    Ok(reader.pos)
}

fn parse_side(text: &str) -> Result<Color, SfenError> {
    match text {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        _ => Err(SfenError::Side(Token::new(text))),
    }
}

fn parse_move_number(text: &str) -> Result<u32, SfenError> {
    let number: Option<u32> = text.parse().ok().filter(|_| !text.starts_with('+'));
    number
        .filter(|&number| number <= MAX_MOVE_NUMBER)
        // Some interfaces count from 0.
        .map(|number| number.max(1))
        .ok_or_else(|| SfenError::MoveNumber(Token::new(text)))
}

const KIND_SLOTS: usize = PieceKind::King as usize + 1;

/// A position being put together, with the number of pieces so far by unpromoted kind.
struct Reader {
    pos: Position,
    counts: [u32; KIND_SLOTS],
}

impl Reader {
    fn board(&mut self, text: &str) -> Result<(), SfenError> {
        let found = text.split('/').count();
        if found != 9 {
            let board = Token::new(text);
            return Err(SfenError::RankCount(board, found));
        }
        (1..=9)
            .zip(text.split('/'))
            .try_for_each(|(rank, text)| self.rank(rank, text))
    }

    fn rank(&mut self, rank: u8, text: &str) -> Result<(), SfenError> {
        let mut squares = 0;
        let mut rest = text;
        while !rest.is_empty() {
            let (plus, letter, after) = next_item(rest, |c| c == '+');
            let symbol = &rest[..rest.len() - after.len()];
            rest = after;
            if let ("", Some(empty @ 1..)) = (plus, letter.and_then(|c| c.to_digit(10))) {
                squares += empty as usize;
                continue;
            }
            let piece = match (plus, letter.and_then(piece_of)) {
                ("", piece) => piece,
                ("+", piece) => piece.and_then(Piece::promote),
                _ => None,
            };
            let refuse = || SfenError::Symbol(Token::new(symbol), Token::new(text));
            let piece = piece.ok_or_else(refuse)?;
            if let Some(square) = Square::new(9 - squares.min(9) as u8, rank) {
                self.put(piece, square)?;
            }
            squares += 1;
        }
        if squares == 9 {
            return Ok(());
        }
        Err(SfenError::RankLength(Token::new(text), squares))
    }

    fn put(&mut self, piece: Piece, square: Square) -> Result<(), SfenError> {
        let (kind, color) = piece.to_parts();
        let name = || Token::new(&piece_name(piece));
        if kind == PieceKind::King && self.pos.king(color).is_some() {
            return Err(SfenError::Kings(name()));
        }
        if dead_ends(kind, color).contains(square) {
            return Err(SfenError::DeadEnd(
                name(),
                Token::new(&square.to_usi_owned()),
            ));
        }
        self.count(kind, 1)?;
        self.pos.put(piece, square);
        Ok(())
    }

    fn hands(&mut self, text: &str) -> Result<(), SfenError> {
        if text == "-" {
            return Ok(());
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (number, letter, after) = next_item(rest, |c| c.is_ascii_digit());
            let symbol = &rest[..rest.len() - after.len()];
            let refuse = || SfenError::Hands(Token::new(symbol), Token::new(text));
            let (kind, color, count) = self.hand_item(number, letter).ok_or_else(refuse)?;
            self.count(kind, count)?;
            (0..count).for_each(|_| self.pos.hand_mut(color).add(kind));
            rest = after;
        }
        Ok(())
    }

    /// What a number (empty for 1) and a letter add to the hands; none if they are not an item of
    /// the hands or the kind has had its turn.
    fn hand_item(&self, number: &str, letter: Option<char>) -> Option<(PieceKind, Color, u32)> {
        let (kind, color) = letter.and_then(piece_of)?.to_parts();
        let count = match number {
            "" => 1,
            _ if number.starts_with('0') => return None,
            _ => number.parse().ok()?,
        };
        let first = Hand::is_hand_piece(kind) && !self.pos.hand(color).has(kind);
        first.then_some((kind, color, count))
    }

    /// Takes `count` more pieces of `kind` into account.
    fn count(&mut self, kind: PieceKind, count: u32) -> Result<(), SfenError> {
        let kind = unpromoted(kind);
        let (limit, counted) = (full_set(kind), &mut self.counts[kind as usize]);
        *counted = counted.saturating_add(count);
        if *counted <= limit {
            return Ok(());
        }
        Err(SfenError::TooMany {
            kind: Token::new(&kind.to_usi_owned()),
            found: *counted,
            limit,
        })
    }
}

/// Splits off the first item of `text`: the leading characters that are `in_prefix`, and the one
/// character after them. Returns both and what follows.
fn next_item(text: &str, in_prefix: impl Fn(char) -> bool) -> (&str, Option<char>, &str) {
    let rest = text.trim_start_matches(in_prefix);
    let prefix = &text[..text.len() - rest.len()];
    let mut chars = rest.chars();
    (prefix, chars.next(), chars.as_str())
}

/// How many pieces of the unpromoted `kind` a set has.
const fn full_set(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Pawn => 18,
        PieceKind::Rook | PieceKind::Bishop | PieceKind::King => 2,
        _ => 4,
    }
}

/// The unpromoted piece that SFEN writes as `letter`.
pub(super) fn piece_of(letter: char) -> Option<Piece> {
    let place = "PLNSGBRK".find(letter.to_ascii_uppercase())?;
    let kind = PieceKind::from_u8(place as u8 + 1)?;
    let color = if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    };
    Some(Piece::new(kind, color))
}

/// `piece` as SFEN writes it.
pub fn piece_name(piece: Piece) -> String {
    piece.to_usi_owned()
}

fn check_pawns(pos: &Position) -> Result<(), SfenError> {
    for color in Color::all() {
        let pawns = pos.pieces(color, Class::Pawn);
        if let Some(square) = pawns
            .into_iter()
            .find(|&pawn| (pawns & file_of(pawn)).many())
        {
            let pawn = piece_name(Piece::new(PieceKind::Pawn, color));
            return Err(SfenError::Nifu(Token::new(&pawn), square.file()));
        }
    }
    Ok(())
}

fn check_kings(pos: &Position) -> Result<(), SfenError> {
    let waiting = pos.side().flip();
    match pos.king(waiting) {
        Some(king) if attackers(pos, king, pos.side(), pos.occupied()).any() => {
            let name = Token::new(&piece_name(Piece::new(PieceKind::King, waiting)));
            Err(SfenError::CapturableKing(
                name,
                Token::new(&king.to_usi_owned()),
            ))
        }
        _ => Ok(()),
    }
}

/// Writes `pos` as canonical SFEN: hands in the order RBGSNLP, Black's first, move number always.
pub fn write(pos: &Position) -> String {
    let mut setup = Setup::of(pos);
    setup.ply = setup.ply.min(MAX_MOVE_NUMBER);
    setup.to_string()
}

/// What makes a position, be it allowed by the rules or not: pieces on the board and in hand, the side to move,
/// and the number of the first move. Written as SFEN.
pub(crate) struct Setup {
    board: [Option<Piece>; 81],
    /// By `PieceKind as usize`.
    hands: [[u32; KIND_SLOTS]; 2],
    pub side: Color,
    pub ply: u32,
}

impl Setup {
    /// Nothing, with Black to move.
    pub fn empty() -> Self {
        Self {
            board: [None; 81],
            hands: [[0; KIND_SLOTS]; 2],
            side: Color::Black,
            ply: 1,
        }
    }

    /// The start of an even game.
    pub fn even() -> Self {
        Self::of(&Position::default())
    }

    /// The same as `pos`.
    pub fn of(pos: &Position) -> Self {
        let mut setup = Self::empty();
        for square in Square::all() {
            setup.put(square, pos.piece_at(square));
        }
        for color in Color::all() {
            for (kind, count) in pos.hand(color).iter() {
                setup.hold(color, kind, count);
            }
        }
        setup.side = pos.side();
        setup.ply = pos.ply();
        setup
    }

    /// Nothing is on the board any more.
    pub fn clear_board(&mut self) {
        self.board = [None; 81];
    }

    /// What stands on `square` from now on.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.array_index()] = piece;
    }

    /// What stands on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.array_index()]
    }

    /// `count` more of `kind` in the hand of `color`; false if it cannot be held.
    pub fn hold(&mut self, color: Color, kind: PieceKind, count: u32) -> bool {
        let can_be_held = Hand::is_hand_piece(kind);
        if can_be_held {
            let held = &mut self.hands[color.array_index()][kind as usize];
            *held = held.saturating_add(count);
        }
        can_be_held
    }

    /// Every piece of a set that is nowhere yet, into the hand of `color`.
    pub fn hold_rest(&mut self, color: Color) {
        for kind in HAND_KINDS {
            let placed = self.board.iter().flatten();
            let placed = placed.filter(|piece| unpromoted(piece.piece_kind()) == kind);
            let held: u32 = self.hands.iter().map(|hand| hand[kind as usize]).sum();
            let known = placed.count() as u32 + held;
            self.hold(color, kind, full_set(kind).saturating_sub(known));
        }
    }

    /// The position.
    ///
    /// # Errors
    /// If the rules do not allow it as one.
    pub fn finish(&self) -> Result<Position, SfenError> {
        parse(&self.to_string())
    }

    fn rank(&self, rank: u8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in (1..=9).rev() {
            match Square::new(file, rank).and_then(|square| self.piece_at(square)) {
                Some(piece) => {
                    flush_empty(&mut text, &mut empty);
                    text += &piece_name(piece);
                }
                None => empty += 1,
            }
        }
        flush_empty(&mut text, &mut empty);
        text
    }

    fn hands(&self) -> String {
        let mut text = String::new();
        for color in Color::all() {
            for kind in HAND_KINDS {
                let count = self.hands[color.array_index()][kind as usize];
                if count > 1 {
                    text += &count.to_string();
                }
                if count > 0 {
                    text += &piece_name(Piece::new(kind, color));
                }
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks: Vec<String> = (1..=9).map(|rank| self.rank(rank)).collect();
        let (side, hands) = (self.side.to_usi_owned(), self.hands());
        write!(f, "{} {side} {hands} {}", ranks.join("/"), self.ply)
    }
}

/// Appends the number of empty squares passed, if any, and starts again.
fn flush_empty(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *text += &empty.to_string();
        *empty = 0;
    }
}

/// The piece with the name `text`, as [`piece_name`] writes it.
pub fn parse_piece(text: &str) -> Option<Piece> {
    let (plus, letter) = match text.strip_prefix('+') {
        Some(letter) => (true, letter),
        None => (false, text),
    };
    let mut letters = letter.chars();
    let piece = piece_of(letters.next()?).filter(|_| letters.next().is_none())?;
    if plus { piece.promote() } else { Some(piece) }
}

/// Draws a position with USI's letters (Black upper case, `+` for promoted) in twelve lines.
pub struct Diagram<'a>(pub &'a Position);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pos = self.0;
        writeln!(f, "White in hand:{}", held(pos, Color::White))?;
        writeln!(f, "  9  8  7  6  5  4  3  2  1")?;
        for rank in 1..=9 {
            for file in (1..=9).rev() {
                let piece = Square::new(file, rank).and_then(|square| pos.piece_at(square));
                let name = piece.map_or_else(|| ".".to_owned(), piece_name);
                write!(f, "{name:>3}")?;
            }
            writeln!(f, "  {}", char::from(b'a' + rank - 1))?;
        }
        writeln!(f, "Black in hand:{}", held(pos, Color::Black))?;
        let side = match pos.side() {
            Color::Black => "Black",
            Color::White => "White",
        };
        write!(f, "{side} to move, move {}", pos.ply())
    }
}

fn held(pos: &Position, color: Color) -> String {
    let hand = pos.hand(color);
    if hand.is_empty() {
        return " nothing".to_owned();
    }
    let names: Vec<_> = hand
        .iter()
        .map(|(kind, count)| format!("{}{count}", kind.to_usi_owned()))
        .collect();
    format!(" {}", names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_drawn_from_blacks_side() {
        let text = "4k4/9/9/9/9/9/9/9/+R3K4 w 2Pb 7";
        let drawn = Diagram(&parse(text).unwrap()).to_string();
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines[0], "White in hand: B1");
        assert_eq!(lines[2], "  .  .  .  .  k  .  .  .  .  a");
        assert_eq!(lines[10], " +R  .  .  .  K  .  .  .  .  i");
        assert_eq!(lines[11..], ["Black in hand: P2", "White to move, move 7"]);
    }
}
