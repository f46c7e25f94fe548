//! The hashes in `nn.bin`: what the shape of a network comes to in 32 bits, part by part.

use super::super::shape::{FeatureSet, Layers, Shape};
use std::fmt;

/// The hashes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashes {
    /// Of the whole.
    pub file: u32,
    /// Of inputs and accumulators.
    pub transformer: u32,
    /// Of the layers.
    pub network: u32,
}

impl Hashes {
    /// Those of `shape`.
    pub const fn of(shape: Shape) -> Self {
        let both = 2 * shape.hidden as u32;
        let transformer = feature_hash(shape.features) ^ both;
        let network = match shape.layers {
            Layers::Squared => 0,
            Layers::Dense { first, second } => {
                let first = relu(affine(0xEC42_E90D ^ both, first as u32));
                affine(relu(affine(first, second as u32)), 1)
            }
        };
        Self {
            file: transformer ^ network,
            transformer,
            network,
        }
    }
}

impl fmt::Display for Hashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, transformer, network] = [self.file, self.transformer, self.network];
        write!(f, "{file:08X} ({transformer:08X}, {network:08X})")
    }
}

const fn feature_hash(features: FeatureSet) -> u32 {
    match features {
        FeatureSet::Flat | FeatureSet::Near | FeatureSet::Attacks => 0,
        FeatureSet::Kp => 0xD3CE_E169 ^ 0x764C_FB4B_u32.rotate_left(1),
        FeatureSet::HalfKp => 0x5D69_D5B8,
    }
}

const fn affine(before: u32, outputs: u32) -> u32 {
    0xCC03_DAE4_u32.wrapping_add(outputs) ^ (before >> 1) ^ (before << 31)
}

const fn relu(before: u32) -> u32 {
    before.wrapping_add(0x538D_24C7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_program_the_networks_come_from() {
        use FeatureSet::{HalfKp, Kp};
        for (features, hidden, first, second, expected) in [
            (HalfKp, 256, 32, 32, "3E5AA6EE (5D69D7B8, 63337156)"),
            (Kp, 256, 32, 32, "5C6464A9 (3F5715FF, 63337156)"),
            (HalfKp, 512, 8, 96, "3E5AA70C (5D69D1B8, 633376B4)"),
            (HalfKp, 512, 16, 32, "3E5AA772 (5D69D1B8, 633376CA)"),
            (HalfKp, 1024, 8, 32, "3E5AB7EC (5D69DDB8, 63336A54)"),
            (HalfKp, 1024, 8, 64, "3E5AB79C (5D69DDB8, 63336A24)"),
        ] {
            let shape = Shape {
                features,
                hidden,
                layers: Layers::Dense { first, second },
            };
            assert_eq!(Hashes::of(shape).to_string(), expected, "{shape}");
        }
    }
}
