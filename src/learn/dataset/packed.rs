//! Positions in the formats of other trainers, as files of equal records without a head, little-endian.
//!
//! | format | bytes | who uses it |
//! |---|---|---|
//! | [`PackedFormat::Psv`] | 40, `YaneuraOu`'s `PackedSfenValue` | `YaneuraOu`, nnue-pytorch, bullet, cshogi |
//! | [`PackedFormat::Hcpe`] | 38, Apery's `HuffmanCodedPosAndEval` | dlshogi, Apery, cshogi |
//!
//! `scripts/check_formats.py` compares them with what cshogi reads and writes. Where each position follows from the one
//! before by its move, they are read as one game; others are games of one move.

use super::{DatasetError, GameRecord, Ply, Sample, score_of_bits, score_to_bits};
use base::files;
use engine::packed::{APERY, Code, YANEURAOU};
use engine::search::Score;
use engine::shogi::movegen::is_legal;
use engine::shogi::{Checks, Color, Move, Position, sfen};
use matches::referee::finished::Reason;
use matches::stats::GamePoints;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedFormat {
    /// Position, score of the side to move, move, move number, result for the side to move.
    Psv,
    /// Position, score of the side to move, move, winner.
    Hcpe,
}

/// The record of `sample`; none if its position has no code.
pub fn record(format: PackedFormat, sample: &Sample) -> Option<Vec<u8>> {
    let position = sample.position;
    let score = score_to_bits(sample.score).to_le_bytes();
    let mut bytes = Vec::with_capacity(40);
    match format {
        PackedFormat::Psv => {
            bytes.extend(YANEURAOU.code(position)?);
            bytes.extend(score);
            bytes.extend(format.code().bits_of(sample.best).to_le_bytes());
            bytes.extend((position.ply().min(u16::MAX.into()) as u16).to_le_bytes());
            let result = sample.result.half_points() as i8 - 1;
            bytes.extend([result as u8, 0]);
        }
        PackedFormat::Hcpe => {
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

impl PackedFormat {
    /// The format of files that are called like the one at `path`, if it is one.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        if extension == "psv" {
            Some(Self::Psv)
        } else if extension == "hcpe" {
            Some(Self::Hcpe)
        } else {
            None
        }
    }

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

    /// The bytes of the next record of `input`, fewer where it ends within one; none at its end.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn next_record(self, input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::with_capacity(self.size());
        input.take(self.size() as u64).read_to_end(&mut bytes)?;
        Ok(Some(bytes).filter(|bytes| !bytes.is_empty()))
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

/// The games of a file of such positions. A position without a move is left out.
#[derive(Debug)]
pub struct PackedReader {
    path: PathBuf,
    format: PackedFormat,
    input: BufReader<File>,
    /// How many records were read.
    records: u64,
    /// How many games were made of them.
    games: u64,
    /// The first position of the next game.
    next: Option<Unpacked>,
    ended: bool,
}

impl PackedReader {
    /// Opens the file at `path`, which is of this `format`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path, format: PackedFormat) -> Result<Self, DatasetError> {
        let file = files::open(path).map_err(DatasetError::file(path))?;
        Ok(Self {
            path: path.to_owned(),
            format,
            input: BufReader::new(file),
            records: 0,
            games: 0,
            next: None,
            ended: false,
        })
    }

    /// The next position that has a move; none at the end.
    fn position(&mut self) -> Result<Option<(Unpacked, Move)>, DatasetError> {
        loop {
            let read = match self.next.take() {
                Some(position) => Some(position),
                None => self.record()?,
            };
            let Some(position) = read else {
                return Ok(None);
            };
            if let Some(best) = position.best {
                return Ok(Some((position, best)));
            }
        }
    }

    /// What the next record tells; none at the end.
    fn record(&mut self) -> Result<Option<Unpacked>, DatasetError> {
        let record = self.format.next_record(&mut self.input);
        let Some(bytes) = record.map_err(DatasetError::file(&self.path))? else {
            return Ok(None);
        };
        self.records += 1;
        let unpacked = self.format.unpack(&bytes);
        let (name, number) = (self.path.display(), self.records);
        unpacked
            .map(Some)
            .map_err(|problem| DatasetError(format!("`{name}`, position {number}: {problem}")))
    }

    fn game(&mut self) -> Result<Option<GameRecord>, DatasetError> {
        let Some((first, best)) = self.position()? else {
            return Ok(None);
        };
        let score = first.score;
        let mut position = first.position.clone();
        let mut plies = vec![Ply { mv: best, score }];
        let _ = position.do_move(best);
        while let Some((next, best)) = self.position()? {
            let goes_on = next.position.key() == position.key() && next.winner == first.winner;
            if !goes_on {
                self.next = Some(next);
                break;
            }
            let score = next.score;
            plies.push(Ply { mv: best, score });
            let _ = position.do_move(best);
        }
        let id = self.games;
        self.games += 1;
        Ok(Some(GameRecord {
            id,
            start: first.position,
            opening: Vec::new(),
            plies,
            winner: first.winner,
            reason: match first.winner {
                Some(_) => Reason::Resignation,
                None => Reason::Repetition,
            },
            side_lines: Vec::new(),
        }))
    }
}

/// Ends after the first error.
impl Iterator for PackedReader {
    type Item = Result<GameRecord, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::files::hexadecimal;
    use std::fs;
    use tempfile::tempdir;

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
        let psv = hexadecimal(record(PackedFormat::Psv, &sample).unwrap());
        assert_eq!(psv, format!("{yaneuraou}feffc6407c000100"));
        let hcpe = hexadecimal(record(PackedFormat::Hcpe, &sample).unwrap());
        assert_eq!(hcpe, format!("{apery}feffc6280200"));
    }

    #[test]
    fn moves_are_those_of_the_other_programs() {
        for (text, yaneuraou, apery) in [("7g7f", 7739, 7739), ("8h2b+", 41738, 25354)] {
            let mv = sfen::parse_move(text).unwrap();
            let bits = [PackedFormat::Psv, PackedFormat::Hcpe].map(|it| it.code().bits_of(mv));
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
                for format in [PackedFormat::Psv, PackedFormat::Hcpe] {
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
    fn positions_in_order_are_games_and_others_are_games_of_one_move() {
        let folder = tempdir().unwrap();
        let mut position = Position::default();
        let moves = ["7g7f", "3c3d", "8h2b+"].map(|it| sfen::parse_move(it).unwrap());
        for format in [PackedFormat::Psv, PackedFormat::Hcpe] {
            let mut records = Vec::new();
            position.clone_from(&Position::default());
            for (score, best) in (10..).zip(moves) {
                let sample = Sample {
                    position: &position,
                    best,
                    score: Score::Cp(score),
                    result: if position.side() == Color::Black {
                        GamePoints::Win
                    } else {
                        GamePoints::Loss
                    },
                    ply: 0,
                    in_check: false,
                };
                records.push(record(format, &sample).unwrap());
                let _ = position.do_move(best);
            }
            let path = folder.path().join("positions");
            let read = |order: &[usize]| {
                let bytes: Vec<u8> = order.iter().flat_map(|&it| records[it].clone()).collect();
                fs::write(&path, bytes).unwrap();
                let games = PackedReader::open(&path, format).unwrap();
                let games = games.map(Result::unwrap);
                games.map(|it| it.plies.len()).collect::<Vec<_>>()
            };
            assert_eq!(read(&[0, 1, 2]), [3]);
            assert_eq!(read(&[0, 2, 1, 2]), [1, 1, 2]);
            assert!(read(&[]).is_empty());
            fs::write(&path, &records[0][..20]).unwrap();
            let torn: Vec<_> = PackedReader::open(&path, format).unwrap().collect();
            assert!(
                torn[0]
                    .as_ref()
                    .unwrap_err()
                    .to_string()
                    .contains("position 1")
            );
        }
    }

    #[test]
    fn bytes_that_are_no_record_are_refused() {
        let mut bytes = [0; 40];
        for (format, size) in [
            (PackedFormat::Psv, 40),
            (PackedFormat::Hcpe, 38),
            (PackedFormat::Psv, 9),
        ] {
            assert!(format.unpack(&bytes[..size]).is_err());
        }
        // Every byte of a record flipped is refused or read, and never a panic.
        let position = sfen::parse(CODES[1][0]).unwrap();
        let code = YANEURAOU.code(&position).unwrap();
        for at in 0..32 {
            bytes[..32].copy_from_slice(&code);
            bytes[at] ^= 0xff;
            let _ = PackedFormat::Psv.unpack(&bytes);
            let _ = PackedFormat::Hcpe.unpack(&bytes[..38]);
        }
    }
}
