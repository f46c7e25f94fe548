//! Learning from the engine's own games. Layer 6: it plays by `selfplay`; nothing at play time
//! needs it.
//!
//! [`dataset`] is the games as files, which everything else here writes or reads.

pub mod dataset;
pub mod train;
