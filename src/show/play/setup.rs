//! How a game is set up.

use engine::search::{Level, Settings};
use engine::shogi::Color;
use engine::shogi::game::Game;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game so far.
    pub game: Game,
    /// The side of the person.
    pub person: Color,
    /// How strong the engine plays.
    pub level: Level,
    /// How long it thinks about a move at most, in milliseconds.
    pub time_ms: u64,
    /// Whether the board is drawn with Japanese characters.
    pub kanji: bool,
    /// The settings of the engine; its level is the one above.
    pub settings: Settings,
}
