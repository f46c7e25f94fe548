//! The rule of `pure`: the budget alone ends a branch.
//!
//! What elsewhere prunes by itself is a price in centi-plies here: how far the static value lies below
//! alpha, how many moves came before, what an exchange gives away. All prices are added to the lost
//! interest of a move, and it is pruned where the sum overdraws its side's budget. Razoring has a price
//! by the ply instead of by its square, as reverse futility always had. With `late_price` 0 nothing
//! here runs.
//!
//! Worth: +10 (−9 to +30) in 1,200 games at 10,000 nodes, 2026-11-26. Two earlier forms, in which not all
//! prices added up, were −18 (−37 to +1). At 100,000 nodes it is not told, so it is a preset and not the
//! default (`docs/experiments.md`).

use super::tried::Tried;
use super::{Node, PLY};
use crate::search::explanation::Pruning;
use crate::search::ordering::Picked;
use crate::search::worker::Worker;

/// Moves searched before lateness has a price.
const FREE_MOVES: i32 = 4;

impl Worker {
    /// Whether this rule is in force.
    #[inline]
    pub(super) fn is_priced(&self) -> bool {
        self.settings.config.late_price > 0
    }

    /// Which price is too much for what a move that has lost this much interest leaves of its side's
    /// budget, if any is.
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
        (per_ply > 0 && self.loses_more_than(node, picked, bearable)).then_some(Pruning::Exchange)
    }

    /// Whether no quiet move but a check can be paid for, even at ordinary cost.
    pub(super) fn price_prunes_quiets(&self, node: &Node, tried: &Tried) -> bool {
        self.left_for_prices(node, 0) < self.distance_price(node) + self.late_price(node, tried)
    }

    /// What the prices of a move that has lost this much interest may come to.
    fn left_for_prices(&self, node: &Node, lost: i32) -> i32 {
        let config = &self.settings.config;
        node.budget.own_after(PLY + lost, config.share_percent) + config.overdraft
    }

    fn distance_price(&self, node: &Node) -> i32 {
        let distance = (node.alpha - node.eval).max(0) * PLY;
        let per_ply = self.settings.config.futility_margin;
        distance.checked_div(per_ply).unwrap_or(0)
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::budget::Budget;
    use crate::search::facts::Kind;
    use crate::search::{SearchConfig, Settings};
    use crate::shogi::Move;
    use crate::shogi::game::Game;
    use shogi_core::{PieceKind, Square};

    /// A quiet move in a node with 200 centi-plies left, whose alpha is `distance` above its static value.
    fn rule(distance: i32, searched: usize, lost: i32, mv: Move, check: bool) -> Option<Pruning> {
        let settings = Settings {
            search: SearchConfig::preset("pure").unwrap(),
            ..Settings::default()
        };
        let (game, _) = Game::parse("sfen 4k4/9/9/4p4/9/9/9/9/4K4 b R 1").unwrap();
        let worker = Worker::at(&settings, &game);
        let budget = Budget { own: 200, opp: 200 };
        let mut node = worker.open(distance, distance + 1, budget, 0);
        (node.inner, node.eval) = (true, 0);
        let picked = Picked {
            mv,
            kind: Kind::Quiet,
            order: 0,
            threat: 0,
            check,
        };
        let tried = Tried {
            searched,
            best: 0,
            ..Tried::new()
        };
        let rule = worker.prunes(&node, &picked, lost, &tried);
        let only_checks = worker.price_prunes_quiets(&node, &tried);
        assert!(!only_checks || check || rule.is_some());
        rule
    }

    #[test]
    fn prices_add_up_until_they_overdraw_the_budget() {
        let safe = Move::drop(PieceKind::Rook, Square::SQ_1I);
        let rule = |distance, searched, lost| rule(distance, searched, lost, safe, false);
        assert_eq!(rule(0, 1, 200), None);
        assert_eq!(rule(0, 1, 201), Some(Pruning::Budget));
        assert_eq!(rule(94, 1, 100), None);
        assert_eq!(rule(94, 1, 101), Some(Pruning::Futility));
        assert_eq!(rule(0, 8, 0), None);
        assert_eq!(rule(94, 8, 0), Some(Pruning::LateMove));
    }

    #[test]
    fn checks_and_losses_have_prices_of_their_own() {
        let given_away = Move::drop(PieceKind::Rook, Square::SQ_5E);
        let rule = |distance, check| rule(distance, 8, 0, given_away, check);
        assert_eq!(rule(0, false), Some(Pruning::Exchange));
        assert_eq!(rule(5000, true), Some(Pruning::Exchange));
        assert_eq!(rule(5000, false), Some(Pruning::Futility));
    }
}
