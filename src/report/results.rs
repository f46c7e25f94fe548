//! Tables of results: by colour, by the way games ended, and by opening.

use super::Pair;
use super::games::words;
use crate::selfplay::finished::FinishedGame;
use crate::selfplay::stats::Outcome;
use crate::selfplay::tables::Tables;
use serde::Serialize;

/// How many openings are listed.
const LISTED: usize = 50;

/// Games of a table's row, from one player's side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What the games have in common.
    pub name: String,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
}

impl Row {
    fn new(name: impl Into<String>, [won, lost, drawn]: [u64; 3]) -> Self {
        let name = name.into();
        Self {
            name,
            won,
            lost,
            drawn,
        }
    }
}

/// A row for each player and colour, from that player's side.
pub fn by_color(tables: &Tables) -> Vec<Row> {
    let sides = [
        ("A as sente", 0, 0),
        ("A as gote", 0, 1),
        ("B as sente", 1, 0),
        ("B as gote", 1, 1),
    ];
    let row = |(name, player, color): (&str, usize, usize)| {
        Row::new(name, tables.results()[player][color])
    };
    sides.map(row).to_vec()
}

/// A row for each way in which games ended, from A's side.
pub fn by_reason(tables: &Tables) -> Vec<Row> {
    let row = |(reason, games): (crate::selfplay::finished::Reason, [u64; 3])| {
        Row::new(words(reason.name()), games)
    };
    tables.reasons().map(row).collect()
}

/// A pair both games of which the same player lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LostOpening {
    /// The number of the pair's first game; the other is the next.
    pub game: u64,
    /// Who lost: `A` or `B`.
    pub loser: char,
    /// Where the games began.
    pub start: String,
}

/// The openings that one player lost with either colour: how many there are, and the first of
/// them, those of A before those of B.
pub fn lost_openings(pairs: &[Pair]) -> (usize, Vec<LostOpening>) {
    let lost_by = |loser: char, outcome: Outcome| {
        let twice = move |pair: &&Pair| pair.map(FinishedGame::outcome) == [outcome; 2];
        pairs
            .iter()
            .filter(twice)
            .map(move |[game, _]| LostOpening {
                game: game.id,
                loser,
                start: game.start.clone(),
            })
    };
    let mut found: Vec<_> = lost_by('A', Outcome::Loss)
        .chain(lost_by('B', Outcome::Win))
        .collect();
    let count = found.len();
    found.truncate(LISTED);
    (count, found)
}

#[cfg(test)]
mod tests {
    use super::super::tests::games;
    use super::super::whole_pairs;
    use super::*;

    #[test]
    fn rows_are_those_of_the_tables() {
        let mut tables = Tables::default();
        for game in games("WLLD") {
            tables.add(&game);
        }
        // A is Black in games 0 and 2.
        let rows = by_color(&tables);
        assert_eq!(rows[0], Row::new("A as sente", [1, 1, 0]));
        assert_eq!(rows[3], Row::new("B as gote", [1, 1, 0]));
        assert_eq!(by_reason(&tables)[0], Row::new("mate", [1, 2, 0]));
        assert_eq!(by_reason(&tables)[1], Row::new("max moves", [0, 0, 1]));
    }

    #[test]
    fn openings_lost_twice_are_found() {
        let games = games("WWWLLLDD");
        let (count, found) = lost_openings(&whole_pairs(&games));
        let told: Vec<_> = found.iter().map(|it| (it.game, it.loser)).collect();
        assert_eq!((count, told), (2, vec![(4, 'A'), (0, 'B')]));
    }
}
