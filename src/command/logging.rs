//! What `RUST_LOG` asks for, on standard error; `LogFile` is for players.
//!
//! What must hold: nothing that is logged waits for whoever reads standard error. Interfaces often do not, and a full
//! pipe would stop the engine for good: a thread writes, and what it cannot write in time is counted and left out.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

/// How many pieces of text may wait.
const WAITING: usize = 4096;
/// How long the end of the program waits for what is still to be written.
const LONGEST_END: Duration = Duration::from_millis(200);

/// How many pieces wait.
static LEFT: AtomicUsize = AtomicUsize::new(0);

/// Begins to log, if `RUST_LOG` is set.
pub fn start() {
    if std::env::var_os("RUST_LOG").is_none() {
        return;
    }
    let (sender, pieces) = mpsc::sync_channel(WAITING);
    // Without a thread for it nothing is logged.
    if thread::Builder::new()
        .name("stderr".to_owned())
        .spawn(move || write(&pieces))
        .is_ok()
    {
        let aside = NonBlocking {
            pieces: sender,
            lost: 0,
        };
        let target = env_logger::Target::Pipe(Box::new(aside));
        env_logger::Builder::from_default_env()
            .target(target)
            .init();
    }
}

/// Waits for a moment until all is written.
pub fn finish() {
    let end = Instant::now() + LONGEST_END;
    while LEFT.load(SeqCst) > 0 && Instant::now() < end {
        thread::sleep(Duration::from_millis(1));
    }
}

fn write(pieces: &Receiver<Vec<u8>>) {
    for piece in pieces {
        // Nobody is left to be told that it could not be written.
        let _ = io::stderr().write_all(&piece);
        LEFT.fetch_sub(1, SeqCst);
    }
}

/// Standard error for those who do not wait.
struct NonBlocking {
    pieces: SyncSender<Vec<u8>>,
    /// How many were left out since the last that was not.
    lost: u32,
}

impl Write for NonBlocking {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut piece = Vec::new();
        if self.lost > 0 {
            writeln!(piece, "… {} left out: nobody read them in time", self.lost)?;
        }
        piece.extend(bytes);
        LEFT.fetch_add(1, SeqCst);
        match self.pieces.try_send(piece) {
            Ok(()) => self.lost = 0,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                LEFT.fetch_sub(1, SeqCst);
                self.lost += 1;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
