//! What everything stands on and nothing of shogi: files and journals, memory, random numbers, work on many threads and
//! how far it is, text on a terminal, and commands for shells.
//!
//! What must hold: what is written is there as a whole or not at all, whenever the machine stops, and nothing here knows a
//! crate above it.

pub mod files;
pub mod pages;
// A module in a browser has neither a terminal nor threads.
#[cfg(not(target_family = "wasm"))]
pub mod progress;
pub mod random;
pub mod shell;
pub mod table;
#[cfg(not(target_family = "wasm"))]
pub mod work;

/// Bytes of the stack of a thread that may search for a mate: deep recursions, of which the system gives memory only as
/// it is used.
pub const STACK_BYTES: usize = 256 << 20;
