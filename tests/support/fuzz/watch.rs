//! What an input costs: memory, counted by the allocator, and time, looked at by a thread of its own.

// An allocator cannot be written otherwise.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The system's allocator, which counts.
pub struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn took(bytes: usize) {
    let held = HELD.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(held, Relaxed);
}

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        took(size);
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// Begins to count for an input: what is held now, in bytes.
pub fn begin() -> usize {
    let held = HELD.load(Relaxed);
    PEAK.store(held, Relaxed);
    held
}

/// The most that was held since, beyond `before`.
pub fn peak(before: usize) -> usize {
    PEAK.load(Relaxed).saturating_sub(before)
}

/// The input at hand: when it began, and what it is.
type AtHand = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// Keeps the input at hand, so that it can be told if the program does not come back from it.
#[derive(Clone, Default)]
pub struct Watch(AtHand);

impl Watch {
    /// A watch that ends the program when an input takes longer than `limit`, and writes every input
    /// that is not survived to the file `kept`.
    pub fn start(limit: Duration, kept: PathBuf) -> Self {
        let watch = Self::default();
        let (of_panics, hangs, file) = (watch.clone(), watch.clone(), kept.clone());
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            usual(panic);
            of_panics.keep(&kept);
            process::exit(1);
        }));
        thread::spawn(move || {
            loop {
                thread::sleep(limit / 4);
                if hangs.elapsed().is_some_and(|time| time > limit) {
                    eprintln!("an input takes longer than {} s", limit.as_secs());
                    hangs.keep(&file);
                    process::exit(1);
                }
            }
        });
        watch
    }

    /// Takes note of an input, or of none.
    pub fn at_hand(&self, input: Option<&[u8]>) {
        let mut at_hand = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *at_hand = input.map(|input| (Instant::now(), input.to_vec()));
    }

    fn elapsed(&self) -> Option<Duration> {
        let at_hand = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        at_hand.as_ref().map(|(began, _)| began.elapsed())
    }

    fn keep(&self, path: &PathBuf) {
        let at_hand = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, input)) = at_hand.as_ref() {
            match fs::write(path, input) {
                Ok(()) => eprintln!("the input is kept in {}", path.display()),
                Err(error) => eprintln!("the input cannot be kept: {error}"),
            }
        }
    }
}
