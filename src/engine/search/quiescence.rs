//! Where a branch ends: captures are searched until the position is quiet, or moves out of check.
//!
//! In phases as a node is: settle, judge by the static value, try captures, keep. Each node looks for a mate in one
//! before it looks at captures. Numbers: `YaneuraOu` 33ccf1f.

use super::conventions::{Conventions, Visit};
use super::ends::End;
use super::line::Paid;
use super::node::Kind;
use super::picker::{Picker, Wanted};
use super::report::Bound;
use super::signals::Shared;
use super::table::{Entry, NO_VALUE, Place, QUIESCENCE, STATIC_ONLY};
use super::worker::Worker;
use crate::eval::{INFINITE, LONGEST_MATE, MAX_PLY, is_mate, mated_in};
use crate::shogi::Move;

/// What a capture may bring beside what it takes, in units.
const DELTA: i32 = 328;
/// Captures that are looked at, unless they retake or give check.
const MOST_CAPTURES: i32 = 2;
/// What a move may lose by exchange, in units.
const MOST_LOSS: i32 = 73;

/// What the phases hand to each other.
struct Quiet {
    ply: usize,
    alpha: i32,
    beta: i32,
    in_check: bool,
    known: Entry,
    place: Place,
    raw_eval: i32,
    best: i32,
    best_move: Move,
    /// The static value and what a capture may bring beside what it takes; −[`INFINITE`] in check.
    hope: i32,
}

impl Worker {
    /// The value of the position at `ply` within `alpha` and `beta`, when nothing but captures is tried.
    pub fn quiescence<K: Kind, C: Conventions>(
        &mut self,
        shared: &Shared,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        C::visit(|| Visit {
            nodes: self.counts.nodes,
            ply,
            window: (alpha, beta),
            search: None,
            before: self.line.before(ply, 1).made,
        });
        if K::PV {
            self.line.at_mut(ply).pv.clear();
        }
        if let Some(value) = self.line.ruled(ply, self.counts.nodes) {
            return value;
        }
        if self.gives_up::<C>() {
            return 0;
        }
        let in_check = self.line.at(ply).in_check();
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.line.evaluate(ply) };
        }
        let key = self.line.table_key::<C>();
        let (known, place) = shared.table.probe(&self.line.pos, key, ply);
        self.line.at_mut(ply).known = known.is_hit();
        let answers = known.depth >= QUIESCENCE && known.tells(known.value >= beta);
        if !K::PV && answers {
            return known.value;
        }
        self.line.find_squares(ply);
        let mut node = Quiet {
            ply,
            alpha,
            beta,
            in_check,
            known,
            place,
            raw_eval: NO_VALUE,
            best: -INFINITE,
            best_move: Move::NONE,
            hope: -INFINITE,
        };
        if !in_check && let Some(value) = self.stand_pat::<K, C>(shared, &mut node) {
            return value;
        }
        let listed = self.moves.len();
        self.try_captures_of::<K, C>(shared, &mut node);
        self.moves.truncate(listed);
        if self.gives_up::<C>() {
            return 0;
        }
        if in_check && node.best == -INFINITE {
            return mated_in(ply);
        }
        if !is_mate(node.best) && node.best > beta {
            node.best = i32::midpoint(node.best, beta);
        }
        let entry = Entry {
            mv: node.best_move,
            value: node.best,
            eval: node.raw_eval,
            depth: QUIESCENCE,
            bound: Some(if node.best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            }),
            pv: known.pv,
        };
        shared.table.store(place, ply, &entry);
        node.best
    }

    /// A side out of check may stop where it is. A value ends the node.
    #[inline]
    fn stand_pat<K: Kind, C: Conventions>(
        &mut self,
        shared: &Shared,
        node: &mut Quiet,
    ) -> Option<i32> {
        let (ply, known) = (node.ply, node.known);
        if !known.is_hit()
            && let Some(value) = self.mate_at_once::<C>(shared, ply, node.place, QUIESCENCE)
        {
            return Some(self.ended(End::MateInOne, value));
        }
        let correction = self.correction(ply);
        node.raw_eval = if K::PV || known.eval == NO_VALUE {
            self.line.evaluate(ply)
        } else {
            known.eval
        };
        let eval = Self::corrected(node.raw_eval, correction);
        self.line.at_mut(ply).eval = eval;
        node.best = eval;
        if known.tells(known.value > eval) && !is_mate(known.value) {
            node.best = known.value;
        }
        if node.best >= node.beta {
            if !is_mate(node.best) {
                node.best = i32::midpoint(node.best, node.beta);
            }
            if !known.is_hit() {
                let entry = Entry {
                    value: node.best,
                    eval: node.raw_eval,
                    depth: STATIC_ONLY,
                    bound: Some(Bound::Lower),
                    ..Entry::NONE
                };
                shared.table.store(node.place, ply, &entry);
            }
            return Some(node.best);
        }
        node.alpha = node.alpha.max(node.best);
        node.hope = eval + DELTA;
        None
    }

    fn try_captures_of<K: Kind, C: Conventions>(&mut self, shared: &Shared, node: &mut Quiet) {
        let ply = node.ply;
        let mut picker = Picker::new(Wanted::Captures, node.known.mv, self.moves.len());
        let mut number = 0;
        while let Some(picked) = self.pick::<K, C>(ply, &mut picker, true) {
            let mv = picked.mv;
            number += 1;
            if node.best > -LONGEST_MATE && self.passes_over(node, mv, number) {
                continue;
            }
            let undo = self.make::<C>(shared, ply, mv);
            let value = -self.quiescence::<K, C>(shared, ply + 1, -node.beta, -node.alpha);
            self.line.unmake(mv, undo);
            if self.gives_up::<C>() {
                return;
            }
            if value > node.best {
                node.best = value;
                if value > node.alpha {
                    node.best_move = mv;
                    if K::PV {
                        self.line.lead_with(ply, mv, Paid::default());
                    }
                    if value >= node.beta {
                        return;
                    }
                    node.alpha = value;
                }
            }
        }
    }

    /// Whether `mv`, handed out as number `number`, is not searched, where the best so far does not lose.
    #[inline]
    fn passes_over(&self, node: &mut Quiet, mv: Move, number: i32) -> bool {
        let (pos, here) = (&self.line.pos, self.line.at(node.ply));
        let before = self.line.before(node.ply, 1).made;
        let retakes = before.is_some() && before.to() == mv.to();
        let is_dull = !retakes && !here.squares.gives_check(pos, mv);
        if is_dull && !node.in_check {
            if number > MOST_CAPTURES {
                return true;
            }
            let hope = node.hope + super::exchange::taken_value(pos, mv);
            if hope <= node.alpha {
                node.best = node.best.max(hope);
                return true;
            }
            if !self.gains(node.ply, mv, node.alpha - node.hope) {
                node.best = node.best.max(node.alpha.min(node.hope));
                return true;
            }
        }
        pos.captured(mv).is_none() || !self.gains(node.ply, mv, -MOST_LOSS)
    }
}
