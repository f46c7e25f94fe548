//! Trying the moves of a node: what each costs, which are pruned, and how far each is searched.

use super::pruning::Tried;
use super::{Node, PLY};
use crate::search::explanation::Pruning;
use crate::search::facts::{Facts, Kind};
use crate::search::ordering::{Wanted, is_noisy};
use crate::search::penalties::{SharedTraits, Similarity};
use crate::search::picked::Picked;
use crate::search::report::Bound;
use crate::search::root::Paid;
use crate::search::signals::Shared;
use crate::search::styles::Style;
use crate::search::worker::Worker;
use crate::shogi::Move;

impl Worker {
    /// Tries the moves in order, each within what its cost leaves.
    pub(super) fn try_moves<S: Style>(&mut self, shared: &Shared, node: &mut Node) -> Tried {
        let ply = node.ply;
        let mut tried = Tried::new();
        let mut seen = Similarity::new();
        self.start_picking::<S>(node);
        if let Some(grandchild) = self.path.stack.get_mut(ply + 2) {
            grandchild.killers = [Move::NONE; 2];
        }
        // Whether all quiet moves to come but checks are pruned.
        let mut only_checks = false;
        while let Some(picked) = self.pick::<S>(ply, only_checks) {
            let mv = picked.mv;
            if mv == node.excluded || (ply == 0 && !self.is_asked_for(mv)) {
                continue;
            }
            let facts = self.facts(node, &picked, &tried, &seen);
            let lost = S::lost(self, &picked, &facts, &tried);
            let config = &self.settings.config;
            if let Some(rule) = S::prunes(config, node, &picked, lost, &tried, &self.path) {
                self.counts.ends.note_pruned(rule);
                tried.pruned = true;
                if S::ENDS_WHEN_PRUNED {
                    break;
                }
                only_checks |= rule != Pruning::Exchange
                    && self.prunes_rest::<S>(node, &picked, &facts, &tried);
                continue;
            }
            tried.spent = PLY + lost;
            self.path.stack[ply].rank = tried.searched;
            let nodes_before = self.counts.nodes;
            let undo = self.make(shared, ply, mv);
            let (value, paid) = self.search_move::<S>(shared, node, lost, &tried);
            self.path.unmake(mv, undo);
            if self.stopped {
                self.line_at_stop.push(mv);
                break;
            }
            if ply == 0 {
                let best = value > node.alpha || tried.searched == 0;
                let found = best.then(|| (value, Bound::within(value, node.alpha, node.beta)));
                self.note_root_move(mv, paid, self.counts.nodes - nodes_before, found);
            }
            let _ = tried.moves.try_push(mv);
            tried.searched += 1;
            if value > tried.best {
                tried.best = value;
                if value > node.alpha {
                    if S::has(self.settings.config.cuts) {
                        node.alpha = value;
                    }
                    tried.best_move = mv;
                    if node.pv {
                        self.lead_with(ply, mv, paid);
                    }
                    if value >= node.beta {
                        break;
                    }
                }
            }
            seen.note(mv, picked.check, self.path.pos.captured(mv).is_some());
            only_checks |= S::prunes_quiets(&self.settings.config, node, 0, &tried);
            tried.pruned |= only_checks;
        }
        tried
    }

    /// Whether all quiet moves after `picked`, which was pruned for its price, would be pruned too, but for checks: at
    /// best one is as good by its order, threatens the most that any does, and is like no other.
    #[inline]
    fn prunes_rest<S: Style>(
        &self,
        node: &Node,
        picked: &Picked,
        facts: &Facts,
        tried: &Tried,
    ) -> bool {
        if !S::CHARGES_BY_ORDER || picked.kind != Kind::Quiet || picked.check {
            return false;
        }
        let best = Facts {
            threat: self.path.stack[node.ply].picker.most_threat(),
            traits: SharedTraits::default(),
            points: 0,
            ..*facts
        };
        let lost = S::lost(self, picked, &best, tried);
        S::prunes_quiets(&self.settings.config, node, lost, tried)
    }

    /// Whether root move `mv` is among those to be searched for this line.
    fn is_asked_for(&self, mv: Move) -> bool {
        let asked = &self.root.moves[self.root.first..];
        asked.iter().any(|root| root.mv == mv)
    }

    pub(super) fn start_picking<S: Style>(&mut self, node: &mut Node) {
        let ply = node.ply;
        node.table_captures =
            node.table_move.is_some() && is_noisy(&self.path.pos, node.table_move);
        let [countermove, follow_up] = self.learned.histories.refutations(self.path.context(ply));
        let follow_up = if S::FOLLOWS_UP { follow_up } else { Move::NONE };
        let here = &mut self.path.stack[ply];
        let [first, second] = here.killers;
        let refutations = [first, second, countermove, follow_up];
        here.picker.start(Wanted::All, node.table_move, refutations);
        S::arrange(self, node);
    }

    /// What the cost of a move depends on.
    #[inline]
    pub fn facts(&self, node: &Node, picked: &Picked, tried: &Tried, seen: &Similarity) -> Facts {
        let mv = picked.mv;
        let points = if picked.kind.is_quiet() {
            self.learned.plausibility.points(self.path.pos.side(), mv)
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
        node.ply < 2 * self.root.iteration as usize
    }

    /// The value of the move just made, for the side that made it, and what was paid for it.
    #[inline]
    fn search_move<S: Style>(
        &mut self,
        shared: &Shared,
        node: &Node,
        lost: i32,
        tried: &Tried,
    ) -> (i32, Paid) {
        let (alpha, beta, below) = (node.alpha, node.beta, node.ply + 1);
        let ordinary = self.ordinary_cost(node);
        let mut paid = Paid::new(ordinary, lost, node.reduction);
        self.path.stack[node.ply].reduced = 0;
        if tried.searched == 0 {
            paid.singular = node.singular as i16;
            let rest = self.spend(node.budget, ordinary + lost - node.singular);
            let cut = !node.pv && !node.cut;
            let value = -self.node::<S>(shared, -beta, -alpha, rest, below, cut);
            return (value, paid);
        }
        let kept = S::paid_by_a_good_move(lost);
        let reduced = self.spend(node.budget, (ordinary + lost).max(0));
        let full = self.spend(node.budget, (ordinary + kept).max(0));
        let bar = if S::has(self.settings.config.zero_windows) {
            alpha + 1
        } else {
            beta
        };
        self.path.stack[node.ply].reduced = lost;
        let mut value = -self.node::<S>(shared, -bar, -alpha, reduced, below, true);
        self.path.stack[node.ply].reduced = 0;
        if value > alpha && lost >= self.settings.config.verify_from && !self.stopped {
            paid = Paid::new(ordinary, kept, node.reduction);
            value = -self.node::<S>(shared, -bar, -alpha, full, below, !node.cut);
        }
        if value > alpha && value < beta && bar < beta && !self.stopped {
            paid = Paid::new(ordinary, kept, node.reduction);
            value = -self.node::<S>(shared, -beta, -alpha, full, below, false);
        }
        (value, paid)
    }
}
