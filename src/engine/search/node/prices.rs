//! One rule prunes moves: the budget decides.
//!
//! What conventional searches prune by rules of their own has a price in centi-plies here: how far the
//! static value lies below alpha (futility), how many moves came before (late-move pruning), what an
//! exchange gives away (pruning by exchange). The prices are added to the lost interest of a move, and
//! it is pruned where the sum overdraws its side's budget by more than `overdraft`.
//!
//! Our own; the ideas of the single prices stand at their numbers (`config/knobs.rs`). Worth in
//! `interest`, where each rule pruned by itself beside the budget before: +10 (−9 to +30) at 10,000 nodes,
//! −1 (−30 to +29) at 100,000. In `modern`: +41 ± 31 at 10,000 nodes. All of 2026-11-26.

use super::tried::Tried;
use super::{Node, PLY};
use crate::search::explanation::Pruning;
use crate::search::ordering::Picked;
use crate::search::worker::Worker;

/// Moves searched before lateness has a price.
const FREE_MOVES: i32 = 4;

impl Worker {
    /// Whether no quiet move but a check can be paid for, even at ordinary cost.
    #[inline]
    pub(super) fn prices_prune_quiets(&self, node: &Node, tried: &Tried) -> bool {
        let prices = self.distance_price(node) + self.late_price(node, tried);
        self.left_for_prices(node, 0) < prices
    }

    /// Which price is too much for what a move that has lost this much interest leaves of its side's
    /// budget, if any is.
    #[inline]
    pub(super) fn price_prunes(
        &self,
        node: &Node,
        picked: &Picked,
        lost: i32,
        tried: &Tried,
    ) -> Option<Pruning> {
        let mut left = self.left_for_prices(node, lost);
        if picked.kind.is_quiet() {
            if left < 0 {
                return Some(Pruning::Budget);
            }
            if !picked.check {
                left -= self.distance_price(node);
                if left < 0 {
                    return Some(Pruning::Futility);
                }
                left -= self.late_price(node, tried);
                if left < 0 {
                    return Some(Pruning::LateMove);
                }
            }
        }
        let per_ply = self.exchange_margin(picked);
        let bearable = (per_ply * left / PLY).max(1);
        let pruned = per_ply > 0 && self.loses_more_than(node, picked, bearable);
        pruned.then_some(Pruning::Exchange)
    }

    /// What the prices of a move that has lost this much interest may come to.
    #[inline]
    pub(super) fn left_for_prices(&self, node: &Node, lost: i32) -> i32 {
        let config = &self.settings.config;
        node.budget.own_after(PLY + lost, config.share_percent) + config.overdraft
    }

    /// The price of a static value below alpha.
    #[inline]
    fn distance_price(&self, node: &Node) -> i32 {
        let distance = (node.alpha - node.eval).max(0) * PLY;
        let per_ply = self.settings.config.futility_margin;
        distance.checked_div(per_ply).unwrap_or(0)
    }

    /// The price of the moves searched before; twice as many count where the position does not improve.
    #[inline]
    fn late_price(&self, node: &Node, tried: &Tried) -> i32 {
        let moves = (tried.searched as i32 - FREE_MOVES).max(0);
        let moves = if node.improving { moves } else { 2 * moves };
        if node.pv {
            0
        } else {
            (self.settings.config.late_price.pow(2) * moves).isqrt()
        }
    }
}
