//! The length of a mate as people count it, without futile interpositions.
//!
//! A piece that the defender drops or moves between checker and king is futile if the checker takes it and the
//! rest of the line mates without the two moves too, made by the checker from where it stood before, with a piece that was
//! moved where it stood; at the end, if the king is as good as mated again. In the proof such replies are like any
//! other; only the length that is reported leaves them out.

use crate::shogi::movegen::{self, Variety};
use crate::shogi::{CheckSquares, Checks, Move, MoveList, Position};

/// The plies of `line`, a mate from `pos`, without futile interpositions.
pub fn length_without_futile(pos: &Position, line: &[Move]) -> usize {
    let mut line = line.to_vec();
    for ply in (1..line.len()).step_by(2).rev() {
        if let Some(shorter) = without_interposition(pos, &line, ply) {
            line = shorter;
        }
    }
    let mut pos = pos.clone();
    for (ply, &mv) in line.iter().enumerate() {
        let _ = pos.do_move(mv);
        if ply % 2 == 0 && is_as_good_as_mate(&mut pos) {
            return ply + 1;
        }
    }
    line.len()
}

/// The line without the move at `ply` and the one after it, if these are a futile interposition and its
/// capture.
fn without_interposition(pos: &Position, line: &[Move], ply: usize) -> Option<Vec<Move>> {
    let (&[reply, capture], rest) = line[ply..].split_first_chunk::<2>()?;
    let (square, origin) = (capture.to(), capture.from()?);
    if reply.to() != square {
        return None;
    }
    let mut pos = pos.clone();
    for &mv in &line[..ply] {
        let _ = pos.do_move(mv);
    }
    if Checks::of(&pos).checkers.first() != Some(origin) {
        return None;
    }
    let mut rest = rest.to_vec();
    let touches = |mv: &&mut Move| mv.from() == Some(square) || [square, origin].contains(&mv.to());
    if let Some(next) = rest.iter_mut().find(touches) {
        if [square, origin].contains(&next.to()) {
            return None;
        }
        let promotes = capture.is_promotion() || next.is_promotion();
        *next = Move::normal(origin, next.to(), promotes);
    }
    mates(&mut pos, &rest).then(|| [&line[..ply], &rest].concat())
}

/// Whether `line`, which begins with a reply in `pos`, is legal, checks all the way, and leaves the king
/// as good as mated.
fn mates(pos: &mut Position, line: &[Move]) -> bool {
    let mut list = MoveList::new();
    for (ply, &mv) in line.iter().enumerate() {
        list.clear();
        let checks = Checks::of(pos);
        if ply % 2 == 0 {
            movegen::evasions(pos, &checks, Variety::All, &mut list);
        } else {
            movegen::checking(
                pos,
                &checks,
                &CheckSquares::of(pos),
                Variety::All,
                &mut list,
            );
        }
        if !list.contains(&mv) {
            return false;
        }
        let _ = pos.do_move(mv);
    }
    is_as_good_as_mate(pos)
}

/// Whether the side to move, in check, has no reply but futile interpositions.
fn is_as_good_as_mate(pos: &mut Position) -> bool {
    let checks = Checks::of(pos);
    let mut replies = MoveList::new();
    movegen::evasions(pos, &checks, Variety::All, &mut replies);
    replies.iter().all(|&reply| is_futile(pos, &checks, reply))
}

/// Whether the only checker can take what `reply` drops or moves before it, and that leaves the king as good as mated.
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
