//! What is said before any search: introduction, options, readiness.

use super::A_WHILE;
use super::dialogue::{Dialogue, End};
use std::time::{Duration, Instant};

/// `option` lines as name, type, default.
fn options(dialogue: &mut Dialogue) -> Vec<(String, String, String)> {
    dialogue.say("usi");
    let mut options = Vec::new();
    loop {
        let line = dialogue.hear();
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["usiok"] => return options,
            ["option", "name", name, "type", kind, ref rest @ ..] => {
                let default = rest.get(1).copied().unwrap_or_default();
                options.push((name.to_owned(), kind.to_owned(), default.to_owned()));
            }
            _ => assert_eq!(words[0], "id"),
        }
    }
}

/// Some of the options.
const KNOWN: &str = "USI_Hash USI_Ponder Threads MultiPV Clear_Hash Eval EvalFile NetworkDelay NetworkDelay2 \
                     MinimumThinkingTime SlowMover RoundUpToFullSecond MaxMovesToDraw EnteringKingRule ResignValue \
                     DepthLimit NodesLimit PvInterval";

#[test]
fn silence_before_usi_and_a_quick_introduction() {
    let mut dialogue = Dialogue::start();
    dialogue.assert_mute(A_WHILE);
    let start = Instant::now();
    let names: Vec<_> = options(&mut dialogue)
        .into_iter()
        .map(|option| option.0)
        .collect();
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    for name in KNOWN.split(' ') {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
    assert_eq!(options(&mut dialogue).len(), names.len());
}

#[test]
fn the_numbers_of_the_search_are_offered_to_those_who_tune() {
    let names = |arguments: &[&str]| {
        let mut dialogue = Dialogue::start_with(arguments);
        let options = options(&mut dialogue);
        dialogue.end(End::Quit);
        options.into_iter().map(|it| it.0).collect::<Vec<_>>()
    };
    let (few, many) = (names(&["usi"]), names(&["usi", "--tunables"]));
    assert!(few.len() <= 50 && !few.iter().any(|it| it == "same_drop_cost"));
    assert!(many.starts_with(&few) && many.iter().any(|it| it == "same_drop_cost"));
}

#[test]
fn no_introduction_is_needed() {
    let mut dialogue = Dialogue::start();
    dialogue.position("startpos");
    dialogue.think("nodes 1000");
    dialogue.end(End::Eof);
    let mut dialogue = Dialogue::small();
    dialogue.think("depth 1");
}

#[test]
fn white_space_line_ends_and_unknown_words() {
    let mut dialogue = Dialogue::small();
    dialogue.say_bytes(b"\r\n \t \r\n  isready\t\r\n");
    assert_eq!(dialogue.hear(), "readyok");
    dialogue.say("debug on\nregister later\nlist\nponderhit\nstop\nsetoption\nsetoption name");
    dialogue.say("setoption name SkillLevel value 20\nsetoption name Skill Level value 3");
    dialogue.say_bytes(b"setoption name BookDir value \x83e\x83X\x83g\r\n\xFF\xFE\n");
    dialogue.assert_silent(A_WHILE);
    dialogue.position("  startpos   moves\t7g7f   3c3d  ");
    dialogue.say_bytes(b"   go\tnodes   100 \r\n");
    dialogue.note_search();
    dialogue.answer();
}

#[test]
fn isready_any_number_of_times_and_during_a_search() {
    let mut dialogue = Dialogue::small();
    for _ in 0..3 {
        assert_eq!(dialogue.hear_until_ready(), [""; 0]);
    }
    dialogue.go("infinite");
    for _ in 0..3 {
        dialogue.say("setoption name MultiPV value 2\nsetoption name USI_Hash value 1");
        dialogue.say("usinewgame\nposition startpos moves 2g2f");
        dialogue.assert_silent(A_WHILE / 3);
    }
    dialogue.say("stop");
    dialogue.answer();
}

#[test]
fn every_option_takes_its_default_nothing_and_garbage() {
    let mut dialogue = Dialogue::start();
    for (name, kind, default) in options(&mut dialogue) {
        dialogue.say(&format!("setoption name {name} value {default}"));
        dialogue.say(&format!(
            "setoption name {name}\nsetoption name {name} value"
        ));
        dialogue.say(&format!(
            "setoption name {} value {default}",
            name.to_uppercase()
        ));
        assert_eq!(dialogue.hear_until_ready(), [""; 0], "{name}");
        let garbage = [
            "-99999999999999999999",
            "1e9",
            "\u{5c06}\u{68cb}",
            "a b",
            "<empty>",
        ];
        for value in garbage {
            dialogue.say(&format!("setoption name {name} value {value}"));
            let remarks = dialogue.hear_until_ready();
            // A button takes no value, a folder may have any name; an empty text names no file and no edition.
            let is_file = kind == "filename" || ["BookFile", "EvalEdition"].contains(&&*name);
            let sound = kind == "button" || name == "BookDir" || (is_file && value == "<empty>");
            assert_eq!(remarks.len(), usize::from(!sound), "{name} {value}");
            assert!(
                remarks.iter().all(|line| line.contains(&name)),
                "{remarks:?}"
            );
        }
    }
    dialogue.think("nodes 100");
}
