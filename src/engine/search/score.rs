//! The worth of a position in words: what the table stores about it and what reports say of it.

use crate::eval::{LONGEST_MATE, MATE};
use serde::{Deserialize, Serialize};

/// The worth of a position for the side to move, as it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// A forced mate: the side to move mates in so many plies, or (negative) is mated.
    Mate(i32),
    /// The side to move is mated already.
    Mated,
}

impl Score {
    /// What a value of the search means at the root: mates are counted in plies from there.
    pub fn of_value(value: i32) -> Self {
        if value >= LONGEST_MATE {
            Self::Mate((MATE - value).max(1))
        } else if value <= -LONGEST_MATE {
            match MATE + value {
                plies @ 1.. => Self::Mate(-plies),
                _ => Self::Mated,
            }
        } else {
            Self::Cp(value)
        }
    }
}

/// What a value says about the true one. The numbers are those of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// At most the value.
    Upper = 1,
    /// At least the value.
    Lower = 2,
    /// The value itself.
    Exact = 3,
}

impl Bound {
    /// What `value` is that a search between `alpha` and `beta` came to.
    pub fn within(value: i32, alpha: i32, beta: i32) -> Self {
        if value <= alpha {
            Self::Upper
        } else if value >= beta {
            Self::Lower
        } else {
            Self::Exact
        }
    }

    /// The same bound as the other side sees it.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
            Self::Exact => Self::Exact,
        }
    }
}
