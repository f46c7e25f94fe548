//! What habits a player has, and how well they foretell its moves: models of players are learned
//! from their games, and scored on games that they were not learned from.
//!
//! After S. Walczak's Inductive Adversary Modeler; [`habits`](engine::habits) has the models. What
//! must hold: a model follows from the games alone.

mod boards;
mod learn;
mod score;

pub use boards::{boards, diagrams};
pub use learn::{Learned, learn};
pub use score::{Gain, Score, gain, score};

use engine::habits::{Outcome, Situation};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move};
use matches::games::NamedGame;
use std::collections::BTreeSet;
use std::path::PathBuf;
use thiserror::Error;

/// Why there are no games of a player.
#[derive(Debug, Error)]
pub enum NoGames {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] matches::games::GamesError),
    /// The player took no part in any game.
    #[error("no game of `{player}`; expected one of {}", names(.there))]
    NoGame {
        /// The player.
        player: String,
        /// Who did.
        there: BTreeSet<String>,
    },
}

/// A few names of many.
fn names(there: &BTreeSet<String>) -> String {
    if there.is_empty() {
        return "the players of a game; no file has one".to_owned();
    }
    let names = there.iter().take(12).map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

/// A game that the player took part in.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: Game,
    /// How many moves of it were given: by an opening that nobody chose.
    pub given: usize,
    /// The player's colour.
    pub player: Color,
    /// How it ended for the player.
    pub outcome: Outcome,
}

impl PlayedGame {
    /// The games up to every move that `color` chose, with that move.
    pub fn choices(&self, color: Color) -> impl Iterator<Item = (Game, Move)> {
        let mut so_far = Game::new(self.game.start().clone());
        let moves = self.game.moves().iter().enumerate();
        moves.filter_map(move |(place, &mv)| {
            let is_chosen = so_far.position().side() == color && place >= self.given;
            let before = is_chosen.then(|| so_far.clone());
            so_far.play(mv).ok()?;
            Some((before?, mv))
        })
    }

    /// Every move that the player chose, with the moment before it.
    pub fn moments(&self) -> impl Iterator<Item = (Situation, Move)> {
        self.choices(self.player)
            .filter_map(|(before, mv)| Some((Situation::of(&before, self.player)?, mv)))
    }
}

/// The games of `paths` in which somebody called `player` took part: records by their extension
/// (.csa, .kif), and journals of matches by any other name. A name is meant by any part of it, in any
/// case; where both are, the game counts for Black.
///
/// # Errors
/// At the first file that cannot be used, and if there is no such game.
pub fn read(paths: &[PathBuf], player: &str) -> Result<Vec<PlayedGame>, NoGames> {
    let (mut games, mut there) = (Vec::new(), BTreeSet::new());
    let wanted = player.to_lowercase();
    for path in paths {
        for named in matches::games::read(path)? {
            let is_wanted = |name: &String| name.to_lowercase().contains(&wanted);
            match named.names.iter().position(is_wanted) {
                Some(place) => games.push(played(named, Color::all()[place])),
                None => there.extend(named.names),
            }
        }
    }
    if games.is_empty() {
        let player = player.to_owned();
        return Err(NoGames::NoGame { player, there });
    }
    Ok(games)
}

/// `game` as one of the player with the colour `player`.
fn played(game: NamedGame, player: Color) -> PlayedGame {
    PlayedGame {
        game: game.game,
        given: game.given,
        player,
        outcome: match game.winner {
            Some(winner) if winner == player => Outcome::Won,
            Some(_) => Outcome::Lost,
            None => Outcome::Drawn,
        },
    }
}

#[cfg(test)]
mod tests;
