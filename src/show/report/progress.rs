//! How the estimate and the test moved from pair to pair: the numbers behind the plots.
//!
//! What must hold: every point is what the statistics of that prefix of the schedule say, the last
//! pair is always among the points, and there are never more than [`MOST_POINTS`] of them.

use super::shared::PairResult;
use matches::stats::{Counts, Hypotheses, Sample, Sprt, Verdict};
use serde::Serialize;

/// More points than this are not told apart on a screen.
const MOST_POINTS: usize = 500;

/// The span of the Elo axis beyond which intervals are cut off, and that without pairs.
const WIDEST: [f64; 2] = [-400.0, 400.0];

/// Everything that is plotted against the number of pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// The estimate after so many pairs.
    pub elo: Vec<EloPoint>,
    /// The span of Elo worth showing: that of the later pairs with all their estimates, and 0.
    pub elo_range: [f64; 2],
    /// The path of the sequential test, if there is one.
    pub test: Option<TestPath>,
}

/// The Elo difference after some pairs. What is infinite is `null` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloPoint {
    /// How many pairs.
    pub pairs: u64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The estimate.
    pub elo: f64,
    /// The upper end.
    pub high: f64,
}

/// The log likelihood ratio pair by pair, up to the decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestPath {
    /// The ratio after so many pairs.
    pub points: Vec<LlrPoint>,
    /// Where H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// How it ended, if it did.
    #[serde(skip)]
    pub verdict: Option<Verdict>,
}

/// The log likelihood ratio after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LlrPoint {
    /// How many pairs.
    pub pairs: u64,
    /// The ratio.
    pub llr: f64,
}

impl Progress {
    /// The progress over `pairs`, in the order of the schedule.
    pub fn new(pairs: &[PairResult], test: Option<&Hypotheses>) -> Self {
        let elo = elo_points(pairs);
        Self {
            elo_range: elo_range(&elo),
            elo: thinned(elo),
            test: test.map(|test| TestPath::new(pairs, *test)),
        }
    }
}

impl TestPath {
    fn new(pairs: &[PairResult], test: Hypotheses) -> Self {
        let bounds = test.bounds();
        let mut sprt = Sprt::new(test);
        let mut points = Vec::new();
        for pair in pairs {
            let before = sprt.counts().pairs.pairs();
            sprt.add(pair.number, pair.points);
            let counted = sprt.counts().pairs.pairs();
            if let Some(llr) = sprt.llr().filter(|_| counted > before) {
                points.push(LlrPoint {
                    pairs: counted,
                    llr,
                });
            }
        }
        Self {
            points: thinned(points),
            bounds,
            verdict: sprt.verdict(),
        }
    }
}

fn elo_points(pairs: &[PairResult]) -> Vec<EloPoint> {
    let mut counts = Counts::default();
    let point = |(number, pair): (u64, &PairResult)| {
        counts.add_pair(pair.points);
        let elo = Sample::from(&counts.pairs).elo()?;
        Some(EloPoint {
            pairs: number,
            low: elo.low,
            elo: elo.value,
            high: elo.high,
        })
    };
    (1..).zip(pairs).filter_map(point).collect()
}

/// The first pairs have intervals of hundreds of Elo, which would flatten all that follows. Ends
/// far away or infinite are cut off; finite estimates never are.
fn elo_range(points: &[EloPoint]) -> [f64; 2] {
    let late = &points[points.len() / 8..];
    let ends = late.iter().flat_map(|point| [point.low, point.high]);
    let ends = ends.map(|end| end.clamp(WIDEST[0], WIDEST[1]));
    let estimates = late.iter().map(|point| point.elo);
    let seen = ends.chain(estimates.filter(|elo| elo.is_finite()));
    let [low, high] = seen.fold([0.0_f64, 0.0_f64], |[low, high], elo| {
        [low.min(elo), high.max(elo)]
    });
    if low < high { [low, high] } else { WIDEST }
}

/// At most [`MOST_POINTS`] of `points`, evenly spread, with the first and the last.
fn thinned<T: Copy>(points: Vec<T>) -> Vec<T> {
    if points.len() <= MOST_POINTS {
        return points;
    }
    let last = points.len() - 1;
    let chosen = (0..MOST_POINTS).map(|index| points[index * last / (MOST_POINTS - 1)]);
    chosen.collect()
}

#[cfg(test)]
mod tests {
    use super::super::shared::pairs;
    use super::super::tests::{game, games};
    use super::*;
    use matches::stats::Hypothesis;

    #[test]
    fn the_last_point_is_the_estimate_of_the_match() {
        let games = games("WLWWDLWDLWWW");
        let progress = Progress::new(&pairs(&games), None);
        assert_eq!(progress.elo.len(), 6);
        // Pairs: WL, WW, DL, WD, LW, WW.
        let sample = Sample::from(&matches::stats::Pentanomial([0, 1, 2, 1, 2]));
        let elo = sample.elo().unwrap();
        let expected = EloPoint {
            pairs: 6,
            low: elo.low,
            elo: elo.value,
            high: elo.high,
        };
        assert_eq!(progress.elo[5], expected);
        let first = progress.elo[0];
        assert!(first.elo.abs() < 1e-9 && (first.low + first.high).abs() < 1e-9);
        assert!(first.high > 200.0, "{first:?}");
        assert_eq!(progress.test, None);
        let [low, high] = progress.elo_range;
        assert!(low <= 0.0 && high >= elo.value);
    }

    #[test]
    fn the_path_ends_where_the_test_does() {
        let games = games(&"WWWL".repeat(100));
        let test = Hypotheses::new(0.0, 50.0);
        let path = Progress::new(&pairs(&games), Some(&test)).test;
        let path = path.unwrap();
        let verdict = path.verdict.unwrap();
        let last = path.points.last().unwrap();
        assert_eq!(verdict.accepted, Hypothesis::H1);
        assert_eq!((last.pairs, last.llr), (verdict.pairs, verdict.llr));
        assert!(last.pairs < 200 && last.llr >= path.bounds[1]);
    }

    #[test]
    fn a_long_match_is_thinned_and_a_gap_stops_the_test() {
        let mut long = games(&"WL".repeat(3000));
        let progress = Progress::new(&pairs(&long), None);
        assert_eq!(progress.elo.len(), MOST_POINTS);
        assert_eq!(progress.elo[0].pairs, 1);
        assert_eq!(progress.elo[MOST_POINTS - 1].pairs, 3000);
        long.remove(20);
        let progress = Progress::new(&pairs(&long), Some(&Hypotheses::new(0.0, 5.0)));
        assert_eq!(progress.test.unwrap().points.last().unwrap().pairs, 10);
    }

    #[test]
    fn an_interval_without_end_leaves_the_estimate_in_sight() {
        // Four pairs of 2, 2, 2 and 1½ points: the upper end is infinite.
        let progress = Progress::new(&pairs(&games("WWWWWWWD")), None);
        let last = progress.elo[3];
        assert!(last.high.is_infinite() && last.elo > WIDEST[1], "{last:?}");
        let [low, high] = progress.elo_range;
        let is_in_sight = |elo: f64| elo.is_infinite() || (low <= elo && elo <= high);
        let mut estimates = progress.elo.iter().map(|point| point.elo);
        assert!(estimates.all(is_in_sight), "{progress:?}");
        assert!(low.is_finite() && high.is_finite() && low <= last.elo);
    }

    #[test]
    fn without_pairs_there_is_nothing_to_plot() {
        let progress = Progress::new(&pairs(&[game(0, 'W')]), None);
        assert_eq!((progress.elo, progress.elo_range), (Vec::new(), WIDEST));
    }
}
