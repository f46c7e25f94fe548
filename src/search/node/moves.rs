//! Trying the moves of a node: what each costs, which are left out, and how far each is searched.

use super::{MOST_TRIED, Node, PLY, SUPERIOR};
use crate::eval::INFINITE;
use crate::eval::handmade::EXCHANGE;
use crate::search::interest::{Facts, lost_interest};
use crate::search::ordering::{Kind, Picked, Wanted, is_lively};
use crate::search::signals::Shared;
use crate::search::similarity::Similarity;
use crate::search::worker::Worker;
use crate::shogi::Move;
use crate::shogi::exchange::exchange_reaches;
use crate::shogi::movegen::count_legal;
use arrayvec::ArrayVec;

/// What trying the moves came to.
pub(super) struct Tried {
    pub best: i32,
    pub best_move: Move,
    pub moves: ArrayVec<Move, MOST_TRIED>,
    pub searched: usize,
    pub left_out: bool,
    /// Cost of the last move searched, in centi-plies: under the reciprocal law, that of all.
    pub spent: i32,
    /// Whether a quiet move came up.
    pub met_quiet: bool,
}

/// Why a move was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// Its cost overdraws its side's budget too far.
    Overdraft,
    /// It cannot be expected to lift the static value above alpha.
    Futile,
    /// Enough quiet moves were searched before it.
    Late,
    /// It gives material away.
    Loss,
}

impl Tried {
    pub(super) fn new() -> Self {
        Self {
            best: -INFINITE,
            best_move: Move::NONE,
            moves: ArrayVec::new(),
            searched: 0,
            left_out: false,
            spent: 0,
            met_quiet: false,
        }
    }

    /// Whether moves may be left out at all: one was searched and did not lose outright.
    #[inline]
    fn allows_leaving_out(&self, node: &Node) -> bool {
        node.inner && !node.in_check && self.searched > 0 && self.best > -SUPERIOR
    }
}

impl Worker {
    /// Tries the moves in order, each within what its cost leaves.
    pub(super) fn try_moves(&mut self, shared: &Shared, node: &mut Node) -> Tried {
        let ply = node.ply;
        let mut tried = Tried::new();
        let mut seen = Similarity::new();
        self.start_picking(node);
        if ply + 2 < self.frames.len() {
            self.frames[ply + 2].killers = [Move::NONE; 2];
        }
        loop {
            let only_checks = self.leaves_out_quiets(node, &tried);
            tried.left_out |= only_checks;
            let Some(picked) = self.pick(ply, only_checks) else {
                break;
            };
            let mv = picked.mv;
            if mv == node.excluded || (ply == 0 && !self.is_asked_for(mv)) {
                continue;
            }
            let facts = self.facts(node, &picked, &tried, &seen);
            let lost = lost_interest(&self.rules.config, &facts);
            tried.met_quiet |= picked.kind.is_quiet();
            if self.leaves_out(node, &picked, lost, &tried).is_some() {
                tried.left_out = true;
                continue;
            }
            seen.note(mv, picked.check, self.pos.captured(mv).is_some());
            tried.spent = PLY + lost;
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

    /// Whether root move `mv` is among those to be searched for this line.
    fn is_asked_for(&self, mv: Move) -> bool {
        let asked = &self.root_moves[self.first_root_move..];
        asked.iter().any(|root| root.mv == mv)
    }

    pub(super) fn start_picking(&mut self, node: &mut Node) {
        let (ply, config) = (node.ply, &self.rules.config);
        node.table_captures = node.table_move.is_some() && is_lively(&self.pos, node.table_move);
        if config.mobility_bonus > 0 || (config.reply_bonus > 0 && node.in_check) {
            node.choices = count_legal(&self.pos) as i32;
        }
        let [counter, follow_up] = self.histories.recall(&self.context(ply));
        let follow_up = if config.follow_up_bonus > 0 {
            follow_up
        } else {
            Move::NONE
        };
        let frame = &mut self.frames[ply];
        let [first, second] = frame.killers;
        let recalled = [first, second, counter, follow_up];
        frame.picker.start(Wanted::All, node.table_move, recalled);
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
        let (mv, ply) = (picked.mv, node.ply);
        let points = if picked.kind.is_quiet() {
            self.plausibility.points(self.pos.side(), mv)
        } else {
            0
        };
        let free_at_root = usize::from(!node.inner);
        let checkers = |ply: usize| self.frames[ply].checks.checkers;
        Facts {
            rank: tried.searched.saturating_sub(free_at_root),
            depth: node.budget.mean(),
            beyond: (ply as i32 - self.iteration as i32).max(0),
            in_proportion: self.is_in_proportion(node),
            spent: tried.spent,
            choices: node.choices,
            kind: picked.kind,
            order: picked.order,
            threat: i32::from(picked.threat),
            gain: EXCHANGE.gain(&self.pos, mv),
            promotes: mv.is_promotion(),
            check: picked.check,
            checked_before: picked.check && ply > 0 && checkers(ply - 1).any(),
            takes_checker: node.in_check && checkers(ply).contains(mv.to()),
            best_quiet: picked.kind.is_quiet() && !tried.met_quiet,
            root_best: ply == 0 && tried.searched == 0,
            pv: node.pv,
            improving: node.improving,
            in_check: node.in_check,
            table_captures: node.table_captures,
            like: seen.likeness(mv, picked.check, node.in_check),
            points,
        }
    }

    /// What an ordinary move costs here: a ply, less when it answers a check, as long as the
    /// line is not out of all proportion.
    #[inline]
    fn ordinary_cost(&self, node: &Node) -> i32 {
        if node.in_check && self.is_in_proportion(node) {
            self.rules.config.evasion_cost
        } else {
            PLY
        }
    }

    /// Whether a line to here may have had cheap moves only.
    #[inline]
    fn is_in_proportion(&self, node: &Node) -> bool {
        node.ply < 2 * self.iteration as usize
    }

    /// Whether all quiet moves to come but checks would be left out, even at ordinary cost: then
    /// none need be looked at. Worth of not looking at late ones: +25 (−8 to +59) in 400 games at
    /// equal nodes, and up to 9 % more nodes a second (2026-11-21).
    #[inline]
    fn leaves_out_quiets(&self, node: &Node, tried: &Tried) -> bool {
        tried.allows_leaving_out(node)
            && (self.is_late(node, tried) || self.is_futile(node, node.budget.mean() - PLY))
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

    /// Why a move is not worth its cost, if it is not: it overdraws its side's budget, cannot lift
    /// the static value to alpha, comes too late, or gives material away.
    #[inline]
    pub(super) fn leaves_out(
        &self,
        node: &Node,
        picked: &Picked,
        lost: i32,
        tried: &Tried,
    ) -> Option<LeftOut> {
        if !tried.allows_leaving_out(node) {
            return None;
        }
        let config = &self.rules.config;
        let rest = node.budget.mean() - PLY - lost;
        let (quiet, check) = (picked.kind.is_quiet(), picked.check);
        if (quiet || config.leave_out_captures > 0) && self.overdraws(node, lost) {
            Some(LeftOut::Overdraft)
        } else if quiet && !check && self.is_futile(node, rest) {
            Some(LeftOut::Futile)
        } else if quiet && !check && self.is_late(node, tried) {
            Some(LeftOut::Late)
        } else if self.gives_away(picked, rest) {
            Some(LeftOut::Loss)
        } else {
            None
        }
    }

    /// Whether a move loses more material than its mean budget of `rest` allows.
    #[inline]
    fn gives_away(&self, picked: &Picked, rest: i32) -> bool {
        let config = &self.rules.config;
        let margin = if picked.kind.is_quiet() {
            let plies = rest.max(PLY) / 10;
            let per_ply = if picked.check {
                config.check_exchange_margin
            } else {
                config.quiet_exchange_margin
            };
            per_ply * plies * plies / 100
        } else if picked.kind == Kind::BadCapture && !picked.check {
            config.exchange_margin * (rest + PLY).max(PLY) / PLY
        } else {
            0
        };
        margin > 0
            && rest <= config.futility_limit
            && !exchange_reaches(&self.pos, picked.mv, &EXCHANGE, -margin)
    }

    /// Whether a move that has lost this much interest overdraws its side's budget too far.
    #[inline]
    fn overdraws(&self, node: &Node, lost: i32) -> bool {
        let config = &self.rules.config;
        let left = node.budget.own_after(PLY + lost, config.share_percent);
        config.overdraft > 0 && left < -config.overdraft
    }

    /// Whether enough quiet moves have been searched for the budget there is.
    #[inline]
    fn is_late(&self, node: &Node, tried: &Tried) -> bool {
        let config = &self.rules.config;
        let plies = node.budget.mean().max(0) / 10;
        let more = config.late_move_growth * plies * plies / 10_000;
        let more = if node.improving { more } else { more / 2 };
        config.late_move_base > 0
            && !node.pv
            && tried.searched as i32 >= config.late_move_base + more
    }

    /// The value of the move just made, for the side that made it.
    #[inline]
    fn search_move(&mut self, shared: &Shared, node: &Node, lost: i32, first: bool) -> i32 {
        let below = node.ply + 1;
        let ordinary = self.ordinary_cost(node);
        if first {
            // Only the reciprocal law lets the first move cost more or less than an ordinary one.
            let rest = self.spend(node.budget, ordinary + lost - node.singular);
            return -self.node(shared, -node.beta, -node.alpha, rest, below);
        }
        let full = self.spend(node.budget, (ordinary + lost.min(0)).max(0));
        let reduced = self.spend(node.budget, (ordinary + lost).max(0));
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
