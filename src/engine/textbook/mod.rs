//! The textbook: a second, plain search, in which every technique of game-tree search is one switch.
//!
//! It searches on a `Worker` of the search that plays ([`search`](crate::search)), so it has its line, table and limits,
//! the rules of the game and reports, and nothing of how it chooses among moves. Begin with `node.rs`, which is minimax
//! where all switches are off, and read what each adds: alpha-beta, iterative deepening (here), the table, the order of
//! moves (`order.rs`), quiescence, a mate in one, the check extension, the null move, late moves, singular moves; and the
//! two accounts and the law of costs of the article on interest search (`article.rs`). [`rules`] has the
//! list of switches. `kyomi-lab ladder` shows what each is worth.
//!
//! What must hold: with none but alpha-beta, order, deepening, zero windows and table, a search to a depth finds
//! minimax's value.

mod article;
mod node;
mod order;
pub mod rules;
#[cfg(test)]
mod tests;

use crate::eval::{INFINITE, mate_in};
use crate::search::Listener;
use crate::search::conventions::Own;
use crate::search::line::Paid;
use crate::search::root::LAST_ITERATION;
use crate::search::signals::Shared;
use crate::search::worker::Worker;
use crate::shogi::{Move, Undo};
use node::{Budget, Node, PLY};
use order::{Candidate, PLACES, POINTS};
pub use rules::{KNOBS, Knob, PRESETS, Rules};

/// Searches on `worker`, which was started, by `rules` until a limit is reached, and tells `listener` of every iteration.
/// What it found stands at the root of the worker.
pub fn search(worker: &mut Worker, rules: &Rules, shared: &Shared, listener: &mut dyn Listener) {
    Search {
        worker,
        rules,
        shared,
        list: Vec::new(),
        points: vec![0; POINTS],
        good: vec![Move::NONE; PLACES],
    }
    .deepen(listener);
}

/// A search.
///
/// What searches gives nothing once the search is stopped, and leaves the line as it was then.
struct Search<'a> {
    worker: &'a mut Worker,
    rules: &'a Rules,
    shared: &'a Shared<'a>,
    /// The moves of all nodes of the line, in the order in which they are tried.
    list: Vec<Candidate>,
    /// How often quiet moves caused cuts, by side and move.
    points: Vec<i32>,
    /// Quiet moves that were good, by place (`order.rs`).
    good: Vec<Move>,
}

impl Search<'_> {
    /// Iterations from the first, or the last alone, each a ply deeper than that before.
    fn deepen(&mut self, listener: &mut dyn Listener) {
        let depth = self.shared.limits.depth;
        let last = depth.unwrap_or(LAST_ITERATION).clamp(1, LAST_ITERATION);
        let at_once = depth.is_some() && self.rules.deepening == 0;
        for iteration in if at_once { last } else { 1 }..=last {
            self.worker.root.iteration = iteration;
            let expected = self.worker.root.moves[0].value;
            let budget = Budget([iteration as i32 * PLY; 2]);
            let root = Node::new([-INFINITE, INFINITE], budget, 0);
            if self.node(root).is_none() {
                break;
            }
            listener.info(&self.worker.info(self.shared, 0));
            // The best move is taken to be neither in doubt nor settled.
            if self.worker.content(self.shared, 2, expected) {
                break;
            }
        }
    }

    /// Makes `mv` at `ply`; nothing is given if the search is stopped there.
    fn make(&mut self, ply: usize, mv: Move) -> Option<Undo> {
        let undo = self.worker.make::<Own>(self.shared, ply, mv);
        (!self.worker.stopped).then_some(undo)
    }

    /// The value at `ply` if a rule of the game gives one.
    fn ruled(&self, ply: usize) -> Option<i32> {
        let line = &self.worker.line;
        let declares = ply > 0 && line.declares(ply);
        // All draws are alike, however many nodes were searched.
        let ruled = line.ruled(ply, 0);
        ruled.or(declares.then(|| mate_in(ply + 1)))
    }

    /// The value of a move that mates at once, if there is one and the side to move at `ply` is not in check.
    fn mate_at_once(&mut self, ply: usize) -> Option<i32> {
        let Worker { line, scratch, .. } = &mut *self.worker;
        line.find_squares(ply);
        if line.at(ply).in_check() {
            return None;
        }
        let mv = line.mate_in_one::<Own>(ply, scratch)?;
        line.at_mut(ply + 1).pv.clear();
        line.lead_with(ply, mv, Paid::default());
        Some(mate_in(ply + 1))
    }
}
