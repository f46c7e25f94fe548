//! The page as a whole, and the games that the tests beside it are made of.

use super::*;
use crate::page::tests::{assert_alone, english_in};
use matches::players::limit::MoveLimit;
use matches::referee::finished::{Reason, whole_pairs};
use serde_json::Value;

/// A game without moves with this number and this result for A (`W`, `L` or `D`).
pub(super) fn game(id: u64, result: char) -> FinishedGame {
    let (winner, reason) = match result {
        'W' => (Some(0), Reason::Mate),
        'L' => (Some(1), Reason::Mate),
        _ => (None, Reason::MaxMoves),
    };
    let black = (id % 2) as usize;
    FinishedGame {
        id,
        reason,
        ..FinishedGame::without_moves(black, 1 - black, winner)
    }
}

/// Games with these results, in the order of the schedule.
pub(super) fn games(results: &str) -> Vec<FinishedGame> {
    (0..)
        .zip(results.chars())
        .map(|(id, it)| game(id, it))
        .collect()
}

/// Results of the pairs of `games`, which are in the order of the schedule.
pub(super) fn pairs(games: &[FinishedGame]) -> Vec<PairResult> {
    let pairs = whole_pairs(games);
    pairs.into_iter().map(PairResult::new).collect()
}

fn page(name: &str, games: &[FinishedGame], test: Option<&Hypotheses>) -> String {
    report(name, games, test).html().unwrap()
}

fn report(name: &str, games: &[FinishedGame], test: Option<&Hypotheses>) -> Report {
    let mut head = Head::of_test(1);
    head.players[0].text = name.to_owned();
    head.players[0].limit = MoveLimit::MoveTimeMs(5);
    let mut report = Report::new(head, test.copied(), Times::default());
    for game in games {
        report.add(game).unwrap();
    }
    report
}

/// Every way to end.
const REASONS: &str = "mate resignation declaration try perpetual-check repetition impasse max-moves \
                       resign-adjudication draw-adjudication illegal-move false-declaration time crash stall garbage";

#[test]
fn faults_are_told_in_the_language_of_the_page() {
    let faulty = FinishedGame {
        fault: Some("no `bestmove` within 200 ms".to_owned()),
        reason: Reason::Stall,
        ..game(0, 'L')
    };
    let mut head = Head::of_test(1);
    head.players[0].text = "a".to_owned();
    for (language, told) in [
        (Language::Japanese, "`bestmove` が 200 ms以内に来ない"),
        (Language::English, "no `bestmove` within 200 ms"),
    ] {
        let report = Report::new(head.clone(), None, Times::default());
        let mut report = report.read_by(Reader::of(language));
        report.add(&faulty).unwrap();
        let page = report.html().unwrap();
        // In the table of faults and with the game.
        assert_eq!(page.matches(told).count(), 2, "{language:?}");
    }
}

#[test]
fn nothing_is_left_in_english_for_a_reader_of_japanese() {
    // Names of players and the words of a test.
    let known = "Kyomi null same drop cost alpha beta model normalized elo";
    let known: Vec<_> = known.split(' ').collect();
    let assert_japanese = |page: &str| {
        let page = page.split("<pre id=\"command\">").next().unwrap();
        assert_eq!(english_in(page, &known), <[String; 0]>::default());
    };
    let test = Hypotheses::new(0.0, 50.0);
    let reader = Reader::of(Language::Japanese);
    // Without games, undecided by a test and without, decided, one side always ahead.
    for (results, test) in [
        ("", None),
        ("WLWWLLDD", Some(&test)),
        ("WLDD", None),
        (&*"WWWL".repeat(100), Some(&test)),
        (&*"WWWW".repeat(10), None),
    ] {
        let mut games = games(results);
        for (game, reason) in games.iter_mut().zip(REASONS.split(' ')) {
            game.reason = serde_json::from_value(reason.into()).unwrap();
        }
        let report = report("", &games, test).read_by(reader);
        assert_japanese(&report.html().unwrap());
        assert_japanese(&report.live_html().unwrap());
    }
    let mut head = Head::of_test(1);
    head.players.push(head.players[0].clone());
    let tournament = Report::new(head, None, Times::default()).read_by(reader);
    assert_japanese(&tournament.html().unwrap());
}

#[test]
fn the_page_stands_alone() {
    let test = Hypotheses::new(0.0, 5.0);
    let page = page("search=interest", &games("WLWWLLDD"), Some(&test));
    assert_alone(&page);
    let targets = page.split("href=\"").skip(1);
    assert!(targets.clone().count() > 0);
    for target in targets {
        assert!(target.starts_with('#'), "{}", &target[..20]);
    }
}

#[test]
fn elements_are_closed_in_order() {
    let text = page("x", &games("WLWWLLDDW"), Some(&Hypotheses::new(0.0, 5.0)));
    let markup = text.split("<script").next().unwrap().to_owned();
    let mut open = Vec::new();
    for tag in markup
        .split('<')
        .skip(1)
        .map(|tag| tag.split('>').next().unwrap())
    {
        let name: String = tag.chars().take_while(|c| !c.is_whitespace()).collect();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name), "in {tag}"),
            None if ["!DOCTYPE", "meta", "input"].contains(&name.as_str()) => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, ["html", "body"]);
}

#[test]
fn nothing_becomes_markup() {
    let bad = "</script><b onclick=\"x\">&";
    let mut games = games("WL");
    games[1].fault = Some(bad.to_owned());
    let page = page(bad, &games, None);
    assert!(!page.contains("<b ") && page.contains("&lt;b onclick"));
    // The data, the scripts.
    assert_eq!(page.matches("</script>").count(), 2);
    let data = page.split("id=\"data\">").nth(1).unwrap();
    let data = data.split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["games"][1]["fault"], bad);
}

/// The markup of `page` up to the settings of the match, which change with the engine.
fn markup(page: &str) -> &str {
    let (_, markup) = page.split_once("</style>\n").unwrap();
    let (markup, _) = markup.split_once("<pre id=\"command\">").unwrap();
    markup
}

#[test]
fn verdict_and_tables_stand_on_the_page() {
    let mut games = games("WWWWLWWDWWWLLL");
    games[12].start = "startpos moves 7g7f".to_owned();
    games[13].fault = Some("an illegal move: 7g7e".to_owned());
    let test = Hypotheses::new(0.0, 5.0);
    insta::assert_snapshot!(
        "match",
        markup(&page("search=interest", &games, Some(&test)))
    );
    insta::assert_snapshot!("no_games", markup(&page("x", &[], None)));
}
