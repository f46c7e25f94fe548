//! A child process that talks in lines: its pipes, the threads that read them, and its end.
//!
//! What must hold: every line is stamped when it is received, whatever the owner is doing; the
//! child can never block on a full pipe of standard error; memory stays bounded whatever it
//! prints; and when the [`Process`] is dropped nothing of it is left running.

use super::program::Program;
use super::{Conduct, guard};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Lines that wait to be read before the child has to.
const LINES_WAITING: usize = 4096;
/// Longer lines are cut into lines of this many bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// How much of standard error is kept, in bytes.
const STDERR_KEPT: usize = 4096;
/// How often a wait looks whether it is to be given up.
const LOOK: Duration = Duration::from_millis(50);
/// How long a child that closes its output or is told to quit may take to end.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// A line from the child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it was received.
    pub at: Instant,
    /// The line without its end; what is not UTF-8 is replaced.
    pub text: String,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// None came in time.
    Silence,
    /// The child has closed its output, most likely by ending.
    Ended,
}

/// A running child process.
pub struct Process {
    child: Child,
    /// Whether it has been waited for.
    has_ended: bool,
    #[cfg(windows)]
    _job: win32job::Job,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// While it is raised nothing is waited for.
    stop: Arc<AtomicBool>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_reader: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts `program` as `conduct` says: through its guard (see [`guard::command`]), and where it
    /// does not inherit the core of the thread on its core.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Program, conduct: &Conduct) -> io::Result<Self> {
        let log = program.log()?;
        let mut command = guard::command(conduct.guard.as_deref(), program);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        #[cfg(windows)]
        let job = job_of(&child, conduct.core)?;
        let (sender, lines) = mpsc::sync_channel(LINES_WAITING);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &sender));
        }
        let stderr = Arc::default();
        let stderr_reader = child.stderr.take().map(|pipe| {
            let tail = Arc::clone(&stderr);
            thread::spawn(move || keep_tail(pipe, &tail, log))
        });
        Ok(Self {
            stdin: child.stdin.take(),
            child,
            has_ended: false,
            #[cfg(windows)]
            _job: job,
            lines,
            stop: Arc::clone(&conduct.stop),
            stderr,
            stderr_reader,
        })
    }

    /// Writes a line, and returns when that was done, or could not be: a child that has ended
    /// shows when it is read from. One that reads nothing blocks the writer, but only when
    /// several games' lines are waiting (64 KiB); it is stopped for its silence long before.
    pub fn send(&mut self, line: &str) -> Instant {
        if let Some(stdin) = &mut self.stdin {
            let written = stdin.write_all(format!("{line}\n").as_bytes());
            if written.and_then(|()| stdin.flush()).is_err() {
                self.stdin = None;
            }
        }
        Instant::now()
    }

    /// The next line, waited for until `deadline`, or until waiting is to be given up.
    ///
    /// # Errors
    /// If none came.
    pub fn receive(&self, deadline: Instant) -> Result<Line, NoLine> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
                Err(RecvTimeoutError::Timeout) if left <= LOOK || self.stop.load(Relaxed) => {
                    return Err(NoLine::Silence);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The end of what it wrote on standard error.
    pub fn stderr_tail(&self) -> String {
        let tail = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail).trim().to_owned()
    }

    /// How it ended, in words, if it does within a moment; see [`Self::end`].
    pub fn exit_status(&mut self) -> Option<String> {
        Some(self.end(QUIT_TIME)?.to_string())
    }

    /// Tells it that nothing more comes.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// How it ended, if it does in `time`. All that it wrote on standard error has been read then.
    pub fn end(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        let status = poll_until(deadline, || self.child.try_wait().ok().flatten())?;
        // At once, before its number can be given to another.
        self.kill_group();
        self.has_ended = true;
        // A process that has left the group may still hold the pipe.
        let reader = self.stderr_reader.take();
        let has_read = || reader.as_ref().is_none_or(JoinHandle::is_finished);
        let _ = poll_until(deadline, || has_read().then_some(()));
        Some(status)
    }

    /// Tells it to quit, by `line` and the end of its input, and lets it for a moment; what
    /// remains is killed.
    pub fn quit(mut self, line: &str) {
        self.send(line);
        self.stdin = None;
        let _ = self.exit_status();
    }
}

impl Process {
    /// Kills the child with all that it started.
    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            // Failing means that nothing is left of it.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// The job does it.
    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        self.kill_group();
        // Failing means that it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What `poll` gives, asked again and again until `deadline`.
fn poll_until<T>(deadline: Instant, mut poll: impl FnMut() -> Option<T>) -> Option<T> {
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

fn read_lines(pipe: impl Read, lines: &SyncSender<Line>) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match pipe
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if lines.send(Line { at, text }).is_err() {
            return;
        }
    }
}

/// Keeps the end of what comes in `tail`, and all of it in `log`, as long as that can be written.
fn keep_tail(mut pipe: impl Read, tail: &Mutex<Vec<u8>>, mut log: Option<File>) {
    let mut buffer = [0; STDERR_KEPT];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        log = log.filter(|mut file| file.write_all(&buffer[..count]).is_ok());
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&buffer[..count]);
        let surplus = tail.len().saturating_sub(STDERR_KEPT);
        tail.drain(..surplus);
    }
}
