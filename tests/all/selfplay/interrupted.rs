//! A match that is asked to end by Ctrl-C or SIGTERM.

use super::*;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::read_to_string;
use std::process::Output;
use tempfile::tempdir;

/// Starts `command`, sends it `signal` when it is `due`, and returns what it leaves behind.
fn interrupted(command: &mut Command, signal: Signal, due: impl Fn() -> bool) -> Output {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let running = piped.spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !due() {
        assert!(Instant::now() < deadline, "{command:?} does nothing");
        sleep(Duration::from_millis(1));
    }
    let pid = Pid::from_raw(running.id() as i32).unwrap();
    kill_process(pid, signal).unwrap();
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The only journal in `folder`, if it has `lines` lines or more.
fn only_journal(folder: &Path, lines: usize) -> Option<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap();
    let paths = paths.map(|entry| entry.unwrap().path());
    let mut journals = paths.filter(|path| path.extension().is_some_and(|it| it == "jsonl"));
    let path = journals.next()?;
    let content = read_to_string(&path).unwrap();
    (content.lines().count() >= lines).then_some(path)
}

#[test]
fn the_result_is_told_and_nothing_is_lost() {
    let folder = tempdir().unwrap();
    let mut command =
        selfplay("hash=1 hash=1 --nodes 50 --max-moves 36 --games 100000 --concurrency 2");
    command.env("TMPDIR", folder.path());
    let due = || only_journal(folder.path(), 4).is_some();
    let output = interrupted(&mut command, Signal::TERM, due);
    let report = text(&output.stdout);
    assert!(
        report.lines().last().unwrap().starts_with("A scores"),
        "{report}"
    );
    let told = text(&output.stderr);
    let path = told.lines().last().unwrap().strip_prefix("journal: ");
    let path = PathBuf::from(path.unwrap());
    assert_eq!(
        only_journal(folder.path(), 4).as_ref(),
        Some(&path),
        "{told}"
    );
    let played = read_to_string(&path).unwrap().lines().count() - 1;
    let mut again = selfplay("hash=1 hash=1 --nodes 50 --max-moves 36 --games 2 --journal");
    let [report, _] = run(again.arg(path));
    let resumed = format!("resumed after {played} games");
    assert!(report.contains(&resumed), "{report}");
}

#[test]
fn an_engine_that_is_silent_is_not_waited_for() {
    let folder = tempdir().unwrap();
    let pids = folder.path().join("pids");
    let mock = mock("hang", &pids);
    let mut command = selfplay(&format!("null: {mock} --nodes 1 --concurrency 2"));
    // The first is the one that is only asked for its options.
    let due = || noted(&pids).len() >= 3;
    let began = Instant::now();
    let output = interrupted(&mut command, Signal::INT, due);
    // Its patience is a minute.
    assert!(began.elapsed() < Duration::from_secs(40));
    let told = text(&output.stderr);
    assert!(
        told.contains("abandoned") && !told.contains("loses"),
        "{told}"
    );
    assert_all_ended(&pids);
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_stopped_reading_is_not_waited_for() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("game"), super::faults::long_game()).unwrap();
    let mock = mock("deaf", &path("pids"));
    let mut command = selfplay(&format!(
        "null: {mock} --nodes 1 --max-moves 5000 --openings"
    ));
    command.arg(path("game"));
    let began = Instant::now();
    // The first is the one that is only asked for its options, the second plays, and the third time it stops
    // reading.
    let due = || noted(&path("pids")).len() >= 3;
    let output = interrupted(&mut command, Signal::TERM, due);
    // Its patience is a minute.
    assert!(began.elapsed() < Duration::from_secs(40));
    assert!(text(&output.stderr).contains("abandoned"), "{output:?}");
    assert_all_ended(&path("pids"));
}
