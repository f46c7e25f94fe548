//! The names of networks: of their [shapes](Shape), and of editions of SFNN, networks of `YaneuraOu` that multiply the
//! numbers of an accumulator in pairs and have several stacks of layers, of which the position chooses one. Names say all
//! that a network is made of.
//!
//! The form and the arithmetic are `YaneuraOu`'s (commit 33ccf1f). What must hold: an [`Edition`] is a
//! shape that networks can have.

use super::choice::Choice;
use super::shape::{FeatureSet, Layers, Shape};
use super::stacks::{Groups, Stacked};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What all names begin with.
const PREFIX: &str = "sfnn_";
/// What the names of builds begin with.
const BUILD: &str = "yaneuraou_engine_";
/// A name in short, as builds and as files have it, and in full.
const SHORT: [&str; 2] = ["sfnn1536", "sfnn_1536"];
const IN_FULL: &str = "sfnn_halfkahm2_1536_15_32_k3k3";

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

/// A text is the name of no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected the shape of a network, such as flat_256x2, halfkp_256x2-32-32 or SFNN_halfka2_1024_7_64_k3k3"
)]
pub struct NoShape;

/// The shape with this name, known or not.
fn shape_named(text: &str) -> Option<Shape> {
    let (features, rest) = text.split_once(['_', '-'])?;
    let (hidden, layers) = rest.split_once("x2")?;
    Some(Shape {
        features: FeatureSet::named(features)?,
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

/// As it is written, or with `-` after the inputs.
impl FromStr for Shape {
    type Err = NoShape;

    fn from_str(text: &str) -> Result<Self, NoShape> {
        let shape = shape_named(text).filter(|shape| shape.is_known());
        let edition = || text.parse::<Edition>().ok().map(Edition::shape);
        shape.or_else(edition).ok_or(NoShape)
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
    fn names_of_shapes_are_read_as_they_are_written() {
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
