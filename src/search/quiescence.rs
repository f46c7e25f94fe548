//! The end of a branch: captures and pawn promotions that lose nothing, and every move out of
//! check, until the position is quiet enough for its static value.

use super::budget::Budget;
use super::ordering::Wanted;
use super::score::Bound;
use super::signals::Shared;
use super::tt::Entry;
use super::worker::Worker;
use crate::eval::handmade::EXCHANGE;
use crate::eval::{INFINITE, MAX_PLY, is_mate, mate_in, mated_in};
use crate::shogi::mate_one::mate_in_one;
use crate::shogi::{CheckSquares, Move};

/// Less than this much above the best hope is not worth looking at, in centipawns.
const DELTA: i32 = 180;

impl Worker {
    /// The value of the position at `ply` within `alpha` and `beta` when no budget is left;
    /// `first` where a budget has just ended.
    pub fn quiescence(
        &mut self,
        shared: &Shared,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        first: bool,
    ) -> i32 {
        self.count_node(shared, ply);
        self.stack[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if ply >= MAX_PLY || self.settings.config.quiescence == 0 {
            return self.evaluate(ply);
        }
        let key = self.table_key();
        let known = shared.table.probe(key, ply);
        if let Some(entry) = known
            && answers(&entry, alpha, beta)
        {
            return entry.value;
        }
        let in_check = self.stack[ply].checks.in_check();
        let (raw_eval, eval) = if in_check {
            (0, -INFINITE)
        } else {
            self.static_values(shared, ply, known)
        };
        let mut best = eval;
        if best >= beta {
            return best;
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        if first
            && known.is_none()
            && !in_check
            && let Some(value) = self.mate_before_quiescence(ply)
        {
            return value;
        }
        let table = known.map_or(Move::NONE, |entry| entry.mv);
        self.stack[ply]
            .picker
            .start(Wanted::Noisy, table, [Move::NONE; 4]);
        let (mut best_move, mut searched) = (Move::NONE, 0);
        while let Some(picked) = self.pick(ply, false) {
            let mv = picked.mv;
            if !in_check && searched > 0 && eval + EXCHANGE.gain(&self.pos, mv) + DELTA <= alpha {
                continue;
            }
            searched += 1;
            let undo = self.make(shared, ply, mv);
            let value = -self.quiescence(shared, -beta, -alpha, ply + 1, false);
            self.unmake(mv, undo);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = mv;
                    self.lead_with(ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        if in_check && searched == 0 {
            return mated_in(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha && in_check {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            mv: best_move,
            value: best,
            eval: raw_eval,
            budget: Budget::SPENT,
            bound,
        };
        self.keep(shared, ply, entry);
        best
    }
}

impl Worker {
    /// The value of a mate in one, if there is one and it is to be looked for.
    fn mate_before_quiescence(&mut self, ply: usize) -> Option<i32> {
        if self.settings.config.mate_one_quiescence == 0 {
            return None;
        }
        let squares = CheckSquares::of(&self.pos);
        let here = &mut self.stack[ply];
        let mv = mate_in_one(&mut self.pos, &here.checks, &squares, &mut self.scratch)?;
        here.line.push(mv);
        Some(mate_in(ply + 1))
    }
}

/// Whether an entry of the table settles the window.
#[inline]
pub fn answers(entry: &Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}

/// Whether `value` may be returned from a pruned node as it is: a mate that was not searched to
/// its end is none.
#[inline]
pub fn modest(value: i32, beta: i32) -> i32 {
    if is_mate(value) { beta } else { value }
}
