//! What may be asked: forms of `go`, positions, and nonsense.

use super::dialogue::Dialogue;
use super::{A_WHILE, DECLARABLE, HARD_MATE, NOT_DECLARABLE, THREE_MOVES};
use crate::common::program::assert_has;
use std::time::{Duration, Instant};

#[test]
fn go_in_every_form_is_answered_once() {
    let mut dialogue = Dialogue::small();
    dialogue.position("startpos");
    for arguments in [
        "",
        "byoyomi 50",
        "btime 0 wtime 0 byoyomi 300",
        "btime 1000 wtime 1000 binc 1000 winc 1000",
        "btime 0 wtime 0 binc 100 winc 100",
        "btime 0 wtime 0",
        "btime 0 wtime 0 byoyomi 0",
        "btime -100 wtime -100 byoyomi -1",
        "btime 1000 wtime 1000",
        "movetime 100",
        "movetime 0",
        "depth 0",
        "depth 2",
        "nodes 0",
        "nodes 1",
        "movetime 300 depth 3 nodes 1000",
        "nodes 1000 btime 99999999999999999999 wtime 5 byoyomi 99999999999999999999",
        "depth 1 rtime 100 perft 5 nonsense - 7g7f",
        "searchmoves nodes 100",
        "searchmoves 7g7e P*5e nonsense nodes 100",
        "btime wtime byoyomi nodes 100",
    ] {
        dialogue.think(arguments);
        assert_eq!(dialogue.hear_until_ready(), [""; 0], "go {arguments}");
    }
}

#[test]
fn search_moves_are_kept_to() {
    let mut dialogue = Dialogue::small();
    dialogue.position("startpos");
    for arguments in [
        "searchmoves 1g1f 9g9f infinite",
        "infinite searchmoves 1g1f 9g9f",
    ] {
        dialogue.go(arguments);
        dialogue.assert_silent(A_WHILE / 3);
        dialogue.say("stop");
        let best = dialogue.answer().best;
        assert!(["1g1f", "9g9f"].contains(&best.as_str()), "{best}");
    }
}

#[test]
fn no_more_lines_than_moves() {
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name MultiPV value 5\nsetoption name PvInterval value 0");
    dialogue.position(THREE_MOVES);
    dialogue.think("depth 4");
    let ranks: Vec<_> = dialogue.analysis.iter().map(|info| info.multi_pv).collect();
    assert!(ranks.iter().all(|rank| (1..=3).contains(rank)), "{ranks:?}");
}

#[test]
fn a_win_is_declared_only_where_the_rule_allows() {
    let mut dialogue = Dialogue::small();
    dialogue.position(NOT_DECLARABLE);
    assert_ne!(dialogue.think("nodes 1000").best, "win");
    dialogue.position(DECLARABLE);
    dialogue.say("setoption name EnteringKingRule value noenteringking");
    assert_ne!(dialogue.think("nodes 1000").best, "win");
    dialogue.say("setoption name EnteringKingRule value CSARule27");
    assert_eq!(dialogue.think("nodes 1000").best, "win");
}

#[test]
fn odd_positions() {
    let mut dialogue = Dialogue::small();
    let shuffle = " 5i5h 5a5b 5h5i 5b5a".repeat(150);
    let long_game = format!("startpos moves{shuffle}");
    for position in [
        "sfen 9/9/9/9/4P4/9/9/9/9 b - 1",
        "sfen 9/9/9/9/9/9/9/9/9 b - 1",
        "sfen 4k4/9/4P4/9/9/9/9/9/9 b 2R2B4G4S4N4L17P 1",
        "sfen 9/9/4P4/9/9/9/9/9/4K4 w 2r2b4g4s4n4l17p 1",
        "sfen R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves",
        "sfen 4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f",
        "startpos moves",
        &long_game,
        "startpos moves 7g7f 3c3d 8h2b 3a2b B*4e 8c8d 4e6c 5a4b",
    ] {
        dialogue.position(position);
        dialogue.think("nodes 500");
        dialogue.go("infinite");
        dialogue.say("stop");
        dialogue.answer();
        assert_eq!(dialogue.hear_until_ready(), [""; 0], "{position}");
    }
}

#[test]
fn positions_that_cannot_be_read_are_named() {
    let mut dialogue = Dialogue::small();
    dialogue.position("startpos moves 7g7f 3c3d 8h2c 8c8d");
    let remark = dialogue.hear();
    assert!(
        remark.starts_with("info string ") && remark.contains("8h2c"),
        "{remark}"
    );
    dialogue.think("nodes 100");
    for text in [
        "",
        "nonsense",
        "sfen 9/9 b - 1",
        "sfen kkkkkkkkk/9/9/9/9/9/9/9/9 b - 1",
    ] {
        dialogue.say(&format!("position {text}"));
        assert!(dialogue.hear().starts_with("info string "), "{text}");
        dialogue.think("nodes 100");
    }
}

#[test]
fn lines_of_random_words_do_no_harm() {
    // The last is empty.
    const WORDS: &str = "usi isready usinewgame position startpos sfen moves 7g7f 3c3d P*5e go nodes 100 depth 1 \
                         infinite ponder mate searchmoves btime wtime byoyomi binc -1 99999999999999999999 movetime \
                         stop ponderhit gameover win setoption name value MultiPV USI_Hash 2 search alphabeta \
                         Clear_Hash debug 9/9/9/9/9/9/9/9/9 b - \u{5c06} \t \r\n \n ";
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut seed: u64 = 20_261_120;
    let mut dialogue = Dialogue::small();
    for _ in 0..300 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text += words[(seed >> 33) as usize % words.len()];
            text += " ";
        }
        dialogue.say(&text);
    }
    // The last search ends before `go mate` begins, which answers when it is told to stop.
    dialogue.say("stop");
    dialogue.position(HARD_MATE);
    dialogue.say("go mate infinite\nsetoption name Threads value the-end");
    while !dialogue.hear_unchecked().contains("the-end") {}
    dialogue.say("stop");
    while dialogue.hear_unchecked() != "checkmate timeout" {}
}

#[test]
fn thirty_moves_at_a_tenth_of_a_second() {
    const LIMIT: Duration = Duration::from_millis(100);
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name NetworkDelay value 0\nsetoption name NetworkDelay2 value 30");
    dialogue.say("setoption name MinimumThinkingTime value 1");
    dialogue.say("setoption name RoundUpToFullSecond value false");
    assert_eq!(dialogue.hear_until_ready(), [""; 0]);
    let mut moves = String::new();
    let mut times = Vec::new();
    for _ in 0..30 {
        dialogue.position(&format!("startpos moves{moves}"));
        let start = Instant::now();
        let answer = dialogue.think("btime 0 wtime 0 byoyomi 100");
        times.push(start.elapsed());
        if ["resign", "win"].contains(&answer.best.as_str()) {
            break;
        }
        moves += " ";
        moves += &answer.best;
    }
    let longest = times.iter().max().copied().unwrap_or_default();
    let overruns = times.iter().filter(|&&time| time > LIMIT).count();
    println!(
        "{} moves, longest {longest:?}, {overruns} over {LIMIT:?}",
        times.len()
    );
    // A machine with more to do may hold up one move; it must not be the rule.
    assert!(longest < Duration::from_secs(5), "{longest:?}");
    assert!(overruns * 2 < times.len(), "{times:?}");
}

#[test]
fn costs_are_explained_on_request() {
    let mut dialogue = Dialogue::small();
    dialogue.position("startpos");
    dialogue.say("setoption name Explain value true");
    dialogue.go("nodes 5000");
    let explained: Vec<_> = (0..30).map(|_| dialogue.hear_other()).collect();
    for line in &explained {
        assert!(line.starts_with("info string "), "{line}");
        assert_has(line, " cost ");
        assert_has(line, " nodes ");
    }
    dialogue.answer();
    dialogue.say("setoption name Explain value false");
    dialogue.think("nodes 5000");
}

#[test]
fn a_move_that_ends_the_game_has_no_reply() {
    // With 5b5a the position comes for the fourth time, or for the third.
    let mut dialogue = Dialogue::small();
    for (times, has_reply) in [(2, false), (1, true)] {
        let shuffle = " 5i5h 5a5b 5h5i 5b5a".repeat(times) + " 5i5h 5a5b 5h5i";
        dialogue.position(&format!("startpos moves{shuffle}"));
        let answer = dialogue.think("searchmoves 5b5a depth 6");
        assert_eq!(answer.best, "5b5a");
        assert_eq!(answer.ponder.is_some(), has_reply, "{times}: {answer:?}");
    }
}

#[test]
fn pondering_on_all_moves_keeps_to_those_that_were_asked_for() {
    let mut dialogue = Dialogue::small();
    dialogue
        .say("setoption name Stochastic_Ponder value true\nsetoption name USI_OwnBook value false");
    dialogue.position("startpos moves 7g7f 3c3d");
    for (end, arguments) in [("stop", ""), ("ponderhit", " nodes 300")] {
        dialogue.go(&format!("ponder searchmoves 9g9f{arguments}"));
        dialogue.say(end);
        assert_eq!(dialogue.answer().best, "9g9f", "{end}");
    }
}

#[test]
fn a_count_that_takes_long_ends_at_stop_and_a_short_one_is_said_in_its_turn() {
    let mut dialogue = Dialogue::small();
    dialogue.position("startpos");
    dialogue.say("go perft 4\nisready");
    assert_eq!(dialogue.hear_raw(), "Nodes searched: 719731");
    assert_eq!(dialogue.hear_raw(), "readyok");
    let began = Instant::now();
    dialogue.say("go perft 9\nstop");
    assert_eq!(dialogue.hear_raw(), "info string perft stopped");
    assert!(began.elapsed() < Duration::from_secs(20));
    dialogue.say("go perft 1\nstop\nisready");
    assert_has(&dialogue.hear_raw(), "");
    assert_eq!(dialogue.hear_raw(), "readyok");
}

#[test]
fn options_without_setoption_are_set_as_with_it() {
    let mut dialogue = Dialogue::small();
    let mut said = |line: &str| {
        dialogue.say(line);
        dialogue.hear_until_ready()
    };
    assert_has(
        &said("EvalDir no such folder")[0],
        "option EvalDir: `no such folder` refused",
    );
    assert_has(
        &said("Threads foo")[0],
        "option Threads: `foo` refused, expected a whole number",
    );
    assert_has(&said("LogFile a.txt")[0], "LogFile");
    assert_eq!(said("Threads 2"), [""; 0]);
    assert_eq!(said("Nonsense 3"), [""; 0]);
    dialogue.say("getoption Threads\nposition startpos\neval");
    assert_eq!(dialogue.hear_raw(), "Options[Threads] == 2");
    assert_has(&dialogue.hear_raw(), "eval = ");
}

/// Nobody reads standard error, as with most interfaces.
#[test]
fn what_is_logged_and_not_read_holds_nothing_up() {
    use crate::common::program::engine;
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut command = engine();
    let command = command.env("RUST_LOG", "debug").stdin(Stdio::piped());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, answers) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let lines = output.lines().map_while(Result::ok);
        lines
            .filter(|line| line.starts_with("bestmove"))
            .try_for_each(|line| sender.send(line))
    });
    input
        .write_all(b"setoption name USI_OwnBook value false\nsetoption name USI_Hash value 1\n")
        .expect("input");
    let moves = " 5i5h 5a5b 5h5i 5b5a".repeat(40);
    for number in 0..300 {
        let lines = format!("position startpos moves 7g7f 3c3d{moves}\ngo nodes 50\n");
        input.write_all(lines.as_bytes()).expect("input");
        let answer = answers.recv_timeout(Duration::from_secs(30));
        assert!(answer.is_ok(), "no answer to `go` number {number}");
    }
    let began = Instant::now();
    input.write_all(b"quit\n").expect("input");
    let status = child.wait().expect("its end");
    assert!(
        status.success() && began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
}
