//! The games of a player, from records and journals of matches.

use crate::LabError;
use engine::files::found;
use engine::habits::{Outcome, Situation};
use engine::record::Format;
use engine::shogi::game::Game;
use engine::shogi::{Color, Move};
use matches::journal::Journal;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there are no games of a player.
#[derive(Debug, Error)]
pub enum GamesError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] LabError),
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

/// A game with the names of Black and White.
struct NamedGame {
    names: [String; 2],
    game: Game,
    given: usize,
    winner: Option<Color>,
}

/// The games of `paths` in which somebody called `player` took part: records by their extension
/// (.csa, .kif), and journals of matches by any other name. A name is meant by any part of it, in any
/// case; where both are, the game counts for Black.
///
/// # Errors
/// At the first file that cannot be used, and if there is no such game.
pub fn read(paths: &[PathBuf], player: &str) -> Result<Vec<PlayedGame>, GamesError> {
    let (mut games, mut there) = (Vec::new(), BTreeSet::new());
    let wanted = player.to_lowercase();
    for path in paths {
        for named in named_games(path)? {
            let is_wanted = |name: &String| name.to_lowercase().contains(&wanted);
            match named.names.iter().position(is_wanted) {
                Some(place) => games.push(named.of(Color::all()[place])),
                None => there.extend(named.names),
            }
        }
    }
    if games.is_empty() {
        let player = player.to_owned();
        return Err(GamesError::NoGame { player, there });
    }
    Ok(games)
}

fn named_games(path: &Path) -> Result<Vec<NamedGame>, LabError> {
    match Format::of_path(path) {
        Some(format) => records(path, format),
        None => journal(path),
    }
}

fn records(path: &Path, format: Format) -> Result<Vec<NamedGame>, LabError> {
    let bytes = found::read(path).map_err(LabError::file(path))?;
    let readings = format.read_all(&bytes).map_err(LabError::file(path))?;
    let games = readings.into_iter().map(|it| NamedGame {
        names: it.record.names.clone(),
        game: it.record.game().clone(),
        given: 0,
        winner: it.record.winner(),
    });
    Ok(games.collect())
}

fn journal(path: &Path) -> Result<Vec<NamedGame>, LabError> {
    let (head, finished) = Journal::read(path)?;
    let games = finished.iter().map(|finished| {
        let (game, given) = finished.replayed().map_err(LabError::file(path))?;
        let players = [finished.black, finished.white];
        let wins = |color: &Color| finished.winner == Some(finished.player_of(*color));
        Ok(NamedGame {
            names: players.map(|it| head.players[it].name()),
            game,
            given,
            winner: Color::all().into_iter().find(wins),
        })
    });
    games.collect()
}

impl NamedGame {
    /// It as a game of the player with `player`.
    fn of(self, player: Color) -> PlayedGame {
        PlayedGame {
            game: self.game,
            given: self.given,
            player,
            outcome: match self.winner {
                Some(winner) if winner == player => Outcome::Won,
                Some(_) => Outcome::Lost,
                None => Outcome::Drawn,
            },
        }
    }
}
