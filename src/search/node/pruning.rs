//! Which moves are pruned: the budget alone decides.
//!
//! What conventional searches prune by rules of their own has a price in centi-plies here: how far the
//! static value lies below alpha (futility), how many moves came before (late-move pruning), what an
//! exchange gives away (pruning by exchange). The prices are added to the lost interest of a move, and
//! it is pruned where the sum overdraws its side's budget by more than `overdraft`. What must hold:
//! nothing is pruned at the root, in check, or before a move was searched that does not lose outright.
//!
//! Source: our own; the ideas of the single prices stand at their numbers (`config/knobs.rs`).

use super::tried::Tried;
use super::{Node, PLY, SUPERIOR};
use crate::eval::handmade::EXCHANGE;
use crate::search::explanation::Pruning;
use crate::search::facts::Kind;
use crate::search::ordering::Picked;
use crate::search::worker::Worker;
use crate::shogi::exchange::{Pins, exchange_reaches};

/// Moves searched before lateness has a price.
const FREE_MOVES: i32 = 4;

impl Worker {
    /// Whether all quiet moves to come but checks would be pruned, even at ordinary cost: then none
    /// need be looked at. Worth of not looking at late ones: +25 (−8 to +59) in 400 games at
    /// equal nodes, and up to 9 % more nodes a second (2026-11-21).
    #[inline]
    pub(super) fn prunes_quiets(&self, node: &Node, tried: &Tried) -> bool {
        self.may_prune(node, tried)
            && self.left_for_prices(node, 0)
                < self.distance_price(node) + self.late_price(node, tried)
    }

    /// Which price is too much for what a move that has lost this much interest leaves of its side's
    /// budget, if any is.
    #[inline]
    pub(super) fn prunes(
        &self,
        node: &Node,
        picked: &Picked,
        lost: i32,
        tried: &Tried,
    ) -> Option<Pruning> {
        if self.is_classic() {
            let ends = self.classic_ends(node, lost, tried);
            return ends.then_some(Pruning::Budget);
        }
        if !self.may_prune(node, tried) {
            return None;
        }
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
        let pruned = self.loses_more_than(node, picked, left);
        pruned.then_some(Pruning::Exchange)
    }

    /// Whether moves of the node may be pruned at all: one was searched and did not lose outright.
    #[inline]
    fn may_prune(&self, node: &Node, tried: &Tried) -> bool {
        let may = self.settings.config.overdraft > 0 && node.inner && !node.in_check;
        may && tried.searched > 0 && tried.best > -SUPERIOR
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

    /// Whether a move gives away by exchange more than `left` centi-plies pay for. One that gives away no
    /// more than a centipawn never does.
    #[inline]
    fn loses_more_than(&self, node: &Node, picked: &Picked, left: i32) -> bool {
        let per_ply = self.exchange_margin(picked);
        let bearable = (per_ply * left / PLY).max(1);
        let here = &self.stack[node.ply];
        let pins = || Pins::of(&self.pos, &here.checks, &here.squares);
        per_ply > 0 && !exchange_reaches(&self.pos, picked.mv, &EXCHANGE, -bearable, pins())
    }

    /// What a move may give away by exchange for each ply that is left; 0 if anything.
    #[inline]
    fn exchange_margin(&self, picked: &Picked) -> i32 {
        let config = &self.settings.config;
        match (picked.kind, picked.check) {
            (kind, true) if kind.is_quiet() => config.check_exchange_margin,
            (kind, false) if kind.is_quiet() => config.quiet_exchange_margin,
            (Kind::BadCapture, false) => config.capture_exchange_margin,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Settings;
    use crate::search::budget::Budget;
    use crate::shogi::Move;
    use crate::shogi::game::Game;
    use shogi_core::{PieceKind, Square};

    /// A quiet move in a node with 200 centi-plies left, whose alpha is `distance` above its static value.
    fn rule(distance: i32, searched: usize, lost: i32, mv: Move, check: bool) -> Option<Pruning> {
        let settings = Settings::default();
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
        let only_checks = worker.prunes_quiets(&node, &tried);
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
