//! What is no part of a match is not taken for one.

use super::*;

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
    played(&[&[a, b], &MATCH[2..6], &serial].concat());
    place.play("0/2", "out");
    let text = place.merge(&["out", "serial.journal"], &[]);
    assert!(text.contains("games: 6 of 12"), "{text}");
    // The same game with another end, in a line that is whole.
    let journal = fs::read_to_string(place.path("serial.journal")).unwrap();
    let mut lines: Vec<_> = journal.lines().collect();
    let game = lines[1].split(",\"sum\"").next().unwrap();
    let at = game.find("\"winner\":").unwrap();
    let other = format!("{}\"winner\":0,\"reason\":\"try\"", &game[..at]);
    let sum = &engine::files::sha256(&other)[..16];
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
fn a_run_that_is_none_or_another_is_refused_by_what_is_wrong() {
    let place = Place::new(&[]);
    let text = fs::read_to_string(place.run_file()).unwrap();
    for (from, to, expected) in [
        ("\"run\": \"kyomi", "\"run\": \"x", "no run"),
        ("\"format\": 2", "\"format\": 9", "format 9; expected 2"),
        ("\"games\": 12", "\"games\": -1", "`-1`"),
        (
            "\"max_moves\": 60",
            "\"max_moves\": []",
            "expected u32 at line",
        ),
        ("\"version\": \"", "\"version\": \"9", "version is"),
        ("\"match\"", "\"matsch\"", "matsch"),
        ("{", "(", "expected value"),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        fs::write(place.run_file(), text.replacen(from, to, 1)).unwrap();
        let arguments = place.shard("0/2", "out");
        let text = refusal(&mut selfplay(&arguments.each_ref().map(String::as_str)));
        assert!(text.contains(expected), "{to}: {text}");
    }
}

#[test]
fn refusals_are_one_line_and_name_the_token() {
    let (place, other) = (Place::new(&[]), Place::new(&["--seed", "7"]));
    place.play("0/2", "out");
    let (run, out, another) = (place.run_file(), place.path("out"), other.run_file());
    for (arguments, token, expected) in [
        (format!("--run {run} --shard 2/2 --out x"), "`2/2`", "I/N"),
        (format!("--run {run} --shard half --out x"), "`half`", "I/N"),
        (
            format!("--run {run} --shard 0/7 --out x"),
            "`0/7`",
            "at most 6",
        ),
        (
            format!("--run {another} --shard 0/2 --out {out}"),
            "run.json",
            "another run",
        ),
        (
            format!("--run {run}x --shard 0/2 --out x"),
            "run.jsonx",
            "No such file",
        ),
        (format!("--run {run}"), "--shard", "required"),
        (
            format!("null: null: --nodes 1 --run {run}"),
            "--run",
            "cannot be used",
        ),
        (
            format!("null: null: --nodes 1 --write-run {run}"),
            "run.json",
            "new file",
        ),
        (
            "null: null: --nodes 1 --sprt elo0=0 elo1=9 --write-run x".to_owned(),
            "--games",
            "--sprt",
        ),
        (format!("merge {run}"), "run.json", "no folder"),
        (format!("merge {run} --run {run}"), "run.json", "checksum"),
        (
            format!("merge {out} --run {another}"),
            "shard-",
            "another run",
        ),
    ] {
        let text = refusal(&mut selfplay(&arguments.split(' ').collect::<Vec<_>>()));
        assert!(
            text.contains(token) && text.contains(expected),
            "{arguments}: {text}"
        );
    }
}
