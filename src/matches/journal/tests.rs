//! Journals that are new, resumed, torn, damaged, or another match's.

use super::*;
use crate::referee::finished::Reason;
use std::fs::File;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::SystemTime;
use tempfile::{TempDir, tempdir};

fn head(seed: u64) -> Head {
    let mut head = Head::of_test(1);
    head.seed = seed;
    head
}

fn game(id: u64) -> FinishedGame {
    FinishedGame {
        id,
        reason: Reason::Repetition,
        ..FinishedGame::without_moves(0, 1, None)
    }
}

/// A journal with the games 0 and 1, in a folder of its own.
fn journal() -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let (mut journal, games) = open(&path).unwrap();
    assert!(games.is_empty());
    for id in 0..2 {
        journal.game(&game(id)).unwrap();
    }
    (folder, path)
}

fn open(path: &Path) -> Result<(Journal, Vec<FinishedGame>), JournalError> {
    static HEAD: LazyLock<Head> = LazyLock::new(|| head(1));
    Journal::open(path, &HEAD, Order::Schedule)
}

fn message(path: &Path) -> String {
    open(path).unwrap_err().to_string()
}

#[test]
#[cfg(unix)]
fn what_has_no_end_is_not_read() {
    for path in ["/dev/full", "/dev/zero", "/dev"].map(Path::new) {
        let read = Journal::read(path).unwrap_err().to_string();
        for text in [message(path), read] {
            assert!(text.contains("no regular file"), "{text}");
        }
    }
}

#[test]
fn every_tear_costs_at_most_the_last_line() {
    let (_folder, path) = journal();
    let whole = std::fs::read(&path).unwrap();
    // One place in sixteen stands for all within a line.
    let is_near_end = |length: usize| {
        let around = &whole[length.saturating_sub(3)..whole.len().min(length + 3)];
        around.contains(&b'\n')
    };
    let all = 0..=whole.len();
    for length in all.filter(|&length| length.is_multiple_of(16) || is_near_end(length)) {
        std::fs::write(&path, &whole[..length]).unwrap();
        let lines = whole[..length].split(|&byte| byte == b'\n').count() - 1;
        let (mut journal, games) = open(&path).unwrap();
        assert_eq!(games.len(), lines.saturating_sub(1), "{length}");
        for id in 0..2 {
            // Those that are there already are not written again.
            journal.game(&game(id)).unwrap();
        }
        assert_eq!(std::fs::read(&path).unwrap(), whole, "{length}");
    }
}

/// The time of the last change tells a line cut off and written again from one left alone.
#[test]
fn lines_that_are_whole_are_not_written_again() {
    let (_folder, path) = journal();
    let whole = std::fs::read(&path).unwrap();
    let mut end = 0;
    for line in whole.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        std::fs::write(&path, &whole[..end]).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        open(&path).unwrap();
        let changed = std::fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(changed, SystemTime::UNIX_EPOCH, "{end}");
    }
}

#[test]
fn a_damaged_last_line_counts_as_torn() {
    let (_folder, path) = journal();
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, whole.replace("\"id\":1", "\"id\":7")).unwrap();
    assert_eq!(open(&path).unwrap().1, [game(0)]);
}

#[test]
fn damage_elsewhere_is_named_and_nothing_is_touched() {
    let (_folder, path) = journal();
    let whole = std::fs::read_to_string(&path).unwrap();
    let last = whole.lines().last().unwrap();
    for (text, expected) in [
        (
            whole.replace("\"id\":0", "\"id\":7"),
            "line 2: damaged; expected what its checksum says; with this line removed",
        ),
        (
            format!("{whole}{last}\n"),
            "line 4: game 1 stands there again",
        ),
        ("startpos moves 7g7f\n".to_owned(), "line 1: no checksum"),
        ("startpos".to_owned(), "line 1"),
    ] {
        std::fs::write(&path, &text).unwrap();
        let message = message(&path);
        assert!(message.contains(expected), "{message}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn another_match_is_refused_by_what_differs() {
    let (_folder, path) = journal();
    let error = Journal::open(&path, &head(2), Order::Schedule).unwrap_err();
    let (message, expected) = (error.to_string(), "seed is 1 there, expected 2");
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn a_journal_in_use_is_refused() {
    let (_folder, path) = journal();
    let _running = open(&path).unwrap();
    assert!(message(&path).contains("in use"));
}

#[test]
fn games_are_written_as_they_end_if_they_cannot_be_repeated() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let (mut journal, _) = Journal::open(&path, &head(1), Order::Arrival).unwrap();
    journal.arrived(&game(1)).unwrap();
    journal.arrived(&game(0)).unwrap();
    journal.game(&game(0)).unwrap();
    journal.game(&game(1)).unwrap();
    drop(journal);
    let text = std::fs::read_to_string(&path).unwrap();
    let places = [1, 0].map(|id| text.find(&format!("{{\"id\":{id},")).unwrap());
    assert!(places.is_sorted(), "{text}");
    assert_eq!(open(&path).unwrap().1, [game(0), game(1)]);
}

/// As journals of matches with other engines were written before their books were switched off.
#[test]
fn a_journal_of_engines_with_books_is_read_but_not_continued() {
    let (_folder, path) = journal();
    let mut now = head(1);
    now.engines = Some("own books off".to_owned());
    let error = Journal::open(&path, &now, Order::Schedule).unwrap_err();
    let message = error.to_string();
    for part in ["engines is", "needs a journal of its own"] {
        assert!(message.contains(part), "{message}");
    }
    let (there, games) = Journal::read(&path).unwrap();
    assert_eq!((there.engines, games.len()), (None, 2));
}

/// One by one games are the same as all at once, torn or not, and in the order of their numbers.
#[test]
fn games_read_one_by_one_are_those_of_the_file() {
    let (_folder, path) = journal();
    let whole = std::fs::read(&path).unwrap();
    let read = || {
        let add = |games: &mut Vec<FinishedGame>, game: &FinishedGame| {
            games.push(game.clone());
            Ok::<_, JournalError>(())
        };
        Journal::each(&path, |_| Vec::new(), add)
    };
    assert_eq!(read().unwrap(), [game(0), game(1)]);
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(read().unwrap(), [game(0)]);
    let text = String::from_utf8(whole).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let other_order = format!("{}\n{}\n{}\n", lines[0], lines[2], lines[1]);
    std::fs::write(&path, &other_order).unwrap();
    assert_eq!(read().unwrap(), [game(0), game(1)]);
    let damaged = other_order.replacen("\"id\":1", "\"id\":7", 1);
    let twice = format!("{text}{}\n", lines[1]);
    for (text, problem) in [
        (damaged, "line 2: damaged"),
        (twice, "line 4: game 0 stands there again"),
        (String::new(), "line 1: empty"),
    ] {
        std::fs::write(&path, text).unwrap();
        let message = read().unwrap_err().to_string();
        assert!(message.contains(problem), "{message}");
    }
}
