//! Matches by the real program against engines that misbehave: each fault loses its game, the
//! match goes on, and nothing is left running.

mod faults;
#[cfg(unix)]
mod interrupted;
mod matches;
mod parts;
mod pondering;
mod resume;
mod running;
mod servers;

use crate::common::mock_path;
use crate::common::program::{assert_refused, engine, kill_when, refusal, run, words};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The program with the words of `line`, which are those of `selfplay`.
fn selfplay(line: &str) -> Command {
    let mut command = engine();
    command.arg("selfplay").args(words(line));
    command
}

/// What the program prints when it is given `line`.
fn played(line: &str) -> String {
    run(&mut selfplay(line)).concat()
}

/// The mock engine as a player that commits `fault`, noting its process groups in `pids`; in quotes.
fn mock(fault: &str, pids: &Path) -> String {
    mock_at(&mock_path(), fault, pids)
}

/// The same behind the program `path`.
fn mock_at(path: &Path, fault: &str, pids: &Path) -> String {
    let (path, pids) = (path.display(), pids.display());
    format!("'usi:{path},Fault={fault},At Move=2,PidFile={pids}'")
}

/// The mock engine as a player without a fault.
fn plain_mock() -> String {
    format!("usi:{}", mock_path().display())
}

/// The process groups noted in `pids`.
fn noted(pids: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(pids).unwrap_or_default();
    text.lines().filter_map(|pid| pid.parse().ok()).collect()
}

/// Waits until no process of the groups noted in `pids` is running.
fn assert_all_ended(pids: &Path) {
    let pids = noted(pids);
    assert!(!pids.is_empty());
    let deadline = Instant::now() + Duration::from_secs(5);
    while pids.iter().any(|&pid| group_is_running(pid)) {
        assert!(
            Instant::now() < deadline,
            "one of {pids:?} is still running"
        );
        sleep(Duration::from_millis(10));
    }
}

/// Whether a process of `group` is running (and not a zombie).
#[cfg(target_os = "linux")]
fn group_is_running(group: u32) -> bool {
    let stats = std::fs::read_dir("/proc").unwrap().flatten();
    let stats = stats.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    stats.into_iter().any(|stat| {
        // After the name in brackets: state, parent, group.
        let fields: Vec<_> = stat
            .rsplit(')')
            .next()
            .map(|rest| rest.split_whitespace().collect())
            .unwrap_or_default();
        fields.first() != Some(&"Z") && fields.get(2) == Some(&group.to_string().as_str())
    })
}

#[cfg(not(target_os = "linux"))]
fn group_is_running(_group: u32) -> bool {
    false
}
