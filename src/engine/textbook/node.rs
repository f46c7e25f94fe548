//! One node: a position somewhere in the tree, from the rules of the game to its last move.
//!
//! Without any switch it is minimax: the value of a position is the greatest that a move leads to, and what a move leads
//! to is worth as much less to the other side. Each switch of [`Rules`](super::Rules) adds a technique.

use super::costs::{Budget, MoveFacts, PLY, Seen};
use super::order::{Candidate, Order, is_noisy};
use super::table::Entry;
use super::{Searcher, article};
use crate::eval::{INFINITE, MAX_PLY, is_mate, mate_in, mated_in};
use crate::search::signals::Shared;
use crate::search::{Bound, End};
use crate::shogi::mate_one::mate_in_one;
use crate::shogi::movegen::is_legal;
use crate::shogi::{CheckSquares, Move};
use arrayvec::ArrayVec;

/// A move that cost so much more than a ply and is good is searched again at a ply.
const VERIFY_FROM: i32 = 25;
/// The least depth for a null move, and what that costs beside a quarter of the depth.
const NULL_FROM: i32 = 2 * PLY;
const NULL_COST: i32 = 325;
/// The least depth for a singular move, how many centipawns a ply it is better, and how much less it costs.
const SINGULAR_FROM: i32 = 6 * PLY;
const SINGULAR_MARGIN: i32 = 2;
const SINGULAR_BONUS: i32 = PLY;
/// How much less deep the table's entry may be.
const SINGULAR_SHORT: i32 = 3 * PLY;

/// What is known of a node.
struct Node {
    alpha: i32,
    beta: i32,
    budget: Budget,
    ply: usize,
    /// Whether more is asked than on which side of one value it is.
    pv: bool,
    in_check: bool,
    /// The move that is not to be tried, while the others are compared with it.
    excluded: Move,
    table_move: Move,
    /// How much less the table's move costs because it is singular.
    singular: i32,
}

/// What trying its moves has come to.
struct Tried {
    best: i32,
    best_move: Move,
    /// The moves searched, as many as are remembered.
    moves: ArrayVec<Move, 64>,
    searched: usize,
    /// What the last of them cost; the article's law adds that to the next.
    spent: i32,
    /// Whether moves were left out.
    left_out: bool,
}

impl Searcher {
    /// The value at `ply`, within `alpha` and `beta`, of a search with `budget`.
    pub(super) fn node(
        &mut self,
        shared: &Shared,
        [mut alpha, mut beta]: [i32; 2],
        budget: Budget,
        ply: usize,
    ) -> i32 {
        let ruled = self.line.ruled(ply);
        if ruled.is_none() && budget.own <= 0 {
            self.ends.note(End::Spent);
            return self.quiescence(shared, [alpha, beta], ply, true);
        }
        self.line.places[ply].best.clear();
        if self.stopped {
            return 0;
        }
        if let Some(value) = ruled {
            return self.ended(End::Rule, value);
        }
        if ply >= MAX_PLY {
            let value = self.line.evaluate(ply);
            return self.ended(End::Rule, value);
        }
        if ply > 0 {
            // No mate is shorter than the next move.
            (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(mate_in(ply + 1)));
            if alpha >= beta {
                return self.ended(End::Rule, alpha);
            }
        }
        let node = Node {
            alpha,
            beta,
            budget,
            ply,
            pv: beta - alpha > 1,
            in_check: self.line.in_check(ply),
            excluded: self.line.places[ply].excluded,
            table_move: Move::NONE,
            singular: 0,
        };
        self.value_of(shared, node)
    }

    /// The value of a node that no rule decides.
    fn value_of(&mut self, shared: &Shared, mut node: Node) -> i32 {
        let ply = node.ply;
        let known = self.known(ply);
        if let Some(entry) = known {
            node.table_move = entry.mv;
            let asked = ply > 0 && !node.pv && node.excluded.is_none();
            if asked && entry.budget.reaches(node.budget) && entry.answers(node.alpha, node.beta) {
                return self.ended(End::Table, entry.value);
            }
        }
        self.line.places[ply].squares = CheckSquares::of(&self.line.pos);
        if ply == 0 {
            node.table_move = self.root.best();
        } else if self.looks_for_mate(&node)
            && let Some(value) = self.mate_at_once(ply)
        {
            return self.ended(End::MateInOne, value);
        }
        if let Some(value) = self.null_move(shared, &node, known) {
            return self.ended(End::NullMove, value);
        }
        if let Some(entry) = known {
            self.judge_table_move(shared, &mut node, entry);
        }
        if self.stopped {
            return 0;
        }
        let first_alpha = node.alpha;
        let tried = self.try_moves(shared, &mut node);
        if self.stopped {
            return 0;
        }
        if tried.searched == 0 {
            self.ends.note(End::NoMove);
            return match tried.left_out {
                _ if node.excluded.is_some() => node.alpha,
                true => self.quiescence(shared, [node.alpha, node.beta], ply, true),
                false => mated_in(ply),
            };
        }
        let bound = Bound::within(tried.best, first_alpha, node.beta);
        self.ends.note(match bound {
            Bound::Lower => End::cut_by(tried.searched),
            Bound::Exact => End::Raised,
            Bound::Upper if tried.left_out => End::RestPruned,
            Bound::Upper => End::AllFailed,
        });
        if node.excluded.is_none() {
            if bound == Bound::Lower {
                self.learn(&node, &tried);
            }
            if ply > 0 || shared.limits.moves.is_empty() {
                let (mv, value, eval) = (tried.best_move, tried.best, self.line.places[ply].eval);
                let budget = node.budget;
                self.keep(
                    ply,
                    Entry {
                        mv,
                        value,
                        bound,
                        eval,
                        budget,
                    },
                );
            }
        }
        tried.best
    }

    /// Whether a mate in one is looked for here.
    fn looks_for_mate(&self, node: &Node) -> bool {
        let depth = node.budget.mean();
        !node.in_check
            && match self.rules.mate_in_one {
                0 => false,
                1 => depth >= 2 * PLY,
                _ => depth > 0,
            }
    }

    /// The value of a move that mates, if there is one. It is kept for good.
    pub(super) fn mate_at_once(&mut self, ply: usize) -> Option<i32> {
        let (pos, place) = (&mut self.line.pos, &mut self.line.places[ply]);
        let mv = mate_in_one(pos, &place.checks, &place.squares, &mut self.scratch)?;
        place.best.push(mv);
        let entry = Entry {
            mv,
            value: mate_in(ply + 1),
            bound: Bound::Exact,
            eval: place.eval,
            budget: Budget::of_plies(128),
        };
        self.keep(ply, entry);
        Some(entry.value)
    }

    /// If even passing holds beta, some move will.
    fn null_move(&mut self, shared: &Shared, node: &Node, known: Option<Entry>) -> Option<i32> {
        let (ply, depth, beta) = (node.ply, node.budget.mean(), node.beta);
        let applies = self.rules.null_move > 0
            && !(node.pv || node.in_check || is_mate(beta))
            && node.excluded.is_none()
            && depth >= NULL_FROM
            && self.line.before(ply)[0].is_some();
        if !applies {
            return None;
        }
        let eval = self.standing(ply, known);
        if eval < beta {
            return None;
        }
        // The further above beta, the shallower.
        let cost = NULL_COST + depth / 4 + ((eval - beta) / 2).min(2 * PLY);
        self.line.pass(ply);
        let rest = node.budget.after(cost, false);
        let value = -self.node(shared, [-beta, 1 - beta], rest, ply + 1);
        self.line.unpass();
        if self.stopped {
            self.line_at_stop.push(Move::NONE);
            return None;
        }
        (value >= beta).then_some(if is_mate(value) { beta } else { value })
    }

    /// Searches the other moves with half the depth against a value a little below that of the table's move: if none
    /// reaches it, that move is singular.
    fn judge_table_move(&mut self, shared: &Shared, node: &mut Node, entry: Entry) {
        let (ply, depth) = (node.ply, node.budget.mean());
        let applies = self.rules.singular_moves > 0
            && ply > 0
            && node.excluded.is_none()
            && !self.stopped
            && self.is_in_proportion(ply)
            && depth >= SINGULAR_FROM
            && entry.bound != Bound::Upper
            && entry.budget.mean() >= depth - SINGULAR_SHORT
            && !is_mate(entry.value)
            && is_legal(&self.line.pos, &self.line.places[ply].checks, entry.mv);
        if applies {
            let bar = entry.value - SINGULAR_MARGIN * depth / PLY;
            let Budget { own, opp } = node.budget;
            let half = Budget {
                own: own / 2,
                opp: opp / 2,
            };
            self.line.places[ply].excluded = entry.mv;
            let others = self.node(shared, [bar - 1, bar], half, ply);
            self.line.places[ply].excluded = Move::NONE;
            if others < bar {
                node.singular = SINGULAR_BONUS;
            }
        }
    }

    /// Whether the line to `ply` may have had cheap moves only.
    fn is_in_proportion(&self, ply: usize) -> bool {
        ply < 2 * self.root.iteration as usize
    }

    /// Tries the moves of a node in order, with the order of its ply.
    fn try_moves(&mut self, shared: &Shared, node: &mut Node) -> Tried {
        let ply = node.ply;
        self.line.places[ply + 2].killers = [Move::NONE; 2];
        let mut order = std::mem::take(&mut self.orders[ply]);
        order.start(node.table_move, false);
        if self.rules.article_scale > 0 {
            let around = self.around(ply);
            let mut moves: Vec<_> = std::iter::from_fn(|| order.next(&around)).collect();
            article::sort(&mut moves, &around, self.root.iteration);
            order.hand_out(moves);
        }
        let tried = self.try_in(&mut order, shared, node);
        self.orders[ply] = order;
        tried
    }

    fn try_in(&mut self, order: &mut Order, shared: &Shared, node: &mut Node) -> Tried {
        let ply = node.ply;
        let mut tried = Tried {
            best: -INFINITE,
            best_move: Move::NONE,
            moves: ArrayVec::new(),
            searched: 0,
            spent: 0,
            left_out: false,
        };
        let mut seen = Seen {
            checks: 0,
            movers: [0; 256],
        };
        while let Some(candidate) = order.next(&self.around(ply)) {
            let mv = candidate.mv;
            if mv == node.excluded || (ply == 0 && !self.root.moves.contains(&mv)) {
                continue;
            }
            let lost = self.lost_interest(node, &candidate, &tried, &seen);
            let may_end = self.rules.article_scale > 0 && (ply > 0 || tried.searched > 0);
            if may_end && node.budget.own + 1 < 2 * (PLY + lost) {
                tried.left_out = true;
                break;
            }
            tried.spent = PLY + lost;
            let undo = self.make(shared, ply, mv);
            let value = self.search_move(shared, node, lost, tried.searched == 0);
            self.line.unmake(mv, undo);
            if self.stopped {
                self.line_at_stop.push(mv);
                return tried;
            }
            let is_best = value > tried.best && value > node.alpha;
            if ply == 0 && (is_best || tried.searched == 0) {
                let bound = Bound::within(value, node.alpha, node.beta);
                self.note_root(mv, value, bound);
            } else if is_best && node.pv {
                self.line.lead_with(ply, mv);
            }
            tried.searched += 1;
            let _ = tried.moves.try_push(mv);
            seen.note(mv, candidate.check);
            tried.best = tried.best.max(value);
            if is_best {
                tried.best_move = mv;
                if value >= node.beta {
                    break;
                }
                if self.rules.cuts > 0 {
                    node.alpha = value;
                }
            }
        }
        if tried.left_out && tried.searched > 0 {
            // A move that was left out may be worth more than those tried.
            tried.best = tried.best.max(node.alpha);
        }
        tried
    }

    /// What a move costs more than a ply by the law in force.
    fn lost_interest(&self, node: &Node, it: &Candidate, tried: &Tried, seen: &Seen) -> i32 {
        let rules = &self.rules;
        if rules.article_scale == 0 && rules.late_moves == 0 {
            return 0;
        }
        let facts = MoveFacts {
            rank: tried.searched.saturating_sub(usize::from(node.ply == 0)),
            depth: node.budget.mean(),
            kind: it.kind,
            check: it.check,
            in_check: node.in_check,
            alike: seen.like(it.mv, it.check, node.in_check),
        };
        if rules.article_scale > 0 {
            let alike = i32::from(facts.alike.drops + facts.alike.checks);
            tried.spent + it.cost - PLY + alike * rules.article_similarity
        } else {
            facts.lateness()
        }
    }

    /// The value of the move just made, for the side that made it: the `first` of its node as it is, others first
    /// whether they are better at all.
    fn search_move(&mut self, shared: &Shared, node: &Node, lost: i32, first: bool) -> i32 {
        let (alpha, beta, below) = (node.alpha, node.beta, node.ply + 1);
        let rules = &self.rules;
        let extended = node.in_check && self.is_in_proportion(node.ply);
        let ordinary = PLY - if extended { rules.check_extension } else { 0 };
        let singular = if first { node.singular } else { 0 };
        let after = |lost: i32| {
            let cost = (ordinary + lost).max(0) - singular;
            node.budget.after(cost, rules.two_accounts > 0)
        };
        // By the article's law a cost is a cost; by others a good move does not pay for being unexpected.
        let by_article = rules.article_scale > 0;
        let kept = if by_article || first {
            lost
        } else {
            lost.min(0)
        };
        let asks_first = rules.zero_windows > 0 && !first;
        let bar = if asks_first { alpha + 1 } else { beta };
        let (reduced, full) = (after(lost), after(kept));
        let mut value = -self.node(shared, [-bar, -alpha], reduced, below);
        if value > alpha && lost - kept >= VERIFY_FROM && !self.stopped {
            value = -self.node(shared, [-bar, -alpha], full, below);
        }
        if value > alpha && value < beta && bar < beta && !self.stopped {
            value = -self.node(shared, [-beta, -alpha], full, below);
        }
        value
    }

    /// What a cut teaches about quiet moves.
    fn learn(&mut self, node: &Node, tried: &Tried) {
        let (cut, pos) = (tried.best_move, &self.line.pos);
        let (side, before) = (pos.side(), self.line.before(node.ply));
        let plies = node.budget.mean().max(PLY) / PLY;
        let points = (plies * plies * 32 + plies * 64).min(2000);
        for &mv in tried.moves.iter().filter(|&&mv| mv != cut) {
            if !is_noisy(pos, mv) {
                self.memory.reward(side, mv, -points);
            }
        }
        if !is_noisy(pos, cut) {
            self.memory.reward(side, cut, points);
            self.memory.answer(side, cut, before);
            let killers = &mut self.line.places[node.ply].killers;
            if killers[0] != cut {
                *killers = [cut, killers[0]];
            }
        }
    }
}
