//! What is screened, numbers of the search with two values each (factors at two levels), and which
//! value each has in which match: a saturated two-level design.
//!
//! What must hold: each column has as many matches with the one sign as with the other, and any
//! two columns agree in half of the matches, so that what one factor does cancels in the estimate
//! of every other.

use engine::random::generator;
use engine::search::SearchConfig;
use engine::search::config::Knob;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::array;
use std::cmp::Ordering;

/// The matches of a screening: the order of the Hadamard matrix.
pub const MATCHES: usize = 32;

/// The most factors: the matrix's columns without the constant one.
pub const MOST_FACTORS: usize = MATCHES - 1;

/// For each factor the sign, +1 or −1, that it has in each match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design(Vec<[i8; MATCHES]>);

impl Design {
    /// Columns for so many factors, up to [`MOST_FACTORS`], of Sylvester's matrix, whose entry in
    /// row i and column j is −1 to the number of bits that i and j share. Which columns, and
    /// whether their signs are reversed, follows from `seed`.
    pub fn new(factors: usize, seed: u64) -> Self {
        let mut random = generator(seed, 0);
        let mut columns: Vec<usize> = (1..MATCHES).collect();
        columns.shuffle(&mut random);
        let columns = columns.into_iter().take(factors).map(|column| {
            let is_reversed: bool = random.random();
            array::from_fn(|row| {
                let is_odd = (row & column).count_ones() % 2 == 1;
                if is_odd == is_reversed { 1 } else { -1 }
            })
        });
        Self(columns.collect())
    }

    /// The signs of each factor, match by match.
    pub fn columns(&self) -> impl Iterator<Item = &[i8; MATCHES]> {
        self.0.iter()
    }

    /// For each factor whether its sign in match `row`, from 0, is +1.
    pub fn row(&self, row: usize) -> impl Iterator<Item = bool> {
        self.0.iter().map(move |column| column[row] > 0)
    }
}

/// What names a factor.
const FORM: &str = "name=LOW:HIGH";

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

impl Factor {
    /// Reads `name=LOW:HIGH,…`.
    ///
    /// # Errors
    /// At the first entry that is no number with two different values that it can have, or that
    /// is one too many.
    pub fn list(text: &str) -> Result<Vec<Self>, String> {
        Self::list_of(text, MOST_FACTORS)
    }

    /// The same of no more than `most`.
    fn list_of(text: &str, most: usize) -> Result<Vec<Self>, String> {
        let mut list: Vec<Self> = Vec::new();
        for entry in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let factor = Self::read(entry)?;
            if list.iter().any(|it| it.name == factor.name) {
                let name = factor.name;
                return Err(format!(
                    "number `{name}` stands there twice; expected it once"
                ));
            }
            if list.len() == most {
                return Err(format!(
                    "`{entry}` is one too many; expected up to {most} numbers"
                ));
            }
            list.push(factor);
        }
        if list.is_empty() {
            return Err(format!(
                "no number in `{text}`; expected {FORM}, and commas between"
            ));
        }
        Ok(list)
    }

    fn read(entry: &str) -> Result<Self, String> {
        let parts = entry.split_once('=').and_then(|(name, values)| {
            let (low, high) = values.split_once(':')?;
            Some([name, low, high].map(str::trim))
        });
        let malformed = || format!("`{entry}` is no number with two values; expected {FORM}");
        let [name, low, high] = parts.ok_or_else(malformed)?;
        let unknown = || {
            format!(
                "unknown number `{name}`; expected a number of the search, such as same_drop_cost"
            )
        };
        let knob = Knob::named(name).ok_or_else(unknown)?;
        let value = |text| {
            let mut config = SearchConfig::default();
            let set = config.set(knob.name, text);
            set.map(|()| config.get(knob))
                .map_err(|error| error.to_string())
        };
        let (low, high) = (value(low)?, value(high)?);
        let name = knob.name;
        match low.cmp(&high) {
            Ordering::Less => Ok(Self { name, low, high }),
            Ordering::Equal => Err(format!(
                "`{entry}` has the same value twice; expected two different ones"
            )),
            Ordering::Greater => Err(format!(
                "`{entry}` has its high value first; expected {FORM}"
            )),
        }
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

    fn product(one: &[i8; MATCHES], other: &[i8; MATCHES]) -> i32 {
        let products = one.iter().zip(other).map(|(one, other)| one * other);
        products.map(i32::from).sum()
    }

    #[test]
    fn columns_are_balanced_and_orthogonal_whatever_the_seed() {
        for seed in [0, 1, 2, 77, u64::MAX] {
            let design = Design::new(MOST_FACTORS, seed);
            let columns: Vec<_> = design.columns().collect();
            assert_eq!(columns.len(), MOST_FACTORS);
            for (index, column) in columns.iter().enumerate() {
                assert_eq!(product(column, &[1; MATCHES]), 0, "seed {seed}");
                assert_eq!(product(column, column), MATCHES as i32);
                for other in &columns[..index] {
                    assert_eq!(product(column, other), 0, "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn the_seed_decides_columns_and_signs() {
        assert_eq!(Design::new(5, 1), Design::new(5, 1));
        assert_ne!(Design::new(5, 1), Design::new(5, 2));
        let firsts: Vec<_> = Design::new(MOST_FACTORS, 3).row(0).collect();
        assert!(firsts.contains(&true) && firsts.contains(&false));
    }

    #[test]
    fn a_number_has_a_low_value_and_a_high_one() {
        let list = Factor::list(" same_drop_cost=50:150, IMPLAUSIBLE_COST = 80:90,").unwrap();
        let factor = |name, low, high| Factor { name, low, high };
        let expected = [
            factor("same_drop_cost", 50, 150),
            factor("implausible_cost", 80, 90),
        ];
        assert_eq!(list, expected);
        assert_eq!(list[1].setting(true), "implausible_cost=90");
        assert_eq!(list[1].setting(false), "implausible_cost=80");
    }

    #[test]
    fn refusals_name_the_token_and_what_was_expected() {
        for (text, token, expected) in [
            (" , ", "` , `", "name=LOW:HIGH"),
            ("same_drop_cost", "`same_drop_cost`", "name=LOW:HIGH"),
            ("same_drop_cost=5", "`same_drop_cost=5`", "name=LOW:HIGH"),
            ("search=interest:conventional", "`search`", "a number"),
            ("killer=1:2", "`killer`", "such as same_drop_cost"),
            ("same_drop_cost=0:3000", "`3000`", "from 0 to 2048"),
            ("same_drop_cost=x:1", "`x`", "an integer"),
            ("same_drop_cost=1:2:3", "`2:3`", "an integer"),
            ("same_drop_cost=7:7", "`same_drop_cost=7:7`", "different"),
            (
                "same_drop_cost=150:50",
                "`same_drop_cost=150:50`",
                "LOW:HIGH",
            ),
            (
                "same_drop_cost=1:2,Same_Drop_Cost=3:4",
                "`same_drop_cost`",
                "once",
            ),
        ] {
            let error = Factor::list(text).unwrap_err();
            assert!(error.contains(token), "{text}: {error}");
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn all_numbers_of_the_search_may_vary_and_no_more_than_there_are_columns() {
        let wide = KNOBS.iter().filter(|knob| knob.min < knob.max);
        let entry = |knob: &Knob| format!("{}={}:{}", knob.name, knob.min, knob.max);
        let entries: Vec<_> = wide.map(entry).collect();
        let all = entries.len().min(MOST_FACTORS);
        let list = Factor::list(&entries[..all].join(",")).unwrap();
        assert_eq!(list.len(), all);
        let problem = Factor::list_of(&entries.join(","), 3).unwrap_err();
        let expected = "is one too many; expected up to 3 numbers";
        assert!(problem.contains(&entries[3]) && problem.contains(expected));
    }
}
