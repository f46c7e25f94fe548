//! `YaneuraOu`'s `nn.bin` with `HalfKP`, `HalfKP_vm` or K-P inputs and two hidden layers, from the transformer on:
//!
//! | bytes | what |
//! |---|---|
//! | 2·H | biases of an accumulator |
//! | 2·D·H | weights, an input's row after the other |
//! | 4 | hash of the layers |
//! | | three layers: 4 bytes a bias, then for each output a row of weights in 1 byte, padded to 32 |
//!
//! Descriptions and hashes in published files are often wrong, so the length alone tells the
//! shape: no two shapes have the same. The others are compared with it, and what differs is a
//! remark.

use super::super::layers::{Affine, Dense, Head};
use super::super::network::{About, Network, NetworkError, Transformer};
use super::super::products::numbers;
use super::super::shape::{DENSE_HIDDEN, FIRST, FeatureSet, LANES, Layers, SECOND, Shape};
use super::nnue::{Hashes, Header, clear_unused, remarks, write_header, write_layers};
use super::source::Source;
use base::files::hexadecimal;
use sha2::Digest;

/// Words of descriptions whose networks have another arithmetic.
const OTHER_ARITHMETIC: [&str; 4] = ["ModelType=", "SqrClippedReLU", "SCReLU", "Pairwise"];
/// Other inputs, and how many there are.
const OTHER_INPUTS: (&str, usize) = ("HalfKPE9", 1_128_492);

/// Reads the network of a file of which the `header` has been read.
pub fn read(mut file: Source, header: Header) -> Result<Network, NetworkError> {
    let Header { text, rest, .. } = header;
    let shape = shape_of(&text, rest)?;
    let biases = file.vectors(shape.hidden)?;
    let mut weights = file.vectors(shape.hidden * shape.features.inputs())?;
    if shape.features != FeatureSet::Kp {
        clear_unused(&mut weights, shape.hidden / LANES);
    }
    let network = file.number()?;
    let head = Head::Dense(dense(&mut file, shape)?);
    let found = Hashes {
        file: header.hash,
        transformer: header.transformer,
        network,
    };
    let plain = text.replace("AffineTransformSparseInput[", "AffineTransform[");
    let is_plain = plain.starts_with(&description(shape));
    Ok(Network {
        about: About {
            remarks: remarks(shape, [found, hashes(shape)], is_plain).collect(),
            origin: text,
            digest: Some(hexadecimal(file.digest.finalize())),
        },
        shape,
        transformer: Transformer { weights, biases },
        head,
    })
}

fn dense(file: &mut Source, shape: Shape) -> Result<Dense, NetworkError> {
    let [first, second] = outputs(shape.layers);
    Ok(Dense {
        first: file.affine(2 * shape.hidden, first)?,
        second: file.affine(first, second)?,
        output: file.affine(second, 1)?,
    })
}

/// The shape of the network with this description and length after it.
fn shape_of(text: &str, body: u64) -> Result<Shape, NetworkError> {
    if let Some(word) = OTHER_ARITHMETIC.iter().find(|word| text.contains(**word)) {
        return Err(NetworkError::Kind(word.trim_end_matches('=').to_owned()));
    }
    for features in FeatureSet::DENSE {
        let with = |(hidden, layers)| Shape {
            features,
            hidden,
            layers,
        };
        let mut shapes = layers().filter(|&layers| body_of(features.inputs(), layers) == body);
        if let Some(shape) = shapes.next().map(with) {
            return Ok(shape);
        }
    }
    Err(refusal(text, body))
}

/// Why the network with this description and length after it has no shape that is known.
fn refusal(text: &str, body: u64) -> NetworkError {
    let (name, inputs) = OTHER_INPUTS;
    if layers().any(|layers| body_of(inputs, layers) == body) {
        return NetworkError::Kind(name.to_owned());
    }
    let named = text.split_once("Features=").map_or("", |(_, rest)| rest);
    match named.split(['(', '[', ',']).next().unwrap_or_default() {
        "" | "HalfKP" | "HalfKP_vm" | "K+P" => NetworkError::Shape(body),
        name => NetworkError::Kind(name.to_owned()),
    }
}

/// Every size of accumulators with every layers.
fn layers() -> impl Iterator<Item = (usize, Layers)> {
    let dense = |first| SECOND.map(|second| Layers::Dense { first, second });
    let all = move || FIRST.into_iter().flat_map(dense);
    DENSE_HIDDEN
        .into_iter()
        .flat_map(move |hidden| all().map(move |layers| (hidden, layers)))
}

/// How many outputs the two hidden layers have.
const fn outputs(layers: Layers) -> [usize; 2] {
    match layers {
        Layers::Dense { first, second } => [first, second],
        Layers::Squared | Layers::Stacked(_) => [0; 2],
    }
}

/// The bytes after the description of a network with so many inputs.
fn body_of(inputs: usize, (hidden, layers): (usize, Layers)) -> u64 {
    let [first, second] = outputs(layers);
    let layers =
        Affine::bytes(2 * hidden, first) + Affine::bytes(first, second) + Affine::bytes(second, 1);
    (8 + 2 * hidden * (inputs + 1) + layers) as u64
}

/// The description that `YaneuraOu` writes for `shape`.
fn description(shape: Shape) -> String {
    let (name, inputs) = (shape.features.name_in_files(), shape.features.inputs());
    let (hidden, both) = (shape.hidden, 2 * shape.hidden);
    let [first, second] = outputs(shape.layers);
    format!(
        "Features={name}[{inputs}->{hidden}x2],Network=AffineTransform[1<-{second}]\
         (ClippedReLU[{second}](AffineTransform[{second}<-{first}](ClippedReLU[{first}]\
         (AffineTransform[{first}<-{both}](InputSlice[{both}(0:{both})])))))"
    )
}

/// The file of a network with these layers.
pub fn write(network: &Network, layers: &Dense) -> Vec<u8> {
    let (hashes, text) = (hashes(network.shape), description(network.shape));
    let mut bytes = write_header(hashes.file, &text);
    bytes.extend(hashes.transformer.to_le_bytes());
    let Transformer { weights, biases } = &network.transformer;
    for part in [biases, weights] {
        bytes.extend(numbers(part).into_iter().flat_map(i16::to_le_bytes));
    }
    bytes.extend(hashes.network.to_le_bytes());
    write_layers(layers, &mut bytes);
    bytes
}

/// Those of `shape`.
const fn hashes(shape: Shape) -> Hashes {
    let both = 2 * shape.hidden as u32;
    let transformer = feature_hash(shape.features) ^ both;
    let [first, second] = outputs(shape.layers);
    let first = relu(affine(0xEC42_E90D ^ both, first as u32));
    let network = affine(relu(affine(first, second as u32)), 1);
    Hashes {
        file: transformer ^ network,
        transformer,
        network,
    }
}

const fn feature_hash(features: FeatureSet) -> u32 {
    match features {
        FeatureSet::Kp => 0xD3CE_E169 ^ 0x764C_FB4B_u32.rotate_left(1),
        FeatureSet::HalfKp => 0x5D69_D5B8,
        FeatureSet::HalfKpVm => 0x0B6B_1D9A,
        _ => 0,
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
    use std::collections::BTreeSet;

    #[test]
    fn no_two_shapes_have_the_same_length() {
        let mut lengths = BTreeSet::new();
        let inputs = FeatureSet::DENSE.map(FeatureSet::inputs);
        for inputs in inputs.into_iter().chain([OTHER_INPUTS.1]) {
            for layers in layers() {
                assert!(
                    lengths.insert(body_of(inputs, layers)),
                    "{inputs}: {layers:?}"
                );
            }
        }
    }

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
            assert_eq!(hashes(shape).to_string(), expected, "{shape}");
        }
    }
}
