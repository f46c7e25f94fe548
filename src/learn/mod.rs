//! Learning from the engine's own games. Layer 6: it plays by `selfplay`; nothing at play time
//! needs it.
//!
//! [`dataset`] is the games as files, which everything else here writes or reads; [`datagen`]
//! plays them; [`summary`] says what is in them; [`export`] writes them for other programs;
//! [`train`] makes networks of them; [`spsa`] tunes numbers of the search by games.

pub mod datagen;
pub mod dataset;
pub mod export;
pub mod spsa;
pub mod summary;
pub mod train;
