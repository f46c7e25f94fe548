//! What a network's values are worth on our scale, by the curve ([`WinRate`]) that results of its games follow.

use super::dataset::{BadGame, GameRecord, Sample};
use engine::search::Score;
use matches::stats::WinRate;
use serde::Serialize;

/// The scale of this program's own values, as `docs/play.md` has it: `datagen stats` of games of the
/// network built in at 1,000 nodes a move.
pub const OWN_SCALE: f64 = 780.0;
/// Values further from zero than so many scales say nothing about the slope: as many as
/// `datagen stats` takes of our own.
const REACH: f64 = 4.0;
/// The games are divided into so many groups; leaving one out at a time tells the error.
const GROUPS: usize = 20;
/// Scales beyond these are none: results do not follow values.
const POSSIBLE: std::ops::Range<f64> = 2.0..15_000.0;

/// Games of a network with itself, as far as they say what its values are worth.
#[derive(Clone, Debug, Default)]
pub struct NetworkGames {
    groups: [WinRate; GROUPS],
    games: u64,
}

/// The win-rate curve of a network's values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// How many games were played.
    pub games: u64,
    /// Positions with a value, mates left out.
    pub positions: u64,
    /// With a value of this, a side wins e times as often as it loses.
    pub scale: f64,
    /// The error of that (95 %).
    pub scale_error: f64,
}

impl NetworkGames {
    /// Counts the positions of a game.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), BadGame> {
        self.games += 1;
        let group = &mut self.groups[game.id as usize % GROUPS];
        game.replay(|Sample { score, result, .. }| {
            if let Score::Cp(cp) = score {
                group.add(cp, result);
            }
        })
    }

    /// The curve; none if results do not follow values.
    pub fn fit(&self) -> Option<Fit> {
        let all = self.without(GROUPS);
        let (scale, reach) = scale_and_reach(&all)?;
        let parts: Vec<f64> = (0..GROUPS)
            .filter_map(|group| self.without(group).scale(reach))
            .collect();
        let squares: f64 = parts.iter().map(|part| (part - scale).powi(2)).sum();
        let count = GROUPS as f64;
        Some(Fit {
            games: self.games,
            positions: all.positions(),
            scale,
            scale_error: 1.96 * (squares * (count - 1.0) / count).sqrt(),
        })
    }

    /// The positions of all groups but one.
    fn without(&self, left_out: usize) -> WinRate {
        let mut rest = WinRate::default();
        let groups = self.groups.iter().enumerate();
        let kept = groups.filter(|(group, _)| *group != left_out);
        kept.for_each(|(_, group)| rest.add_all(group));
        rest
    }
}

/// The scale, and how far the values go that it follows from: so far that the two agree.
fn scale_and_reach(curve: &WinRate) -> Option<(f64, i32)> {
    let mut reach = i32::MAX;
    let mut found = None;
    for _ in 0..10 {
        let scale = curve
            .scale(reach)
            .filter(|scale| POSSIBLE.contains(scale))?;
        let next = (REACH * scale).round() as i32;
        if found.replace((scale, reach)).is_some() && next == reach {
            break;
        }
        reach = next;
    }
    found
}

impl Fit {
    /// The part of its values, in percent, that makes the scale our own, and its error (95 %).
    pub fn percent(&self) -> [f64; 2] {
        let percent = 100.0 * OWN_SCALE / self.scale;
        [percent, percent * self.scale_error / self.scale]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::generator;
    use matches::stats::{GamePoints, win_chance};
    use rand::RngExt;

    /// A million positions at each score up to `most` either way, whose results follow `scale`.
    fn of_scale(scale: f64, most: i32) -> WinRate {
        let points = |cp| {
            (
                cp,
                [1_000_000, (2e6 * win_chance(cp, scale)).round() as u64],
            )
        };
        (-most..=most).step_by(10).map(points).collect()
    }

    #[test]
    fn values_are_brought_to_our_scale_whatever_theirs_is() {
        for scale in [60.0, OWN_SCALE] {
            let games = NetworkGames {
                groups: std::array::from_fn(|_| of_scale(scale, 6000)),
                games: 200,
            };
            let fit = games.fit().unwrap();
            assert!((fit.scale - scale).abs() < 0.5, "{fit:?}");
            assert!(fit.scale_error < 0.5, "{fit:?}");
            let [percent, _] = fit.percent();
            assert!((percent * scale / 100.0 / OWN_SCALE - 1.0).abs() < 0.03);
        }
    }

    #[test]
    fn the_error_is_that_of_few_results() {
        let (scale, mut rng) = (400.0, generator(3, 0));
        let mut games = NetworkGames::default();
        for number in 0..2000 {
            let cp = rng.random_range(-1500..=1500);
            let wins = rng.random_bool(win_chance(cp, scale));
            let result = [GamePoints::Loss, GamePoints::Win][usize::from(wins)];
            games.groups[number % GROUPS].add(cp, result);
        }
        let fit = games.fit().unwrap();
        assert!((fit.scale - scale).abs() < 2.0 * fit.scale_error, "{fit:?}");
        assert!((10.0..90.0).contains(&fit.scale_error), "{fit:?}");
        assert_eq!(fit.positions, 2000);
    }

    #[test]
    fn results_that_do_not_follow_values_have_no_scale() {
        assert_eq!(NetworkGames::default().fit(), None);
        let mut games = NetworkGames::default();
        for cp in -500..500 {
            games.groups[0].add(cp, GamePoints::Draw);
        }
        assert_eq!(games.fit(), None);
    }
}
