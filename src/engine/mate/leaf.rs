//! A leaf, a position that the table does not have: is it decided at once, and if not, how hard does
//! it seem? And for which of the attacker's hands a result holds beyond the one it was found with.
//!
//! The defender is mated if there is no reply, and as good as mated if there are few and each
//! allows a mate in one. The attacker has failed without a check. Leaves are not counted as nodes.

use super::node::{ANY_PLIES, Value};
use crate::shogi::checks::all_attackers;
use crate::shogi::geometry::between;
use crate::shogi::mate_one::{first_mate_of, mate_in_one};
use crate::shogi::movegen::{self, Variety};
use crate::shogi::pieces::{kind_of, opponent, unpromoted};
use crate::shogi::{CheckSquares, Checks, Hand, Move, MoveList, Position};

/// The fewer checks the attacker has, the harder a mate seems: this over their number is added to
/// the proof number.
const FEW_CHECKS: u32 = 8;

/// What is added to the proof number if the checking piece seems to be given away.
const GIVEN_AWAY: u32 = 2;

/// With more replies than this it is not worth the time to see whether each allows a mate in one.
const FEW_REPLIES: u32 = 3;

/// Values leaves; keeps its lists of moves from one to the next.
pub(super) struct LeafEvaluator {
    /// What comes after a reply is not looked at.
    shallow: bool,
    replies: MoveList,
    scratch: MoveList,
}

impl LeafEvaluator {
    /// One that, if it is `shallow`, does not see a mate after every reply.
    pub(super) fn new(shallow: bool) -> Self {
        Self {
            shallow,
            replies: MoveList::new(),
            scratch: MoveList::new(),
        }
    }

    /// The defender is to move, in check, and `remaining` plies may be made.
    pub(super) fn value_for_defender(&mut self, pos: &mut Position, remaining: u16) -> Value {
        let Self {
            shallow,
            replies,
            scratch,
        } = self;
        let evaded = Checks::of(pos);
        replies.clear();
        movegen::evasions(pos, &evaded, Variety::All, replies);
        let hand = pos.hand(opponent(pos.side()));
        if replies.is_empty() {
            return Value::mate(0, denied(pos, &evaded));
        }
        if remaining < 2 {
            return Value::no_mate(remaining, hand);
        }
        let count = reply_count(replies);
        let loss = u32::from(gives_away(pos, &evaded)) * GIVEN_AWAY;
        let open = Value::open(count + loss, 1, hand);
        if *shallow || count > FEW_REPLIES {
            return open;
        }
        match all_mated(pos, replies, scratch) {
            Some(needed) => Value::mate(2, needed.max(denied(pos, &evaded))),
            None => open,
        }
    }

    /// The attacker is to move, and `remaining` plies may be made.
    pub(super) fn value_for_attacker(&mut self, pos: &mut Position, remaining: u16) -> Value {
        let hand = pos.hand(pos.side());
        let (own, squares) = (Checks::of(pos), CheckSquares::of(pos));
        let checks = &mut self.scratch;
        checks.clear();
        movegen::checking(pos, &own, &squares, Variety::All, checks);
        if checks.is_empty() {
            return Value::no_mate(ANY_PLIES, all_of_kinds_held(pos));
        }
        if let Some(mate) = first_mate_of(pos, &squares, checks) {
            return Value::mate(1, hand_for_mate(pos, mate));
        }
        if remaining < 3 {
            return Value::no_mate(remaining, hand);
        }
        let choices = checks.len() as u32;
        Value::open(1 + FEW_CHECKS / choices, choices, hand)
    }
}

/// Whether more pieces of the side to move, its king included, than of the other can go to the
/// square of the only checker.
fn gives_away(pos: &Position, checks: &Checks) -> bool {
    let (Some(checker), false) = (checks.checkers.first(), checks.checkers.many()) else {
        return false;
    };
    let all = all_attackers(pos, checker, pos.occupied());
    let side = pos.side();
    (all & pos.color(side)).count() > (all & pos.color(opponent(side))).count()
}

/// The hand that the attacker needs to mate in one after each of `replies`; none if one of them
/// prevents that.
fn all_mated(pos: &mut Position, replies: &MoveList, scratch: &mut MoveList) -> Option<Hand> {
    replies.iter().try_fold(Hand::EMPTY, |needed, &mv| {
        let undo = pos.do_move(mv);
        let hand = find_mate(pos, scratch).map(|mate| hand_for_mate(pos, mate));
        pos.undo_move(mv, undo);
        Some(needed.max(hand?))
    })
}

/// A mate in one.
fn find_mate(pos: &mut Position, scratch: &mut MoveList) -> Option<Move> {
    let (own, squares) = (Checks::of(pos), CheckSquares::of(pos));
    mate_in_one(pos, &own, &squares, scratch)
}

/// How many essentially different replies there are: drops on one square are one.
fn reply_count(replies: &MoveList) -> u32 {
    let mut squares = 0_u128;
    let mut count = 0;
    for mv in replies.iter() {
        if mv.is_drop() {
            squares |= 1 << mv.to().index();
        } else {
            count += 1;
        }
    }
    count + squares.count_ones()
}

/// What the attacker needs in hand for `mate`, a mate in one.
fn hand_for_mate(pos: &mut Position, mate: Move) -> Hand {
    let undo = pos.do_move(mate);
    let after = denied(pos, &Checks::of(pos));
    pos.undo_move(mate, undo);
    before_move(pos, mate, after)
}

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
    pos.hand(opponent(defender))
        .of_kinds_not_in(pos.hand(defender))
}

/// What the attacker needs in hand before `mv`, to have `after` after it.
pub(super) fn before_move(pos: &Position, mv: Move, after: Hand) -> Hand {
    let mut hand = after;
    if let Some(kind) = mv.dropped() {
        hand.add(kind);
    } else if let Some(taken) = pos.captured(mv) {
        let kind = unpromoted(kind_of(taken));
        if hand.has(kind) {
            hand.remove(kind);
        }
    }
    hand
}

/// All pieces in both hands of the kinds that the side to move holds: with more of them it has no
/// move that it does not have now.
pub(super) fn all_of_kinds_held(pos: &Position) -> Hand {
    let (own, other) = (pos.hand(pos.side()), pos.hand(opponent(pos.side())));
    own.plus(other).of_kinds_in(own)
}
