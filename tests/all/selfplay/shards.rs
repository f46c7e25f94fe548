//! A match in parts: whatever happens to them, together they are the match in one piece.

mod refusals;

use super::*;
use std::fs;
use tempfile::{TempDir, tempdir};

const MATCH: &[&str] = &[
    "hash=1",
    "hash=1,null_move_cost=0",
    "--nodes",
    "300",
    "--max-moves",
    "60",
    "--games",
    "12",
];

/// A folder with a run in it.
struct Place {
    folder: TempDir,
}

impl Place {
    /// The run of [`MATCH`] with the arguments `more`.
    fn new(more: &[&str]) -> Self {
        let place = Self {
            folder: tempdir().unwrap(),
        };
        played(&[MATCH, more, &["--write-run", &place.run_file()]].concat());
        place
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn run_file(&self) -> String {
        self.path("run.json")
    }

    /// Plays a shard into the folder `out`.
    fn play(&self, share: &str, out: &str) {
        played(&self.shard(share, out).each_ref().map(String::as_str));
    }

    /// The arguments for that.
    fn shard(&self, share: &str, out: &str) -> [String; 6] {
        let (run, out) = (self.run_file(), self.path(out));
        ["--run", &run, "--shard", share, "--out", &out].map(str::to_owned)
    }

    /// What `merge` says about `names`, with the arguments `more`.
    fn merge(&self, names: &[&str], more: &[&str]) -> String {
        let paths: Vec<_> = names.iter().map(|name| self.path(name)).collect();
        let paths: Vec<_> = paths.iter().map(String::as_str).collect();
        played(&[&["merge", "--run", &self.run_file()], &paths[..], more].concat())
    }

    /// The one line with which `merge` refuses `names`.
    fn refused(&self, names: &[&str]) -> String {
        let paths: Vec<_> = names.iter().map(|name| self.path(name)).collect();
        let paths: Vec<_> = paths.iter().map(String::as_str).collect();
        refusal(&mut selfplay(
            &[&["merge", "--run", &self.run_file()], &paths[..]].concat(),
        ))
    }

    /// The shard files in the folder `out`, sorted.
    fn files(&self, out: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path(out)).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|it| it == "jsonl"));
        paths.sort();
        paths
    }
}

fn line<'a>(text: &'a str, start: &str) -> &'a str {
    let line = text.lines().find(|line| line.starts_with(start));
    line.unwrap_or_else(|| panic!("no `{start}` in\n{text}"))
}

#[test]
fn shards_give_the_match_in_one_piece() {
    let place = Place::new(&[]);
    let serial = played(&[MATCH, &["--journal", &place.path("serial.journal")]].concat());
    for share in ["2/3", "0/3", "1/3"] {
        place.play(share, "out");
    }
    let merged = place.merge(&["out"], &["--journal", &place.path("merged.journal")]);
    assert!(merged.contains("games: 12 of 12, 12 counted"), "{merged}");
    assert!(!merged.contains("missing"), "{merged}");
    assert_eq!(line(&merged, "A scores"), line(&serial, "A scores"));
    let journal = |name| fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(journal("merged.journal"), journal("serial.journal"));
    // By any other division, from journals, and with everything twice.
    for share in ["0/2", "1/2"] {
        place.play(share, "halves");
    }
    for names in [
        &["halves"][..],
        &["serial.journal"],
        &["merged.journal", "halves", "out"],
    ] {
        let text = place.merge(names, &[]);
        assert_eq!(line(&text, "digest: "), line(&merged, "digest: "));
        assert_eq!(line(&text, "A scores"), line(&merged, "A scores"));
    }
    // The folder knows its run.
    let text = played(&[
        "merge",
        &place.path("out"),
        "--report",
        &place.path("out.html"),
    ]);
    assert_eq!(text, merged);
    assert!(
        fs::read_to_string(place.path("out.html"))
            .unwrap()
            .ends_with("</html>")
    );
}

#[test]
fn a_shard_killed_goes_on_and_one_that_is_left_is_not_played_again() {
    let place = Place::new(&[]);
    place.play("0/1", "whole");
    let arguments = place.shard("0/1", "out");
    let arguments = arguments.each_ref().map(String::as_str);
    let length = || {
        let entries = fs::read_dir(place.path("out")).into_iter().flatten();
        let mut journals = entries.flatten().map(|entry| entry.path());
        let journal = journals.find(|path| path.extension().is_some_and(|it| it == "journal"));
        journal.map_or(0, |path| fs::metadata(path).map_or(0, |it| it.len()))
    };
    for _ in 0..4 {
        let before = length();
        let mut shard = selfplay(&arguments);
        kill_when(&mut shard, || length() > before, Duration::ZERO);
        assert!(place.files("out").is_empty());
    }
    let resumed = played(&arguments);
    assert!(resumed.contains("resumed after"), "{resumed}");
    let (out, whole) = (place.files("out"), place.files("whole"));
    assert_eq!(fs::read(&out[0]).unwrap(), fs::read(&whole[0]).unwrap());
    // Only the shard with its times and the run are left, and none is touched any more.
    assert_eq!(fs::read_dir(place.path("out")).unwrap().count(), 3);
    let written = || fs::metadata(&out[0]).unwrap().modified().unwrap();
    let before = written();
    let again = played(&arguments);
    assert_eq!(again.lines().count(), 2, "{again}");
    assert_eq!(written(), before);
}

#[test]
fn what_is_missing_is_told_and_what_comes_after_is_not_counted() {
    let place = Place::new(&[]);
    for share in ["0/3", "2/3"] {
        place.play(share, "out");
    }
    let text = place.merge(&["out"], &[]);
    for expected in [
        "games: 8 of 12, 4 counted",
        "missing games: 4-7",
        "missing shards: 1/3",
    ] {
        assert_eq!(line(&text, expected), expected);
    }
    // A journal of both keeps both.
    let journal = place.path("part.journal");
    place.merge(&["out"], &["--journal", &journal]);
    assert_eq!(
        place.merge(&["part.journal"], &[]).lines().nth(1),
        text.lines().nth(1)
    );
    place.play("1/3", "rest");
    let whole = place.merge(&["part.journal", "rest"], &[]);
    assert!(whole.contains("games: 12 of 12, 12 counted"), "{whole}");
}

#[test]
fn a_tournament_can_be_divided_and_carries_its_openings() {
    let folder = tempdir().unwrap();
    let place = Place { folder };
    let (openings, journal) = (place.path("openings"), place.path("serial.journal"));
    fs::write(&openings, "startpos moves 7g7f 3c3d\n2g2f\n").unwrap();
    let contest = ["null:", "null:", "null:", "--nodes", "1", "--games", "4"];
    let contest = [&contest[..], &["--openings", &openings]].concat();
    played(&[&contest[..], &["--journal", &journal]].concat());
    played(&[&contest[..], &["--write-run", &place.run_file()]].concat());
    fs::remove_file(openings).unwrap();
    for share in ["0/4", "1/4", "2/4", "3/4"] {
        place.play(share, "out");
    }
    let merged = place.merge(&["out"], &[]);
    assert!(merged.contains("games: 12 of 12, 12 counted"), "{merged}");
    assert_eq!(merged, place.merge(&["serial.journal"], &[]));
}

#[test]
fn a_test_is_decided_as_on_one_machine() {
    let place = Place {
        folder: tempdir().unwrap(),
    };
    let contest = [
        "hash=1", "hash=1", "--nodes", "200,100", "--sprt", "elo0=0", "elo1=200",
    ];
    let arguments = [&contest[..], &["--games", "60"]].concat();
    played(&[&arguments[..], &["--write-run", &place.run_file()]].concat());
    let journal = place.path("serial.journal");
    let serial = played(&[&arguments[..], &["--journal", &journal]].concat());
    let before: serde_json::Value = serde_json::from_str(&{
        place.play("0/15", "out");
        place.merge(&["out"], &["--json"])
    })
    .unwrap();
    assert!(before["decision"].is_null(), "{before}");
    for share in 1..15 {
        place.play(&format!("{share}/15"), "out");
    }
    let merged = place.merge(&["out"], &[]);
    assert_eq!(line(&merged, "SPRT: "), line(&serial, "SPRT: "));
    assert_eq!(line(&merged, "A scores"), line(&serial, "A scores"));
    let one = place.merge(&["serial.journal"], &[]);
    assert_eq!(line(&merged, "digest: "), line(&one, "digest: "));
    let json = place.merge(&["out"], &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["decision"], &json["games"]),
        (&"H1".into(), &60.into())
    );
}
