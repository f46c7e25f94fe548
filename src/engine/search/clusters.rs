//! The memory of the table: zero from the start, given by the system page by page when it is first
//! written to, and kept until the table goes.
//!
//! What must hold: to have it costs no time however large it is; [`Clusters::touch`] makes the system
//! give a part of it before it is needed, and changes nothing that stands there.

use crate::pages::Pages;
use bytemuck::Zeroable;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many entries share a cache line.
pub const WAYS: usize = 4;
/// Bytes of the smallest page of memory.
const PAGE: usize = 4096;
/// Bytes that [`Clusters::touch`] touches at once: less than a tenth of a second's work, and whole
/// large pages.
const PART: usize = 16 << 20;

/// Room for an entry.
#[derive(Default, Zeroable)]
pub struct Slot {
    /// The first word.
    pub check: AtomicU64,
    /// The second.
    pub data: AtomicU64,
}

/// Entries that share a cache line.
#[derive(Default, Zeroable)]
#[repr(align(64))]
pub struct Cluster(pub [Slot; WAYS]);

impl Cluster {
    /// Empties its slots.
    pub fn clear(&self) {
        for slot in &self.0 {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }
}

/// Clusters, all of them empty at first.
pub struct Clusters(Pages<Cluster>);

impl Clusters {
    /// `wanted` clusters (at least one), or the largest half, quarter, … of them for which there is
    /// room.
    pub fn new(wanted: usize) -> Self {
        let mut count = wanted.max(1);
        loop {
            match Pages::try_new(count) {
                Some(clusters) => return Self(clusters),
                None if count == 1 => return Self(Pages::new(1)),
                None => count /= 2,
            }
        }
    }

    /// Has the system give the memory of part `number`. False if there is no such part.
    pub fn touch(&self, number: usize) -> bool {
        let length = PART / size_of::<Cluster>();
        let from = number.saturating_mul(length);
        let Some(part) = self.get(from..self.len().min(from.saturating_add(length))) else {
            return false;
        };
        for cluster in part.iter().step_by(PAGE / size_of::<Cluster>()) {
            // A write: to look at a page that was never written to gives none.
            let data = &cluster.0[0].data;
            let _ = data.compare_exchange(0, 0, Relaxed, Relaxed);
        }
        !part.is_empty()
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_empty_in_line_and_unchanged_by_touching() {
        let clusters = Clusters::new(PART / size_of::<Cluster>() + 5);
        assert_eq!(clusters.as_ptr() as usize % 64, 0);
        let data = |cluster: &Cluster| cluster.0[0].data.load(Relaxed);
        assert!(clusters.iter().step_by(999).all(|it| data(it) == 0));
        clusters[0].0[0].data.store(7, Relaxed);
        assert!(clusters.touch(0) && clusters.touch(1) && !clusters.touch(2));
        assert_eq!((data(&clusters[0]), data(&clusters[64])), (7, 0));
        assert!(!clusters.touch(usize::MAX));
    }

    #[test]
    fn what_there_is_no_room_for_is_halved() {
        assert_eq!(Clusters::new(0).len(), 1);
    }
}
