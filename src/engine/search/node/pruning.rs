//! What trying the moves of a node has come to, and which of those to come are pruned.
//!
//! One rule prunes in the search by interest: the budget decides. What conventional searches, such as `modern`, its
//! yardstick, prune by rules of their own has a price in centi-plies: how far the static value lies below alpha
//! (futility), how many moves came before (late-move pruning), what an exchange gives away (pruning by exchange).
//! The prices are added to the lost interest of a move, and it is pruned where the sum overdraws its side's budget
//! by more than `overdraft`.
//!
//! Our own; the ideas of the single prices stand at their numbers (`config/knobs.rs`). Worth in
//! `interest`, where each rule pruned by itself beside the budget before: +10 (−9 to +30) at 10,000 nodes,
//! −1 (−30 to +29) at 100,000. In `modern`: +41 ± 31 at 10,000 nodes. All of 2026-11-26.
//!
//! What must hold in all kinds of search but the article's: nothing is pruned at the root, in check, or before
//! a move was searched that does not lose outright.

use super::{MOST_TRIED, Node};
use crate::eval::INFINITE;
use crate::search::config::SearchConfig;
use crate::search::ends::End;
use crate::search::explanation::Pruning;
use crate::search::facts::Kind;
use crate::search::game_rules::SUPERIOR;
use crate::search::interest::PLY;
use crate::search::path::Path;
use crate::search::picked::Picked;
use crate::shogi::Move;
use arrayvec::ArrayVec;

/// Moves searched before lateness has a price.
const FREE_MOVES: i32 = 4;

/// What trying the moves of a node came to.
pub struct Tried {
    /// The best value; −[`INFINITE`] before the first.
    pub best: i32,
    /// The last move that raised alpha.
    pub best_move: Move,
    /// The moves searched, in order, as many as are remembered.
    pub moves: ArrayVec<Move, MOST_TRIED>,
    /// How many were searched.
    pub searched: usize,
    /// Whether any was pruned.
    pub pruned: bool,
    /// What the moves searched so far cost together, in centi-plies: the law of `interest-classic`
    /// counts it.
    pub spent: i32,
}

impl Tried {
    /// Nothing is tried yet.
    pub fn new() -> Self {
        Self {
            best: -INFINITE,
            best_move: Move::NONE,
            moves: ArrayVec::new(),
            searched: 0,
            pruned: false,
            spent: 0,
        }
    }

    /// How the node ends that was searched within `alpha` and `beta`.
    #[inline]
    pub fn end(&self, alpha: i32, beta: i32) -> End {
        if self.searched == 0 {
            End::NoMove
        } else if self.best >= beta {
            End::cut_by(self.searched)
        } else if self.best > alpha {
            End::Raised
        } else if self.pruned {
            End::RestPruned
        } else {
            End::AllFailed
        }
    }
}

impl Node {
    /// Whether moves may be pruned at all.
    #[inline]
    fn may_prune(&self, tried: &Tried) -> bool {
        self.inner && !self.in_check && tried.searched > 0 && tried.best > -SUPERIOR
    }

    /// Whether no quiet move but a check can be paid for that has lost so much interest or more.
    #[inline]
    pub fn prices_prune_quiets(&self, config: &SearchConfig, lost: i32, tried: &Tried) -> bool {
        self.may_prune(tried) && self.left_after_prices(config, lost, tried).is_err()
    }

    /// What a quiet move that has lost this much interest and gives no check leaves after its prices, or which of
    /// them is too much.
    #[inline]
    fn left_after_prices(
        &self,
        config: &SearchConfig,
        lost: i32,
        tried: &Tried,
    ) -> Result<i32, Pruning> {
        let mut left = self.left_for_prices(config, lost);
        if left < 0 {
            return Err(Pruning::Budget);
        }
        left -= self.distance_price(config);
        if left < 0 {
            return Err(Pruning::Futility);
        }
        left -= self.late_price(config, tried);
        if left < 0 {
            return Err(Pruning::LateMove);
        }
        Ok(left)
    }

    /// Which price is too much for what a move that has lost this much interest leaves of its side's
    /// budget, if any is.
    #[inline]
    pub fn price_prunes(
        &self,
        config: &SearchConfig,
        picked: &Picked,
        lost: i32,
        tried: &Tried,
        path: &Path,
    ) -> Option<Pruning> {
        if !self.may_prune(tried) {
            return None;
        }
        let left = if picked.kind.is_quiet() && !picked.check {
            match self.left_after_prices(config, lost, tried) {
                Ok(left) => left,
                Err(rule) => return Some(rule),
            }
        } else {
            self.left_for_prices(config, lost)
        };
        if picked.kind.is_quiet() && left < 0 {
            return Some(Pruning::Budget);
        }
        let per_ply = exchange_margin(config, picked);
        let bearable = (per_ply * left / PLY).max(1);
        let pruned = per_ply > 0 && self.loses_more_than(bearable, picked, path);
        pruned.then_some(Pruning::Exchange)
    }

    /// What the prices of a move that has lost this much interest may come to.
    #[inline]
    pub fn left_for_prices(&self, config: &SearchConfig, lost: i32) -> i32 {
        self.budget.own_after(PLY + lost, config.share_percent) + config.overdraft
    }

    /// The price of a static value below alpha.
    #[inline]
    fn distance_price(&self, config: &SearchConfig) -> i32 {
        let distance = (self.alpha - self.eval).max(0) * PLY;
        distance.checked_div(config.futility_margin).unwrap_or(0)
    }

    /// The price of the moves searched before; twice as many count where the position does not improve.
    #[inline]
    fn late_price(&self, config: &SearchConfig, tried: &Tried) -> i32 {
        let moves = (tried.searched as i32 - FREE_MOVES).max(0);
        let moves = if self.improving { moves } else { 2 * moves };
        if self.pv {
            0
        } else {
            (config.late_price.pow(2) * moves).isqrt()
        }
    }

    /// Whether the move loses more than `margin` centipawns by exchange; with none that is not asked.
    #[inline]
    fn loses_more_than(&self, margin: i32, picked: &Picked, path: &Path) -> bool {
        margin > 0 && !picked.safe && !path.exchange_reaches(self.ply, picked.mv, -margin)
    }
}

/// The rules of conventional searches, each of which prunes by itself. Ideas, sources and worth stand at the numbers
/// (`config/knobs.rs`).
impl Node {
    /// Which rule prunes a move that has lost this much interest, if one does.
    #[inline]
    pub fn rule_prunes(
        &self,
        config: &SearchConfig,
        picked: &Picked,
        lost: i32,
        tried: &Tried,
        path: &Path,
    ) -> Option<Pruning> {
        let rest = self.budget.mean() - PLY - lost;
        let dull = picked.kind.is_quiet() && !picked.check;
        if !self.may_prune(tried) {
            None
        } else if dull && self.is_futile(config, rest) {
            Some(Pruning::Futility)
        } else if dull && self.is_late(config, tried) {
            Some(Pruning::LateMove)
        } else if self.gives_away(config, picked, rest, path) {
            Some(Pruning::Exchange)
        } else {
            None
        }
    }

    /// Whether a rule prunes all quiet moves but checks that have lost so much interest or more.
    #[inline]
    pub fn rules_prune_quiets(&self, config: &SearchConfig, lost: i32, tried: &Tried) -> bool {
        let rest = self.budget.mean() - PLY - lost;
        self.may_prune(tried) && (self.is_late(config, tried) || self.is_futile(config, rest))
    }

    /// Whether a quiet move that gives no check and leaves a mean budget of `rest` cannot be
    /// expected to lift the static value above alpha.
    #[inline]
    fn is_futile(&self, config: &SearchConfig, rest: i32) -> bool {
        let margin = (config.futility_margin * (rest + PLY) / PLY).max(0);
        config.futility_margin > 0
            && rest <= config.futility_limit
            && self.eval + margin <= self.alpha
    }

    /// Whether enough quiet moves have been searched for the budget there is.
    #[inline]
    fn is_late(&self, config: &SearchConfig, tried: &Tried) -> bool {
        let tenths = self.budget.mean().max(0) / 10;
        let more = config.late_move_pruning_growth * tenths * tenths / 10_000;
        let more = if self.improving { more } else { more / 2 };
        config.late_move_pruning_base > 0
            && !self.pv
            && tried.searched as i32 >= config.late_move_pruning_base + more
    }

    /// Whether a move loses more material than its mean budget of `rest` allows: per squared ply for a
    /// quiet one, per ply for a capture.
    #[inline]
    fn gives_away(&self, config: &SearchConfig, picked: &Picked, rest: i32, path: &Path) -> bool {
        let factor = if picked.kind.is_quiet() {
            let tenths = rest.max(PLY) / 10;
            tenths * tenths
        } else {
            (rest + PLY).max(PLY)
        };
        let margin = exchange_margin(config, picked) * factor / 100;
        rest <= config.futility_limit && self.loses_more_than(margin, picked, path)
    }
}

/// What a move may lose by exchange for each ply that is left, squared or not; 0 if anything.
#[inline]
fn exchange_margin(config: &SearchConfig, picked: &Picked) -> i32 {
    match (picked.kind, picked.check) {
        (kind, true) if kind.is_quiet() => config.check_exchange_margin,
        (kind, false) if kind.is_quiet() => config.quiet_exchange_margin,
        (Kind::BadCapture, false) => config.capture_exchange_margin,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Settings;
    use crate::search::SearchConfig;
    use crate::search::interest::Budget;
    use crate::search::styles::{Laboratory, Style};
    use crate::search::worker::Worker;
    use crate::shogi::Move;
    use crate::shogi::game::Game;
    use shogi_core::{PieceKind, Square};

    /// What prunes a quiet move in this kind of search, in a node with 200 centi-plies left, whose alpha is
    /// `distance` above its static value.
    fn rule(
        kind: &str,
        distance: i32,
        searched: usize,
        lost: i32,
        mv: Move,
        check: bool,
    ) -> Option<Pruning> {
        let (game, _) = Game::parse("sfen 4k4/9/9/4p4/9/9/9/9/4K4 b R 1").unwrap();
        let settings = Settings {
            search: SearchConfig::preset(kind).unwrap(),
            ..Settings::default()
        };
        let config = &settings.search;
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
            safe: false,
        };
        let tried = Tried {
            searched,
            best: 0,
            ..Tried::new()
        };
        // The laboratory prunes as the style does whose numbers it is given.
        let rule = Laboratory::prunes(config, &node, &picked, lost, &tried, &worker.path);
        let only_checks = Laboratory::prunes_quiets(config, &node, 0, &tried);
        assert!(!only_checks || check || rule.is_some());
        rule
    }

    #[test]
    fn prices_add_up_until_they_overdraw_the_budget() {
        let safe = Move::drop(PieceKind::Rook, Square::SQ_1I);
        let rule =
            |distance, searched, lost| rule("interest", distance, searched, lost, safe, false);
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
        let rule = |distance, check| rule("interest", distance, 8, 0, given_away, check);
        assert_eq!(rule(0, false), Some(Pruning::Exchange));
        assert_eq!(rule(5000, true), Some(Pruning::Exchange));
        assert_eq!(rule(5000, false), Some(Pruning::Futility));
    }

    #[test]
    fn without_an_overdraft_each_rule_prunes_by_itself_and_none_at_full_width() {
        let given_away = Move::drop(PieceKind::Rook, Square::SQ_5E);
        let rule = |kind, distance, searched| rule(kind, distance, searched, 0, given_away, false);
        assert_eq!(rule("modern", 201, 1), Some(Pruning::Futility));
        assert_eq!(rule("modern", 0, 9), Some(Pruning::LateMove));
        assert_eq!(rule("modern", 0, 1), Some(Pruning::Exchange));
        assert_eq!(rule("alphabeta", 5000, 60), None);
    }
}
