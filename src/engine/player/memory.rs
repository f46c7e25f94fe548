//! What the machine can give a search: memory for the table, before the search needs it, and processors
//! for threads.

use crate::platform::{Instant, MOST_TABLE_MB};
use crate::search::table::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use sysinfo::{MemoryRefreshKind, System};

/// The part of the machine's memory, in percent, that a table may take.
const MEMORY_PERCENT: u64 = 75;
/// Threads per processor: with more, a search overruns its time.
const THREADS_PER_PROCESSOR: usize = 4;

/// The largest table, in MiB: three quarters of the memory of the machine, or of what a control group
/// allows this program. All of it counts, not what is free now: the answer is the same whatever else
/// runs. No limit where the machine does not tell.
pub fn most_table_mb() -> usize {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    if system.total_memory() == 0 {
        // Without `/proc`, as in an empty root, nothing tells; asking for groups would panic.
        return MOST_TABLE_MB;
    }
    let of_group = system.cgroup_limits().map(|group| group.total_memory);
    part_of(system.total_memory(), of_group)
}

/// The part, in MiB, of a machine with so many bytes of memory, where a control group may allow fewer.
fn part_of(machine: u64, of_group: Option<u64>) -> usize {
    let bytes = of_group.map_or(machine, |bytes| machine.min(bytes));
    ((bytes >> 20) * MEMORY_PERCENT / 100).max(1) as usize
}

/// The most threads that a search may have.
pub fn most_threads() -> usize {
    THREADS_PER_PROCESSOR * thread::available_parallelism().map_or(1, usize::from)
}

/// How long whoever waits for the table waits at most: with a second, one first move in 240 of 100 ms took
/// 204 ms with 1 GiB, of which a part was not yet given (2026-11-23).
const WAIT: Duration = Duration::from_millis(1900);
/// Tables of so many MiB are touched sooner than a thread begins.
const SMALL_MB: usize = 32;

/// The work of having the system give the memory of a new table: by all processors at first, and, if that
/// takes too long, by one in the background. A page that is given in mid-search costs the search
/// milliseconds. Ends when it is dropped, done or not.
#[derive(Default)]
pub struct Touching {
    shared: Arc<Parts>,
    crew: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Parts {
    /// The part that nobody has taken yet.
    next: AtomicUsize,
    stop: AtomicBool,
}

impl Parts {
    /// Touches part after part, until there are no more or `is_over`.
    fn work(&self, table: &Table, is_over: impl Fn() -> bool) {
        while !self.stop.load(Relaxed) && !is_over() {
            if !table.touch(self.next.fetch_add(1, Relaxed)) {
                return;
            }
        }
    }
}

impl Touching {
    /// Touches `table`, and returns when that is done or has taken [`WAIT`]; then it goes on.
    pub fn begin(table: &Arc<Table>) -> Self {
        let mut touching = Self::default();
        let over = Instant::now() + WAIT;
        if table.megabytes() > SMALL_MB {
            let processors = thread::available_parallelism().map_or(1, usize::from);
            for number in 0..(processors - 1).max(1) {
                let (shared, table) = (Arc::clone(&touching.shared), Arc::clone(table));
                // Only the first goes on.
                let is_over = move || number > 0 && Instant::now() >= over;
                let work = thread::Builder::new().spawn(move || shared.work(&table, is_over));
                touching.crew.extend(work);
            }
        }
        touching.shared.work(table, || Instant::now() >= over);
        touching
    }
}

impl Drop for Touching {
    fn drop(&mut self) {
        self.shared.stop.store(true, Relaxed);
        for thread in self.crew.drain(..) {
            // It cannot have panicked.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_may_take_three_quarters_of_all_memory_not_of_what_is_free() {
        assert_eq!(part_of(16 << 30, None), 12 << 10);
        assert_eq!(part_of(16 << 30, Some(8 << 30)), 6 << 10);
        assert_eq!(part_of(16 << 30, Some(u64::MAX)), 12 << 10);
        assert_eq!(part_of(1 << 20, None), 1);

        let mut system = System::new();
        system.refresh_memory();
        if system.total_memory() > 0 {
            let of_group = system.cgroup_limits().map(|group| group.total_memory);
            assert_eq!(most_table_mb(), part_of(system.total_memory(), of_group));
        }
    }

    #[test]
    fn all_of_a_table_is_touched_and_it_can_go_at_any_time() {
        for megabytes in [1, 3 * SMALL_MB] {
            let table = Arc::new(Table::new(megabytes));
            let mut touching = Touching::begin(&table);
            for thread in touching.crew.drain(..) {
                thread.join().unwrap();
            }
            let parts = touching.shared.next.load(Relaxed);
            assert!(parts > 0 && !table.touch(parts), "{parts} parts");
        }
        drop(Touching::begin(&Arc::new(Table::new(100))));
    }
}
