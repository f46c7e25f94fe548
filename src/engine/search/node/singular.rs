//! Whether the table's move stands alone: then it is worth a deeper look.
//!
//! Idea: singular extensions (T. Anantharaman, M. Campbell and F. Hsu, 1988), in today's form: the
//! other moves are searched with half the budget against a value a margin below the table's. If
//! none reaches it, the move is singular and costs less (`singular_bonus`); if they hold beta even
//! so, several moves cut and the node ends (multi-cut).

use super::{Node, PLY};
use crate::eval::is_mate;
use crate::search::ends::End;
use crate::search::report::Bound;
use crate::search::signals::Shared;
use crate::search::styles::Style;
use crate::search::worker::Worker;
use crate::shogi::Move;
use crate::shogi::movegen::is_legal;

/// How much less the table's entry may reach than the node, in centi-plies.
const SHORT: i32 = 3 * PLY;

impl Worker {
    /// Finds out whether the table's move is singular, or that it is not needed for a cut.
    #[inline]
    pub(super) fn judge_table_move<S: Style>(
        &mut self,
        shared: &Shared,
        node: &mut Node,
    ) -> Option<i32> {
        let config = &self.settings.config;
        let entry = node.known?;
        let applies = config.singular_margin > 0
            && node.ply > 0
            && node.ply < 2 * self.root.iteration as usize
            && node.budget.mean() >= config.singular_from
            && node.excluded.is_none()
            && entry.bound != Bound::Upper
            && entry.budget.mean() >= node.budget.mean() - SHORT
            && !is_mate(entry.value)
            && is_legal(&self.path.pos, &self.path.stack[node.ply].checks, entry.mv);
        if applies {
            self.search_alternatives::<S>(shared, node, entry.value)
        } else {
            None
        }
    }

    fn search_alternatives<S: Style>(
        &mut self,
        shared: &Shared,
        node: &mut Node,
        value: i32,
    ) -> Option<i32> {
        let config = &self.settings.config;
        let bonus = config.singular_bonus;
        let bar = value - config.singular_margin * node.budget.mean() / PLY;
        let ply = node.ply;
        self.path.stack[ply].excluded = node.table_move;
        let others = self.node::<S>(shared, bar - 1, bar, node.budget.half(), ply, node.cut);
        self.path.stack[ply].excluded = Move::NONE;
        if self.stopped {
            return Some(0);
        }
        if others < bar {
            node.singular = bonus;
        } else if bar >= node.beta && !node.pv {
            return Some(self.ended(End::MultiCut, bar));
        }
        None
    }
}
