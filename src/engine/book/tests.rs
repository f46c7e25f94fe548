//! Books written, found again, and abused.

use super::*;
use crate::shogi::{movegen, sfen};
use std::fs;
use std::io::{Seek, SeekFrom, Write};
use tempfile::TempDir;

/// A folder with a book of this text.
fn book(text: &str) -> (TempDir, Result<Book, BookError>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    fs::write(&path, text).unwrap();
    let book = Book::at(&path);
    (folder, book)
}

fn refusal(text: &str) -> String {
    let message = book(text).1.unwrap_err().to_string();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

fn texts(moves: &[BookMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// A book of every position two plies from the start, each with its first legal moves.
fn two_plies() -> (MemoryBook, Vec<Position>) {
    let mut positions = vec![Position::default()];
    for _ in 0..2 {
        for pos in positions.clone() {
            let moves = movegen::legal_moves(&pos);
            positions.extend(moves.iter().map(|&mv| {
                let mut after = pos.clone();
                let _ = after.do_move(mv);
                after
            }));
        }
    }
    let mut memory = MemoryBook::default();
    for pos in &positions {
        let moves = movegen::legal_moves(pos);
        let moves = moves.iter().take(3).enumerate();
        let moves = moves.map(|(rank, &mv)| BookMove {
            mv,
            reply: None,
            value: -(rank as i32),
            depth: 9,
            count: 1,
        });
        memory.add_new(BookEntry::new(key(pos), pos.ply(), moves.collect()));
    }
    (memory, positions)
}

fn written(memory: &MemoryBook) -> String {
    let mut text = Vec::new();
    memory.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn every_position_is_found_whatever_ends_the_lines() {
    let (memory, positions) = two_plies();
    let text = written(&memory);
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        let (_folder, book) = book(&text);
        let book = book.unwrap();
        for pos in positions.iter().step_by(7) {
            let found = book.moves(pos, false).unwrap();
            assert_eq!(found, memory.moves(&key(pos)), "{}", key(pos));
        }
        let far = sfen::parse("4k4/9/9/9/9/9/9/9/4K4 b G 1").unwrap();
        assert_eq!(book.moves(&far, true).unwrap(), []);
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let (memory, _) = two_plies();
    let text = written(&memory);
    let mut entries = Entries::new(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    let mut again = MemoryBook::default();
    while let Some(entry) = entries.next_entry().unwrap() {
        again.add(entry);
    }
    assert_eq!(again, memory);
    assert_eq!(entries.broken(), &(0, None));
}

#[test]
fn a_turned_position_is_found_and_its_moves_are_turned_back() {
    let text = "#YANEURAOU-DB2016 1.00\n\
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
        2g2f 8c8d 40 20 5\n7g7f 3c3d 50 21 6\n";
    let (_folder, book) = book(text);
    let book = book.unwrap();
    let mut pos = Position::default();
    pos.do_null_move();
    assert_eq!(book.moves(&pos, false).unwrap(), []);
    let found = texts(&book.moves(&pos, true).unwrap());
    assert_eq!(found, ["8c8d 2g2f 40 20 5", "3c3d 7g7f 50 21 6"]);
    for start in [
        "lnsgkgsnl/9/pppppppp1/9/9/9/1PPPPPPPP/1B5R1/LNSGKGSNL w 2Pr 1",
        "4k4/9/4+P4/9/9/9/9/9/4K4 b 2Gg 1",
    ] {
        let pos = sfen::parse(start).unwrap();
        assert_eq!(turned(&turned(&pos)), pos);
        assert_ne!(key(&turned(&pos)), key(&pos));
    }
}

#[test]
fn what_is_missing_or_broken_is_passed_over() {
    let text = "\u{feff}#YANEURAOU-DB2016 1.00 of somebody\n# a remark\n\n\
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -\n\
        // a remark\n7g7f\n2g2f none 12\nnonsense\n9i9a 1a1b 0 0 1\n7g7f 3c3d 9 9 9\n\
        5g5f x y\n6g6f 3c3d 99999999999999999999 1 1\n\u{0}\u{fffd}\n";
    let (folder, book) = book(text);
    let moves = book.unwrap().moves(&Position::default(), false).unwrap();
    assert_eq!(texts(&moves), ["7g7f none 0 0 1", "2g2f none 12 0 1"]);
    let summary = Summary::of(&folder.path().join("book.db")).unwrap();
    assert!(!summary.is_sound());
    let summary = summary.to_string();
    assert!(
        summary.contains("4 lines not understood, first line 8: `nonsense`"),
        "{summary}"
    );
    assert!(
        summary.contains("1 positions or moves against the rules"),
        "{summary}"
    );
}

#[test]
fn a_move_to_avoid_is_never_played_whatever_is_merged() {
    let position = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {position} b - 1\n7g7f\n# avoid the rest\n# avoid 7g7f\n2g2f\n\
         sfen {position} w - 2\n//avoid 8c8d it was bad\n"
    );
    let (folder, book) = book(&text);
    let book = book.unwrap();
    let found = |also_turned| {
        let moves = book.moves(&Position::default(), also_turned).unwrap();
        moves.iter().map(|it| it.mv.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found(false), ["2g2f"]);
    assert!(found(true).is_empty(), "the turned position avoids it");
    let mut merged = MemoryBook::default();
    let start = key(&Position::default());
    let again = |moves: &[&str]| {
        let moves = moves.iter().map(|mv| candidate(mv, 50, 9, 7)).collect();
        BookEntry::new(start.clone(), 1, moves)
    };
    merged.add(again(&["7g7f", "5g5f"]));
    merged.read(&folder.path().join("book.db")).unwrap();
    merged.add(again(&["7g7f"]));
    let written = written(&merged);
    assert_eq!(
        written,
        format!(
            "#YANEURAOU-DB2016 1.00\nsfen {position} b - 1\n# avoid 7g7f\n5g5f none 50 9 7\n\
             2g2f none 0 0 1\nsfen {position} w - 2\n# avoid 8c8d\n"
        )
    );
    assert!(!merged.has(&format!("{position} w -")), "it has no move");
    fs::write(folder.path().join("merged.db"), &written).unwrap();
    let summary = Summary::of(&folder.path().join("merged.db")).unwrap();
    assert!(summary.is_sound() && summary.to_string().contains("avoided    2:"));
    let mut again = MemoryBook::default();
    again.read(&folder.path().join("merged.db")).unwrap();
    assert_eq!(again, merged);
}

#[test]
fn an_empty_book_has_nothing() {
    let (_folder, book) = book("#YANEURAOU-DB2016 1.00\n");
    assert_eq!(book.unwrap().moves(&Position::default(), true).unwrap(), []);
}

#[test]
fn what_is_no_book_is_named_in_one_line() {
    assert!(refusal("").contains("first line ``; expected `#YANEURAOU-DB2016 1.00`"));
    assert!(refusal("no\nbook").contains("`no`"));
    for (path, reason) in [("/", "a folder"), ("/nowhere/book.db", "No such file")] {
        let message = Book::at(Path::new(path)).unwrap_err().to_string();
        assert!(message.contains(reason), "{message}");
    }
}

/// Blocks moved about, and one added below without a line break, as editors leave it.
#[test]
fn a_book_edited_by_hand_is_sorted_in_memory() {
    let (memory, positions) = two_plies();
    let text = written(&memory);
    let (_folder, in_order) = book(&text);
    let in_order = in_order.unwrap();
    assert_eq!(in_order.remark(), None);
    let (head, rest) = text.split_once('\n').unwrap();
    let mut blocks: Vec<_> = rest.trim_end().split("\nsfen ").collect();
    let first = blocks[0].trim_start_matches("sfen ");
    blocks[0] = first;
    blocks.rotate_left(1);
    let middle = blocks.len() / 2;
    blocks.swap(middle, middle + 3);
    let edited = format!("{head}\nsfen {}", blocks.join("\nsfen "));
    let (_folder, edited) = book(&edited);
    let edited = edited.unwrap();
    let remark = edited.remark().expect("a remark");
    assert!(
        remark.contains("sorted in memory, for position"),
        "{remark}"
    );
    for pos in &positions {
        let [wanted, found] = [&in_order, &edited].map(|it| it.moves(pos, false).unwrap());
        assert_eq!(found, wanted);
    }
}

/// Only some places of a large file are looked at.
#[test]
fn a_large_book_that_is_not_in_order_is_sorted_too() {
    let position = format!("sfen {} b -\n", "a".repeat(4000));
    let text = position.repeat((65 << 20) / position.len());
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen z b -\n{text}sfen {} b -\n7g7f\n",
        "b".repeat(9)
    );
    let (_folder, book) = book(&text);
    let remark = book.unwrap().remark().expect("a remark");
    assert!(
        remark.contains("for position `z b -` stands before `aaa"),
        "{remark}"
    );
}

#[test]
fn a_huge_book_that_is_not_in_order_is_refused_with_the_bound() {
    let (folder, _) = book("#YANEURAOU-DB2016 1.00\nsfen z b -\n");
    let path = folder.path().join("book.db");
    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(1 << 26)).unwrap();
    file.write_all(b"\nsfen a b -\n").unwrap();
    file.set_len(1 << 31).unwrap();
    let message = Book::at(&path).unwrap_err().to_string();
    assert!(
        message.contains("`z b -` stands before `a b -`"),
        "{message}"
    );
    assert!(message.contains("at most 1 GiB"), "{message}");
}

#[test]
fn a_field_may_be_none() {
    let read = BookMove::parse("2b8h+ none none none 103").unwrap();
    assert_eq!(read.to_string(), "2b8h+ none 0 0 103");
}

/// Where the files are that the writers of others made of the same moves, by `make.py` there.
const FOREIGN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/books");

fn foreign(name: &str) -> PathBuf {
    Path::new(FOREIGN).join(name)
}

fn after(moves: &str) -> Position {
    let (game, _) = crate::shogi::game::Game::parse(&format!("startpos moves {moves}")).unwrap();
    game.position().clone()
}

/// The same moves, counts and order in the three forms, found in each and converted from each; Apery's has
/// values too.
#[test]
fn books_of_apery_and_shogigui_are_those_of_yaneuraou() {
    let mut wanted = MemoryBook::default();
    assert_eq!(wanted.read(&foreign("yaneuraou.db")).unwrap(), None);
    for (name, values) in [("shogigui.sbk", 0), ("apery.bin", 1)] {
        let book = Book::at(&foreign(name)).unwrap();
        let mut converted = MemoryBook::default();
        let remark = converted.read(&foreign(name)).unwrap();
        assert!(remark.unwrap().contains(": without 1 positions"), "{name}");
        assert_eq!(converted.len(), wanted.len(), "{name}");
        for (text, (number, moves)) in &wanted.positions {
            let (found, found_moves) = &converted.positions[text];
            assert_eq!(found, number, "{name} {text}");
            let valued = moves.iter().map(|it| BookMove {
                value: it.value * values,
                ..*it
            });
            let valued: Vec<_> = valued.collect();
            assert_eq!(found_moves, &valued, "{name} {text}");
            let pos = sfen::parse(text).unwrap();
            assert_eq!(book.moves(&pos, false).unwrap(), valued, "{name} {text}");
        }
        // Apery's book knows the number of the position to which nothing leads.
        let lonely = book.moves(&after("1g1f 1c1d 9g9f 9c9d"), false);
        assert_eq!(lonely.unwrap().len(), values as usize, "{name}");
        let summary = Summary::of(&foreign(name)).unwrap().to_string();
        assert!(summary.contains("1 positions more"), "{summary}");
    }
}

#[test]
fn damaged_books_of_others_are_refused_or_read_as_far_as_they_go() {
    let folder = tempfile::tempdir().unwrap();
    for (name, expected) in [
        ("shogigui.sbk", "expected a book of ShogiGUI"),
        ("apery.bin", "expected records of 16"),
    ] {
        let whole = fs::read(foreign(name)).unwrap();
        let path = folder.path().join(name);
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            match Book::at(&path) {
                Ok(book) => drop(book.moves(&Position::default(), true).unwrap()),
                Err(error) => assert!(error.to_string().contains(expected), "{error}"),
            }
            let _ = Summary::of(&path);
        }
        // Every byte turned around.
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 0xff;
            fs::write(&path, bytes).unwrap();
            let _ = MemoryBook::default().read(&path);
        }
    }
}

/// Eight gigabytes of nothing, and one endless line.
#[test]
fn a_huge_file_without_positions_is_refused_at_once() {
    let (folder, book) = book("#YANEURAOU-DB2016 1.00\nsfen x b -\n");
    assert!(book.is_ok());
    let path = folder.path().join("book.db");
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(8 << 30).unwrap();
    let message = Book::at(&path).unwrap_err().to_string();
    assert!(message.contains("no position in the"), "{message}");
}

#[test]
fn the_file_is_looked_for_in_the_book_folder_first() {
    let folder = tempfile::tempdir().unwrap();
    let settings = |on, file: &str| BookSettings {
        on,
        file: Some(file.into()),
        folder: folder.path().join("books"),
        ..BookSettings::default()
    };
    fs::create_dir(folder.path().join("books")).unwrap();
    fs::write(folder.path().join("books/a.db"), "#YANEURAOU-DB2016 1.00\n").unwrap();
    let found = Book::open(&settings(true, "a.db")).unwrap().unwrap();
    assert_eq!(found.path(), folder.path().join("books/a.db"));
    assert!(Book::open(&settings(false, "a.db")).unwrap().is_none());
    assert!(Book::open(&settings(true, "b.db")).is_err());
}

fn candidate(mv: &str, value: i32, depth: u32, count: u64) -> BookMove {
    BookMove::parse(&format!("{mv} none {value} {depth} {count}")).unwrap()
}

#[test]
fn only_moves_that_the_settings_allow_are_played() {
    use crate::shogi::Color::{Black, White};
    let moves = vec![
        candidate("7g7f", 50, 20, 60),
        candidate("2g2f", 30, 20, 35),
        candidate("5g5f", -10, 20, 4),
        candidate("9g9f", 0, 0, 1),
    ];
    let playable = |settings: &BookSettings, side| {
        let moves = settings.playable(side, moves.clone());
        moves.iter().map(|it| it.mv.to_string()).collect::<Vec<_>>()
    };
    let default = BookSettings {
        margin: 20,
        ..BookSettings::default()
    };
    assert_eq!(playable(&default, Black), ["7g7f", "2g2f"]);
    let wide = BookSettings {
        margin: 200,
        ..default.clone()
    };
    assert_eq!(playable(&wide, Black), ["7g7f", "2g2f", "9g9f"]);
    assert_eq!(playable(&wide, White), ["7g7f", "2g2f", "5g5f", "9g9f"]);
    let narrow = BookSettings {
        narrow: true,
        ..wide.clone()
    };
    assert_eq!(playable(&narrow, White), ["7g7f", "2g2f"]);
    let deep = BookSettings {
        least_depth: 21,
        ..wide
    };
    assert_eq!(playable(&deep, Black), ["9g9f"]);
}

#[test]
fn moves_are_drawn_alike_or_by_count() {
    let moves = [candidate("7g7f", 0, 1, 3), candidate("2g2f", 0, 1, 1)];
    let drawn = |by_count| {
        let settings = BookSettings {
            by_count,
            ..BookSettings::default()
        };
        let draws = (0..4).filter_map(|draw| settings.choose(&moves, draw));
        draws.map(|it| it.mv.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(drawn(true), ["7g7f", "7g7f", "7g7f", "2g2f"]);
    assert_eq!(drawn(false), ["7g7f", "2g2f", "7g7f", "2g2f"]);
    assert_eq!(BookSettings::default().choose(&[], 7), None);
}

#[test]
fn the_built_in_book_is_in_order_and_knows_both_sides() {
    let book = Book::open(&BookSettings::built_in()).unwrap().unwrap();
    let mut pos = Position::default();
    for _ in 0..4 {
        let moves = book.moves(&pos, true).unwrap();
        assert!(moves.len() > 1, "{moves:?}");
        let _ = pos.do_move(moves[0].mv);
    }
    let mut entries = Entries::new(&include_bytes!("kyomi.db")[..]).unwrap();
    let mut last = String::new();
    while let Some(entry) = entries.next_entry().unwrap() {
        assert!(last < entry.key, "{}", entry.key);
        last = entry.key;
    }
    assert_eq!(entries.broken().0, 0);
}
