//! All that can be said about counts, as one value: `text` puts it into words, serde into JSON.
//!
//! In JSON, what has no value or no finite one is `null`.

use super::after_stop::AfterStop;
use super::binomial::{LEVELS, probability_better, win_share};
use super::counts::{Counts, Pentanomial, Tallied, Trinomial};
use super::hypotheses::{Hypotheses, Hypothesis};
use super::sample::{Interval, Sample};
use super::walk::Walk;
use serde::Serialize;

/// Everything about the counts, from the first player's side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// By pairs: where it exists, this is what decides.
    pub pairs: Option<PairsReport>,
    /// By games.
    pub games: Option<GamesReport>,
}

/// What pairs of games say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairsReport {
    /// Pairs by half points, 0 to 4.
    pub counts: [u64; 5],
    /// Of the level pairs those with a win and a loss, if known.
    pub split_pairs: Option<u64>,
    /// Pairs won per pair lost.
    pub pair_ratio: Option<f64>,
    /// The share of level pairs, 0–1.
    pub draw_ratio: Option<f64>,
    /// Score, Elo and so on.
    #[serde(flatten)]
    pub estimates: Estimates,
    /// The test, if one was asked for.
    pub sprt: Option<SprtReport>,
}

/// What single games say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GamesReport {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// The share of drawn games, 0–1.
    pub draw_ratio: Option<f64>,
    /// Score, Elo and so on.
    #[serde(flatten)]
    pub estimates: Estimates,
    /// By decided games alone: the probability, 0–1, that the first player is the better one.
    pub probability_better: f64,
    /// By decided games alone: where its true share of wins lies.
    pub win_share: [WinShare; 4],
    /// The test, if one was asked for.
    pub sprt: Option<SprtReport>,
}

/// A range of the share of wins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WinShare {
    /// How probably the share lies in it, 0–1.
    pub level: f64,
    /// From here, 0–1.
    pub low: f64,
    /// To here, 0–1.
    pub high: f64,
}

/// Estimates of the strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimates {
    /// The share of points, 0–1.
    pub score: Option<Interval>,
    /// The Elo difference.
    pub elo: Option<Interval>,
    /// The normalized Elo difference.
    pub nelo: Option<Interval>,
    /// The likelihood of superiority, 0–1.
    pub los: Option<f64>,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// What is tested.
    pub test: Hypotheses,
    /// The log likelihood ratio.
    pub llr: Option<f64>,
    /// Where H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// How far the ratio is towards its bound: 1 at H1, −1 at H0, beyond where it has overshot.
    pub progress: Option<f64>,
    /// What is accepted; `None`: to be continued.
    pub decision: Option<Hypothesis>,
    /// After a decision: the strength without the bias of the stop.
    pub after_stop: Option<AfterStop>,
    /// The probability, 0–1, that H1 will be accepted if the true score is the observed one.
    pub pass_probability: Option<f64>,
    /// Expected games until the stop if the true score is the observed one.
    pub games_left: Option<f64>,
}

impl Report {
    /// The report on counts as they were given.
    pub fn new(tallied: &Tallied, test: Option<&Hypotheses>) -> Self {
        match tallied {
            Tallied::Games(games) => Self {
                pairs: None,
                games: Some(GamesReport::new(games, test)),
            },
            Tallied::Pairs(pairs) => Self {
                pairs: Some(PairsReport::new(pairs, None, test)),
                games: None,
            },
            Tallied::Match(counts) => Self::of_match(counts, test),
        }
    }

    /// The report on a match.
    pub fn of_match(counts: &Counts, test: Option<&Hypotheses>) -> Self {
        Self {
            pairs: Some(PairsReport::new(
                &counts.pairs,
                Some(counts.split_pairs),
                test,
            )),
            games: Some(GamesReport::new(&counts.games, test)),
        }
    }
}

impl PairsReport {
    fn new(pairs: &Pentanomial, split_pairs: Option<u64>, test: Option<&Hypotheses>) -> Self {
        let sample = Sample::from(pairs);
        Self {
            counts: pairs.0,
            split_pairs,
            pair_ratio: pairs.pair_ratio(),
            draw_ratio: share(pairs.0[2], pairs.pairs()),
            estimates: Estimates::new(&sample),
            sprt: test.map(|test| SprtReport::new(test, &sample)),
        }
    }
}

impl GamesReport {
    fn new(games: &Trinomial, test: Option<&Hypotheses>) -> Self {
        let sample = Sample::from(games);
        let &Trinomial {
            wins,
            losses,
            draws,
        } = games;
        Self {
            wins,
            losses,
            draws,
            draw_ratio: share(draws, games.games()),
            estimates: Estimates::new(&sample),
            probability_better: probability_better(wins, losses),
            win_share: LEVELS.map(|level| {
                let [low, high] = win_share(wins, losses, level);
                WinShare { level, low, high }
            }),
            sprt: test.map(|test| SprtReport::new(test, &sample)),
        }
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl Estimates {
    /// All estimates from a sample.
    pub fn new(sample: &Sample) -> Self {
        Self {
            score: sample.score(),
            elo: sample.elo(),
            nelo: sample.nelo(),
            los: sample.los(),
        }
    }
}

impl SprtReport {
    /// The state of `test` after a sample.
    pub fn new(test: &Hypotheses, sample: &Sample) -> Self {
        let llr = test.llr(sample);
        let [lower, upper] = test.bounds();
        let progress = |llr: f64| llr / if llr < 0.0 { -lower } else { upper };
        let decision = test.decide(sample);
        let walk = (sample.size() > 0.0).then(|| {
            let [score, variance] = sample.with_spread().regularised().moments();
            Walk::new(test, score, variance, sample.games_each())
        });
        let forecast = walk.zip(llr).filter(|_| decision.is_none());
        Self {
            test: *test,
            llr,
            bounds: [lower, upper],
            progress: llr.map(progress),
            decision,
            after_stop: decision.and_then(|_| AfterStop::new(test, sample)),
            pass_probability: forecast.map(|(walk, llr)| walk.pass_probability(llr)),
            games_left: forecast.map(|(walk, llr)| walk.expected_steps(llr) * sample.games_each()),
        }
    }
}
