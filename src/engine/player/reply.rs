//! What the opponent is expected to answer, where the line of play does not say: a search that was cut
//! off may know no more of a move than that it is better than another.
//!
//! Asked in turn: the reply that the table keeps; the positions after the replies, as far as the table
//! knows them; and where it knows none, what they are worth at once, without the replies that lose
//! material. What must hold: the reply is legal, and there is one unless the move ends the game.

use crate::eval::Evaluation;
use crate::search::table::{Entry, Table};
use crate::shogi::exchange::{EXCHANGE, Pins, exchange_reaches};
use crate::shogi::{Move, Position, movegen};
use std::cmp::Reverse;

/// What may know a reply.
pub struct Knowledge<'a> {
    pub table: &'a Table,
    /// What its keys are mixed with.
    pub salt: u64,
    pub evaluation: &'a Evaluation,
}

impl Knowledge<'_> {
    /// The reply that is expected to `best`, a legal move of `pos`; `line`, which may be one of its own, says
    /// it first.
    pub fn reply(&self, pos: &Position, best: Move, line: &[Move]) -> Option<Move> {
        let mut after = pos.clone();
        let _ = after.do_move(best);
        let replies = movegen::legal_moves(&after);
        let of_line = line.get(1).filter(|_| line.first() == Some(&best));
        let kept = || self.probe(&after, 1);
        let legal = |mv: &Move| replies.contains(mv);
        of_line
            .copied()
            .filter(legal)
            .or_else(|| Some(kept().mv).filter(legal))
            .or_else(|| best_by(&after, &replies, |pos| self.known(pos)))
            .or_else(|| self.best_at_once(&after, &replies))
    }

    fn probe(&self, pos: &Position, ply: usize) -> Entry {
        self.table.probe(pos, pos.key() ^ self.salt, ply).0
    }

    /// What the table knows of a position after a reply, for the side that made it.
    fn known(&self, pos: &Position) -> Option<i32> {
        let entry = self.probe(pos, 2);
        entry.bound.map(|_| -entry.value)
    }

    fn best_at_once(&self, after: &Position, replies: &[Move]) -> Option<Move> {
        let sound = |&&mv: &&Move| exchange_reaches(after, mv, &EXCHANGE, 0, Pins::default());
        let sound: Vec<Move> = replies.iter().filter(sound).copied().collect();
        let replies = if sound.is_empty() { replies } else { &sound };
        best_by(after, replies, |pos| Some(-self.evaluation.value(pos)))
    }
}

/// The move of `pos` among `moves` after which most is to be had, as far as `worth` knows; the first of equals.
fn best_by(
    pos: &Position,
    moves: &[Move],
    worth: impl Fn(&Position) -> Option<i32>,
) -> Option<Move> {
    let worth_after = |&mv: &Move| {
        let mut after = pos.clone();
        let _ = after.do_move(mv);
        worth(&after).map(|worth| (Reverse(worth), mv))
    };
    let known = moves.iter().filter_map(worth_after);
    known.min_by_key(|&(worth, _)| worth).map(|(_, mv)| mv)
}
