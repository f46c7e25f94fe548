//! One node: a position somewhere in the tree, from the rules of the game to its last move.
//!
//! Without any switch it is minimax: the value of a position is the greatest that a move leads to, and what a move leads
//! to is worth as much less to the other side. Each switch of [`Rules`](super::Rules) adds a technique.

use super::order::{Candidate, Kind};
use super::{Search, article};
use crate::eval::{LONGEST_MATE, MAX_PLY, is_mate, mated_in};
use crate::search::conventions::Own;
use crate::search::line::Paid;
use crate::search::root::Found;
use crate::search::table::Entry;
use crate::search::{Bound, End};
use crate::shogi::movegen::is_legal;
use crate::shogi::pieces::opponent;
use crate::shogi::{Color, Move};

/// What an ordinary move costs.
pub const PLY: i32 = 100;
/// The least depth for a null move, and what that costs beside a quarter of the depth.
const NULL_FROM: i32 = 2 * PLY;
const NULL_COST: i32 = 325;
/// The least depth for a singular move, how many units a ply it is better, and how many plies less deep the table's entry
/// may be.
const SINGULAR_FROM: i32 = 6 * PLY;
const SINGULAR_MARGIN: i32 = 2;
const SINGULAR_SHORT: i32 = 3;

/// What is left to Black and White on a line, in hundredths of a ply: accounts of their own, or one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget(pub [i32; 2]);

impl Budget {
    /// What is left to `side`.
    pub fn left(self, side: Color) -> i32 {
        self.0[side.array_index()]
    }

    /// The depth.
    pub fn depth(self) -> i32 {
        i32::midpoint(self.0[0], self.0[1])
    }

    /// The same in whole plies, 0 or more.
    pub fn plies(self) -> i32 {
        (self.depth() / PLY).max(0)
    }

    /// What is left after a move of `cost`: `side` alone pays twice that, or both together, which is one depth.
    #[must_use]
    pub fn after(mut self, side: Color, cost: i32, two_accounts: bool) -> Self {
        if two_accounts {
            self.0[side.array_index()] -= 2 * cost;
        } else {
            self.0 = self.0.map(|left| left - cost);
        }
        self
    }
}

/// What is asked of a node, and what trying its moves has come to.
#[derive(Default)]
pub struct Node {
    /// What the side to move has for sure; it is raised by moves.
    alpha: i32,
    /// What the opponent would not allow.
    beta: i32,
    pub budget: Budget,
    pub ply: usize,
    /// The move that is not to be tried, while the others are compared with it.
    excluded: Move,
    /// Whether the table's move is singular.
    singular: bool,
    /// The best value; that of having no move before that.
    best: i32,
    /// The move that raised alpha last; the table's before that.
    pub best_move: Move,
    searched: usize,
    /// What the last move cost.
    cost: i32,
}

impl Node {
    /// The node at `ply` of a search with `budget`: where between alpha and beta is its value?
    pub fn new([alpha, beta]: [i32; 2], budget: Budget, ply: usize) -> Self {
        Self {
            alpha,
            beta,
            budget,
            ply,
            best: mated_in(ply),
            ..Self::default()
        }
    }

    /// Whether more is asked than on which side of one value it is.
    fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl Search<'_> {
    /// The value of a node; none if the search was stopped.
    pub fn node(&mut self, mut node: Node) -> Option<i32> {
        let (end, value) = self.ended(&mut node)?;
        Some(self.worker.ended(end, value))
    }

    /// What ends a node, and its value.
    fn ended(&mut self, node: &mut Node) -> Option<(End, i32)> {
        let ply = node.ply;
        self.worker.line.at_mut(ply).pv.clear();
        if let Some(value) = self.ruled(ply) {
            return Some((End::Rule, value));
        }
        if node.budget.left(self.worker.line.pos.side()) <= 0 || ply >= MAX_PLY {
            return Some((End::Spent, self.quiescence([node.alpha, node.beta], ply)?));
        }
        let known = self.worker.known::<Own>(self.shared, ply);
        let is_asked = ply > 0 && !node.is_open() && node.excluded.is_none();
        let answers = known.tells(known.value >= node.beta);
        if is_asked && answers && known.depth * PLY >= node.budget.depth() {
            return Some((End::Table, known.value));
        }
        let is_deep = node.budget.depth() >= 2 * PLY;
        let looks = ply > 0 && self.rules.mate_in_one > i32::from(!is_deep);
        if looks && let Some(value) = self.mate_at_once(ply) {
            return Some((End::MateInOne, value));
        }
        if self.null_move_holds(node)? {
            return Some((End::NullMove, node.beta));
        }
        node.best_move = match ply {
            0 => self.worker.root.moves[0].mv,
            _ => known.mv,
        };
        self.judge_table_move(node, &known)?;
        let first_alpha = node.alpha;
        self.try_moves(node)?;
        Some(self.concluded(node, first_alpha))
    }

    /// The value at `ply` when nothing is left: captures that lose nothing, and moves out of check, until the static value can
    /// be trusted.
    fn quiescence(&mut self, [mut alpha, beta]: [i32; 2], ply: usize) -> Option<i32> {
        self.worker.line.at_mut(ply).pv.clear();
        if let Some(value) = self.ruled(ply) {
            return Some(value);
        }
        if ply >= MAX_PLY || self.rules.quiescence == 0 {
            return Some(self.worker.line.evaluate(ply));
        }
        let in_check = self.worker.line.at(ply).in_check();
        let mut best = mated_in(ply);
        if !in_check {
            // Nobody has to capture.
            best = self.worker.line.evaluate(ply);
        }
        if best >= beta {
            return Some(best);
        }
        if self.rules.mate_in_one > 1
            && let Some(value) = self.mate_at_once(ply)
        {
            return Some(value);
        }
        alpha = alpha.max(best);
        let list = self.list(ply, Move::NONE, !in_check);
        for at in list.clone() {
            let it = self.list[at];
            // One way out of check that does not lose at once is enough.
            let is_noisy = matches!(it.kind, Kind::Capture | Kind::BadCapture);
            if it.kind == Kind::BadCapture && !in_check || best > -LONGEST_MATE && !is_noisy {
                continue;
            }
            let undo = self.make(ply, it.mv)?;
            let value = -self.quiescence([-beta, -alpha], ply + 1)?;
            self.worker.line.unmake(it.mv, undo);
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.worker.line.lead_with(ply, it.mv, Paid::default());
                if value >= beta {
                    break;
                }
            }
        }
        self.list.truncate(list.start);
        Some(best)
    }

    /// Whether even passing holds beta: then some move will.
    fn null_move_holds(&mut self, node: &Node) -> Option<bool> {
        let (ply, beta, depth) = (node.ply, node.beta, node.budget.depth());
        let line = &mut self.worker.line;
        let applies = self.rules.null_move > 0
            && !(node.is_open() || line.at(ply).in_check() || is_mate(beta))
            && node.excluded.is_none()
            && depth >= NULL_FROM
            && line.before(ply, 1).made.is_some();
        let above = applies.then(|| line.evaluate(ply) - beta);
        let Some(above) = above.filter(|&above| above >= 0) else {
            return Some(false);
        };
        // The further above beta, the shallower.
        let cost = NULL_COST + depth / 4 + (above / 2).min(2 * PLY);
        let rest = node.budget.after(line.pos.side(), cost, false);
        line.make_null::<Own>(self.shared.table, ply);
        let value = -self.node(Node::new([-beta, 1 - beta], rest, ply + 1))?;
        self.worker.line.unmake_null();
        Some(value >= beta)
    }

    /// Searches the other moves with half the depth against a value a little below that of the table's move: if none
    /// reaches it, that move is singular.
    fn judge_table_move(&mut self, node: &mut Node, known: &Entry) -> Option<()> {
        let (ply, depth) = (node.ply, node.budget.depth());
        let line = &self.worker.line;
        let applies = self.rules.singular_moves > 0
            && ply > 0
            && node.excluded.is_none()
            && depth >= SINGULAR_FROM
            && known.is_lower()
            && known.depth >= node.budget.plies() - SINGULAR_SHORT
            && !is_mate(known.value)
            && is_legal(&line.pos, &line.at(ply).checks, known.mv);
        if applies {
            let bar = known.value - SINGULAR_MARGIN * depth / PLY;
            let half = Budget(node.budget.0.map(|left| left / 2));
            let mut others = Node::new([bar - 1, bar], half, ply);
            (others.excluded, others.best) = (known.mv, bar - 1);
            node.singular = self.node(others)? < bar;
        }
        Some(())
    }

    /// Tries the moves of a node in order.
    fn try_moves(&mut self, node: &mut Node) -> Option<()> {
        let ply = node.ply;
        let side = self.worker.line.pos.side();
        let by_article = self.rules.article_scale > 0;
        let list = self.list(ply, node.best_move, false);
        if by_article {
            self.sort_by_cost(ply, list.clone());
        }
        for at in list.clone() {
            let it = self.list[at];
            if it.mv == node.excluded || (ply == 0 && !self.worker.is_asked_for(it.mv)) {
                continue;
            }
            node.cost = self.cost(node, it, &self.list[list.start..at]);
            let may_end = by_article && (ply > 0 || node.searched > 0);
            if may_end && node.budget.left(side) < 2 * node.cost {
                // What is left out may be worth more than what was tried.
                node.best = match node.searched {
                    0 => self.quiescence([node.alpha, node.beta], ply)?,
                    _ => node.best.max(node.alpha),
                };
                break;
            }
            let late = self.lateness(node, it);
            let undo = self.make(ply, it.mv)?;
            let value = self.search_move(node, late)?;
            self.worker.line.unmake(it.mv, undo);
            self.note(node, it.mv, value);
            if value >= node.beta {
                self.learn(node, list.start..at);
                break;
            }
        }
        self.list.truncate(list.start);
        Some(())
    }

    /// What a move costs: a ply, but less out of check and if it is singular; by the article's law its own cost and what
    /// those `before` it cost.
    fn cost(&self, node: &Node, it: Candidate, before: &[Candidate]) -> i32 {
        let in_check = self.worker.line.at(node.ply).in_check();
        if self.rules.article_scale > 0 {
            let alike = article::alike(it, before, in_check);
            return node.cost + it.order + alike * self.rules.article_similarity;
        }
        // A line that is twice as long as the iteration has had cheap moves enough.
        if node.ply >= 2 * self.worker.root.iteration as usize {
            return PLY;
        }
        let extension = i32::from(in_check) * self.rules.check_extension;
        let stands_alone = node.singular && node.searched == 0;
        PLY - extension - i32::from(stands_alone) * PLY
    }

    /// By how much less deep than others a late quiet move is searched at first: half a ply, and more by the logarithms
    /// of how many came before it and of the depth. Idea: Stockfish.
    fn lateness(&self, node: &Node, it: Candidate) -> i32 {
        let in_check = self.worker.line.at(node.ply).in_check();
        let quiet = it.kind == Kind::Quiet && !it.check && !in_check;
        let (before, plies) = (node.searched, node.budget.plies());
        if self.rules.late_moves == 0 || !quiet || before == 0 || plies < 1 {
            return 0;
        }
        PLY / 2 + PLY / 4 * ((before + 1).ilog2() * plies.ilog2()) as i32
    }

    /// The value of the move just made, for the side that made it: of the first as it is, of others first whether they
    /// are better at all, of late ones less deep before.
    fn search_move(&mut self, node: &Node, late: i32) -> Option<i32> {
        let (alpha, beta) = (node.alpha, node.beta);
        let mover = opponent(self.worker.line.pos.side());
        let two_accounts = self.rules.two_accounts > 0;
        let asks_first = self.rules.zero_windows > 0 && node.searched > 0;
        let bar = if asks_first { alpha + 1 } else { beta };
        let mut ask = |bar: i32, cost: i32| {
            let rest = node.budget.after(mover, cost, two_accounts);
            let reply = Node::new([-bar, -alpha], rest, node.ply + 1);
            Some(-self.node(reply)?)
        };
        let mut value = ask(bar, node.cost + late)?;
        if value > alpha && late > 0 {
            value = ask(bar, node.cost)?;
        }
        if value > alpha && value < beta && bar < beta {
            value = ask(beta, node.cost)?;
        }
        Some(value)
    }

    /// Notes that `mv` was tried and has this value.
    fn note(&mut self, node: &mut Node, mv: Move, value: i32) {
        node.searched += 1;
        let is_best = value > node.best && value > node.alpha;
        node.best = node.best.max(value);
        if !is_best {
            return;
        }
        node.best_move = mv;
        self.worker.line.lead_with(node.ply, mv, Paid::default());
        if node.ply == 0 {
            let found = Found {
                value,
                bound: Bound::Exact,
                is_best,
            };
            self.worker.note_root_move(mv, Paid::default(), 0, found);
            let moves = &mut self.worker.root.moves;
            let place = moves.iter().position(|root| root.mv == mv);
            moves[..=place.unwrap_or(0)].rotate_right(1);
        }
        if self.rules.cuts > 0 {
            node.alpha = value;
        }
    }

    /// What the moves that were tried come to; alpha was `alpha` before the first.
    fn concluded(&self, node: &Node, alpha: i32) -> (End, i32) {
        if node.searched == 0 {
            return (End::NoMove, node.best);
        }
        let bound = Bound::within(node.best, alpha, node.beta);
        let of_all = node.ply > 0 || self.shared.limits.moves.is_empty();
        if self.rules.table > 0 && node.excluded.is_none() && of_all {
            let (line, table) = (&self.worker.line, self.shared.table);
            let (_, place) = table.probe(&line.pos, line.table_key::<Own>(), node.ply);
            let entry = Entry {
                mv: node.best_move,
                value: node.best,
                depth: node.budget.plies(),
                bound: Some(bound),
                ..Entry::NONE
            };
            table.store(place, node.ply, &entry);
        }
        let end = match bound {
            Bound::Lower => End::cut_by(node.searched),
            Bound::Exact => End::Raised,
            Bound::Upper => End::AllFailed,
        };
        (end, node.best)
    }
}
