//! A finished game: what the journal keeps of it and every observer is given.

use crate::players::Answer;
use crate::stats::GamePoints;
use base::files::as_text;
use engine::search::Score;
use engine::shogi::game::{Game, GameError, IllegalMove};
use engine::shogi::sfen::MoveSyntaxError;
use engine::shogi::{Color, Move};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// How many players can meet.
pub const PLAYERS: RangeInclusive<usize> = 2..=26;

/// A finished game. Its text form is one JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Its number in the schedule, from 0. Those of a pair differ in the lowest bit.
    pub id: u64,
    /// Which player had Black: 0 for the first.
    pub black: usize,
    /// Which player had White.
    pub white: usize,
    /// Where it began: the argument of USI's `position`.
    pub start: String,
    /// The moves from there.
    pub plies: Vec<Ply>,
    /// The player who won; none for a draw.
    pub winner: Option<usize>,
    /// How it ended.
    pub reason: Reason,
    /// What was wrong, if the loser committed a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// How long Black and White took for the moves that they reported on. Not in journals: it is
    /// never the same twice.
    #[serde(skip)]
    pub measured: Option<[Duration; 2]>,
}

/// A move with what its player said about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    #[serde(with = "as_text")]
    pub mv: Move,
    /// The score from the player's side; none where it gave none, or a bound only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The depth reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time used, in ms. Not kept where it means nothing: in games that are reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// The moves that the player expected after it.
    #[serde(default, skip_serializing_if = "Foreseen::is_empty", with = "as_text")]
    pub line: Foreseen,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The loser had no legal move.
    Mate,
    /// The loser resigned.
    Resignation,
    /// The winner declared with its king entered, and rightly.
    Declaration,
    /// The winner's king reached its goal under the try rule.
    Try,
    /// The loser gave perpetual check.
    PerpetualCheck,
    /// Drawn by fourfold repetition.
    Repetition,
    /// Drawn by declaration with too few points to win.
    Impasse,
    /// Drawn after the maximum of moves.
    MaxMoves,
    /// Both players saw it lost.
    ResignAdjudication,
    /// Both players saw it level.
    DrawAdjudication,
    /// The loser made an illegal move.
    IllegalMove,
    /// The loser declared a win without the right to.
    FalseDeclaration,
    /// The loser overran its time.
    Time,
    /// The loser's program ended or could not be started.
    Crash,
    /// The loser's program went silent.
    Stall,
    /// The loser's program gave something that is no answer.
    Garbage,
}

/// As in the journal.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Why a game of a journal cannot be played again.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The start of the game with this number cannot be read.
    #[error("start of game {0}: {1}")]
    Start(u64, GameError),
    /// A move of it is not legal.
    #[error("game {0}: {1}")]
    Move(u64, IllegalMove),
}

impl FinishedGame {
    /// The game played again, and how many moves of it were given by the opening.
    ///
    /// # Errors
    /// If its start or a move is not what the rules allow.
    pub fn replayed(&self) -> Result<(Game, usize), ReplayError> {
        let start = self.start.parse::<Game>();
        let mut game = start.map_err(|error| ReplayError::Start(self.id, error))?;
        let given = game.moves().len();
        let mut moves = self.plies.iter();
        let played = moves.try_for_each(|ply| game.play(ply.mv));
        played.map_err(|error| ReplayError::Move(self.id, error))?;
        Ok((game, given))
    }

    /// Who played, the lower number first.
    pub fn pairing(&self) -> [usize; 2] {
        [self.black.min(self.white), self.black.max(self.white)]
    }

    /// How `player` did, who is one of the two.
    pub fn points_of(&self, player: usize) -> GamePoints {
        match self.winner {
            Some(winner) if winner == player => GamePoints::Win,
            Some(_) => GamePoints::Loss,
            None => GamePoints::Draw,
        }
    }

    /// How the first player of the pairing did.
    pub fn points(&self) -> GamePoints {
        self.points_of(self.pairing()[0])
    }

    /// The player with `color`.
    pub fn player_of(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The color of the winner, if somebody won.
    pub fn winning_color(&self) -> Option<Color> {
        let mut colors = Color::all().into_iter();
        colors.find(|&color| self.winner == Some(self.player_of(color)))
    }

    /// The loser, if somebody lost.
    pub fn loser(&self) -> Option<usize> {
        let loses = |player: &usize| self.points_of(*player) == GamePoints::Loss;
        self.pairing().into_iter().find(loses)
    }

    /// The moves of `player`, with their numbers from 1, those of the opening included; none if it
    /// did not take part.
    pub fn plies_of(&self, player: usize) -> impl Iterator<Item = (usize, &Ply)> {
        let (first, opening) = match Game::parse(&self.start) {
            Ok((opening, _)) => {
                let first = self.player_of(opening.position().side());
                (first, opening.moves().len())
            }
            Err(_) => (self.black, 0),
        };
        let skipped = if self.pairing().contains(&player) {
            usize::from(first != player)
        } else {
            self.plies.len()
        };
        let numbered = (opening + 1..).zip(&self.plies);
        numbered.skip(skipped).step_by(2)
    }

    /// Whether two of the match's `players` took part and the winner is one of them: what a journal is
    /// held to.
    pub fn is_sound(&self, players: usize) -> bool {
        let pairing = self.pairing();
        let is_one = |winner| pairing.contains(&winner);
        pairing[0] < pairing[1] && pairing[1] < players && self.winner.is_none_or(is_one)
    }

    /// A game of which only the result is known, for tests.
    #[doc(hidden)]
    pub fn without_moves(black: usize, white: usize, winner: Option<usize>) -> Self {
        Self {
            id: 0,
            black,
            white,
            start: "startpos".to_owned(),
            plies: Vec::new(),
            winner,
            reason: Reason::Mate,
            fault: None,
            measured: None,
        }
    }
}

/// The pairs of `games`, which are in the order of the schedule, of which both games are there.
pub fn whole_pairs(games: &[FinishedGame]) -> Vec<[&FinishedGame; 2]> {
    let twins = games.windows(2).filter_map(|two| match two {
        [first, second] if first.id % 2 == 0 && second.id == first.id + 1 => Some([first, second]),
        _ => None,
    });
    twins.collect()
}

impl Ply {
    /// `mv` with the player's `answer`, and the time it took if that is to be kept.
    pub fn new(mv: Move, answer: Option<&Answer>, ms: Option<u64>) -> Self {
        let info = answer.and_then(|answer| answer.info.as_ref());
        Self {
            mv,
            score: answer.and_then(|answer| answer.score),
            depth: info.map(|info| info.depth),
            nodes: info.map(|info| info.nodes),
            ms,
            line: Foreseen::default(),
        }
    }
}

/// More moves are not kept: journals would grow, and few come true.
const MOST: usize = 5;

/// A few moves after a move. Its text form has them separated by spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Foreseen([Option<Move>; MOST]);

impl Foreseen {
    /// The moves of `line` after its first, as far as they are legal in `game`, in which the first
    /// has just been made; nothing if another move was made.
    pub fn new(line: &[Move], game: &Game) -> Self {
        let mut kept = Self::default();
        let Some((first, rest)) = line.split_first() else {
            return kept;
        };
        if game.moves().last() != Some(first) {
            return kept;
        }
        let mut game = game.clone();
        for (place, mv) in kept.0.iter_mut().zip(rest) {
            if game.play(*mv).is_err() {
                break;
            }
            *place = Some(*mv);
        }
        kept
    }

    /// Whether nothing was foreseen.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }
}

/// The moves, separated by spaces.
impl fmt::Display for Foreseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<_> = self.0.iter().flatten().map(ToString::to_string).collect();
        f.write_str(&moves.join(" "))
    }
}

impl FromStr for Foreseen {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        let mut kept = Self::default();
        for (place, word) in kept.0.iter_mut().zip(text.split(' ')) {
            *place = Some(word.parse()?);
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_back_as_written() {
        let game = FinishedGame {
            id: 3,
            start: "startpos moves 7g7f".to_owned(),
            plies: vec![Ply {
                mv: "3c3d".parse().unwrap(),
                score: Some(Score::Cp(-12)),
                depth: Some(4),
                nodes: Some(1000),
                ms: None,
                line: "2g2f".parse().unwrap(),
            }],
            reason: Reason::FalseDeclaration,
            ..FinishedGame::without_moves(1, 0, Some(1))
        };
        let text = serde_json::to_string(&game).unwrap();
        assert_eq!(
            text,
            r#"{"id":3,"black":1,"white":0,"start":"startpos moves 7g7f","plies":[{"mv":"3c3d","score":{"cp":-12},"depth":4,"nodes":1000,"line":"2g2f"}],"winner":1,"reason":"false-declaration"}"#
        );
        assert_eq!(serde_json::from_str::<FinishedGame>(&text).unwrap(), game);
        assert_eq!(game.points(), GamePoints::Loss);
        assert_eq!((game.player_of(Color::White), game.loser()), (0, Some(0)));
    }

    #[test]
    fn a_game_is_played_again_from_its_opening() {
        let ply = |text: &&str| Ply::new(text.parse().unwrap(), None, None);
        let game = |start: &str, plies: &[&str]| FinishedGame {
            start: start.to_owned(),
            plies: plies.iter().map(ply).collect(),
            ..FinishedGame::without_moves(0, 1, None)
        };
        let whole = game("startpos moves 7g7f 3c3d", &["2g2f"]);
        let (played, given) = whole.replayed().unwrap();
        assert_eq!((played.moves().len(), given), (3, 2));
        for (start, ply, wanted) in [
            ("startpos moves 7g7f 7g7f", "3c3d", "start of game 0"),
            ("nonsense", "3c3d", "start of game 0"),
            ("startpos", "3c3d", "game 0: "),
        ] {
            let error = game(start, &[ply]).replayed().unwrap_err().to_string();
            assert!(error.starts_with(wanted), "{error}");
        }
    }

    #[test]
    fn a_winner_has_taken_part() {
        let game = FinishedGame::without_moves;
        assert!(game(4, 2, Some(4)).is_sound(5) && game(0, 25, None).is_sound(26));
        assert_eq!(game(4, 2, Some(4)).pairing(), [2, 4]);
        assert_eq!(game(4, 2, Some(4)).points(), GamePoints::Loss);
        for (black, white, winner) in [(1, 1, None), (0, 3, None), (0, 1, Some(2))] {
            assert!(!game(black, white, winner).is_sound(3));
        }
    }

    #[test]
    fn legal_moves_after_the_one_made_are_kept() {
        let (game, _) = Game::parse("startpos moves 7g7f").unwrap();
        let longest = "3c3d 8h2b+ 3a2b B*4e 5a4b";
        for (line, kept) in [
            (&*format!("7g7f {longest} 4e6c+"), longest),
            ("7g7f 3c3d 2b2a", "3c3d"),
            ("2g2f 3c3d", ""),
            ("7g7f", ""),
        ] {
            let moves: Vec<Move> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            let foreseen = Foreseen::new(&moves, &game);
            assert_eq!(foreseen.to_string(), kept);
            assert_eq!(foreseen.is_empty(), kept.is_empty());
            if !kept.is_empty() {
                assert_eq!(kept.parse(), Ok(foreseen));
            }
        }
        assert!("7g7z".parse::<Foreseen>().is_err());
    }
}
