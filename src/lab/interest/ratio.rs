//! How many times as much: of nodes from sums, of time from a ladder of matches.

use matches::stats::{Interval, Z_95};

/// The second's sum over the first's with its 95 % interval, from independent samples of both:
/// the ratio estimator of survey sampling. `None` for fewer than two samples or a sum of 0.
pub fn of_sums(samples: &[[f64; 2]]) -> Option<Interval> {
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
    Some(Interval {
        low: value - error,
        value,
        high: value + error,
    })
}

/// The ratio of time at which the score is one half, with its 95 % interval: interpolated in the
/// logarithm of the ratio between the last `(ratio, score)` of the ladder that is at least one
/// half and the one after it. `None` if the scores do not fall through one half.
pub fn at_parity(ladder: &[(f64, Interval)]) -> Option<Interval> {
    let falls = |two: &&[(f64, Interval)]| two[0].1.value >= 0.5 && two[1].1.value < 0.5;
    let [(near, above), (far, below)] = ladder.windows(2).rfind(falls)? else {
        return None;
    };
    let drop = above.value - below.value;
    let place = (above.value - 0.5) / drop;
    // Results that are all equal tell nothing of their error.
    let known = |score: &Interval| score.error().filter(|&error| error > 0.0);
    let error = match (known(above), known(below)) {
        (Some(one), Some(other)) => ((1.0 - place) * one).hypot(place * other) / drop,
        _ => f64::INFINITY,
    };
    let ratio = |place: f64| near * (far / near).powf(place);
    Some(Interval {
        low: ratio(place - error),
        value: ratio(place),
        high: ratio(place + error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(value: f64, error: f64) -> Interval {
        Interval {
            low: value - error,
            value,
            high: value + error,
        }
    }

    #[test]
    fn sums_have_a_ratio_and_an_error() {
        let exact = of_sums(&[[1.0, 3.0], [2.0, 6.0]]).unwrap();
        assert_eq!((exact.low, exact.value, exact.high), (3.0, 3.0, 3.0));
        let rough = of_sums(&[[1.0, 2.0], [1.0, 4.0]]).unwrap();
        // The mean of 2 and 4 has the standard error 1.
        assert!((rough.value - 3.0).abs() < 1e-12 && (rough.high - 4.96).abs() < 1e-3);
        assert_eq!(of_sums(&[[1.0, 2.0]]), None);
        assert_eq!(of_sums(&[[0.0, 2.0], [0.0, 2.0]]), None);
    }

    #[test]
    fn parity_lies_where_the_score_falls_through_a_half() {
        let ladder = [
            (1.0, score(0.9, 0.1)),
            (4.0, score(0.7, 0.1)),
            (16.0, score(0.3, 0.1)),
        ];
        let parity = at_parity(&ladder).unwrap();
        assert!((parity.value - 8.0).abs() < 1e-9, "{parity:?}");
        // Both ends move the place by 0.1 / 0.4 / √2 of a factor of 4.
        let factor = 4.0_f64.powf(0.25 / 2.0_f64.sqrt());
        assert!((parity.high / parity.value - factor).abs() < 1e-9);
        assert!((parity.value / parity.low - factor).abs() < 1e-9);
        let unknown = at_parity(&[(1.0, score(0.9, 0.1)), (2.0, score(0.0, 0.0))]).unwrap();
        assert_eq!((unknown.low, unknown.high), (0.0, f64::INFINITY));
        assert_eq!(at_parity(&ladder[..2]), None);
        assert_eq!(at_parity(&[]), None);
    }

    #[test]
    fn the_ladder_may_waver_before_it_falls() {
        let ladder = [0.6, 0.4, 0.6, 0.4].map(|value| score(value, 0.1));
        let ladder: Vec<_> = [1.0, 2.0, 4.0, 8.0].into_iter().zip(ladder).collect();
        assert!((at_parity(&ladder).unwrap().value - 32.0_f64.sqrt()).abs() < 1e-9);
    }
}
