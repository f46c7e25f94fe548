//! Damaged inputs for everything that reads what others wrote: a few here, millions by
//! `cargo run --example fuzz`.

#[path = "../support/fuzz/mutate.rs"]
mod mutate;
#[path = "../support/fuzz/samples.rs"]
mod samples;
#[path = "../support/fuzz/targets.rs"]
pub mod targets;

use mutate::Mutator;
use targets::TARGETS;

/// Inputs for each target, but fewer for those that take a millisecond each.
const INPUTS: u64 = 2000;
const SLOW: [&str; 4] = ["net", "session", "history", "endings"];

#[test]
fn valid_inputs_are_taken_and_damaged_ones_do_no_harm() {
    for target in &TARGETS {
        let mutator = Mutator::new(samples::samples(target.name));
        assert!(mutator.samples() > 0, "{}", target.name);
        assert!(target.most_mib <= 64, "{}", target.name);
        (target.run)(target.usual);
        let is_slow = SLOW.contains(&target.name);
        for number in 0..if is_slow { INPUTS / 100 } else { INPUTS } {
            (target.run)(&mutator.input(1, number));
        }
    }
}

#[test]
fn an_input_follows_from_seed_and_number() {
    let mutator = || Mutator::new(samples::samples("go"));
    let input = |seed, number| mutator().input(seed, number);
    assert_eq!(input(1, 7), input(1, 7));
    assert!((0..9).any(|number| input(1, number) != input(2, number)));
}

/// What once did harm, or was said at any length.
#[test]
fn what_once_did_harm_does_not() {
    let long = "name ".repeat(500);
    targets::run(
        "options",
        format!("{long}\nsetoption name Threads value {long}").as_bytes(),
    );
    targets::run(
        "options",
        format!("EvalFile={long}\nnull:{long}").as_bytes(),
    );
    // Headers that KIF reads as something else.
    for header in [
        "1 x",
        "手合割",
        "先手の持駒",
        "開始手数",
        "*a",
        "まで",
        "▲",
        "|",
        "#",
    ] {
        let text = format!("V2.2\n${header}:7\nPI\n+\n+7776FU\n");
        // The form in which it is written again follows from the length.
        for blank_lines in 0..5 {
            let text = text.clone() + &"\n".repeat(blank_lines);
            targets::run("csa", text.as_bytes());
        }
    }
    // Positions of books that stand elsewhere in the order once they are written.
    targets::run(
        "book",
        b"#YANEURAOU-DB2016 1.00\nsfen a\nsfen a\x01\nsfen a b \x02 1\n7g7f\n",
    );
    // Answers and fields of any length.
    targets::run(
        "go",
        format!("bestmove {}", "resign".repeat(900)).as_bytes(),
    );
    let head = format!(
        r#"{{"journal":{{"{}":1}},"run":"x","format":"{long}"}}"#,
        "x".repeat(5000)
    );
    targets::run("journal", head.as_bytes());
    // A game that goes on beyond the greatest number of a move.
    let empty = "8k/9/9/9/9/9/9/9/K8 b P 65535 moves P*5e 1a1b";
    targets::run("position", format!("sfen {empty}").as_bytes());
    // Files without end.
    targets::run("options", b"setoption name OpponentModel value /dev/zero");
    targets::run("options", b"setoption name EvalFile value /dev/zero");
}
