//! Learning from the engine's own games. Layer 6: it plays by `selfplay`; nothing at play time
//! needs it.
//!
//! [`interest`] fits the costs of moves to what becomes of them.

pub mod interest;
