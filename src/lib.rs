//! Kyomi, a USI shogi engine that searches by interest instead of depth.
//!
//! The rooms of the house, from the ground up; each knows only those above it in this list, and
//! `tests/architecture.rs` holds them to it:
//!
//! 1. [`shogi`]: the rules. Bitboards, positions, legal moves, exchanges, repetition,
//!    declaration, SFEN. Beside them [`svg`]: drawings.
//! 2. [`eval`]: what a position is worth. [`record`]: games as files.
//! 3. [`search`]: choosing a move. One façade, [`search::Engine`]; typed reports, no printing.
//!    [`tsume`]: proving mates.
//! 4. [`usi`]: talking to a graphical interface.
//! 5. [`selfplay`], [`suite`], [`bench`]: what is done with an engine from the command line.
//! 6. [`report`]: the results of a match as a page to look at. [`learn`]: data, nets, costs of moves
//!    and constants from the engine's own games. [`lab`]: experiments that show what an idea is
//!    worth.
//! 7. [`cli`]: the command line itself; `main` only calls it.
//!
//! The seams: [`search::Listener`] (search to outside), [`search::Limits`] and
//! [`search::Settings`] (outside to search), [`usi::grammar`] (text to types and back),
//! [`selfplay::players::Player`] and [`selfplay::observer::Observer`] (match to engine, match to
//! whoever follows it).

pub mod bench;
pub mod cli;
pub mod eval;
pub mod lab;
pub mod learn;
pub mod record;
pub mod report;
pub mod search;
pub mod selfplay;
pub mod shogi;
pub mod suite;
pub mod svg;
pub mod tsume;
pub mod usi;
