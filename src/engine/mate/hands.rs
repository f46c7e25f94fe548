//! Hands: for which of the attacker's a result holds beyond the one it was found with.

use crate::shogi::promotion::unpromoted;
use crate::shogi::tables::between;
use crate::shogi::{Checks, Hand, Move, Position};

/// What the attacker must keep in hand so that the defender, to move, has nothing more to step in
/// between with: every kind of which the defender has none, if stepping in between is possible.
pub(super) fn denied(pos: &Position, checks: &Checks) -> Hand {
    let defender = pos.side();
    let (Some(king), Some(checker), false) = (
        pos.king(defender),
        checks.checkers.first(),
        checks.checkers.many(),
    ) else {
        return Hand::EMPTY;
    };
    if between(king, checker).is_empty() {
        return Hand::EMPTY;
    }
    pos.hand(defender.flip())
        .of_kinds_not_in(pos.hand(defender))
}

/// What the attacker needs in hand before `mv`, to have `after` after it.
pub(super) fn before_move(pos: &Position, mv: Move, after: Hand) -> Hand {
    let mut hand = after;
    if let Some(kind) = mv.dropped() {
        hand.add(kind);
    } else if let Some(taken) = pos.captured(mv) {
        let kind = unpromoted(taken.piece_kind());
        if hand.has(kind) {
            hand.remove(kind);
        }
    }
    hand
}

/// All pieces in both hands of the kinds that the side to move holds: with more of them it has no
/// move that it does not have now.
pub(super) fn all_of_kinds_held(pos: &Position) -> Hand {
    let (own, other) = (pos.hand(pos.side()), pos.hand(pos.side().flip()));
    own.plus(other).of_kinds_in(own)
}
