//! Tuning numbers of the search by games against itself (`kyomi-lab spsa`).
//!
//! Each iteration plays pairs of games, colours swapped, between two players whose values were
//! changed in opposite ways; what the one wins moves the values. What must hold: at fixed nodes
//! everything follows from the tuning, whatever the number of workers and however often the
//! program was stopped.

mod ascent;
mod state;

pub use state::{Parameter, SpsaError, State, Tuning};

use ascent::Trial;
use base::files::Lock;
use base::progress::{Progress, Screen};
use matches::observers::tally::Tally;
use matches::players::PlayerSpec;
use matches::players::limit::MoveLimit;
use matches::{self, HASH_MB, Match};
use show::plot::{Axis, Plot, Svg};
use std::path::Path;

/// The width of the drawing.
const WIDTH: f64 = 760.0;
/// Where its curves begin and end.
const SIDES: [f64; 2] = [70.0, 680.0];
/// The height of a curve, and that of its title.
const CURVE: f64 = 90.0;
const HEAD: f64 = 30.0;

/// Does what is missing of `tuning`, by games at `limit`, so many at a time; keeps the state in
/// the file at `path` and tells `screen` about it.
///
/// # Errors
/// If the state cannot be used or the players cannot be made.
pub fn run(
    tuning: Tuning,
    limit: MoveLimit,
    concurrency: usize,
    path: &Path,
    screen: Screen<'_>,
) -> Result<State, SpsaError> {
    let _lock = Lock::of(path).map_err(SpsaError::state(path))?;
    let mut state = State::open(path, tuning)?;
    let iterations = state.tuning.iterations;
    let mut progress = Progress::new(screen, state.done, iterations);
    if state.done > 0 {
        progress.line(&format!("resumed after {} iterations", state.done))?;
    }
    while state.done < iterations {
        let mut theta = state.theta.clone();
        let tuning = &state.tuning;
        let gain = |trial: &Trial| gain(tuning, limit, concurrency, trial);
        tuning.step(&mut theta, state.done + 1, gain)?;
        state.advance(theta);
        state.save(path)?;
        progress.show(state.done, || progress_line(&state))?;
    }
    Ok(state)
}

/// Games won by the one player less games won by the other.
fn gain(
    tuning: &Tuning,
    limit: MoveLimit,
    concurrency: usize,
    trial: &Trial,
) -> Result<f64, SpsaError> {
    let player = |values| PlayerSpec::parse(&tuning.player(values), HASH_MB);
    let mut contest = Match::between(
        [player(&trial.plus)?, player(&trial.minus)?],
        [limit; 2],
        2 * tuning.pairs,
        trial.seed,
        concurrency,
    );
    contest.rules.resign = tuning.resign;
    let mut tally = Tally::new(2, None);
    matches::run(&contest, Vec::new(), &mut [&mut tally])?;
    let games = tally.counts().games;
    Ok(games.wins as f64 - games.losses as f64)
}

/// How far it is and where the values are.
fn progress_line(state: &State) -> String {
    let values = state.tuning.parameters.iter().zip(&state.theta);
    let values: Vec<_> = values
        .map(|(parameter, value)| format!("{} {value:.1}", parameter.name))
        .collect();
    let (done, iterations) = (state.done, state.tuning.iterations);
    let values = values.join(", ");
    format!("iteration {done} of {iterations}: {values}")
}

/// How the values of `state` moved: a curve for each parameter, each on a scale of its own.
pub fn plot(state: &State) -> Svg {
    let tuning = &state.tuning;
    let height = tuning.parameters.len() as f64 * (HEAD + CURVE);
    let mut svg = Svg::new([WIDTH, height + HEAD]);
    let last = tuning.iterations.max(1) as f64;
    let mut top = 0.0;
    for (index, (parameter, value)) in tuning.parameters.iter().zip(&state.theta).enumerate() {
        top += HEAD;
        let points = state.path.iter();
        let points = points.map(|point| [point.iteration as f64, point.theta[index]]);
        let points: Vec<_> = points.collect();
        let range = range(parameter, &points);
        let plot = Plot {
            title: &format!("{}: {} to {value:.1}", parameter.name, parameter.start),
            x: Axis::new([0.0, last], SIDES),
            y: Axis::new(range, [top + CURVE, top]).with_ticks(range, 0),
        };
        plot.draw(&mut svg, &points);
        top += CURVE;
    }
    let text = format!("{} of {} iterations", state.done, tuning.iterations);
    svg.words("quiet", [SIDES[0], height + 20.0], &text);
    svg
}

/// The range of values to show of `parameter`: where they were, and one change at the end around
/// it, within what is allowed.
fn range(parameter: &Parameter, points: &[[f64; 2]]) -> [f64; 2] {
    let start = f64::from(parameter.start);
    let widen = |[low, high]: [f64; 2], point: &[f64; 2]| [low.min(point[1]), high.max(point[1])];
    let [low, high] = points.iter().fold([start; 2], widen);
    let (least, greatest) = (f64::from(parameter.min), f64::from(parameter.max));
    let (low, high) = (low - parameter.c_end, high + parameter.c_end);
    [low.max(least), high.min(greatest)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::search::SearchConfig;
    use matches::referee::adjudicate::ResignRule;
    use tempfile::tempdir;

    const LIMIT: MoveLimit = MoveLimit::Nodes(400);

    fn tuning() -> Tuning {
        let base = SearchConfig {
            same_piece_cost: 100,
            same_square_cost: 100,
            ..SearchConfig::default()
        };
        Tuning {
            parameters: Parameter::list(
                "same_piece_cost=0:2000:400,same_square_cost=0:2000:400",
                &base,
            )
            .unwrap(),
            base: "hash=1,eval=handmade".to_owned(),
            limit: LIMIT.to_string(),
            resign: None,
            pairs: 2,
            iterations: 4,
            r_end: 0.1,
            seed: 3,
        }
    }

    #[test]
    fn a_tuning_is_the_same_for_any_workers_and_after_any_stop() {
        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let run = |name: &str, workers| {
            run(
                tuning(),
                LIMIT,
                workers,
                &path(name),
                Screen::Lines(&mut std::io::sink()),
            )
        };
        let one = run("one", 1).unwrap();
        assert_eq!(one.done, 4);
        assert_eq!(one.path.len(), 5);
        let start = &one.path[0].theta;
        assert!(one.path.iter().any(|it| it.theta != *start), "{one:?}");
        assert_eq!(run("two", 2).unwrap(), one);

        // As if killed in its third iteration.
        let mut stopped = State::new(tuning());
        for point in &one.path[1..3] {
            stopped.advance(point.theta.clone());
        }
        stopped.save(&path("stopped")).unwrap();
        assert_eq!(run("stopped", 1).unwrap(), one);
        let bytes = |name| std::fs::read(path(name)).unwrap();
        assert_eq!(bytes("stopped"), bytes("one"));
    }

    #[test]
    fn another_tuning_is_refused_by_what_differs() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("state");
        State::new(tuning()).save(&path).unwrap();
        let refusal = |tuning| State::open(&path, tuning).unwrap_err().to_string();
        let seed = refusal(Tuning {
            seed: 4,
            ..tuning()
        });
        assert!(seed.contains("seed is 3 there, expected 4"), "{seed}");
        let resign = refusal(Tuning {
            resign: Some(ResignRule {
                score: 1500,
                moves: 3,
            }),
            ..tuning()
        });
        assert!(resign.contains("resign.moves is null there"), "{resign}");
        let mut other = tuning();
        other.parameters.pop();
        let other = refusal(other);
        assert!(
            other.contains("parameters is") && other.contains("same_square_cost"),
            "{other}"
        );
        std::fs::write(&path, "{}").unwrap();
        assert!(refusal(tuning()).contains("missing field"));
        let mut broken = State::new(tuning());
        broken.theta.pop();
        broken.save(&path).unwrap();
        assert!(refusal(tuning()).contains("1 values; expected"));
    }

    #[test]
    fn the_result_is_a_player_and_a_drawing() {
        let mut state = State::new(tuning());
        state.advance(vec![99.6, 12.2]);
        let player = state.player();
        let expected = "hash=1,eval=handmade,same_piece_cost=100,same_square_cost=12";
        assert_eq!(player, expected);
        assert!(PlayerSpec::parse(&player, HASH_MB).is_ok());
        let svg = plot(&state).to_string();
        assert!(svg.contains("same_piece_cost: 100 to 99.6") && svg.contains("1 of 4 iterations"));
        assert_eq!(svg.matches("class=\"curve\"").count(), 2);
        // The second went from 100 to 12.2, with a change of 400 at the end: the range ends at 0.
        assert!(svg.contains(">500<") && svg.contains(">0<"), "{svg}");
    }
}
