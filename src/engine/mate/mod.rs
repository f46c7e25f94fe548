//! Proving mates: given a position, is there a mate by checks all the way, and which? Layer 2:
//! knows the rules only; never prints.
//!
//! [`MateProblem`] is the one way in. Inside, from the bottom: `hands`, `value` ← `path`, `table`,
//! `look`, `children` ← `node`, `memory` ← `limits` ← `search` ← `line` ← this file ← `parallel`;
//! `futile` stands apart.
//!
//! What must hold: an answer is proven. A mate is one against every defence, with every piece
//! dropped between counted; no mate means that no sequence of checks of any length mates. If
//! neither is proven within the limits, the answer says so. Of the game's past only those positions
//! matter that occurred three times.

mod children;
mod futile;
mod hands;
mod limits;
mod line;
mod look;
mod memory;
mod node;
mod parallel;
mod path;
mod search;
mod table;
mod value;

use crate::shogi::repetition::History;
use crate::shogi::{Checks, Move, Position};
pub use futile::length_without_futile;
use limits::Watch;
pub use limits::{MateLimits, MateProgress};
use memory::Memory;
use path::Path;
use search::Search;
use std::sync::atomic::AtomicBool;
use std::thread;
use table::Table;
use value::ANY_PLIES;

/// How a search for mate ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// The side to move mates by this line, in which the defender holds out as long as is known.
    Mate(Vec<Move>),
    /// There is no mate.
    NoMate,
    /// Neither was proven within the limits.
    NotDecided,
}

/// What a search for mate found, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateReport {
    /// The answer.
    pub answer: MateAnswer,
    /// Whether the mate is proven to be a shortest.
    pub is_shortest: bool,
    /// How far the search went.
    pub progress: MateProgress,
}

/// A question: is there a mate in this position?
#[derive(Clone, Debug)]
pub struct MateProblem {
    /// The position; the side to move attacks.
    pub position: Position,
    /// When to give up.
    pub limits: MateLimits,
    /// Memory for the table, in MiB.
    pub hash_mb: usize,
    /// Find a shortest mate.
    pub shortest: bool,
}

/// No line is searched deeper than so many plies.
pub const DEEPEST: u16 = 3000;

/// How deep an ordinary thread's stack lets [`MateProblem::solve_here`] go, in plies.
pub const DEEPEST_HERE: u16 = 200;

/// About how fast the solver is on one thread (November 2026), for those who turn time into nodes.
pub const NODES_PER_MS: u64 = 400;

/// What a search down to [`DEEPEST`] needs of a stack; pages that are not touched cost nothing.
pub const STACK_BYTES: usize = 256 << 20;

impl MateProblem {
    /// Looks for a mate until one is proven, none is, a limit is reached or `stop` becomes true;
    /// `listener` hears every second how far it has come. Takes a thread of its own.
    pub fn solve(
        &self,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(&MateProgress) + Send),
    ) -> MateReport {
        self.solve_after(&History::default(), 1, stop, listener)
    }

    /// [`MateProblem::solve`] with so many `threads`, for a position to which `history` led: coming to
    /// a position that occurred three times is no mate.
    pub fn solve_after(
        &self,
        history: &History,
        threads: usize,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(&MateProgress) + Send),
    ) -> MateReport {
        thread::scope(|scope| {
            thread::Builder::new()
                .name("tsume".to_owned())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || self.solve_by(threads, history, stop, listener))
                .ok()
                .and_then(|thread| thread.join().ok())
        })
        .unwrap_or(MateReport {
            answer: MateAnswer::NotDecided,
            is_shortest: false,
            progress: MateProgress::default(),
        })
    }

    /// [`MateProblem::solve_after`] on the calling thread. No line is searched deeper than `deepest`
    /// plies, at most [`DEEPEST`], for which the stack must have [`STACK_BYTES`]; where that is too
    /// little nothing is decided.
    pub fn solve_here(
        &self,
        history: &History,
        deepest: u16,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&MateProgress),
    ) -> MateReport {
        let watch = Watch::new(self.limits, stop, listener, None);
        let ended = history.thrice();
        let memory = Memory::Own(Table::new(self.hash_mb, !ended.is_empty()));
        let mut search = Search::new(&self.position, Path::new(ended), memory, watch);
        self.report(&mut search, deepest)
    }

    /// Searches, and tells what was found and what it cost.
    fn report(&self, search: &mut Search, deepest: u16) -> MateReport {
        let (answer, is_shortest) = self.answer(search, deepest);
        MateReport {
            answer,
            is_shortest,
            progress: search.watch.progress(&search.memory),
        }
    }

    fn answer(&self, search: &mut Search, deepest: u16) -> (MateAnswer, bool) {
        if Checks::against(&self.position, self.position.side().flip()).in_check() {
            // No position of a game: the king could be taken.
            return (MateAnswer::NotDecided, false);
        }
        let value = search.decide(deepest);
        if value.is_no_mate() && value.plies == ANY_PLIES {
            return (MateAnswer::NoMate, false);
        }
        if !value.is_mate() {
            return (MateAnswer::NotDecided, false);
        }
        let (line, is_shortest) = self.line(search, value.plies);
        match line {
            Some(line) => (MateAnswer::Mate(line), is_shortest),
            None => (MateAnswer::NotDecided, false),
        }
    }

    /// The line of a mate that is proven to take no more than `plies`, and whether it is a shortest.
    /// A limit that comes while shorter ones are looked for leaves the line known before.
    fn line(&self, search: &mut Search, plies: u16) -> (Option<Vec<Move>>, bool) {
        let known = search.line(plies, false);
        if !self.shortest || known.is_none() {
            return (known, plies == 1);
        }
        let (plies, is_shortest) = shorten(search, plies);
        match search.line(plies, is_shortest) {
            Some(line) => (Some(line), is_shortest),
            None => (known, false),
        }
    }
}

/// Looks for shorter and shorter mates below `plies` until there is none, or a limit is reached: in
/// how many plies the last one found mates, and whether it is a shortest.
fn shorten(search: &mut Search, mut plies: u16) -> (u16, bool) {
    while plies > 1 {
        let shorter = search.decide(plies - 2);
        if shorter.is_mate() {
            plies = shorter.plies;
        } else {
            return (plies, shorter.is_no_mate());
        }
    }
    (plies, true)
}
