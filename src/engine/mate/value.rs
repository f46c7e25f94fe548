//! What is known about a position: proof and disproof number, or that it is decided.

use crate::shogi::Hand;

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

/// At which numbers a node gives the word back to its parent.
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
