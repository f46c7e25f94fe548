//! Games as they are typed.

use super::{Setup, run};
use engine::record::kif;
use engine::search::{Level, Settings};
use engine::shogi::Color;
use engine::shogi::game::Game;

fn played(game: Game, person: Color, lines: &str) -> String {
    let setup = Setup {
        game,
        person,
        level: Level::new(0),
        time_ms: 1000,
        kanji: false,
        settings: Settings {
            hash_mb: 1,
            noise_seed: 1,
            ..Settings::default()
        },
    };
    let mut out = Vec::new();
    run(setup, &mut lines.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn even(lines: &str) -> String {
    played(Game::default(), Color::Black, lines)
}

/// The last of what was said that begins with `start`.
fn last<'a>(text: &'a str, start: &str) -> &'a str {
    let mut lines = text.lines().rev();
    let found = lines.find(|line| line.trim_start_matches("> ").starts_with(start));
    found.unwrap_or_else(|| panic!("no `{start}` in {text}"))
}

#[test]
fn moves_in_any_notation_are_answered() {
    for text in ["7g7f", "76歩", "P-7f"] {
        let said = even(&format!("{text}\n"));
        assert!(last(&said, "the game so far").contains(" 7g7f "), "{said}");
        assert!(said.contains("Black to move, move 3"), "{said}");
    }
}

#[test]
fn bad_input_is_one_line_and_changes_nothing() {
    let said = even("7g7e\nhello\nlevel 21\nsave\nsave x.txt\ndeclare\nundo\n\u{fffd}\n");
    assert!(
        last(&said, "the game so far").ends_with("startpos"),
        "{said}"
    );
    for words in [
        "7g7e is not legal",
        "`hello` is no move",
        "`21`; expected a level",
        "save what?",
        "`x.txt`; expected a name",
        "you cannot declare",
        "you have made no move",
    ] {
        assert_eq!(said.matches(words).count(), 1, "{words}: {said}");
    }
    assert_eq!(said.matches("> ").count(), 9, "{said}");
}

#[test]
fn moves_are_taken_back_with_their_answers() {
    let said = even("7g7f\nundo\n2g2f\nmoves\nquit\n");
    assert!(said.contains("taken back: 2 moves"));
    assert!(said.contains("▲２六歩 △"), "{said}");
    assert!(!said.contains("the game so far"));
}

#[test]
fn the_side_with_the_first_move_may_be_the_engine() {
    let said = played(Game::default(), Color::White, "resign\nundo\nresign\n");
    assert!(said.contains("White to move, move 2"), "{said}");
    assert_eq!(said.matches("White resigns: you lose").count(), 2, "{said}");
}

#[test]
fn hints_and_levels_are_told() {
    let mate = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let (game, _) = Game::parse(mate).unwrap();
    let said = played(
        game,
        Color::Black,
        "hint\nlevel\nlevel 7\nG*5b\nhint\n7g7f\n",
    );
    assert!(
        said.contains("hint: ▲５二金 (G*5b), you mate in 1"),
        "{said}"
    );
    assert!(said.contains("> level 0\n> level 7\n"), "{said}");
    assert!(said.contains("White is mated: you win"), "{said}");
    assert_eq!(said.matches("the game is over; undo").count(), 2, "{said}");
}

#[test]
fn a_game_that_was_saved_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.kif");
    let start = kif::handicap("6").unwrap();
    let lines = format!("resign\nsave {}\n", path.display());
    let said = played(Game::new(start.clone()), Color::Black, &lines);
    assert!(said.contains("saved in"), "{said}");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("六枚落ち") && text.contains("投了"), "{text}");
    let reading = kif::read(&text).unwrap();
    assert_eq!(reading.record.game().start(), &start);
    assert_eq!(reading.record.game().moves().len(), 1);
}
