//! Levels for people: how strong the engine plays, from 0 to 20, as one table.
//!
//! A level is weak in ways in which people are. It has fewer *iterations*: it looks less far, and moves that cost less are
//! still looked at further than dull ones. Levels 0 to 15 look one ordinary move ahead. The lower ones then choose
//! as amateurs do (`choice.rs`), the more by value the lower their *temperature*; the next judge positions
//! with *noise*, anew for each move. Nothing waits: a level takes the time that its nodes take, and never more than
//! [`MOST_TIME_MS`].
//!
//! What must hold: level 20 changes nothing; at a lower one the same game, seed and level give the same
//! moves as long as the time does not run out. `kyomi-lab levels` measures what the levels are worth, and
//! [play.md](../../../docs/play.md) has the results.

use super::choice;
use crate::search::{Limits, SearchConfig};
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

/// The longest that a level below 20 thinks on a clock, in milliseconds.
pub const MOST_TIME_MS: u64 = 2000;

/// A level of strength, from 0 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How a level plays.
#[derive(Clone, Copy, Debug)]
struct Play {
    /// The iterations of a move at most.
    iterations: u32,
    /// The nodes of a move at most.
    nodes: u64,
    /// The standard deviation of the noise on static values, in centipawns.
    noise: i32,
    /// The temperature of the choice, in centipawns; 0: the best is played.
    temperature: i32,
}

/// A level that chooses at this temperature.
const fn chooses(temperature: i32) -> Play {
    Play {
        temperature,
        ..judges(choice::ITERATIONS, CHOICE_NODES, 0)
    }
}

/// A level that plays what it judges to be best: iterations, nodes, noise.
const fn judges(iterations: u32, nodes: u64, noise: i32) -> Play {
    Play {
        iterations,
        nodes,
        noise,
        temperature: 0,
    }
}

/// The nodes of a choice at most; nearly all take fewer.
const CHOICE_NODES: u64 = 20_000;

/// Levels 0 to 19.
const TABLE: [Play; 20] = [
    chooses(970),
    chooses(845),
    chooses(740),
    chooses(650),
    chooses(575),
    chooses(505),
    chooses(445),
    chooses(390),
    chooses(345),
    chooses(300),
    chooses(260),
    chooses(222),
    chooses(186),
    chooses(150),
    judges(1, 2_000, 189),
    judges(1, 2_000, 115),
    judges(2, 8_000, 115),
    judges(3, 8_000, 0),
    judges(4, 12_000, 0),
    judges(5, 16_000, 0),
];

impl Level {
    /// All there is.
    pub const FULL: Self = Self(TABLE.len() as u8);
    /// The numbers of the levels.
    pub const NUMBERS: RangeInclusive<u8> = 0..=Self::FULL.0;

    /// The level of this number, or the nearest.
    pub fn new(number: u8) -> Self {
        Self(number.min(Self::FULL.0))
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NUMBERS.map(Self)
    }

    fn play(self) -> Option<&'static Play> {
        TABLE.get(usize::from(self.0))
    }

    /// The nodes of a move at most; none at full strength.
    pub fn nodes(self) -> Option<u64> {
        self.play().map(|play| play.nodes)
    }

    /// The iterations of a move at most; none at full strength.
    pub fn iterations(self) -> Option<u32> {
        self.play().map(|play| play.iterations)
    }

    /// Makes `search` as dull as the level is.
    pub fn dull(self, search: &mut SearchConfig) {
        if let Some(play) = self.play() {
            play.dull(search);
        }
    }
}

impl Play {
    fn dull(self, search: &mut SearchConfig) {
        search.value_noise = self.noise;
        search.choice_temperature = self.temperature;
        // A level does not prove mates.
        search.mate_share_percent = 0;
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Limits {
    /// Asks for no more than `level` plays with.
    pub fn keep_to(&mut self, level: Level) {
        let (Some(nodes), Some(iterations)) = (level.nodes(), level.iterations()) else {
            return;
        };
        keep_below(&mut self.nodes, nodes);
        keep_below(&mut self.depth, iterations);
        if self.clock.is_some() || self.move_time_ms.is_some() || self.ponder {
            keep_below(&mut self.move_time_ms, MOST_TIME_MS);
        }
    }
}

/// Makes `most` the limit unless there is a lower one.
pub(super) fn keep_below<T: Ord + Copy>(limit: &mut Option<T>, most: T) {
    *limit = Some(limit.map_or(most, |limit| limit.min(most)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::KNOBS;

    #[test]
    fn full_strength_changes_nothing_and_every_other_level_something() {
        for level in Level::all() {
            let mut search = SearchConfig::default();
            level.dull(&mut search);
            let is_full = level == Level::FULL;
            assert_eq!(level.nodes().is_none(), is_full);
            assert_eq!(level.iterations().is_none(), is_full);
            if is_full {
                assert_eq!(search, SearchConfig::default());
            }
        }
    }

    #[test]
    fn numbers_stay_within_the_ranges_of_their_knobs() {
        for preset in crate::search::config::preset_names() {
            for level in Level::all() {
                let mut search = SearchConfig::preset(preset).unwrap();
                level.dull(&mut search);
                for knob in KNOBS {
                    let value = search.get(knob);
                    assert!((knob.min..=knob.max).contains(&value), "{}", knob.name);
                }
            }
        }
    }

    #[test]
    fn a_higher_level_never_looks_less_far_nor_leaves_more_to_chance() {
        for pair in TABLE.windows(2) {
            let [low, high] = pair else { continue };
            assert!(low.iterations <= high.iterations, "{pair:?}");
            assert!(low.temperature >= high.temperature, "{pair:?}");
            if low.temperature == 0 {
                let is_duller = low.noise >= high.noise && low.nodes <= high.nodes;
                assert!(is_duller, "{pair:?}");
            }
        }
    }
}
