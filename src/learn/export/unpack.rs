//! Records of other programs read back: positions with a score, a move and a winner.

use super::huffman::{APERY, YANEURAOU};
use super::{Format, number};
use engine::search::Score;
use engine::shogi::checks::Checks;
use engine::shogi::legality::is_legal;
use engine::shogi::{Color, Move, PieceKind, Position, sfen};

/// A position as such a record tells it.
#[derive(Clone, Debug)]
pub struct Unpacked {
    /// The position; its move number is 1 where the format has none.
    pub position: Position,
    /// The best move; none if the record has none.
    pub best: Option<Move>,
    /// Its score from the side to move.
    pub score: Score,
    /// Who won; nobody if the game was drawn.
    pub winner: Option<Color>,
}

impl Format {
    /// How many bytes a record has.
    pub fn size(self) -> usize {
        match self {
            Self::Psv => 40,
            Self::Hcpe => 38,
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn unpack(self, bytes: &[u8]) -> Result<Unpacked, String> {
        let size = self.size();
        let too_short = || format!("{} bytes; expected {size}", bytes.len());
        let (code, rest) = bytes.split_first_chunk::<32>().ok_or_else(too_short)?;
        let &[score_low, score_high, move_low, move_high, ref rest @ ..] = rest else {
            return Err(too_short());
        };
        let score = super::score_from_bits(i16::from_le_bytes([score_low, score_high]));
        let bits = u16::from_le_bytes([move_low, move_high]);
        let (text, best, winner) = match (self, rest) {
            (Self::Psv, &[ply_low, ply_high, result, _]) => {
                let ply = u16::from_le_bytes([ply_low, ply_high]).max(1);
                let text = YANEURAOU.decode(code)?;
                let side = side_of(&text);
                let winner = match result as i8 {
                    0 => None,
                    1 => Some(side),
                    -1 => Some(side.flip()),
                    other => return Err(format!("result {other}; expected -1, 0 or 1")),
                };
                (format!("{text} {ply}"), yaneuraou_move(bits), winner)
            }
            (Self::Hcpe, &[result, _]) => {
                let winner = match result & 3 {
                    0 => None,
                    1 => Some(Color::Black),
                    2 => Some(Color::White),
                    other => return Err(format!("result {other}; expected 0, 1 or 2")),
                };
                (
                    format!("{} 1", APERY.decode(code)?),
                    apery_move(bits),
                    winner,
                )
            }
            _ => return Err(too_short()),
        };
        let position = sfen::parse(&text).map_err(|error| error.to_string())?;
        let best = best.map(|text| legal(&position, &text)).transpose()?;
        Ok(Unpacked {
            position,
            best,
            score,
            winner,
        })
    }
}

/// The side to move in an SFEN without a move number.
fn side_of(text: &str) -> Color {
    if text.contains(" w ") {
        Color::White
    } else {
        Color::Black
    }
}

fn legal(position: &Position, text: &str) -> Result<Move, String> {
    let mv = sfen::parse_move(text).map_err(|error| error.to_string())?;
    if is_legal(position, &Checks::of(position), mv) {
        return Ok(mv);
    }
    let place = sfen::write(position);
    Err(format!(
        "illegal move `{text}` in {place}; expected a legal one"
    ))
}

/// Squares are counted from 0: 1a, 1b, … 9i.
fn square(index: u16) -> String {
    let rank = char::from(b'a' + (index % 9) as u8);
    format!("{}{rank}", index / 9 + 1)
}

fn drop_text(kind: u16, to: u16) -> Option<String> {
    let kinds = [
        (PieceKind::Pawn, 'P'),
        (PieceKind::Lance, 'L'),
        (PieceKind::Knight, 'N'),
        (PieceKind::Silver, 'S'),
        (PieceKind::Gold, 'G'),
        (PieceKind::Bishop, 'B'),
        (PieceKind::Rook, 'R'),
    ];
    let found = kinds.into_iter().find(|(it, _)| number(*it) == kind)?;
    Some(format!("{}*{}", found.1, square(to)))
}

/// The text of a move as `YaneuraOu` writes it; none for no move.
fn yaneuraou_move(bits: u16) -> Option<String> {
    let (to, from) = (bits & 127, bits >> 7 & 127);
    match bits {
        0 => None,
        _ if bits >> 14 & 1 == 1 => drop_text(from, to),
        _ => Some(walk(from, to, bits >> 15 & 1 == 1)),
    }
}

/// The text of a move as Apery writes it; none for no move.
fn apery_move(bits: u16) -> Option<String> {
    let (to, from) = (bits & 127, bits >> 7 & 127);
    match from {
        _ if bits == 0 => None,
        81.. => drop_text(from - 80, to),
        _ => Some(walk(from, to, bits >> 14 & 1 == 1)),
    }
}

fn walk(from: u16, to: u16, is_promotion: bool) -> String {
    let promotion = if is_promotion { "+" } else { "" };
    format!("{}{}{promotion}", square(from), square(to))
}
