//! How the table of a tile is laid out: a row for each input, one of biases, those of the first
//! layer's weights, and perhaps one that stands for no input.

use crate::eval::nnue::features::numbers::{ABSENT, number};
use crate::eval::nnue::features::{Feature, INPUTS, MOST_ACTIVE};
use crate::eval::nnue::shape::{FeatureSet, LANES, Layers, Shape};
use std::ops::Range;

/// What fills the facts of a position that has fewer than others.
pub const NO_FACT: Feature = INPUTS as Feature;

/// The rows that are on as the side to move sees them, then as the other side does.
pub type Lists = [[Feature; MOST_ACTIVE]; 2];

/// Where everything is in the table of a tile.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The row of each fact, and of [`NO_FACT`].
    row_of: Vec<Feature>,
    /// Rows of inputs; that of the biases follows.
    pub inputs: usize,
    /// The row of [`NO_FACT`]. It begins at zero and stays there if it is no input's.
    pub none: usize,
    /// How many outputs the first layer has.
    outputs: usize,
    /// Rows in all.
    pub count: usize,
}

impl Layout {
    /// The table of a network of `shape`; none if it cannot be trained.
    pub fn of(shape: Shape) -> Option<Self> {
        match (shape.features, shape.layers) {
            (FeatureSet::Flat, Layers::Squared) => {
                let (inputs, none) = (INPUTS, INPUTS + 3);
                let row_of = (0..INPUTS).chain([none]);
                Some(Self::new(row_of, [inputs, none, 1, none + 1]))
            }
            // Layers are a row or a table of rows.
            (FeatureSet::Kp, Layers::Dense { first, second })
                if first <= LANES && second <= LANES =>
            {
                let inputs = shape.features.inputs();
                let row_of = (0..INPUTS as Feature).map(number).chain([ABSENT]);
                let count = inputs + 1 + 2 * first;
                Some(Self::new(row_of, [inputs, ABSENT, first, count]))
            }
            _ => None,
        }
    }

    fn new(
        row_of: impl Iterator<Item = usize>,
        [inputs, none, outputs, count]: [usize; 4],
    ) -> Self {
        Self {
            row_of: row_of.map(|row| row as Feature).collect(),
            inputs,
            none,
            outputs,
            count,
        }
    }

    /// The row of `fact`.
    pub fn row(&self, fact: Feature) -> Feature {
        self.row_of[usize::from(fact)]
    }

    /// The row of biases.
    pub fn bias(&self) -> usize {
        self.inputs
    }

    /// The rows of the first layer's weights, one for each output: for what the side to move sees
    /// (0) or the other side (1).
    pub fn weights(&self, side: usize) -> Range<usize> {
        let from = self.inputs + 1 + side * self.outputs;
        from..from + self.outputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_shapes_with_a_trainer_have_a_table() {
        let layout = |name: &str| Layout::of(name.parse().unwrap());
        let flat = layout("flat_32x2").unwrap();
        assert_eq!((flat.weights(1), flat.none), (2346..2347, 2347));
        let kp = layout("kp_128x2-16-32").unwrap();
        assert_eq!((kp.weights(1), kp.none), (1727..1743, ABSENT));
        for name in ["halfkp_256x2-32-32", "kp_256x2-64-32", "kp_256x2-32-96"] {
            assert!(layout(name).is_none(), "{name}");
        }
    }
}
