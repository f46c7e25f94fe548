//! Games as the browser of the page steps through them.
//!
//! What must hold: the moves are legal from the start position, so that the page needs no rules.

use super::shared::{ReportError, words};
use engine::search::Score;
use engine::shogi::game::Game;
use engine::shogi::{Color, sfen};
use matches::referee::finished::{FinishedGame, Ply};
use serde::Serialize;

/// A mate in 0 plies as a value; one in `n` is `n` less. No evaluation in centipawns comes near.
pub const MATE: i32 = 100_000;

/// A game to step through. The lists of what players said have an entry for each move after the
/// opening, or none at all where nothing was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownGame {
    /// Its number in the schedule, from 0.
    pub id: u64,
    /// Which player had Black: 0 for A.
    pub black: usize,
    /// Which player had White.
    pub white: usize,
    /// The start position.
    pub sfen: String,
    /// All moves in USI notation, those of the opening first, separated by spaces.
    pub moves: String,
    /// How many of the moves belong to the opening.
    pub opening: usize,
    /// The values in centipawns from Black's side, or a mate as [`MATE`] says.
    pub values: Vec<Option<i32>>,
    /// The depths.
    pub depths: Vec<Option<u32>>,
    /// The nodes.
    pub nodes: Vec<Option<u64>>,
    /// The times in ms.
    pub ms: Vec<Option<u64>>,
    /// The moves that were expected after each.
    pub lines: Vec<Option<String>>,
    /// Who won; none for a draw.
    pub winner: Option<usize>,
    /// How it ended.
    pub reason: String,
    /// What was wrong, if the loser committed a fault.
    pub fault: Option<String>,
}

impl ShownGame {
    /// `game` with its moves made.
    ///
    /// # Errors
    /// If its start cannot be read or a move is not legal.
    pub fn new(game: &FinishedGame) -> Result<Self, ReportError> {
        let failed = |problem: &dyn ToString| ReportError::Game {
            id: game.id,
            problem: problem.to_string(),
        };
        let (mut played, error) = Game::parse(&game.start).map_err(|error| failed(&error))?;
        if let Some(error) = error {
            return Err(failed(&error));
        }
        let opening = played.moves().len();
        let mut values = Vec::new();
        for ply in &game.plies {
            values.push(value(ply, played.position().side()));
            played.play(ply.mv).map_err(|error| failed(&error))?;
        }
        let moves: Vec<_> = played.moves().iter().map(ToString::to_string).collect();
        let line = |ply: &Ply| (!ply.line.is_empty()).then(|| ply.line.to_string());
        Ok(Self {
            id: game.id,
            black: game.black,
            white: game.white,
            sfen: sfen::write(played.start()),
            moves: moves.join(" "),
            opening,
            values: said(values),
            depths: said(game.plies.iter().map(|ply| ply.depth).collect()),
            nodes: said(game.plies.iter().map(|ply| ply.nodes).collect()),
            ms: said(game.plies.iter().map(|ply| ply.ms).collect()),
            lines: said(game.plies.iter().map(line).collect()),
            winner: game.winner,
            reason: words(game.reason.name()),
            fault: game.fault.clone(),
        })
    }
}

/// What the mover said, from Black's side.
fn value(ply: &Ply, mover: Color) -> Option<i32> {
    let value = match ply.score? {
        Score::Cp(cp) => cp,
        Score::Mate(plies) if plies > 0 => MATE.saturating_sub(plies),
        Score::Mate(plies) => (-MATE).saturating_sub(plies),
        Score::Mated => -MATE,
    };
    Some(match mover {
        Color::Black => value,
        Color::White => value.saturating_neg(),
    })
}

/// Nothing at all instead of a list of nothings.
fn said<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    if list.iter().any(Option::is_some) {
        list
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;

    fn ply(mv: &str, score: Option<Score>) -> Ply {
        let mv = sfen::parse_move(mv).unwrap();
        Ply {
            score,
            ..Ply::new(mv, None, None)
        }
    }

    #[test]
    fn values_are_told_from_blacks_side() {
        let mut game = game(0, 'W');
        game.start = "startpos moves 7g7f".to_owned();
        game.plies = vec![
            ply("3c3d", Some(Score::Cp(30))),
            ply("8h2b+", Some(Score::Cp(400))),
            ply("3a2b", Some(Score::Mate(3))),
            ply("B*4e", Some(Score::Mated)),
            ply("5a4b", None),
        ];
        let shown = ShownGame::new(&game).unwrap();
        let mates = [Some(3 - MATE), Some(-MATE), None];
        assert_eq!(shown.values[..2], [Some(-30), Some(400)]);
        assert_eq!(shown.values[2..], mates);
        assert_eq!(shown.opening, 1);
        assert_eq!(shown.moves, "7g7f 3c3d 8h2b+ 3a2b B*4e 5a4b");
        assert!(shown.ms.is_empty() && shown.nodes.is_empty());
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for (start, mv) in [
            ("startpos", "7g7e"),
            ("startpos moves 1a1b+", "7g7f"),
            ("x", "7g7f"),
        ] {
            let mut game = game(7, 'L');
            game.start = start.to_owned();
            game.plies = vec![ply(mv, None)];
            let text = ShownGame::new(&game).unwrap_err().to_string();
            assert!(text.starts_with("game 7: "), "{text}");
        }
    }
}
