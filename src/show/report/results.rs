//! Tables of results: by colour, by the way games ended, and by opening.

use super::shared::words;
use engine::files::line::told;
use matches::contest::schedule::letter;
use matches::observers::tables::{Endings, Results, Tables};
use matches::referee::finished::{FinishedGame, Reason};
use serde::Serialize;
use std::collections::BTreeMap;

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

/// The games lost by a fault.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// How many there are.
    pub count: usize,
    /// The first of them.
    pub first: Vec<Lost>,
}

impl Faults {
    /// Adds the next game, if it is one.
    pub fn add(&mut self, game: &FinishedGame) {
        if let (Some(loser), Some(fault)) = (game.loser(), &game.fault) {
            list(&mut self.count, &mut self.first, || Lost {
                game: game.id,
                loser: letter(loser),
                text: told(fault),
            });
        }
    }
}

/// The openings that one player lost with either colour against the same opponent, neither time by
/// a fault, by the first game of the pair.
#[derive(Clone, Debug, Default)]
pub struct LostOpenings {
    /// How many there are.
    pub count: usize,
    /// The first of each loser.
    by_loser: BTreeMap<char, (usize, Vec<Lost>)>,
}

impl LostOpenings {
    /// Adds the next pair, if it is one.
    pub fn add(&mut self, [game, other]: [&FinishedGame; 2]) {
        let is_played_out = game.fault.is_none() && other.fault.is_none();
        let loser = game.loser().filter(|_| is_played_out);
        let Some(loser) = loser.filter(|loser| other.loser() == Some(*loser)) else {
            return;
        };
        let loser = letter(loser);
        self.count += 1;
        let (count, first) = self.by_loser.entry(loser).or_default();
        list(count, first, || Lost {
            game: game.id,
            loser,
            text: game.start.clone(),
        });
    }

    /// The first of them, those of A before those of B.
    pub fn first(&self) -> Vec<Lost> {
        let all = self.by_loser.values().flat_map(|(_, first)| first);
        all.take(LISTED).cloned().collect()
    }
}

/// Counts one more, and lists it while there is room.
fn list(count: &mut usize, listed: &mut Vec<Lost>, lost: impl FnOnce() -> Lost) {
    *count += 1;
    if listed.len() < LISTED {
        listed.push(lost());
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::games;
    use super::*;
    use matches::referee::finished::whole_pairs;

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
        let mut lost = LostOpenings::default();
        for pair in whole_pairs(&games) {
            lost.add(pair);
        }
        let told: Vec<_> = lost.first().iter().map(|it| (it.game, it.loser)).collect();
        assert_eq!((lost.count, told), (2, vec![(4, 'A'), (0, 'B')]));
    }

    #[test]
    fn faults_name_the_loser() {
        let mut games = games(&"WL".repeat(40));
        for game in &mut games {
            game.fault = Some("late".to_owned());
        }
        let mut faults = Faults::default();
        for game in &games {
            faults.add(game);
        }
        assert_eq!((faults.count, faults.first.len()), (80, LISTED));
        assert_eq!((faults.first[0].loser, faults.first[1].loser), ('B', 'A'));
    }
}
