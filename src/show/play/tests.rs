//! Games as they are typed.

use super::*;

fn played(game: Game, person: Color, lines: &str) -> String {
    played_in(Language::English, game, person, lines)
}

fn played_in(language: Language, game: Game, person: Color, lines: &str) -> String {
    let is_japanese = language == Language::Japanese;
    let setup = Setup {
        language,
        notation: if is_japanese {
            Notation::Japanese
        } else {
            Notation::Western
        },
        game,
        person,
        level: Level::new(0),
        time_ms: 1000,
        kanji: is_japanese,
        settings: Settings {
            hash_mb: 1,
            noise_seed: 1,
            ..Settings::default()
        },
    };
    let mut out = Vec::new();
    run(setup, &mut lines.as_bytes(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

fn even(lines: &str) -> String {
    played(Game::default(), Color::Black, lines)
}

/// The last line that begins with `start`.
fn last<'a>(text: &'a str, start: &str) -> &'a str {
    let mut lines = text.lines().rev();
    let found = lines.find(|line| line.trim_start_matches("> ").starts_with(start));
    found.unwrap_or_else(|| panic!("no `{start}` in {text}"))
}

#[test]
fn moves_in_any_notation_are_answered() {
    for text in ["7g7f", "76歩", "P7f"] {
        let output = even(&format!("{text}\n"));
        assert!(
            last(&output, "the game so far").contains(" 7g7f "),
            "{output}"
        );
        assert!(output.contains("Black to move, move 3"), "{output}");
    }
}

#[test]
fn bad_input_is_one_line_and_changes_nothing() {
    let lines = "7g7e\nhello\nlevel 21\nsave\nsave x.txt\ndeclare\nundo\n\u{fffd}\n";
    insta::assert_snapshot!(even(lines));
}

#[test]
fn moves_are_taken_back_with_their_answers() {
    let output = even("7g7f\nundo\n2g2f\nmoves\nquit\n");
    assert!(output.contains("taken back: 2 moves"));
    assert!(output.contains("> P2f "), "{output}");
    assert!(!output.contains("the game so far"));
}

#[test]
fn the_side_with_the_first_move_may_be_the_engine() {
    let output = played(Game::default(), Color::White, "resign\nundo\nresign\n");
    assert!(output.contains("White to move, move 2"), "{output}");
    assert_eq!(
        output.matches("White resigns: you lose").count(),
        2,
        "{output}"
    );
}

#[test]
fn hints_levels_and_the_end_are_written() {
    let mate = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let (game, _) = Game::parse(mate).unwrap();
    let lines = "hint\nlevel\nlevel 7\nG*5b\nhint\n7g7f\n";
    insta::assert_snapshot!(played(game, Color::Black, lines));
}

#[test]
fn a_game_that_was_saved_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.kif");
    let start = kif::handicap("6").unwrap();
    let lines = format!("resign\nsave {}\n", path.display());
    let output = played(Game::new(start.clone()), Color::Black, &lines);
    assert!(output.contains("saved in"), "{output}");
    let text = std::fs::read(&path).unwrap();
    let text = base::files::text::decode(&text).unwrap();
    assert!(text.contains("六枚落ち") && text.contains("投了"), "{text}");
    let reading = kif::read(&text).unwrap();
    assert_eq!(reading.record.game().start(), &start);
    assert_eq!(reading.record.game().moves().len(), 1);
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_it_is_said_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.usi");
    std::fs::write(&path, "precious").unwrap();
    let content = || std::fs::read_to_string(&path).unwrap();
    let save = format!("save {}\n", path.display());
    let output = played(Game::default(), Color::Black, &save);
    assert!(
        output.contains("there is a file") && !output.contains("saved in"),
        "{output}"
    );
    assert_eq!(content(), "precious");
    let output = played(
        Game::default(),
        Color::Black,
        &format!("{save}{save}76歩\n{save}"),
    );
    assert_eq!(output.matches("saved in").count(), 2, "{output}");
    assert!(
        content().starts_with("startpos moves 7g7f"),
        "{}",
        content()
    );
}

/// Nothing that is said is in English, from the first line to the end.
#[test]
fn a_game_in_japanese() {
    let mate = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let (game, _) = Game::parse(mate).unwrap();
    let lines = "help\nhello\n5i5j\n55金\n4a4b\nsave\nsave x.txt\nlevel 21\nlevel 7\ndeclare\nundo\nmoves\nヒント\n52金\nmoves\n\
                 投了\n待った\n";
    insta::assert_snapshot!(played_in(Language::Japanese, game, Color::Black, lines));
}

#[test]
fn the_giver_of_a_handicap_has_a_name_of_its_own_in_japanese() {
    let start = kif::handicap("6").unwrap();
    let output = played_in(Language::Japanese, Game::new(start), Color::White, "投了\n");
    assert!(
        output.contains("上手の手番、1手目") && output.contains("上手の投了。あなたの負けです。"),
        "{output}"
    );
}
