//! Ends work in this process that has taken its share of CPU time but looks at no such clock itself.
//!
//! The clock is that of the whole process: the limit is right where nothing else runs in it, and
//! otherwise comes early.

use cpu_time::ProcessTime;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often the clock is looked at.
const INTERVAL: Duration = Duration::from_millis(2);

/// Does `work`, and sets `stop` when it has taken `limit`.
pub(super) fn within<T>(limit: Duration, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let began = ProcessTime::now();
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        scope.spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(INTERVAL) {
                if began.elapsed() >= limit {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}
