//! `YaneuraOu`'s `nn.bin`: with `HalfKP` or K-P inputs and two hidden layers, or of an edition that
//! [`sfnn`] reads. Numbers are little-endian:
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

use super::super::edition::Edition;
use super::super::features::halfkp::{KINGLESS, UNUSED};
use super::super::layers::{Affine, Dense, Head};
use super::super::network::{About, Network, NetworkError, Transformer};
use super::super::products::{Chunk, numbers};
use super::super::shape::{DENSE_HIDDEN, FIRST, FeatureSet, LANES, Layers, SECOND, Shape};
use super::{Source, sfnn};
use base::files::hexadecimal;
use base::pages::Pages;
use bytemuck::cast_slice_mut;
use sha2::Digest;
use std::fmt;
use std::io::Read;

/// The version.
const VERSION: u32 = 0x7AF3_2F16;
/// All versions of NNUE files begin so.
const NNUE: u32 = VERSION >> 16;
/// Version, hash and length of the description, in bytes.
const HEADER: u64 = 12;
/// The longest description, in bytes.
const MOST_TEXT: u64 = 4096;

/// Words of descriptions whose networks have another arithmetic.
const OTHER_ARITHMETIC: [&str; 4] = ["ModelType=", "SqrClippedReLU", "SCReLU", "Pairwise"];
/// Other inputs, with how many there are.
const OTHER_INPUTS: [(&str, usize); 2] = [("HalfKP_vm", 69_660), ("HalfKPE9", 1_128_492)];

/// Reads the network from a file of `length` bytes, of which the `version` has been read. Someone says that it
/// is of the `edition`, if it is SFNN.
pub fn read(
    version: u32,
    source: &mut dyn Read,
    length: u64,
    edition: Option<Edition>,
) -> Result<Network, NetworkError> {
    match version {
        VERSION => {}
        found if found >> 16 == NNUE => return Err(NetworkError::NnueVersion(found, VERSION)),
        _ => return Err(NetworkError::NotANetwork),
    }
    let mut file = Source::new(source);
    file.digest.update(version.to_le_bytes());
    let hash = file.number()?;
    let length_of_text = file.number()?;
    let text = shown(file.text(length_of_text, MOST_TEXT)?);
    let body = length.saturating_sub(HEADER + text.len() as u64);
    let transformer = file.number()?;
    if sfnn::is_sfnn(hash, transformer, &text) {
        let rest = body.saturating_sub(size_of_val(&transformer) as u64);
        return sfnn::read(file, [hash, transformer], text, rest, edition);
    }
    let shape = shape_of(&text, body)?;
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
    let plain = text.replace("AffineTransformSparseInput[", "AffineTransform[");
    let is_plain = plain.starts_with(&description(shape));
    Ok(Network {
        about: About {
            remarks: remarks(shape, [hashes, Hashes::of(shape)], is_plain).collect(),
            origin: text,
            digest: Some(hexadecimal(file.digest.finalize())),
        },
        shape,
        transformer: Transformer { weights, biases },
        head,
    })
}

/// A description as it can be shown: bytes that are no ASCII letters become `?`.
fn shown(text: Vec<u8>) -> String {
    let shown = |byte: u8| match byte {
        b' '..=b'~' => char::from(byte),
        _ => '?',
    };
    text.into_iter().map(shown).collect()
}

/// The shape of the network with this description and length after it.
fn shape_of(text: &str, body: u64) -> Result<Shape, NetworkError> {
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

/// Makes the inputs that are never on add nothing: they stand for the kings.
pub fn clear_unused(weights: &mut [Chunk], length: usize) {
    for rows in weights.chunks_mut(KINGLESS * length) {
        rows[UNUSED * length..][..length].fill(Chunk::ZERO);
    }
}

/// What is not as in files of `shape`: the hashes, which are `found`, or the description.
pub fn remarks(
    shape: Shape,
    [found, expected]: [Hashes; 2],
    has_description: bool,
) -> impl Iterator<Item = String> {
    let hash = (found != expected)
        .then(|| format!("hash {found} in the file, {expected} expected for {shape}"));
    let text = (!has_description).then(|| format!("its description is not that of {shape}"));
    hash.into_iter().chain(text)
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

impl Source<'_> {
    /// `count` numbers, a multiple of [`LANES`].
    fn chunks(&mut self, count: usize) -> Result<Pages<Chunk>, NetworkError> {
        let mut chunks: Pages<Chunk> = Pages::new(count / LANES);
        self.fill(cast_slice_mut(&mut chunks))?;
        for chunk in &mut *chunks {
            chunk.0 = chunk.0.map(i16::from_le);
        }
        Ok(chunks)
    }

    /// `count` numbers of 32 bits.
    pub fn wide_numbers(&mut self, count: usize) -> Result<Vec<i32>, NetworkError> {
        let mut numbers = vec![0; count];
        self.fill(cast_slice_mut(&mut numbers))?;
        Ok(numbers.into_iter().map(i32::from_le).collect())
    }

    /// The biases of a layer, and its rows of weights.
    pub fn layer(
        &mut self,
        inputs: usize,
        outputs: usize,
    ) -> Result<(Vec<i32>, Vec<i8>), NetworkError> {
        let biases = self.wide_numbers(outputs)?;
        let mut weights = vec![0; outputs * Affine::row_length(inputs)];
        self.fill(cast_slice_mut(&mut weights))?;
        Ok((biases, weights))
    }

    pub fn affine(&mut self, inputs: usize, outputs: usize) -> Result<Affine, NetworkError> {
        let (biases, weights) = self.layer(inputs, outputs)?;
        Ok(Affine::new(inputs, biases, &weights))
    }

    fn dense(&mut self, shape: Shape) -> Result<Dense, NetworkError> {
        let [first, second] = outputs(shape.layers);
        Ok(Dense {
            first: self.affine(2 * shape.hidden, first)?,
            second: self.affine(first, second)?,
            output: self.affine(second, 1)?,
        })
    }
}

impl Dense {
    /// Adds the layers to `file`.
    pub fn write(&self, file: &mut Vec<u8>) {
        for layer in [&self.first, &self.second, &self.output] {
            file.extend(layer.biases().iter().copied().flat_map(i32::to_le_bytes));
            file.extend(layer.rows().into_iter().map(|weight| weight as u8));
        }
    }
}

/// What a file with this hash and description begins with.
pub fn header(hash: u32, text: &str) -> Vec<u8> {
    let numbers = [VERSION, hash, text.len() as u32];
    let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.extend(text.bytes());
    bytes
}

/// The file of a network with these layers.
pub fn write(network: &Network, layers: &Dense) -> Vec<u8> {
    let (hashes, text) = (Hashes::of(network.shape), description(network.shape));
    let mut bytes = header(hashes.file, &text);
    bytes.extend(hashes.transformer.to_le_bytes());
    let Transformer { weights, biases } = &network.transformer;
    for part in [biases, weights] {
        bytes.extend(numbers(part).into_iter().flat_map(i16::to_le_bytes));
    }
    bytes.extend(hashes.network.to_le_bytes());
    layers.write(&mut bytes);
    bytes
}

/// The hashes of a file: what the shape of its network comes to in 32 bits, part by part.
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
    const fn of(shape: Shape) -> Self {
        let both = 2 * shape.hidden as u32;
        let transformer = feature_hash(shape.features) ^ both;
        let [first, second] = outputs(shape.layers);
        let first = relu(affine(0xEC42_E90D ^ both, first as u32));
        let network = affine(relu(affine(first, second as u32)), 1);
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
        FeatureSet::Kp => 0xD3CE_E169 ^ 0x764C_FB4B_u32.rotate_left(1),
        FeatureSet::HalfKp => 0x5D69_D5B8,
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
