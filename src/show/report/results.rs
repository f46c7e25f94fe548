//! Totals of results: by colour, by the way games ended, by opening, and what time the players spent.

use super::words;
use crate::language::Language;
use base::files::text::one_line;
use matches::contest::schedule::letter;
use matches::observers::totals::{Endings, Results, Totals};
use matches::players::limit::{MoveLimit, SideClock};
use matches::referee::finished::{FinishedGame, Reason};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

/// How many games a table lists.
const LISTED_GAMES: usize = 50;

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
pub fn by_color(totals: &Totals, language: Language) -> Vec<Row> {
    let of_player = |(player, results): (usize, &Results)| {
        let name = letter(player);
        let [black, white] = *results;
        [
            Row::new(
                language.fill(["{0} as sente", "{0}（先手）"], &[&name]),
                black,
            ),
            Row::new(
                language.fill(["{0} as gote", "{0}（後手）"], &[&name]),
                white,
            ),
        ]
    };
    let players = totals.players.iter().enumerate();
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
pub fn by_reason(totals: &Totals, language: Language) -> Vec<Ending> {
    let row = |(reason, endings): (&Reason, &Endings)| Ending {
        name: language.read(&words(&reason.to_string())),
        won: endings.won.clone(),
        drawn: endings.drawn,
    };
    totals.reasons.iter().map(row).collect()
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
                text: one_line(fault),
            });
        }
    }

    /// The first of them, with what was wrong in this language.
    pub fn read_in(&self, language: Language) -> Vec<Lost> {
        let read = |lost: &Lost| Lost {
            text: language.read(&lost.text),
            ..lost.clone()
        };
        self.first.iter().map(read).collect()
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
        all.take(LISTED_GAMES).cloned().collect()
    }
}

/// Counts one more, and lists it while there is room.
fn list(count: &mut usize, listed: &mut Vec<Lost>, lost: impl FnOnce() -> Lost) {
    *count += 1;
    if listed.len() < LISTED_GAMES {
        listed.push(lost());
    }
}

/// How many overruns are listed.
const LISTED_OVERRUNS: usize = 10;

/// The time that one player spent on its moves, as far as it was kept: how many moves took so many
/// ms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spent {
    counts: BTreeMap<u64, u64>,
    moves: u64,
}

impl Spent {
    /// Adds the time of `player` in `game`.
    pub fn add(&mut self, game: &FinishedGame, player: usize) {
        for ms in game.plies_of(player).filter_map(|(_, ply)| ply.ms) {
            *self.counts.entry(ms).or_default() += 1;
            self.moves += 1;
        }
    }

    /// The ms that `percent` of the moves did not exceed; none without moves.
    pub fn quantile(&self, percent: u64) -> Option<u64> {
        let rank = (self.moves * percent).div_ceil(100);
        let mut seen = 0;
        let reached = |(_, count): &(&u64, &u64)| {
            seen += **count;
            seen >= rank
        };
        self.counts.iter().find(reached).map(|(&ms, _)| ms)
    }

    /// The ms of the longest move; none without moves.
    pub fn longest(&self) -> Option<u64> {
        self.counts.keys().last().copied()
    }
}

/// A move that took longer than it might.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Overrun {
    /// The number of the game.
    pub game: u64,
    /// The number of the move, from 1, those of the opening included.
    pub ply: usize,
    /// The player, by its letter.
    pub player: char,
    /// ms it took.
    pub used_ms: u64,
    /// ms it might have taken.
    pub allowed_ms: u64,
}

/// The worst overruns. Only those that the margin forgave: the move of a game lost on time is not in
/// the journal.
#[derive(Clone, Debug)]
pub struct Overruns {
    limits: Vec<MoveLimit>,
    worst: Vec<Overrun>,
}

impl Overruns {
    /// None yet of players with these limits.
    pub fn new(limits: Vec<MoveLimit>) -> Self {
        Self {
            limits,
            worst: Vec::new(),
        }
    }

    /// Adds those of the next game.
    pub fn add(&mut self, game: &FinishedGame) {
        for player in game.pairing() {
            if let Some(limit) = self.limits.get(player) {
                self.worst.extend(of_game(game, player, *limit));
            }
        }
        self.worst
            .sort_by_key(|overrun| Reverse(overrun.used_ms - overrun.allowed_ms));
        self.worst.truncate(LISTED_OVERRUNS);
    }

    /// The worst, the worst first.
    pub fn worst(&self) -> &[Overrun] {
        &self.worst
    }
}

/// Runs the clock of `player` through `game`.
fn of_game(game: &FinishedGame, player: usize, limit: MoveLimit) -> Vec<Overrun> {
    let mut clock = SideClock::new(limit);
    let mut found = Vec::new();
    for (number, ply) in game.plies_of(player) {
        let (Some(used_ms), Some(allowed)) = (ply.ms, clock.allowance()) else {
            continue;
        };
        let allowed_ms = allowed.as_millis() as u64;
        if used_ms > allowed_ms {
            found.push(Overrun {
                game: game.id,
                ply: number,
                player: letter(player),
                used_ms,
                allowed_ms,
            });
        }
        let used = Duration::from_millis(used_ms);
        // The game went on, so whatever it was, it was forgiven.
        let _ = clock.charge(used, used);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, games};
    use super::*;
    use engine::search::ClockReading;
    use engine::shogi::sfen;
    use matches::referee::finished::{Ply, whole_pairs};

    #[test]
    fn rows_are_those_of_the_tables() {
        let mut totals = Totals::new(2);
        for game in games("WLLD") {
            totals.add(&game);
        }
        // A is Black in games 0 and 2.
        let rows = by_color(&totals, Language::English);
        assert_eq!(rows[0], Row::new("A as sente", [1, 1, 0]));
        assert_eq!(rows[3], Row::new("B as gote", [1, 1, 0]));
        let ending = |name: &str, won: [u64; 2], drawn| Ending {
            name: name.to_owned(),
            won: won.to_vec(),
            drawn,
        };
        let expected = [ending("mate", [1, 2], 0), ending("max moves", [0, 0], 1)];
        assert_eq!(by_reason(&totals, Language::English), expected);
    }

    #[test]
    fn openings_lost_twice_are_found() {
        let mut games = games("WWWLLLDDWW");
        games[9].fault = Some("ended before `bestmove`".to_owned());
        let mut lost = LostOpenings::default();
        for pair in whole_pairs(&games) {
            lost.add(pair);
        }
        let found: Vec<_> = lost.first().iter().map(|it| (it.game, it.loser)).collect();
        assert_eq!((lost.count, found), (2, vec![(4, 'A'), (0, 'B')]));
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
        assert_eq!((faults.count, faults.first.len()), (80, LISTED_GAMES));
        assert_eq!((faults.first[0].loser, faults.first[1].loser), ('B', 'A'));
    }

    /// A game of A (Black) against B whose moves took so many ms each.
    fn timed(id: u64, ms: &[u64]) -> FinishedGame {
        let ply = |&ms: &u64| Ply::new(sfen::parse_move("7g7f").unwrap(), None, Some(ms));
        FinishedGame {
            plies: ms.iter().map(ply).collect(),
            ..game(id, 'W')
        }
    }

    fn overruns(games: &[FinishedGame], limits: &[MoveLimit]) -> Vec<Overrun> {
        let mut overruns = Overruns::new(limits.to_vec());
        for game in games {
            overruns.add(game);
        }
        overruns.worst
    }

    #[test]
    fn time_is_counted_by_player() {
        let mut spent = Spent::default();
        assert_eq!((spent.quantile(50), spent.longest()), (None, None));
        spent.add(&timed(0, &[1, 100, 2, 100, 9]), 0);
        assert_eq!(spent.quantile(50), Some(2));
        assert_eq!((spent.quantile(95), spent.longest()), (Some(9), Some(9)));
    }

    #[test]
    fn the_side_to_move_after_the_opening_is_minded() {
        let mut game = timed(0, &[1, 100, 2]);
        game.start = "startpos moves 7g7f".to_owned();
        let mut spent = Spent::default();
        spent.add(&game, 0);
        assert_eq!(spent.longest(), Some(100));
        // As the browser of the page counts.
        let found = overruns(&[game], &[MoveLimit::MoveTimeMs(50); 2]);
        assert_eq!((found[0].ply, found[0].player), (3, 'A'));
    }

    #[test]
    fn overruns_follow_the_clock() {
        let clock = MoveLimit::Clock(ClockReading {
            main_ms: 100,
            byoyomi_ms: 10,
            increment_ms: 0,
        });
        let games = [timed(0, &[105, 1, 12, 1]), timed(2, &[1, 60, 1, 55])];
        let found = overruns(&games, &[clock, MoveLimit::MoveTimeMs(50)]);
        let listed = found
            .iter()
            .map(|it| (it.game, it.ply, it.player, it.used_ms, it.allowed_ms));
        let expected = [
            (2, 2, 'B', 60, 50),
            (2, 4, 'B', 55, 50),
            (0, 3, 'A', 12, 10),
        ];
        assert_eq!(listed.collect::<Vec<_>>(), expected);
        assert!(overruns(&games, &[MoveLimit::Nodes(5)]).is_empty());
    }
}
