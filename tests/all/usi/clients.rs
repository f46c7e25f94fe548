//! What real clients do beyond the plain conversation: questions of tools, passes, a game by
//! Ayane's server, and the faults that clients have found.

use super::dialogue::{Dialogue, End};
use super::{A_WHILE, DECLARABLE, MATED, ONE_MOVE};
use crate::common::program::{assert_has, engine};
use std::io::Write;
#[cfg(target_os = "linux")]
use std::os::unix::fs::MetadataExt;
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The lines up to `readyok`, whatever they are.
fn answers(dialogue: &mut Dialogue, lines: &str) -> Vec<String> {
    dialogue.say(lines);
    dialogue.say("isready");
    let said = std::iter::repeat_with(|| dialogue.hear_raw());
    said.take_while(|line| line != "readyok").collect()
}

/// The lines up to the answer to a `go`, whatever they are.
fn search(dialogue: &mut Dialogue, lines: &str) -> Vec<String> {
    dialogue.say(lines);
    let mut said = vec![dialogue.hear_raw()];
    while !said.iter().any(|line| line.starts_with("bestmove ")) {
        said.push(dialogue.hear_raw());
    }
    said
}

#[test]
fn questions_of_tools_are_answered() {
    let mut dialogue = Dialogue::small();
    let mut ask = |lines: &str| answers(&mut dialogue, lines);
    assert_eq!(ask("getoption usi_hash"), ["Options[USI_Hash] == 8"]);
    assert_eq!(
        ask("multipv 3\ngetoption MultiPV"),
        ["Options[MultiPV] == 3"]
    );
    assert_eq!(ask("getoption nonsense"), ["No such option: nonsense"]);
    let all = ask("getoption");
    assert!(all.len() > 30 && all.iter().all(|line| line.starts_with("Options[")));
    assert_eq!(ask("getoption same_drop_cost").len(), 1);
    let tunables = ask("usi_tunables");
    assert!(tunables[0].starts_with("info string shogiarena_tunables_json {"));
    assert!(tunables[0].contains("\"option\":\"same_drop_cost\""));
    assert_eq!(tunables[1], "usi_tunablesok");
    let set = ask("setoption name same_drop_cost value 7\ngetoption same_drop_cost");
    assert_eq!(set, ["Options[same_drop_cost] == 7"]);
    assert!(ask("bench")[0].contains("usi-engine bench"));
    assert_eq!(ask("go perft 2"), ["Nodes searched: 900"]);
    let mated = format!("position {MATED}\ngo perft 4294967297");
    assert_eq!(ask(&mated), ["Nodes searched: 0"]);
    assert_eq!(ask("position startpos moves 7g7f\nside"), ["white"]);
    assert_eq!(ask("moves")[0].split(' ').count(), 30);
    assert!(ask("eval")[0].starts_with("eval = "));
    assert!(ask("d").iter().any(|line| line.starts_with("sfen ")));
}

#[test]
fn passes_are_understood_in_analysis() {
    let mut dialogue = Dialogue::small();
    for pass in ["0000", "null", "pass"] {
        let lines = format!("position startpos moves 7g7f {pass}\nside");
        assert_eq!(answers(&mut dialogue, &lines), ["black"], "{pass}");
        let lines = format!("position startpos moves 7g7f {pass} 2g2f {pass} 2f2e\nside");
        assert_eq!(answers(&mut dialogue, &lines), ["white"], "{pass}");
    }
    let in_check = "position sfen 4k4/9/9/9/9/9/9/4R4/4K4 w - 1 moves 0000 5h5g";
    let said = answers(&mut dialogue, in_check);
    assert!(said[0].contains("move 1: a pass in check"), "{said:?}");
    let said = search(
        &mut dialogue,
        "position startpos moves 7g7f 0000\ngo nodes 50",
    );
    assert!(!said.iter().any(|line| line.contains("resign")), "{said:?}");
}

/// It sends no `usi`, and asks the engine for the rules.
#[test]
fn ayane_plays_a_game() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name NetworkDelay value 0\nsetoption name NetworkDelay2 value 0");
    assert!(answers(&mut dialogue, "usinewgame").is_empty());
    let mut moves = String::new();
    for _ in 0..6 {
        dialogue.position(&format!("startpos moves{moves}"));
        assert_eq!(answers(&mut dialogue, "side").len(), 1);
        let legal = answers(&mut dialogue, "moves")[0].clone();
        let best = dialogue.think("btime 0 wtime 0 byoyomi 30").best;
        assert!(legal.split(' ').any(|mv| mv == best), "{best} of {legal}");
        moves = format!("{moves} {best}");
    }
    dialogue.say("gameover win");
}

#[test]
fn readyok_follows_the_answer_of_a_search_that_was_stopped() {
    let mut dialogue = Dialogue::small();
    for _ in 0..20 {
        dialogue.go("infinite");
        let said = answers(&mut dialogue, "stop\ngameover");
        assert!(
            said.iter().any(|line| line.starts_with("bestmove ")),
            "{said:?}"
        );
        dialogue.say("usinewgame");
    }
}

#[test]
fn no_mate_that_was_not_searched() {
    let mut dialogue = Dialogue::small();
    for nodes in 1..10 {
        dialogue.think(&format!("nodes {nodes}"));
        let scores = dialogue.analysis.iter().map(|info| info.score.0.as_str());
        assert!(scores.into_iter().all(|kind| kind == "cp"), "{nodes} nodes");
    }
}

#[test]
fn a_refused_position_resigns_and_move_number_0_is_1() {
    let mut dialogue = Dialogue::small();
    let said = search(&mut dialogue, "position sfen 9/9 b - 1\ngo nodes 10");
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(
        said[1].starts_with("info string no position to search: "),
        "{said:?}"
    );
    assert_eq!(said[2], "bestmove resign");
    assert!(answers(&mut dialogue, "go ponder").is_empty());
    let said = search(&mut dialogue, "position startpos\nponderhit");
    assert_eq!(said[1..], ["bestmove resign"], "{said:?}");
    let said = answers(
        &mut dialogue,
        "position sfen x/y b -\nside\ngo mate infinite",
    );
    assert!(said[1].starts_with("info string no position: "), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("checkmate timeout"));
    let text = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - ";
    let said = answers(&mut dialogue, &format!("position {text}0\nd"));
    assert_eq!(said.last(), Some(&format!("{text}1")));
}

#[test]
fn the_only_move_is_not_thought_about() {
    let mut dialogue = Dialogue::small();
    dialogue.position(ONE_MOVE);
    let start = Instant::now();
    dialogue.think("btime 0 wtime 0 byoyomi 60000");
    dialogue.go("ponder btime 0 wtime 0 byoyomi 60000");
    dialogue.say("ponderhit");
    dialogue.answer();
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn answers_are_explained_in_one_line() {
    let shuffle = "2h3h 8b7b 3h2h 7b8b";
    let shuffles = [shuffle; 3].join(" ");
    let mut dialogue = Dialogue::small();
    for (lines, reason) in [
        (
            format!("position {DECLARABLE}"),
            "declares a win by CSARule27",
        ),
        (format!("position {MATED}"), "resigns: no legal move"),
        (
            "setoption name ResignValue value 0\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 b r 1"
                .to_owned(),
            "is not above 0 (ResignValue)",
        ),
        (
            format!(
                "setoption name ResignValue value 99999\nposition startpos moves {shuffle} 2h3h 8b7b 3h2h"
            ),
            "brings a position again; the fourth time is a draw",
        ),
        (
            format!(
                "position startpos moves {}",
                shuffles.trim_end_matches(" 7b8b")
            ),
            "brings a position for the fourth time: a draw",
        ),
    ] {
        let go = if lines.contains("startpos") {
            "go searchmoves 7b8b nodes 50"
        } else {
            "go nodes 50"
        };
        let said = search(&mut dialogue, &format!("{lines}\n{go}"));
        let remarks: Vec<_> = said
            .iter()
            .filter(|it| it.starts_with("info string"))
            .collect();
        assert_eq!(remarks.len(), 1, "{lines}: {said:?}");
        assert!(remarks[0].ends_with(reason), "{lines}: {said:?}");
    }
}

#[test]
fn a_win_that_may_be_declared_is_one_line_of_analysis() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name MultiPV value 3");
    for go in ["infinite", "ponder", "btime 0 wtime 0 byoyomi 1000"] {
        dialogue.position(DECLARABLE);
        dialogue.go(go);
        let line = dialogue.hear();
        assert_has(&line, " score mate 1 ");
        assert!(line.ends_with(" pv win"), "{line}");
        if !go.starts_with("btime") {
            dialogue.assert_silent(A_WHILE);
            dialogue.say("stop");
        }
        assert_eq!(dialogue.answer().best, "win");
        assert_eq!(dialogue.analysis.len(), 1);
    }
}

#[test]
fn analysis_reports_no_bounds_and_does_not_resign() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name PvInterval value 0\nsetoption name ResignValue value 0");
    for option in ["OutputFailLHPV value false", "ConsiderationMode value true"] {
        dialogue.say(&format!("setoption name {option}"));
        let lines = "position sfen 4k4/9/9/9/9/9/9/4P4/4K4 b r2b3g 1\ngo nodes 500";
        let said = search(&mut dialogue, lines);
        assert!(!said.iter().any(|line| line.contains("bound")), "{said:?}");
        let resigns = said.iter().any(|line| line == "bestmove resign");
        assert_eq!(resigns, option.contains("LHPV"), "{said:?}");
    }
}

#[test]
fn draws_are_worth_what_the_user_says() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name MaxMovesToDraw value 10");
    for (side, value) in [("b", -500), ("w", 700)] {
        dialogue.say("setoption name Clear_Hash");
        let name = if side == "b" { "Black" } else { "White" };
        dialogue.say(&format!("setoption name DrawValue{name} value {value}"));
        dialogue.position(&format!("sfen 4k4/9/9/9/9/9/9/9/4K4 {side} - 10"));
        dialogue.think("depth 3");
        let (kind, score) = &dialogue.analysis.last().expect("analysis").score;
        let score: i32 = score.parse().expect("a number");
        // One draw is worth a little more than another.
        assert!(kind == "cp" && (score - value).abs() <= 2, "{kind} {score}");
    }
}

#[test]
fn all_legal_moves_are_generated_when_asked_for() {
    let nodes = |all| {
        let mut dialogue = Dialogue::small();
        dialogue.say(&format!("setoption name GenerateAllLegalMoves value {all}"));
        dialogue.position("sfen 4k4/9/9/3P1P3/9/9/9/4B2R1/4K4 b 2P 1");
        let said = search(&mut dialogue, "go depth 4");
        dialogue.end(End::Quit);
        let line = said
            .iter()
            .rev()
            .find(|line| line.contains(" nodes "))
            .expect("analysis");
        let words: Vec<_> = line.split(' ').collect();
        let at = words
            .iter()
            .position(|word| *word == "nodes")
            .expect("nodes");
        words[at + 1].to_owned()
    };
    assert_ne!(nodes(true), nodes(false));
}

#[test]
fn stochastic_ponder_answers_once_and_for_the_right_position() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name USI_Ponder value true");
    dialogue.say("setoption name Stochastic_Ponder value true");
    for end in [
        "ponderhit",
        "ponderhit btime 0 wtime 0 byoyomi 100",
        "stop",
        "gameover win",
    ] {
        for position in ["startpos moves 7g7f 3c3d 8h2b+", "startpos"] {
            dialogue.position(position);
            dialogue.go("ponder btime 0 wtime 0 byoyomi 100");
            dialogue.assert_silent(Duration::from_millis(50));
            dialogue.say(end);
            let best = dialogue.answer().best;
            assert_ne!(best, "resign", "{position}: {end}");
            dialogue.assert_silent(Duration::ZERO);
        }
    }
    dialogue.go("ponder");
}

fn spawn() -> Child {
    let mut program = engine();
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped());
    program.spawn().expect("the program starts")
}

fn say(child: &mut Child, lines: &str) {
    let input = child.stdin.as_mut().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
}

fn ends_within(child: &mut Child, time: Duration) -> bool {
    let end = Instant::now() + time;
    while Instant::now() < end {
        if child.try_wait().expect("a child").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    false
}

#[test]
fn a_program_that_nobody_reads_ends() {
    let mut child = spawn();
    say(
        &mut child,
        "setoption name USI_Hash value 8\nsetoption name PvInterval value 0\n",
    );
    drop(child.stdout.take());
    say(&mut child, "go infinite\n");
    assert!(ends_within(&mut child, Duration::from_secs(30)));
}

/// Its output stays open, and nobody reads it.
#[test]
fn a_program_with_a_full_pipe_ends_with_its_input() {
    let mut child = spawn();
    let lines = "setoption name MultiPV value 30\nsetoption name USI_OwnBook value false\n";
    say(&mut child, lines);
    // More than a pipe holds.
    say(&mut child, &"usi\n".repeat(100));
    say(&mut child, "go infinite\n");
    drop(child.stdin.take());
    assert!(ends_within(&mut child, Duration::from_secs(60)));
}

/// Only root can be somebody else, and nobody counts the threads of root.
#[cfg(target_os = "linux")]
#[test]
fn a_search_goes_on_with_the_threads_that_the_system_gives() {
    let mut command = Command::new("setpriv");
    let limited = "--reuid=65533 --clear-groups prlimit --nproc=5";
    command.args(limited.split(' ')).arg(engine().get_program());
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
    if !is_root
        || !command
            .arg("--version")
            .output()
            .is_ok_and(|it| it.status.success())
    {
        println!("skipped: not root, or no setpriv and prlimit");
        return;
    }
    let mut command = Command::new("setpriv");
    command.args(limited.split(' ')).arg(engine().get_program());
    let mut dialogue = Dialogue::of(command);
    dialogue.say("setoption name Threads value 8\nsetoption name USI_OwnBook value false");
    dialogue.position("startpos");
    dialogue.go("nodes 5000");
    let line = dialogue.hear();
    assert_has(&line, "the system refuses a thread");
    dialogue.answer();
    dialogue.say("usinewgame\nisready");
    assert_eq!(dialogue.hear(), "readyok");
}

/// Takes a second of all processors and much memory.
#[test]
#[ignore = "makes a table of three quarters of the memory"]
fn quit_does_not_wait_for_a_table() {
    let mut child = spawn();
    say(
        &mut child,
        "setoption name USI_Hash value 1048576\nisready\n",
    );
    std::thread::sleep(Duration::from_millis(50));
    say(&mut child, "quit\n");
    assert!(ends_within(&mut child, Duration::from_secs(5)));
}
