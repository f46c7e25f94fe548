//! A node of the search: its value, from those of its children.

use super::children::Child;
use super::hands::{all_of_kinds_held, before_move, denied};
use super::value::{ANY_PLIES, INFINITE, NO_PLY, Role, Thresholds, Value};
use crate::shogi::{Checks, Color, Hand, Position};

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
        let there_are = self.hand().plus(self.pos.hand(self.attacker.flip()));
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
