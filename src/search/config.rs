//! Every number of the search that can be varied, in one list, as a run-time value.
//!
//! A knob is one line of the list below: its sentence, name, default and range. From it come
//! the field, the default, [`SearchConfig::set`] with a range error, the USI options, and the
//! text of a match player (`key=value,…`). Two configurations can live in one process, so any
//! experiment is a match between two lists. Costs are in centi-plies: 100 is an ordinary first
//! move. A heuristic's neutral value, the one that switches it off, is 0 unless said.
//!
//! Words in names: `_cost` adds to a move's cost, `_bonus` takes from it, `_margin` is in
//! centipawns per ply, `_limit` is the greatest mean budget at which something applies,
//! `_percent` multiplies.
//!
//! The kinds of search are presets of these knobs ([`PRESETS`]), never branches in the code.

use thiserror::Error;

/// One tunable: its place in [`SearchConfig`] and the values it may take.
pub struct Knob {
    /// Name in options and player texts.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Value unless set.
    pub default: i32,
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
    get: fn(&SearchConfig) -> i32,
    field: fn(&mut SearchConfig) -> &mut i32,
}

/// Why a setting was refused.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// No knob has this name.
    #[error("unknown setting `{0}`; expected `search` or one of: {known}", known = known_names())]
    UnknownName(String),
    /// The value is not an integer within the knob's range.
    #[error("`{value}` is no value for {name}; expected an integer from {min} to {max}")]
    BadValue {
        /// The knob.
        name: &'static str,
        /// The text given.
        value: String,
        /// Least value.
        min: i32,
        /// Greatest value.
        max: i32,
    },
    /// No preset has this name.
    #[error("`{0}` is no kind of search; expected one of: {known}", known = preset_names())]
    UnknownPreset(String),
    /// An entry of a player's text has no `=`.
    #[error("`{0}` is not `key=value`")]
    NotAnAssignment(String),
}

fn known_names() -> String {
    let names: Vec<_> = KNOBS.iter().map(|knob| knob.name).collect();
    names.join(", ")
}

fn preset_names() -> String {
    let names: Vec<_> = PRESETS.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

macro_rules! knobs {
    ($($(#[doc = $about:literal])+ $name:ident = $default:literal, $min:literal..=$max:literal;)+) => {
        /// The values of all knobs.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct SearchConfig {
            $($(#[doc = $about])+ pub $name: i32,)+
        }

        impl Default for SearchConfig {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        /// Every knob, in the order of the list.
        pub const KNOBS: &[Knob] = &[$(Knob {
            name: stringify!($name),
            about: concat!($($about),+),
            default: $default,
            min: $min,
            max: $max,
            get: |config| config.$name,
            field: |config| &mut config.$name,
        },)+];

        const _: () = { $(assert!($min <= $default && $default <= $max);)+ };
    };
}

knobs! {
    /// Share of a move's cost that is charged to the other side, in percent: 0 keeps two
    /// tallies apart, 50 is one common depth.
    share_percent = 0, 0..=50;
    /// Cost of a move made in check, before lost interest; 100 is neutral.
    evasion_cost = 50, 0..=100;
    /// Part of the lost interest that counts when in check, in percent; 100 is neutral.
    evasion_percent = 40, 0..=100;
    /// Lost interest of every move after the first.
    growth_cost = 20, 0..=400;
    /// Lost interest per logarithm of rank and logarithm of depth.
    growth_log_cost = 45, 0..=200;
    /// Part of the growth that counts for captures and promotions that lose nothing.
    good_capture_percent = 30, 0..=100;
    /// Part of the growth that counts for captures that lose material.
    bad_capture_percent = 70, 0..=100;
    /// Less cost for a killer or countermove.
    killer_bonus = 100, 0..=400;
    /// Order score that makes up one centi-ply of bonus.
    order_divisor = 80, 1..=1000;
    /// Greatest bonus for a good order score.
    order_bonus = 200, 0..=600;
    /// Greatest cost for a bad order score.
    order_cost = 150, 0..=600;
    /// Less cost in nodes of the principal variation.
    pv_bonus = 70, 0..=400;
    /// Less cost for a move that gives check.
    check_bonus = 50, 0..=400;
    /// Less cost for a threat, in permille of its centipawns.
    threat_permille = 100, 0..=1000;
    /// More cost when the static value is not better than two plies before.
    stagnation_cost = 50, 0..=400;
    /// More cost for each like drop already searched at the node.
    same_drop_cost = 40, 0..=400;
    /// More cost for each check already searched at the node, if this is one.
    same_check_cost = 40, 0..=400;
    /// More cost for each move of the same piece already searched at the node.
    same_piece_cost = 15, 0..=400;
    /// More cost per logarithm of a move's negative plausibility.
    implausible_cost = 15, 0..=200;
    /// Order score lost per point of negative plausibility.
    implausible_order = 30, 0..=200;
    /// Lost interest from which a move that beats alpha is searched again at ordinary cost;
    /// 10000 never does.
    verify_from = 25, 1..=10_000;
    /// How far a quiet move may overdraw its side's budget; costlier ones are left out. 0: none
    /// is ever left out.
    overdraft = 100, 0..=1000;
    /// Both budgets lose this much after a null move. 0: no null move.
    null_move_cost = 300, 0..=800;
    /// Value above beta that makes up one centi-ply of further null-move cost.
    null_move_divisor = 2, 1..=16;
    /// Mean budget from which a null-move cut is verified by a search.
    null_verify_from = 900, 0..=10_000;
    /// Margin per ply of reverse futility. 0: none.
    reverse_futility_margin = 110, 0..=400;
    /// Margin per ply of futility. 0: none.
    futility_margin = 130, 0..=400;
    /// Mean budget up to which both futilities apply.
    futility_limit = 700, 0..=2000;
    /// Material per ply that a capture may lose without being left out. 0: none is.
    exchange_margin = 100, 0..=400;
    /// Cost to both budgets of having no move from the table. 0: none.
    untried_cost = 100, 0..=300;
    /// Mean budget from which a mate in one is looked for before anything else; 10000: never.
    mate_one_from = 1, 1..=10_000;
    /// Whether quiescence begins by looking for a mate in one. Worth: 51.2 % in 400 games at 10 ms
    /// (95 %: −24 to +42 Elo), and a mate in three found in 4,140 nodes instead of 109,802.
    mate_one_quiescence = 1, 0..=1;
    /// First aspiration window, in centipawns to each side. 0: none.
    aspiration = 60, 0..=1000;
    /// Order score of a check.
    check_order = 4000, 0..=20_000;
    /// Order score per centipawn of threat.
    threat_order = 10, 0..=100;
}

/// Kinds of search by name, each as what it changes of the default.
///
/// `alphabeta` is full-width iterative deepening with the same table, ordering and quiescence:
/// every move costs a ply, a move out of check nothing (the check extension), nothing is left
/// out and no null move is made. It is the "interest off" of the articles.
pub const PRESETS: &[(&str, &[(&str, i32)])] = &[
    ("interest", &[]),
    (
        "alphabeta",
        &[
            ("share_percent", 50),
            ("evasion_cost", 0),
            ("growth_cost", 0),
            ("growth_log_cost", 0),
            ("order_cost", 0),
            ("stagnation_cost", 0),
            ("same_drop_cost", 0),
            ("same_check_cost", 0),
            ("same_piece_cost", 0),
            ("implausible_cost", 0),
            ("implausible_order", 0),
            ("overdraft", 0),
            ("null_move_cost", 0),
            ("reverse_futility_margin", 0),
            ("futility_margin", 0),
            ("exchange_margin", 0),
            ("untried_cost", 0),
        ],
    ),
];

impl SearchConfig {
    /// The value of `knob`.
    pub fn get(&self, knob: &Knob) -> i32 {
        (knob.get)(self)
    }

    /// Sets the knob `name` (in any case) to `value`, or all knobs to the preset `value` if
    /// `name` is `search`.
    ///
    /// # Errors
    /// If there is no such knob or preset, or the value is out of range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        if name.eq_ignore_ascii_case("search") {
            *self = Self::preset(value)?;
            return Ok(());
        }
        let knob = KNOBS
            .iter()
            .find(|knob| knob.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| ConfigError::UnknownName(name.to_owned()))?;
        let number = value
            .parse()
            .ok()
            .filter(|number| (knob.min..=knob.max).contains(number))
            .ok_or_else(|| ConfigError::BadValue {
                name: knob.name,
                value: value.to_owned(),
                min: knob.min,
                max: knob.max,
            })?;
        *(knob.field)(self) = number;
        Ok(())
    }

    /// The preset `name`.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        let (_, changes) = PRESETS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| ConfigError::UnknownPreset(name.to_owned()))?;
        let mut config = Self::default();
        for (knob, value) in *changes {
            config.set(knob, &value.to_string())?;
        }
        Ok(config)
    }

    /// The configuration that a text like `search=alphabeta,killer_bonus=80` describes: the
    /// default, changed by each entry in turn. The empty text is the default.
    ///
    /// # Errors
    /// At the first entry that is not `key=value` or that [`SearchConfig::set`] refuses.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        for entry in text.split(',').map(str::trim).filter(|e| !e.is_empty()) {
            let (name, value) = entry
                .split_once('=')
                .ok_or_else(|| ConfigError::NotAnAssignment(entry.to_owned()))?;
            config.set(name.trim(), value.trim())?;
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_name_existing_knobs_and_differ() {
        let alphabeta = SearchConfig::preset("alphabeta").unwrap();
        assert_eq!(
            SearchConfig::preset("interest").unwrap(),
            SearchConfig::default()
        );
        assert_eq!(alphabeta.null_move_cost, 0);
    }

    #[test]
    fn a_player_text_is_read_in_order() {
        let config = SearchConfig::parse("search=alphabeta, killer_bonus=7").unwrap();
        assert_eq!((config.killer_bonus, config.growth_cost), (7, 0));
        assert_eq!(SearchConfig::parse("").unwrap(), SearchConfig::default());
    }

    #[test]
    fn refusals_name_the_token_and_what_was_expected() {
        let message = |text: &str| SearchConfig::parse(text).unwrap_err().to_string();
        assert!(message("killer_bonus=x").contains("`x`"));
        assert!(message("killer_bonus=-1").contains("0 to 400"));
        assert!(message("nonsense=1").contains("killer_bonus"));
        assert!(message("search=minimax").contains("alphabeta"));
        assert!(message("interest").contains("key=value"));
    }
}
