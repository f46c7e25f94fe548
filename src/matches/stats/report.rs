//! All that can be said about counts, as one value; in words one figure a line, its name first.
//!
//! In JSON, what has no value or no finite one is `null`.

use super::counts::{Counts, Pentanomial, Tallied, Trinomial};
use super::sample::{Interval, LEVELS, Sample, probability_better, win_share};
use super::sprt::{Hypotheses, Hypothesis, Model};
use super::text::{number, percent, score, strength};
use super::walk::{AfterStop, Forecast, Walk};
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};

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
    /// Games by result.
    #[serde(flatten)]
    pub counts: Trinomial,
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
        let (wins, losses) = (games.wins, games.losses);
        Self {
            counts: *games,
            draw_ratio: share(games.draws, games.games()),
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

impl Display for Report {
    /// Blocks of lines, without a line end after the last.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "Seen from the first player")?;
        if let Some(pairs) = &self.pairs {
            write!(f, "\n{pairs}")?;
        }
        if let Some(games) = &self.games {
            write!(f, "\n{games}")?;
        }
        Ok(())
    }
}

impl PairsReport {
    /// How many pairs came out how.
    pub fn in_words(&self) -> String {
        let [ll, ld, level, wd, ww] = self.counts;
        let pairs: u64 = self.counts.iter().sum();
        let level = match self.split_pairs {
            Some(split) => format!("{split} WL, {} DD", level.saturating_sub(split)),
            None => format!("{level} level"),
        };
        format!("pairs  {pairs}: {ll} LL, {ld} LD, {level}, {wd} WD, {ww} WW")
    }
}

impl Display for PairsReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{}", self.in_words())?;
        let (ratio, level) = (number(self.pair_ratio, 2), percent(self.draw_ratio, 1));
        writeln!(f, "ratio  {ratio} pairs won per pair lost, {level} level")?;
        write!(f, "{}", self.estimates)?;
        self.sprt.iter().try_for_each(|sprt| write!(f, "\n{sprt}"))
    }
}

impl Display for GamesReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (games, drawn) = (self.counts.games(), percent(self.draw_ratio, 1));
        writeln!(f, "games  {games}: {} ({drawn})", self.counts)?;
        write!(f, "{}", self.estimates)?;
        let better = self.probability_better;
        write!(
            f,
            "\nbetter with probability {better:.3}; true share of wins"
        )?;
        for (index, range) in self.win_share.iter().enumerate() {
            let [level, low, high] = [range.level, range.low, range.high].map(|x| 100.0 * x);
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma} {low:.1}–{high:.1} % ({level:.0} %)")?;
        }
        write!(f, "; draws left out")?;
        self.sprt.iter().try_for_each(|sprt| write!(f, "\n{sprt}"))
    }
}

impl Display for Estimates {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "score  {}", score(self.score))?;
        writeln!(f, "Elo    {}", strength(self.elo))?;
        writeln!(f, "nElo   {}", strength(self.nelo))?;
        write!(f, "LOS    {}", percent(self.los, 2))
    }
}

impl SprtReport {
    /// How far the test is.
    pub fn in_words(&self) -> String {
        let [lower, upper] = self.bounds;
        let (llr, way) = (number(self.llr, 3), percent(self.progress.map(f64::abs), 0));
        let state = match self.decision {
            Some(accepted) => format!("{accepted} accepted"),
            None => "continue".to_owned(),
        };
        format!("LLR    {llr} in [{lower:.3}, {upper:.3}], {way} of the way: {state}")
    }
}

impl Display for SprtReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "SPRT   {}\n{}", self.test, self.in_words())?;
        if let Some(after) = self.after_stop {
            let (elo, los) = (strength(Some(after.elo)), percent(Some(after.los), 2));
            write!(
                f,
                "\nafter  Elo {elo}, LOS {los}, without the bias of stopping"
            )?;
        }
        if let Some(games) = self.games_left {
            let pass = percent(self.pass_probability, 1);
            let score = "if the true score is the observed one";
            write!(f, "\nleft   {games:.0} games and H1 with {pass}, {score}")?;
        }
        Ok(())
    }
}

impl Display for Hypotheses {
    /// As it is read: `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { elo0, elo1, .. } = self;
        let (alpha, beta) = (self.alpha, self.beta);
        write!(
            f,
            "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model="
        )?;
        self.model.serialize(f)
    }
}

impl Display for Forecast {
    /// A table, without a line end after the last line.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "SPRT   {}", self.test)?;
        if self.test.model == Model::Logistic {
            let drawn = percent(Some(self.draw_rate), 1);
            write!(f, "\nwhere {drawn} of the games are drawn")?;
        }
        for row in &self.rows {
            let (elo, games) = (row.elo, row.games);
            let pass = percent(Some(row.pass_probability), 1);
            write!(
                f,
                "\nat {elo:+}: H1 with {pass}, after {games:.0} games on average"
            )?;
        }
        Ok(())
    }
}

/// The match in one line, seen from `player`: score, counts, and Elo by pairs.
pub fn summary(player: &str, counts: &Counts) -> String {
    let pairs = Sample::from(&counts.pairs);
    let score = percent(pairs.score().map(|score| score.value), 1);
    let (games, elo) = (counts.games, strength(pairs.elo()));
    format!("{player} scores {score} ({games}): Elo {elo}")
}
