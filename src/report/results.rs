//! Tables of results: by colour, by the way games ended, and by opening.

use super::shared::{Pair, words};
use crate::selfplay::contest::schedule::letter;
use crate::selfplay::observers::tables::{Endings, Results, Tables};
use crate::selfplay::referee::finished::{FinishedGame, Reason};
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
    let of_player = |(player, results): (usize, &Results)| {
        let name = letter(player);
        let [black, white] = *results;
        [
            Row::new(format!("{name} as sente"), black),
            Row::new(format!("{name} as gote"), white),
        ]
    };
    let players = tables.players().iter().enumerate();
    players.flat_map(of_player).collect()
}

/// Games that ended in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// How.
    pub name: String,
    /// Games that each player won.
    pub won: Vec<u64>,
    /// Games drawn.
    pub drawn: u64,
}

/// A row for each way in which games ended.
pub fn by_reason(tables: &Tables) -> Vec<Ending> {
    let row = |(reason, endings): (Reason, &Endings)| Ending {
        name: words(reason.name()),
        won: endings.won.clone(),
        drawn: endings.drawn,
    };
    tables.reasons().map(row).collect()
}

/// A game worth a look because of how it was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// Its number.
    pub game: u64,
    /// Who lost, by its letter.
    pub loser: char,
    /// Where it began, or what was wrong.
    pub text: String,
}

/// The games lost by a fault: how many there are, and the first of them.
pub fn faults(games: &[FinishedGame]) -> (usize, Vec<Lost>) {
    let lost = |game: &FinishedGame| {
        Some(Lost {
            game: game.id,
            loser: letter(game.loser()?),
            text: game.fault.clone()?,
        })
    };
    counted(games.iter().filter_map(lost).collect())
}

/// The openings that one player lost with either colour against the same opponent, neither time by
/// a fault, by the first game of the pair: how many there are, and the first of them, those of A
/// before those of B.
pub fn lost_openings(pairs: &[Pair]) -> (usize, Vec<Lost>) {
    let twice = |[game, other]: &Pair| {
        let is_played_out = game.fault.is_none() && other.fault.is_none();
        let is_same = |loser: &usize| is_played_out && other.loser() == Some(*loser);
        let loser = game.loser().filter(is_same)?;
        Some(Lost {
            game: game.id,
            loser: letter(loser),
            text: game.start.clone(),
        })
    };
    let mut found: Vec<Lost> = pairs.iter().filter_map(twice).collect();
    found.sort_by_key(|lost| lost.loser);
    counted(found)
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
        let mut tables = Tables::new(2);
        for game in games("WLLD") {
            tables.add(&game);
        }
        // A is Black in games 0 and 2.
        let rows = by_color(&tables);
        assert_eq!(rows[0], Row::new("A as sente", [1, 1, 0]));
        assert_eq!(rows[3], Row::new("B as gote", [1, 1, 0]));
        let ending = |name: &str, won: [u64; 2], drawn| Ending {
            name: name.to_owned(),
            won: won.to_vec(),
            drawn,
        };
        let expected = [ending("mate", [1, 2], 0), ending("max moves", [0, 0], 1)];
        assert_eq!(by_reason(&tables), expected);
    }

    #[test]
    fn openings_lost_twice_are_found() {
        let mut games = games("WWWLLLDDWW");
        games[9].fault = Some("ended before `bestmove`".to_owned());
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
