//! `YaneuraOu`'s `nn.bin` with `HalfKP` or K-P inputs and two hidden layers. Numbers are
//! little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | version, 7AF32F16 |
//! | 4 | hash of the file |
//! | 4 | length of the next |
//! | | description, ASCII |
//! | 4 | hash of the transformer |
//! | 2·H | biases of an accumulator |
//! | 2·D·H | weights, an input's row after the other |
//! | 4 | hash of the layers |
//! | | three layers: 4 bytes a bias, then for each output a row of weights in 1 byte, padded to 32 |
//!
//! Descriptions and hashes in published files are often wrong, so the length alone tells the
//! shape: no two shapes have the same. The others are compared with it, and what differs is a
//! remark.

use super::super::chunk::{Chunk, numbers};
use super::super::error::NetworkError;
use super::super::features::numbers::{BOARD_SQUARES, KINGLESS, UNUSED};
use super::super::layers::{Affine, Dense, Head};
use super::super::network::{About, Network, Transformer};
use super::super::shape::{DENSE_HIDDEN, FIRST, FeatureSet, LANES, Layers, SECOND, Shape};
use super::hash::Hashes;
use super::hexadecimal;
use bytemuck::cast_slice_mut;
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// The version.
const VERSION: u32 = 0x7AF3_2F16;
/// All versions of NNUE files begin so.
const NNUE: u32 = VERSION >> 16;
/// Version, hash and length of the description, in bytes.
const HEADER: u64 = 12;
/// The longest description, in bytes.
const MOST_TEXT: u64 = 4096;

/// Words of descriptions whose networks have another arithmetic.
const OTHER_ARITHMETIC: [&str; 5] = ["SFNN", "ModelType=", "SqrClippedReLU", "SCReLU", "Pairwise"];
/// The file hash of SFNN networks.
const SFNN_HASH: u32 = 0x3C20_3B32;
/// Other inputs, with how many there are.
const OTHER_INPUTS: [(&str, usize); 2] = [("HalfKP_vm", 69_660), ("HalfKPE9", 1_128_492)];

/// Reads the network from a file of `length` bytes, of which the `version` has been read.
pub fn read(version: u32, source: &mut dyn Read, length: u64) -> Result<Network, NetworkError> {
    check_version(version)?;
    let mut file = Source {
        source,
        digest: Sha256::new_with_prefix(version.to_le_bytes()),
    };
    let hash = file.number()?;
    let text = file.text()?;
    let shape = shape_of(
        hash,
        &text,
        length.saturating_sub(HEADER + text.len() as u64),
    )?;
    let transformer = file.number()?;
    let biases = file.chunks(shape.hidden)?;
    let mut weights = file.chunks(shape.hidden * shape.features.inputs())?;
    if shape.features == FeatureSet::HalfKp {
        clear_unused(&mut weights, shape.hidden / LANES);
    }
    let network = file.number()?;
    let head = Head::Dense(file.dense(shape)?);
    let hashes = Hashes {
        file: hash,
        transformer,
        network,
    };
    Ok(Network {
        about: About {
            remarks: remarks(shape, &text, hashes),
            origin: text,
            digest: Some(hexadecimal(&file.digest.finalize())),
        },
        shape,
        transformer: Transformer { weights, biases },
        head,
    })
}

fn check_version(version: u32) -> Result<(), NetworkError> {
    match version {
        VERSION => Ok(()),
        found if found >> 16 == NNUE => Err(NetworkError::NnueVersion {
            found,
            expected: VERSION,
        }),
        _ => Err(NetworkError::NotANetwork),
    }
}

/// The shape of the network with this hash, description, and length after it.
fn shape_of(hash: u32, text: &str, body: u64) -> Result<Shape, NetworkError> {
    if hash == SFNN_HASH {
        return Err(NetworkError::Kind("SFNN".to_owned()));
    }
    if let Some(word) = OTHER_ARITHMETIC.iter().find(|word| text.contains(**word)) {
        return Err(NetworkError::Kind(word.trim_end_matches('=').to_owned()));
    }
    for features in [FeatureSet::HalfKp, FeatureSet::Kp] {
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
    for (name, inputs) in OTHER_INPUTS {
        if layers().any(|layers| body_of(inputs, layers) == body) {
            return NetworkError::Kind(name.to_owned());
        }
    }
    let named = text.split_once("Features=").map_or("", |(_, rest)| rest);
    match named.split(['(', '[', ',']).next().unwrap_or_default() {
        "" | "HalfKP" | "K+P" => NetworkError::Shape(body),
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

/// The bytes after the description of a network with so many inputs.
fn body_of(inputs: usize, (hidden, layers): (usize, Layers)) -> u64 {
    let layer = |inputs, outputs| outputs * (4 + Affine::row_length(inputs));
    let layers = match layers {
        Layers::Squared => 0,
        Layers::Dense { first, second } => {
            layer(2 * hidden, first) + layer(first, second) + layer(second, 1)
        }
    };
    (8 + 2 * hidden * (inputs + 1) + layers) as u64
}

/// Makes the inputs that are never on add nothing: they stand for the kings.
fn clear_unused(weights: &mut [Chunk], length: usize) {
    for king in 0..BOARD_SQUARES {
        let row = king * KINGLESS + UNUSED;
        weights[row * length..][..length].fill(Chunk::ZERO);
    }
}

/// What of hashes and description is not as `shape` says.
fn remarks(shape: Shape, text: &str, found: Hashes) -> Vec<String> {
    let mut remarks = Vec::new();
    let expected = Hashes::of(shape);
    if found != expected {
        remarks.push(format!(
            "hash {found} in the file, {expected} expected for {shape}"
        ));
    }
    let plain = text.replace("AffineTransformSparseInput[", "AffineTransform[");
    if !plain.starts_with(&description(shape)) {
        remarks.push(format!("its description is not that of {shape}"));
    }
    remarks
}

/// The description that `YaneuraOu` writes for `shape`.
fn description(shape: Shape) -> String {
    let name = match shape.features {
        FeatureSet::Kp => "K+P",
        FeatureSet::HalfKp => "HalfKP(Friend)",
        FeatureSet::Flat | FeatureSet::Near | FeatureSet::Attacks => "",
    };
    let (inputs, hidden, both) = (shape.features.inputs(), shape.hidden, 2 * shape.hidden);
    let (first, second) = match shape.layers {
        Layers::Squared => (0, 0),
        Layers::Dense { first, second } => (first, second),
    };
    format!(
        "Features={name}[{inputs}->{hidden}x2],Network=AffineTransform[1<-{second}]\
         (ClippedReLU[{second}](AffineTransform[{second}<-{first}](ClippedReLU[{first}]\
         (AffineTransform[{first}<-{both}](InputSlice[{both}(0:{both})])))))"
    )
}

/// A file that is read, with the checksum of what was read of it.
struct Source<'a> {
    source: &'a mut dyn Read,
    digest: Sha256,
}

impl Source<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NetworkError> {
        self.source
            .read_exact(bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => io::Error::other("it ends too early").into(),
                _ => NetworkError::from(error),
            })?;
        self.digest.update(bytes);
        Ok(())
    }

    fn number(&mut self) -> Result<u32, NetworkError> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// The description as it can be shown: bytes that are no ASCII letters become `?`.
    fn text(&mut self) -> Result<String, NetworkError> {
        let found = u64::from(self.number()?);
        if found > MOST_TEXT {
            return Err(NetworkError::TextLength {
                found,
                most: MOST_TEXT,
            });
        }
        let mut bytes = vec![0; found as usize];
        self.fill(&mut bytes)?;
        let shown = |byte: u8| match byte {
            b' '..=b'~' => char::from(byte),
            _ => '?',
        };
        Ok(bytes.into_iter().map(shown).collect())
    }

    /// `count` numbers, a multiple of [`LANES`].
    fn chunks(&mut self, count: usize) -> Result<Vec<Chunk>, NetworkError> {
        let mut chunks = vec![Chunk::ZERO; count / LANES];
        self.fill(cast_slice_mut(&mut chunks))?;
        for chunk in &mut chunks {
            chunk.0 = chunk.0.map(i16::from_le);
        }
        Ok(chunks)
    }

    fn affine(&mut self, inputs: usize, outputs: usize) -> Result<Affine, NetworkError> {
        let mut biases = vec![0_i32; outputs];
        self.fill(cast_slice_mut(&mut biases))?;
        for bias in &mut biases {
            *bias = i32::from_le(*bias);
        }
        let mut weights = vec![0_i8; outputs * Affine::row_length(inputs)];
        self.fill(cast_slice_mut(&mut weights))?;
        Ok(Affine::new(inputs, biases, &weights))
    }

    fn dense(&mut self, shape: Shape) -> Result<Dense, NetworkError> {
        let (first, second) = match shape.layers {
            Layers::Squared => (0, 0),
            Layers::Dense { first, second } => (first, second),
        };
        Ok(Dense {
            first: self.affine(2 * shape.hidden, first)?,
            second: self.affine(first, second)?,
            output: self.affine(second, 1)?,
        })
    }
}

/// The file of a network.
pub fn write(network: &Network) -> Vec<u8> {
    let Head::Dense(layers) = &network.head else {
        return Vec::new();
    };
    let (hashes, text) = (Hashes::of(network.shape), description(network.shape));
    let mut bytes = Vec::new();
    for number in [VERSION, hashes.file, text.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(text.bytes());
    bytes.extend(hashes.transformer.to_le_bytes());
    let Transformer { weights, biases } = &network.transformer;
    for part in [biases, weights] {
        bytes.extend(numbers(part).into_iter().flat_map(i16::to_le_bytes));
    }
    bytes.extend(hashes.network.to_le_bytes());
    for layer in [&layers.first, &layers.second, &layers.output] {
        bytes.extend(layer.biases().iter().copied().flat_map(i32::to_le_bytes));
        bytes.extend(layer.rows().into_iter().map(|weight| weight as u8));
    }
    bytes
}
