//! What counted games say: score, Elo, normalized Elo, sequential tests, joint ratings. Layer 1:
//! pure mathematics.
//!
//! Everything is seen from the first player's side and is a pure function of counts. Both games
//! of an opening depend on each other, so errors and tests come from pairs (five counts) where
//! there are pairs, and from games (three counts) otherwise. What has no value (the error of one
//! game, the normalized Elo of draws alone) is `None` or infinite, never NaN. Formulas and the
//! reference values that `tests/all/statistics/` holds them to: spec `matches.md`, section 4.
//!
//! From the bottom: `numeric` ← `counts` ← `sample` (estimates) ← `llr` ← `hypotheses` ← `walk`,
//! `sprt` (a running test), `after_stop`, `plan`; beside them `binomial` and `ratings`; on top
//! `report` and its words in `text`.
//!
//! ```
//! use crate::stats::{Sample, Trinomial};
//!
//! let games = Trinomial { wins: 60, losses: 40, draws: 0 };
//! let elo = Sample::from(&games).elo().expect("an estimate");
//! assert!((elo.value - 70.4).abs() < 0.1);
//! assert!(elo.low < elo.value && elo.value < elo.high);
//! ```

mod after_stop;
pub mod binomial;
mod counts;
mod hypotheses;
mod llr;
mod numeric;
mod plan;
pub mod ratings;
mod report;
mod sample;
mod sprt;
pub mod text;
mod walk;

pub use after_stop::AfterStop;
pub use counts::{Counts, CountsError, GamePoints, Pentanomial, Tallied, Trinomial};
pub use hypotheses::{Hypotheses, HypothesesError, Hypothesis, Model};
pub use llr::{logistic_llr, normalized_llr};
pub use numeric::Z_95;
pub use numeric::normal_cdf;
pub use plan::{Plan, PlanRow};
pub use report::{Estimates, GamesReport, PairsReport, Report, SprtReport, WinShare};
pub use sample::{Interval, NELO_SCALE, Sample, elo_of_score, score_of_elo};
pub use sprt::{Sprt, Verdict};
pub use text::summary;
pub use walk::Walk;
