//! What results are made of: means with their errors, Elo, ratios, and the files in which they are kept.

use super::LabError;
use base::files;
use matches::stats::text::ends;
use matches::stats::{Interval, Z_95};
use serde::Serialize;
use std::fmt::{self, Display};
use std::path::Path;

/// A mean with its 95 % error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

impl Mean {
    /// That of `values`; none of an empty sample.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let values: Vec<f64> = values.into_iter().collect();
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|it| (it - value).powi(2)).sum();
        (count > 0.0).then(|| Self {
            value,
            error: Z_95 * (squares / (count - 1.0).max(1.0) / count).sqrt(),
        })
    }

    /// That of how often something is so, in percent.
    pub fn percent(cases: impl IntoIterator<Item = bool>) -> Option<Self> {
        let percent = |is_so| if is_so { 100.0 } else { 0.0 };
        Self::of(cases.into_iter().map(percent))
    }
}

impl Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        write!(f, "{:.decimals$} ± {:.decimals$}", self.value, self.error)
    }
}

/// The mean of what is known of positions, each behind the number of its game, with the error of as many games.
/// Positions of a game stand together.
pub(super) fn mean_by_game(known: &[(usize, f64)]) -> Option<Mean> {
    let games = known.chunk_by(|one, next| one.0 == next.0);
    let sums = games.map(|game| [game.len() as f64, game.iter().map(|it| it.1).sum()]);
    ratio_of_sums(&sums.collect::<Vec<_>>()).map(|it| Mean {
        value: it.value,
        error: it.high - it.value,
    })
}

/// A mean with so many decimals, or a dash.
pub(super) fn mean(mean: Option<Mean>, decimals: usize) -> String {
    or_dash(mean.map(|it| format!("{it:.decimals$}")))
}

/// What stands where nothing is known.
pub(super) const DASH: &str = "-";

/// `value`, or a dash where nothing is known.
pub(super) fn or_dash(value: Option<impl Display>) -> String {
    value.map_or_else(|| DASH.to_owned(), |it| it.to_string())
}

/// An Elo difference with its interval, where something is known of its error: `+26 (+4 to +47)`,
/// `+512 (+199 or more)`, `+199 or more`.
pub(super) fn elo(interval: Interval) -> String {
    let value = interval.value;
    if value.is_infinite() {
        ends(interval, 0)
    } else if interval.is_point() {
        format!("{value:+.0}")
    } else {
        format!("{value:+.0} ({})", ends(interval, 0))
    }
}

/// The second's sum over the first's with its 95 % interval, from independent samples of both:
/// the ratio estimator of survey sampling. `None` for fewer than two samples or a sum of 0.
pub(super) fn ratio_of_sums(samples: &[[f64; 2]]) -> Option<Interval> {
    let count = samples.len() as f64;
    let sums = samples
        .iter()
        .fold([0.0; 2], |sums, it| [sums[0] + it[0], sums[1] + it[1]]);
    if samples.len() < 2 || sums[0] <= 0.0 {
        return None;
    }
    let value = sums[1] / sums[0];
    let squares = samples
        .iter()
        .map(|[one, other]| (other - value * one).powi(2));
    let variance = squares.sum::<f64>() / (count * (count - 1.0));
    let error = Z_95 * variance.sqrt() / (sums[0] / count);
    Some(Interval::around(value, error))
}

/// The ratio of time at which the score is one half, with its 95 % interval: interpolated in the
/// logarithm of the ratio between the last `(ratio, score)` of the ladder that is at least one
/// half and the one after it. `None` if the scores do not fall through one half.
pub(super) fn ratio_at_parity(ladder: &[(f64, Interval)]) -> Option<Interval> {
    let falls = |two: &&[(f64, Interval)]| two[0].1.value >= 0.5 && two[1].1.value < 0.5;
    let [(near, above), (far, below)] = ladder.windows(2).rfind(falls)? else {
        return None;
    };
    let drop = above.value - below.value;
    let place = (above.value - 0.5) / drop;
    // Results that are all equal have no known error.
    let known = |score: &Interval| score.error().filter(|&error| error > 0.0);
    let error = match (known(above), known(below)) {
        (Some(one), Some(other)) => ((1.0 - place) * one).hypot(place * other) / drop,
        _ => f64::INFINITY,
    };
    let ratio = |place: f64| near * (far / near).powf(place);
    Some(Interval::around(place, error).map(ratio))
}

/// So many of `all`, evenly spread; all if there are no more.
pub fn spread<T: Clone>(all: &[T], count: usize) -> Vec<T> {
    let count = count.min(all.len());
    let places = (0..count).map(|place| place * all.len() / count);
    places.map(|place| all[place].clone()).collect()
}

/// Writes `results` into `folder` as `NAME.json`: all of it, or nothing.
///
/// # Errors
/// If it cannot be written.
pub fn write_json(folder: &Path, name: &str, results: &impl Serialize) -> Result<(), LabError> {
    let mut json = serde_json::to_vec_pretty(results)?;
    json.push(b'\n');
    Ok(files::write(
        &folder.join(name).with_extension("json"),
        &json,
    )?)
}

/// Writes `results` into `folder` as `NAME.json`, and `picture` as `NAME.svg`.
///
/// # Errors
/// If they cannot be written.
pub fn write(
    folder: &Path,
    name: &str,
    results: &impl Serialize,
    picture: &impl Display,
) -> Result<(), LabError> {
    write_json(folder, name, results)?;
    draw(&folder.join(name).with_extension("svg"), picture)
}

/// Writes `picture` into the file at `path`.
///
/// # Errors
/// If it cannot be written.
pub fn draw(path: &Path, picture: &impl Display) -> Result<(), LabError> {
    files::write(path, picture.to_string().as_bytes()).map_err(LabError::file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_error_of_its_sample() {
        let mean = Mean::of([1.0, 2.0, 3.0, 4.0]).unwrap();
        // Standard deviation 1.291, over the root of 4, times 1.96.
        assert_eq!(mean.to_string(), "2.5 ± 1.3");
        assert_eq!(format!("{mean:.3}"), "2.500 ± 1.265");
        assert_eq!(Mean::of([]), None);
        let half = Mean::percent([true, false]).unwrap();
        assert_eq!(format!("{half:.0}"), "50 ± 98");
    }

    #[test]
    fn errors_are_those_of_games() {
        let known = [0.2, 0.2, 0.6, 0.6];
        let by_game = mean_by_game(&[0, 0, 1, 1].into_iter().zip(known).collect::<Vec<_>>());
        let (by_game, single) = (by_game.unwrap(), Mean::of(known).unwrap());
        assert!((by_game.value - 0.4).abs() < 1e-9);
        assert!(by_game.error > 1.5 * single.error);
    }

    #[test]
    fn sums_have_a_ratio_and_an_error() {
        let exact = ratio_of_sums(&[[1.0, 3.0], [2.0, 6.0]]).unwrap();
        assert_eq!((exact.low, exact.value, exact.high), (3.0, 3.0, 3.0));
        let rough = ratio_of_sums(&[[1.0, 2.0], [1.0, 4.0]]).unwrap();
        // The mean of 2 and 4 has the standard error 1.
        assert!((rough.value - 3.0).abs() < 1e-12 && (rough.high - 4.96).abs() < 1e-3);
        assert_eq!(ratio_of_sums(&[[1.0, 2.0]]), None);
        assert_eq!(ratio_of_sums(&[[0.0, 2.0], [0.0, 2.0]]), None);
    }

    #[test]
    fn parity_lies_where_the_score_falls_through_a_half() {
        let score = Interval::around;
        let ladder = [
            (1.0, score(0.9, 0.1)),
            (4.0, score(0.7, 0.1)),
            (16.0, score(0.3, 0.1)),
        ];
        let parity = ratio_at_parity(&ladder).unwrap();
        assert!((parity.value - 8.0).abs() < 1e-9, "{parity:?}");
        // Both ends move the place by 0.1 / 0.4 / √2 of a factor of 4.
        let factor = 4.0_f64.powf(0.25 / 2.0_f64.sqrt());
        assert!((parity.high / parity.value - factor).abs() < 1e-9);
        assert!((parity.value / parity.low - factor).abs() < 1e-9);
        let unknown = ratio_at_parity(&[(1.0, score(0.9, 0.1)), (2.0, score(0.0, 0.0))]).unwrap();
        assert_eq!((unknown.low, unknown.high), (0.0, f64::INFINITY));
        assert_eq!(ratio_at_parity(&ladder[..2]), None);
        assert_eq!(ratio_at_parity(&[]), None);
        // The scores may waver before they fall.
        let wavering = [(1.0, 0.6), (2.0, 0.4), (4.0, 0.6), (8.0, 0.4)];
        let wavering = wavering.map(|(ratio, value)| (ratio, score(value, 0.1)));
        assert!((ratio_at_parity(&wavering).unwrap().value - 32.0_f64.sqrt()).abs() < 1e-9);
    }
}
