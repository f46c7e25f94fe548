//! What the scripts of the page draw: how the estimate and the test moved from pair to pair, and the
//! games that one steps through.
//!
//! What must hold: every point is what the statistics of that prefix of the schedule say, the last
//! pair is always among the points, and there are never more than [`MOST_POINTS`] of them; the moves of
//! a game are legal from its start, so that the page needs no rules.

use super::{PairResult, Report, ReportError, words};
use crate::language::Reader;
use engine::search::Score;
use engine::shogi::game::Game;
use engine::shogi::{Color, sfen};
use matches::players::head::PlayerHead;
use matches::referee::finished::{FinishedGame, Ply, Reason};
use matches::stats::{Counts, Hypotheses, Sample, Sprt, Verdict};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// More points than this are one on a screen.
const MOST_POINTS: usize = 500;

/// The span of the Elo axis beyond which intervals are cut off, and that without pairs.
const WIDEST: [f64; 2] = [-400.0, 400.0];

/// What the page's scripts draw.
#[derive(Serialize)]
pub struct Drawn<'a> {
    mate: i32,
    /// The names of the players.
    pub names: Vec<String>,
    /// For whom.
    #[serde(skip)]
    pub reader: Reader,
    /// What ways to end are called.
    endings: BTreeMap<String, String>,
    progress: &'a Progress,
    games: &'a [Box<RawValue>],
}

impl<'a> Drawn<'a> {
    /// The games of `report`, and its `progress`.
    pub fn new(report: &'a Report, progress: &'a Progress) -> Self {
        let ending = |reason: &Reason| {
            let name = words(&reason.to_string());
            (name.clone(), report.language().read(&name))
        };
        Self {
            mate: MATE,
            reader: report.reader,
            endings: report.totals.reasons.keys().map(ending).collect(),
            names: report.head.players.iter().map(PlayerHead::name).collect(),
            progress,
            games: &report.shown,
        }
    }
}

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

/// A mate in 0 plies as a value; one in `n` is `n` less. No evaluation in centipawns comes near.
pub const MATE: i32 = 100_000;

/// A game to step through. The lists of what players reported have an entry for each move after the
/// opening, or none at all where nothing was reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownGame {
    /// Its number in the schedule, from 0.
    pub id: u64,
    /// Which player had Black: 0 for A.
    pub black: usize,
    /// Which player had White.
    pub white: usize,
    /// The start position.
    pub sfen: String,
    /// All moves in USI notation, those of the opening first, separated by spaces.
    pub moves: String,
    /// How many of the moves belong to the opening.
    pub opening: usize,
    /// The values in centipawns from Black's side, or a mate as [`MATE`] says.
    pub values: Vec<Option<i32>>,
    /// The depths.
    pub depths: Vec<Option<u32>>,
    /// The nodes.
    pub nodes: Vec<Option<u64>>,
    /// The times in ms.
    pub ms: Vec<Option<u64>>,
    /// The moves that were expected after each.
    pub lines: Vec<Option<String>>,
    /// Who won; none for a draw.
    pub winner: Option<usize>,
    /// How it ended.
    pub reason: String,
    /// What was wrong, if the loser committed a fault.
    pub fault: Option<String>,
}

impl ShownGame {
    /// `game` with its moves made.
    ///
    /// # Errors
    /// If its start cannot be read or a move is not legal.
    pub fn new(game: &FinishedGame) -> Result<Self, ReportError> {
        let failed = |problem: &dyn ToString| ReportError::Game {
            id: game.id,
            problem: problem.to_string(),
        };
        let (mut played, error) = Game::parse(&game.start).map_err(|error| failed(&error))?;
        if let Some(error) = error {
            return Err(failed(&error));
        }
        let opening = played.moves().len();
        let mut values = Vec::new();
        for ply in &game.plies {
            let mover = played.position().side();
            values.push(ply.score.map(|score| from_black(score, mover)));
            played.play(ply.mv).map_err(|error| failed(&error))?;
        }
        let moves: Vec<_> = played.moves().iter().map(ToString::to_string).collect();
        let line = |ply: &Ply| (!ply.line.is_empty()).then(|| ply.line.to_string());
        Ok(Self {
            id: game.id,
            black: game.black,
            white: game.white,
            sfen: sfen::write(played.start()),
            moves: moves.join(" "),
            opening,
            values: if_any(values),
            depths: if_any(game.plies.iter().map(|ply| ply.depth).collect()),
            nodes: if_any(game.plies.iter().map(|ply| ply.nodes).collect()),
            ms: if_any(game.plies.iter().map(|ply| ply.ms).collect()),
            lines: if_any(game.plies.iter().map(line).collect()),
            winner: game.winner,
            reason: words(&game.reason.to_string()),
            fault: game.fault.clone(),
        })
    }
}

/// The score of `mover` from Black's side, in centipawns or as [`MATE`] says.
pub fn from_black(score: Score, mover: Color) -> i32 {
    let value = score.number(MATE);
    match mover {
        Color::Black => value,
        Color::White => value.saturating_neg(),
    }
}

/// Nothing at all instead of a list of nothings.
fn if_any<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    if list.iter().any(Option::is_some) {
        list
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, games, pairs};
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

    fn ply(mv: &str, score: Option<Score>) -> Ply {
        let mv = sfen::parse_move(mv).unwrap();
        Ply {
            score,
            ..Ply::new(mv, None, None)
        }
    }

    #[test]
    fn values_are_those_of_black() {
        let mut game = game(0, 'W');
        game.start = "startpos moves 7g7f".to_owned();
        game.plies = vec![
            ply("3c3d", Some(Score::Cp(30))),
            ply("8h2b+", Some(Score::Cp(400))),
            ply("3a2b", Some(Score::Mate(3))),
            ply("B*4e", Some(Score::Mated)),
            ply("5a4b", None),
        ];
        let shown = ShownGame::new(&game).unwrap();
        let mates = [Some(3 - MATE), Some(-MATE), None];
        assert_eq!(shown.values[..2], [Some(-30), Some(400)]);
        assert_eq!(shown.values[2..], mates);
        assert_eq!(shown.opening, 1);
        assert_eq!(shown.moves, "7g7f 3c3d 8h2b+ 3a2b B*4e 5a4b");
        assert!(shown.ms.is_empty() && shown.nodes.is_empty());
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for (start, mv) in [
            ("startpos", "7g7e"),
            ("startpos moves 1a1b+", "7g7f"),
            ("x", "7g7f"),
        ] {
            let mut game = game(7, 'L');
            game.start = start.to_owned();
            game.plies = vec![ply(mv, None)];
            let text = ShownGame::new(&game).unwrap_err().to_string();
            assert!(text.starts_with("game 7: "), "{text}");
        }
    }
}
