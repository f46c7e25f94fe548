//! Proving mates: given a position, is there a mate by checks all the way, and which? Layer 3,
//! beside the search: knows the rules only; never prints.
//!
//! [`solve`] is the one way in. Inside, from the bottom: `value` ← `path`, `table`, `look`,
//! `children`, `limits` ← `search` ← `line` ← this file.
//!
//! What must hold: an answer is proven. A mate is one against every defence, with every piece
//! dropped between counted; no mate means that no sequence of checks of any length mates. If
//! neither is proven within the limits, the answer says so. The past of the game is not looked at.

mod children;
mod limits;
mod line;
mod look;
mod path;
mod search;
mod table;
mod value;

use crate::shogi::{Checks, Move, Position};
use limits::Watch;
pub use limits::{MateLimits, MateProgress};
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

/// No line is searched deeper.
const DEEPEST: u16 = 3000;

impl MateProblem {
    /// Looks for a mate until one is proven, none is, a limit is reached or `stop` becomes true;
    /// `listener` hears every second how far it has come.
    pub fn solve(
        &self,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(&MateProgress) + Send),
    ) -> MateReport {
        thread::scope(|scope| {
            thread::Builder::new()
                .name("tsume".to_owned())
                .stack_size(256 << 20)
                .spawn_scoped(scope, || self.run(stop, listener))
                .ok()
                .and_then(|thread| thread.join().ok())
        })
        .unwrap_or(MateReport {
            answer: MateAnswer::NotDecided,
            progress: MateProgress::default(),
        })
    }

    fn run(&self, stop: &AtomicBool, listener: &mut dyn FnMut(&MateProgress)) -> MateReport {
        let watch = Watch::new(self.limits, stop, listener);
        let mut search = Search::new(&self.position, Table::new(self.hash_mb), watch);
        let answer = self.answer(&mut search);
        MateReport {
            answer,
            progress: search.watch.progress(search.table.permille()),
        }
    }

    fn answer(&self, search: &mut Search) -> MateAnswer {
        if Checks::against(&self.position, self.position.side().flip()).in_check() {
            // No position of a game: the king could be taken.
            return MateAnswer::NotDecided;
        }
        let value = search.decide(DEEPEST);
        if value.is_no_mate() && value.plies == ANY_PLIES {
            return MateAnswer::NoMate;
        }
        if !value.is_mate() {
            return MateAnswer::NotDecided;
        }
        let line = search.line(value.plies);
        line.map_or(MateAnswer::NotDecided, MateAnswer::Mate)
    }
}
