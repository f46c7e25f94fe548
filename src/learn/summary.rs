//! What is in a set of games: results, lengths, scores, and how scores become results.

use super::dataset::{DatasetError, GameRecord, Reader, Sample, files};
use crate::search::Score;
use crate::selfplay::referee::finished::Reason;
use crate::shogi::Color;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// Upper ends of the ranges that scores are counted in, without sign, in centipawns.
const RANGES: [i32; 6] = [100, 300, 600, 1000, 2000, 30_999];
/// Scores beyond this say nothing about the slope, in centipawns.
const FITTED: i32 = 3000;
/// Scores are fitted in steps of so many centipawns.
const STEP: i32 = 10;

/// Counts of a set of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Files read.
    pub files: u64,
    /// Files whose last game is torn, and was left out.
    pub torn: u64,
    /// Games, those that were broken off among them.
    pub games: u64,
    /// Games that Black won, that White won, and that nobody won.
    pub results: [u64; 3],
    /// Games by how they ended.
    pub reasons: BTreeMap<Reason, u64>,
    /// Opening moves, which were not searched.
    pub opening_plies: u64,
    /// Positions to learn from.
    pub positions: u64,
    /// Those of them in check.
    pub in_check: u64,
    /// Those of them whose best move takes or promotes.
    pub forcing: u64,
    /// Those of them that are neither in check nor have such a best move nor a mate score.
    pub quiet: u64,
    /// Those of them with a mate as their score.
    pub mates: u64,
    /// Those of them with a score up to each of [`RANGES`].
    pub scores: [u64; RANGES.len()],
    /// By score in steps: how many positions, and half points of the side to move.
    curve: BTreeMap<i32, (u64, u64)>,
}

impl Summary {
    /// Counts the games of the files and folders `paths`.
    ///
    /// # Errors
    /// If they cannot be read, or at the first game that makes no sense.
    pub fn of(paths: &[PathBuf]) -> Result<Self, DatasetError> {
        let mut summary = Self::default();
        for path in files(paths)? {
            let mut reader = Reader::open(&path)?;
            for game in &mut reader {
                let game = game?;
                let counted = summary.add(&game);
                counted.map_err(|problem| DatasetError::Game {
                    path: path.clone(),
                    id: game.id,
                    problem,
                })?;
            }
            summary.files += 1;
            summary.torn += u64::from(reader.is_torn());
        }
        Ok(summary)
    }

    fn add(&mut self, game: &GameRecord) -> Result<(), String> {
        self.games += 1;
        self.results[game.winner.map_or(2, Color::array_index)] += 1;
        *self.reasons.entry(game.reason).or_default() += 1;
        self.opening_plies += game.opening.len() as u64;
        game.replay(|sample| self.add_position(&sample))
    }

    fn add_position(&mut self, sample: &Sample) {
        let is_forcing =
            sample.best.is_promotion() || sample.position.captured(sample.best).is_some();
        self.positions += 1;
        self.in_check += u64::from(sample.in_check);
        self.forcing += u64::from(is_forcing);
        let Score::Cp(cp) = sample.score else {
            self.mates += 1;
            return;
        };
        self.quiet += u64::from(!sample.in_check && !is_forcing);
        let range = RANGES.iter().position(|&end| cp.abs() <= end);
        self.scores[range.unwrap_or(RANGES.len() - 1)] += 1;
        if cp.abs() <= FITTED {
            let (count, half_points) = self.curve.entry(cp.div_euclid(STEP)).or_default();
            *count += 1;
            *half_points += sample.result.half_points() as u64;
        }
    }

    /// The scale S for which 1 / (1 + exp(−score / S)) comes closest to the results, by least
    /// squares over the positions with scores within ±3000 centipawns; none without any.
    pub fn scale(&self) -> Option<f64> {
        if self.curve.is_empty() {
            return None;
        }
        // The error has one minimum: thirds that cannot hold it are cut off.
        let (mut low, mut high) = (10.0, 20_000.0);
        for _ in 0..100 {
            let third = (high - low) / 3.0;
            if self.error(low + third) < self.error(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        Some(f64::midpoint(low, high))
    }

    /// The sum of squares for `scale`, less what no scale changes.
    fn error(&self, scale: f64) -> f64 {
        let term = |(&step, &(count, half_points)): (&i32, &(u64, u64))| {
            let score = f64::from(step * STEP) + f64::from(STEP - 1) / 2.0;
            let expected = 1.0 / (1.0 + libm::exp(-score / scale));
            let count = count as f64;
            count * (expected - half_points as f64 / 2.0 / count).powi(2)
        };
        self.curve.iter().map(term).sum()
    }
}

/// A few lines.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let torn = match self.torn {
            0 => String::new(),
            torn => format!(", {torn} with a torn last game, left out"),
        };
        writeln!(f, "files: {}{torn}", self.files)?;
        let [black, white, nobody] = self.results.map(|count| Share(count, self.games));
        writeln!(
            f,
            "games: {}; Black won {black}, White {white}, nobody {nobody}",
            self.games
        )?;
        for (reason, &count) in &self.reasons {
            writeln!(f, "  {}: {}", reason.name(), Share(count, self.games))?;
        }
        let of = |count| Share(count, self.positions);
        let games = self.games.max(1) as f64;
        writeln!(
            f,
            "positions: {}, {:.1} a game after {:.1} opening moves",
            self.positions,
            self.positions as f64 / games,
            self.opening_plies as f64 / games
        )?;
        writeln!(f, "  in check: {}", of(self.in_check))?;
        writeln!(f, "  best move takes or promotes: {}", of(self.forcing))?;
        writeln!(f, "  quiet: {}", of(self.quiet))?;
        writeln!(f, "scores without sign:")?;
        let mut from = 0;
        for (&end, &count) in RANGES.iter().zip(&self.scores) {
            writeln!(f, "  {from} to {end}: {}", of(count))?;
            from = end + 1;
        }
        writeln!(f, "  mate: {}", of(self.mates))?;
        match self.scale() {
            Some(scale) => writeln!(f, "win rate: 1 / (1 + exp(-score / {scale:.0}))"),
            None => writeln!(f, "win rate: no positions"),
        }
    }
}

/// A number and how many in a hundred it is of another.
struct Share(u64, u64);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.0 as f64 / self.1.max(1) as f64;
        write!(f, "{} ({percent:.1} %)", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_found_again() {
        for scale in [150.0, 600.0, 1300.0] {
            let mut summary = Summary::default();
            for step in -300..300 {
                let score = f64::from(step * STEP) + f64::from(STEP - 1) / 2.0;
                let share = 1.0 / (1.0 + libm::exp(-score / scale));
                summary
                    .curve
                    .insert(step, (1_000_000, (2e6 * share).round() as u64));
            }
            let found = summary.scale().unwrap();
            assert!((found - scale).abs() < 0.1, "{found}");
        }
    }

    #[test]
    fn without_positions_there_is_no_scale() {
        assert_eq!(Summary::default().scale(), None);
        assert!(Summary::default().to_string().contains("no positions"));
    }
}
