//! What a study says.

use super::*;
use crate::language::Language;
use crate::page::tests::{assert_alone, english_in};
use engine::player::Settings;
use engine::record::notation::Notation;
use engine::search::Limits;
use engine::search::SearchConfig;
use engine::search::config::preset_names;
use engine::shogi::game::Game;
use engine::shogi::sfen::parse_move;
use engine::usi::Sum;
use serde_json::Value;

fn study(preset: &str, game: &str, asked: Option<&str>) -> Study {
    let (game, error) = Game::parse(game).unwrap();
    assert!(error.is_none());
    let settings = Settings {
        hash_mb: 1,
        search: SearchConfig::preset(preset).unwrap(),
        ..Settings::default()
    };
    let asked = asked.map(|text| parse_move(text).unwrap());
    Study::new(game, settings, Limits::nodes(5000), asked)
}

const ENGLISH: Reader = Reader::of(Language::English);
const JAPANESE: Reader = Reader::of(Language::Japanese);

fn text(study: &Study, all: bool) -> String {
    text_for(study, ENGLISH, all, false)
}

fn text_for(study: &Study, reader: Reader, all: bool, colored: bool) -> String {
    let text = Text {
        study,
        reader,
        all,
        colored,
    };
    text.to_string()
}

const OPENING: &str = "startpos moves 7g7f 3c3d";

/// The sums in `text`, each as what stands before the `=` and what the rest comes to.
fn sums(text: &str) -> Vec<(i32, i32)> {
    let lines = text.lines().filter(|line| line.starts_with("      "));
    let sum = |line: &str| {
        let (total, rest) = line.split_once(" = ")?;
        let mut sign = 1;
        let mut sum = 0;
        for word in rest.split(' ') {
            match word {
                "+" => sign = 1,
                "-" => sign = -1,
                word => sum += word.parse().map_or(0, |number: i32| sign * number),
            }
        }
        Some((total.trim().parse().ok()?, sum))
    };
    lines.filter_map(sum).collect()
}

#[test]
fn the_ten_moves_with_most_nodes_are_shown_and_their_sums_are_right() {
    for preset in preset_names() {
        let study = study(preset, OPENING, None);
        for (all, count) in [(false, SHOWN), (true, study.explanation.moves.len())] {
            let shown = text(&study, all);
            let sums = sums(&shown);
            assert_eq!(sums.len(), count, "{preset}: {shown}");
            assert!(sums.iter().all(|(left, right)| left == right), "{shown}");
            assert_eq!(shown.contains("--all"), !all);
        }
    }
}

#[test]
fn the_best_move_and_the_one_asked_for_get_a_sentence() {
    let study = study("interest", OPENING, Some("4i5h"));
    let (shown, best) = (text(&study, false), study.best().unwrap());
    let name = study.told(best.mv, ENGLISH);
    assert!(
        shown.contains(&format!("{name} is best, worth ")),
        "{shown}"
    );
    let asked = study.explained(study.asked.unwrap()).unwrap();
    let before = format!("4i5h (５八金右) costs {}", asked.cost.total);
    let reason = format!("mostly because {} moves came before it", asked.rank);
    assert!(
        shown.contains(&before) && shown.contains(&reason),
        "{shown}"
    );
    assert!(shown.contains("below") && shown.contains(&Sum(&asked.cost).to_string()));
}

/// What rules or mates decide, and what is said of it.
const DECIDED: [(&str, &str); 4] = [
    ("sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1", "White is mated"),
    (
        "sfen 8k/6GP1/7G1/9/9/9/9/9/4K4 w - 1",
        "White has no legal move",
    ),
    (
        "sfen 2GKG4/GGSSSPPPP/9/9/9/9/9/9/k8 b 2R2B3P 1",
        "Black wins by declaration (CSARule27)",
    ),
    (
        "sfen 8k/9/8P/9/9/9/9/9/4K4 b RG 1",
        "Black mates in 1 ply with ",
    ),
];

#[test]
fn what_rules_or_mates_decide_has_a_sentence() {
    for (game, words) in DECIDED {
        let shown = text(&study("interest", game, None), false);
        assert!(shown.contains(words), "{shown}");
    }
}

#[test]
fn only_colored_text_has_codes() {
    let study = study("interest", OPENING, None);
    assert!(!text(&study, true).contains('\u{1b}'));
    assert!(text_for(&study, ENGLISH, true, true).contains("\u{1b}[1m"));
}

#[test]
fn the_page_needs_nothing_else() {
    let study = study("interest", OPENING, Some("4i5h"));
    let page = html(&study, ENGLISH).unwrap();
    assert_alone(&page);
    assert!(!page.contains("href=") && !page.contains("<script"));
    assert_eq!(page.matches("<polygon class=\"piece\"").count(), 40);
    assert_eq!(page.matches("<polygon class=\"arrow best\"").count(), 1);
    assert_eq!(page.matches("<polygon class=\"arrow asked\"").count(), 1);
    let arrows = page.matches("<polygon class=\"arrow").count();
    assert!((SHOWN..=SHOWN + 1).contains(&arrows), "{arrows}");
    let rows = page.matches("class=\"bar\"").count();
    assert_eq!(rows, study.explanation.line.len());
    assert!(page.contains("５八金右"));
}

#[test]
fn a_page_on_a_decided_position_has_a_board_and_no_table() {
    let study = study("interest", "sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1", None);
    let page = html(&study, ENGLISH).unwrap();
    assert!(page.contains("White is mated") && page.contains("<svg "));
    assert!(!page.contains("<table"), "{page}");
}

#[test]
fn json_has_everything() {
    let study = study("interest", OPENING, Some("4i5h"));
    let json = json(&study);
    assert_eq!(
        json["moves"].as_array().unwrap().len(),
        study.explanation.moves.len()
    );
    assert_eq!(
        json["line"].as_array().unwrap().len(),
        study.info().pv.len()
    );
    assert_eq!(json["move"]["move"], "4i5h");
    let sum = |it: &Value| {
        let parts = it["parts"].as_object().unwrap().values();
        let parts: i64 = parts.map(|part| part.as_i64().unwrap()).sum();
        it["ordinary"].as_i64().unwrap() + parts
    };
    for it in json["moves"].as_array().unwrap() {
        assert_eq!(it["cost"].as_i64().unwrap(), sum(it));
    }
    for key in "position search value finding line_end nodes iteration".split(' ') {
        assert!(!json[key].is_null(), "{key}");
    }
}

#[test]
fn nothing_is_left_in_english_for_a_reader_of_japanese() {
    let decided = DECIDED.map(|(game, _)| study("interest", game, None));
    let studies = preset_names()
        .into_iter()
        .map(|preset| study(preset, OPENING, Some("4i5h")));
    for study in studies.chain(decided) {
        let text = text_for(&study, JAPANESE, false, false);
        for shown in [text, html(&study, JAPANESE).unwrap()] {
            // The rule of an entering king, and moves in USI notation.
            let left = english_in(&shown, &["CSARule"]);
            assert_eq!(left, <[String; 0]>::default(), "{shown}");
        }
    }
}

#[test]
fn moves_are_written_as_the_reader_chose() {
    let study = study("interest", OPENING, Some("4i5h"));
    let asked = study.asked.and_then(|mv| study.explained(mv)).unwrap();
    for (notation, name) in [
        (Notation::Usi, "4i5h"),
        (Notation::Western, "G4i5h"),
        (Notation::Japanese, "５八金右"),
    ] {
        let reader = Reader {
            notation: Some(notation),
            ..ENGLISH
        };
        let sentence = words::sentence(&study, asked, reader);
        assert!(
            sentence.starts_with(&format!("{name} costs ")),
            "{sentence}"
        );
        let page = html(&study, reader).unwrap();
        assert!(page.contains(&format!("<th>{name}</th>")), "{name}");
    }
    let sentence = words::sentence(&study, asked, JAPANESE);
    assert!(sentence.starts_with("５八金右：費用は"), "{sentence}");
}
