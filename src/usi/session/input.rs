//! The way into a session: lines read on a thread of their own, stamped as they come, and the end that
//! `quit` brings whatever the session is doing.

use encoding_rs::SHIFT_JIS;
use std::borrow::Cow;
use std::io::{self, BufRead};
use std::process;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// How long the program may go on with what cannot be broken off (making a large table, loading a
/// file) after `quit`, or when nobody reads its output any more; none for as long as it takes.
#[derive(Clone, Copy, Debug)]
pub struct Patience(pub Option<Duration>);

impl Patience {
    /// Begins to wait for the end of the program, which then comes in any case.
    pub(super) fn begin(self) {
        if let Some(time) = self.0 {
            thread::spawn(move || {
                thread::sleep(time);
                process::exit(0);
            });
        }
    }
}

/// A line of input.
pub struct Received {
    /// When it came.
    pub at: Instant,
    /// Its text, without its end.
    pub line: String,
}

/// Reads lines on a thread of its own until the end or an error of `input`.
///
/// # Errors
/// If the thread cannot be started.
pub fn receive<R>(mut input: R, patience: Patience) -> io::Result<Receiver<Received>>
where
    R: BufRead + Send + 'static,
{
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        let mut bytes = Vec::new();
        while input
            .read_until(b'\n', &mut bytes)
            .is_ok_and(|count| count > 0)
        {
            let at = Instant::now();
            let line = decoded(&bytes).trim().to_owned();
            log::debug!("< {line}");
            if line == "quit" {
                patience.begin();
            }
            if sender.send(Received { at, line }).is_err() {
                return;
            }
            bytes.clear();
        }
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)?;
    Ok(receiver)
}

/// The text of a line: UTF-8, or else CP932, in which interfaces on Windows may name files.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| SHIFT_JIS.decode(bytes).0, Cow::Borrowed)
}
