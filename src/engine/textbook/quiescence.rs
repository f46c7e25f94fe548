//! The end of a line: captures that lose nothing, and every move out of check, until the static value can be trusted.

use super::Searcher;
use super::costs::Budget;
use super::order::{Order, is_noisy};
use super::table::Entry;
use crate::eval::{INFINITE, LONGEST_MATE, MAX_PLY, is_mate, mated_in};
use crate::search::Bound;
use crate::search::signals::Shared;
use crate::shogi::exchange::EXCHANGE;
use crate::shogi::{CheckSquares, Move};

/// Once a move does not lose outright, captures only, and after so many of them only such as take back.
const FREE_MOVES: usize = 2;
/// What falls so many centipawns short of alpha with all that it gains is not looked at.
const DELTA: i32 = 180;

impl Searcher {
    /// The value at `ply` when nothing is left; `first` where the depth has just ended.
    pub(super) fn quiescence(
        &mut self,
        shared: &Shared,
        [alpha, beta]: [i32; 2],
        ply: usize,
        first: bool,
    ) -> i32 {
        self.line.places[ply].best.clear();
        if self.stopped {
            return 0;
        }
        if self.line.is_out_of_moves(ply) {
            return self.line.draw(ply);
        }
        if ply >= MAX_PLY || self.rules.quiescence == 0 {
            return self.line.evaluate(ply);
        }
        let known = self.known(ply);
        if let Some(entry) = known.filter(|entry| entry.answers(alpha, beta)) {
            return entry.value;
        }
        let in_check = self.line.in_check(ply);
        let eval = if in_check {
            -INFINITE
        } else {
            self.standing(ply, known)
        };
        if eval >= beta {
            // By how much nobody has asked.
            return if is_mate(beta) {
                eval
            } else {
                i32::midpoint(eval, beta)
            };
        }
        if self.rules.mate_in_one > if first { 1 } else { 2 } && !in_check {
            self.line.places[ply].squares = CheckSquares::of(&self.line.pos);
            if let Some(value) = self.mate_at_once(ply) {
                return value;
            }
        }
        // Checks do not matter from here on.
        self.line.places[ply].squares = CheckSquares::none();
        let mut found = Entry {
            mv: Move::NONE,
            value: eval,
            bound: Bound::Upper,
            eval,
            budget: Budget::of_plies(0),
        };
        let mut order = std::mem::take(&mut self.orders[ply]);
        order.start(known.map_or(Move::NONE, |entry| entry.mv), true);
        let searched = self.try_captures(&mut order, shared, [alpha, beta], ply, &mut found);
        self.orders[ply] = order;
        if self.stopped {
            return 0;
        }
        if in_check && searched == 0 {
            return mated_in(ply);
        }
        found.bound = match Bound::within(found.value, alpha, beta) {
            // Other moves may be worth more.
            Bound::Exact if !in_check => Bound::Upper,
            bound => bound,
        };
        self.keep(ply, found);
        found.value
    }

    /// Tries the moves of a node and puts the best into `found`; how many were searched.
    fn try_captures(
        &mut self,
        order: &mut Order,
        shared: &Shared,
        [alpha, beta]: [i32; 2],
        ply: usize,
        found: &mut Entry,
    ) -> usize {
        let before = self.line.before(ply)[0];
        let mut alpha = alpha.max(found.eval);
        let mut searched = 0;
        while let Some(candidate) = order.next(&self.around(ply)) {
            let (mv, pos) = (candidate.mv, &self.line.pos);
            if found.eval > -INFINITE && searched > 0 {
                let hope = found.eval + EXCHANGE.gain(pos, mv) + DELTA;
                if hope <= alpha {
                    found.value = found.value.max(hope);
                    continue;
                }
            }
            let takes_back = before.is_some() && before.to() == mv.to();
            let is_worth_it = is_noisy(pos, mv) && (searched < FREE_MOVES || takes_back);
            if found.value > -LONGEST_MATE && !is_worth_it {
                continue;
            }
            searched += 1;
            let undo = self.make(shared, ply, mv);
            let value = -self.quiescence(shared, [-beta, -alpha], ply + 1, false);
            self.line.unmake(mv, undo);
            if self.stopped {
                break;
            }
            found.value = found.value.max(value);
            if value > alpha {
                (alpha, found.mv) = (value, mv);
                self.line.lead_with(ply, mv);
                if value >= beta {
                    break;
                }
            }
        }
        searched
    }
}
