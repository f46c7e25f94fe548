//! What a network is made of, as data: which inputs it has, how many numbers an accumulator has,
//! and what comes after the accumulators.

use super::features::INPUTS;
use super::features::attacks::ATTACKS;
use super::features::halfkp::{BOARD_SQUARES, HALF_SQUARES, KINGLESS, NUMBERS};
use super::features::near::NEAR;
pub use super::products::LANES;
use super::stacks::Stacked;
use std::fmt;
use std::ops::RangeInclusive;

/// How many numbers an accumulator of our own networks can have; a multiple of [`LANES`].
pub const HIDDEN: RangeInclusive<usize> = 32..=1024;
/// How many numbers an accumulator of networks with two dense layers can have.
pub const DENSE_HIDDEN: [usize; 7] = [128, 256, 384, 512, 768, 1024, 1536];
/// How many outputs their first layer can have.
pub const FIRST: [usize; 4] = [8, 16, 32, 64];
/// How many outputs their second layer can have.
pub const SECOND: [usize; 5] = [32, 48, 64, 96, 128];
/// What an output of 1 of our own networks can be worth, in centipawns.
pub const SCALE: RangeInclusive<i32> = 1..=30_000;

/// Which inputs a network has. `docs/play.md` says which programs and networks have which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// Our own: every fact of [`super::features`] is one.
    Flat,
    /// Our own, and more of them for pieces near the own king.
    Near,
    /// The same, and more for what is attacked.
    Attacks,
    /// Pieces, and both kings: K-P.
    Kp,
    /// Pieces, and both kings twice, first as if they were of one side.
    Ka2,
    /// Pieces, for each square of the own king anew: `HalfKP`.
    HalfKp,
    /// The same, mirrored so that the own king is on one half of the board.
    HalfKpVm,
    /// Pieces and kings, for each square of the own king anew.
    HalfKa1,
    /// The same, mirrored.
    HalfKaHm1,
    /// Pieces and kings, the two kings as if they were of one side, for each square of the own king anew.
    HalfKa2,
    /// The same, mirrored.
    HalfKaHm2,
}

/// Numbers when both kings are counted as if they were of one side.
const ONE_PLANE: usize = NUMBERS - BOARD_SQUARES;

impl FeatureSet {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Flat,
        Self::Near,
        Self::Attacks,
        Self::Kp,
        Self::Ka2,
        Self::HalfKp,
        Self::HalfKpVm,
        Self::HalfKa1,
        Self::HalfKaHm1,
        Self::HalfKa2,
        Self::HalfKaHm2,
    ];

    /// Those of networks with two dense layers.
    pub const DENSE: [Self; 3] = [Self::Kp, Self::HalfKp, Self::HalfKpVm];

    /// Those of our own networks.
    pub const OURS: [Self; 3] = [Self::Flat, Self::Near, Self::Attacks];

    /// Its name in the names of networks, its name in descriptions of `YaneuraOu`'s files, and how
    /// many inputs there are.
    const fn about(self) -> (&'static str, &'static str, usize) {
        const WHOLE: usize = BOARD_SQUARES;
        const HALF: usize = HALF_SQUARES;
        match self {
            Self::Flat => ("flat", "", INPUTS),
            Self::Near => ("near", "", INPUTS + NEAR),
            Self::Attacks => ("attacks", "", INPUTS + NEAR + ATTACKS),
            Self::Kp => ("kp", "K+P", NUMBERS),
            Self::Ka2 => ("ka2", "K+A2", NUMBERS + BOARD_SQUARES),
            Self::HalfKp => ("halfkp", "HalfKP(Friend)", WHOLE * KINGLESS),
            Self::HalfKpVm => ("halfkpvm", "HalfKP_vm(Friend)", HALF * KINGLESS),
            Self::HalfKa1 => ("halfka1", "HalfKA1(Friend)", WHOLE * NUMBERS),
            Self::HalfKaHm1 => ("halfkahm1", "HalfKA_hm1(Friend)", HALF * NUMBERS),
            Self::HalfKa2 => ("halfka2", "HalfKA2(Friend)", WHOLE * ONE_PLANE),
            Self::HalfKaHm2 => ("halfkahm2", "HalfKA_hm2(Friend)", HALF * ONE_PLANE),
        }
    }

    /// Its name in the names of networks.
    pub const fn name(self) -> &'static str {
        self.about().0
    }

    /// Its name in the descriptions of `YaneuraOu`'s files; empty for our own.
    pub const fn name_in_files(self) -> &'static str {
        self.about().1
    }

    /// How many inputs there are.
    pub const fn inputs(self) -> usize {
        self.about().2
    }

    /// How many rows of weights a network has for them: fewer than inputs where two inputs can share one.
    pub const fn rows(self) -> usize {
        match self {
            Self::Ka2 => NUMBERS,
            _ => self.inputs(),
        }
    }

    /// For how many squares of the own king all of them are there anew: 1 if that does not matter.
    pub const fn kings(self) -> usize {
        match self {
            Self::HalfKp | Self::HalfKa1 | Self::HalfKa2 => BOARD_SQUARES,
            Self::HalfKpVm | Self::HalfKaHm1 | Self::HalfKaHm2 => HALF_SQUARES,
            _ => 1,
        }
    }

    /// The set of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// The set of so many inputs.
    pub fn of_inputs(inputs: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.inputs() == inputs)
    }

    /// Whether what an input adds depends on where the own king is.
    pub const fn by_king(self) -> bool {
        !matches!(self, Self::Flat | Self::Kp | Self::Ka2)
    }

    /// Whether networks with two dense layers have these.
    pub fn is_dense(self) -> bool {
        Self::DENSE.contains(&self)
    }

    /// Whether networks of our own have these.
    pub fn is_ours(self) -> bool {
        Self::OURS.contains(&self)
    }
}

/// What becomes of the accumulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layers {
    /// Clamped and squared, they are weighed: one output.
    Squared,
    /// Clamped, they go through two layers of these sizes to one output.
    Dense {
        /// Outputs of the first layer.
        first: usize,
        /// Outputs of the second layer.
        second: usize,
    },
    /// Clamped and multiplied in pairs, they go through one of several stacks of layers.
    Stacked(Stacked),
}

/// A network but for its numbers. Written as `halfkp_256x2-32-32`, or `flat_512x2`,
/// `near_512x2` and `attacks_512x2` for our own, or as the name of an [`Edition`](super::edition::Edition).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its inputs.
    pub features: FeatureSet,
    /// How many numbers an accumulator has; a multiple of [`LANES`].
    pub hidden: usize,
    /// What follows.
    pub layers: Layers,
}

impl Shape {
    /// A shape of our own with so many numbers in an accumulator.
    pub const fn flat(hidden: usize) -> Self {
        Self {
            features: FeatureSet::Flat,
            hidden,
            layers: Layers::Squared,
        }
    }

    /// Whether networks can have it.
    pub fn is_known(self) -> bool {
        match (self.features, self.layers) {
            (features, Layers::Squared) if features.is_ours() => {
                HIDDEN.contains(&self.hidden) && self.hidden.is_multiple_of(LANES)
            }
            (features, Layers::Dense { first, second }) if features.is_dense() => {
                let layers = FIRST.contains(&first) && SECOND.contains(&second);
                layers && DENSE_HIDDEN.contains(&self.hidden)
            }
            (features, Layers::Stacked(layers)) => !features.is_ours() && layers.fit(self.hidden),
            _ => false,
        }
    }

    /// Whether positions without both kings have no value.
    pub fn needs_kings(self) -> bool {
        let by_king = self.features.by_king() && !self.features.is_ours();
        by_king || matches!(self.layers, Layers::Stacked(_))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (features, hidden) = (self.features.name(), self.hidden);
        match self.layers {
            Layers::Squared => write!(f, "{features}_{hidden}x2"),
            Layers::Dense { first, second } => write!(f, "{features}_{hidden}x2-{first}-{second}"),
            Layers::Stacked(layers) => write!(f, "SFNN_{features}_{hidden}_{layers}"),
        }
    }
}
