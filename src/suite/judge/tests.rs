//! What people see of judgements, in both languages.

use super::*;
use engine::record::notation::Notation;
use show::language::{Language, Reader};

/// A sound problem, one with a second solution, one with a detour, futile interpositions, no mate, and a row that cannot be
/// read.
const PROBLEMS: &str = "\
8k/9/8P/9/9/9/9/9/9 b G 1; id <one>; mate 1
8k/9/7GP/9/9/9/9/9/9 b G 1; mate 3
ln6l/1B2S+N1p1/ppp+N1lR1p/3p4k/6L2/2P1s4/PPKPPPP1P/2G1g+n3/1G4sP+r b S3Pbg 115; id detour
k2lr4/9/1K7/9/9/9/8B/8B/9 b - 1; id futile
8k/9/9/9/9/9/9/9/9 b G 1; id none
8k/9/8Q/9/9/9/9/9/9 b G 1
";

/// The problems, and the judgements of all.
fn judged() -> (Docket, Vec<Judged>) {
    let docket = Docket {
        files: vec![ProblemFile::parse("a.sfen".to_owned(), PROBLEMS, false)],
        nodes: Some(100_000),
        time: None,
        hash_mb: 16,
        threads: 2,
    };
    let mut nowhere = io::sink();
    let screen = Screen::Lines(&mut nowhere);
    let mut judged = docket.judge(Answers::default(), screen).unwrap();
    for one in &mut judged {
        one.ms = 7;
    }
    (docket, judged)
}

/// What `write` writes.
fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn judgements_read_well_in_every_form() {
    let (docket, judged) = judged();
    for (language, name) in [
        (Language::English, "english"),
        (Language::Japanese, "japanese"),
    ] {
        let reader = Reader::of(language);
        let table = written(|out| write_table(&docket, &judged, reader, out));
        let each = judged
            .iter()
            .map(|it| written(|out| write_one(it, reader, out)));
        let each: Vec<_> = each.collect();
        insta::assert_snapshot!(format!("text_{name}"), table + "\n" + &each.join("\n"));
    }
    insta::assert_snapshot!("events", written(|out| write_events(&docket, &judged, out)));
}

/// The texts of `page` that are neither tags nor code nor of a drawing.
fn seen(page: &str) -> String {
    let (_, mut rest) = page.split_once("<body>").unwrap();
    let mut seen = String::new();
    while let Some((text, tag)) = rest.split_once('<') {
        seen += text;
        let end = ["svg", "code"]
            .into_iter()
            .find(|name| tag.starts_with(name));
        let end = end.map_or(">".to_owned(), |name| format!("</{name}>"));
        rest = tag.split_once(&end).unwrap().1;
    }
    seen
}

#[test]
fn a_page_shows_each_problem_and_speaks_one_language() {
    const NAMES: [&str; 7] = ["usi", "engine", "one", "detour", "futile", "none", "sfen"];
    let (docket, mut judged) = judged();
    judged[1].id = "二".to_owned();
    let page = |language, notation| {
        let notation = Some(notation);
        html(&docket, &judged, Reader { language, notation }).unwrap()
    };
    let japanese = page(Language::Japanese, Notation::Japanese);
    let english = page(Language::English, Notation::Western);
    for page in [&japanese, &english] {
        assert_eq!(page.matches("<svg").count(), judged.len());
        assert!(page.contains("&lt;one&gt;") && !page.contains("<one>"));
        assert!(!page.contains("http") && !page.contains("<script"));
    }
    let words = seen(&japanese);
    let words = words.split(|letter: char| !letter.is_ascii_alphabetic());
    let left: Vec<_> = words
        .filter(|it| it.len() > 2 && !NAMES.contains(it))
        .collect();
    assert_eq!(left, [""; 0]);
    let english = seen(&english).replace('二', "");
    let foreign: String = english.chars().filter(|it| *it > '\u{2fff}').collect();
    assert_eq!(foreign, "");
}

#[test]
fn a_record_is_a_solution_where_the_attacker_checks_all_the_way() {
    let problem = |text: &str| Problem::new("", 1, &text.parse().unwrap(), false);
    let solution = problem("4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*5b");
    assert_eq!(solution.solution.len(), 1);
    let played = problem("startpos moves 7g7f 3c3d");
    assert_eq!((played.solution.len(), played.position.ply()), (0, 3));
    let defends = problem("p6lk/7p1/8P/9/9/9/9/9/9 w G 1 moves 2b2c G*1b");
    assert_eq!((defends.solution.len(), defends.defends), (2, true));
}
