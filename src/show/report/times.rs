//! What time the players spent, and the moves that overran.

use matches::contest::schedule::letter;
use matches::players::limit::{MoveLimit, SideClock};
use matches::referee::finished::FinishedGame;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

/// How many overruns are listed.
const LISTED: usize = 10;

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
        self.worst.truncate(LISTED);
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
    use super::super::tests::game;
    use super::*;
    use engine::search::ClockReading;
    use engine::shogi::sfen;
    use matches::referee::finished::Ply;

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
    fn time_is_told_by_player() {
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
        let told = found
            .iter()
            .map(|it| (it.game, it.ply, it.player, it.used_ms, it.allowed_ms));
        let expected = [
            (2, 2, 'B', 60, 50),
            (2, 4, 'B', 55, 50),
            (0, 3, 'A', 12, 10),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
        assert!(overruns(&games, &[MoveLimit::Nodes(5)]).is_empty());
    }
}
