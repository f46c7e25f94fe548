//! What counted games say: score, Elo, normalized Elo, sequential tests, joint ratings: pure mathematics.
//!
//! Everything is seen from the first player's side and is a pure function of counts. Both games
//! of an opening depend on each other, so errors and tests come from pairs (five counts) where
//! there are pairs, and from games (three counts) otherwise. What has no value (the error of one
//! game, the normalized Elo of draws alone) is `None` or infinite, never NaN. Reference values are in
//! `tests/all/statistics/`.
//!
//! ```
//! use kyomi_matches::stats::{Sample, Trinomial};
//!
//! let games = Trinomial { wins: 60, losses: 40, draws: 0 };
//! let elo = Sample::from(&games).elo().expect("an estimate");
//! assert!((elo.value - 70.4).abs() < 0.1);
//! assert!(elo.low < elo.value && elo.value < elo.high);
//! ```

mod counts;
pub mod ratings;
mod report;
mod sample;
mod sprt;
mod walk;
mod win_rate;

pub use counts::{Counts, GamePoints, Pentanomial, Tallied, TextError, Trinomial};
pub use engine::eval::worth::win_chance;
pub use report::{Estimates, GamesReport, PairsReport, Report, SprtReport, WinShare, summary};
pub use sample::{
    Interval, NELO_SCALE, Sample, Z_95, elo_of_score, normal_cdf, score_of_elo, win_share,
};
pub use sprt::{Hypotheses, Hypothesis, Model, Sprt, Verdict, logistic_llr, normalized_llr};
pub use walk::{AfterStop, Forecast, ForecastRow, Walk};
pub use win_rate::WinRate;

/// Figures in words, for people and for `grep`.
pub mod text {
    use super::Interval;

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
    /// is shown by its interval: `+199.0 or more`.
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
}
