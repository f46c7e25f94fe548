//! Moves in any notation, as people type them: in USI notation (`7g7f`), as records have them (`７六歩(77)`, `76歩`,
//! `+7776FU`), and in western notation (`P7f` or `P-7f`, `Bx3c+`, `N*5e`, `G6i7h`). And as people like to read them
//! ([`Notation`]).
//!
//! What must hold: what is read is a legal move, and the only legal one that the text can mean; and what is
//! written in a notation is read back as that move.

use super::csa;
use super::kif::{self, read_move as read_kif, read_name};
use crate::shogi::game::Game;
use crate::shogi::movegen::is_legal;
use crate::shogi::pieces::may_promote;
use crate::shogi::{Checks, Color, Move, Piece, PieceKind, Position, Square, ToUsi, movegen, sfen};
use thiserror::Error;

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// As the protocol does: `7g7f`, `8h2b+`, `P*5e`.
    Usi,
    /// Piece and square: `P7f`, `Bx2b+`, `P*5e`; with the square it comes from where that is needed, `G4i5h`; and
    /// with `=` where a piece could promote and does not.
    Western,
    /// As it is printed in Japan: `７六歩`, `２二角成`, `５五歩打`, `５八金右`.
    Japanese,
}

impl Notation {
    /// `mv`, a legal move of `pos`; the move before went to `last`.
    pub fn name(self, pos: &Position, mv: Move, last: Option<Square>) -> String {
        match self {
            Self::Usi => mv.to_string(),
            Self::Western => western_name(pos, mv),
            Self::Japanese => kif::move_name(pos, mv, last),
        }
    }

    /// The moves of `line` from `pos` on, in Japanese each after the mark of its side; the move before went to
    /// `last`.
    pub fn line(self, pos: &Position, last: Option<Square>, line: &[Move]) -> Vec<String> {
        if self == Self::Japanese {
            return kif::line_names(pos, last, line);
        }
        let mut pos = pos.clone();
        let name = |&mv: &Move| {
            let name = self.name(&pos, mv, None);
            let _ = pos.do_move(mv);
            name
        };
        line.iter().map(name).collect()
    }
}

/// `mv`, a legal move of `pos`, in western notation.
fn western_name(pos: &Position, mv: Move) -> String {
    let (kind, to) = (pos.moved_kind(mv), mv.to());
    let piece = sfen::piece_name(Piece::new(kind, Color::Black));
    let goal = to.to_usi_owned();
    let Some(from) = mv.from() else {
        return format!("{piece}*{goal}");
    };
    let legal = movegen::legal_moves(pos);
    let is_other = |it: &Move| {
        it.to() == to && it.from().is_some_and(|it| it != from) && pos.moved_kind(*it) == kind
    };
    let origin = if legal.iter().any(is_other) {
        from.to_usi_owned()
    } else {
        String::new()
    };
    let takes = if pos.piece_at(to).is_some() { "x" } else { "" };
    let promotion = match mv.is_promotion() {
        true => "+",
        false if may_promote(kind, pos.side(), from, to) => "=",
        false => "",
    };
    format!("{piece}{origin}{takes}{goal}{promotion}")
}

/// Why a text is no move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It is written like no move, or names a piece that cannot go there.
    #[error("`{0}` is no move here; expected one such as 7g7f, 76歩 or P7f")]
    Unknown(String),
    /// It can mean several moves.
    #[error("`{text}` can be {moves}; expected one of them")]
    Ambiguous {
        /// The text.
        text: String,
        /// What it can mean, in USI notation.
        moves: String,
    },
    /// It is a move that the rules do not allow.
    #[error("{0} is not legal here; expected a legal move")]
    Illegal(Move),
}

/// The move of the side to move in `game` that `text` means.
///
/// # Errors
/// If it means none, several, or one that is not legal.
pub fn read_move(game: &Game, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let pos = game.position();
    let last = game.moves().last().map(|mv| mv.to());
    let usi = sfen::parse_move(text).ok();
    let found = usi
        .or_else(|| japanese(pos, last, text))
        .or_else(|| csa(pos, text));
    if let Some(mv) = found {
        let legal = is_legal(pos, &Checks::of(pos), mv);
        return legal.then_some(mv).ok_or(MoveError::Illegal(mv));
    }
    let candidates = western(pos, text);
    match candidates[..] {
        [] => Err(MoveError::Unknown(text.to_owned())),
        [mv] => Ok(mv),
        _ => {
            let moves: Vec<_> = candidates.iter().map(Move::to_string).collect();
            Err(MoveError::Ambiguous {
                text: text.to_owned(),
                moves: moves.join(" or "),
            })
        }
    }
}

/// As KIF or KI2 has it, with or without the mark of the side.
fn japanese(pos: &Position, last: Option<Square>, text: &str) -> Option<Move> {
    let text = text.trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖']);
    let read = read_kif(pos, last, text).or_else(|| read_name(pos, last, text));
    read.and_then(|(mv, rest)| rest.trim().is_empty().then_some(mv))
}

/// As CSA has it, with or without the sign of the side.
fn csa(pos: &Position, text: &str) -> Option<Move> {
    let text = text.to_ascii_uppercase();
    let sign = csa::notation::sign(pos.side());
    csa::notation::read_move(pos, &text)
        .or_else(|| csa::notation::read_move(pos, &format!("{sign}{text}")))
}

/// What a move in western notation says.
struct Western {
    kind: PieceKind,
    from: Option<Square>,
    to: Square,
    /// Whether it says that the piece is dropped.
    drops: bool,
    /// Whether it says that the piece promotes, or that it does not.
    promotes: Option<bool>,
}

/// The legal moves that `text` can mean in western notation.
fn western(pos: &Position, text: &str) -> Vec<Move> {
    let Some(wanted) = Western::read(text) else {
        return Vec::new();
    };
    let legal = movegen::legal_moves(pos);
    let fits = |mv: &&Move| {
        mv.to() == wanted.to
            && pos.moved_kind(**mv) == wanted.kind
            && wanted.from.is_none_or(|from| mv.from() == Some(from))
            && (!wanted.drops || mv.from().is_none())
    };
    let mut moves: Vec<Move> = legal.iter().filter(fits).copied().collect();
    // A piece is moved unless a drop is all that it can be.
    if moves.iter().any(|mv| mv.from().is_some()) {
        moves.retain(|mv| mv.from().is_some());
    }
    // Where nothing is said the piece does not promote, unless it has to.
    let stays = moves.iter().any(|mv| !mv.is_promotion());
    let promotes = wanted.promotes.unwrap_or(!stays);
    moves.retain(|mv| mv.is_promotion() == promotes);
    moves
}

impl Western {
    fn read(text: &str) -> Option<Self> {
        let (promoted, text) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let piece = text.get(..1)?.to_ascii_uppercase();
        let kind = sfen::parse_piece(&piece)?.piece_kind();
        let kind = if promoted { kind.promote()? } else { kind };
        let rest = text.get(1..)?;
        let (promotes, rest) = match (rest.strip_suffix('+'), rest.strip_suffix('=')) {
            (Some(rest), _) => (Some(true), rest),
            (_, Some(rest)) => (Some(false), rest),
            _ => (None, rest),
        };
        let drops = rest.starts_with(['*', '\'']);
        let squares: String = rest
            .chars()
            .filter(|char| !"-x*'".contains(*char))
            .collect();
        let squares = squares.to_ascii_lowercase();
        let (from, to) = match squares.len() {
            2 => (None, square(&squares)?),
            4 => (Some(square(squares.get(..2)?)?), square(squares.get(2..)?)?),
            _ => return None,
        };
        Some(Self {
            kind,
            from,
            to,
            drops,
            promotes,
        })
    }
}

/// A square by file and rank, the rank as a letter or a digit.
fn square(text: &str) -> Option<Square> {
    let mut chars = text.chars();
    let (file, rank) = (chars.next()?, chars.next()?);
    let file = file.to_digit(10)?;
    let rank = match rank {
        'a'..='i' => rank as u32 - 'a' as u32 + 1,
        digit => digit.to_digit(10)?,
    };
    Square::new(file as u8, rank as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(position: &str, text: &str) -> Result<String, String> {
        let (game, _) = Game::parse(position).unwrap();
        let found = read_move(&game, text);
        found
            .map(|mv| mv.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn every_notation_is_read() {
        for text in [
            "7g7f",
            "７六歩(77)",
            "76歩",
            "▲7六歩",
            "+7776FU",
            "7776fu",
            "P7f",
            "P-7f",
            "p76",
            "P7g-7f",
        ] {
            assert_eq!(read("startpos", text).as_deref(), Ok("7g7f"), "{text}");
        }
        let exchange = "startpos moves 7g7f 3c3d";
        for text in ["8h2b+", "22角成", "２二角成(88)", "Bx2b+", "8822UM"] {
            assert_eq!(read(exchange, text).as_deref(), Ok("8h2b+"), "{text}");
        }
        assert_eq!(read(exchange, "Bx2b=").as_deref(), Ok("8h2b"));
        assert_eq!(read(exchange, "Bx2b").as_deref(), Ok("8h2b"));
        let recapture = "startpos moves 7g7f 3c3d 8h2b+";
        assert_eq!(read(recapture, "同銀").as_deref(), Ok("3a2b"));
        let held = "startpos moves 7g7f 3c3d 8h2b+ 3a2b";
        for text in ["B*5e", "B'5e", "55角打", "55角", "0055KA", "B-5e"] {
            assert_eq!(read(held, text).as_deref(), Ok("B*5e"), "{text}");
        }
    }

    #[test]
    fn what_is_no_move_is_refused_with_what_was_expected() {
        let refusal = |text| read("startpos", text).unwrap_err();
        assert!(refusal("G-5h").contains("4i5h or 6i5h"));
        assert!(refusal("58金").contains("`58金` is no move"));
        assert!(refusal("7g7e").contains("7g7e is not legal"));
        for text in [
            "", "hello", "P", "P-", "99", "★", "P-7fé", "+", "7", "歩", "同歩",
        ] {
            assert!(refusal(text).contains("expected"), "{text}");
        }
    }

    /// In games of moves drawn at random.
    #[test]
    fn what_is_written_is_read_back() {
        let mut draw = 1_u64;
        for _ in 0..20 {
            let mut game = Game::default();
            for _ in 0..120 {
                let legal = movegen::legal_moves(game.position());
                let last = game.moves().last().map(|mv| mv.to());
                for &mv in legal.iter() {
                    for notation in [Notation::Usi, Notation::Western, Notation::Japanese] {
                        let text = notation.name(game.position(), mv, last);
                        assert_eq!(
                            read_move(&game, &text),
                            Ok(mv),
                            "{text} {:?}",
                            game.position()
                        );
                    }
                }
                draw = crate::shogi::position::mixed(draw);
                let chosen = draw.checked_rem(legal.len() as u64);
                let Some(&mv) = chosen.and_then(|index| legal.get(index as usize)) else {
                    break;
                };
                game.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn moves_in_western_notation() {
        for (position, mv, wanted) in [
            ("startpos", "7g7f", "P7f"),
            ("startpos", "4i5h", "G4i5h"),
            ("startpos moves 7g7f 3c3d", "8h2b+", "Bx2b+"),
            ("startpos moves 7g7f 3c3d", "8h2b", "Bx2b="),
            ("startpos moves 7g7f 3c3d 8h2b+ 3a2b", "B*5e", "B*5e"),
        ] {
            let (game, _) = Game::parse(position).unwrap();
            let mv = sfen::parse_move(mv).unwrap();
            assert_eq!(Notation::Western.name(game.position(), mv, None), wanted);
        }
        let (game, _) = Game::parse("startpos").unwrap();
        let line = ["7g7f", "3c3d"].map(|mv| sfen::parse_move(mv).unwrap());
        let written = |notation: Notation| notation.line(game.position(), None, &line).join(" ");
        assert_eq!(written(Notation::Western), "P7f P3d");
        assert_eq!(written(Notation::Usi), "7g7f 3c3d");
        assert_eq!(written(Notation::Japanese), "▲７六歩 △３四歩");
    }

    #[test]
    fn a_piece_that_has_to_promote_does() {
        let pos = "sfen 4k4/P8/9/9/9/9/9/9/4K4 b - 1";
        assert_eq!(read(pos, "P-9a").as_deref(), Ok("9b9a+"));
        assert!(read(pos, "P-9a=").is_err());
    }
}
