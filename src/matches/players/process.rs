//! A child process that talks in lines, with all that it starts: its pipes, the threads that read and
//! write them, and its end.
//!
//! What must hold: every line is stamped when it is received, whatever the owner is doing; the
//! child can never block on a full pipe of standard error, nor the owner on a child that does not
//! read; memory stays bounded whatever it prints; and when the [`Process`] is dropped nothing of it
//! is left running. On Linux a guard sees to that (see [`guard`]); on other Unix systems, and without a
//! guard, the process group; on Windows a job object.

use super::Conduct;
use super::guard::{self, Program};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
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
    family: Family,
    /// What it is still to be sent; none when nothing more comes.
    input: Option<Input>,
    lines: Receiver<Line>,
    /// While it is raised nothing is waited for.
    stop: Arc<AtomicBool>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_reader: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts `program` as `conduct` says: through its guard (see [`guard`]).
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Program, conduct: &Conduct) -> io::Result<Self> {
        let log = program.log()?;
        let mut family = Family::start(program, conduct)?;
        let (stdin, stdout, stderr) = family.pipes()?;
        let (sender, lines) = mpsc::sync_channel(LINES_WAITING);
        spawn(move || read_lines(stdout, &sender))?;
        let tail = Arc::default();
        let kept = Arc::clone(&tail);
        let stderr_reader = spawn(move || keep_tail(stderr, &kept, log))?;
        Ok(Self {
            input: Some(Input::into(stdin)?),
            family,
            lines,
            stop: Arc::clone(&conduct.stop),
            stderr: tail,
            stderr_reader: Some(stderr_reader),
        })
    }

    /// Writes a line, and returns when that was done, or could not be: a child that has ended
    /// shows when it is read from. One that does not read is waited for a moment, once; then the
    /// line is kept for it, and it shows by its silence.
    pub fn send(&mut self, line: &str) -> Instant {
        self.input.take_if(|input| !input.write(line));
        Instant::now()
    }

    /// Whether some of what it was sent waits because it does not read.
    pub fn is_deaf(&mut self) -> bool {
        self.input.as_mut().is_some_and(Input::is_stuck)
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
        self.input = None;
    }

    /// How it ended, if it does in `time`. All that it wrote on standard error has been read then.
    pub fn end(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        let status = self.family.end_until(deadline)?;
        // A process that has left the family may still hold the pipe.
        let reader = self.stderr_reader.take();
        let has_read = || reader.as_ref().is_none_or(JoinHandle::is_finished);
        let _ = poll_until(deadline, || has_read().then_some(()));
        Some(status)
    }

    /// Tells it to quit, by `line` and the end of its input, and lets it for a moment; what
    /// remains is killed.
    pub fn quit(mut self, line: &str) {
        self.send(line);
        self.close_input();
        let _ = self.exit_status();
    }
}

/// Lines on their way into a pipe, which a thread writes.
struct Input {
    lines: Sender<String>,
    /// Something for each line that was written.
    written: Receiver<()>,
    /// The lines that were not, as far as is known.
    waiting: usize,
}

impl Input {
    fn into(pipe: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, to_write) = mpsc::channel();
        let (done, written) = mpsc::channel();
        spawn(move || write_lines(pipe, &to_write, &done))?;
        Ok(Self {
            lines,
            written,
            waiting: 0,
        })
    }

    /// Hands a line over and waits until it is written; not for long, and not at all behind another
    /// that was not. Returns whether somebody is left to read it.
    fn write(&mut self, line: &str) -> bool {
        let patience = if self.is_stuck() {
            Duration::ZERO
        } else {
            LOOK
        };
        if self.lines.send(format!("{line}\n")).is_err() {
            return false;
        }
        self.waiting += 1;
        let written = self.written.recv_timeout(patience);
        self.waiting -= usize::from(written.is_ok());
        written != Err(RecvTimeoutError::Disconnected)
    }

    fn is_stuck(&mut self) -> bool {
        self.waiting -= self.written.try_iter().count();
        self.waiting > 0
    }
}

fn write_lines(mut pipe: impl Write, lines: &Receiver<String>, done: &Sender<()>) {
    for line in lines {
        let written = pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush());
        if written.is_err() || done.send(()).is_err() {
            return;
        }
    }
}

/// A thread that ends by itself.
fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(work)
}

fn read_lines(pipe: impl Read, lines: &SyncSender<Line>) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut piece = pipe.by_ref().take(LONGEST_LINE);
        if let Ok(0) | Err(_) = piece.read_until(b'\n', &mut bytes) {
            return;
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

/// How long a guard may take to end what it watches over, before it is killed itself.
const GUARD_TIME: Duration = Duration::from_secs(2);

/// A child process with all that it starts. When it is dropped, all of it is killed.
struct Family {
    child: Child,
    is_guarded: bool,
    /// Whether the child has been waited for.
    has_ended: bool,
    #[cfg(windows)]
    _job: win32job::Job,
}

impl Family {
    fn start(program: &Program, conduct: &Conduct) -> io::Result<Self> {
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
            _job: job_of(&child)?,
            child,
            is_guarded: conduct.guard.is_some(),
            has_ended: false,
        })
    }

    /// Standard input, output and error of the child; given once.
    fn pipes(&mut self) -> io::Result<(ChildStdin, ChildStdout, ChildStderr)> {
        let child = &mut self.child;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe));
        };
        Ok((stdin, stdout, stderr))
    }

    /// How the child ended, if it does until `deadline`. Nothing that it started is left then.
    fn end_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
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
fn poll_until<T>(deadline: Instant, mut poll: impl FnMut() -> Option<T>) -> Option<T> {
    loop {
        let found = poll();
        if found.is_some() || Instant::now() >= deadline {
            return found;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// A job that ends the child when its handle is closed, however this process ends.
#[cfg(windows)]
fn job_of(child: &Child) -> io::Result<win32job::Job> {
    use std::os::windows::io::AsRawHandle;
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = win32job::Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
    job.assign_process(child.as_raw_handle() as isize)
        .map_err(io::Error::other)?;
    Ok(job)
}
