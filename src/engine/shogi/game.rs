//! A game: a start position and the moves made from it, with everything the rules ask of the
//! past; and its text form, the argument of USI's `position`.
//!
//! What must hold: every move of a [`Game`] is legal where it was made, and its position and
//! history are those after the last one.

use super::checks::Checks;
use super::movegen::count_legal;
use super::movegen::is_legal;
use super::moves::Move;
use super::position::Position;
use super::repetition::{History, Sennichite};
use super::sfen::{self, MoveSyntaxError, SfenError, Token};
use shogi_core::Color;
use std::fmt;

/// A game as far as it has been played.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    /// The positions after each [`STRIDE`] moves.
    marks: Vec<Position>,
    position: Position,
    history: History,
}

/// How many moves are made again at most to find an earlier position.
const STRIDE: usize = 32;

/// A move was not legal and was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal move `{0}`; expected a legal move of the position")]
pub struct IllegalMove(pub Move);

/// Why a text is not a game, or where it stops being one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// There is no start position.
    #[error("missing position; expected `startpos [moves …]` or `sfen SFEN [moves …]`")]
    Missing,
    /// Something stands between `startpos` and `moves`.
    #[error("unexpected {0} after `startpos`; expected `moves` or nothing more")]
    Extra(Token),
    /// The start position cannot be read.
    #[error(transparent)]
    Start(#[from] SfenError),
    /// The move of this number, counted from 1, cannot be read.
    #[error("move {0}: {1}")]
    Syntax(usize, MoveSyntaxError),
    /// The move of this number is not legal.
    #[error("move {0}: {1}")]
    Illegal(usize, IllegalMove),
    /// A side in check passes by the move of this number.
    #[error("move {0}: a pass in check; expected a legal move")]
    Pass(usize),
}

/// How a pass is written where one may be made.
const PASSES: [&str; 3] = ["0000", "null", "pass"];

/// How a game has ended by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// `loser` is to move and has no legal move: mate, or the rare case of nothing left to move.
    NoMoves {
        /// The side that loses.
        loser: Color,
    },
    /// A position occurred for the fourth time.
    Repetition(Sennichite),
    /// The maximum number of moves has been made: a draw.
    MaxMoves,
}

impl Game {
    /// A game that begins at `start`.
    pub fn new(start: Position) -> Self {
        let mut history = History::default();
        history.push(&start, Checks::of(&start).in_check());
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            marks: Vec::new(),
            history,
        }
    }

    /// Reads the argument of USI's `position`, with or without that word before it: `startpos` or
    /// `sfen SFEN` (the word `sfen` and the move number may be missing), then `moves` and the moves, if
    /// any, with any white space between the words.
    ///
    /// Reading stops at the first move that cannot be read or is not legal: GUIs do send records
    /// with fouls. The game up to there is returned, together with what was wrong.
    ///
    /// # Errors
    /// [`GameError::Missing`], [`GameError::Extra`] or [`GameError::Start`] when there is no start
    /// position.
    pub fn parse(text: &str) -> Result<(Self, Option<GameError>), GameError> {
        Self::parse_by(Self::read, text)
    }

    /// The same of a game every move of which is legal.
    ///
    /// # Errors
    /// As there, and at the first move that is not.
    pub fn parse_whole(text: &str) -> Result<Self, GameError> {
        match Self::parse(text)? {
            (game, None) => Ok(game),
            (_, Some(error)) => Err(error),
        }
    }

    /// The same where a side may also pass (`0000`, `null` or `pass`), as people do in analysis. The
    /// game then begins after the last pass: nothing recurs across one.
    ///
    /// # Errors
    /// As there.
    pub fn parse_with_passes(text: &str) -> Result<(Self, Option<GameError>), GameError> {
        Self::parse_by(Self::read_or_pass, text)
    }

    fn parse_by(
        read: fn(&mut Self, usize, &str) -> Result<(), GameError>,
        text: &str,
    ) -> Result<(Self, Option<GameError>), GameError> {
        let mut words = text.split_whitespace().peekable();
        words.next_if_eq(&"position");
        let setup: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
        let mut game = Self::new(parse_start(&setup)?);
        let error = (1..)
            .zip(words)
            .find_map(|(number, word)| read(&mut game, number, word).err());
        Ok((game, error))
    }

    /// Plays the move written as `text`, the `number`th of the list.
    fn read(&mut self, number: usize, text: &str) -> Result<(), GameError> {
        let mv = sfen::parse_move(text).map_err(|error| GameError::Syntax(number, error))?;
        self.play(mv)
            .map_err(|error| GameError::Illegal(number, error))
    }

    fn read_or_pass(&mut self, number: usize, text: &str) -> Result<(), GameError> {
        if !PASSES.contains(&text) {
            return self.read(number, text);
        }
        if Checks::of(&self.position).in_check() {
            return Err(GameError::Pass(number));
        }
        let mut after = self.position.clone();
        after.do_null_move();
        *self = Self::new(after);
        Ok(())
    }

    /// Makes `mv`.
    ///
    /// # Errors
    /// [`IllegalMove`] when it is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !is_legal(&self.position, &Checks::of(&self.position), mv) {
            return Err(IllegalMove(mv));
        }
        let _ = self.position.do_move(mv);
        self.moves.push(mv);
        if self.moves.len().is_multiple_of(STRIDE) {
            self.marks.push(self.position.clone());
        }
        self.history
            .push(&self.position, Checks::of(&self.position).in_check());
        Ok(())
    }

    /// The game before its last move; none if no move was made.
    pub fn before_last(&self) -> Option<Self> {
        self.up_to(self.moves.len().checked_sub(1)?)
    }

    /// The game as it was after so many of its moves; none if it has fewer.
    pub fn up_to(&self, plies: usize) -> Option<Self> {
        Some(Self {
            start: self.start.clone(),
            moves: self.moves.get(..plies)?.to_vec(),
            marks: self.marks[..plies / STRIDE].to_vec(),
            position: self.position_after(plies)?,
            history: self.history.up_to(plies + 1),
        })
    }

    /// The position after so many of its moves; none if it has fewer.
    pub fn position_after(&self, plies: usize) -> Option<Position> {
        let mark = plies / STRIDE;
        let since = self.moves.get(mark * STRIDE..plies)?;
        let known = mark
            .checked_sub(1)
            .map_or(&self.start, |at| &self.marks[at]);
        let mut position = known.clone();
        for &mv in since {
            let _ = position.do_move(mv);
        }
        Some(position)
    }

    /// The position that the game began at.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves made, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the moves so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The positions of the game, from the start to the present one.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether and how the game has ended: no legal move, fourth occurrence of the position, or
    /// `max_moves` made. Moves are counted by the position's move number, so that a game from a
    /// later start has fewer left; a mate by the last of them still wins.
    pub fn ending(&self, max_moves: Option<u32>) -> Option<Ending> {
        if count_legal(&self.position) == 0 {
            let loser = self.position.side();
            return Some(Ending::NoMoves { loser });
        }
        if let Some(sennichite) = self.history.fourfold() {
            return Some(Ending::Repetition(sennichite));
        }
        max_moves
            .is_some_and(|max| self.position.ply() > max)
            .then_some(Ending::MaxMoves)
    }
}

impl Default for Game {
    /// An even game before its first move.
    fn default() -> Self {
        Self::new(Position::default())
    }
}

/// The argument of USI's `position`, as [`Game::parse`] reads it.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start == Position::default() {
            f.write_str("startpos")?;
        } else {
            write!(f, "sfen {}", sfen::write(&self.start))?;
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

fn parse_start(words: &[&str]) -> Result<Position, GameError> {
    match *words {
        [] | ["sfen"] => Err(GameError::Missing),
        ["startpos"] => Ok(Position::default()),
        ["startpos", extra, ..] => Err(GameError::Extra(Token::new(extra))),
        ["sfen", ref fields @ ..] | ref fields => Ok(sfen::parse(&fields.join(" "))?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_what_it_was_after_any_of_its_moves() {
        let shuffle = ["2h3h", "8b7b", "3h2h", "7b8b"].iter().cycle();
        let moves: Vec<_> = shuffle.take(2 * STRIDE + 3).copied().collect();
        let game = |plies: usize| {
            let text = format!("startpos moves {}", moves[..plies].join(" "));
            Game::parse(&text).unwrap().0
        };
        let whole = game(moves.len());
        for plies in 0..=moves.len() {
            let (part, wanted) = (whole.up_to(plies).unwrap(), game(plies));
            assert_eq!(part.moves(), wanted.moves());
            assert_eq!(part.position(), wanted.position());
            assert_eq!(part.history().len(), plies + 1);
            assert_eq!(part.ending(None), wanted.ending(None));
            assert_eq!(
                part.up_to(plies / 2).unwrap().position(),
                game(plies / 2).position()
            );
            assert_eq!(
                whole.position_after(plies).as_ref(),
                Some(wanted.position())
            );
        }
        assert!(whole.up_to(moves.len() + 1).is_none());
        assert!(whole.position_after(3 * STRIDE).is_none());
    }
}
