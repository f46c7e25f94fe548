//! One game: its bytes, and its positions as they are learned from.

use engine::search::Score;
use engine::shogi::game::Game;
use engine::shogi::movegen::is_legal;
use engine::shogi::{Checks, Color, Move, Position, sfen};
use matches::referee::finished::Reason;
use matches::stats::GamePoints;
use thiserror::Error;

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
    /// Lines that leave it, in the order of the plies that they leave it at.
    pub side_lines: Vec<SideLine>,
}

/// A game that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {id}: {problem}")]
pub struct BadGame {
    /// Its number.
    pub id: u64,
    /// What is wrong with it.
    pub problem: String,
}

/// A line that leaves the game (an "aside" in files and options): a search of the side to move asked for the
/// static value of the position at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLine {
    /// How many of the game's plies come before.
    pub after: u16,
    /// The moves from there; [`Move::NONE`] for a null move.
    pub moves: Vec<Move>,
    /// The best move of the position at its end, and its score.
    pub best: Ply,
}

impl SideLine {
    /// The position to which `moves` lead from `position`.
    ///
    /// # Errors
    /// If a move is not legal, in words.
    pub fn end(position: &Position, moves: &[Move]) -> Result<Position, String> {
        let mut position = position.clone();
        for &mv in moves {
            if mv.is_some() {
                checked(&position, mv)?;
                let _ = position.do_move(mv);
            } else if Checks::of(&position).in_check() {
                let place = sfen::write(&position);
                return Err(format!("a null move in check in {place}"));
            } else {
                position.do_null_move();
            }
        }
        Ok(position)
    }
}

/// A move that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move, which was the best found.
    pub mv: Move,
    /// Its score from the side that made it.
    pub score: Score,
}

/// Whether `mv` takes or promotes: a static value says little of where it is the best.
pub fn takes_or_promotes(position: &Position, mv: Move) -> bool {
    mv.is_promotion() || position.captured(mv).is_some()
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
    /// If a move is not legal; the positions before it have been visited.
    pub fn replay(&self, mut visit: impl FnMut(Sample<'_>)) -> Result<(), BadGame> {
        if self.is_broken_off() {
            return Ok(());
        }
        self.walk(|number, position, ply, in_check| {
            visit(Sample {
                position,
                best: ply.mv,
                score: ply.score,
                result: self.result_of(position.side()),
                ply: number,
                in_check,
            });
            Ok(())
        })
    }

    /// Calls `visit` with the end of each side line: the position, its best move with the score, and
    /// whether it is in check. Those of a game that was broken off are not visited.
    ///
    /// # Errors
    /// As [`Self::replay`].
    pub fn replay_side_lines(
        &self,
        mut visit: impl FnMut(&Position, Ply, bool),
    ) -> Result<(), BadGame> {
        if self.side_lines.is_empty() || self.is_broken_off() {
            return Ok(());
        }
        let mut side_lines = self.side_lines.iter().peekable();
        self.walk(|number, position, _, _| {
            while let Some(line) = side_lines.next_if(|it| u32::from(it.after) == number) {
                let end = SideLine::end(position, &line.moves)?;
                let in_check = checked(&end, line.best.mv)?;
                visit(&end, line.best, in_check);
            }
            Ok(())
        })?;
        match side_lines.next() {
            None => Ok(()),
            Some(line) => Err(self.bad(format!(
                "an aside after {} moves; expected fewer than {}, in order",
                line.after,
                self.plies.len()
            ))),
        }
    }

    /// Calls `visit` with the number of each searched move, the position before it, the move, and
    /// whether that position is in check.
    fn walk(
        &self,
        mut visit: impl FnMut(u32, &Position, Ply, bool) -> Result<(), String>,
    ) -> Result<(), BadGame> {
        let bad = |problem| self.bad(problem);
        let mut position = SideLine::end(&self.start, &self.opening).map_err(bad)?;
        for (number, &ply) in (0..).zip(&self.plies) {
            let in_check = checked(&position, ply.mv).map_err(bad)?;
            visit(number, &position, ply, in_check).map_err(bad)?;
            let _ = position.do_move(ply.mv);
        }
        Ok(())
    }

    /// All its moves, those of the opening first.
    ///
    /// # Errors
    /// If one is not legal.
    pub fn game(&self) -> Result<Game, BadGame> {
        let mut game = Game::new(self.start.clone());
        let moves = self.opening.iter().copied();
        let mut moves = moves.chain(self.plies.iter().map(|ply| ply.mv));
        let played = moves.try_for_each(|mv| game.play(mv));
        played.map_err(|error| self.bad(error.to_string()))?;
        Ok(game)
    }

    fn bad(&self, problem: String) -> BadGame {
        BadGame {
            id: self.id,
            problem,
        }
    }

    /// Whether it was broken off at the maximum of moves, so that nothing is known of its end.
    pub fn is_broken_off(&self) -> bool {
        self.reason == Reason::MaxMoves
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
    /// from its number alone (by multiplicative hashing, so that parts do not matter).
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
        self.plies.iter().for_each(|ply| ply.append_to(&mut bytes));
        if !self.side_lines.is_empty() {
            bytes.extend([0; 4]);
        }
        for line in &self.side_lines {
            bytes.extend(line.after.to_le_bytes());
            bytes.extend((line.moves.len() as u16).to_le_bytes());
            bytes.extend(line.moves.iter().flat_map(|mv| mv.bits().to_le_bytes()));
            line.best.append_to(&mut bytes);
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
        let mut side_lines = Vec::new();
        while !fields.0.is_empty() {
            if let Some(rest) = fields.0.strip_prefix(&[0; 4]) {
                side_lines = Fields(rest).side_lines()?;
                break;
            }
            plies.push(fields.ply()?);
        }
        Ok(Self {
            id,
            start,
            opening,
            plies,
            winner,
            reason,
            side_lines,
        })
    }
}

impl Ply {
    fn append_to(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.mv.bits().to_le_bytes());
        bytes.extend(score_to_bits(self.score).to_le_bytes());
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

/// A mate at once, in the two bytes of a score.
const MATE: i32 = 32_000;
/// A mate as long as these tell, and every longer one; centipawns stay below.
const LONGEST_MATE: i32 = 31_000;

/// A score in two bytes; centipawns and plies out of bounds are the nearest within.
pub fn score_to_bits(score: Score) -> i16 {
    let value = match score {
        Score::Cp(cp) => cp.clamp(1 - LONGEST_MATE, LONGEST_MATE - 1),
        Score::Mate(plies) if plies > 0 => (MATE - plies).max(LONGEST_MATE),
        Score::Mate(plies) => (-MATE - plies).min(-LONGEST_MATE),
        Score::Mated => -MATE,
    };
    value as i16
}

/// The score of these two bytes, which [`score_to_bits`] or another program has written.
pub fn score_of_bits(bits: i16) -> Score {
    match i32::from(bits) {
        value @ LONGEST_MATE.. => Score::Mate((MATE - value).max(1)),
        value if value > -LONGEST_MATE => Score::Cp(value),
        value if value > -MATE => Score::Mate(-MATE - value),
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

    /// A move that may be a null move.
    fn mv_of_line(&mut self) -> Result<Move, String> {
        if let Some(rest) = self.0.strip_prefix(&[0; 2]) {
            self.0 = rest;
            return Ok(Move::NONE);
        }
        self.mv()
    }

    fn ply(&mut self) -> Result<Ply, String> {
        Ok(Ply {
            mv: self.mv()?,
            score: score_of_bits(i16::from_le_bytes(self.take()?)),
        })
    }

    /// Side lines to the end.
    fn side_lines(&mut self) -> Result<Vec<SideLine>, String> {
        let mut lines = Vec::new();
        while !self.0.is_empty() {
            let (after, length) = (self.number()?, self.number()?);
            let moves = (0..length).map(|_| self.mv_of_line());
            lines.push(SideLine {
                after,
                moves: moves.collect::<Result<_, _>>()?,
                best: self.ply()?,
            });
        }
        Ok(lines)
    }
}
