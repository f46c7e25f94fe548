//! A small game in which a mate is missed, shown in every way.

use super::lesson::Choice;
use super::theme::Theme;
use super::*;
use crate::language::Language;
use crate::page::tests::{assert_alone, english_in};
use engine::player::Settings;
use engine::record::Format;
use engine::record::notation::Notation;
use engine::shogi::sfen;

/// Black has a gold that mates at once, and plays elsewhere; then White loses its king's guard.
const GAME: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1 moves 5i4i 5a6b 4i5i";

fn settings() -> Settings {
    Settings {
        hash_mb: 1,
        ..Settings::default()
    }
}

fn thinker(nodes: u64) -> Thinker {
    Thinker::new(settings(), Effort::Nodes(nodes))
}

fn analysis(text: &str, nodes: u64) -> Analysis {
    let (game, _) = Game::parse(text).unwrap();
    let mut thinker = thinker(nodes);
    let mut steps = 0;
    let mut progress = |done| {
        steps = done;
        Ok(())
    };
    let record = Record::new(game);
    let expected = Analysis::steps(&record, Extent::Game);
    let analysis = Analysis::new(record, Extent::Game, &mut thinker, &mut progress).unwrap();
    assert_eq!(steps, expected);
    analysis
}

const ENGLISH: Reader = Reader::of(Language::English);
const JAPANESE: Reader = Reader::of(Language::Japanese);

#[test]
fn a_mate_is_threatened_if_it_comes_when_the_side_passes() {
    let thinker = thinker(1000);
    let of = |text: &str| thinker.is_mate_threatened(&sfen::parse(text).unwrap());
    // A gold beside the promoted pawn.
    assert!(of("4k4/9/9/9/9/9/4+p4/9/4K4 b g 1"));
    assert!(!of("4k4/9/9/9/9/9/4+p4/9/4K4 b p 1"));
    // Nobody passes in check.
    assert!(!of("4k4/9/9/9/9/9/9/4+p4/4K4 b g 1"));
}

/// What might be thought of [`GAME`], without a search: a missed mate, then a mistake.
fn handmade() -> Analysis {
    let (game, _) = Game::parse(GAME).unwrap();
    let mate = Evaluation::Mate {
        winner: Color::Black,
        plies: Some(1),
    };
    let values = [
        mate,
        Evaluation::Centipawns(150),
        Evaluation::Centipawns(420),
        mate,
    ];
    let lines = ["G*5b", "5a4a 5c5b+", "G*5b 6b7a", ""];
    let line = |text: &str| -> Vec<Move> {
        let moves = text.split_whitespace().map(sfen::parse_move);
        moves.collect::<Result<_, _>>().unwrap()
    };
    let thoughts = values.iter().zip(lines).map(|(&evaluation, text)| Thought {
        evaluation,
        line: line(text),
        depth: 9,
        selective_depth: 14,
        nodes: 5000,
        mate: None,
    });
    let judged = |(index, &mv): (usize, &Move)| {
        let before = game.up_to(index).unwrap();
        let side = before.position().side();
        let [from, to] = [values[index], values[index + 1]].map(|it| chance(it, side));
        let loss = from.saturating_sub(to);
        Judged {
            number: index + 1,
            side,
            mv,
            position: before.position().clone(),
            last: before.moves().last().map(|mv| mv.to()),
            before: values[index],
            after: values[index + 1],
            chance: from,
            loss,
            class: Class::of_loss(loss),
            line: line(lines[index]),
            missed_mate: (index == 0).then_some(1),
            phase: Phase::Middle,
            faults: (index == 1)
                .then_some(Fault::MissesCheck)
                .into_iter()
                .collect(),
            seen: (index < 2).then_some((Level::new(6), index == 0)),
        }
    };
    Analysis {
        moves: game.moves().iter().enumerate().map(judged).collect(),
        thoughts: thoughts.collect(),
        record: Record::new(game),
        branches: Vec::new(),
    }
}

/// What might be asked about the first move of [`GAME`].
fn first_lesson(analysis: &Analysis) -> Lesson {
    let choice = |line: Vec<Move>, loss| Choice {
        line,
        value: analysis.moves[0].before,
        loss,
        is_good: loss == 0,
        faults: Vec::new(),
    };
    Lesson {
        number: 1,
        themes: vec![Theme::MateInOne],
        choices: vec![
            choice(analysis.moves[0].line.clone(), 0),
            choice(vec![analysis.moves[0].mv], 440),
        ],
    }
}

/// The pieces of `text` that stand between `start` and the next `<`.
fn between<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    let pieces = text.split(start).skip(1);
    pieces.filter_map(|piece| piece.split_once('>')?.1.split('<').next())
}

#[test]
fn what_is_told_of_moves_is_there_in_each_notation_and_in_no_other() {
    let analysis = handmade();
    let lessons = [first_lesson(&analysis)];
    for reader in [ENGLISH, JAPANESE] {
        let page = html(&analysis, &lessons, reader, "game.kif").unwrap();
        let (_, body) = page.split_once("</style>\n").unwrap();
        let (body, scripts) = body.split_once("<script>").unwrap();
        let is_japanese = |it: char| "▲△☗☖１２３４５６７８９".contains(it);
        for (notation, sign) in [("western", "G*5b"), ("usi", "G*5b"), ("japanese", "５二金")] {
            let start = format!("data-notation=\"{notation}\"");
            let words: Vec<_> = between(body, &start).collect();
            assert!(
                words.len() >= 2 && words.concat().contains(sign),
                "{notation}: {words:?}"
            );
            let is_mixed = notation != "japanese" && words.concat().contains(is_japanese);
            assert!(!is_mixed, "{notation}: {words:?}");
        }
        // Moves have one pair of marks on all pages, players another.
        assert!(scripts.contains("\"▲\" : \"△\"") && !scripts.contains("\"☗\" : \"☖\""));
        for heading in between(body, "<h2").chain(between(body, "<h1")) {
            assert!(!heading.trim().is_empty(), "an empty heading");
        }
        assert!(body.contains("<h2 id=\"quiz-often-head\" hidden>"));
    }
}

#[test]
fn an_analysis_reads_well_in_every_form() {
    let analysis = handmade();
    for (language, name) in [
        (Language::English, "english"),
        (Language::Japanese, "japanese"),
    ] {
        let text = Text {
            analysis: &analysis,
            reader: Reader::of(language),
        };
        insta::assert_snapshot!(format!("text_{name}"), text);
        let page = html(
            &analysis,
            &[first_lesson(&analysis)],
            Reader::of(language),
            "game.kif",
        )
        .unwrap();
        let (_, markup) = page.split_once("</style>\n").unwrap();
        let (markup, _) = markup.split_once("<script>").unwrap();
        insta::assert_snapshot!(format!("page_{name}"), markup);
    }
    let page = html(&analysis, &[], JAPANESE, "棋譜").unwrap();
    assert_eq!(english_in(&page, &[]), <[String; 0]>::default());
    let json = serde_json::to_string_pretty(&json(&analysis)).unwrap();
    insta::assert_snapshot!("json", json);
    let record = annotated(&analysis, ENGLISH, false);
    let record = Format::Kif.write(&record);
    insta::assert_snapshot!(
        "record",
        record.replace(env!("CARGO_PKG_VERSION"), "VERSION")
    );
}

#[test]
fn a_level_says_which_mistakes_it_sees() {
    let (game, _) = Game::parse(GAME).unwrap();
    let seen = |level| {
        let mut thinker = thinker(2000).with_level(&settings(), Level::new(level));
        let record = Record::new(game.clone());
        let analysis = Analysis::new(record, Extent::Game, &mut thinker, &mut |_| Ok(())).unwrap();
        let words = ENGLISH.judgement(&analysis.moves[0]);
        (analysis.moves[0].seen, words)
    };
    let (strong, words) = seen(18);
    assert_eq!(strong, Some((Level::new(18), true)));
    assert!(words.ends_with("Level 18 finds better."), "{words}");
    assert!(seen(0).0.is_some());
}

#[test]
fn a_missed_mate_has_a_sentence() {
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
    let words = ENGLISH.judgement(first);
    for part in ["Misses a mate in 1.", "Better was ▲５二金 (G*5b)."] {
        assert!(words.contains(part), "{words}");
    }
    let words = JAPANESE.judgement(first);
    for part in ["1手詰を逃した。", "最善は▲５二金。"] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn moves_are_written_as_the_reader_chose() {
    let analysis = handmade();
    for (notation, words) in [
        (Notation::Usi, "Better was 5a4a."),
        (Notation::Western, "Better was K4a."),
        (Notation::Japanese, "Better was △４一玉."),
    ] {
        let reader = Reader {
            notation: Some(notation),
            ..ENGLISH
        };
        let judgement = reader.judgement(&analysis.moves[1]);
        assert!(judgement.contains(words), "{judgement}");
        let text = Text {
            analysis: &analysis,
            reader,
        };
        let text = text.to_string();
        let name = analysis.moves[2].name(reader);
        assert!(text.contains(&format!("\n3  {name}  ")), "{text}");
    }
}

#[test]
fn every_mistake_is_a_lesson() {
    let mate = analysis(GAME, 2000);
    let lessons = lessons(&mate, &thinker(2000));
    let bad = mate.moves.iter().filter(|it| it.is_bad());
    let numbers: Vec<_> = lessons.iter().map(|it| it.number).collect();
    assert_eq!(numbers, bad.map(|it| it.number).collect::<Vec<_>>());
    let first = &lessons[0];
    assert_eq!(first.themes[0], Theme::MateInOne);
    let [best, played, ..] = &first.choices[..] else {
        panic!("{first:?}");
    };
    assert_eq!(best.line[0].to_string(), "G*5b");
    assert_eq!((best.is_good, played.is_good), (true, false));
    assert!(first.choices[2..].iter().all(|it| !it.is_good));
    // White takes nothing where it could.
    let capture = analysis(
        "startpos moves 2g2f 8c8d 2f2e 8d8e 2e2d 8e8f 2d2c+ 9c9d",
        3000,
    );
    let lessons = super::lessons(&capture, &thinker(3000));
    let last = lessons.last().unwrap();
    assert_eq!(last.number, 8);
    assert!(last.themes.contains(&Theme::Promotion), "{last:?}");
    assert!(last.choices.len() > 3, "{last:?}");
}

#[test]
fn the_page_of_a_quiz_asks_about_all_games() {
    let analysis = handmade();
    let lessons = [first_lesson(&analysis)];
    let all = ["one.kif", "two.kif"].map(|title| questions(&analysis, &lessons, ENGLISH, title));
    let page = quiz(&all.concat(), ENGLISH).unwrap();
    assert!(page.contains("one.kif") && page.contains("two.kif"));
    assert!(page.contains("quiz-board") && !page.contains("value-plot\""));
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
    let record = annotated(&analysis, JAPANESE, false);
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
    let second = annotated(&analysis, JAPANESE, false);
    assert_eq!(comments(&second), comments(&record));
    let players = annotated(&analysis, JAPANESE, true);
    assert!(players.moves().all(|(_, info)| info.evaluation.is_some()));
}

#[test]
fn the_page_stands_alone_and_has_no_foreign_markup() {
    let mut analysis = analysis("startpos moves 7g7f 3c3d", 200);
    analysis.record.names = ["<b>Black</b>", "W & w"].map(str::to_owned);
    for language in [Language::English, Language::Japanese] {
        let page = html(&analysis, &[], Reader::of(language), "</title><script>").unwrap();
        assert_alone(&page);
        assert!(!page.contains("<b>Black") && !page.contains("</title><script>"));
        assert_eq!(page.matches("<script").count(), 2);
    }
}
