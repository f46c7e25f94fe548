//! Tables of results: by colour, by the way games ended, and by opening.

use super::Pair;
use super::games::words;
use crate::selfplay::finished::{FinishedGame, Reason};
use crate::selfplay::stats::Outcome;
use crate::selfplay::tables::Tables;
use serde::Serialize;

/// How many games a table lists.
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
    let row = |(reason, games): (Reason, [u64; 3])| Row::new(words(reason.name()), games);
    tables.reasons().map(row).collect()
}

/// A game worth a look because of how it was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// Its number.
    pub game: u64,
    /// Who lost: `A` or `B`.
    pub loser: char,
    /// Where it began, or what was wrong.
    pub text: String,
}

/// The games lost by a fault: how many there are, and the first of them.
pub fn faults(games: &[FinishedGame]) -> (usize, Vec<Lost>) {
    let lost = |game: &FinishedGame| {
        Some(Lost {
            game: game.id,
            loser: if game.winner == Some(0) { 'B' } else { 'A' },
            text: game.fault.clone()?,
        })
    };
    counted(games.iter().filter_map(lost).collect())
}

/// The openings that one player lost with either colour, by the first game of the pair: how many
/// there are, and the first of them, those of A before those of B.
pub fn lost_openings(pairs: &[Pair]) -> (usize, Vec<Lost>) {
    let lost_by = |loser: char, outcome: Outcome| {
        let twice = move |pair: &&Pair| pair.map(FinishedGame::outcome) == [outcome; 2];
        pairs.iter().filter(twice).map(move |[game, _]| Lost {
            game: game.id,
            loser,
            text: game.start.clone(),
        })
    };
    let of_a = lost_by('A', Outcome::Loss);
    counted(of_a.chain(lost_by('B', Outcome::Win)).collect())
}

/// How many there are, and as many of them as are listed.
fn counted(mut found: Vec<Lost>) -> (usize, Vec<Lost>) {
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

    #[test]
    fn faults_name_the_loser() {
        let mut games = games(&"WL".repeat(40));
        for game in &mut games {
            game.fault = Some("late".to_owned());
        }
        let (count, found) = faults(&games);
        assert_eq!((count, found.len()), (80, LISTED));
        assert_eq!((found[0].loser, found[1].loser), ('B', 'A'));
    }
}
