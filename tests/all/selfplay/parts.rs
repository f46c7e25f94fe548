//! A match in parts: whatever happens to them, together they are the match in one piece.

use super::*;
use crate::common::program::assert_has;
use std::fs;
use tempfile::{TempDir, tempdir};

const MATCH: &str = "hash=1 hash=1,same_drop_cost=0 --nodes 300 --max-moves 60 --games 12";

/// A folder for journals.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Plays a part of the match `contest` into the journal `name`.
    fn play(&self, contest: &str, part: &str, name: &str) -> String {
        let path = self.path(name);
        played(&format!("{contest} --part {part} --journal {path}"))
    }

    /// The command that merges `names`, with the arguments `more`.
    fn merging(&self, names: &str, more: &str) -> Command {
        let paths: Vec<_> = names.split(' ').map(|name| self.path(name)).collect();
        selfplay(&format!("merge {} {more}", paths.join(" ")))
    }

    /// What it says.
    fn merge(&self, names: &str, more: &str) -> String {
        run(&mut self.merging(names, more)).concat()
    }
}

fn line<'a>(text: &'a str, start: &str) -> &'a str {
    let line = text.lines().find(|line| line.starts_with(start));
    line.unwrap_or_else(|| panic!("no `{start}` in\n{text}"))
}

#[test]
fn parts_give_the_match_in_one_piece() {
    let place = Place::new();
    let journal = place.path("serial");
    let [serial, _] = run(&mut selfplay(&format!("{MATCH} --journal {journal}")));
    for part in ["3/3", "1/3", "2/3"] {
        place.play(MATCH, part, &part[..1]);
    }
    let merged = place.merge("1 2 3", &format!("--journal {}", place.path("merged")));
    assert_has(&merged, "games: 12 of 12, 12 counted");
    assert!(!merged.contains("missing"), "{merged}");
    // Only how long the games took is not known of all.
    let report = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .skip_while(|line| !line.starts_with("sente wins"));
        let without_speed = lines.map(|line| line.split(" a move").next().unwrap_or_default());
        without_speed.map(str::to_owned).collect()
    };
    assert_eq!(report(&merged), report(&serial));
    let journal = |name| fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(journal("merged"), journal("serial"));
    // By any other division, from whole journals, and with everything twice.
    for part in ["1/2", "2/2"] {
        place.play(MATCH, part, &part[..1].repeat(2));
    }
    for names in ["11 22", "serial", "merged 22 3 11 2 1"] {
        let text = place.merge(names, "");
        assert_eq!(line(&text, "digest: "), line(&merged, "digest: "));
        assert_eq!(line(&text, "A scores"), line(&merged, "A scores"));
    }
    let twice = place.merge("merged 22", &format!("--report {}", place.path("page")));
    line(&twice, "once more in another journal: 6 games");
    assert!(
        fs::read_to_string(place.path("page"))
            .unwrap()
            .ends_with("</html>")
    );
}

#[test]
fn a_part_that_is_killed_goes_on() {
    let place = Place::new();
    place.play(MATCH, "2/2", "whole");
    let path = place.path("part");
    let line = format!("{MATCH} --part 2/2 --journal {path}");
    let length = || fs::metadata(&path).map_or(0, |it| it.len());
    for _ in 0..3 {
        let before = length();
        kill_when(&mut selfplay(&line), || length() > before, Duration::ZERO);
    }
    let resumed = played(&line);
    assert_has(&resumed, "part 2/2: games 6 to 11");
    assert_has(&resumed, "resumed after");
    let journal = |name| fs::read(place.path(name)).unwrap();
    assert_eq!(journal("part"), journal("whole"));
}

#[test]
fn what_is_missing_is_named_and_what_comes_after_is_not_counted() {
    let place = Place::new();
    for part in ["1/3", "3/3"] {
        place.play(MATCH, part, &part[..1]);
    }
    let text = place.merge("1 3", "");
    for expected in [
        "games: 8 of 12, 4 counted",
        "missing games: 4-7",
        "missing parts: 2/3",
    ] {
        assert_eq!(line(&text, expected), expected);
    }
    // A journal of both keeps both, but knows of no parts.
    place.merge("1 3", &format!("--journal {}", place.path("both")));
    let text = place.merge("both", "");
    assert_eq!(line(&text, "games: "), "games: 8, 4 counted");
    place.play(MATCH, "2/3", "2");
    let whole = place.merge("both 2", "");
    assert_has(&whole, "games: 12 of 12, 12 counted");
}

#[test]
fn a_tournament_can_be_divided() {
    let place = Place::new();
    let openings = place.path("openings");
    fs::write(&openings, "startpos moves 7g7f 3c3d\n2g2f\n").unwrap();
    let contest = format!("null: null: null: --nodes 1 --games 4 --openings {openings}");
    played(&format!("{contest} --journal {}", place.path("serial")));
    for part in ["1/4", "2/4", "3/4", "4/4"] {
        place.play(&contest, part, &part[..1]);
    }
    let merged = place.merge("1 2 3 4", "--anchor B=1500");
    assert_has(&merged, "games: 12 of 12, 12 counted");
    let serial = place.merge("serial", "--anchor B=1500");
    let after_first = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(after_first(&merged), after_first(&serial));
    assert_has(&serial, "likelihood, B at 1500;");
}

#[test]
fn a_test_is_decided_as_on_one_machine() {
    let place = Place::new();
    let player = "hash=1,eval=handmade";
    let contest = format!("{player} {player} --nodes 200,20 --games 24");
    let test = "--sprt elo0=0 elo1=200";
    let journal = place.path("serial");
    let serial = played(&format!("{contest} {test} --journal {journal}"));
    let names = "1 2 3 4 5 6";
    for name in names.split(' ') {
        place.play(&contest, &format!("{name}/6"), name);
    }
    let json = |names: &str| -> serde_json::Value {
        let text = place.merge(names, &format!("{test} --json"));
        serde_json::from_str(&text).unwrap()
    };
    let before = json("1");
    assert!(before["decision"].is_null(), "{before}");
    let merged = place.merge(names, test);
    assert_eq!(line(&merged, "SPRT: "), line(&serial, "SPRT: "));
    assert_eq!(line(&merged, "A scores"), line(&serial, "A scores"));
    let one = place.merge("serial", test);
    assert_eq!(line(&merged, "digest: "), line(&one, "digest: "));
    let after = json(names);
    assert_eq!(
        (&after["decision"], &after["games"]),
        (&"H1".into(), &24.into())
    );
    assert_eq!(after["parts"].as_array().unwrap().len(), 6);
}

#[test]
fn games_that_differ_are_refused_with_both_files() {
    let place = Place::new();
    let path = place.path("first");
    let contest = MATCH.replace("--games 12", "--games 2");
    played(&format!("{contest} --journal {path}"));
    place.play(MATCH, "1/2", "half");
    let text = place.merge("half first", "");
    assert_has(&text, "games: 6 of 12");
    // The same game with another end, in a line that is whole.
    let journal = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<_> = journal.lines().collect();
    let game = lines[1].split(",\"sum\"").next().unwrap();
    let at = game.find("\"winner\":").unwrap();
    let other = format!("{}\"winner\":0,\"reason\":\"try\"", &game[..at]);
    let sum = &base::files::sha256(&other)[..16];
    let other = format!("{other},\"sum\":\"{sum}\"}}");
    lines[1] = &other;
    fs::write(place.path("other"), lines.join("\n") + "\n").unwrap();
    let text = refusal(&mut place.merging("half other", ""));
    assert_has(&text, "game 0 is not the same");
    assert!(
        text.contains(&place.path("half")) && text.contains(&place.path("other")),
        "{text}"
    );
}

#[test]
fn refusals_are_one_line_and_name_the_token() {
    let place = Place::new();
    place.play(MATCH, "1/2", "half");
    place.play(&format!("{MATCH} --seed 7"), "1/6", "seven");
    for (line, wanted) in [
        ("MATCH --part 0/2 --journal x", "`0/2` … I/N"),
        ("MATCH --part half --journal x", "`half` … I/N"),
        ("MATCH --part 1/7 --journal x", "1/7 … at most 6"),
        ("MATCH --part 1/2", "--journal … required"),
        (
            "MATCH --part 1/2 --journal x --sprt elo0=0 elo1=9",
            "--sprt … cannot be used",
        ),
        (
            "MATCH --part 2/2 --journal HALF",
            "part is \"1/2 of 12 games\" there … expected \"2/2 of 12 games\"",
        ),
        (
            "MATCH --journal HALF",
            "part is \"1/2 of 12 games\" there … expected \"all games\"",
        ),
        ("merge HALF SEVEN", "seven … seed is 7 there, expected 1"),
        ("merge HALFx", "halfx … No such file"),
        ("merge Cargo.toml", "Cargo.toml … no checksum"),
        ("merge /dev/zero", "/dev/zero … no regular file"),
        ("merge", "JOURNAL … required"),
    ] {
        let line = line.replace("MATCH", MATCH);
        let line = line.replace("HALF", &place.path("half"));
        let line = line.replace("SEVEN", &place.path("seven"));
        assert_refused(&mut selfplay(&line), wanted);
    }
}
