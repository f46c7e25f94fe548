//! `go mate`: one `checkmate` for each, whatever else happens.

use super::dialogue::{Dialogue, End};
use super::{HARD_MATE, MATE_IN_ONE};
use std::time::{Duration, Instant};

/// Black has no check.
const NO_CHECK: &str = "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1";

const FORMS: [&str; 7] = [
    "mate infinite",
    "mate 20000",
    "mate",
    "mate nodes 100000",
    "nodes 100000 mate infinite",
    "depth 5 mate infinite",
    "mate nonsense",
];

#[test]
fn every_form_has_one_proven_answer() {
    let mut dialogue = Dialogue::small();
    for (position, answer) in [
        (MATE_IN_ONE, "checkmate G*5b"),
        (NO_CHECK, "checkmate nomate"),
    ] {
        dialogue.position(position);
        for arguments in FORMS {
            dialogue.go(arguments);
            assert_eq!(dialogue.hear_other(), answer, "go {arguments}");
            dialogue.say("stop");
            assert_eq!(dialogue.hear_until_ready(), [""; 0], "go {arguments}");
        }
    }
}

#[test]
fn several_threads_answer_once() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name Threads value 3");
    for (position, answer) in [
        (MATE_IN_ONE, "checkmate G*5b"),
        (NO_CHECK, "checkmate nomate"),
    ] {
        dialogue.position(position);
        dialogue.go("mate infinite");
        assert_eq!(dialogue.hear_other(), answer);
    }
    dialogue.position(HARD_MATE);
    dialogue.go("mate infinite");
    dialogue.say("stop");
    assert_eq!(dialogue.hear_other(), "checkmate timeout");
}

#[test]
fn the_answer_comes_when_the_time_is_up() {
    let mut dialogue = Dialogue::small();
    dialogue.position(HARD_MATE);
    let began = Instant::now();
    dialogue.go("mate 300");
    assert_eq!(dialogue.hear_other(), "checkmate timeout");
    assert!(began.elapsed() >= Duration::from_millis(300));
    dialogue.go("mate nodes 500");
    assert_eq!(dialogue.hear_other(), "checkmate timeout");
}

#[test]
fn stop_and_other_commands_end_it_with_an_answer() {
    let mut dialogue = Dialogue::small();
    dialogue.position(HARD_MATE);
    for end in ["stop", "gameover", "stop\nstop"] {
        dialogue.go("mate infinite");
        assert_eq!(dialogue.hear_until_ready(), [""; 0]);
        dialogue.say(end);
        assert_eq!(dialogue.hear_other(), "checkmate timeout");
    }
    dialogue.go("mate infinite");
    dialogue.go("mate infinite");
    dialogue.say("stop");
    let answers = [dialogue.hear_other(), dialogue.hear_other()];
    assert_eq!(answers, ["checkmate timeout"; 2]);
    dialogue.go("infinite");
    dialogue.say("go mate infinite\nstop");
    dialogue.answer();
    assert_eq!(dialogue.hear_other(), "checkmate timeout");
    assert_eq!(dialogue.hear_until_ready(), [""; 0]);
}

#[test]
fn a_search_for_mate_does_not_hold_up_the_end() {
    for end in [End::Quit, End::Eof] {
        let mut dialogue = Dialogue::small();
        dialogue.position(HARD_MATE);
        dialogue.go("mate infinite");
        assert_eq!(dialogue.hear_until_ready(), [""; 0]);
        dialogue.end(end);
    }
}
