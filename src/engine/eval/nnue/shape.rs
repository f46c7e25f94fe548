//! What a network is made of, as data: which inputs it has, how many numbers an accumulator has,
//! and what comes after the accumulators.

use super::features::INPUTS;
use super::features::attacks::ATTACKS;
use super::features::halfkp::{BOARD_SQUARES, KINGLESS, NUMBERS};
use super::features::near::NEAR;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// Numbers of an accumulator come in multiples of this.
pub const LANES: usize = 32;
/// How many numbers an accumulator of our own networks can have; a multiple of [`LANES`].
pub const HIDDEN: RangeInclusive<usize> = 32..=1024;
/// How many numbers an accumulator of K-P and `HalfKP` networks can have.
pub const DENSE_HIDDEN: [usize; 7] = [128, 256, 384, 512, 768, 1024, 1536];
/// How many outputs their first layer can have.
pub const FIRST: [usize; 4] = [8, 16, 32, 64];
/// How many outputs their second layer can have.
pub const SECOND: [usize; 5] = [32, 48, 64, 96, 128];
/// What an output of 1 of our own networks can be worth, in centipawns.
pub const SCALE: RangeInclusive<i32> = 1..=30_000;

/// Which inputs a network has.
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
    /// Pieces, for each square of the own king anew: `HalfKP`.
    HalfKp,
}

impl FeatureSet {
    const ALL: [Self; 5] = [
        Self::Flat,
        Self::Near,
        Self::Attacks,
        Self::Kp,
        Self::HalfKp,
    ];

    /// Those of our own networks.
    pub const OURS: [Self; 3] = [Self::Flat, Self::Near, Self::Attacks];

    /// Its name in the names of networks.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Near => "near",
            Self::Attacks => "attacks",
            Self::Kp => "kp",
            Self::HalfKp => "halfkp",
        }
    }

    /// How many inputs there are.
    pub const fn inputs(self) -> usize {
        match self {
            Self::Flat => INPUTS,
            Self::Near => INPUTS + NEAR,
            Self::Attacks => INPUTS + NEAR + ATTACKS,
            Self::Kp => NUMBERS,
            Self::HalfKp => BOARD_SQUARES * KINGLESS,
        }
    }

    /// Whether what an input adds depends on where the own king is.
    pub const fn by_king(self) -> bool {
        matches!(self, Self::Near | Self::Attacks | Self::HalfKp)
    }

    /// Whether there are inputs for what is attacked.
    pub const fn has_attacks(self) -> bool {
        matches!(self, Self::Attacks)
    }

    /// Whether networks of our own have these.
    pub fn is_ours(self) -> bool {
        Self::OURS.contains(&self)
    }

    /// Whether positions without both kings have no value.
    pub const fn needs_kings(self) -> bool {
        matches!(self, Self::HalfKp)
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
}

/// A network but for its numbers. Written as `halfkp_256x2-32-32`, or `flat_512x2`,
/// `near_512x2` and `attacks_512x2` for our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its inputs.
    pub features: FeatureSet,
    /// How many numbers an accumulator has; a multiple of [`LANES`].
    pub hidden: usize,
    /// What follows.
    pub layers: Layers,
}

/// A text is the name of no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected the shape of a network, such as flat_256x2 or kp_256x2-32-32")]
pub struct NoShape;

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
            (FeatureSet::Kp | FeatureSet::HalfKp, Layers::Dense { first, second }) => {
                let layers = FIRST.contains(&first) && SECOND.contains(&second);
                layers && DENSE_HIDDEN.contains(&self.hidden)
            }
            _ => false,
        }
    }

    /// The shape with this name, known or not.
    fn named(text: &str) -> Option<Self> {
        let (features, rest) = text.split_once(['_', '-'])?;
        let (hidden, layers) = rest.split_once("x2")?;
        let mut sets = FeatureSet::ALL.into_iter();
        Some(Self {
            features: sets.find(|set| set.name() == features)?,
            hidden: hidden.parse().ok()?,
            layers: match layers.strip_prefix('-').and_then(|it| it.split_once('-')) {
                Some((first, second)) => Layers::Dense {
                    first: first.parse().ok()?,
                    second: second.parse().ok()?,
                },
                None if layers.is_empty() => Layers::Squared,
                None => return None,
            },
        })
    }
}

/// As it is written, or with `-` after the inputs.
impl FromStr for Shape {
    type Err = NoShape;

    fn from_str(text: &str) -> Result<Self, NoShape> {
        let shape = Self::named(text).filter(|shape| shape.is_known());
        shape.ok_or(NoShape)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}x2", self.features.name(), self.hidden)?;
        match self.layers {
            Layers::Squared => Ok(()),
            Layers::Dense { first, second } => write!(f, "-{first}-{second}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in [
            "flat_512x2",
            "near_512x2",
            "kp_256x2-32-32",
            "halfkp_1024x2-8-96",
        ] {
            assert_eq!(name.parse::<Shape>().unwrap().to_string(), name);
        }
        assert_eq!("kp-256x2-32-32".parse(), "kp_256x2-32-32".parse::<Shape>());
        for text in [
            "",
            "kp",
            "kp_256",
            "kp_256x2",
            "kp_256x2-32",
            "kp_256x2-32-32-32",
            "kp_100x2-32-32",
            "kp_256x2-7-32",
            "flat_256x2-32-32",
            "near_100x2",
            "flat_100x2",
            "flat_0x2",
            "ka_256x2-32-32",
            "kp_99999999999999999999x2-32-32",
        ] {
            assert_eq!(text.parse::<Shape>(), Err(NoShape), "{text}");
        }
    }
}
