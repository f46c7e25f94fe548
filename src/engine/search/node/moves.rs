//! Trying the moves of a node: what each costs, which are pruned, and how far each is searched.

use super::tried::Tried;
use super::{Node, PLY};
use crate::search::facts::{Facts, Kind};
use crate::search::interest::lost_interest;
use crate::search::law::Law;
use crate::search::ordering::{Picked, PickedMoves, Wanted, is_noisy};
use crate::search::score::Bound;
use crate::search::signals::Shared;
use crate::search::similarity::Similarity;
use crate::search::worker::Worker;
use crate::shogi::Move;
use crate::shogi::movegen;

impl Worker {
    /// Tries the moves in order, each within what its cost leaves.
    pub(super) fn try_moves(&mut self, shared: &Shared, node: &mut Node) -> Tried {
        let ply = node.ply;
        let mut tried = Tried::new();
        let mut seen = Similarity::new();
        self.start_picking(node);
        if ply + 2 < self.stack.len() {
            self.stack[ply + 2].killers = [Move::NONE; 2];
        }
        loop {
            let only_checks = self.prunes_quiets(node, &tried);
            tried.pruned |= only_checks;
            let Some(picked) = self.pick(ply, only_checks) else {
                break;
            };
            let mv = picked.mv;
            if mv == node.excluded || (ply == 0 && !self.is_asked_for(mv)) {
                continue;
            }
            let facts = self.facts(node, &picked, &tried, &seen);
            let lost = self.lost_interest(&picked, &facts, &tried);
            if let Some(rule) = self.prunes(node, &picked, lost, &tried) {
                self.ends.note_pruned(rule);
                tried.pruned = true;
                if self.is_classic() {
                    break;
                }
                continue;
            }
            seen.note(mv, picked.check, self.pos.captured(mv).is_some());
            tried.spent = PLY + lost;
            let nodes_before = self.nodes;
            let undo = self.make(shared, ply, mv);
            let value = self.search_move(shared, node, lost, tried.searched == 0);
            self.unmake(mv, undo);
            if self.stopped {
                self.line_at_stop.push(mv);
                break;
            }
            if ply == 0 {
                let best = value > node.alpha || tried.searched == 0;
                let found = best.then(|| (value, Bound::within(value, node.alpha, node.beta)));
                self.note_root_move(mv, self.nodes - nodes_before, found);
            }
            let _ = tried.moves.try_push(mv);
            tried.searched += 1;
            if value > tried.best {
                tried.best = value;
                if value > node.alpha {
                    if self.settings.config.cuts > 0 {
                        node.alpha = value;
                    }
                    tried.best_move = mv;
                    if node.pv {
                        self.lead_with(ply, mv);
                    }
                    if value >= node.beta {
                        break;
                    }
                }
            }
        }
        tried
    }

    /// Whether root move `mv` is among those to be searched for this line.
    fn is_asked_for(&self, mv: Move) -> bool {
        let asked = &self.root_moves[self.first_root_move..];
        asked.iter().any(|root| root.mv == mv)
    }

    pub(super) fn start_picking(&mut self, node: &mut Node) {
        let ply = node.ply;
        node.table_captures = node.table_move.is_some() && is_noisy(&self.pos, node.table_move);
        let [countermove, follow_up] = self.histories.refutations(self.context(ply));
        let follow_up = if self.is_classic() {
            follow_up
        } else {
            Move::NONE
        };
        let here = &mut self.stack[ply];
        let [first, second] = here.killers;
        let refutations = [first, second, countermove, follow_up];
        here.picker.start(Wanted::All, node.table_move, refutations);
        if self.is_classic() {
            self.sort_by_interest(node);
        }
        if self.settings.config.ordering == 0 {
            self.hand_out_unsorted(node);
        }
    }

    /// Hands out all legal moves as they are generated, but for the table's, which is the first.
    #[cold]
    fn hand_out_unsorted(&mut self, node: &Node) {
        let (pos, squares) = (&self.pos, &self.stack[node.ply].squares);
        self.scratch.clear();
        movegen::legal(pos, &mut self.scratch);
        let picked = |&mv| Picked::unsorted(pos, squares, mv, mv == node.table_move);
        let mut moves: PickedMoves = self.scratch.iter().map(picked).collect();
        moves.sort_by_key(|it| it.kind != Kind::Table);
        self.stack[node.ply].picker.hand_out(moves);
    }

    /// What the cost of a move depends on.
    #[inline]
    pub(super) fn facts(
        &self,
        node: &Node,
        picked: &Picked,
        tried: &Tried,
        seen: &Similarity,
    ) -> Facts {
        let mv = picked.mv;
        let points = if picked.kind.is_quiet() {
            self.plausibility.points(self.pos.side(), mv)
        } else {
            0
        };
        let free_at_root = usize::from(!node.inner);
        Facts {
            rank: tried.searched.saturating_sub(free_at_root),
            depth: node.budget.mean(),
            in_proportion: self.is_in_proportion(node),
            kind: picked.kind,
            order: picked.order,
            threat: i32::from(picked.threat),
            check: picked.check,
            pv: node.pv,
            improving: node.improving,
            in_check: node.in_check,
            table_captures: node.table_captures,
            traits: seen.shared_traits(mv, picked.check, node.in_check),
            points,
        }
    }

    /// What the move costs above an ordinary ply, by the law in force.
    #[inline]
    pub(super) fn lost_interest(&self, picked: &Picked, facts: &Facts, tried: &Tried) -> i32 {
        match &self.settings.law {
            Law::Terms => lost_interest(&self.settings.config, facts),
            Law::Classic => {
                let parts = self.classic_lost(picked, facts, tried.spent);
                parts.iter().map(|(_, cost)| cost).sum()
            }
            Law::Expression(law) => law.lost(facts),
        }
    }

    /// What an ordinary move costs here: a ply, less when it answers a check, as long as the
    /// line is not out of all proportion.
    #[inline]
    pub(super) fn ordinary_cost(&self, node: &Node) -> i32 {
        if node.in_check && self.is_in_proportion(node) {
            self.settings.config.evasion_cost
        } else {
            PLY
        }
    }

    /// Whether a line to here may have had cheap moves only.
    #[inline]
    fn is_in_proportion(&self, node: &Node) -> bool {
        node.ply < 2 * self.iteration as usize
    }

    /// How much of the lost interest a move pays for once it has beaten alpha: none, but by the article's
    /// law a cost is a cost.
    #[inline]
    fn lost_when_verified(&self, lost: i32) -> i32 {
        if self.is_classic() { lost } else { lost.min(0) }
    }

    /// The value of the move just made, for the side that made it.
    #[inline]
    fn search_move(&mut self, shared: &Shared, node: &Node, lost: i32, first: bool) -> i32 {
        let below = node.ply + 1;
        let ordinary = self.ordinary_cost(node);
        if first {
            let rest = self.spend(node.budget, ordinary + lost - node.singular);
            return -self.node(shared, -node.beta, -node.alpha, rest, below);
        }
        let kept = self.lost_when_verified(lost);
        let reduced = self.spend(node.budget, (ordinary + lost).max(0));
        let full = self.spend(node.budget, (ordinary + kept).max(0));
        let bar = if self.settings.config.zero_windows > 0 {
            node.alpha + 1
        } else {
            node.beta
        };
        let mut value = -self.node(shared, -bar, -node.alpha, reduced, below);
        if value > node.alpha && lost >= self.settings.config.verify_from && !self.stopped {
            value = -self.node(shared, -bar, -node.alpha, full, below);
        }
        if value > node.alpha && value < node.beta && bar < node.beta && !self.stopped {
            value = -self.node(shared, -node.beta, -node.alpha, full, below);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Settings;
    use crate::search::config::SearchConfig;
    use crate::shogi::game::Game;

    #[test]
    fn only_the_law_of_the_article_keeps_the_cost_of_a_move_that_beats_alpha() {
        let kept = |kind| {
            let settings = Settings {
                search: SearchConfig::preset(kind).unwrap(),
                ..Settings::default()
            };
            let worker = Worker::at(&settings, &Game::default());
            [-70, 130].map(|lost| worker.lost_when_verified(lost))
        };
        assert_eq!(kept("interest"), [-70, 0]);
        assert_eq!(kept("interest-classic"), [-70, 130]);
    }
}
