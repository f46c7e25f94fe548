//! The standard library, but with locks that the race detector sees: those of the real one are compiled
//! without it, so that it would take what they guard for races. No fairness, no poison, no sleep.

pub use std::*;

/// As `std::sync`.
pub mod sync {
    pub use std::sync::*;

    use std::cell::UnsafeCell;
    use std::ops::{Deref, DerefMut};
    use std::sync::atomic::{
        AtomicBool,
        Ordering::{Acquire, Release},
    };
    use std::thread::yield_now;

    /// A lock.
    #[derive(Default)]
    pub struct Mutex<T> {
        locked: AtomicBool,
        value: UnsafeCell<T>,
    }

    // SAFETY: only who holds the lock has the value.
    unsafe impl<T: Send> Sync for Mutex<T> {}

    /// The value of a lock that is held.
    pub struct MutexGuard<'a, T>(&'a Mutex<T>);

    impl<T> Mutex<T> {
        /// A lock around `value`.
        pub fn new(value: T) -> Self {
            Self {
                locked: AtomicBool::new(false),
                value: UnsafeCell::new(value),
            }
        }

        /// Waits for the lock.
        pub fn lock(&self) -> Result<MutexGuard<'_, T>, PoisonError<MutexGuard<'_, T>>> {
            while self.locked.swap(true, Acquire) {
                yield_now();
            }
            Ok(MutexGuard(self))
        }
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            // SAFETY: the lock is held.
            unsafe { &*self.0.value.get() }
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            // SAFETY: the lock is held.
            unsafe { &mut *self.0.value.get() }
        }
    }

    impl<T> Drop for MutexGuard<'_, T> {
        fn drop(&mut self) {
            self.0.locked.store(false, Release);
        }
    }

    /// Waiting for a change, which may end at any time.
    #[derive(Default)]
    pub struct Condvar;

    impl Condvar {
        /// Lets the lock go for a moment, again and again, as long as it holds what is to change.
        pub fn wait_while<'a, T>(
            &self,
            mut guard: MutexGuard<'a, T>,
            mut is_as_before: impl FnMut(&mut T) -> bool,
        ) -> Result<MutexGuard<'a, T>, PoisonError<MutexGuard<'a, T>>> {
            while is_as_before(&mut guard) {
                let lock = guard.0;
                drop(guard);
                yield_now();
                guard = lock.lock()?;
            }
            Ok(guard)
        }

        /// Whoever waits looks by itself.
        pub fn notify_all(&self) {}
    }
}
