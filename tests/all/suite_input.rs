//! Suite files with random damage: nothing stops the reader or the rules, no row hides another, and
//! what is wrong with a row is said in one line.

use crate::common::rng;
use matches::players::limit::MoveLimit;
use matches::players::{PlayerSpec, Turn};
use matches::standard_conduct;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use std::fs;
use std::path::Path;
use suite::kind::Examinee;
use suite::{SuiteFile, files};

/// What is strange in a row.
const STRANGE: [&str; 16] = [
    ";",
    "\t",
    "#",
    "\"",
    "+",
    " moves ",
    "startpos",
    "0",
    "4294967296",
    "-1",
    "P*5e",
    "5e5e",
    "bm",
    "nomate",
    "perft 1 30",
    "王\u{85}",
];

/// Rows of every kind in this repository.
fn rows() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen-suites");
    let texts = files(&[folder]).expect("files");
    let texts = texts
        .iter()
        .map(|path| fs::read_to_string(path).expect("text"));
    // Enough of the large files, and all of the small.
    let some = |text: String| {
        let step = text.lines().count().div_ceil(40);
        let lines: Vec<_> = text.lines().step_by(step).map(str::to_owned).collect();
        lines
    };
    texts.flat_map(some).collect()
}

/// A text of a few rows with a little damage.
fn damaged(rows: &[String], rng: &mut Xoshiro256PlusPlus) -> String {
    let rows: Vec<&str> = (0..rng.random_range(1..5))
        .map(|_| rows.choose(rng).expect("a row").as_str())
        .collect();
    let mut text: Vec<char> = rows.join("\n").chars().collect();
    for _ in 0..rng.random_range(0..6) {
        let from = rng.random_range(0..=text.len());
        let to = (from + rng.random_range(0..12)).min(text.len());
        match rng.random_range(0..3) {
            0 => drop(text.drain(from..to)),
            1 => {
                let strange = STRANGE.choose(rng).expect("a word");
                drop(text.splice(from..from, strange.chars()));
            }
            _ => {
                let part = text[from..to].to_vec();
                let at = rng.random_range(0..=text.len());
                drop(text.splice(at..at, part));
            }
        }
    }
    text.into_iter().collect()
}

/// A player that never thinks.
fn nobody() -> Examinee {
    let player = PlayerSpec::parse("null:", 1).expect("a player");
    let turn = Turn {
        limit: MoveLimit::Nodes(1),
        other_main_ms: 0,
        deadline: None,
    };
    Examinee {
        player: player.create(&standard_conduct()),
        turn,
    }
}

/// Reads `text`, and answers what does not take long. Returns how many rows can be used.
fn run(text: &str, nobody: &mut Examinee) -> usize {
    let file = SuiteFile::parse("a.sfen".to_owned(), text);
    let said = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
    let asked = text.lines().filter(said).count();
    let told = file.bad.iter().filter(|(line, _)| *line > 0).count();
    assert_eq!(
        file.rows.len() + file.silent as usize + told,
        asked,
        "{text}"
    );
    for (_, problem) in &file.bad {
        assert!(!problem.contains('\n'), "{text}: {problem}");
    }
    for row in file.rows.iter().filter(|row| row.task.leaves().is_none()) {
        assert!(!row.task.wanted().is_empty(), "{text}");
        let answer = row.task.check(&row.game, nobody).expect("no fault");
        assert!(answer.right || !answer.found.is_empty(), "{text}");
    }
    file.rows.len()
}

/// Reads so many damaged texts.
fn read_damaged(count: usize, seed: u64) {
    let (mut rng, rows, mut nobody) = (rng(seed), rows(), nobody());
    let usable: usize = (0..count)
        .map(|_| run(&damaged(&rows, &mut rng), &mut nobody))
        .sum();
    assert!(
        usable > count / 2 && usable < 2 * count,
        "{usable} of {count}"
    );
}

#[test]
fn no_text_stops_the_reader() {
    read_damaged(3_000, 21);
}

#[test]
#[ignore = "half a minute: 300,000 texts"]
fn none_of_many_texts_stops_the_reader() {
    read_damaged(300_000, 22);
}
