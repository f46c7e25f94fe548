//! Files of games: read back as written, torn anywhere, damaged anywhere.

use super::*;
use engine::search::Score;
use engine::shogi::Color::{Black, White};
use engine::shogi::{Move, Position, sfen};
use matches::referee::finished::Reason;
use matches::stats::GamePoints::{Loss, Win};
use serde_json::json;
use std::fs;
use std::path::PathBuf;

fn source(seed: u64) -> Source {
    Source::from_iter([("seed".to_owned(), json!(seed))])
}

/// Moves, and `null` for a null move.
fn moves(text: &str) -> Vec<Move> {
    let mv = |word: &str| match word {
        "null" => Move::NONE,
        word => sfen::parse_move(word).unwrap(),
    };
    text.split_whitespace().map(mv).collect()
}

/// A short game with every kind of score.
fn game(id: u64) -> GameRecord {
    let scores = [
        Score::Cp(-12),
        Score::Cp(30_999),
        Score::Mate(5),
        Score::Mate(-4),
    ];
    let searched = moves("8h2b+ 3a2b B*4e 2b3c").into_iter().zip(scores);
    GameRecord {
        id,
        start: Position::default(),
        opening: moves("7g7f 3c3d"),
        plies: searched.map(|(mv, score)| Ply { mv, score }).collect(),
        winner: Some(White),
        reason: Reason::ResignAdjudication,
        side_lines: Vec::new(),
    }
}

fn written(folder: &Path, ids: std::ops::Range<u64>) -> PathBuf {
    let path = folder.join("a.games");
    let mut writer = Writer::open(&path, &source(1)).unwrap();
    for id in ids {
        writer.append(&game(id)).unwrap();
    }
    path
}

fn ids(path: &Path) -> Result<Vec<u64>, DatasetError> {
    games(&[path.to_owned()])?
        .map(|game| Ok(game?.id))
        .collect()
}

#[test]
fn games_are_read_back_as_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 0..1);
    let mut other = game(7);
    other.start = sfen::parse("4k4/9/9/9/9/9/9/9/4K4 b R 5").unwrap();
    (other.opening, other.winner) = (Vec::new(), None);
    other.plies.clear();
    let mut writer = Writer::open(&path, &source(1)).unwrap();
    writer.append(&other).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    let read: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
    assert_eq!(read, [game(0), other]);
    assert!(!reader.is_torn());
}

/// `game(0)` with one position beside it, after `after` of its moves.
fn with_side_line(after: u16, line: &str, best: &str) -> GameRecord {
    let line = SideLine {
        after,
        moves: moves(line),
        best: Ply {
            mv: moves(best)[0],
            score: Score::Cp(31),
        },
    };
    GameRecord {
        side_lines: vec![line],
        ..game(0)
    }
}

#[test]
fn side_lines_are_read_back_and_replayed() {
    let game = with_side_line(1, "3a2b null 2b3c", "2g2f");
    assert_eq!(GameRecord::from_bytes(&game.to_bytes()), Ok(game.clone()));
    let mut seen = Vec::new();
    let visit = |place: &Position, best: Ply, in_check| {
        seen.push((sfen::write(place), best.score, in_check));
    };
    game.replay_side_lines(visit).unwrap();
    let place = "lnsgkg1nl/1r7/ppppppspp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 6";
    assert_eq!(seen, [(place.to_owned(), Score::Cp(31), false)]);
    assert_eq!(with_side_line(1, "", "3a2b").replay(|_| ()), Ok(()));
}

#[test]
fn side_lines_that_make_no_sense_are_refused() {
    for (after, line, best, expected) in [
        (1, "3a2b 9a9h", "2g2f", "`9a9h`"),
        (4, "", "3a2b", "after 4 moves"),
        (0, "8h3c+ null", "2g2f", "null move in check"),
    ] {
        let refused = with_side_line(after, line, best).replay_side_lines(|_, _, _| ());
        let problem = refused.unwrap_err().to_string();
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn every_way_to_end_has_its_byte() {
    for reason in [Reason::Mate, Reason::Garbage, Reason::MaxMoves] {
        let game = GameRecord { reason, ..game(1) };
        assert_eq!(GameRecord::from_bytes(&game.to_bytes()), Ok(game));
    }
}

#[test]
fn replay_gives_positions_and_results_from_the_side_to_move() {
    let mut seen = Vec::new();
    let visit = |it: Sample<'_>| seen.push((it.ply, it.position.side(), it.result, it.in_check));
    game(0).replay(visit).unwrap();
    let expected = [
        (0, Black, Loss, false),
        (1, White, Win, false),
        (2, Black, Loss, false),
        (3, White, Win, false),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn a_game_broken_off_teaches_nothing() {
    let mut visited = 0;
    let reason = Reason::MaxMoves;
    let game = GameRecord { reason, ..game(1) };
    game.replay(|_| visited += 1).unwrap();
    assert_eq!(visited, 0);
}

#[test]
fn an_illegal_move_is_named() {
    let mut game = game(0);
    game.plies[1].mv = moves("9a9h")[0];
    let error = game.replay(|_| ()).unwrap_err().to_string();
    assert!(error.contains("`9a9h`"), "{error}");
}

#[test]
fn a_file_torn_anywhere_loses_only_its_last_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 0..2);
    let two = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    written(folder.path(), 0..1);
    let one = fs::read(&path).unwrap().len();
    for length in one..two.len() {
        fs::write(&path, &two[..length]).unwrap();
        assert_eq!(ids(&path).unwrap(), [0], "{length} bytes");
        let mut writer = Writer::open(&path, &source(1)).unwrap();
        assert_eq!(fs::read(&path).unwrap().len(), one);
        writer.append(&game(1)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), two);
    }
    for length in 0..one {
        fs::write(&path, &two[..length]).unwrap();
        let written = Writer::open(&path, &source(1)).unwrap().written().len();
        assert_eq!(written, 0, "{length} bytes");
    }
}

#[test]
fn damage_before_the_last_game_is_named_wherever_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 0..1);
    let one = fs::read(&path).unwrap().len();
    written(folder.path(), 0..2);
    let sound = fs::read(&path).unwrap();
    for place in 0..one {
        let mut bytes = sound.clone();
        bytes[place] ^= 4;
        fs::write(&path, &bytes).unwrap();
        let error = ids(&path).expect_err("damage").to_string();
        assert!(error.contains("a.games"), "byte {place}: {error}");
        assert!(Writer::open(&path, &source(1)).is_err());
        assert_eq!(fs::read(&path).unwrap(), bytes, "nothing may be lost");
    }
}

#[test]
fn a_folder_is_read_by_name_and_must_hold_games() {
    let folder = tempfile::tempdir().unwrap();
    let error = ids(folder.path()).unwrap_err().to_string();
    assert!(error.contains("*.games"), "{error}");
    fs::rename(written(folder.path(), 0..2), folder.path().join("b.games")).unwrap();
    written(folder.path(), 5..6);
    fs::write(folder.path().join("notes.txt"), "none").unwrap();
    assert_eq!(ids(folder.path()).unwrap(), [5, 0, 1]);
}

#[test]
fn games_of_another_source_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 0..1);
    let error = Writer::open(&path, &source(2)).unwrap_err().to_string();
    assert!(error.contains("seed is 1 there, expected 2"), "{error}");
}

#[test]
fn a_file_is_written_by_one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.games");
    let _first = Writer::open(&path, &source(1)).unwrap();
    let second = Writer::open(&path, &source(1)).unwrap_err().to_string();
    assert!(second.contains("a.games` is in use"), "{second}");
}

#[test]
fn about_the_share_asked_for_is_held_back() {
    let held = |share| (0..9000).filter(|&id| game(id).is_held_back(share)).count();
    assert_eq!(held(1), 9000);
    assert!((800..1000).contains(&held(10)), "{}", held(10));
}
