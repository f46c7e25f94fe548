//! A match in parts: whatever happens to them, together they are the match in one piece.

use super::*;
use std::fs;
use tempfile::{TempDir, tempdir};

const MATCH: &[&str] = &[
    "hash=1",
    "hash=1,null_move_cost=0",
    "--nodes",
    "800",
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
        run(&[MATCH, more, &["--write-run", &place.run()]].concat());
        place
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn run(&self) -> String {
        self.path("run.json")
    }

    /// Plays a shard into the folder `out`.
    fn play(&self, share: &str, out: &str) {
        run(&self.shard(share, out).each_ref().map(String::as_str));
    }

    /// The arguments for that.
    fn shard(&self, share: &str, out: &str) -> [String; 6] {
        let (run, out) = (self.run(), self.path(out));
        ["--run", &run, "--shard", share, "--out", &out].map(str::to_owned)
    }

    /// What `merge` says about `names`, with the arguments `more`.
    fn merge(&self, names: &[&str], more: &[&str]) -> String {
        let paths: Vec<_> = names.iter().map(|name| self.path(name)).collect();
        let paths: Vec<_> = paths.iter().map(String::as_str).collect();
        run(&[&["merge", "--run", &self.run()], &paths[..], more].concat())
    }

    /// The one line with which `merge` refuses `names`.
    fn refused(&self, names: &[&str]) -> String {
        let paths: Vec<_> = names.iter().map(|name| self.path(name)).collect();
        let paths: Vec<_> = paths.iter().map(String::as_str).collect();
        refusal(&[&["merge", "--run", &self.run()], &paths[..]].concat())
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
    let serial = run(&[MATCH, &["--journal", &place.path("serial.journal")]].concat());
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
    let text = run(&[
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
        let mut running = selfplay(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while length() == before && running.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        assert!(running.try_wait().unwrap().is_none(), "too short to kill");
        running.kill().unwrap();
        running.wait().unwrap();
        assert!(place.files("out").is_empty());
    }
    let resumed = run(&arguments);
    assert!(resumed.contains("resumed after"), "{resumed}");
    let (out, whole) = (place.files("out"), place.files("whole"));
    assert_eq!(fs::read(&out[0]).unwrap(), fs::read(&whole[0]).unwrap());
    // Only the shard and the run are left, and neither is touched any more.
    assert_eq!(fs::read_dir(place.path("out")).unwrap().count(), 2);
    let written = || fs::metadata(&out[0]).unwrap().modified().unwrap();
    let before = written();
    let again = run(&arguments);
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
    run(&[&contest[..], &["--journal", &journal]].concat());
    run(&[&contest[..], &["--write-run", &place.run()]].concat());
    fs::remove_file(openings).unwrap();
    for share in ["0/4", "1/4", "2/4", "3/4"] {
        place.play(share, "out");
    }
    let merged = place.merge(&["out"], &[]);
    assert!(merged.contains("games: 12 of 12, 12 counted"), "{merged}");
    assert_eq!(merged, place.merge(&["serial.journal"], &[]));
}

#[test]
fn damaged_shards_are_named_and_can_be_played_again() {
    let place = Place::new(&[]);
    place.play("0/2", "out");
    let path = place.files("out").remove(0);
    let whole = fs::read(&path).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let lines = |count: usize| {
        let lines = whole.split_inclusive(|&byte| byte == b'\n');
        lines.take(count).flatten().copied().collect::<Vec<u8>>()
    };
    for (bytes, problem) in [
        (flipped(whole.len() / 2), "sha256"),
        (flipped(whole.len() - 9), "checksum"),
        (lines(7), "no footer"),
        (whole[..whole.len() - 1].to_vec(), "no footer"),
        (Vec::new(), "no footer"),
    ] {
        fs::write(&path, bytes).unwrap();
        let text = place.refused(&["out"]);
        assert!(text.contains(path.to_str().unwrap()), "{text}");
        assert!(
            text.contains("is damaged") && text.contains(problem),
            "{text}"
        );
    }
    place.play("0/2", "out");
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn games_that_differ_are_refused_with_both_files() {
    let place = Place::new(&[]);
    let serial = ["--journal", &place.path("serial.journal"), "--games", "2"];
    let [a, b] = [MATCH[0], MATCH[1]];
    run(&[&[a, b], &MATCH[2..6], &serial].concat());
    place.play("0/2", "out");
    let text = place.merge(&["out", "serial.journal"], &[]);
    assert!(text.contains("games: 6 of 12"), "{text}");
    // The same game with another end, in a line that is whole.
    let journal = fs::read_to_string(place.path("serial.journal")).unwrap();
    let mut lines: Vec<_> = journal.lines().collect();
    let game = lines[1].split(",\"sum\"").next().unwrap();
    let at = game.find("\"winner\":").unwrap();
    let other = format!("{}\"winner\":0,\"reason\":\"try\"", &game[..at]);
    let sum = &usi_engine::selfplay::checksum::sha256(&other)[..16];
    let other = format!("{other},\"sum\":\"{sum}\"}}");
    lines[1] = &other;
    fs::write(place.path("other.journal"), lines.join("\n") + "\n").unwrap();
    let text = place.refused(&["out", "other.journal"]);
    assert!(text.contains("game 0 is not the same"), "{text}");
    let shard = &place.files("out")[0];
    assert!(
        text.contains(shard.to_str().unwrap()) && text.contains("other.journal"),
        "{text}"
    );
}

#[test]
fn a_test_is_decided_as_on_one_machine() {
    let place = Place {
        folder: tempdir().unwrap(),
    };
    let contest = [
        "hash=1", "hash=1", "--nodes", "400,250", "--sprt", "elo0=0", "elo1=200",
    ];
    let arguments = [&contest[..], &["--games", "60"]].concat();
    run(&[&arguments[..], &["--write-run", &place.run()]].concat());
    let journal = place.path("serial.journal");
    let serial = run(&[&arguments[..], &["--journal", &journal]].concat());
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

#[test]
fn refusals_are_one_line_and_name_the_token() {
    let (place, other) = (Place::new(&[]), Place::new(&["--seed", "7"]));
    place.play("0/2", "out");
    let run_file = place.run();
    let with = |share: &str, out: &str| place.shard(share, out).to_vec();
    let path = |name: &str, text: &str| {
        fs::write(place.path(name), text).unwrap();
        place.path(name)
    };
    let text = fs::read_to_string(&run_file).unwrap();
    let edited = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        let path = path(name, &text.replace(from, to));
        let (shard, out) = ("0/2".to_owned(), place.path("edited"));
        vec![
            "--run".into(),
            path,
            "--shard".into(),
            shard,
            "--out".into(),
            out,
        ]
    };
    let elsewhere = [
        "--run",
        &other.run(),
        "--shard",
        "0/2",
        "--out",
        &place.path("out"),
    ];
    let elsewhere = elsewhere.map(str::to_owned).to_vec();
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    for (arguments, token, expected) in [
        (with("2/2", "x"), "`2/2`", "I/N"),
        (with("half", "x"), "`half`", "I/N"),
        (with("0/7", "x"), "`0/7`", "at most 6 shards"),
        (elsewhere, "run.json", "another run"),
        (
            edited("1", "\"format\": 1", "\"format\": 9"),
            "format 9",
            "expected 1",
        ),
        (edited("2", "\"games\": 12", "\"games\": -1"), "-1", "u64"),
        (
            edited("3", "\"max_moves\": 60", "\"max_moves\": []"),
            "`max_moves`",
            "expected",
        ),
        (
            edited("4", "\"version\": \"", "\"version\": \"9"),
            "version is",
            "expected \"9",
        ),
        (
            edited("5", "\"run\": \"kyomi", "\"run\": \"x"),
            "no run",
            "kyomi",
        ),
        (
            owned(&["--run", &place.path("no"), "--shard", "0/1", "--out", "x"]),
            "no`",
            "run",
        ),
        (owned(&["--run", &run_file]), "--shard", "required"),
        (
            owned(&["", "", "--nodes", "1", "--run", &run_file]),
            "--run",
            "cannot be used",
        ),
        (
            owned(&["", "", "--nodes", "1", "--write-run", &run_file]),
            "run.json",
            "new file",
        ),
        (
            owned(&[
                "",
                "",
                "--nodes",
                "1",
                "--sprt",
                "elo0=0",
                "elo1=9",
                "--write-run",
                "x",
            ]),
            "--games",
            "--sprt",
        ),
        (
            owned(&["merge", &place.path("nowhere")]),
            "nowhere",
            "expected",
        ),
        (
            owned(&["merge", &place.path("out"), "--run", &other.run()]),
            "shard-",
            "another run",
        ),
    ] {
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let text = refusal(&arguments);
        assert!(
            text.contains(token) && text.contains(expected),
            "{arguments:?}: {text}"
        );
    }
}
