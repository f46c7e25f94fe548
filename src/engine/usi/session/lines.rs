//! The way into a session and out of it: lines read on a thread of their own, stamped as they come; whole
//! lines written from any thread, one write each, until the output is closed; and the end that `quit`
//! brings whatever the session is doing.

use super::log::Log;
use crate::platform::Instant;
use crate::search::{Decision, Explanation, Info, Listener, Outcome};
use crate::shogi::game::Game;
use crate::usi::Line;
use crate::usi::grammar::Response;
use encoding_rs::SHIFT_JIS;
use std::borrow::Cow;
use std::io::{self, BufRead, Read, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long the program may go on with what cannot be broken off (making a large table, loading a
/// file, writing a line that nobody takes) after `quit`, or when nobody reads its output any more; none
/// for as long as it takes.
#[derive(Clone, Copy, Debug)]
pub struct Patience(pub Option<Duration>);

impl Patience {
    /// Begins to wait for the end of the program, which then comes in any case.
    pub(super) fn begin(self) {
        if let Some(time) = self.0 {
            // Without a thread for it there is no limit.
            let _ = thread::Builder::new().spawn(move || {
                thread::sleep(time);
                process::exit(0);
            });
        }
    }

    /// Ends the program once a line is not taken any more: `since` says since when one waits, if one
    /// does. Returns only where there is no end to patience.
    pub(super) fn watch(self, since: impl Fn() -> Option<Instant>) {
        let Some(time) = self.0 else {
            return;
        };
        while since().is_none_or(|since| since.elapsed() < time * PATIENCE_WITH_READERS) {
            thread::sleep(time);
        }
        process::exit(0);
    }
}

/// So many times a [`Patience`] is had with a line that nobody takes at the end of input: who reads slowly
/// is to have all of it.
const PATIENCE_WITH_READERS: u32 = 10;
/// The longest line, in bytes: a game of more than a hundred thousand moves.
const LONGEST_LINE: u64 = 1 << 20;
/// How many lines may wait for the session; then the interface has to.
const LINES_WAITING: usize = 1024;

/// Reads lines, without their ends, on a thread of its own until the end or an error of `input`, where it goes
/// on with `at_end`. Each comes with the time at which it came.
/// What stands there without end takes no more memory than its longest line and so many lines that wait.
///
/// # Errors
/// If the thread cannot be started.
pub fn receive<R>(
    mut input: R,
    patience: Patience,
    at_end: impl FnOnce() + Send + 'static,
) -> io::Result<Receiver<(Instant, String)>>
where
    R: BufRead + Send + 'static,
{
    let (sender, receiver) = mpsc::sync_channel(LINES_WAITING);
    let read = move || {
        let mut bytes = Vec::new();
        while let Ok(length @ 1..) = read_line(&mut input, &mut bytes) {
            let at = Instant::now();
            let line = if length > LONGEST_LINE {
                too_long(&bytes)
            } else {
                decoded(&bytes).trim().to_owned()
            };
            log::debug!("< {line}");
            if line == "quit" {
                patience.begin();
            }
            if sender.send((at, line)).is_err() {
                return;
            }
            bytes.clear();
        }
        // The session is to see the end now.
        drop(sender);
        at_end();
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)?;
    Ok(receiver)
}

/// Reads a line into `bytes`, as much of it as a line may have, and says how long it is.
fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<u64> {
    let length = input.by_ref().take(LONGEST_LINE).read_until(b'\n', bytes)? as u64;
    if length < LONGEST_LINE || bytes.ends_with(b"\n") {
        return Ok(length);
    }
    Ok(length + input.skip_until(b'\n')? as u64)
}

/// What a line that begins with `bytes` and is too long amounts to: nothing; but no search may answer
/// for the position before.
fn too_long(bytes: &[u8]) -> String {
    match decoded(bytes).split_whitespace().next() {
        Some("position") => format!("position of more than {LONGEST_LINE} bytes"),
        _ => String::new(),
    }
}

/// The text of a line: UTF-8, or else CP932, in which interfaces on Windows may name files.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let cp932 = |_| SHIFT_JIS.decode_without_bom_handling(bytes).0;
    str::from_utf8(bytes).map_or_else(cp932, Cow::Borrowed)
}

/// A writer of responses that several threads share.
///
/// What must hold: lines never mix, each is flushed at once, and none begins after
/// [`Output::close`].
pub struct Output<W>(Arc<Channel<W>>);

struct Channel<W> {
    writer: Mutex<W>,
    log: Mutex<Option<Log>>,
    closed: AtomicBool,
    /// Since when a line is being written, if one is: nobody may be reading.
    writing: Mutex<Option<Instant>>,
    patience: Patience,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    /// Responses go to `writer`. When nobody reads them any more, the program has `patience`.
    pub fn new(writer: W, patience: Patience) -> Self {
        Self(Arc::new(Channel {
            writer: Mutex::new(writer),
            log: Mutex::new(None),
            closed: AtomicBool::new(false),
            writing: Mutex::new(None),
            patience,
        }))
    }

    /// Writes one line. If nobody reads any more, closes.
    pub fn send(&self, response: &Response) {
        let line = format!("{response}\n");
        let mut writer = lock(&self.0.writer);
        if self.is_closed() {
            return;
        }
        log::debug!("> {}", line.trim_end());
        self.note(|log| log.note(Instant::now(), '>', line.trim_end()));
        *self.writing() = Some(Instant::now());
        let written = writer
            .write_all(line.as_bytes())
            .and_then(|()| writer.flush());
        *self.writing() = None;
        if written.is_err() {
            self.close();
            self.0.patience.begin();
        }
    }

    /// From now on lines are noted in `log`; returns the one before.
    pub fn set_log(&self, log: Option<Log>) -> Option<Log> {
        std::mem::replace(&mut *lock(&self.0.log), log)
    }

    /// Does `note` with the log, if there is one.
    pub fn note(&self, note: impl FnOnce(&mut Log)) {
        lock(&self.0.log).as_mut().map(note);
    }

    fn writing(&self) -> MutexGuard<'_, Option<Instant>> {
        lock(&self.0.writing)
    }

    /// From now on a line that nobody takes ends the program: it would hold it for ever.
    pub fn watch(&self) {
        self.0.patience.watch(|| *self.writing());
    }

    /// Ends all output. Does not wait for a line that is being written.
    pub fn close(&self) {
        self.0.closed.store(true, Ordering::SeqCst);
    }

    pub fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::SeqCst)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Turns the reports of one search into lines.
pub struct Reporter<W> {
    output: Output<W>,
    /// True from `go` until just before its `bestmove`.
    searching: Arc<AtomicBool>,
    /// The game that is searched, and the move with which it is drawn.
    about: (Game, Option<u32>),
    last: Option<Info>,
}

impl<W: Write> Reporter<W> {
    /// Reports to `output` on a search in the game `about`, and clears `searching` before the answer.
    pub fn new(output: Output<W>, searching: Arc<AtomicBool>, about: (Game, Option<u32>)) -> Self {
        Self {
            output,
            searching,
            about,
            last: None,
        }
    }

    /// `decision` without a reply where the game ends with its move: nobody replies to the fourth repetition.
    fn without_vain_reply(&self, decision: Decision) -> Decision {
        let Decision::Play { best, ponder } = decision else {
            return decision;
        };
        let (mut game, most) = (self.about.0.clone(), self.about.1);
        let goes_on = game.play(best).is_ok() && game.ending(most).is_none();
        let ponder = ponder.filter(|_| goes_on);
        Decision::Play { best, ponder }
    }
}

impl<W: Write + Send> Listener for Reporter<W> {
    fn info(&mut self, info: &Info) {
        self.output.send(&Response::Info(info.clone()));
        self.last = Some(info.clone());
    }

    fn remark(&mut self, text: &str) {
        self.output.send(&Response::Remark(text.to_owned()));
    }

    fn explained(&mut self, explanation: &Explanation) {
        for explained in &explanation.moves {
            self.remark(&Line(explained).to_string());
        }
        self.last = None;
    }

    /// The last line before the answer is always that of the answer.
    fn done(&mut self, outcome: &Outcome) {
        if self.last.as_ref() != Some(&outcome.info) {
            self.info(&outcome.info);
        }
        self.searching.store(false, Ordering::SeqCst);
        let decision = self.without_vain_reply(outcome.decision);
        self.output.send(&Response::BestMove(decision));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn lines(input: Vec<u8>) -> Vec<String> {
        let received = receive(Cursor::new(input), Patience(None), || {}).unwrap();
        received.into_iter().map(|(_, line)| line).collect()
    }

    #[test]
    fn a_line_without_end_is_passed_over_and_those_after_it_are_read() {
        let long = |word: &str| format!("{word} {}\n", "7g7f ".repeat(1 << 18));
        let input = format!(
            "usi\n{}{}isready",
            long("go searchmoves"),
            long("position startpos")
        );
        let refused = format!("position of more than {LONGEST_LINE} bytes");
        assert_eq!(lines(input.into_bytes()), ["usi", "", &refused, "isready"]);
        assert_eq!(lines(vec![0; 3 << 20]), [""]);
        let whole = " ".repeat((1 << 20) - 4) + "usi\n";
        assert_eq!(lines(whole.into_bytes()), ["usi"]);
    }

    #[test]
    fn a_line_that_is_no_utf_8_is_cp932() {
        assert_eq!(
            decoded(b"setoption name EvalDir value \x95\x5d\x89\xbf"),
            "setoption name EvalDir value 評価"
        );
        assert_eq!(decoded("評価".as_bytes()), "評価");
        let utf_16 = decoded(b"\xFE\xFF\0q\0u\0i\0t").into_owned();
        assert_ne!(utf_16, "quit");
    }
}
