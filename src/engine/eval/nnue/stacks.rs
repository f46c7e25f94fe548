//! The layers of SFNN networks as data: stacks of layers, one of which the position chooses.

use super::choice::Choice;
use super::layers::Affine;
use std::fmt;
use std::ops::RangeInclusive;

/// How many numbers an accumulator can have; a multiple of [`PAIRED_LANES`].
const HIDDEN: RangeInclusive<usize> = PAIRED_LANES..=8192;
/// Numbers of an accumulator, of which half are multiplied with the others, come in multiples of this.
const PAIRED_LANES: usize = 64;
/// How many outputs of the first layer can go on.
const FIRST: RangeInclusive<usize> = 7..=128;
/// How many outputs the second layer can have.
const SECOND: RangeInclusive<usize> = 1..=128;

/// The layers of such a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacked {
    /// Outputs of the first layer that go on to the second, squared and clamped. If this is one less than
    /// a multiple of 8, there is one more, which is added to the network's output.
    pub first: usize,
    /// Outputs of the second layer.
    pub second: usize,
    /// Which inputs the outputs of the first layer have, if not all of them.
    pub groups: Option<Groups>,
    /// How one of the stacks is chosen.
    pub choice: Choice,
}

/// Outputs of a layer in groups, which share some inputs, the first, and have others of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    common: usize,
    own: usize,
    count: usize,
}

impl Groups {
    /// Whether outputs of the group `group` have the input `input`.
    fn has(self, group: usize, input: usize) -> bool {
        match input.checked_sub(self.common) {
            Some(own) => own / self.own == group,
            None => true,
        }
    }

    /// Makes the weights that do not count nothing, in rows of weights one after the other.
    pub fn clear(self, rows: &mut [i8], outputs: usize) {
        let length = rows.len() / outputs;
        for (output, row) in rows.chunks_mut(length).enumerate() {
            for (input, weight) in row.iter_mut().enumerate() {
                if !self.has(output * self.count / outputs, input) {
                    *weight = 0;
                }
            }
        }
    }

    /// The groups that these parts of a name say.
    pub fn named(common: &str, own: &str) -> Option<Self> {
        let (own, count) = own.strip_prefix('s')?.split_once('x')?;
        Some(Self {
            common: common.strip_prefix('c')?.parse().ok()?,
            own: own.parse().ok()?,
            count: count.parse().ok()?,
        })
    }

    fn fit(self, hidden: usize, outputs: usize) -> bool {
        let whole = |inputs: usize| inputs.is_multiple_of(PAIRED_LANES);
        let inputs = self.own.checked_mul(self.count);
        let inputs = inputs.and_then(|it| it.checked_add(self.common));
        let whole = whole(self.common) && whole(self.own) && outputs.is_multiple_of(self.count);
        self.count > 1 && whole && inputs == Some(hidden)
    }
}

impl Stacked {
    /// How many outputs the first layer has.
    pub const fn first_outputs(self) -> usize {
        self.first.next_multiple_of(8)
    }

    /// The bytes of a stack's layers in a file, for accumulators of `hidden`.
    pub const fn stack_bytes(self, hidden: usize) -> usize {
        Affine::bytes(hidden, self.first_outputs())
            + Affine::bytes(2 * self.first, self.second)
            + Affine::bytes(self.second, 1)
    }

    /// Whether networks with accumulators of `hidden` can have them.
    pub fn fit(self, hidden: usize) -> bool {
        let whole = hidden.is_multiple_of(PAIRED_LANES) && matches!(self.first % 8, 0 | 7);
        let groups = self
            .groups
            .is_none_or(|it| it.fit(hidden, self.first_outputs()));
        let sizes = FIRST.contains(&self.first) && SECOND.contains(&self.second);
        whole && groups && sizes && HIDDEN.contains(&hidden)
    }

    /// Whether nothing but sizes and the position says what their outputs are: no groups, no progress.
    pub fn is_plain(self) -> bool {
        self.groups.is_none() && !self.choice.has_progress()
    }

    /// Layers of one stack of all sizes that are likely. Those that add the last output of the first layer to
    /// that of the network come before those of equal sizes that do not.
    pub fn likely() -> impl Iterator<Item = Self> {
        let first = (8..=*FIRST.end())
            .step_by(8)
            .flat_map(|outputs| [outputs - 1, outputs]);
        let second = (32..=*SECOND.end()).step_by(32);
        first.flat_map(move |first| {
            second.clone().map(move |second| Self {
                first,
                second,
                groups: None,
                choice: Choice::default(),
            })
        })
    }
}

/// As in the names of editions.
impl fmt::Display for Stacked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            first,
            second,
            groups,
            choice,
        } = self;
        write!(f, "{first}_{second}")?;
        if let Some(Groups { common, own, count }) = groups {
            write!(f, "_c{common}_s{own}x{count}")?;
        }
        write!(f, "{choice}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_say_the_sizes_of_layers() {
        for (hidden, first, second, bytes) in [
            (1536, 15, 32, 25_832),
            (1024, 7, 64, 10_600),
            (1024, 15, 64, 18_824),
            (3072, 7, 64, 26_984),
            (8192, 7, 64, 67_944),
            (768, 7, 32, 7368),
        ] {
            // The hash stands before the layers.
            let found: Vec<_> = Stacked::likely()
                .filter(|it| it.stack_bytes(hidden) == bytes - 4)
                .map(|it| (it.first, it.second))
                .collect();
            assert_eq!(found, [(first, second), (first + 1, second)]);
        }
    }
}
