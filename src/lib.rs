//! Kyomi, a shogi engine that speaks USI and searches by interest instead of depth.
//!
//! The program `usi-engine` is made of this library, and other programs can use the same parts. A
//! position is searched so:
//!
//! ```
//! use usi_engine::search::{Engine, Limits, Settings};
//! use usi_engine::shogi::game::Game;
//!
//! let (game, _) = Game::parse("startpos moves 7g7f 3c3d")?;
//! let mut engine = Engine::new(Settings { hash_mb: 16, ..Settings::default() });
//! engine.set_game(game);
//! let outcome = engine.search(Limits::nodes(1000), &mut ());
//! println!("{:?}: {:?} by {:?}", outcome.decision, outcome.score, outcome.info.pv);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For other programs:
//!
//! - [`shogi`]: the rules. Positions, legal moves, SFEN, repetition, declaration.
//! - [`eval`]: what a position is worth: a network, or a hand-made formula.
//! - [`search`]: choosing a move. [`search::Engine`] takes [settings](search::Settings), a game and
//!   [limits](search::Limits); a [listener](search::Listener) hears how it goes.
//! - [`usi::grammar`]: every line of the USI protocol as a type, in both directions.
//! - [`record`]: games as files: CSA, KIF, lines of moves.
//! - [`stats`]: what counted games say: Elo with its error, sequential tests, ratings.
//!
//! # The map
//!
//! All modules, from the ground up. Each knows only those of lower numbers, and
//! `tests/all/architecture.rs` holds them to it:
//!
//! 1. `shogi`. Beside it, each alone: `stats`; `files`, which survive whatever stops the program;
//!    `random`, random numbers by seed and number; `prefetch`, memory before it is needed; `draw`,
//!    drawings; `page`, pages for a browser; `columns`, text on a terminal; `shell`, commands as they
//!    are pasted; `progress`, how far a long run is.
//! 2. `eval` and `record`; `tsume`, which proves mates; `book`, opening books; `opponent`, a player's
//!    habits.
//! 3. `search`.
//! 4. `usi`: a conversation with a graphical interface, its options, its grammar.
//! 5. `selfplay` (matches), `bench` (the signature).
//! 6. `conformance` (does an engine keep to the protocol?), `report` (a match as a page to look at),
//!    `explain` (what a search says of its moves, for people), `learn` (games to learn from,
//!    networks, numbers of the search).
//! 7. `lab`: experiments that show what an idea is worth; `suite`: positions with known answers, run
//!    through any player, and found in games; `analyze`: a recorded game judged move by move; `play`:
//!    a game against a person on a terminal.
//! 8. `cli`: the command line; `main` only calls it.

mod analyze;
#[doc(hidden)]
pub mod bench;
#[doc(hidden)]
pub mod book;
#[doc(hidden)]
pub mod cli;
mod columns;
mod conformance;
mod draw;
pub mod eval;
mod explain;
#[doc(hidden)]
pub mod files;
mod lab;
#[doc(hidden)]
pub mod learn;
mod opponent;
mod page;
mod play;
mod prefetch;
mod progress;
mod random;
pub mod record;
mod report;
pub mod search;
#[doc(hidden)]
pub mod selfplay;
mod shell;
pub mod shogi;
pub mod stats;
#[doc(hidden)]
pub mod suite;
#[doc(hidden)]
pub mod tsume;
pub mod usi;
