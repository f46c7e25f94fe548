//! Trying the moves of a node: what each costs, which are left out, and how far each is searched.

use super::{MOST_TRIED, Node, PLY, SUPERIOR};
use crate::eval::INFINITE;
use crate::eval::handmade::EXCHANGE;
use crate::search::interest::{Facts, implausible, lost_interest};
use crate::search::ordering::{Kind, Picked, Wanted};
use crate::search::signals::Shared;
use crate::search::similarity::Similarity;
use crate::search::worker::Worker;
use crate::shogi::Move;
use crate::shogi::exchange::exchange;
use arrayvec::ArrayVec;

/// What trying the moves came to.
pub(super) struct Tried {
    pub best: i32,
    pub best_move: Move,
    pub moves: ArrayVec<Move, MOST_TRIED>,
    pub searched: usize,
    pub left_out: bool,
}

impl Tried {
    /// Whether moves may be left out at all: one was searched and did not lose outright.
    #[inline]
    fn allows_leaving_out(&self, node: &Node) -> bool {
        node.ply > 0 && !node.in_check && self.searched > 0 && self.best > -SUPERIOR
    }
}

impl Worker {
    /// Tries the moves in order, each within what its cost leaves.
    pub(super) fn try_moves(&mut self, shared: &Shared, node: &mut Node) -> Tried {
        let ply = node.ply;
        let mut tried = Tried {
            best: -INFINITE,
            best_move: Move::NONE,
            moves: ArrayVec::new(),
            searched: 0,
            left_out: false,
        };
        let mut seen = Similarity::new();
        self.start_picking(node);
        if ply + 2 < self.frames.len() {
            self.frames[ply + 2].killers = [Move::NONE; 2];
        }
        while let Some(picked) = self.pick(ply, self.every_quiet_is_futile(node, &tried)) {
            let mv = picked.mv;
            if ply == 0
                && !self.root_moves[self.first_root_move..]
                    .iter()
                    .any(|root| root.mv == mv)
            {
                continue;
            }
            let check = picked.check;
            let lost = self.lost_interest(node, &picked, check, &tried, &seen);
            if self.leaves_out(node, &picked, check, lost, &tried) {
                tried.left_out = true;
                continue;
            }
            seen.note(mv, check);
            let nodes_before = self.nodes;
            let undo = self.make(shared, ply, mv);
            let value = self.search_move(shared, node, lost, tried.searched == 0);
            self.unmake(mv, undo);
            if self.stopped {
                break;
            }
            if ply == 0 {
                let nodes = self.nodes - nodes_before;
                self.note_root_move(mv, value, nodes, value > node.alpha || tried.searched == 0);
            }
            let _ = tried.moves.try_push(mv);
            tried.searched += 1;
            if value > tried.best {
                tried.best = value;
                if value > node.alpha {
                    node.alpha = value;
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

    fn start_picking(&mut self, node: &Node) {
        let ply = node.ply;
        let counter = self
            .context(ply)
            .answer_to
            .map_or(0, |before| self.histories.counter(before));
        let [first, second] = self.frames[ply].killers;
        let counter = Move::from_bits(counter).unwrap_or(Move::NONE);
        self.frames[ply]
            .picker
            .start(Wanted::All, node.table_move, [first, second, counter]);
    }

    /// The interest a move has lost here, in centi-plies.
    #[inline]
    fn lost_interest(
        &self,
        node: &Node,
        picked: &Picked,
        check: bool,
        tried: &Tried,
        seen: &Similarity,
    ) -> i32 {
        let config = &self.rules.config;
        let mut surcharge = seen.surcharge(config, picked.mv, check, node.in_check);
        if matches!(picked.kind, Kind::Quiet | Kind::Killer) {
            let points = self.plausibility.points(self.pos.side(), picked.mv);
            surcharge += implausible(config, points);
        }
        let free_at_root = usize::from(node.ply == 0);
        lost_interest(
            config,
            &Facts {
                rank: tried.searched.saturating_sub(free_at_root),
                depth: node.budget.mean(),
                kind: picked.kind,
                order: picked.order,
                threat: picked.threat,
                check,
                pv: node.pv,
                improving: node.improving,
                in_check: node.in_check,
                surcharge,
            },
        )
    }

    /// What an ordinary move costs here: a ply, less when it answers a check, as long as the
    /// line is not out of all proportion.
    #[inline]
    fn ordinary_cost(&self, node: &Node) -> i32 {
        if node.in_check && node.ply < 2 * self.iteration as usize {
            self.rules.config.evasion_cost
        } else {
            PLY
        }
    }

    /// Whether all quiet moves but checks would be left out, even at ordinary cost.
    #[inline]
    fn every_quiet_is_futile(&self, node: &Node, tried: &Tried) -> bool {
        tried.allows_leaving_out(node) && self.is_futile(node, node.budget.mean() - PLY)
    }

    /// Whether a quiet move that gives no check and leaves a mean budget of `rest` cannot be
    /// expected to lift the static value above alpha.
    #[inline]
    fn is_futile(&self, node: &Node, rest: i32) -> bool {
        let config = &self.rules.config;
        let margin = (config.futility_margin * (rest + PLY) / PLY).max(0);
        config.futility_margin > 0
            && rest <= config.futility_limit
            && node.eval + margin <= node.alpha
    }

    /// Whether a move is not worth its cost: it overdraws its side's budget, cannot lift the
    /// static value to alpha, or gives material away.
    #[inline]
    fn leaves_out(
        &self,
        node: &Node,
        picked: &Picked,
        check: bool,
        lost: i32,
        tried: &Tried,
    ) -> bool {
        if !tried.allows_leaving_out(node) {
            return false;
        }
        let config = &self.rules.config;
        let cost = PLY + lost;
        let rest = node.budget.mean() - cost;
        match picked.kind {
            Kind::Quiet | Kind::Killer => {
                let left = node.budget.own_after(cost, config.share_percent);
                let overdrawn = config.overdraft > 0 && left < -config.overdraft;
                let futile = !check && self.is_futile(node, rest);
                overdrawn || futile
            }
            Kind::BadCapture => {
                let margin = config.exchange_margin * (rest + PLY).max(PLY) / PLY;
                config.exchange_margin > 0
                    && rest <= config.futility_limit
                    && !check
                    && exchange(&self.pos, picked.mv, &EXCHANGE) < -margin
            }
            Kind::Table | Kind::GoodCapture => false,
        }
    }

    /// The value of the move just made, for the side that made it.
    #[inline]
    fn search_move(&mut self, shared: &Shared, node: &Node, lost: i32, first: bool) -> i32 {
        let below = node.ply + 1;
        let ordinary = self.ordinary_cost(node);
        let full = self.spend(node.budget, ordinary);
        if first {
            return -self.node(shared, -node.beta, -node.alpha, full, below);
        }
        let reduced = self.spend(node.budget, ordinary + lost);
        let mut value = -self.node(shared, -node.alpha - 1, -node.alpha, reduced, below);
        if value > node.alpha && lost >= self.rules.config.verify_from && !self.stopped {
            value = -self.node(shared, -node.alpha - 1, -node.alpha, full, below);
        }
        if value > node.alpha && value < node.beta && node.pv && !self.stopped {
            value = -self.node(shared, -node.beta, -node.alpha, full, below);
        }
        value
    }
}
