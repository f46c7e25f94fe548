//! The end of a branch: captures and pawn promotions that lose nothing, and every move out of
//! check, until the position is quiet enough for its static value.

use super::interest::Budget;
use super::ordering::{Wanted, is_noisy};
use super::report::Bound;
use super::root::Paid;
use super::signals::Shared;
use super::styles::Style;
use super::tt::Entry;
use super::worker::Worker;
use crate::eval::handmade::EXCHANGE;
use crate::eval::{INFINITE, LONGEST_MATE, MAX_PLY, is_mate, mated_in};
use crate::shogi::mate_one::mate_in_one;
use crate::shogi::{CheckSquares, Move};

/// Moves after which a lean quiescence looks at recaptures only. Source: Stockfish.
const LEAN_MOVES: usize = 2;
/// Less than this much above the best hope is not worth looking at, in centipawns.
const DELTA: i32 = 180;

impl Worker {
    /// The value of the position at `ply` within `alpha` and `beta` when no budget is left;
    /// `first` where a budget has just ended.
    pub fn quiescence<S: Style>(
        &mut self,
        shared: &Shared,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        first: bool,
    ) -> i32 {
        self.path.stack[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if self.path.is_out_of_moves(ply) {
            return self.path.draw(ply);
        }
        if ply >= MAX_PLY || !S::has(self.settings.config.quiescence) {
            return self.path.evaluate(ply);
        }
        let key = self.path.table_key();
        let known = shared.table.probe(key, ply);
        if let Some(entry) = known
            && answers(&entry, alpha, beta)
        {
            return entry.value;
        }
        let mut mateless = known.is_some_and(|it| it.mateless);
        let in_check = self.path.stack[ply].checks.in_check();
        let (raw_eval, eval) = if in_check {
            (0, -INFINITE)
        } else {
            let values = self.static_values(ply, known);
            self.keep_static_values::<S>(shared, ply, known, values, mateless);
            values
        };
        let lean = self.settings.config.lean_quiescence > 0;
        let mut best = eval;
        if best >= beta {
            return if lean && !is_mate(beta) {
                i32::midpoint(best, beta)
            } else {
                best
            };
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let mates_from = i32::from(!first);
        if !mateless && !in_check && self.settings.config.mate_one_quiescence > mates_from {
            if let Some(mv) = self.mate_before_quiescence(ply) {
                return self.keep_mate::<S>(shared, ply, mv, raw_eval);
            }
            mateless = true;
        }
        let table = known.map_or(Move::NONE, |entry| entry.mv);
        self.path.stack[ply]
            .picker
            .start(Wanted::Noisy, table, [Move::NONE; 4]);
        let (mut best_move, mut searched) = (Move::NONE, 0);
        while let Some(picked) = self.pick::<S>(ply, false) {
            let mv = picked.mv;
            if !in_check && searched > 0 {
                let hope = eval + EXCHANGE.gain(&self.path.pos, mv) + DELTA;
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            if lean && best > -LONGEST_MATE && self.passes_over(ply, mv, searched) {
                continue;
            }
            searched += 1;
            let undo = self.make(shared, ply, mv);
            let value = -self.quiescence::<S>(shared, -beta, -alpha, ply + 1, false);
            self.path.unmake(mv, undo);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = mv;
                    self.lead_with(ply, mv, Paid::default());
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
            mateless,
        };
        self.keep::<S>(shared, ply, entry);
        best
    }

    /// Whether a lean quiescence passes over `mv`, where so many moves were searched and the best does not lose.
    fn passes_over(&self, ply: usize, mv: Move, searched: usize) -> bool {
        let before = ply
            .checked_sub(1)
            .map(|before| self.path.stack[before].made);
        let retakes = before.is_some_and(|it| it.is_some() && it.to() == mv.to());
        !is_noisy(&self.path.pos, mv) || searched >= LEAN_MOVES && !retakes
    }

    /// A move that mates, if there is one.
    fn mate_before_quiescence(&mut self, ply: usize) -> Option<Move> {
        let squares = CheckSquares::of(&self.path.pos);
        let checks = &self.path.stack[ply].checks;
        mate_in_one(&mut self.path.pos, checks, &squares, &mut self.scratch)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::mate_in;
    use crate::player::Settings;
    use crate::search::signals::Signals;
    use crate::search::styles::Interest;
    use crate::search::tt::TranspositionTable;
    use crate::search::{Clock, Limits};
    use crate::shogi::game::Game;

    /// Has `test` look at the position of `text`, of which nothing is known.
    fn at(text: &str, test: impl FnOnce(&mut Worker, &Shared)) {
        let settings = Settings::default();
        let (game, _) = Game::parse(text).unwrap();
        let (table, signals) = (TranspositionTable::new(1), Signals::default());
        let limits = Limits::nodes(1000);
        let clock = Clock::new(&limits, &settings, 1, false);
        let shared = Shared::new(&table, &signals, &limits, clock, 1);
        test(&mut Worker::at(&settings, &game), &shared);
    }

    #[test]
    fn a_mate_in_one_is_seen_however_often_the_position_comes_up() {
        at(
            "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
            |worker, shared| {
                // The static value is enough, and is all that the table knows then.
                let low = -INFINITE + 1;
                let value = worker.quiescence::<Interest>(shared, -INFINITE, low, 0, true);
                assert!(!is_mate(value), "{value}");
                for _ in 0..2 {
                    let value = worker.quiescence::<Interest>(shared, -INFINITE, INFINITE, 0, true);
                    assert_eq!(value, mate_in(1));
                }
            },
        );
    }

    #[test]
    fn a_capture_that_was_not_searched_counts_for_what_it_may_come_to() {
        // Two pawns can be taken, and neither helps a side so far behind.
        at(
            "sfen 3gkg3/9/9/9/2p3p2/2R3R2/9/9/4K4 b 2b2g4s4n4l16p 1",
            |worker, shared| {
                let (_, eval) = worker.static_values(0, None);
                let alpha = eval + 2000;
                let value = worker.quiescence::<Interest>(shared, alpha, alpha + 1, 0, false);
                assert!(value >= eval + DELTA && value <= alpha, "{value}");
                let known = shared.table.probe(worker.path.table_key(), 0).unwrap();
                assert_eq!((known.value, known.bound), (value, Bound::Upper));
            },
        );
    }
}
