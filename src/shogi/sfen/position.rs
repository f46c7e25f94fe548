//! Positions that are made from their SFEN, and shown as it.

use super::{parse, write};
use crate::shogi::{Color, Position};
use std::fmt;

/// The start position of an even game.
pub const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

impl Default for Position {
    /// The start position of an even game.
    fn default() -> Self {
        parse(STARTPOS).unwrap_or_else(|_| Self::empty(Color::Black, 1))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", write(self))
    }
}
