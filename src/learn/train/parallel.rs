//! Work shared out among threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does `work` on each of `items`, on `threads` threads that take the next item when free.
pub fn for_each<T: Send>(threads: usize, items: &mut [T], work: impl Fn(&mut T) + Sync) {
    let helpers = threads.min(items.len()).saturating_sub(1);
    let queue = Mutex::new(items.iter_mut());
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_off = || {
        while let Some(item) = take() {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(work_off);
        }
        work_off();
    });
}

#[cfg(test)]
mod tests {
    use super::for_each;

    #[test]
    fn every_item_is_done_once() {
        for threads in [1, 2, 5, 64] {
            let mut items: Vec<u32> = (0..37).collect();
            for_each(threads, &mut items, |item| *item += 100);
            assert!(items.into_iter().eq(100..137), "{threads} threads");
        }
    }
}
