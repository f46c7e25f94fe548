//! Editions of SFNN: networks of `YaneuraOu` that multiply the numbers of an accumulator in pairs and have
//! several stacks of layers, of which the position chooses one. Their names say all that they are made of.
//!
//! The form and the arithmetic are `YaneuraOu`'s (commit 33ccf1f). What must hold: an [`Edition`] is a
//! shape that networks can have.

use super::choice::Choice;
use super::layers::Affine;
use super::shape::{FeatureSet, Layers, Shape};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// How many numbers an accumulator can have; a multiple of [`PAIRED_LANES`].
const HIDDEN: RangeInclusive<usize> = PAIRED_LANES..=8192;
/// Numbers of an accumulator, of which half are multiplied with the others, come in multiples of this.
const PAIRED_LANES: usize = 64;
/// How many outputs of the first layer can go on.
const FIRST: RangeInclusive<usize> = 7..=128;
/// How many outputs the second layer can have.
const SECOND: RangeInclusive<usize> = 1..=128;

/// What all names begin with.
const PREFIX: &str = "sfnn_";
/// What the names of builds begin with.
const BUILD: &str = "yaneuraou_engine_";
/// A name in short, as builds and as files have it, and in full.
const SHORT: [&str; 2] = ["sfnn1536", "sfnn_1536"];
const IN_FULL: &str = "sfnn_halfkahm2_1536_15_32_k3k3";

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
    fn named(common: &str, own: &str) -> Option<Self> {
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

/// The shape of an SFNN network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    shape: Shape,
    layers: Stacked,
}

/// What the name of an edition is, in words.
pub const AN_EDITION: &str = "an edition such as SFNN1536 or SFNN_halfka2_1024_7_64_k3k3";

/// A text is the name of no edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {AN_EDITION}")]
pub struct NoEdition;

impl Edition {
    /// The edition of these inputs, numbers in an accumulator, and layers; none if networks cannot have
    /// them.
    pub fn new(features: FeatureSet, hidden: usize, layers: Stacked) -> Option<Self> {
        let shape = Shape {
            features,
            hidden,
            layers: Layers::Stacked(layers),
        };
        shape.is_known().then_some(Self { shape, layers })
    }

    /// What it is made of.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// Its layers.
    pub fn layers(self) -> Stacked {
        self.layers
    }

    /// The name that its program's builds have: short, if there is a short one.
    pub fn build_name(self) -> String {
        let name = self.to_string();
        if name.eq_ignore_ascii_case(IN_FULL) {
            SHORT[0].to_ascii_uppercase()
        } else {
            name
        }
    }

    /// The name in a file's description.
    pub fn name_in_files(self) -> String {
        let name = self.to_string().to_ascii_uppercase();
        if name.eq_ignore_ascii_case(IN_FULL) {
            "SFNN-1536".to_owned()
        } else {
            name
        }
    }

    fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase().replace('-', "_");
        let name = name.strip_prefix(BUILD).unwrap_or(&name).to_owned();
        let name = if SHORT.contains(&&*name) {
            IN_FULL.to_owned()
        } else {
            name
        };
        let name = Choice::with_short_names(name);
        let parts: Vec<&str> = name.strip_prefix(PREFIX)?.split('_').collect();
        let (&[features, hidden, first, second], rest) = parts.split_first_chunk()?;
        let groups = match *rest {
            [common, own, ..] => Groups::named(common, own),
            _ => None,
        };
        let tokens = &rest[groups.map_or(0, |_| 2)..];
        let layers = Stacked {
            first: first.parse().ok()?,
            second: second.parse().ok()?,
            groups,
            choice: Choice::named(tokens.iter().copied())?,
        };
        Self::new(FeatureSet::named(features)?, hidden.parse().ok()?, layers)
    }
}

/// With `-` or `_`, in upper or lower case.
impl FromStr for Edition {
    type Err = NoEdition;

    fn from_str(text: &str) -> Result<Self, NoEdition> {
        Self::named(text).ok_or(NoEdition)
    }
}

/// Its name in full.
impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written_and_as_others_spell_them() {
        for (name, expected) in [
            ("SFNN1536", "SFNN_halfkahm2_1536_15_32_k3k3"),
            ("sfnn-1536", "SFNN_halfkahm2_1536_15_32_k3k3"),
            (
                "YANEURAOU_ENGINE_SFNN1536",
                "SFNN_halfkahm2_1536_15_32_k3k3",
            ),
            ("SFNN_HALFKA2-1024-8-64_K3K3", "SFNN_halfka2_1024_8_64_k3k3"),
            ("SFNN_halfka2_1024_7_64", "SFNN_halfka2_1024_7_64"),
            (
                "sfnn_ka2_8192_7_64_c0_s1024x8",
                "SFNN_ka2_8192_7_64_c0_s1024x8",
            ),
            (
                "SFNN_halfkahm1_512_7_32_c256_s64x4_king9zone_by_king9zone_hand4",
                "SFNN_halfkahm1_512_7_32_c256_s64x4_hand4_k9k9z",
            ),
            (
                "SFNN_kp_64_8_32_progress8_k29k29",
                "SFNN_kp_64_8_32_k29k29_progress8",
            ),
        ] {
            let edition: Edition = name.parse().unwrap();
            assert_eq!(edition.to_string(), expected);
            assert_eq!(expected.parse(), Ok(edition));
            assert_eq!(edition.shape().to_string().parse(), Ok(edition.shape()));
        }
        let edition: Edition = "SFNN1536".parse().unwrap();
        assert_eq!(
            [edition.build_name(), edition.name_in_files()],
            ["SFNN1536", "SFNN-1536"]
        );
    }

    #[test]
    fn names_of_nothing_are_refused() {
        for name in [
            "",
            "SFNN",
            "SFNN_",
            "SFNN-1536-V2",
            "halfkp_256x2-32-32",
            "SFNN_halfkahm2_1536_15",
            "SFNN_flat_256_15_32",
            "SFNN_halfkpe9_256_15_32",
            "SFNN_halfka2_1000_7_64",
            "SFNN_halfka2_8256_7_64",
            "SFNN_halfka2_1024_9_64",
            "SFNN_halfka2_1024_7_64_k3k3_k9k9",
            "SFNN_halfka2_1024_7_64_progress8kpabs",
            "SFNN_halfka2_1024_7_64_c512_s256x4",
            "SFNN_halfka2_1024_7_64_c0_s1024x1",
            "SFNN_halfka2_1024_7_64_c0_s0x8",
            "SFNN_halfka2_1024_7_64_c64",
            "SFNN_halfka2_1024_7_64_ls9",
            "SFNNwoP1536",
        ] {
            assert_eq!(name.parse::<Edition>(), Err(NoEdition), "{name}");
        }
    }

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
