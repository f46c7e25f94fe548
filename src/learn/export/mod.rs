//! Positions in the formats of other trainers.
//!
//! | format | bytes | who reads it |
//! |---|---|---|
//! | [`Format::Psv`] | 40, `YaneuraOu`'s `PackedSfenValue` | `YaneuraOu`, nnue-pytorch, bullet, cshogi |
//! | [`Format::Hcpe`] | 38, Apery's `HuffmanCodedPosAndEval` | dlshogi, Apery, cshogi |
//!
//! Both are a sequence of equal records without a head, little-endian, in no particular order.
//! `scripts/check_export.py` compares them with what cshogi reads and writes.

mod huffman;
mod unpack;

pub use unpack::Unpacked;

use super::dataset::{DatasetError, Sample, score_from_bits, score_to_bits};
use engine::shogi::{Color, Move, PieceKind, Position, sfen};
use huffman::{APERY, YANEURAOU};
use matches::stats::GamePoints;
use std::io::{self, Write};
use std::path::PathBuf;
use thiserror::Error;

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Position, score of the side to move, move, move number, result for the side to move.
    Psv,
    /// Position, score of the side to move, move, winner.
    Hcpe,
}

/// Why positions cannot be exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// Games cannot be read.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A game makes no sense.
    #[error("game {id}: {problem}")]
    Game {
        /// The game.
        id: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The formats have no place for it.
    #[error("game {id}: `{sfen}` has no code; expected a position with all forty pieces")]
    Pieces {
        /// The game.
        id: u64,
        /// The position.
        sfen: String,
    },
    /// The output cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Writes every position of the games in the files and folders `paths`, and returns how many.
///
/// # Errors
/// At the first game that cannot be read or exported, or if writing fails.
pub fn run(paths: &[PathBuf], format: Format, out: &mut dyn Write) -> Result<u64, ExportError> {
    let mut count = 0;
    let mut buffer = Vec::new();
    for game in super::dataset::games(paths)? {
        let (game, mut refused) = (game?, None);
        buffer.clear();
        let replayed = game.replay(|sample| match record(format, &sample) {
            Some(bytes) => {
                buffer.extend(bytes);
                count += 1;
            }
            None => refused = refused.take().or(Some(sfen::write(sample.position))),
        });
        let id = game.id;
        replayed.map_err(|problem| ExportError::Game { id, problem })?;
        if let Some(sfen) = refused {
            return Err(ExportError::Pieces { id, sfen });
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
            bytes.extend(yaneuraou_move(sample.best).to_le_bytes());
            bytes.extend((position.ply().min(u16::MAX.into()) as u16).to_le_bytes());
            let result = sample.result.half_points() as i8 - 1;
            bytes.extend([result as u8, 0]);
        }
        Format::Hcpe => {
            bytes.extend(APERY.code(position)?);
            bytes.extend(score);
            bytes.extend(apery_move(sample.best).to_le_bytes());
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

/// Squares are counted from 0 there: 1a, 1b, … 9i.
fn squares(mv: Move) -> (u16, Option<u16>) {
    let index = |square: engine::shogi::Square| u16::from(square.index()) - 1;
    (index(mv.to()), mv.from().map(index))
}

/// The number that both programs have for a kind in hand.
fn number(kind: PieceKind) -> u16 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Lance => 2,
        PieceKind::Knight => 3,
        PieceKind::Silver => 4,
        PieceKind::Bishop => 5,
        PieceKind::Rook => 6,
        _ => 7,
    }
}

/// Bits 0–6 to, 7–13 from or the kind dropped, 14 drop, 15 promotion.
fn yaneuraou_move(mv: Move) -> u16 {
    let (to, from) = squares(mv);
    let promotion = u16::from(mv.is_promotion()) << 15;
    match (mv.dropped(), from) {
        (Some(kind), _) => 1 << 14 | number(kind) << 7 | to,
        (None, from) => promotion | from.unwrap_or_default() << 7 | to,
    }
}

/// Bits 0–6 to, 7–13 from or 80 and the kind dropped, 14 promotion.
fn apery_move(mv: Move) -> u16 {
    let (to, from) = squares(mv);
    let promotion = u16::from(mv.is_promotion()) << 14;
    match (mv.dropped(), from) {
        (Some(kind), _) => (80 + number(kind)) << 7 | to,
        (None, from) => promotion | from.unwrap_or_default() << 7 | to,
    }
}

#[cfg(test)]
mod tests;
