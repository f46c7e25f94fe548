//! The engine's part: its moves, and hints.

use super::show;
use engine::search::{Decision, Engine, Level, Limits, Settings};
use engine::shogi::game::Game;

/// The nodes of a hint: half a second or so.
const HINT_NODES: u64 = 200_000;
/// Memory for what hints know, in MiB.
const HINT_HASH_MB: usize = 16;
/// How many moves of a line are shown.
const LINE: usize = 5;

/// The engine at the table.
pub struct Side {
    engine: Engine,
    /// Who gives hints; made when the first is asked for.
    adviser: Option<Engine>,
    settings: Settings,
    time_ms: u64,
}

impl Side {
    /// An engine with `settings` at `level` that thinks `time_ms` milliseconds about a move at most.
    pub fn new(settings: Settings, level: Level, time_ms: u64) -> Self {
        let engine = Engine::new(settings.clone().at_level(level));
        Self {
            engine,
            adviser: None,
            settings,
            time_ms,
        }
    }

    /// Plays at `level` from now on.
    pub fn set_level(&mut self, level: Level) {
        let settings = self.settings.clone().at_level(level);
        self.engine.configure(&settings);
    }

    /// What it does in the last position of `game`.
    pub fn decide(&mut self, game: &Game) -> Decision {
        self.engine.set_game(game.clone());
        let limits = Limits {
            move_time_ms: Some(self.time_ms),
            ..Limits::none()
        };
        self.engine.search(limits, &mut ()).decision
    }

    /// What it would play in the last position of `game` at full strength, in words.
    pub fn hint(&mut self, game: &Game) -> String {
        let settings = &self.settings;
        let adviser = self.adviser.get_or_insert_with(|| {
            Engine::new(Settings {
                hash_mb: HINT_HASH_MB,
                analysis: true,
                ..settings.clone()
            })
        });
        adviser.set_game(game.clone());
        let outcome = adviser.search(Limits::nodes(HINT_NODES), &mut ());
        let line = &outcome.info.pv;
        let pos = game.position();
        let last = game.moves().last().map(|mv| mv.to());
        let Some(&best) = line.first() else {
            return "there is no move".to_owned();
        };
        let line = engine::record::kif::line_names(pos, last, line);
        let line: Vec<_> = line.into_iter().take(LINE).collect();
        let (name, value) = (show::name(pos, best, last), show::value(outcome.score));
        format!("hint: {name}, {value}: {}", line.join(" "))
    }
}
