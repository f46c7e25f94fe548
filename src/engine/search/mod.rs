//! The search: a conventional tree that is proven node by node, and interest as its law of costs.
//!
//! A `Worker` runs the iterations of `root`; each is a tree of `node`s. A node is settled, judged by its static value
//! (`judge`), has its moves picked (`picker`), charged and pruned (`cost`, `pruning`) and searched, and leaves what it has
//! learned to `histories`, `corrections` and the `table`; branches end in `quiescence`. What interest adds is a number of
//! terms of a move's cost: `similarity` and negative `plausibility` first of all. Books, levels, the mate solver at the
//! root and threads are the business of [`player`](crate::player), whose [`Engine`](crate::player::Engine) is the one way
//! in. Never prints.
//!
//! Values are in units: [`PAWN`](crate::eval::PAWN) of them are 100 centipawns. Words, beyond those that every engine
//! uses:
//!
//! - *cost*: what a move takes from the depth of its node: an ordinary ply and its *reduction*, in 1024ths of a ply.
//! - *term*: a part of a move's cost that has a name.
//! - *knob*: a number of the search that can be set; a *preset* is a kind of search as knobs.
//! - *similarity*: a move shares traits with moves already searched at the node, and costs more.
//! - *negative plausibility*: points of a move that was searched before a cut and did not cut.
//! - *order sum*: how good histories have the move that is searched from a node.
//! - *noisy*: what takes something; all other moves are *quiet*, pawns' promotions too.

/// Declares an enum whose variants are written with the words for them, all of them in order, and the function
/// that gives these words.
macro_rules! named {
    (
        $(#[$about:meta])+
        pub enum $enum:ident { $($(#[$each:meta])+ $variant:ident = $words:literal,)+ }
        $(#[$naming:meta])+
        pub fn $name:ident
    ) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $enum {
            $($(#[$each])+ $variant,)+
        }

        impl $enum {
            /// All of them, in order.
            pub const ALL: [Self; [$($words),+].len()] = [$(Self::$variant),+];

            $(#[$naming])+
            pub fn $name(self) -> &'static str {
                match self {
                    $(Self::$variant => $words,)+
                }
            }
        }
    };
}

pub mod clock;
pub mod config;
pub(crate) mod conventions;
pub(crate) mod corrections;
pub(crate) mod cost;
mod ends;
pub(crate) mod exchange;
mod explain;
pub mod explanation;
pub(crate) mod game_rules;
pub(crate) mod histories;
mod interest;
mod judge;
mod lessons;
mod limits;
pub(crate) mod line;
mod node;
pub(crate) mod noise;
pub(crate) mod picker;
mod plausibility;
pub mod proof;
mod pruning;
mod quiescence;
pub(crate) mod report;
pub(crate) mod root;
mod sampler;
pub(crate) mod signals;
mod similarity;
mod singular;
pub(crate) mod table;
pub(crate) mod worker;

pub use clock::{Clock, TimeSettings};
pub use config::SearchConfig;
pub use ends::{End, Ends};
pub use explanation::Explanation;
pub use limits::{ClockReading, Limits};
pub use report::{Bound, Decision, Info, Listener, Outcome, Score};
