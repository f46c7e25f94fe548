//! Whether the table's move stands alone, and is worth a deeper look, or is not needed for a cut.
//!
//! Idea: singular extensions (T. Anantharaman, M. Campbell and F. Hsu, 1988), in today's form: the other moves are
//! searched with half the depth against a value a margin below the table's. If none reaches it, the move is searched
//! further, by up to three plies; if they hold beta even so, several moves cut and the node ends (multi-cut). Numbers:
//! `YaneuraOu` 33ccf1f.

use super::conventions::Conventions;
use super::ends::End;
use super::node::{Beside, Kind, Node, Task};
use super::signals::Shared;
use super::table::NO_VALUE;
use super::worker::Worker;
use crate::eval::is_mate;
use crate::shogi::Move;

impl Worker {
    /// By how many plies the table's move is to be searched further; an error is the value of the node that ends it.
    #[inline]
    pub fn judge_table_move<K: Kind, C: Conventions>(
        &mut self,
        shared: &Shared,
        node: &mut Node,
    ) -> Result<i32, i32> {
        let known = &node.known;
        let was_pv = self.line.at(node.ply).was_pv;
        let applies = node.depth >= 6 + i32::from(was_pv)
            && known.value != NO_VALUE
            && !is_mate(known.value)
            && known.is_lower()
            && known.depth >= node.depth - 3
            && !self.goes_to_and_fro(node.ply, node.table_move);
        if !applies {
            return Ok(0);
        }
        let (ply, value) = (node.ply, known.value);
        let share = self.settings.config.singular_margin + 66 * i32::from(was_pv && !K::PV);
        let bar = value - share * node.depth / 55;
        self.line.at_mut(ply).excluded = node.table_move;
        let task = Task {
            ply,
            alpha: bar - 1,
            beta: bar,
            depth: (node.depth - 1) / 2,
            cut: node.cut,
        };
        let others = self.node::<Beside, C>(shared, task);
        self.line.at_mut(ply).excluded = Move::NONE;
        if self.gives_up::<C>() {
            return Err(0);
        }
        if others < bar {
            let [double, triple] = self.margins::<K>(node);
            node.depth += 1;
            return Ok(1 + i32::from(others < bar - double) + i32::from(others < bar - triple));
        }
        if others >= node.beta && !is_mate(others) {
            let malus = (-424 - 107 * node.depth).max(-3375);
            self.learned.histories.table_move.update(0, malus);
            return Err(self.ended(End::MultiCut, others));
        }
        Ok(if value >= node.beta {
            -3
        } else if node.cut {
            -2
        } else {
            0
        })
    }

    /// How much worse the others must be for a second and a third ply.
    fn margins<K: Kind>(&self, node: &Node) -> [i32; 2] {
        let (pv, quiet) = (i32::from(K::PV), i32::from(!node.table_captures));
        let was_pv = i32::from(self.line.at(node.ply).was_pv);
        let is_far = i32::from(node.ply as i32 > self.root.iteration as i32);
        let correction = node.correction.abs() / 210_590;
        let reliable = 906 * self.learned.histories.table_move.get(0) / 116_517;
        [
            -4 + 212 * pv - 182 * quiet - correction - reliable - 44 * is_far,
            73 + 320 * pv - 218 * quiet + 92 * was_pv - correction - 45 * is_far,
        ]
    }

    /// Whether `mv` takes a piece back to where it was, which it has done before: such moves only put off what comes.
    fn goes_to_and_fro(&self, ply: usize, mv: Move) -> bool {
        let pos = &self.line.pos;
        if ply < 18 || mv.is_drop() || pos.captured(mv).is_some() || self.line.history.reach() <= 6
        {
            return false;
        }
        let came_to = |from: Move, before: Move| {
            !before.is_drop() && before.is_some() && from.from() == Some(before.to())
        };
        let (second, fourth) = (self.line.before(ply, 2).made, self.line.before(ply, 4).made);
        came_to(mv, second) && came_to(second, fourth)
    }
}
