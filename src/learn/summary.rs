//! What is in a set of games: results, lengths, scores, and how scores become results.

use super::dataset::{BadGame, DatasetError, GameRecord, Games, Sample, files, takes_or_promotes};
use engine::search::Score;
use engine::shogi::Color;
use matches::referee::finished::Reason;
use matches::stats::WinRate;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// Upper ends of the ranges that scores are counted in, without sign, in centipawns.
const RANGES: [i32; 6] = [100, 300, 600, 1000, 2000, 30_999];
/// Scores beyond this say nothing about the slope, in centipawns.
const FITTED: i32 = 3000;

/// Counts of a set of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    files: u64,
    /// Files whose last game is torn, and was left out.
    torn: u64,
    games: u64,
    /// Games that Black won, that White won, and that nobody won.
    results: [u64; 3],
    /// Games by how they ended.
    reasons: BTreeMap<Reason, u64>,
    /// Opening moves, which were not searched.
    opening_plies: u64,
    positions: u64,
    /// Ends of side lines, which are in no other count.
    side_lines: u64,
    /// Those of them whose best move neither takes nor promotes.
    quiet_side_lines: u64,
    /// Those of the positions in check.
    in_check: u64,
    /// Those of them whose best move takes or promotes.
    forcing: u64,
    /// Those of them that are neither in check nor have such a best move nor a mate score.
    quiet: u64,
    /// Those of them with a mate as their score.
    mates: u64,
    /// Those of them with a score up to each of [`RANGES`].
    scores: [u64; RANGES.len()],
    /// How scores became results.
    win_rate: WinRate,
}

impl Summary {
    /// Counts the games of the files and folders `paths`.
    ///
    /// # Errors
    /// If they cannot be read, or at the first game that makes no sense.
    pub fn of(paths: &[PathBuf]) -> Result<Self, DatasetError> {
        let mut summary = Self::default();
        for path in files(paths)? {
            let mut reader = Games::open(&path)?;
            for game in &mut reader {
                let game = game?;
                summary.add(&game).map_err(DatasetError::game(&path))?;
            }
            summary.files += 1;
            summary.torn += u64::from(reader.is_torn());
        }
        Ok(summary)
    }

    fn add(&mut self, game: &GameRecord) -> Result<(), BadGame> {
        self.games += 1;
        self.results[game.winner.map_or(2, Color::array_index)] += 1;
        *self.reasons.entry(game.reason).or_default() += 1;
        self.opening_plies += game.opening.len() as u64;
        game.replay_side_lines(|end, best, _| {
            self.side_lines += 1;
            self.quiet_side_lines += u64::from(!takes_or_promotes(end, best.mv));
        })?;
        game.replay(|sample| self.add_position(&sample))
    }

    fn add_position(&mut self, sample: &Sample) {
        let is_forcing = takes_or_promotes(sample.position, sample.best);
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
        self.win_rate.add(cp, sample.result);
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
            writeln!(f, "  {reason}: {}", Share(count, self.games))?;
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
        let quiet_side_lines = Share(self.quiet_side_lines, self.side_lines);
        writeln!(f, "asides: {}", self.side_lines)?;
        writeln!(f, "  quiet: {quiet_side_lines}")?;
        writeln!(f, "scores without sign:")?;
        let mut from = 0;
        for (&end, &count) in RANGES.iter().zip(&self.scores) {
            writeln!(f, "  {from} to {end}: {}", of(count))?;
            from = end + 1;
        }
        writeln!(f, "  mate: {}", of(self.mates))?;
        match self.win_rate.scale(FITTED) {
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
    fn without_positions_there_is_no_scale() {
        assert!(Summary::default().to_string().contains("no positions"));
    }
}
