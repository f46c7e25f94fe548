//! A child process with all that it starts: how it begins, and that nothing of it outlives its owner.
//!
//! On Linux a guard sees to that (see [`guard`]); on other Unix systems, and without a guard, the
//! process group; on Windows a job object.

use super::program::Program;
use super::{Conduct, guard};
use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a guard may take to end what it watches over, before it is killed itself.
const GUARD_TIME: Duration = Duration::from_secs(2);

/// A child process with all that it starts. When it is dropped, all of it is killed.
pub(super) struct Family {
    child: Child,
    is_guarded: bool,
    /// Whether the child has been waited for.
    has_ended: bool,
    #[cfg(windows)]
    _job: win32job::Job,
}

impl Family {
    /// Starts `program` as `conduct` says.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Program, conduct: &Conduct) -> io::Result<Self> {
        let mut command = guard::command(conduct.guard.as_deref(), program);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn()?;
        Ok(Self {
            #[cfg(windows)]
            _job: job_of(&child, conduct.core)?,
            child,
            is_guarded: conduct.guard.is_some(),
            has_ended: false,
        })
    }

    /// Standard input, output and error of the child; given once.
    ///
    /// # Errors
    /// When they have been given.
    pub fn pipes(&mut self) -> io::Result<(ChildStdin, ChildStdout, ChildStderr)> {
        let child = &mut self.child;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe));
        };
        Ok((stdin, stdout, stderr))
    }

    /// How the child ended, if it does until `deadline`. Nothing that it started is left then.
    pub fn end_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
        let status = poll_until(deadline, || self.child.try_wait().ok().flatten())?;
        // At once, before its number can be given to another.
        self.kill_group();
        self.has_ended = true;
        Some(status)
    }

    /// Asks the guard, if there is one, to kill all that it watches over and to end.
    fn dismiss_guard(&self) {
        #[cfg(unix)]
        if let Some(pid) = self.pid().filter(|_| self.is_guarded) {
            use rustix::process::{Signal, kill_process};
            // Failing means that it has ended.
            let _ = kill_process(pid, Signal::TERM);
        }
    }

    #[cfg(unix)]
    fn pid(&self) -> Option<rustix::process::Pid> {
        let id = i32::try_from(self.child.id()).ok()?;
        rustix::process::Pid::from_raw(id)
    }

    /// Kills the child with all of its group.
    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Signal, kill_process_group};
        if let Some(pid) = self.pid() {
            // Failing means that nothing is left of it.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// The job does it.
    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

impl Drop for Family {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        if self.is_guarded {
            self.dismiss_guard();
            if self.end_until(Instant::now() + GUARD_TIME).is_some() {
                return;
            }
        }
        self.kill_group();
        // Failing means that it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What `poll` gives, asked again and again until `deadline`.
pub(super) fn poll_until<T>(deadline: Instant, mut poll: impl FnMut() -> Option<T>) -> Option<T> {
    loop {
        let found = poll();
        if found.is_some() || Instant::now() >= deadline {
            return found;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// A job that ends the child when its handle is closed, however this process ends, and keeps it
/// on `core` if that is given and can be named in one word.
#[cfg(windows)]
fn job_of(child: &Child, core: Option<usize>) -> io::Result<win32job::Job> {
    use std::os::windows::io::AsRawHandle;
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    if let Some(mask) = core.and_then(|core| 1_usize.checked_shl(core as u32)) {
        limits.limit_affinity(mask);
    }
    let job = win32job::Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
    job.assign_process(child.as_raw_handle() as isize)
        .map_err(io::Error::other)?;
    Ok(job)
}
