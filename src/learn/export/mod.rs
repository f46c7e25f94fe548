//! Positions in the formats of other trainers.
//!
//! | format | bytes | who reads it |
//! |---|---|---|
//! | [`Format::Psv`] | 40, `YaneuraOu`'s `PackedSfenValue` | `YaneuraOu`, nnue-pytorch, bullet, cshogi |
//! | [`Format::Hcpe`] | 38, Apery's `HuffmanCodedPosAndEval` | dlshogi, Apery, cshogi |
//!
//! Both are a sequence of equal records without a head, little-endian, in no particular order.
//! `scripts/check_formats.py` compares them with what cshogi reads and writes.

use super::LearnError;
use super::dataset::{BadGame, Sample, score_of_bits, score_to_bits};
use engine::packed::{APERY, Code, YANEURAOU};
use engine::search::Score;
use engine::shogi::movegen::is_legal;
use engine::shogi::{Checks, Color, Move, Position, sfen};
use matches::stats::GamePoints;
use std::io::Write;
use std::path::PathBuf;

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Position, score of the side to move, move, move number, result for the side to move.
    Psv,
    /// Position, score of the side to move, move, winner.
    Hcpe,
}

/// Writes every position of the games in the files and folders `paths`, and returns how many.
///
/// # Errors
/// At the first game that cannot be read or exported, or if writing fails.
pub fn run(paths: &[PathBuf], format: Format, out: &mut dyn Write) -> Result<u64, LearnError> {
    let mut count = 0;
    let mut buffer = Vec::new();
    for game in super::dataset::games(paths)? {
        let (game, mut refused) = (game?, None);
        buffer.clear();
        game.replay(|sample| match record(format, &sample) {
            Some(bytes) => {
                buffer.extend(bytes);
                count += 1;
            }
            None => refused = refused.take().or(Some(sfen::write(sample.position))),
        })?;
        if let Some(sfen) = refused {
            let id = game.id;
            let problem =
                format!("`{sfen}` has no code; expected a position with all forty pieces");
            return Err(BadGame { id, problem }.into());
        }
        out.write_all(&buffer)?;
    }
    out.flush()?;
    Ok(count)
}

/// The record of `sample`; none if its position has no code.
pub fn record(format: Format, sample: &Sample) -> Option<Vec<u8>> {
    let position = sample.position;
    let score = score_to_bits(sample.score).to_le_bytes();
    let mut bytes = Vec::with_capacity(40);
    match format {
        Format::Psv => {
            bytes.extend(YANEURAOU.code(position)?);
            bytes.extend(score);
            bytes.extend(format.code().bits_of(sample.best).to_le_bytes());
            bytes.extend((position.ply().min(u16::MAX.into()) as u16).to_le_bytes());
            let result = sample.result.half_points() as i8 - 1;
            bytes.extend([result as u8, 0]);
        }
        Format::Hcpe => {
            bytes.extend(APERY.code(position)?);
            bytes.extend(score);
            bytes.extend(format.code().bits_of(sample.best).to_le_bytes());
            bytes.extend([apery_result(position, sample.result), 0]);
        }
    }
    Some(bytes)
}

/// 0 for a draw, 1 if Black won, 2 if White did.
fn apery_result(position: &Position, result: GamePoints) -> u8 {
    match (result, position.side()) {
        (GamePoints::Draw, _) => 0,
        (GamePoints::Win, Color::Black) | (GamePoints::Loss, Color::White) => 1,
        (GamePoints::Win, Color::White) | (GamePoints::Loss, Color::Black) => 2,
    }
}
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
    /// Its code of positions and moves.
    fn code(self) -> &'static Code {
        match self {
            Self::Psv => &YANEURAOU,
            Self::Hcpe => &APERY,
        }
    }

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
        let score = score_of_bits(i16::from_le_bytes([score_low, score_high]));
        let bits = u16::from_le_bytes([move_low, move_high]);
        let bad = || format!("{bits:#06x}; expected the bits of a move");
        let best = if bits == 0 {
            None
        } else {
            Some(self.code().move_of(bits).ok_or_else(bad)?)
        };
        let (text, winner) = match (self, rest) {
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
                (format!("{text} {ply}"), winner)
            }
            (Self::Hcpe, &[result, _]) => {
                let winner = match result & 3 {
                    0 => None,
                    1 => Some(Color::Black),
                    2 => Some(Color::White),
                    other => return Err(format!("result {other}; expected 0, 1 or 2")),
                };
                (format!("{} 1", APERY.decode(code)?), winner)
            }
            _ => return Err(too_short()),
        };
        let position = sfen::parse(&text).map_err(|error| error.to_string())?;
        if let Some(mv) = best
            && !is_legal(&position, &Checks::of(&position), mv)
        {
            let place = sfen::write(&position);
            return Err(format!(
                "illegal move `{mv}` in {place}; expected a legal one"
            ));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use base::files::hexadecimal;
    use engine::search::Score;
    use engine::shogi::sfen;

    /// Positions with their codes in `YaneuraOu`'s and in Apery's form, from cshogi 1.1.
    const CODES: [[&str; 3]; 2] = [
        [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c",
            "58a449210cd757217e8e4d212caf427814c2ab109e4d212cd75f213e8e49210c",
        ],
        [
            "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w GSbn3p 124",
            "8dcb51120c24e11f3c201e808f14342978f8738ae36094ab58c82518c621599f",
            "8dcb49110c14e11f3c201e808f12342578f8b5896561529738a82318ca2139bf",
        ],
    ];

    #[test]
    fn codes_are_those_of_the_other_programs() {
        for [text, yaneuraou, apery] in CODES {
            let position = sfen::parse(text).unwrap();
            assert_eq!(hexadecimal(YANEURAOU.code(&position).unwrap()), yaneuraou);
            assert_eq!(hexadecimal(APERY.code(&position).unwrap()), apery);
        }
    }

    #[test]
    fn fewer_pieces_have_no_code() {
        let position = sfen::parse("4k4/9/9/9/9/9/9/9/4K4 b R 1").unwrap();
        assert_eq!(YANEURAOU.code(&position), None);
    }

    #[test]
    fn records_are_laid_out_as_the_other_programs_read_them() {
        let [text, yaneuraou, apery] = CODES[1];
        let position = sfen::parse(text).unwrap();
        let sample = Sample {
            position: &position,
            best: sfen::parse_move("P*8h").unwrap(),
            score: Score::Cp(-2),
            result: GamePoints::Win,
            ply: 7,
            in_check: false,
        };
        // White moves and wins; 8h is square 70, move number 124.
        let psv = hexadecimal(record(Format::Psv, &sample).unwrap());
        assert_eq!(psv, format!("{yaneuraou}feffc6407c000100"));
        let hcpe = hexadecimal(record(Format::Hcpe, &sample).unwrap());
        assert_eq!(hcpe, format!("{apery}feffc6280200"));
    }

    #[test]
    fn moves_are_those_of_the_other_programs() {
        for (text, yaneuraou, apery) in [("7g7f", 7739, 7739), ("8h2b+", 41738, 25354)] {
            let mv = sfen::parse_move(text).unwrap();
            let bits = [Format::Psv, Format::Hcpe].map(|it| it.code().bits_of(mv));
            assert_eq!(bits, [yaneuraou, apery]);
        }
    }

    #[test]
    fn records_are_read_back() {
        for [text, ..] in CODES {
            let position = sfen::parse(text).unwrap();
            let list = engine::shogi::movegen::legal_moves(&position);
            let mut moves = list.iter().copied();
            for (best, score) in [
                (moves.next(), Score::Cp(-300)),
                (moves.next_back(), Score::Mate(7)),
                (moves.next_back(), Score::Mate(-8)),
            ] {
                let sample = Sample {
                    position: &position,
                    best: best.unwrap(),
                    score,
                    result: GamePoints::Loss,
                    ply: 3,
                    in_check: false,
                };
                for format in [Format::Psv, Format::Hcpe] {
                    let bytes = record(format, &sample).unwrap();
                    assert_eq!(bytes.len(), format.size());
                    let read = format.unpack(&bytes).unwrap();
                    let place = |position| {
                        let text = sfen::write(position);
                        text.rsplit_once(' ').unwrap().0.to_owned()
                    };
                    assert_eq!(place(&read.position), place(&position));
                    assert_eq!((read.best, read.score), (best, score));
                    assert_eq!(read.winner, Some(position.side().flip()));
                }
            }
        }
    }

    #[test]
    fn bytes_that_are_no_record_are_refused() {
        let mut bytes = [0; 40];
        for (format, size) in [(Format::Psv, 40), (Format::Hcpe, 38), (Format::Psv, 9)] {
            assert!(format.unpack(&bytes[..size]).is_err());
        }
        // Every byte of a record flipped is refused or read, and never a panic.
        let position = sfen::parse(CODES[1][0]).unwrap();
        let code = YANEURAOU.code(&position).unwrap();
        for at in 0..32 {
            bytes[..32].copy_from_slice(&code);
            bytes[at] ^= 0xff;
            let _ = Format::Psv.unpack(&bytes);
            let _ = Format::Hcpe.unpack(&bytes[..38]);
        }
    }
}
