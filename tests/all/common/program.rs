//! The real program, as the tests run it.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The program, with nothing to read.
pub fn engine() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_usi-engine"));
    command.stdin(Stdio::null());
    // Journals that nobody named.
    command.env("TMPDIR", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The program with `arguments`, in `folder`.
pub fn engine_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = engine();
    command.args(arguments).current_dir(folder);
    command
}

/// Standard output and standard error of `command`, which must succeed.
pub fn run(command: &mut Command) -> [String; 2] {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("a program");
    let texts = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    assert!(status.success(), "{command:?}: {texts:?}");
    texts
}

/// The one line with which `command` is refused.
pub fn refusal(command: &mut Command) -> String {
    let output = command.output().expect("a program");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{command:?}: {text}");
    assert_eq!(text.lines().count(), 1, "{command:?}: {text}");
    text
}

/// Starts `command` and kills it `later` than the moment when it is `due`; it must still be
/// running then.
pub fn kill_when(command: &mut Command, due: impl Fn() -> bool, later: Duration) {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = quiet.spawn().expect("a program");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !due() && running.try_wait().expect("a status").is_none() {
        assert!(Instant::now() < deadline, "{command:?} does nothing");
        sleep(Duration::from_millis(1));
    }
    sleep(later);
    let ended = running.try_wait().expect("a status");
    assert!(ended.is_none(), "{command:?} ended before it was killed");
    running.kill().expect("a process to kill");
    running.wait().expect("its end");
}
