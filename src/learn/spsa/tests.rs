//! Tunings in small: the same whatever happens, and nobody else's.

use super::parameter::Parameter;
use super::*;
use engine::search::SearchConfig;
use matches::referee::adjudicate::ResignRule;
use tempfile::tempdir;

const LIMIT: MoveLimit = MoveLimit::Nodes(150);

fn tuning() -> Tuning {
    let base = SearchConfig::default();
    Tuning {
        parameters: Parameter::list("killer_bonus=0:300,overdraft=0:300", &base).unwrap(),
        base: "hash=1".to_owned(),
        limit: LIMIT.to_string(),
        resign: None,
        pairs: 4,
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
fn a_state_is_read_back_to_the_last_bit() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("state");
    let mut state = State::new(tuning());
    state.advance(vec![100.0 / 3.0, 0.1 + 0.2]);
    state.save(&path).unwrap();
    assert_eq!(State::open(&path, tuning()).unwrap(), state);
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
        other.contains("parameters is") && other.contains("overdraft"),
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
    assert_eq!(player, "hash=1,killer_bonus=100,overdraft=12");
    assert!(PlayerSpec::parse(&player, HASH_MB).is_ok());
    let svg = plot(&state).to_string();
    assert!(svg.contains("killer_bonus: 100 to 99.6") && svg.contains("1 of 4 iterations"));
    assert_eq!(svg.matches("class=\"curve\"").count(), 2);
    // Overdraft went from 100 to 12.2, with a change of 15 at the end: the range ends at 0.
    assert!(svg.contains(">115<") && svg.contains(">0<"), "{svg}");
}
