//! What is left to spend: interest kept apart for each side.
//!
//! A node knows how much the side to move and its opponent may still spend. A move of cost `c`
//! is charged to the side that makes it, twice over, so that with equal costs on both sides the
//! mean of the two budgets falls by `c` a ply and reads like a depth. A share of the charge can
//! go to the other side instead; at a half both tallies are one common depth.

/// An ordinary ply, in centi-plies.
pub const PLY: i32 = 100;

/// Budgets in centi-plies as seen from a node. They may be overdrawn a little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Left to the side to move.
    pub own: i32,
    /// Left to the other side.
    pub opp: i32,
}

impl Budget {
    /// Nothing: that of quiescence.
    pub const SPENT: Self = Self { own: 0, opp: 0 };

    /// Less than that of any search.
    pub const UNSEARCHED: Self = Self {
        own: -128 * PLY,
        opp: -128 * PLY,
    };

    /// As far as any search reaches.
    pub const MOST: Self = Self {
        own: 128 * PLY,
        opp: 128 * PLY,
    };

    /// The budgets at the root of iteration `iteration` (from 1), which grow by `step`.
    pub fn at_root(iteration: u32, step: i32) -> Self {
        let limit = PLY + step * (iteration as i32 - 1);
        Self {
            own: limit,
            opp: limit,
        }
    }

    /// The depth-like mean, used in margins.
    #[inline]
    pub fn mean(self) -> i32 {
        i32::midpoint(self.own, self.opp)
    }

    /// Whether the side to move has nothing left.
    #[inline]
    pub fn is_spent(self) -> bool {
        self.own <= 0
    }

    /// Whether both sides have at least as much left as in `needed`.
    #[inline]
    pub fn reaches(self, needed: Self) -> bool {
        self.own >= needed.own && self.opp >= needed.opp
    }

    /// What is left to the side to move after a move of `cost` of which `share_percent` (0–50)
    /// is charged to the opponent.
    #[inline]
    pub fn own_after(self, cost: i32, share_percent: i32) -> i32 {
        self.own - cost * (100 - share_percent) / 50
    }

    /// The budgets after such a move, as the opponent sees them.
    #[inline]
    #[must_use]
    pub fn after(self, cost: i32, share_percent: i32) -> Self {
        Self {
            own: self.opp - cost * share_percent / 50,
            opp: self.own_after(cost, share_percent),
        }
    }

    /// Both budgets less `cost`, sides as they are.
    #[inline]
    #[must_use]
    pub fn less(self, cost: i32) -> Self {
        Self {
            own: self.own - cost,
            opp: self.opp - cost,
        }
    }

    /// Half of both budgets.
    #[inline]
    #[must_use]
    pub fn half(self) -> Self {
        Self {
            own: self.own / 2,
            opp: self.opp / 2,
        }
    }

    /// The same budgets as the other side sees them.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            own: self.opp,
            opp: self.own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_charged_apart_or_together() {
        let start = Budget::at_root(4, 100);
        let apart = start.after(100, 0);
        assert_eq!(apart, Budget { own: 400, opp: 200 });
        assert_eq!(start.after(100, 50), Budget { own: 300, opp: 300 });
        for share in [0, 20, 50] {
            let two = start.after(100, share).after(100, share);
            assert_eq!(two, Budget { own: 200, opp: 200 });
            assert_eq!(start.after(100, share).mean(), 300);
        }
    }
}
