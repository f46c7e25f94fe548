//! A match while it runs: events for programs, the page of a browser, workers on their cores; and its page at the
//! end, from the match itself and from its journal.

use super::*;
use crate::common::program::assert_has;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use tempfile::tempdir;

/// The events that the program tells with `line`.
fn events(line: &str) -> Vec<Value> {
    let [text, _] = run(selfplay(line).arg("--json"));
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// Those with the name `name`.
fn named<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|it| it["event"] == name).collect()
}

#[test]
fn events_add_up() {
    let folder = tempdir().unwrap();
    let mock = mock("crash", &folder.path().join("pids"));
    let events = events(&format!("null: null: {mock} --games 4 --nodes 1"));
    let start = &events[0];
    assert_eq!(
        (&start["event"], &start["games"]),
        (&"start".into(), &12.into())
    );
    assert_eq!(start["settings"]["pairings"], "round-robin");
    let games = named(&events, "game");
    let ids: Vec<_> = games.iter().map(|it| it["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, (0..12).collect::<Vec<_>>());
    let faults = named(&events, "fault");
    assert_eq!(faults.len(), 8);
    assert!(
        faults
            .iter()
            .all(|it| it["player"] == 2 && it["reason"] == "crash")
    );
    let end = events.last().unwrap();
    assert_eq!(
        (&end["event"], &end["complete"]),
        (&"end".into(), &true.into())
    );
    assert_eq!(end["ratings"].as_array().unwrap().len(), 3);
    for pairing in end["pairings"].as_array().unwrap() {
        let [one, other] = [0, 1].map(|it| &pairing["players"][it]);
        let between = games.iter().filter(|it| {
            let of = [&it["black"], &it["white"]];
            of.contains(&one) && of.contains(&other)
        });
        let count = |winner: &Value| between.clone().filter(|it| it["winner"] == *winner).count();
        let [wins, losses, draws] = [one, other, &Value::Null].map(count);
        let told = ["wins", "losses", "draws"].map(|name| &pairing[name]);
        assert_eq!(told, [wins, losses, draws].map(Value::from).each_ref());
        assert_eq!(wins + losses + draws, 4);
    }
    assert!(!named(&events, "progress").is_empty());
}

#[test]
fn workers_can_be_pinned() {
    let text = played("null: null: --nodes 1 --pin --concurrency 512");
    assert_has(&text, "512 workers share");
    assert!(
        text.contains("of 100 games") && !text.contains("any core"),
        "{text}"
    );
}

#[test]
fn depth_and_speed_are_told_and_leave_no_trace_in_the_journal() {
    let folder = tempdir().unwrap();
    let path = folder.path().display();
    let line = format!("hash=1 null: --nodes 500 --games 2 --journal {path}/journal");
    let text = played(&line);
    let told = text
        .lines()
        .find(|line| line.starts_with("A: ") && line.contains("mean depth"));
    assert!(told.unwrap().contains("nodes/s"), "{text}");
    assert!(
        !text.contains("B: 0 moves") && text.contains(" moves\n"),
        "{text}"
    );
    // Of games that were played before, nobody knows how long they took.
    let again = played(&line);
    assert!(
        again.contains("mean depth") && !again.contains("nodes/s"),
        "{again}"
    );
}

/// What the server at `address`, such as `127.0.0.1:4000`, answers to a request for `path` of `host`.
fn asked(address: &str, path: &str, host: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_running_match_is_served() {
    let mut command = selfplay("null: null: --games 100000 --nodes 1 --serve 0");
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut running = quiet.spawn().unwrap();
    let mut lines = BufReader::new(running.stderr.take().unwrap()).lines();
    let address = lines.find_map(|line| {
        let line = line.unwrap();
        Some(
            line.strip_prefix("live report: http://")?
                .trim_end_matches('/')
                .to_owned(),
        )
    });
    let address = address.unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    // Wait for a line of progress: a game has been played.
    lines.next().unwrap().unwrap();
    let paths = ["/", "/state", "/etc/passwd"];
    let [page, state, other] = paths.map(|path| asked(&address, path, &address));
    let icon = asked(&address, "/favicon.ico", &address);
    // Whoever asks and then says nothing holds up neither the match nor others.
    let silent: Vec<_> = (0..9)
        .map(|_| std::net::TcpStream::connect(&address))
        .collect();
    assert!(asked(&address, "/state", &address).starts_with("HTTP/1.1 200 "));
    drop(silent);
    let foreign = asked(&address, "/state", "evil.example");
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(
        page.starts_with("HTTP/1.1 200 ") && page.trim_end().ends_with("</html>"),
        "{page}"
    );
    assert!(page.contains("Match report") && page.contains("location.reload"));
    let state: Value = serde_json::from_str(state.rsplit("\r\n").next().unwrap()).unwrap();
    assert!(
        state["games"].as_u64() > Some(0) && state["of"] == 100_000,
        "{state}"
    );
    assert_has(&icon, "image/svg+xml");
    assert!(other.starts_with("HTTP/1.1 404 "), "{other}");
    assert!(foreign.starts_with("HTTP/1.1 403 "), "{foreign}");
}

/// The program with the words of `line`, which are those of `report`.
fn report(line: &str) -> Command {
    let mut command = engine();
    command.arg("report").args(words(line));
    command
}

#[test]
fn the_journal_gives_the_page_of_the_match() {
    let folder = tempdir().unwrap();
    let path = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let (journal, live, later) = (path("run.jsonl"), path("live.html"), path("later.html"));
    let line = format!("null: null: --nodes 1 --games 10 --journal {journal} --report {live}");
    played(&line);
    let again = format!("{journal} --out {later}");
    let text = run(&mut report(&again)).concat();
    assert!(text.starts_with("10 games"), "{text}");
    let page = fs::read_to_string(&live).unwrap();
    assert!(page.ends_with("</html>") && page.contains("null:"));
    assert!(page == fs::read_to_string(&later).unwrap());
    // A resumed match that has nothing left to play has the same page.
    fs::remove_file(&live).unwrap();
    played(&line);
    assert!(page == fs::read_to_string(&live).unwrap());
    // The journal with its times, and two pages.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    run(&mut report(&format!("{again} --sprt elo0=0 elo1=5")));
    let page = fs::read_to_string(&later).unwrap();
    assert!(page.contains("of the test elo0=0 elo1=5"));
}

#[test]
fn refusals_name_the_file() {
    let folder = tempdir().unwrap();
    let path = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let (missing, empty, text, out) = (path("no"), path("empty"), path("text"), path("out"));
    fs::write(&empty, "").unwrap();
    fs::write(&text, "hello\n").unwrap();
    for (journal, expected) in [
        (&missing, "no`: "),
        (&empty, "line 1: empty; expected"),
        (&text, "line 1: no checksum; expected"),
    ] {
        assert_refused(&mut report(&format!("{journal} --out {out}")), expected);
    }
    let nowhere = path("no/report.html");
    let mut command = selfplay(&format!("null: null: --nodes 1 --report {nowhere}"));
    assert_refused(&mut command, &format!("{nowhere} … expected"));
}
