//! One game: its bytes, and its positions as they are learned from.

use crate::eval::{LONGEST_MATE, MATE};
use crate::search::Score;
use crate::selfplay::referee::finished::Reason;
use crate::shogi::legality::is_legal;
use crate::shogi::{Checks, Color, Move, Position, sfen};
use crate::stats::GamePoints;

/// How a game may end; the place in this list is what files hold. New ones come at its end.
const REASONS: [Reason; 16] = [
    Reason::Mate,
    Reason::Resignation,
    Reason::Declaration,
    Reason::Try,
    Reason::PerpetualCheck,
    Reason::Repetition,
    Reason::Impasse,
    Reason::MaxMoves,
    Reason::ResignAdjudication,
    Reason::DrawAdjudication,
    Reason::IllegalMove,
    Reason::FalseDeclaration,
    Reason::Time,
    Reason::Crash,
    Reason::Stall,
    Reason::Garbage,
];

/// A finished game of the engine against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number among the games of its source.
    pub id: u64,
    /// Where it began.
    pub start: Position,
    /// The moves from there that nobody chose: at random, without a score. At most 65,535.
    pub opening: Vec<Move>,
    /// The moves after these, as searched.
    pub plies: Vec<Ply>,
    /// Who won; nobody if it was drawn, or broken off at the maximum of moves.
    pub winner: Option<Color>,
    /// How it ended.
    pub reason: Reason,
}

/// A move that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move, which was the best found.
    pub mv: Move,
    /// Its score from the side that made it.
    pub score: Score,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// The best move found, legal.
    pub best: Move,
    /// Its score, from the side to move.
    pub score: Score,
    /// How the side to move did in the end.
    pub result: GamePoints,
    /// How many searched moves came before in the game.
    pub ply: u32,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

impl GameRecord {
    /// Calls `visit` with each searched position, in order.
    ///
    /// A game that was broken off at the maximum of moves has no result to learn from: none of
    /// its positions is visited.
    ///
    /// # Errors
    /// If a move is not legal, in words; the positions before it have been visited.
    pub fn replay(&self, mut visit: impl FnMut(Sample<'_>)) -> Result<(), String> {
        if self.reason == Reason::MaxMoves {
            return Ok(());
        }
        let mut position = self.start.clone();
        for &mv in &self.opening {
            checked(&position, mv)?;
            let _ = position.do_move(mv);
        }
        for (number, ply) in (0..).zip(&self.plies) {
            let in_check = checked(&position, ply.mv)?;
            visit(Sample {
                position: &position,
                best: ply.mv,
                score: ply.score,
                result: self.result_of(position.side()),
                ply: number,
                in_check,
            });
            let _ = position.do_move(ply.mv);
        }
        Ok(())
    }

    /// How `side` did.
    pub fn result_of(&self, side: Color) -> GamePoints {
        match self.winner {
            None => GamePoints::Draw,
            Some(winner) if winner == side => GamePoints::Win,
            Some(_) => GamePoints::Loss,
        }
    }

    /// Whether this game is one of the one in `share` that are kept back for validation. Follows
    /// from its number alone (by multiplicative hashing, so that shards do not matter).
    pub fn is_held_back(&self, share: u64) -> bool {
        (self.id.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32).is_multiple_of(share)
    }

    /// Its bytes, as [`super`] describes them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let start = if self.start == Position::default() {
            String::new()
        } else {
            sfen::write(&self.start)
        };
        let winner = self.winner.map_or(0, |side| 1 + side.array_index() as u8);
        let reason = REASONS.iter().position(|&it| it == self.reason);
        let mut bytes = self.id.to_le_bytes().to_vec();
        bytes.extend([winner, reason.unwrap_or_default() as u8]);
        bytes.extend((start.len() as u16).to_le_bytes());
        bytes.extend(start.as_bytes());
        bytes.extend((self.opening.len() as u16).to_le_bytes());
        bytes.extend(self.opening.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        for ply in &self.plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.extend(score_to_bits(ply.score).to_le_bytes());
        }
        bytes
    }

    /// The game that [`Self::to_bytes`] wrote; in words what is wrong if it wrote none.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let mut fields = Fields(bytes);
        let id = u64::from_le_bytes(fields.take()?);
        let [winner, reason] = fields.take()?;
        let winner = match winner {
            0 => None,
            1 => Some(Color::Black),
            2 => Some(Color::White),
            other => return Err(format!("winner {other}; expected 0, 1 or 2")),
        };
        let reason = REASONS.get(usize::from(reason)).copied();
        let reason = reason.ok_or("unknown way to end; expected one of this version")?;
        let length = fields.number()?;
        let start = match fields.bytes(length.into())? {
            [] => Position::default(),
            text => sfen::parse(&String::from_utf8_lossy(text)).map_err(|e| e.to_string())?,
        };
        let count = fields.number()?;
        let opening = (0..count).map(|_| fields.mv());
        let opening = opening.collect::<Result<_, _>>()?;
        let mut plies = Vec::with_capacity(fields.0.len() / 4);
        while !fields.0.is_empty() {
            plies.push(Ply {
                mv: fields.mv()?,
                score: Score::of_value(i16::from_le_bytes(fields.take()?).into()),
            });
        }
        Ok(Self {
            id,
            start,
            opening,
            plies,
            winner,
            reason,
        })
    }
}

/// Whether the side to move is in check.
///
/// # Errors
/// If `mv` is not legal, in words.
fn checked(position: &Position, mv: Move) -> Result<bool, String> {
    let checks = Checks::of(position);
    if is_legal(position, &checks, mv) {
        return Ok(checks.in_check());
    }
    let place = sfen::write(position);
    Err(format!(
        "illegal move `{mv}` in {place}; expected a legal one"
    ))
}

/// A score in two bytes; the inverse of `score_of_value` but for centipawns out of bounds.
pub fn score_to_bits(score: Score) -> i16 {
    let value = match score {
        Score::Cp(cp) => cp.clamp(1 - LONGEST_MATE, LONGEST_MATE - 1),
        Score::Mate(plies) if plies > 0 => (MATE - plies).max(LONGEST_MATE),
        Score::Mate(plies) => (-MATE - plies).min(-LONGEST_MATE),
        Score::Mated => -MATE,
    };
    value as i16
}

/// The score that two bytes stand for.
pub fn score_from_bits(bits: i16) -> Score {
    match i32::from(bits) {
        value if value.abs() < LONGEST_MATE => Score::Cp(value),
        value if value > 0 => Score::Mate((MATE - value).max(1)),
        value if value > -MATE => Score::Mate((-MATE - value).min(-1)),
        _ => Score::Mated,
    }
}

/// What is left of a record's bytes.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], String> {
        let split = self.0.split_at_checked(count);
        let (field, rest) = split.ok_or("too short; expected the record of a game")?;
        self.0 = rest;
        Ok(field)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let field = self.bytes(N)?;
        Ok(std::array::from_fn(|i| field[i]))
    }

    fn number(&mut self) -> Result<u16, String> {
        self.take().map(u16::from_le_bytes)
    }

    fn mv(&mut self) -> Result<Move, String> {
        let bits = self.number()?;
        Move::from_bits(bits).ok_or_else(|| format!("{bits:#06x}; expected the bits of a move"))
    }
}
