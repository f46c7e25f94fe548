//! Reports in words. One figure a line, its name first: for people and for `grep`.

use super::counts::{Counts, Trinomial};
use super::hypotheses::{Hypotheses, Model};
use super::plan::Plan;
use super::report::{Estimates, GamesReport, PairsReport, Report, SprtReport};
use super::sample::{Interval, Sample};
use std::fmt::{Display, Formatter, Result};

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
        let games = self.wins + self.losses + self.draws;
        let (wins, losses, draws) = (self.wins, self.losses, self.draws);
        let drawn = percent(self.draw_ratio, 1);
        writeln!(
            f,
            "games  {games}: {wins} wins, {losses} losses, {draws} draws ({drawn})"
        )?;
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
        let model = match self.model {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        write!(
            f,
            "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}"
        )
    }
}

impl Display for Plan {
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

/// The match in one line: score, counts, and Elo by pairs.
pub fn summary(counts: &Counts) -> String {
    let Trinomial {
        wins,
        losses,
        draws,
    } = counts.games;
    let pairs = Sample::from(&counts.pairs);
    let score = percent(pairs.score().map(|score| score.value), 1);
    let elo = strength(pairs.elo());
    format!("A scores {score} ({wins} wins, {losses} losses, {draws} draws): Elo {elo}")
}

/// A share of points (0–1) in words: `53.70 % (95 %: 50.63 to 56.77)`, or `n/a`.
pub fn score(interval: Option<Interval>) -> String {
    let Some(interval) = interval else {
        return "n/a".to_owned();
    };
    let Interval { low, value, high } = interval;
    let (low, value, high) = (100.0 * low.max(0.0), 100.0 * value, 100.0 * high.min(1.0));
    format!("{value:.2} % (95 %: {low:.2} to {high:.2})")
}

/// An Elo difference of either kind in words: `+25.76 ± 21.47 (95 %: +4.39 to +47.32)`, or
/// `+511.50 (95 %: +198.97 or more)`, or `+198.97 or more (95 %)`, or `n/a`.
pub fn strength(interval: Option<Interval>) -> String {
    match interval {
        None => "n/a".to_owned(),
        Some(it) if it.value.is_infinite() => match ends(it, 2).as_str() {
            "n/a" => "n/a".to_owned(),
            bound => format!("{bound} (95 %)"),
        },
        Some(it) => format!("{} (95 %: {})", estimate(it, 2), ends(it, 2)),
    }
}

/// An Elo difference with its error, if that has an end: `+25.8 ± 21.5`, `+511.5`. An infinite one
/// is told by its interval: `+199.0 or more`.
pub fn estimate(interval: Interval, digits: usize) -> String {
    let value = interval.value;
    match interval.error() {
        _ if value.is_infinite() => ends(interval, digits),
        _ if interval.is_point() => format!("{value:+.digits$} ± n/a"),
        Some(error) => format!("{value:+.digits$} ± {error:.digits$}"),
        None => format!("{value:+.digits$}"),
    }
}

/// The ends of an interval of Elo: `+4.39 to +47.32`, `+198.97 or more`, `-198.97 or less`; `n/a`
/// where there is no width or no end.
pub fn ends(interval: Interval, digits: usize) -> String {
    let Interval { low, high, .. } = interval;
    match (low.is_finite(), high.is_finite()) {
        (true, true) if !interval.is_point() => format!("{low:+.digits$} to {high:+.digits$}"),
        (true, false) => format!("{low:+.digits$} or more"),
        (false, true) => format!("{high:+.digits$} or less"),
        _ => "n/a".to_owned(),
    }
}

/// A number with so many decimals, or `n/a`.
pub fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "n/a".to_owned(), |value| format!("{value:.digits$}"))
}

/// A share (0–1) in percent with so many decimals: `53.7 %`, or `n/a`.
pub fn percent(share: Option<f64>, digits: usize) -> String {
    share.map_or_else(
        || "n/a".to_owned(),
        |share| format!("{:.digits$} %", 100.0 * share),
    )
}
