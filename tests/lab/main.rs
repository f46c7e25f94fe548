//! The laboratory from outside: `kyomi-lab`, and the program that plays where an experiment needs it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod experiments;
mod folders;
mod opponents;
#[path = "../all/common/program.rs"]
mod program;

use std::path::Path;
use std::process::Command;

/// The program that plays, with the words of `line`, in `folder`.
fn player_in(folder: &Path, line: &str) -> Command {
    let name = format!("usi-engine{}", std::env::consts::EXE_SUFFIX);
    let path = Path::new(program::PROGRAM).with_file_name(name);
    assert!(path.exists(), "first run `cargo build`");
    let mut command = Command::new(path);
    command.args(program::words(line)).current_dir(folder);
    command
}
