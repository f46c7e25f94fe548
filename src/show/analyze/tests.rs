//! A small game in which a mate is missed, shown in every way.

use super::*;
use engine::record::{Evaluation, Format, Record};
use engine::search::{Level, Settings};
use engine::shogi::game::Game;

/// Black has a gold that mates at once, and plays elsewhere; then White loses its king's guard.
const GAME: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1 moves 5i4i 5a6b 4i5i";

fn analysis(text: &str, nodes: u64) -> Analysis {
    let (game, _) = Game::parse(text).unwrap();
    let settings = Settings {
        hash_mb: 1,
        ..Settings::default()
    };
    let mut thinker = Thinker::new(settings, Effort::Nodes(nodes));
    let mut steps = 0;
    let mut tell = |done| {
        steps = done;
        Ok(())
    };
    let record = Record::new(game);
    let expected = Analysis::steps(&record);
    let analysis = Analysis::new(record, &mut thinker, &mut tell).unwrap();
    assert_eq!(steps, expected);
    analysis
}

#[test]
fn a_level_says_which_mistakes_it_sees() {
    let (game, _) = Game::parse(GAME).unwrap();
    let settings = Settings {
        hash_mb: 1,
        ..Settings::default()
    };
    let seen = |level| {
        let thinker = Thinker::new(settings.clone(), Effort::Nodes(2000));
        let mut thinker = thinker.with_level(&settings, Level::new(level));
        let record = Record::new(game.clone());
        let analysis = Analysis::new(record, &mut thinker, &mut |_| Ok(())).unwrap();
        let words = Language::English.judgement(&analysis.moves[0]);
        (analysis.moves[0].seen, words)
    };
    let (strong, words) = seen(18);
    assert_eq!(strong, Some((Level::new(18), true)));
    assert!(words.ends_with("Level 18 finds better."), "{words}");
    assert!(seen(0).0.is_some());
}

#[test]
fn a_missed_mate_is_told() {
    let analysis = analysis(GAME, 2000);
    let first = &analysis.moves[0];
    assert_eq!(first.missed_mate, Some(1));
    assert!(matches!(
        first.before,
        Evaluation::Mate { plies: Some(1), .. }
    ));
    assert_eq!(first.line[0].to_string(), "G*5b");
    assert_eq!(
        (first.loss, first.chance),
        (1000 - first.chance_after(), 1000)
    );
    let words = Language::English.judgement(first);
    assert!(
        words.contains("Misses a mate in 1. Better was ▲５二金 (G*5b)."),
        "{words}"
    );
    let words = Language::Japanese.judgement(first);
    assert!(words.contains("1手詰を逃した。最善は▲５二金。"), "{words}");
    for language in [Language::English, Language::Japanese] {
        let text = Text {
            analysis: &analysis,
            language,
        };
        let text = text.to_string();
        assert!(text.contains("▲４九玉 5i4i"), "{text}");
    }
}

#[test]
fn what_the_engine_would_play_loses_nothing() {
    let analysis = analysis("startpos moves 7g7f 3c3d", 500);
    for it in &analysis.moves {
        assert!(!it.is_choice() || it.loss == 0, "{it:?}");
    }
    let value = json(&analysis);
    assert_eq!(value["moves"][1]["move"], "3c3d");
    assert_eq!(value["moves"].as_array().unwrap().len(), 2);
    assert_eq!(value["players"][0]["moves"], 1);
}

fn comments(record: &Record) -> Vec<String> {
    let comments = record.moves().map(|(_, info)| info.comment.clone());
    comments.chain([record.comment.clone()]).collect()
}

#[test]
fn annotations_are_read_back_and_replaced() {
    let mut analysis = analysis(GAME, 300);
    analysis.record.infos_mut()[0].comment = "a hasty move".to_owned();
    let record = annotated(&analysis, Language::Japanese, false);
    let comment = &record.moves().next().unwrap().1.comment;
    assert!(comment.starts_with("a hasty move\n"), "{comment}");
    for part in ["\nKyomi: 悪手：", "\n#ノード数=", "\n*解析 0  候補1 深さ "] {
        assert!(comment.contains(part), "{comment}");
    }
    for format in [Format::Kif, Format::Csa, Format::Ki2] {
        let read = format.read(format.write(&record).as_bytes()).unwrap();
        assert!(read.notes.is_empty());
        assert_eq!(comments(&read.record), comments(&record), "{format:?}");
    }
    analysis.record = record.clone();
    let again = annotated(&analysis, Language::Japanese, false);
    assert_eq!(comments(&again), comments(&record));
    let players = annotated(&analysis, Language::Japanese, true);
    assert!(players.moves().all(|(_, info)| info.evaluation.is_some()));
}

#[test]
fn the_page_stands_alone_and_has_no_foreign_markup() {
    let mut analysis = analysis("startpos moves 7g7f 3c3d", 200);
    analysis.record.names = ["<b>Black</b>", "W & w"].map(str::to_owned);
    for language in [Language::English, Language::Japanese] {
        let page = html(&analysis, language, "</title><script>").unwrap();
        for outside in [
            "http", "src=", "url(", "@import", "<link", "<base", "fetch(",
        ] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(!page.contains("<b>Black") && !page.contains("</title><script>"));
        assert_eq!(page.matches("<script").count(), 2);
    }
}
