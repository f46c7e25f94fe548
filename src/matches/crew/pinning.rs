//! Which core a worker runs on.

use std::thread;

/// How many cores there are for this process; 1 if that cannot be found out.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Keeps the current thread, the worker with this number, and what it starts on one of the cores
/// that it may use, in turn; returns the core's number. Where processes do not inherit this from
/// threads (Windows), `players/process.rs` sees to it.
///
/// # Errors
/// If the system does not allow it, in words.
pub fn pin(worker: usize) -> Result<usize, String> {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    let core = cores.get(worker % cores.len().max(1));
    match core.filter(|core| core_affinity::set_for_current(**core)) {
        Some(core) => Ok(core.id),
        None => Err(format!(
            "worker {} runs on any core: the system refused to pin it",
            worker + 1
        )),
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    /// The cores of the current thread, as Linux lists them.
    fn allowed() -> String {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("Cpus_allowed_list"));
        line.unwrap().split_whitespace().last().unwrap().to_owned()
    }

    #[test]
    fn a_pinned_thread_and_its_children_keep_to_their_core() {
        let before = allowed();
        let pinned = thread::spawn(|| {
            let core = pin(cores()).unwrap();
            let child = thread::spawn(allowed).join().unwrap();
            assert_eq!([allowed(), child], [core.to_string(), core.to_string()]);
        });
        pinned.join().unwrap();
        assert_eq!(allowed(), before);
    }
}
