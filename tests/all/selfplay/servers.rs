//! What the workers of `OpenBench` and `ShogiBench` read, by the expressions that they read it with.

use super::*;
use crate::common::program::assert_has;
use crate::common::skipped;
use regex_lite::Regex;

/// As in `ShogiBench`'s worker, which rests on this form alone.
const FINISHED: &str = r"^Finished game\s+(?P<game>[0-9]+)(?:\s+of\s+(?:[0-9]+|infinite))?\s+\((?P<white>.*?)\s+vs\s+(?P<black>.*?)\):\s+(?P<result>1-0|0-1|1/2-1/2|undetermined)\s+\{(?P<reason>.*)\}\s*$";

#[test]
fn shogibench_reads_every_result() {
    let text = played(
        "hash=1 null: --nodes 200 --games 6 --compat fastchess --names Kyomi-dev,Kyomi-base",
    );
    let expression = Regex::new(FINISHED).unwrap();
    let mut finished = 0;
    for (number, line) in (1..).zip(text.lines().filter(|it| it.starts_with("Finished game"))) {
        let found = expression
            .captures(line)
            .unwrap_or_else(|| panic!("{line}"));
        assert_eq!(found["game"].parse(), Ok(number), "{line}");
        let seats = [&found["white"], &found["black"]];
        let expected = match number % 2 {
            1 => ["Kyomi-dev", "Kyomi-base"],
            _ => ["Kyomi-base", "Kyomi-dev"],
        };
        assert_eq!(seats, expected);
        let (result, reason) = match number % 2 {
            1 => ("1-0", "Sente mates"),
            _ => ("0-1", "Gote mates"),
        };
        assert_eq!((&found["result"], &found["reason"]), (result, reason));
        // OpenBench's own worker goes by the words of the line.
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!((words[2], words[6]), (&*number.to_string(), result));
        finished = number;
    }
    assert_eq!(finished, 6, "{text}");
    assert_has(&text, "Started game 1 of 6 (Kyomi-dev vs Kyomi-base)\n");
}

#[test]
fn names_that_would_be_misread_are_refused() {
    for (names, wanted) in [
        ("a b,c", "`a b` … expected"),
        ("a", "--names with 1 … expected"),
        ("a,b:c", "`b:c` … expected"),
        ("a,", "`` … expected"),
    ] {
        let line = format!("null: null: --nodes 1 --compat fastchess --names '{names}'");
        assert_refused(&mut selfplay(&line), wanted);
    }
}

#[test]
fn openbench_reads_the_signature() {
    let [text, _] = run(engine().args(["bench", "--depth", "2"]));
    let last = text.lines().last().unwrap();
    for expression in [
        r"(?i)(\d+\s+nps)|(nps\s+\d+)|(nodes second\s+\d+)",
        r"(?i)(\d+\s+nodes)|(nodes\s+\d+)|(nodes searched\s+\d+)",
    ] {
        let found = Regex::new(expression).unwrap().find(last);
        let number = found.and_then(|it| it.as_str().split(' ').next()?.parse::<u64>().ok());
        assert!(
            number.is_some_and(|number| number > 0),
            "{expression}: {last}"
        );
    }
}

/// `OpenBench` passes the whole line as one argument, and `quit` as another.
#[test]
fn openbench_is_given_as_many_openings_as_it_asks_for() {
    let genfens = |line: &str| {
        let [text, _] = run(engine().args([line, "quit"]));
        let openings = text.lines().map(|line| {
            let sfen = line.strip_prefix("info string genfens ").unwrap();
            engine::shogi::sfen::parse(sfen).unwrap();
            sfen.to_owned()
        });
        openings.collect::<Vec<_>>()
    };
    let drawn = genfens("genfens 5 seed 7 book None");
    assert_eq!(drawn.len(), 5);
    assert!(!drawn[1..].contains(&drawn[0]), "{drawn:?}");
    assert_eq!(genfens("genfens 5 seed 7 book None some extra"), drawn);
    assert_ne!(genfens("genfens 5 seed 8 book None"), drawn);
    let book = format!("{}/genfens.sfen", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&book, format!("{}\n", drawn[2])).unwrap();
    assert_eq!(
        genfens(&format!("genfens 1 seed 1 book {book}")),
        drawn[2..3]
    );
    for (line, wanted) in [
        ("genfens", "`genfens quit` … N seed S book None"),
        ("genfens x seed 1 book None", "`x` in `genfens`"),
        ("genfens 1 seed 1 book no-such", "`no-such`"),
    ] {
        assert_refused(engine().args([line, "quit"]), wanted);
    }
}

/// `OpenBench` sets these two, by these names, in every test.
#[test]
fn the_options_of_openbench_are_known() {
    let text = played("Hash=8,Threads=1 null: --nodes 9 --games 2");
    assert_has(&text, "A: Hash=8,Threads=1");
}

/// Without building anything: what `make` would do.
#[test]
#[cfg(unix)]
fn make_builds_the_program_where_openbench_wants_it() {
    let mut make = Command::new("make");
    make.current_dir(env!("CARGO_MANIFEST_DIR"));
    make.env_remove("CARGO_TARGET_DIR").env_remove("MAKEFLAGS");
    make.args(["-n", "-j", "EXE=Kyomi-1234", "EVALFILE=/net"]);
    let Ok(output) = make.output() else {
        return skipped("no make here");
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert_has(&text, "cargo build --profile dist --locked");
    assert_has(&text, "cp target/dist/usi-engine Kyomi-1234\n");
}
