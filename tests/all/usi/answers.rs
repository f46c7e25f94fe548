//! Every `go` has one answer, neither before its time nor after.

use super::dialogue::{Dialogue, End};
use super::{A_WHILE, DECLARABLE, MATE_IN_ONE, MATED, ONE_MOVE, THREE_MOVES};
use std::time::Duration;

#[test]
fn a_stop_at_once_is_not_lost() {
    let mut dialogue = Dialogue::small();
    for _ in 0..200 {
        dialogue.go("infinite");
        dialogue.say("stop");
        dialogue.answer();
    }
    dialogue.say("stop\nstop");
    dialogue.assert_silent(A_WHILE);
}

#[test]
fn a_decided_position_is_answered_but_not_before_its_time() {
    let mut dialogue = Dialogue::small();
    for (position, expected) in [
        (MATED, "resign"),
        (DECLARABLE, "win"),
        (ONE_MOVE, "9a9b"),
        (MATE_IN_ONE, "G*5b"),
    ] {
        dialogue.position(position);
        for (arguments, end) in [
            ("infinite", "stop"),
            ("ponder", "stop"),
            ("ponder btime 0 wtime 0 byoyomi 100", "ponderhit"),
            ("depth 1 ponder", "ponderhit"),
            ("infinite movetime 1", "stop"),
        ] {
            dialogue.go(arguments);
            dialogue.assert_silent(A_WHILE / 2);
            dialogue.say(end);
            let best = dialogue.answer().best;
            // How much of a search is done when it is stopped depends on the machine.
            if position != MATE_IN_ONE {
                assert_eq!(best, expected, "{position}, go {arguments}");
            }
        }
        assert_eq!(dialogue.think("depth 3").best, expected, "{position}");
    }
    // As ShogiArena asks for an analysis.
    dialogue.position(MATE_IN_ONE);
    assert_eq!(dialogue.think("nodes 500 infinite").best, "G*5b");
    dialogue.position(MATED);
    dialogue.think("byoyomi 100");
    let score = &dialogue.analysis.last().expect("analysis").score;
    assert_eq!((score.0.as_str(), score.1.as_str()), ("mate", "-1"));
}

#[test]
fn ponder_hits_with_and_without_times() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name USI_Ponder value true");
    for (go, hit) in [
        ("ponder", "ponderhit btime 0 wtime 0 byoyomi 500"),
        ("ponder", "ponderhit"),
        ("ponder btime 0 wtime 0 byoyomi 300", "ponderhit"),
        (
            "ponder btime 0 wtime 0 byoyomi 90000",
            "ponderhit btime 0 wtime 0 byoyomi 100",
        ),
        (
            "ponder btime 500 wtime 500 binc 100 winc 100",
            "ponderhit btime 400 wtime 400 binc 9 winc 9",
        ),
    ] {
        dialogue.position("startpos moves 7g7f");
        dialogue.go(go);
        dialogue.assert_silent(A_WHILE / 3);
        dialogue.say(hit);
        dialogue.answer();
        dialogue.assert_silent(Duration::ZERO);
    }
}

#[test]
fn ponder_misses_and_research() {
    let mut dialogue = Dialogue::small();
    for position in ["startpos moves 7g7f 3c3d", "startpos moves 7g7f 8c8d"] {
        dialogue.position(position);
        dialogue.go("ponder btime 1000 wtime 1000 byoyomi 100");
        dialogue.say("stop");
        dialogue.answer();
        dialogue.position(&format!("{position} 2g2f"));
        dialogue.think("btime 0 wtime 0 byoyomi 100");
    }
    for lines in [3, 1] {
        dialogue.go("infinite");
        dialogue.say("stop");
        dialogue.answer();
        dialogue.say(&format!("setoption name MultiPV value {lines}"));
        dialogue.position("startpos moves 7g7f");
    }
}

#[test]
fn gameover_ends_a_search_once() {
    let mut dialogue = Dialogue::small();
    for go in [
        "infinite",
        "ponder btime 9000 wtime 9000 byoyomi 900",
        "btime 900000 wtime 900000",
    ] {
        for end in [
            "gameover",
            "gameover win",
            "stop\ngameover lose",
            "gameover draw\nstop",
        ] {
            dialogue.position("startpos moves 7g7f");
            dialogue.go(go);
            dialogue.say(end);
            dialogue.answer();
            assert_eq!(dialogue.hear_until_ready(), [""; 0], "{go}, {end}");
            dialogue.say("usinewgame");
            dialogue.position(THREE_MOVES);
            dialogue.think("nodes 100");
        }
    }
    dialogue.say("gameover win");
    dialogue.assert_silent(Duration::ZERO);
}

#[test]
fn a_go_during_a_search_answers_both() {
    let mut dialogue = Dialogue::small();
    dialogue.go("infinite");
    dialogue.go("infinite");
    dialogue.position("startpos moves 7g7f");
    dialogue.say("setoption name USI_Hash value 2\nusinewgame\ngo depth 1");
    dialogue.answer();
    dialogue.answer();
    dialogue.note_search();
    dialogue.answer();
    dialogue.assert_silent(A_WHILE);
}

#[test]
fn the_end_comes_at_once() {
    let unbounded = ["infinite", "ponder"];
    let clock = ["btime 900000 wtime 900000 byoyomi 10000"];
    // What ends by itself is finished at the end of input, but not after `quit`.
    for (end, searches) in [
        (End::Quit, [&unbounded[..], &clock].concat()),
        (End::Eof, unbounded.to_vec()),
    ] {
        for go in searches {
            let mut dialogue = Dialogue::small();
            dialogue.say("setoption name Threads value 2\nsetoption name USI_OwnBook value false");
            dialogue.go(go);
            dialogue.assert_silent(A_WHILE / 3);
            let said = dialogue.end(end);
            // After `quit` the program waits only so long.
            let answered = said
                .last()
                .is_some_and(|line| line.starts_with("bestmove "));
            assert!(answered || end == End::Quit, "{said:?}");
        }
        assert_eq!(Dialogue::start().end(end), [""; 0]);
    }
}

#[test]
fn a_search_that_ends_by_itself_does_so_at_the_end_of_input() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name USI_OwnBook value false");
    dialogue.go("depth 4");
    let said = dialogue.end(End::Eof);
    let reached = said.iter().any(|line| line.starts_with("info depth 4 "));
    assert!(reached, "{said:?}");
}

#[test]
fn a_ponder_hit_means_nothing_to_another_search() {
    let mut dialogue = Dialogue::small();
    dialogue.go("infinite");
    dialogue.say("ponderhit");
    dialogue.assert_silent(A_WHILE / 3);
    dialogue.say("stop\nponderhit");
    dialogue.answer();
}
