//! How the table of a tile is laid out: a row for each input, then those of biases and output.

use crate::eval::nnue::features::{Feature, INPUTS, MOST_ACTIVE};

/// The row of biases in a tile's table; the rows before it are those of the inputs.
pub const BIAS: usize = INPUTS;
/// The row of output weights for the perspective of the side to move; that of the other side
/// follows.
pub const OUTPUT: usize = INPUTS + 1;
/// The row that stands for no input, always zero: it fills lists that are not full.
pub const NONE: usize = INPUTS + 3;
/// Rows in a tile's table.
pub const ROWS: usize = INPUTS + 4;

/// The inputs that are on as the side to move sees them, then as the other side does; the rest
/// of each list is [`NONE`].
pub type Lists = [[Feature; MOST_ACTIVE]; 2];
