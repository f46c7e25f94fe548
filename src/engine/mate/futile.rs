//! Futile interpositions, for the length that people give a mate.
//!
//! A piece dropped between checker and king is futile if the checker takes it with check and the
//! king is as good as mated again. Such moves are replies like any other in the proof; only the
//! length that is reported leaves them out, at the end of the line.

use crate::shogi::movegen::{self, Variety};
use crate::shogi::{CheckSquares, Checks, Move, MoveList, Position};

/// The plies of `line`, a mate from `pos`, up to where nothing but futile interpositions is left.
pub fn length_without_futile(pos: &Position, line: &[Move]) -> usize {
    let mut pos = pos.clone();
    for (ply, &mv) in line.iter().enumerate() {
        let _ = pos.do_move(mv);
        if ply % 2 == 0 && is_as_good_as_mate(&mut pos) {
            return ply + 1;
        }
    }
    line.len()
}

/// Whether the side to move, in check, has no reply but futile interpositions.
fn is_as_good_as_mate(pos: &mut Position) -> bool {
    let checks = Checks::of(pos);
    let mut replies = MoveList::new();
    movegen::evasions(pos, &checks, Variety::All, &mut replies);
    replies
        .iter()
        .all(|&reply| reply.is_drop() && is_futile(pos, &checks, reply))
}

/// Whether the only checker can take what `reply` drops, and that leaves the king as good as mated.
fn is_futile(pos: &mut Position, checks: &Checks, reply: Move) -> bool {
    let undo = pos.do_move(reply);
    let mut answers = MoveList::new();
    let (own, squares) = (Checks::of(pos), CheckSquares::of(pos));
    movegen::checking(pos, &own, &squares, Variety::All, &mut answers);
    let found = answers
        .iter()
        .filter(|mv| mv.to() == reply.to() && mv.from() == checks.checkers.first())
        .any(|&mv| {
            let undo = pos.do_move(mv);
            let mated = is_as_good_as_mate(pos);
            pos.undo_move(mv, undo);
            mated
        });
    pos.undo_move(reply, undo);
    found
}
