//! The opening book in a session: when it is asked, what is said of it, and where it is looked for.

use super::dialogue::Dialogue;
use crate::common::program::assert_has;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const BOOK: &str = "#YANEURAOU-DB2016 1.00\n\
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/P1PPPPPPP/1B5R1/LNSGKGSNL w P 4\n9c9d none 0 20 1\n\
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
    1g1f 9c9d 77 33 5\n9g9f 1c1d 10 33 5\n";

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn a_book_move_is_played_with_its_line_and_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), "a.db", BOOK);
    let mut dialogue = Dialogue::small();
    let set = format!("setoption name BookFile value {path}");
    assert_eq!(dialogue.remarks(&set), [""; 0]);
    dialogue.position("startpos");
    dialogue.go("btime 60000 wtime 60000");
    let line = dialogue.hear();
    assert_has(&line, "depth 33 … score cp 77");
    assert!(line.ends_with("pv 1g1f 9c9d"), "{line}");
    let reason = dialogue.hear();
    assert!(
        reason.starts_with("info string book: 1g1f, value 77, depth 33"),
        "{reason}"
    );
    assert_has(&reason, "one of 1 playable moves of 2 in ");
    let answer = dialogue.answer();
    assert_eq!(
        (answer.best.as_str(), answer.ponder.as_deref()),
        ("1g1f", Some("9c9d"))
    );

    dialogue.go("ponder btime 60000 wtime 60000");
    dialogue.assert_silent(Duration::from_millis(100));
    dialogue.say("ponderhit");
    assert_eq!(dialogue.answer().best, "1g1f");

    dialogue.say("setoption name BookEvalDiff value 99");
    let both = (0..60).map(|_| dialogue.think("nodes 5").best);
    let both: std::collections::BTreeSet<_> = both.collect();
    assert_eq!(both.into_iter().collect::<Vec<_>>(), ["1g1f", "9g9f"]);
}

#[test]
fn a_move_that_the_book_avoids_is_not_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let marked = BOOK.replace("b - 1\n", "b - 1\n# avoid 1g1f\n");
    let path = write(folder.path(), "a.db", &marked);
    let mut dialogue = Dialogue::small();
    dialogue.say(&format!("setoption name BookFile value {path}"));
    dialogue.position("startpos");
    assert_eq!(dialogue.think("btime 60000 wtime 60000").best, "9g9f");
}

#[test]
fn the_book_is_left_aside_where_it_is_not_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), "a.db", BOOK);
    let mut dialogue = Dialogue::small();
    for (options, go) in [
        ("USI_OwnBook value false", "nodes 20"),
        ("USI_OwnBook value true", "nodes 20 searchmoves 2g2f"),
        ("BookMoves value 0", "nodes 20"),
        (
            "BookMoves value 16\nsetoption name BookIgnoreRate value 100",
            "nodes 20",
        ),
        (
            "BookIgnoreRate value 0\nsetoption name BookEvalBlackLimit value 78",
            "nodes 20",
        ),
        (
            "BookEvalBlackLimit value 0\nsetoption name BookDepthLimit value 34",
            "nodes 20",
        ),
        (
            "BookDepthLimit value 0\nsetoption name ConsiderationMode value true",
            "nodes 20",
        ),
        (
            "ConsiderationMode value false\nsetoption name BookFile value no_book",
            "nodes 20",
        ),
    ] {
        if !options.contains("no_book") {
            dialogue.say(&format!("setoption name BookFile value {path}"));
        }
        dialogue.say(&format!("setoption name {options}"));
        dialogue.position("startpos");
        dialogue.go(go);
        let said = dialogue.hear_other();
        assert!(said.starts_with("bestmove "), "{options}: {said}");
    }
    dialogue.say(&format!("setoption name BookFile value {path}"));
    dialogue.go("infinite");
    while dialogue.analysis.is_empty() {
        dialogue.hear();
    }
    dialogue.say("stop");
    dialogue.answer();
    assert!(dialogue.analysis.iter().all(|info| !info.pv.is_empty()));
}

#[test]
fn a_wrong_book_is_named_in_one_line_and_play_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let unsorted: String = [BOOK, BOOK.split_once('\n').expect("lines").1].concat();
    let mut dialogue = Dialogue::small();
    for (name, text, reason) in [
        ("wrong.db", "wrong", "unexpected first line"),
        ("unsorted.db", unsorted.as_str(), "stands before"),
    ] {
        let path = write(folder.path(), name, text);
        let said = dialogue.remarks(&format!("setoption name BookFile value {path}"));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with("info string BookFile: book `"),
            "{said:?}"
        );
        assert!(said[0].contains(reason), "{said:?}");
        dialogue.think("nodes 20");
    }
    let said = dialogue.remarks("setoption name BookFile value nowhere.db");
    assert!(said[0].contains("nowhere.db"), "{said:?}");
    assert_eq!(dialogue.hear_until_ready(), [""; 0], "said once");
    dialogue.think("nodes 20");
}

/// Files are looked for beside the program first, then in the working folder.
#[test]
fn files_beside_the_program_come_first() {
    let original = env!("CARGO_BIN_EXE_usi-engine");
    let parent = Path::new(original).parent().expect("a folder");
    let folder = tempfile::tempdir_in(parent).expect("a folder");
    let [home, work] = ["home", "work"].map(|name| folder.path().join(name));
    fs::create_dir_all(home.join("book")).expect("a folder");
    fs::create_dir(&work).expect("a folder");
    let program = home.join("usi-engine");
    fs::hard_link(original, &program).expect("a link");
    let other = BOOK.replace("1g1f", "5g5f");
    write(&home.join("book"), "both.db", BOOK);
    write(&work, "both.db", &other);
    write(&work, "here.db", &other);
    write(&home, "net.bin", "wrong");
    let mut command = Command::new(&program);
    command.current_dir(&work);
    let mut dialogue = Dialogue::of(command);
    for (name, best) in [("both.db", "1g1f"), ("here.db", "5g5f")] {
        dialogue.say(&format!("setoption name BookFile value {name}"));
        assert_eq!(dialogue.think("nodes 5").best, best, "{name}");
    }
    // The network there is: it is wrong, and not missing.
    let said = dialogue.remarks("setoption name EvalFile value net.bin");
    assert!(said[0].contains("not a network"), "{said:?}");
}
