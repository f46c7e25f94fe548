//! Starting an engine so that it cannot outlive the match, even one that is killed.
//!
//! On Linux the kernel kills a process when its parent's thread dies, if the process has asked
//! for it; the request survives `exec`. As the engine will not ask, the match starts this program
//! again as `usi-engine guard PARENT PATH ARGUMENTS`, which asks and then becomes the engine. Elsewhere
//! [`become_engine`] only becomes the engine, and Windows uses a job object instead (see
//! `players/process.rs`). Engines that start programs of their own are only covered by the
//! process group, which the match kills when it ends in any other way than by being killed.

use super::program::Program;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the subcommand.
pub const SUBCOMMAND: &str = "guard";

/// The command that starts `engine`, through `guard` if there is one: a program that
/// understands [`SUBCOMMAND`].
pub fn command(guard: Option<&Path>, engine: &Program) -> Command {
    let mut command = match guard {
        None => Command::new(&engine.path),
        Some(guard) => {
            let mut command = Command::new(guard);
            command.arg(SUBCOMMAND).arg(std::process::id().to_string());
            command.arg(&engine.path);
            command
        }
    };
    command.args(&engine.args);
    if let Some(folder) = &engine.dir {
        command.current_dir(folder);
    }
    command
}

/// This very program, as a guard: by a path that stays true when the file is replaced during a
/// match. None where a guard would do nothing.
pub fn this_program() -> Option<PathBuf> {
    cfg!(target_os = "linux").then(|| PathBuf::from("/proc/self/exe"))
}

/// Turns this process into `engine` with `args`, to die with its parent, the process `parent`.
///
/// # Errors
/// Always, when it returns at all: the engine could not be started, or the parent is dead.
#[cfg(unix)]
pub fn become_engine(parent: u32, engine: &Path, args: &[OsString]) -> io::Error {
    use std::os::unix::process::CommandExt;
    if let Err(error) = die_with(parent) {
        return error;
    }
    Command::new(engine).args(args).exec()
}

/// Guards are for Unix.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn become_engine(_parent: u32, _engine: &Path, _args: &[OsString]) -> io::Error {
    io::Error::from(io::ErrorKind::Unsupported)
}

#[cfg(target_os = "linux")]
fn die_with(parent: u32) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // It may have died before it could be asked for.
    let alive = getppid().is_some_and(|pid| pid.as_raw_nonzero().get() as u32 == parent);
    if alive {
        Ok(())
    } else {
        Err(io::Error::other("the match has ended"))
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn die_with(_parent: u32) -> io::Result<()> {
    Ok(())
}
