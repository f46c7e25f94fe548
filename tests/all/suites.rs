//! Suites: their text format, what is right and wrong, exit codes, and going on from a journal.

use crate::common::program::{assert_all_refused, assert_has, assert_refused, engine_in, run};
use engine::shogi::sfen::STARTPOS;
use std::fs;
use std::path::Path;
use std::process::Output;
use suite::SuiteFile;
use tempfile::{TempDir, tempdir};

fn parse(text: &str) -> SuiteFile {
    SuiteFile::parse("a.sfen".to_owned(), text)
}

/// The number of usable rows, and what is wrong with the others.
fn parsed(text: &str) -> (usize, Vec<String>) {
    let file = parse(text);
    let bad = file.bad.iter();
    let bad = bad.map(|(line, problem)| format!("{line}: {problem}"));
    (file.rows.len(), bad.collect())
}

/// Runs the program on a file with this text; the exit code and standard output.
fn suite(text: &str, arguments: &str) -> (i32, String) {
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join("a.sfen"), text).expect("a file");
    suite_in(&folder, arguments)
}

fn suite_in(folder: &TempDir, arguments: &str) -> (i32, String) {
    let mut command = engine_in(folder.path(), &format!("suite a.sfen {arguments}"));
    let Output { status, stdout, .. } = command.output().expect("a program");
    let text = String::from_utf8(stdout).expect("UTF-8");
    (status.code().expect("a code"), text)
}

#[test]
fn every_form_of_a_row_is_read() {
    let text = format!(
        "# a comment\r\n\n{STARTPOS}\t1\t30\n{STARTPOS}\t2\t900\tmore\n\
         startpos; perft 1 30; perft 2 900\n\
         sfen {STARTPOS}; legal 30; illegal 7g7e; outcome open; declare CSARule27 none\n\
         startpos moves 7g7f 3c3d; bm 8h2b+; am 1g1f; id \"a name\"; c0 a remark;\r\n\
         7k1/9/6P2/9/9/9/9/9/4K4 b GS 1; mate\n\
         7k1/9/6P2/9/9/9/9/9/4K4 b GS 1; mate 3; bm G*2b S*2b\n\
         startpos; nomate\nstartpos\n"
    );
    let file = parse(&text);
    let kinds: Vec<_> = file.rows.iter().map(|row| row.kind.name).collect();
    let expected = "perft perft perft rules bestmove mate mate mate";
    assert_eq!(kinds.join(" "), expected, "{:?}", file.bad);
    assert_eq!((file.bad.len(), file.silent), (0, 1));
    assert_eq!(file.rows[4].id, "a name");
    assert_eq!(file.rows[4].line, 7);
}

#[test]
fn columns_are_named_by_the_line_above() {
    let head = "#id\tsfen\tmoves\tbest_plies\tbm (of many)\tremark\n";
    let row = |plies: &str, best: &str| format!("a\t{STARTPOS}\t7g7f 3c3d\t{plies}\t{best}\tx\n");
    let text = [
        head.to_owned(),
        row("3", ""),
        row("0", "-"),
        row("~9", ""),
        row("?", "8h2b+"),
    ];
    let file = parse(&text.concat());
    let wanted: Vec<_> = file.rows.iter().map(|row| row.task.wanted()).collect();
    assert_eq!(wanted, ["mate in 3", "no mate", "a mate", "8h2b+"]);
    assert!(
        file.rows
            .iter()
            .all(|row| row.id == "a" && row.game.moves().len() == 2)
    );
    let (rows, bad) = parsed("#id\tdepth\nx\t3\n");
    assert_eq!(rows, 0);
    assert!(bad[0].contains("no column sfen"), "{bad:?}");
}

#[test]
fn what_cannot_be_used_is_named_and_hides_nothing() {
    for (row, expected) in [
        (
            "startpos; xx 3",
            "unknown operation `xx`; expected one of `perft DEPTH LEAVES`",
        ),
        (
            "startpos; perft 1 30; bm 7g7f",
            "operations `perft, bm` in one row; expected",
        ),
        (
            "startpos; bm 7g7f; nomate",
            "unexpected `bm` after `nomate`; expected no further",
        ),
        (
            "startpos; perft 1",
            "unexpected `1` after `perft`; expected a depth and",
        ),
        (
            "startpos; perft 0 1",
            "`0` after `perft`; expected a depth: a whole number from 1",
        ),
        ("startpos; perft 4000000000 1", "`4000000000` after `perft`"),
        (
            "startpos; perft 1 -30",
            "`-30` after `perft`; expected a number of leaves",
        ),
        (
            "startpos; mate 4",
            "`4` after `mate`; expected an odd number",
        ),
        (
            "startpos; mate soon",
            "`soon` after `mate`; expected an odd number",
        ),
        ("startpos; nomate 3", "`3` after `nomate`; expected nothing"),
        ("startpos; bm", "`` after `bm`; expected moves such as"),
        (
            "startpos; bm 7g7f 7z",
            "`7z` after `bm`; expected moves such as",
        ),
        (
            "startpos; illegal 30",
            "`30` after `illegal`; expected moves",
        ),
        (
            "startpos; outcome lost",
            "`lost` after `outcome`; expected `open`",
        ),
        ("startpos; outcome mate red", "`mate red` after `outcome`"),
        (
            "startpos; declare CSARule28 win",
            "`CSARule28` after `declare`; expected a rule",
        ),
        ("startpos; declare CSARule27 lose", "`lose` after `declare`"),
        (
            "9/9/9 b - 1; nomate",
            "board `9/9/9` has 3 ranks; expected 9",
        ),
        ("startpos moves 7g7e; nomate", "illegal move `7g7e`"),
        ("startpos 1 30", "unexpected `1` after `startpos`"),
        ("x\t1\t30", "missing field"),
    ] {
        let (rows, bad) = parsed(&format!("{row}\nstartpos; perft 1 30\n"));
        assert_eq!((rows, bad.len()), (1, 1), "{row}: {bad:?}");
        assert!(
            bad[0].starts_with("1: ") && bad[0].contains(expected),
            "{row}: {bad:?}"
        );
    }
    assert!(parsed("# nothing\n").1[0].contains("no rows; expected"));
}

#[test]
fn the_exit_code_tells_passed_from_failed_from_unusable() {
    let good = "startpos; perft 2 900; id one\nstartpos; perft 4 719731\n";
    let (code, text) = suite(good, "--max-nodes 1000");
    assert_eq!(code, 0, "{text}");
    assert_has(&text, "1 rows, 0 failed, 1 skipped, 0 unusable; 900 nodes");
    let wrong = format!("startpos; perft 2 901; id two\n{good}");
    let (code, text) = suite(&wrong, "");
    assert_eq!(code, 1, "{text}");
    let expected = "FAIL  a.sfen:1 (two): depth 2 900 leaves, expected depth 2 901 leaves";
    assert!(
        text.contains(expected) && text.contains("position startpos"),
        "{text}"
    );
    let (code, text) = suite(&format!("{wrong}startpos; yy\n"), "");
    assert_eq!(code, 2, "{text}");
    assert_has(&text, "bad   a.sfen:4: unknown operation `yy`");
    assert_has(&text, "3 rows, 1 failed, 0 skipped, 1 unusable");
}

/// Positions with a mate, without one, and with a best move.
const PUZZLES: &str = "8k/9/8P/9/9/9/9/9/4K4 b G 1; mate 1; bm G*1b\n\
    8k/9/8P/9/9/9/9/9/4K4 b G 1; mate 3\n\
    8k/9/8P/9/9/9/9/9/4K4 b P 1; nomate\n\
    8k/9/8P/9/9/9/9/9/4K4 b G 1; bm G*1b\n";

#[test]
fn players_are_examined_side_by_side() {
    let own = env!("CARGO_BIN_EXE_usi-engine");
    let players = format!("--engine '' --engine usi:{own} --engine null:");
    let (code, text) = suite(PUZZLES, &format!("{players} --nodes 500 --json"));
    assert_eq!(code, 1, "{text}");
    let events: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let found = |line: u64, player: u64| {
        let is_it = |it: &&serde_json::Value| it["line"] == line && it["player"] == player;
        let row = events.iter().find(is_it).expect("a row");
        (
            row["found"].as_str().expect("text").to_owned(),
            row["right"] == true,
        )
    };
    for player in [0, 1] {
        assert_eq!(found(1, player), ("mate in 1".to_owned(), true));
        let too_short = "mate in 1, but none is shorter than 3".to_owned();
        assert_eq!(found(2, player), (too_short, false));
        assert_eq!(found(3, player), ("no mate".to_owned(), true));
        assert_eq!(found(4, player), ("G*1b".to_owned(), true));
    }
    assert_eq!(found(3, 2), ("looks for no mates".to_owned(), false));
    let end = events.last().expect("an end");
    assert_eq!((&end["event"], &end["rows"]), (&"end".into(), &12.into()));
}

#[test]
fn a_killed_run_goes_on_from_its_journal() {
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join("a.sfen"), PUZZLES).expect("a file");
    let journal = folder.path().join("j");
    let run = || suite_in(&folder, "--nodes 300 --journal j");
    let (code, _) = run();
    assert_eq!(code, 1);
    let whole = fs::read(&journal).expect("a journal");
    assert_eq!(whole.split(|&byte| byte == b'\n').count(), 6);
    for length in [0, 10, whole.len() * 2 / 3, whole.len() - 1] {
        fs::write(&journal, &whole[..length]).expect("a file");
        let (code, text) = run();
        assert_eq!(code, 1, "{text}");
        assert_has(&text, "4 rows, 1 failed");
        let again = fs::read(&journal).expect("a journal");
        assert_eq!(again.split(|&byte| byte == b'\n').count(), 6, "{length}");
    }
    let mut other = engine_in(folder.path(), "suite a.sfen --journal j");
    assert_refused(&mut other, "belongs to another run … nodes");
    fs::write(&journal, "startpos\nstartpos\n").expect("a file");
    assert_refused(&mut other, "line 1");
}

#[test]
fn arguments_that_cannot_be_are_refused() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("a.sfen"), PUZZLES).expect("a file");
    fs::create_dir(folder.join("empty")).expect("a folder");
    assert_all_refused(
        folder,
        "suite",
        &[
            ("", "required"),
            ("empty", "expected files named *.sfen"),
            (
                "a.sfen --kind chess",
                "expected one of perft, rules, bestmove, mate",
            ),
            ("a.sfen --depth 3", "--depth with mates"),
            ("a.sfen --depth 3 --nodes 5", "--nodes"),
            (
                "a.sfen --cpu-time 5 --engine usi:x",
                "--cpu-time for player A",
            ),
            ("a.sfen --engine nonsense", "player A"),
            ("a.sfen --engine usi:no/such", "player A, `usi:no/such`"),
        ],
    );
    let output = engine_in(folder, "suite no-such.sfen").output();
    assert_eq!(output.expect("a program").status.code(), Some(2));
}

#[test]
fn the_rules_and_small_counts_of_the_repository_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for kind in ["rules", "perft"] {
        let line = format!("suite sfen-suites/{kind} --kind {kind} --max-nodes 100000");
        run(&mut engine_in(root, &line));
    }
}

#[test]
fn a_row_that_claims_too_few_leaves_is_counted_no_further() {
    let began = std::time::Instant::now();
    let (code, text) = suite(
        "startpos; perft 30 10\nstartpos; perft 1 29; perft 2 900\n",
        "",
    );
    assert_eq!(code, 1, "{text}");
    assert_has(
        &text,
        "depth 30 more than 10 leaves, expected depth 30 10 leaves",
    );
    assert_has(
        &text,
        "depth 1 more than 29 leaves, depth 2 900 leaves, expected",
    );
    assert!(began.elapsed().as_secs() < 30, "{:?}", began.elapsed());
}

#[cfg(unix)]
#[test]
fn folders_that_links_lead_into_again_count_once() {
    let folder = tempdir().expect("a folder");
    fs::create_dir(folder.path().join("rows")).expect("a folder");
    fs::write(folder.path().join("rows/b.sfen"), "startpos; perft 1 30\n").expect("a file");
    for link in ["one", "two"] {
        let rows = folder.path().join("rows");
        std::os::unix::fs::symlink(".", rows.join(link)).expect("a link");
    }
    let [text, _] = run(&mut engine_in(folder.path(), "suite rows"));
    assert_has(&text, "1 rows, 0 failed, 0 skipped, 0 unusable; 30 nodes");
}
