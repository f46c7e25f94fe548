//! Pieces, squares and moves in KIF notation, `７六歩(77)`, `同　角成(88)`, `５五桂打`, and moves as they are
//! printed and as KI2 has them: `７六歩`, `同　角成`, `５八金右`, `４四銀左上`.
//!
//! Where several pieces of a kind can go to a square, printed words say which is meant: how it goes (up, level,
//! back, straight up), then from where (the leftmost or the rightmost of those left). What must hold: reading finds
//! the very move that was written.

use crate::shogi::checks::attackers;
use crate::shogi::movegen::is_legal;
use crate::shogi::pieces::may_promote;
use crate::shogi::{Checks, Color, Move, PieceKind, Position, Square};
use std::cmp::Ordering;

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
fn write_piece(pos: &Position, mv: Move, last: Option<Square>) -> String {
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
        return shogi_core::Hand::is_hand_piece(kind).then(|| (Move::drop(kind, to), rest));
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
fn read_piece(last: Option<Square>, text: &str) -> Option<(Square, PieceKind, &str)> {
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (last?, rest.trim_start_matches(['　', ' '])),
        None => read_square(text)?,
    };
    let (kind, rest) = read_kind(rest)?;
    Some((to, kind, rest))
}

/// The square that `text` begins with, file first, and the rest of the text.
fn read_square(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let (file, rank) = (read_digit(chars.next()?)?, read_digit(chars.next()?)?);
    Some((Square::new(file, rank)?, chars.as_str()))
}

/// A word that says which piece moves, in the order in which they narrow down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Word {
    Up,
    Level,
    Back,
    Straight,
    Left,
    Right,
}

use Word::{Back, Left, Level, Right, Straight, Up};

/// How words are written; the last two are read only.
const WORDS: [(char, Word); 8] = [
    ('上', Up),
    ('寄', Level),
    ('引', Back),
    ('直', Straight),
    ('左', Left),
    ('右', Right),
    ('行', Up),
    ('入', Up),
];

/// The words that are tried to say which piece moves, in this order.
const CHOICES: [&[Word]; 13] = [
    &[],
    &[Up],
    &[Level],
    &[Back],
    &[Straight],
    &[Left],
    &[Right],
    &[Left, Up],
    &[Left, Level],
    &[Left, Back],
    &[Right, Up],
    &[Right, Level],
    &[Right, Back],
];

/// Pieces of a kind that go to a square.
struct Movers<'a> {
    pos: &'a Position,
    kind: PieceKind,
    to: Square,
}

impl Movers<'_> {
    /// Where they stand, pinned ones among them.
    fn squares(&self) -> Vec<Square> {
        let attackers = attackers(self.pos, self.to, self.pos.side(), self.pos.occupied());
        let is_one = |square: &Square| {
            let piece = self.pos.piece_at(*square);
            piece.is_some_and(|piece| piece.piece_kind() == self.kind)
        };
        attackers.into_iter().filter(is_one).collect()
    }

    /// Those of `squares` that `words`, in their order, leave.
    fn narrowed(&self, mut squares: Vec<Square>, words: &[Word]) -> Vec<Square> {
        let mut words = words.to_vec();
        words.sort_unstable();
        for word in words {
            let rightmost = squares.iter().map(|&from| self.rightness(from)).max();
            let leftmost = squares.iter().map(|&from| self.rightness(from)).min();
            squares.retain(|&from| match word {
                Up => self.advance(from) == Ordering::Greater,
                Level => self.advance(from) == Ordering::Equal,
                Back => self.advance(from) == Ordering::Less,
                Straight => self.is_straight(from),
                Left => Some(self.rightness(from)) == leftmost,
                Right => Some(self.rightness(from)) == rightmost,
            });
        }
        squares
    }

    /// Whether the piece on `from` goes up the board, stays level, or goes back.
    fn advance(&self, from: Square) -> Ordering {
        match self.pos.side() {
            Color::Black => from.rank().cmp(&self.to.rank()),
            Color::White => self.to.rank().cmp(&from.rank()),
        }
    }

    fn is_straight(&self, from: Square) -> bool {
        use PieceKind::{Bishop, ProBishop, ProRook, Rook};
        let slides = matches!(self.kind, Rook | Bishop | ProRook | ProBishop);
        !slides && from.file() == self.to.file() && self.advance(from) == Ordering::Greater
    }

    /// How far to the right of its player the square is.
    fn rightness(&self, from: Square) -> u8 {
        match self.pos.side() {
            Color::Black => 10 - from.file(),
            Color::White => from.file(),
        }
    }
}

/// The printed name of `mv`, a move of `pos`, where the move before went to `last`.
pub fn move_name(pos: &Position, mv: Move, last: Option<Square>) -> String {
    let (kind, to) = (pos.moved_kind(mv), mv.to());
    let movers = Movers { pos, kind, to };
    let squares = movers.squares();
    let mut name = write_piece(pos, mv, last);
    let Some(from) = mv.from() else {
        if !squares.is_empty() {
            name.push('打');
        }
        return name;
    };
    let is_clear = |words: &&&[Word]| movers.narrowed(squares.clone(), words) == [from];
    let words = CHOICES.iter().find(is_clear).copied().unwrap_or_default();
    name.extend(words.iter().filter_map(|&word| character(word)));
    if mv.is_promotion() {
        name.push('成');
    } else if may_promote(kind, pos.side(), from, to) {
        name.push_str("不成");
    }
    name
}

fn character(word: Word) -> Option<char> {
    let found = WORDS.iter().find(|(_, known)| *known == word);
    found.map(|(character, _)| *character)
}

/// The move of `pos` whose printed name `text` begins with, and the rest of the text; `last` is where the move
/// before went. None if no piece, or no single one, can be meant. A move that is not legal is
/// found if it is the only one that fits.
pub fn read_name<'a>(
    pos: &Position,
    last: Option<Square>,
    text: &'a str,
) -> Option<(Move, &'a str)> {
    let (to, kind, rest) = read_piece(last, text)?;
    let (words, rest) = read_words(rest);
    let movers = Movers { pos, kind, to };
    let (drops, rest) = strip(rest, &["打"]);
    let squares = movers.squares();
    if drops || squares.is_empty() {
        return (shogi_core::Hand::is_hand_piece(kind) && words.is_empty())
            .then(|| (Move::drop(kind, to), rest));
    }
    let (stays, rest) = strip(rest, &["不成", "生"]);
    let (promotes, rest) = if stays {
        (false, rest)
    } else {
        strip(rest, &["成"])
    };
    let squares = movers.narrowed(squares, &words).into_iter();
    let moves: Vec<_> = squares
        .map(|from| Move::normal(from, to, promotes))
        .collect();
    Some((the_one(pos, &moves)?, rest))
}

/// The words that `text` begins with, and the rest of the text.
fn read_words(mut text: &str) -> (Vec<Word>, &str) {
    let mut words = Vec::new();
    let mut chars = text.chars();
    while let Some(word) = chars.next().and_then(read_word) {
        words.push(word);
        text = chars.as_str();
    }
    (words, text)
}

fn read_word(character: char) -> Option<Word> {
    let found = WORDS.iter().find(|(known, _)| *known == character);
    found.map(|(_, word)| *word)
}

/// Whether `text` begins with one of `words`, and the rest of the text.
fn strip<'a>(text: &'a str, words: &[&str]) -> (bool, &'a str) {
    let mut rests = words.iter().filter_map(|word| text.strip_prefix(word));
    rests.next().map_or((false, text), |rest| (true, rest))
}

/// The only one of `moves`, or the only one that is legal.
fn the_one(pos: &Position, moves: &[Move]) -> Option<Move> {
    if let [mv] = moves {
        return Some(*mv);
    }
    let checks = Checks::of(pos);
    let mut legal = moves.iter().filter(|&&mv| is_legal(pos, &checks, mv));
    let first = legal.next().copied();
    first.filter(|_| legal.next().is_none())
}
