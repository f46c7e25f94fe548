//! A node of the search: what is known about its position (proof and disproof number, or that it is
//! decided), its moves, and how its value follows from those of its children.
//!
//! Moves that come to much the same stand one behind the other, and each waits until the one
//! before it is decided against the side to move: a piece that does not promote for the one that
//! does; pieces dropped between king and checker on one square, the cheapest first, for another.

use super::leaf::{all_of_kinds_held, before_move, denied};
use crate::shogi::movegen::{self, Variety};
use crate::shogi::pieces::{kind_of, opponent, unpromoted};
use crate::shogi::{CheckSquares, Checks, Color, Hand, Move, MoveList, Position};

/// A number that no sum reaches: what remains to be done cannot be done.
pub(super) const INFINITE: u32 = 1 << 28;
/// As many plies as there may ever be.
pub(super) const ANY_PLIES: u16 = u16::MAX;
/// The result depends on no position before it.
pub(super) const NO_PLY: u16 = u16::MAX;

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The attacker, who must give check.
    Attacker,
    /// The defender, who is in check.
    Defender,
}

impl Role {
    /// The other one.
    pub(super) fn flip(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// What is known about a position.
///
/// What must hold: at most one of the numbers is zero, and then the other is [`INFINITE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    /// How many positions must at least be decided to prove the mate.
    pub pn: u32,
    /// How many to prove that there is none.
    pub dn: u32,
    /// Decided as mate: it takes at most so many plies. As no mate: there is none within so many.
    pub plies: u16,
    /// The first ply of the path on whose position the result depends, [`NO_PLY`] if on none. A
    /// mate never depends on the path.
    pub since: u16,
    /// The attacker's hand for which this holds. A mate holds with more in hand too, no mate
    /// with less.
    pub hand: Hand,
}

impl Value {
    /// Undecided.
    pub(super) fn open(pn: u32, dn: u32, hand: Hand) -> Self {
        let (plies, since) = (0, NO_PLY);
        Self {
            pn,
            dn,
            plies,
            since,
            hand,
        }
    }

    /// A mate within `plies`, whatever is held beyond `hand`.
    pub(super) fn mate(plies: u16, hand: Hand) -> Self {
        Self {
            plies,
            ..Self::open(0, INFINITE, hand)
        }
    }

    /// No mate within `plies`, for any part of `hand`.
    pub(super) fn no_mate(plies: u16, hand: Hand) -> Self {
        Self {
            plies,
            ..Self::open(INFINITE, 0, hand)
        }
    }

    /// Whether a mate is proven.
    pub(super) fn is_mate(&self) -> bool {
        self.pn == 0
    }

    /// Whether it is proven that there is no mate.
    pub(super) fn is_no_mate(&self) -> bool {
        self.dn == 0
    }

    /// Whether either is proven.
    pub(super) fn is_decided(&self) -> bool {
        self.is_mate() || self.is_no_mate()
    }

    /// What `role` works to bring down to zero.
    pub(super) fn goal(&self, role: Role) -> u32 {
        match role {
            Role::Attacker => self.pn,
            Role::Defender => self.dn,
        }
    }

    /// What the other side works to bring down to zero.
    pub(super) fn danger(&self, role: Role) -> u32 {
        self.goal(role.flip())
    }
}

/// At which numbers a node hands back to its parent.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    pub pn: u32,
    pub dn: u32,
}

impl Thresholds {
    /// Those of a node of `role` for the number that it works to bring down, and for the other.
    pub(super) fn of(role: Role, goal: u32, danger: u32) -> Self {
        match role {
            Role::Attacker => Self {
                pn: goal,
                dn: danger,
            },
            Role::Defender => Self {
                pn: danger,
                dn: goal,
            },
        }
    }

    /// The one for the number that `role` works to bring down.
    pub(super) fn goal(self, role: Role) -> u32 {
        match role {
            Role::Attacker => self.pn,
            Role::Defender => self.dn,
        }
    }

    /// Whether `value` has reached one of them.
    pub(super) fn passed_by(self, value: &Value) -> bool {
        value.pn >= self.pn || value.dn >= self.dn
    }
}

/// A move of a node and what is known about the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub mv: Move,
    /// Nothing is known yet.
    pub waits: bool,
    /// It is not looked at before the child before it is decided.
    pub follows: bool,
    /// Board and side to move after the move.
    pub board_key: u64,
    /// Of the position after the move; as long as nothing is known, only the hand means something.
    pub value: Value,
}

/// Whether `mv` comes to much the same as `before`.
fn follows(role: Role, mv: Move, before: Move) -> bool {
    if mv.to() != before.to() {
        return false;
    }
    match (mv.from(), before.from()) {
        (None, None) => role == Role::Defender,
        (from, before) => from == before,
    }
}

/// The moves of `role`, who is to move, such that each stands right behind the one it follows.
pub(super) fn list_children(pos: &Position, role: Role, list: &mut MoveList) {
    list.clear();
    let checks = Checks::of(pos);
    match role {
        Role::Attacker => {
            let squares = CheckSquares::of(pos);
            movegen::checking(pos, &checks, &squares, Variety::All, list);
        }
        Role::Defender => movegen::evasions(pos, &checks, Variety::All, list),
    }
    list.sort_by_key(|mv| rank(*mv));
}

/// Moves on the board before drops; promotions before the same move without; a kind of little value
/// before others on the same square. These are the bits of the move in another order.
fn rank(mv: Move) -> u16 {
    let [drop_and_to, promotion_and_from] = mv.bits().to_le_bytes();
    u16::from_be_bytes([drop_and_to, promotion_and_from.rotate_left(1) ^ 1])
}

/// A position, and who attacks in it.
pub(super) struct Node<'a> {
    pub pos: &'a Position,
    pub attacker: Color,
}

impl Node<'_> {
    /// Whose move it is.
    pub(super) fn role(&self) -> Role {
        if self.pos.side() == self.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    /// The attacker's hand.
    pub(super) fn hand(&self) -> Hand {
        self.pos.hand(self.attacker)
    }

    /// The attacker's hand after `mv`.
    fn hand_after(&self, mv: Move) -> Hand {
        let mut hand = self.hand();
        if self.role() == Role::Attacker {
            if let Some(kind) = mv.dropped() {
                hand.remove(kind);
            } else if let Some(taken) = self.pos.captured(mv) {
                hand.add(unpromoted(kind_of(taken)));
            }
        }
        hand
    }

    /// The child by `mv`, where the move before it in the list is `before`.
    pub(super) fn child(&self, mv: Move, before: Option<Move>) -> Child {
        Child {
            mv,
            waits: true,
            follows: before.is_some_and(|before| follows(self.role(), mv, before)),
            board_key: self.pos.board_key_after(mv),
            value: Value::open(1, 1, self.hand_after(mv)),
        }
    }

    /// The value, where these are all `children`.
    pub(super) fn value(&self, children: &[Child]) -> Value {
        let role = self.role();
        let awake = || children.iter().filter(|child| !child.waits);
        let goal = awake().map(|child| child.value.goal(role)).min();
        if goal == Some(0) {
            return self.won(children);
        }
        let dangers = awake().map(|child| child.value.danger(role));
        let danger = dangers.fold(0, u32::saturating_add).min(INFINITE - 1);
        if danger == 0 {
            return self.lost(children);
        }
        let goal = goal.unwrap_or(1);
        let numbers = Thresholds::of(role, goal, danger);
        Value::open(numbers.pn, numbers.dn, self.hand())
    }

    /// The side to move has reached its goal by one of `children`: the attacker by the shortest
    /// mate, the defender best by a refutation that does not depend on the path.
    fn won(&self, children: &[Child]) -> Value {
        let role = self.role();
        let winners = children
            .iter()
            .filter(|child| !child.waits && child.value.goal(role) == 0);
        let value = match role {
            Role::Attacker => winners
                .min_by_key(|child| child.value.plies)
                .map(|child| self.mate_by(child)),
            Role::Defender => winners
                .max_by_key(|child| (child.value.since, child.value.plies))
                .map(|child| self.escape_by(child)),
        };
        value.unwrap_or(Value::open(1, 1, self.hand()))
    }

    fn mate_by(&self, child: &Child) -> Value {
        let hand = before_move(self.pos, child.mv, child.value.hand);
        Value::mate(child.value.plies + 1, hand)
    }

    fn escape_by(&self, child: &Child) -> Value {
        let there_are = self.hand().plus(self.pos.hand(opponent(self.attacker)));
        let hand = child.value.hand.min(there_are);
        Value {
            since: child.value.since,
            ..Value::no_mate(child.value.plies.saturating_add(1), hand)
        }
    }

    /// The other side has reached its goal whatever is played.
    fn lost(&self, children: &[Child]) -> Value {
        match self.role() {
            Role::Attacker => self.refuted(children),
            Role::Defender => {
                let denied = denied(self.pos, &Checks::of(self.pos));
                let hand = children
                    .iter()
                    .fold(denied, |hand, child| hand.max(child.value.hand));
                let plies = children.iter().map(|child| child.value.plies).max();
                Value::mate(plies.map_or(0, |plies| plies + 1), hand)
            }
        }
    }

    /// No check mates.
    fn refuted(&self, children: &[Child]) -> Value {
        let start = (all_of_kinds_held(self.pos), ANY_PLIES, NO_PLY);
        let (hand, plies, since) = children.iter().fold(start, |(hand, plies, since), child| {
            let value = &child.value;
            (
                hand.min(before_move(self.pos, child.mv, value.hand)),
                plies.min(value.plies.saturating_add(1)),
                since.min(value.since),
            )
        });
        Value {
            since,
            ..Value::no_mate(plies, hand)
        }
    }
}
