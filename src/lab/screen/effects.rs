//! What a screening has shown so far, from the results of its matches.

use super::Screen;
use super::design::{Design, MATCHES};
use crate::results::{elo, or_dash};
use engine::table::Table;
use matches::stats::{Interval, Pentanomial, Sample, Z_95};
use serde::Serialize;
use std::fmt;

/// What a screening has shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Screening {
    /// Games played, in whole pairs.
    pub games: u64,
    /// Games wanted.
    pub wanted: u64,
    /// Matches in which a pair has been played, of 32; nothing is known before all.
    pub matches: usize,
    /// What each number is worth, the largest effect first.
    pub effects: Vec<Effect>,
    /// A player for `selfplay`: what both players had, and the better value of each number whose
    /// interval excludes 0.
    pub player: String,
}

/// What a number is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    pub number: &'static str,
    /// The value that is compared with.
    pub low: i32,
    /// The other value.
    pub high: i32,
    /// The Elo difference of the high against the low value.
    pub elo: Option<Interval>,
}

impl Screening {
    /// What the pairs of each match of `screen` by `design` say.
    pub fn new(screen: &Screen, design: &Design, results: &[Pentanomial; MATCHES]) -> Self {
        let Screen { factors, base, .. } = screen;
        let scores = scores(design, results);
        let elo = |index: usize| Some(scores.as_ref()?.get(index)?.elo());
        let mut effects: Vec<_> = factors
            .iter()
            .enumerate()
            .map(|(index, factor)| Effect {
                number: factor.name,
                low: factor.low,
                high: factor.high,
                elo: elo(index),
            })
            .collect();
        let better = factors.iter().zip(&effects);
        let better = better.filter_map(|(factor, effect)| Some(factor.setting(effect.is_gain()?)));
        let base = Some(base.clone()).filter(|base| !base.is_empty());
        let player: Vec<_> = base.into_iter().chain(better).collect();
        effects.sort_by(|one, other| other.size().total_cmp(&one.size()));
        let pairs = results.each_ref().map(Pentanomial::pairs);
        Self {
            games: 2 * pairs.iter().sum::<u64>(),
            wanted: screen.games_each() * MATCHES as u64,
            matches: pairs.iter().filter(|&&pairs| pairs > 0).count(),
            effects,
            player: player.join(","),
        }
    }
}

impl Effect {
    /// Whether the high value is the better one; `None` where the interval does not say so.
    fn is_gain(&self) -> Option<bool> {
        let elo = self.elo.filter(|elo| !elo.is_point())?;
        (elo.low > 0.0 || elo.high < 0.0).then_some(elo.value > 0.0)
    }

    /// By which effects are sorted: Elo either way.
    fn size(&self) -> f64 {
        self.elo.map_or(0.0, |elo| elo.value.abs())
    }
}

/// The share of points, 0–1, that the high value of each factor is expected to have against the
/// low one, with its 95 % interval: ½ and the mean over the matches of sign · (score − ½), each
/// match weighing the same. The error comes from the pairs of games: their variance within the
/// matches, pooled; where no match has two pairs it is as unknown as that of equal results.
/// `None` before every match has a pair.
fn scores(design: &Design, results: &[Pentanomial; MATCHES]) -> Option<Vec<Interval>> {
    let samples = results.each_ref().map(Sample::from);
    let sizes = samples.each_ref().map(Sample::size);
    if sizes.contains(&0.0) {
        return None;
    }
    let moments = samples.each_ref().map(Sample::moments);
    let matches = MATCHES as f64;
    let squares = moments.iter().zip(sizes).map(|([_, it], size)| it * size);
    let freedom = sizes.iter().sum::<f64>() - matches;
    let variance = squares.sum::<f64>() / freedom.max(1.0);
    let of_means = sizes.iter().map(|size| variance / size).sum::<f64>();
    let error = Z_95 * of_means.sqrt() / matches;
    let score = |column: &[i8; MATCHES]| {
        let signed = column.iter().zip(&moments);
        let signed = signed.map(|(&sign, [mean, _])| f64::from(sign) * (mean - 0.5));
        let value = 0.5 + signed.sum::<f64>() / matches;
        Interval::around(value, error)
    };
    Some(design.columns().map(score).collect())
}

impl fmt::Display for Screening {
    /// A table, how much has been played, and the player: lines, without an end after the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(["number", "low", "high", "Elo of high against low (95 %)"]);
        for effect in &self.effects {
            let [low, high] = [effect.low, effect.high].map(|value| value.to_string());
            let elo = or_dash(effect.elo.map(elo));
            table.push([effect.number.to_owned(), low, high, elo]);
        }
        let (games, wanted, matches) = (self.games, self.wanted, self.matches);
        writeln!(f, "{table}\n")?;
        write!(
            f,
            "{games} of {wanted} games, {matches} of {MATCHES} matches"
        )?;
        if matches < MATCHES {
            write!(f, "; effects are known when each has two games")?;
        }
        write!(f, "\n{}", self.player)
    }
}
