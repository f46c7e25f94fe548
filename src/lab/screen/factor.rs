//! What is screened: numbers of the search, each with two values (factors at two levels).

use super::design::MOST_FACTORS;
use engine::search::SearchConfig;
use engine::search::config::{ConfigError, Knob};
use std::cmp::Ordering;
use thiserror::Error;

/// A number of the search with two values to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The number's name.
    pub name: &'static str,
    /// The value that is compared with.
    pub low: i32,
    /// The greater value, whose worth is asked for.
    pub high: i32,
}

/// Why a text names no factors.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FactorError {
    /// There is none in it.
    #[error("no number in `{0}`; expected name=LOW:HIGH, and commas between")]
    None(String),
    /// There are more than the design has columns.
    #[error("`{0}` is one too many; expected up to {MOST_FACTORS} numbers")]
    TooMany(String),
    /// An entry has another form.
    #[error("`{0}` is no number with two values; expected name=LOW:HIGH")]
    Malformed(String),
    /// Nothing has this name.
    #[error("unknown number `{0}`; expected a number of the search, such as killer_bonus")]
    Unknown(String),
    /// The number cannot have a value.
    #[error(transparent)]
    Value(#[from] ConfigError),
    /// There is nothing to compare.
    #[error("`{0}` has the same value twice; expected two different ones")]
    Same(String),
    /// The values are the wrong way round.
    #[error("`{0}` has its high value first; expected name=LOW:HIGH")]
    Order(String),
    /// The number stands there before.
    #[error("number `{0}` stands there twice; expected it once")]
    Twice(&'static str),
}

impl Factor {
    /// Reads `name=LOW:HIGH,…`.
    ///
    /// # Errors
    /// At the first entry that is no number with two different values that it can have, or that
    /// is one too many.
    pub fn list(text: &str) -> Result<Vec<Self>, FactorError> {
        let mut list: Vec<Self> = Vec::new();
        for entry in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let factor = Self::read(entry)?;
            if list.iter().any(|it| it.name == factor.name) {
                return Err(FactorError::Twice(factor.name));
            }
            if list.len() == MOST_FACTORS {
                return Err(FactorError::TooMany(entry.to_owned()));
            }
            list.push(factor);
        }
        if list.is_empty() {
            return Err(FactorError::None(text.to_owned()));
        }
        Ok(list)
    }

    fn read(entry: &str) -> Result<Self, FactorError> {
        let parts = entry.split_once('=').and_then(|(name, values)| {
            let (low, high) = values.split_once(':')?;
            Some([name, low, high].map(str::trim))
        });
        let [name, low, high] = parts.ok_or_else(|| FactorError::Malformed(entry.to_owned()))?;
        let knob = Knob::named(name).ok_or_else(|| FactorError::Unknown(name.to_owned()))?;
        let value = |text| {
            let mut config = SearchConfig::default();
            config.set(knob.name, text)?;
            Ok::<_, ConfigError>(config.get(knob))
        };
        let (low, high) = (value(low)?, value(high)?);
        match low.cmp(&high) {
            Ordering::Less => {}
            Ordering::Equal => return Err(FactorError::Same(entry.to_owned())),
            Ordering::Greater => return Err(FactorError::Order(entry.to_owned())),
        }
        let name = knob.name;
        Ok(Self { name, low, high })
    }

    /// The entry of a player's text that sets it.
    pub(super) fn setting(&self, is_high: bool) -> String {
        let value = if is_high { self.high } else { self.low };
        format!("{}={value}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::search::config::KNOBS;

    #[test]
    fn a_number_has_a_low_value_and_a_high_one() {
        let list = Factor::list(" killer_bonus=50:150, ORDER_DIVISOR = 80:90,").unwrap();
        let factor = |name, low, high| Factor { name, low, high };
        let expected = [
            factor("killer_bonus", 50, 150),
            factor("order_divisor", 80, 90),
        ];
        assert_eq!(list, expected);
        assert_eq!(list[1].setting(true), "order_divisor=90");
        assert_eq!(list[1].setting(false), "order_divisor=80");
    }

    #[test]
    fn refusals_name_the_token_and_what_was_expected() {
        for (text, token, expected) in [
            (" , ", "` , `", "name=LOW:HIGH"),
            ("killer_bonus", "`killer_bonus`", "name=LOW:HIGH"),
            ("killer_bonus=5", "`killer_bonus=5`", "name=LOW:HIGH"),
            ("search=interest:modern", "`search`", "a number"),
            ("killer=1:2", "`killer`", "such as killer_bonus"),
            ("killer_bonus=0:2000", "`2000`", "from 0 to 1000"),
            ("killer_bonus=x:1", "`x`", "an integer"),
            ("killer_bonus=1:2:3", "`2:3`", "an integer"),
            ("killer_bonus=7:7", "`killer_bonus=7:7`", "different"),
            ("killer_bonus=150:50", "`killer_bonus=150:50`", "LOW:HIGH"),
            (
                "killer_bonus=1:2,Killer_Bonus=3:4",
                "`killer_bonus`",
                "once",
            ),
        ] {
            let error = Factor::list(text).unwrap_err().to_string();
            assert!(error.contains(token), "{text}: {error}");
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn there_is_a_column_for_each_of_31_numbers_and_no_more() {
        let wide = KNOBS.iter().filter(|knob| knob.min < knob.max);
        let entries: Vec<_> = wide
            .take(MOST_FACTORS + 1)
            .map(|knob| format!("{}={}:{}", knob.name, knob.min, knob.max))
            .collect();
        let list = |count: usize| Factor::list(&entries[..count].join(","));
        assert_eq!(list(MOST_FACTORS).unwrap().len(), 31);
        let last = entries[MOST_FACTORS].clone();
        assert_eq!(list(MOST_FACTORS + 1), Err(FactorError::TooMany(last)));
    }
}
