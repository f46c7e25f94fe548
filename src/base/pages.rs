//! Memory that is read at random: all zero from the start, given by the system page by page when it is first
//! written to, and in pages of 2 MiB where the system has such.
//!
//! To look up where one of thousands of small pages lies costs as much as the memory itself. All memory in large
//! pages (`GLIBC_TUNABLES=glibc.malloc.hugetlb=1`) instead of the table alone took 15 % of the CPU time of
//! `bench --depth 10` (median of five pairs, 3 to 17 %, 2026-11-27).
//!
//! What must hold: to have it costs no time however large it is. [`prefetch`] asks for some of it before it is
//! needed, so that the processor need not wait for it.

use bytemuck::Zeroable;
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Bytes of a large page. Under Miri, which takes a microsecond for a number, it is a small one.
const LARGE: usize = if cfg!(miri) { 4 << 10 } else { 2 << 20 };

/// A slice in memory of its own.
pub struct Pages<T> {
    /// What the allocator gave.
    block: NonNull<u8>,
    layout: Layout,
    /// The first member, in `block`.
    first: NonNull<T>,
    count: usize,
}

// SAFETY: it owns its members.
#[allow(unsafe_code)]
unsafe impl<T: Send> Send for Pages<T> {}
// SAFETY: as above.
#[allow(unsafe_code)]
unsafe impl<T: Sync> Sync for Pages<T> {}

impl<T: Zeroable> Pages<T> {
    /// `count` zeros.
    pub fn new(count: usize) -> Self {
        Self::try_new(count).unwrap_or_else(|| handle_alloc_error(Layout::new::<T>()))
    }

    /// The same, none if there is no room.
    #[allow(unsafe_code)]
    pub fn try_new(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<T>())?;
        let edge = if bytes < LARGE {
            align_of::<T>()
        } else {
            LARGE.max(align_of::<T>())
        };
        // More, to begin at an edge. An allocator that is asked for more than the alignment of a number
        // clears memory itself, and so touches all of it.
        let layout = Layout::from_size_align(bytes.checked_add(edge)?, align_of::<u64>()).ok()?;
        // SAFETY: the size is not zero.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = block.align_offset(edge);
        debug_assert!(skipped <= edge);
        // SAFETY: what is skipped is no more than there is more.
        let first: NonNull<T> = unsafe { block.add(skipped) }.cast();
        ask_for_large_pages(first.cast(), bytes);
        Some(Self {
            block,
            layout,
            first,
            count,
        })
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[T] {
        // SAFETY: there are so many members, and zeros are such.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline]
    #[allow(unsafe_code)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has them.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.count) }
    }
}

impl<T> Drop for Pages<T> {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        // SAFETY: the allocator gave it for this layout, and nothing is lent any more. Numbers have nothing to
        // drop.
        unsafe { dealloc(self.block.as_ptr(), self.layout) };
    }
}

impl<T: Copy + Zeroable> From<&[T]> for Pages<T> {
    fn from(members: &[T]) -> Self {
        let mut pages = Self::new(members.len());
        pages.copy_from_slice(members);
        pages
    }
}

impl<T: Copy + Zeroable> Clone for Pages<T> {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl<T: PartialEq> PartialEq for Pages<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Pages<T> {}

/// Asks the system to put what has not been used yet of so many bytes from `first` on into large pages.
/// Where the system does not, nothing changes. Miri does not know the call.
#[allow(unsafe_code)]
fn ask_for_large_pages(first: NonNull<u8>, bytes: usize) {
    #[cfg(all(target_os = "linux", not(miri)))]
    if bytes >= LARGE {
        // SAFETY: the memory begins at a page and is that of the members up to the last page; the advice does
        // not change what it holds.
        let _ = unsafe {
            rustix::mm::madvise(
                first.as_ptr().cast(),
                bytes,
                rustix::mm::Advice::LinuxHugepage,
            )
        };
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = (first, bytes);
}

/// Asks the processor to fetch the cache line in which `place` begins.
#[inline]
#[allow(unsafe_code)]
pub fn prefetch<T: ?Sized>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of every x86-64 processor, and a prefetch of a valid reference reads and
    // changes nothing.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_zero_in_line_and_kept() {
        for count in [0, 1, 1000, LARGE / 8, LARGE / 8 * 3 + 5] {
            let mut pages = Pages::<u64>::new(count);
            assert!(pages.len() == count && pages.iter().all(|&it| it == 0));
            let edge = if count * 8 < LARGE { 8 } else { LARGE };
            assert_eq!(pages.as_ptr() as usize % edge, 0);
            (0..).zip(pages.iter_mut()).for_each(|(at, it)| *it = at);
            let copy = pages.clone();
            assert!(copy == pages && copy.iter().copied().eq(0..count as u64));
        }
    }

    #[test]
    fn what_there_is_no_room_for_is_not_given() {
        assert!(Pages::<u64>::try_new(usize::MAX / 8).is_none());
    }
}
