//! Memory asked for before it is needed, so that the processor need not wait for it.

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
