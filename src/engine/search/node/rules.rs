//! The rules by which `modern` prunes moves, each by itself as in conventional searches: futility,
//! late-move pruning, and pruning by exchange.
//!
//! They are the yardstick of `prices.rs`, which has one rule in their place. Ideas, sources and worth
//! stand at the numbers (`config/knobs.rs`).

use super::tried::Tried;
use super::{Node, PLY};
use crate::search::explanation::Pruning;
use crate::search::ordering::Picked;
use crate::search::worker::Worker;

impl Worker {
    /// Whether all quiet moves to come but checks would be pruned, even at ordinary cost.
    #[inline]
    pub(super) fn rules_prune_quiets(&self, node: &Node, tried: &Tried) -> bool {
        self.is_late(node, tried) || self.is_futile(node, node.budget.mean() - PLY)
    }

    /// The rule that prunes a move that has lost this much interest, if one does.
    #[inline]
    pub(super) fn rule_prunes(
        &self,
        node: &Node,
        picked: &Picked,
        lost: i32,
        tried: &Tried,
    ) -> Option<Pruning> {
        let rest = node.budget.mean() - PLY - lost;
        let dull = picked.kind.is_quiet() && !picked.check;
        if dull && self.is_futile(node, rest) {
            Some(Pruning::Futility)
        } else if dull && self.is_late(node, tried) {
            Some(Pruning::LateMove)
        } else if self.gives_away(node, picked, rest) {
            Some(Pruning::Exchange)
        } else {
            None
        }
    }

    /// Whether a quiet move that gives no check and leaves a mean budget of `rest` cannot be
    /// expected to lift the static value above alpha.
    #[inline]
    fn is_futile(&self, node: &Node, rest: i32) -> bool {
        let config = &self.settings.config;
        let margin = (config.futility_margin * (rest + PLY) / PLY).max(0);
        config.futility_margin > 0
            && rest <= config.futility_limit
            && node.eval + margin <= node.alpha
    }

    /// Whether enough quiet moves have been searched for the budget there is.
    #[inline]
    fn is_late(&self, node: &Node, tried: &Tried) -> bool {
        let config = &self.settings.config;
        let tenths = node.budget.mean().max(0) / 10;
        let more = config.late_move_pruning_growth * tenths * tenths / 10_000;
        let more = if node.improving { more } else { more / 2 };
        config.late_move_pruning_base > 0
            && !node.pv
            && tried.searched as i32 >= config.late_move_pruning_base + more
    }

    /// Whether a move loses more material than its mean budget of `rest` allows: per squared ply for a
    /// quiet one, per ply for a capture.
    #[inline]
    fn gives_away(&self, node: &Node, picked: &Picked, rest: i32) -> bool {
        let factor = if picked.kind.is_quiet() {
            let tenths = rest.max(PLY) / 10;
            tenths * tenths
        } else {
            (rest + PLY).max(PLY)
        };
        rest <= self.settings.config.futility_limit
            && self.loses_more_than(node, picked, self.exchange_margin(picked) * factor / 100)
    }
}
