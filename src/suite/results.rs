//! What came of rows: one at a time, and added up.

use super::kind::Answer;
use serde::{Deserialize, Serialize};

/// A row that a player, or the rules, answered. Its text form is one JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowResult {
    /// The file.
    pub file: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// Who answered: the number of the player, from 0; 0 too where none is asked.
    pub player: usize,
    /// Whether the answer is right.
    pub right: bool,
    /// Whether a limit came before an answer.
    pub limit: bool,
    /// What was found, in words.
    pub found: String,
    /// Nodes searched, or leaves counted.
    pub nodes: u64,
    /// The time it took, in µs.
    pub us: u64,
    /// The node from which on the best move stayed right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_solved: Option<u64>,
    /// The line found, in USI notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl RowResult {
    /// The `answer` of `player` to the row on `line` of `file`.
    pub fn new(file: &str, line: usize, player: usize, answer: Answer) -> Self {
        Self {
            file: file.to_owned(),
            line,
            player,
            right: answer.is_right,
            limit: answer.hit_limit,
            found: answer.found,
            nodes: answer.nodes,
            us: answer.time.as_micros() as u64,
            first_solved: answer.first_solved,
            moves: answer.line.iter().map(ToString::to_string).collect(),
        }
    }

    /// Which row it is, and who answered.
    pub fn key(&self) -> (&str, usize, usize) {
        (&self.file, self.line, self.player)
    }
}

/// A figure over many rows: half of them have no more than `median`, nine in ten no more than
/// `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// The middle one.
    pub median: u64,
    /// The one that nine in ten do not exceed.
    pub most: u64,
}

impl Spread {
    /// That of `values`; none without values.
    pub fn of(values: impl Iterator<Item = u64>) -> Option<Self> {
        let mut values: Vec<u64> = values.collect();
        values.sort_unstable();
        let at = |tenths: usize| values.get((values.len() * tenths).div_ceil(10).saturating_sub(1));
        Some(Self {
            median: *at(5)?,
            most: *at(9)?,
        })
    }
}

/// The rows of one kind in one file that one player answered, added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Rows answered.
    pub rows: u64,
    /// Rows with a right answer.
    pub solved: u64,
    /// Rows with a wrong answer.
    pub wrong: u64,
    /// Rows in which a limit came before an answer.
    pub limit: u64,
    /// Nodes.
    pub nodes: Option<Spread>,
    /// Time in µs.
    pub us: Option<Spread>,
    /// The node from which on the best move stayed right, of rows that have one.
    pub first_solved: Option<Spread>,
}

impl Totals {
    /// Those of `results`.
    pub fn of(results: &[&RowResult]) -> Self {
        let count = |test: &dyn Fn(&RowResult) -> bool| {
            results.iter().filter(|result| test(result)).count() as u64
        };
        Self {
            rows: results.len() as u64,
            solved: count(&|it| it.right),
            wrong: count(&|it| !it.right && !it.limit),
            limit: count(&|it| !it.right && it.limit),
            nodes: Spread::of(results.iter().map(|it| it.nodes)),
            us: Spread::of(results.iter().map(|it| it.us)),
            first_solved: Spread::of(results.iter().filter_map(|it| it.first_solved)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_and_nine_tenths_are_named_by_values_that_occur() {
        let spread = |count: u64| Spread::of(1..=count).map(|it| (it.median, it.most));
        assert_eq!(spread(0), None);
        assert_eq!(spread(1), Some((1, 1)));
        assert_eq!(spread(2), Some((1, 2)));
        assert_eq!(spread(10), Some((5, 9)));
        assert_eq!(spread(11), Some((6, 10)));
    }
}
