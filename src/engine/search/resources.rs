//! What the machine can give a search: memory for the table, processors for threads.

use std::thread;
use sysinfo::{MemoryRefreshKind, System};

/// The part of the machine's memory, in percent, that a table may take.
const MEMORY_PERCENT: u64 = 75;
/// Threads per processor: with more, a search overruns its time.
const THREADS_PER_PROCESSOR: usize = 4;

/// The largest table, in MiB: three quarters of the memory of the machine, or of what a control group
/// leaves this program. No limit where the machine does not tell.
pub fn most_table_mb() -> usize {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let of_group = system
        .cgroup_limits()
        .map_or(u64::MAX, |group| group.total_memory);
    match system.total_memory().min(of_group) {
        0 => usize::MAX,
        bytes => ((bytes >> 20) * MEMORY_PERCENT / 100).max(1) as usize,
    }
}

/// The most threads that a search may have.
pub fn most_threads() -> usize {
    THREADS_PER_PROCESSOR * thread::available_parallelism().map_or(1, usize::from)
}
