//! Everything a user can set about the engine, as one value. Two engines with different
//! settings can live in one process.

use crate::book::BookSettings;
use crate::eval::Evaluation;
use crate::habits::ModelFile;
use crate::player::levels::Level;
use crate::search::config::Effective;
use crate::search::{SearchConfig, TimeSettings};
use crate::shogi::declaration::EnteringKingRule;
use crate::textbook::Rules;
use std::path::PathBuf;

/// Settings of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Size of the transposition table in MiB, 1 or more.
    pub hash_mb: usize,
    /// Searching threads, 1 or more.
    pub threads: usize,
    /// Lines of analysis to report, 1 or more.
    pub multi_pv: usize,
    /// How the clock is used.
    pub time: TimeSettings,
    /// Which declaration of an entering king wins.
    pub entering_king_rule: EnteringKingRule,
    /// The game is drawn after this many moves; 0 for never.
    pub max_moves: u32,
    /// What a draw is worth, in centipawns, to the side that searches: Black, White.
    pub draw_values: [i32; 2],
    /// Resign when the score is at or below minus this many centipawns.
    pub resign_value: i32,
    /// Whether moves are searched that are legal but all but never right, such as a pawn's move
    /// into the camp without promotion. The root's always are.
    pub all_moves: bool,
    /// Never search more iterations than this; 0 for no limit.
    pub depth_limit: u32,
    /// Never search more nodes than this; 0 for no limit.
    pub nodes_limit: u64,
    /// Shortest time in milliseconds between reports of analysis.
    pub pv_interval_ms: u64,
    /// Whether lines are reported whose value is a bound only.
    pub report_bounds: bool,
    /// Whether positions are analysed and not played: no book, no resignation, no bounds.
    pub analysis: bool,
    /// Whether to explain the moves of the root after a search.
    pub explain: bool,
    /// The file, whose name ends in `.log`, to which a session adds what is received and said; none unless
    /// given.
    pub log: Option<PathBuf>,
    /// The model of the opponent, whose moves it foretells; none unless given.
    pub opponent: Option<ModelFile>,
    /// The opening book.
    pub book: BookSettings,
    /// What positions are worth.
    pub evaluation: Evaluation,
    /// How strong it plays. Its numbers of the search are not put into `search` by themselves:
    /// [`Settings::at_level`] does that.
    pub level: Level,
    /// What noise and choices of a level follow from beside the position; 0: drawn anew for each game.
    pub noise_seed: u64,
    /// How freely the giver of a handicap chooses its first moves: the standard deviation of what is added
    /// to static values, in centipawns; 0 for not at all.
    pub handicap_variety: i32,
    /// The rules of the textbook, if that searches instead.
    pub textbook: Option<Rules>,
    /// The numbers of the search.
    pub search: SearchConfig,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash_mb: 256,
            threads: 1,
            multi_pv: 1,
            time: TimeSettings::default(),
            entering_king_rule: EnteringKingRule::CsaRule27,
            max_moves: 0,
            draw_values: [0; 2],
            resign_value: 99_999,
            all_moves: false,
            depth_limit: 0,
            nodes_limit: 0,
            pv_interval_ms: 300,
            report_bounds: true,
            analysis: false,
            explain: false,
            log: None,
            opponent: None,
            book: BookSettings::default(),
            evaluation: Evaluation::default(),
            level: Level::FULL,
            noise_seed: 0,
            handicap_variety: 30,
            textbook: None,
            search: SearchConfig::default(),
        }
    }
}

impl Settings {
    /// The same at `level`, with the numbers of the search that belong to it.
    #[must_use]
    pub fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        level.dull(&mut self.search);
        self
    }

    /// What searches, to be told: the textbook, or the search with its numbers.
    pub fn effective(&self) -> Effective {
        let Some(rules) = &self.textbook else {
            return self.search.effective();
        };
        let owned = |(name, value): (&str, i32)| (name.to_owned(), value);
        Effective {
            preset: rules.preset.to_owned(),
            digest: rules.digest(),
            changes: rules.changes().into_iter().map(owned).collect(),
        }
    }

    /// The level in force: whoever analyses wants all there is.
    pub fn level_in_force(&self) -> Level {
        if self.analysis {
            Level::FULL
        } else {
            self.level
        }
    }
}
