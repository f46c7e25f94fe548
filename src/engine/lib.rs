//! The engine alone, for whoever embeds it: the rules of shogi, what positions are worth, the search by
//! interest, mates, game records, opening books, and the conversation with a graphical interface.
//!
//! A position is searched so:
//!
//! ```
//! use kyomi_engine::player::{Engine, Settings};
//! use kyomi_engine::search::Limits;
//! use kyomi_engine::shogi::game::Game;
//!
//! let (game, _) = Game::parse("startpos moves 7g7f 3c3d")?;
//! let mut engine = Engine::new(Settings { hash_mb: 16, ..Settings::default() });
//! engine.set_game(game);
//! let outcome = engine.search(Limits::nodes(1000), &mut ());
//! println!("{:?}: {:?} by {:?}", outcome.decision, outcome.score, outcome.info.pv);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What must hold: nothing here plays matches, draws pages or knows the command line. The map of the
//! house is in `docs/develop.md`.

#[macro_use]
pub mod knobs;

pub mod bench;
pub mod book;
pub mod eval;
pub mod habits;
pub mod mate;
pub mod packed;
pub mod platform;
pub mod player;
pub mod record;
pub mod search;
pub mod shogi;
pub mod textbook;
pub mod usi;
