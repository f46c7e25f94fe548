//! The way out of a session: whole lines, one write each, from any thread, until it is closed.

use super::super::explanation::Line;
use super::super::grammar::Response;
use super::Patience;
use crate::search::{Explanation, Info, Listener, Outcome};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A writer of responses that several threads share.
///
/// What must hold: lines never mix, each is flushed at once, and none begins after
/// [`Output::close`].
pub struct Output<W>(Arc<Shared<W>>);

struct Shared<W> {
    writer: Mutex<W>,
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
        Self(Arc::new(Shared {
            writer: Mutex::new(writer),
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

    /// Whether all output has ended.
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
    last: Option<Info>,
}

impl<W: Write> Reporter<W> {
    /// Reports to `output` and clears `searching` before the answer.
    pub fn new(output: Output<W>, searching: Arc<AtomicBool>) -> Self {
        Self {
            output,
            searching,
            last: None,
        }
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
        self.output.send(&Response::BestMove(outcome.decision));
    }
}
