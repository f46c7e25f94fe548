//! What time the players spent, and the moves that overran.

use crate::selfplay::contest::schedule::letter;
use crate::selfplay::players::limit::{MoveLimit, SideClock};
use crate::selfplay::referee::finished::FinishedGame;
use serde::Serialize;
use std::time::Duration;

/// How many overruns are listed.
const LISTED: usize = 10;

/// The time in ms that one player spent on its moves. What was not kept has no value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spent {
    /// Mean of a move.
    pub mean: Option<f64>,
    /// What half of the moves did not exceed.
    pub median: Option<u64>,
    /// What 95 % of the moves did not exceed.
    pub most: Option<u64>,
    /// The longest move.
    pub longest: Option<u64>,
}

impl Spent {
    /// The time of `player` in all games.
    pub fn new(games: &[FinishedGame], player: usize) -> Self {
        let plies = games.iter().flat_map(|game| game.plies_of(player));
        let mut ms: Vec<u64> = plies.filter_map(|(_, ply)| ply.ms).collect();
        ms.sort_unstable();
        Self {
            mean: mean(ms.iter().map(|&ms| ms as f64)),
            median: quantile(&ms, 50),
            most: quantile(&ms, 95),
            longest: ms.last().copied(),
        }
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

/// The worst overruns, the worst first; `limits` are the players'. Only those that the margin forgave: the
/// move of a game lost on time is not in the journal.
pub fn overruns(games: &[FinishedGame], limits: &[MoveLimit]) -> Vec<Overrun> {
    let mut found: Vec<Overrun> = games
        .iter()
        .flat_map(|game| game.pairing().map(|player| (game, player)))
        .filter_map(|(game, player)| Some(of_game(game, player, *limits.get(player)?)))
        .flatten()
        .collect();
    found.sort_by_key(|overrun| std::cmp::Reverse(overrun.used_ms - overrun.allowed_ms));
    found.truncate(LISTED);
    found
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

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u64), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// The value that `percent` of the sorted values do not exceed.
fn quantile(sorted: &[u64], percent: usize) -> Option<u64> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;
    use crate::search::ClockReading;
    use crate::selfplay::referee::finished::Ply;
    use crate::shogi::sfen;

    /// A game of A (Black) against B whose moves took so many ms each.
    fn timed(id: u64, ms: &[u64]) -> FinishedGame {
        let ply = |&ms: &u64| Ply::new(sfen::parse_move("7g7f").unwrap(), None, Some(ms));
        FinishedGame {
            plies: ms.iter().map(ply).collect(),
            ..game(id, 'W')
        }
    }

    #[test]
    fn time_is_told_by_player() {
        let spent = Spent::new(&[timed(0, &[1, 100, 2, 100, 9])], 0);
        assert_eq!((spent.mean, spent.median), (Some(4.0), Some(2)));
        assert_eq!((spent.most, spent.longest), (Some(9), Some(9)));
        assert_eq!(Spent::new(&[], 1), Spent::default());
    }

    #[test]
    fn the_side_to_move_after_the_opening_is_minded() {
        let mut game = timed(0, &[1, 100, 2]);
        game.start = "startpos moves 7g7f".to_owned();
        assert_eq!(Spent::new(&[game.clone()], 0).longest, Some(100));
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
