//! Starting an engine so that nothing of it can outlive the match, even one that is killed.
//!
//! On Linux the match starts this program again as `usi-engine guard PARENT PATH ARGUMENTS`: a small
//! process that starts the engine and waits for its end. Whatever the engine starts, in whatever group or
//! session, becomes the guard's child when its own parent ends (a "subreaper"), and is killed with the
//! engine: when that ends, when the match asks for it by `SIGTERM`, and when the match is gone, which the
//! kernel tells by the same signal. The engine in turn is started as `guard --become PARENT PATH
//! ARGUMENTS`, which asks the kernel to kill it if the guard is gone, and then becomes the engine.
//! Windows uses a job object instead, other systems the process group (see `players/process.rs`).

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The name of the subcommand.
pub const SUBCOMMAND: &str = "guard";
/// The exit codes of what could not be started: of shells, of loaders that lack a library, and of guards, which end
/// with the second.
pub const NOT_STARTED: [i32; 2] = [126, 127];

/// This program, by a path that stays true when the file is replaced.
const THIS_PROGRAM: &str = "/proc/self/exe";

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

/// This very program, as a guard. None where a guard would do nothing.
pub fn this_program() -> Option<PathBuf> {
    cfg!(target_os = "linux").then(|| PathBuf::from(THIS_PROGRAM))
}

#[cfg(target_os = "linux")]
pub use linux::{become_engine, watch_over};

/// Guards are for Linux.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn watch_over(_parent: u32, _engine: &Path, _args: &[OsString]) -> io::Result<ExitCode> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// Guards are for Linux.
#[cfg(not(target_os = "linux"))]
pub fn become_engine(_parent: u32, _engine: &Path, _args: &[OsString]) -> io::Error {
    io::Error::from(io::ErrorKind::Unsupported)
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{Command, ExitCode, OsString, Path, SUBCOMMAND, THIS_PROGRAM, io};
    use rustix::process::{
        Pid, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process, set_child_subreaper,
        set_parent_process_death_signal, wait,
    };
    use signal_hook::consts::{SIGCHLD, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::fs;
    use std::os::unix::process::CommandExt;
    use std::time::{Duration, Instant};

    /// The option with which a guard becomes the engine itself.
    const BECOME: &str = "--become";

    /// How long what was killed may take to be gone: what other users own cannot be killed.
    const KILL_TIME: Duration = Duration::from_secs(1);

    /// Runs `engine` with `args` until it ends or the process `parent` does, and kills what is left of it and
    /// of all that it started. Returns its exit code; if a signal ended it, so it does this process.
    ///
    /// # Errors
    /// If the system refuses something, or the parent is dead.
    pub fn watch_over(parent: u32, engine: &Path, args: &[OsString]) -> io::Result<ExitCode> {
        let mut signals = Signals::new([SIGCHLD, SIGTERM])?;
        heed_end_of(parent, Signal::TERM)?;
        set_child_subreaper(Some(getpid()))?;
        let child = Command::new(THIS_PROGRAM)
            .args([SUBCOMMAND, BECOME, &std::process::id().to_string()])
            .arg(engine)
            .args(args)
            .spawn()?;
        let_go_of_pipes()?;
        let status = end_of(child.id(), &mut signals);
        kill_children();
        Ok(end_like(status))
    }

    /// Turns this process into `engine` with `args`, to die with its parent, the process `parent`. Returns only
    /// why it could not: the engine could not be started, or the parent is dead.
    pub fn become_engine(parent: u32, engine: &Path, args: &[OsString]) -> io::Error {
        let bound = heed_end_of(parent, Signal::KILL);
        bound.map_or_else(|error| error, |()| Command::new(engine).args(args).exec())
    }

    /// Asks for `signal` when the process `parent`, which must be this one's parent, is gone.
    fn heed_end_of(parent: u32, signal: Signal) -> io::Result<()> {
        set_parent_process_death_signal(Some(signal))?;
        // It may have died before it could be asked for.
        if getppid().is_some_and(|pid| is(pid, parent)) {
            Ok(())
        } else {
            Err(io::Error::other("the match has ended"))
        }
    }

    fn is(pid: Pid, number: u32) -> bool {
        pid.as_raw_nonzero().get() as u32 == number
    }

    /// The ends of the engine's pipes are its own: each side notices when the other closes one.
    fn let_go_of_pipes() -> io::Result<()> {
        let nothing = fs::File::options()
            .read(true)
            .write(true)
            .open("/dev/null")?;
        rustix::stdio::dup2_stdin(&nothing)?;
        rustix::stdio::dup2_stdout(&nothing)?;
        rustix::stdio::dup2_stderr(&nothing)?;
        Ok(())
    }

    /// Waits until the child `engine` has ended, or until this process is told to end; then there is no
    /// status.
    fn end_of(engine: u32, signals: &mut Signals) -> Option<WaitStatus> {
        for signal in signals.forever() {
            if signal == SIGTERM {
                return None;
            }
            while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
                if is(pid, engine) {
                    return Some(status);
                }
            }
        }
        None
    }

    /// Kills the children, those that become children by it, and so on.
    fn kill_children() {
        let deadline = Instant::now() + KILL_TIME;
        while Instant::now() < deadline {
            let mut ended = std::iter::repeat_with(|| wait(WaitOptions::NOHANG));
            let last = ended.find(|ended| !matches!(ended, Ok(Some(_))));
            if matches!(last, Some(Err(_))) {
                // There is no child.
                return;
            }
            for pid in children() {
                // Failing means that it has ended, or is another user's.
                let _ = kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The children of this process.
    fn children() -> impl Iterator<Item = Pid> {
        let own = std::process::id().to_string();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(move |entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
            // After the name in brackets: state, parent.
            let (_, fields) = stat.rsplit_once(')')?;
            let parent = fields.split_whitespace().nth(1)?;
            (parent == own).then(|| Pid::from_raw(pid)).flatten()
        })
    }

    /// The exit code of a process that ended with `status`; by a signal, this process ends with it too.
    fn end_like(status: Option<WaitStatus>) -> ExitCode {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        if let Some(signal) = status.and_then(WaitStatus::terminating_signal) {
            // Whatever there is to be seen in memory, it is not here.
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
            let _ = emulate_default_handler(signal);
        }
        let code = status.and_then(WaitStatus::exit_status).unwrap_or(1);
        ExitCode::from(code as u8)
    }
}

/// Refuses a pipe, which may wait for a reader without end.
#[cfg(unix)]
fn refuse_pipe(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = std::fs::metadata(path).is_ok_and(|about| about.file_type().is_fifo());
    if is_pipe {
        return Err(io::Error::other("a pipe; expected a file"));
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_pipe(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A program to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its file, or a name to be looked up by the system.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder that it works in; that of this process unless given.
    pub dir: Option<PathBuf>,
    /// The file that what it writes on standard error is added to.
    pub stderr: Option<PathBuf>,
}

impl Program {
    /// The program at `path`, without arguments.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }

    /// The file for its standard error, if that is to be kept.
    pub(super) fn log(&self) -> io::Result<Option<File>> {
        let open = |path: &PathBuf| {
            let named = |error| io::Error::other(format!("`{}`: {error}", path.display()));
            refuse_pipe(path).map_err(named)?;
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(named)
        };
        self.stderr.as_ref().map(open).transpose()
    }
}
