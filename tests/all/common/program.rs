//! The real program, as the tests run it.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The program that is tested: that of the package.
pub const PROGRAM: &str = match (
    option_env!("CARGO_BIN_EXE_usi-engine"),
    option_env!("CARGO_BIN_EXE_kyomi-lab"),
) {
    (Some(path), _) | (None, Some(path)) => path,
    (None, None) => panic!("a package without a program"),
};

/// The program, with nothing to read.
pub fn engine() -> Command {
    let mut command = Command::new(PROGRAM);
    command.stdin(Stdio::null());
    // Journals that nobody named.
    command.env("TMPDIR", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The words of a command line, of which those in single quotes may be empty and have spaces.
pub fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (number, part) in line.split('\'').enumerate() {
        match number % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words
}

/// The program with the words of `line`, in `folder`.
pub fn engine_in(folder: &Path, line: &str) -> Command {
    let mut command = engine();
    command.args(words(line)).current_dir(folder);
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

/// Asserts that `command` is refused in one line with all the parts of `wanted`, between which is ` … `.
pub fn assert_refused(command: &mut Command, wanted: &str) {
    assert_has(&refusal(command), wanted);
}

/// Asserts the same of the program with each of these lines behind `command`, in `folder`.
pub fn assert_all_refused(folder: &Path, command: &str, cases: &[(&str, &str)]) {
    for (line, wanted) in cases {
        assert_refused(engine_in(folder, command).args(words(line)), wanted);
    }
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

/// Asserts that `text` has all parts of `wanted`, between which is ` … `.
#[track_caller]
pub fn assert_has(text: &str, wanted: &str) {
    for part in wanted.split(" … ") {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}
