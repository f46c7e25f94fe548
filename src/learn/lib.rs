//! Learning from the engine's own games. Layer 6: it plays by `selfplay`; nothing at play time
//! needs it.
//!
//! [`dataset`] is the games as files, which everything else here writes or reads; `games` reads those, records and
//! journals alike; `import` makes games to learn from of journals; `book` makes opening books; `datagen` plays games to learn from; `win_rate` is how their scores became results, by which `summary` says what is in
//! them and `fit` what a network's values are worth; `export` writes them for other programs;
//! `train` makes networks of them; `spsa` tunes numbers of the search by games.

pub mod book;
pub mod datagen;
pub mod dataset;
pub mod export;
pub mod fit;
pub mod games;
pub mod import;
pub mod spsa;
pub mod summary;
pub mod train;
mod win_rate;
