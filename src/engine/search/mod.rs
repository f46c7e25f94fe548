//! The search by interest, and the kinds of search that it is compared with.
//!
//! A `Worker` runs the iterations of `root`; each is a tree of `node`s, which are generic over a
//! [style](styles), ending in `quiescence`. A node asks `ordering` for its moves, of which `picked` finds out what
//! they do, `interest` for what they cost, and the numbers of [`config`] throughout. Books, levels, the mate
//! solver at the root and threads are the business of [`player`](crate::player), whose
//! [`Engine`](crate::player::Engine) is the one way in. Never prints.
//!
//! Words, beyond those that every engine uses:
//!
//! - *interest*: how lively a move is. The interest it has lost is its cost above an ordinary ply.
//! - *cost*: what a move takes from the budgets, in centi-plies; 100 is an ordinary ply.
//! - *budget*: what a side may still spend on a line. A line ends when it is spent.
//! - *tally*: the account from which a move is paid: one for each side, or one for both.
//! - *overdraft*: how far beyond its budget a side may go for one move before the move is pruned.
//! - *term*: a part of a move's cost, one entry of `config/knobs.rs`.
//! - *knob*: a number of the search that can be set; a *preset* is a kind of search as knobs.
//! - *similarity*: a move shares traits with moves already searched at the node, and costs more.
//! - *negative plausibility*: points of a move that was searched before a cut and did not cut.
//! - *verification*: the second search, at ordinary cost, of a move that beat alpha at a higher one.
//! - *noisy*: a capture or a pawn's promotion; all other moves are *quiet*.

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
mod ends;
pub mod explanation;
pub(crate) mod facts;
mod game_rules;
pub(crate) mod histories;
pub(crate) mod interest;
mod limits;
mod node;
pub(crate) mod noise;
mod ordering;
mod path;
mod penalties;
mod picked;
mod quiescence;
pub(crate) mod report;
pub(crate) mod root;
mod sampler;
pub(crate) mod signals;
pub mod styles;
mod threat;
pub(crate) mod tt;
pub(crate) mod worker;

pub use clock::{Clock, TimeSettings};
pub use config::SearchConfig;
pub use ends::{End, Ends};
pub use explanation::Explanation;
pub use limits::{ClockReading, Limits};
pub use report::{Bound, Decision, Info, Listener, Outcome, Score};
