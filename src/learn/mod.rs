//! Learning from the engine's own games. Layer 6: it plays by `selfplay`; nothing at play time
//! needs it.
//!
//! [`dataset`] is the games as files, which everything else here writes or reads; `datagen`
//! plays them; `summary` says what is in them; `export` writes them for other programs;
//! `train` makes networks of them; `spsa` tunes numbers of the search by games.

pub(crate) mod datagen;
pub mod dataset;
pub(crate) mod export;
pub(crate) mod spsa;
pub(crate) mod summary;
pub(crate) mod train;
