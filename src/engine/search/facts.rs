//! What can be known about a move before it is searched: the facts on which its cost depends.
//!
//! The node fills in [`Facts`]; the terms of `config/knobs.rs` read them. Nothing here knows a
//! weight.

use super::penalties::SharedTraits;

named! {
    /// What sort of move the picker found.
    pub enum Kind {
        /// The move of the transposition table, whatever it does.
        Table = "table move",
        /// A capture or promotion that loses no material.
        GoodCapture = "good capture",
        /// A killer.
        Killer = "killer",
        /// The countermove.
        Countermove = "countermove",
        /// The follow-up move.
        FollowUp = "follow-up",
        /// Another quiet move or drop.
        Quiet = "quiet",
        /// A capture that loses material.
        BadCapture = "bad capture",
    }
    /// Its name, as it is shown.
    pub fn name
}

impl Kind {
    /// Whether it neither takes nor promotes a pawn; unknown, and so not, of the table's move.
    #[inline]
    pub fn is_quiet(self) -> bool {
        matches!(
            self,
            Self::Killer | Self::Countermove | Self::FollowUp | Self::Quiet
        )
    }
}

/// What the cost of a move depends on.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// How many moves of the node were searched before (at the root: less one).
    pub rank: usize,
    /// The mean budget of the node, in centi-plies.
    pub depth: i32,
    /// Whether the node is not so deep that no move may cost less than an ordinary ply.
    pub in_proportion: bool,
    /// What sort of move it is to the move picker.
    pub kind: Kind,
    /// Its order score.
    pub order: i32,
    /// Its threat interest, in centipawns.
    pub threat: i32,
    /// Whether it gives check.
    pub check: bool,
    /// Whether the node is on the principal variation.
    pub pv: bool,
    /// Whether the side to move stands better than two plies before.
    pub improving: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the table's move captures or promotes a pawn.
    pub table_captures: bool,
    /// How many moves searched before share its traits.
    pub traits: SharedTraits,
    /// Its negative plausibility, in points.
    pub points: i32,
}

impl Facts {
    /// Those of an ordinary quiet move, the first of a node of six plies: a start for tests.
    #[cfg(test)]
    pub(crate) fn ordinary() -> Self {
        Self {
            rank: 0,
            depth: 600,
            in_proportion: true,
            kind: Kind::Quiet,
            order: 0,
            threat: 0,
            check: false,
            pv: false,
            improving: true,
            in_check: false,
            table_captures: false,
            traits: SharedTraits::default(),
            points: 0,
        }
    }

    /// `weight` if the move is of `kind`, else 0.
    #[inline]
    pub fn if_kind(&self, kind: Kind, weight: i32) -> i32 {
        when(self.kind == kind, weight)
    }

    /// The part of `cost` that a late move bears: nothing for the first, and so many percent for
    /// captures that lose nothing and for those that do.
    #[inline]
    pub fn if_late(&self, cost: i32, good_capture: i32, bad_capture: i32) -> i32 {
        match self.kind {
            _ if self.rank == 0 => 0,
            Kind::GoodCapture => cost * good_capture / 100,
            Kind::BadCapture => cost * bad_capture / 100,
            _ => cost,
        }
    }

    /// `weight` times the product of the logarithms of rank and depth (in plies).
    #[inline]
    pub fn times_log_rank_and_depth(&self, weight: i32) -> i32 {
        let ln_depth = ln(self.depth.max(100) as usize / 10) - ln(10);
        let product = i64::from(ln_depth) * i64::from(ln(self.rank + 1));
        (i64::from(weight) * product / (1 << 20)) as i32
    }

    /// `weight` times the logarithm of 1 + points / 64.
    #[inline]
    pub fn times_log_points(&self, weight: i32) -> i32 {
        weight * (ln(64 + self.points as usize) - ln(64)) / 1024
    }
}

/// `weight` if something applies, else 0.
#[inline]
pub fn when(applies: bool, weight: i32) -> i32 {
    if applies { weight } else { 0 }
}

const ENTRIES: usize = 2304;

/// 1024 times the natural logarithm of 1–2303. Built from ln((n + 1)/n) = 2 artanh(1/(2n + 1))
/// with basic arithmetic only, so that every machine has the same table and the same tree.
static LN: [i32; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut sum = 0.0_f64;
    let mut n = 1;
    while n + 1 < ENTRIES {
        let z = 1.0 / (2 * n + 1) as f64;
        let (mut term, mut power) = (0.0, z);
        let mut k = 1;
        while k < 30 {
            term += power / k as f64;
            power *= z * z;
            k += 2;
        }
        sum += 2.0 * term;
        table[n + 1] = (sum * 1024.0) as i32;
        n += 1;
    }
    table
};

/// 1024 · ln 32, for which a number beyond the table loses five bits.
const LN_32: i32 = 3549;

/// 1024 · ln `n` for `n` below 73,728, and of that for greater numbers.
#[inline]
pub(super) fn ln(n: usize) -> i32 {
    match LN.get(n) {
        Some(&ln) => ln,
        None => LN[(n >> 5).min(ENTRIES - 1)] + LN_32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in [1_usize, 2, 10, 64, 1000, 2303, 2304, 65_599] {
            let expected = (n as f64).ln() * 1024.0;
            assert!((f64::from(ln(n)) - expected).abs() < 1.5, "{n}");
        }
    }
}
