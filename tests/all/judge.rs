//! Judging problems: against the solver move by move, and the command that judges files of them.

use crate::common::program::{
    assert_all_refused, assert_has, assert_refused, engine_in, refusal, run,
};
use crate::common::{checking_moves, legal_moves};
use engine::mate::judge::{Judgement, Question, Verdict, Way};
use engine::mate::{MateAnswer, MateLength, MateLimits, MateProblem};
use engine::record::Format;
use engine::shogi::{Move, Position};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use suite::judge::ProblemFile;
use tempfile::tempdir;

const LIMITS: MateLimits = MateLimits {
    nodes: Some(1_000_000),
    until: None,
};

/// Problems of the suite of mates in so many plies.
fn suite(plies: u16, count: usize) -> Vec<(Position, Judgement)> {
    let path = format!(
        "{}/sfen-suites/tsume/{plies:02}.sfen",
        env!("CARGO_MANIFEST_DIR")
    );
    let file = ProblemFile::open(Path::new(&path), false);
    let problems = file.problems.iter().step_by(200 / count);
    let judge = |it: &suite::judge::Problem| {
        let question: Question = it.question(LIMITS, 16);
        assert_eq!(question.announced, Some(plies), "{path}:{}", it.line);
        let found = question.judge(&AtomicBool::new(false), &mut |_| {});
        (question.position, found)
    };
    problems.map(judge).collect()
}

/// Whether the side to move mates, found without anything that was known before.
fn mates(position: &Position) -> bool {
    let problem = MateProblem {
        position: position.clone(),
        limits: LIMITS,
        hash_mb: 16,
        length: MateLength::Any,
    };
    let report = problem.solve(&AtomicBool::new(false), &mut |_| {});
    assert_ne!(report.answer, MateAnswer::NotDecided, "{position:?}");
    matches!(report.answer, MateAnswer::Mate(_))
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    let _ = after.do_move(mv);
    after
}

#[test]
fn each_move_of_the_main_line_is_the_only_one_that_mates_but_for_those_named() {
    let mut compared = 0;
    for plies in [3, 5] {
        for (start, found) in suite(plies, 20) {
            assert!(found.is_exact && found.plies <= usize::from(plies));
            assert_eq!(found.line.len(), found.plies, "{found:?}");
            let mut pos = start;
            for (ply, &main) in (1..).zip(&found.line) {
                let is_last = ply == found.plies;
                if ply % 2 == 1 && !is_last {
                    let at_ply = found.others.iter().filter(|it| it.ply == ply);
                    let mut named: Vec<Move> = at_ply.map(|it| it.moves[0]).collect();
                    named.push(main);
                    for check in checking_moves(&pos) {
                        let checked = after(&pos, check);
                        let mut replies = legal_moves(&checked).into_iter();
                        let is_mate = replies.all(|reply| mates(&after(&checked, reply)));
                        assert_eq!(is_mate, named.contains(&check), "{pos:?} {check}");
                        compared += 1;
                    }
                }
                let _ = pos.do_move(main);
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn variations_are_mates_of_the_length_that_is_said() {
    let mut count = 0;
    for (start, found) in suite(5, 20) {
        for variation in &found.variations {
            let mut pos = start.clone();
            for &mv in &found.line[..variation.ply - 1] {
                let _ = pos.do_move(mv);
            }
            for &mv in &variation.moves {
                assert!(legal_moves(&pos).contains(&mv), "{pos:?} {mv}");
                let _ = pos.do_move(mv);
            }
            assert_eq!(
                variation.ply - 1 + variation.moves.len(),
                variation.plies,
                "{variation:?}"
            );
            assert!(variation.plies <= found.plies, "{variation:?}");
            count += 1;
        }
        let ways = found.others.iter().map(|it| it.way);
        let is_flawed = ways.clone().any(|way| way == Way::Second) || !found.left.is_empty();
        assert_eq!(found.verdict == Verdict::Unsound, is_flawed, "{found:?}");
    }
    assert!(count > 20, "{count}");
}

/// A sound problem, one with a second solution, one that leaves a piece, and one without a mate.
const PROBLEMS: &str = "\
# problems
8k/9/8P/9/9/9/9/9/9 b G 1; id one; mate 1
8k/9/7GP/9/9/9/9/9/9 b G 1; id two
4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1 moves G*5b; id left
l6Gl/5g3/2+R1+Bp1s1/p2p2pp1/5k2p/P2Pp1P2/4PP+sPP/3+r1GK1L/+p4G1N1 b b2s3nl3p 91; id three; mate 3
startpos; id none
";

#[test]
fn many_problems_are_a_table_and_one_is_told_in_full() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("a.sfen"), PROBLEMS).expect("a file");
    let [table, _] = run(&mut engine_in(folder, "mate judge . --lang en"));
    assert_has(&table, "left         1  unsound  G*5b");
    assert_has(
        &table,
        "5 problems: 2 sound, 2 unsound, 1 without a mate, 0 open",
    );
    let one = "mate judge --sfen '8k/9/8P/9/9/9/9/9/9 b G 1'";
    let [text, _] = run(&mut engine_in(folder, &format!("{one} --lang ja")));
    assert_has(&text, "完全：1手詰\n▲１二金\nG*1b\n");
    let [text, _] = run(&mut engine_in(folder, &format!("{one} --json")));
    let object: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(object["verdict"], "sound");
    assert_eq!(object["moves"][0], "G*1b");
}

#[test]
fn the_side_that_alone_has_a_king_is_mated() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let judge = |line: &str| run(&mut engine_in(folder, &format!("mate judge {line}")))[0].clone();
    let text = judge("--sfen 'p6lk/7p1/8P/9/9/9/9/9/9 w G 1' --lang en");
    assert_has(&text, "mate in 2");
    let both = "--sfen 'p6lk/7p1/8P/9/9/9/9/9/K8 w G 1' --lang en";
    assert_has(&judge(both), "no mate");
    assert_has(&judge(&format!("{both} --defender")), "mate in 2");
}

#[test]
fn judging_that_was_cut_off_goes_on_and_comes_to_the_same() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("a.sfen"), PROBLEMS).expect("a file");
    let judge = || run(&mut engine_in(folder, "mate judge a.sfen --journal j"))[0].clone();
    let table = judge();
    let journal = folder.join("j");
    let whole = fs::read(&journal).expect("a journal");
    let lines = |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').count();
    assert_eq!(lines(&whole), 7);
    for length in [0, 10, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&journal, &whole[..length]).expect("a file");
        assert_eq!(judge(), table, "{length}");
        assert_eq!(lines(&fs::read(&journal).expect("a journal")), 7);
    }
    let mut other = engine_in(folder, "mate judge a.sfen --journal j --nodes 3");
    assert_refused(&mut other, "belongs to another run … nodes");
}

#[test]
fn solutions_are_written_as_records_with_variations() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("a.sfen"), PROBLEMS).expect("a file");
    let [_, notes] = run(&mut engine_in(folder, "mate judge a.sfen --kif out"));
    assert!(!notes.contains("note"), "{notes}");
    let names = fs::read_dir(folder.join("out")).expect("a folder").count();
    assert_eq!(names, 5);
    let sfen = "ln6l/1B2S+N1p1/ppp+N1lR1p/3p4k/6L2/2P1s4/PPKPPPP1P/2G1g+n3/1G4sP+r b S3Pbg 115";
    run(&mut engine_in(
        folder,
        &format!("mate judge --sfen '{sfen}' --kif two.kifu --lang ja"),
    ));
    let text = fs::read_to_string(folder.join("two.kifu")).expect("a record");
    assert_has(&text, "変化：7手");
    let record = Format::Kif.read(text.as_bytes()).expect("a record").record;
    assert_has(&record.comment, "不完全：9手詰、余詰（7手目）");
    let plies: Vec<_> = record.branches().iter().map(|it| it.after() + 1).collect();
    assert_eq!(plies, [8, 8, 7, 5, 2, 2]);
    let cook = &record.branches()[2].line();
    let (first, info) = cook.moves().next().expect("a move");
    assert_eq!(
        (first.to_string().as_str(), info.comment.as_str()),
        ("2e3f", "余詰、9手詰")
    );
    // What is written is a solution, and is read as one.
    let again = run(&mut engine_in(folder, "mate judge two.kifu --json"))[0].clone();
    let again: Value = serde_json::from_str(&again).expect("JSON");
    assert_eq!(
        (&again["announced"], &again["sfen"]),
        (&9.into(), &sfen.into())
    );
    // Two files of one name would be one record.
    fs::create_dir(folder.join("b")).expect("a folder");
    fs::write(folder.join("b/a.sfen"), PROBLEMS).expect("a file");
    let mut both = engine_in(folder, "mate judge a.sfen b --kif out");
    assert_refused(&mut both, "is written twice");
}

#[test]
fn what_is_open_and_what_cannot_be_read_is_said() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("a.sfen"), PROBLEMS).expect("a file");
    fs::write(folder.join("b.sfen"), "8k/9/8Q/9/9/9/9/9/9 b G 1\n").expect("a file");
    let output = |line: &str| {
        let output = engine_in(folder, line).output().expect("a program");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        (output.status.code(), text)
    };
    let (code, text) = output("mate judge a.sfen --nodes 20 --lang en");
    assert_eq!(code, Some(1));
    assert_has(&text, "one          1  open");
    let (code, text) = output("mate judge a.sfen b.sfen none.kif --lang en");
    assert_eq!(code, Some(2));
    assert_has(&text, "bad   b.sfen:1: unexpected `Q`");
    assert_has(&text, "bad   none.kif: ");
    assert_has(&text, "5 problems: 2 sound");
    let refused = refusal(&mut engine_in(folder, "mate judge a.sfen --sfen startpos"));
    assert_has(&refused, "cannot be used with");
    assert_all_refused(
        folder,
        "mate judge",
        &[
            ("a.sfen --journal a.sfen", "is read too"),
            ("a.sfen --nodes 0", "expected a whole number"),
            ("--sfen x", "missing field"),
        ],
    );
}
