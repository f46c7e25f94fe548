//! Whether the table's move stands alone: then it is worth a deeper look.
//!
//! Idea: singular extensions (T. Anantharaman, M. Campbell and F. Hsu, 1988), in today's form: the
//! other moves are searched with half the budget against a value a margin below the table's. If
//! none reaches it, the move is singular and costs less (`singular_bonus`); if they hold beta even
//! so, several moves cut and the node ends (multi-cut).

use super::{Node, PLY};
use crate::eval::is_mate;
use crate::search::ends::End;
use crate::search::facts::when;
use crate::search::ordering::is_noisy;
use crate::search::report::Bound;
use crate::search::signals::Shared;
use crate::search::styles::Style;
use crate::search::worker::Worker;
use crate::shogi::Move;
use crate::shogi::movegen::is_legal;

/// How much less the table's entry may reach than the node, in centi-plies.
const SHORT: i32 = 3 * PLY;
/// How much further the others fall short for a second and a third grade, in centipawns,
const FURTHER_GRADES: [i32; 2] = [10, 60];
/// more in nodes of the principal variation, and less where the table's move is quiet.
const PV_GRADE: i32 = 180;
const QUIET_GRADE: i32 = 160;

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

    /// Searches the alternatives of the table's move, which is worth `value`.
    ///
    /// Idea of the grades: Stockfish and `YaneuraOu`. The further the others fall short, the more deeply the move
    /// is looked at, and the whole node with it. A move that is not singular costs more where a cut is expected.
    fn search_alternatives<S: Style>(
        &mut self,
        shared: &Shared,
        node: &mut Node,
        value: i32,
    ) -> Option<i32> {
        let config = &self.settings.config;
        let (bonus, grades) = (config.singular_bonus, config.singular_grades);
        let (above, expected) = (config.table_cut_cost, config.not_singular_cost);
        let twice = if node.was_pv && !node.pv && grades > 1 {
            2
        } else {
            1
        };
        let bar = value - twice * config.singular_margin * node.budget.mean() / PLY;
        let ply = node.ply;
        self.path.stack[ply].excluded = node.table_move;
        let others = self.node::<S>(shared, bar - 1, bar, node.budget.half(), ply, node.cut);
        self.path.stack[ply].excluded = Move::NONE;
        if self.stopped {
            return Some(0);
        }
        if others < bar {
            let quiet = !is_noisy(&self.path.pos, node.table_move);
            let shift = when(node.pv, PV_GRADE) - when(quiet, QUIET_GRADE);
            let further = FURTHER_GRADES.iter().take(grades as usize - 1);
            let reached = further.filter(|&&margin| others < bar - margin - shift);
            node.singular = bonus * (1 + reached.count() as i32);
            if grades > 1 {
                node.budget = node.budget.less(-PLY);
            }
        } else if bar >= node.beta && !node.pv {
            return Some(self.ended(End::MultiCut, bar));
        } else if value >= node.beta {
            node.singular = -above;
        } else if node.cut {
            node.singular = -expected;
        }
        None
    }
}
