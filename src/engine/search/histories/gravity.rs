//! The entries of a history: numbers that every lesson draws towards the ends of their range, the less the nearer
//! they are ("gravity", as in Stockfish).

use base::pages::{Pages, prefetch};

/// Entries that begin at `START` and stay within ±`MOST`.
///
/// Memory holds the distance from `START`: what was never written to is a beginning, and costs nothing.
pub struct Entries<const START: i32, const MOST: i32>(Pages<i16>);

impl<const START: i32, const MOST: i32> Entries<START, MOST> {
    /// `count` of them, of which nothing is known.
    pub fn new(count: usize) -> Self {
        Self(Pages::new(count))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Entry `index`.
    #[inline]
    pub fn get(&self, index: usize) -> i32 {
        i32::from(self.0[index]) + START
    }

    /// Asks the processor to fetch entry `index`.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        prefetch(&self.0[index]);
    }

    /// Part `number` of all, each of `N` entries.
    #[inline]
    pub fn part<const N: usize>(&self, number: usize) -> Part<'_, START, N> {
        Part(&self.0.as_chunks().0[number])
    }

    /// Draws entry `index` by `bonus` towards one end.
    #[inline]
    pub fn update(&mut self, index: usize, bonus: i32) {
        let (value, bonus) = (self.get(index), bonus.clamp(-MOST, MOST));
        let updated = value + bonus - value * bonus.abs() / MOST;
        self.0[index] = (updated - START) as i16;
    }
}

/// Some of these entries, which many moves ask for in turn.
#[derive(Clone, Copy)]
pub struct Part<'a, const START: i32, const N: usize>(&'a [i16; N]);

impl<const START: i32, const N: usize> Part<'_, START, N> {
    /// Entry `index` of them.
    #[inline]
    pub fn get(self, index: usize) -> i32 {
        i32::from(self.0[index]) + START
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_approach_their_ends_and_never_pass_them() {
        let mut entries = Entries::<-500, 8000>::new(2);
        assert_eq!(entries.get(1), -500);
        for _ in 0..1000 {
            entries.update(1, 1600);
        }
        assert!(entries.get(1) > 7200 && entries.get(1) <= 8000);
        for _ in 0..1000 {
            entries.update(1, -100_000);
        }
        assert_eq!((entries.get(0), entries.get(1)), (-500, -8000));
        entries.clear();
        assert_eq!(entries.get(1), -500);
    }
}
