//! Whether a player of a level would have seen it: a move that the analysis calls bad is shown to the
//! engine at that level, three times with other noise, and counts as seen where two of the three choices
//! are clearly better.

use engine::search::{Decision, Engine, Level, Limits, Settings};
use engine::shogi::Move;
use engine::shogi::game::Game;

/// How often the level is asked.
const OPINIONS: u64 = 3;
/// How many of the opinions have to be better.
pub const MAJORITY: usize = 2;
/// Memory of one opinion, in MiB.
const HASH_MB: usize = 4;

/// Players of a level.
pub struct Sight {
    level: Level,
    players: Vec<Engine>,
    limits: Limits,
}

impl Sight {
    /// Players of `level` with `settings` who search no further than `limits`.
    pub fn new(settings: &Settings, level: Level, limits: Limits) -> Self {
        let player = |seed| {
            let settings = Settings {
                hash_mb: HASH_MB,
                noise_seed: seed,
                ..settings.clone()
            };
            Engine::new(settings.at_level(level))
        };
        Self {
            level,
            players: (1..=OPINIONS).map(player).collect(),
            limits,
        }
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// What each of them would play in the last position of `game`.
    pub fn choices(&mut self, game: &Game) -> Vec<Move> {
        let limits = &self.limits;
        let choice = |player: &mut Engine| {
            player.new_game();
            player.set_game(game.clone());
            let limits = Limits {
                received: std::time::Instant::now(),
                ..limits.clone()
            };
            match player.search(limits, &mut ()).decision {
                Decision::Play { best, .. } => Some(best),
                Decision::Resign | Decision::DeclareWin => None,
            }
        };
        self.players.iter_mut().filter_map(choice).collect()
    }
}
