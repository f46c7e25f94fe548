//! What `YaneuraOu`'s `nn.bin` of all kinds have in common. Numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | version, 7AF32F16 |
//! | 4 | hash of the file |
//! | 4 | length of the next |
//! | | description, ASCII |
//! | 4 | hash of the transformer |

use super::super::features::halfkp::{KINGLESS, UNUSED};
use super::super::layers::Dense;
use super::super::network::NetworkError;
use super::super::products::Vector;
use super::super::shape::Shape;
use super::source::Source;
use sha2::Digest;
use std::fmt;

/// The version.
const VERSION: u32 = 0x7AF3_2F16;
/// All versions of NNUE files begin so.
const NNUE: u32 = VERSION >> 16;
/// Version, hash and length of the description, in bytes.
const HEADER: u64 = 12;
/// The longest description, in bytes.
const MOST_TEXT: u64 = 4096;

/// What a file begins with.
pub struct Header {
    /// The hash of the file.
    pub hash: u32,
    /// The hash of the transformer.
    pub transformer: u32,
    /// The description, as it can be shown.
    pub text: String,
    /// How many bytes follow, that hash included.
    pub rest: u64,
}

impl Header {
    /// Reads that of a `file` of `length` bytes, of which the `version` has been read.
    pub fn read(version: u32, file: &mut Source, length: u64) -> Result<Self, NetworkError> {
        match version {
            VERSION => {}
            found if found >> 16 == NNUE => return Err(NetworkError::NnueVersion(found, VERSION)),
            _ => return Err(NetworkError::NotANetwork),
        }
        file.digest.update(version.to_le_bytes());
        let hash = file.number()?;
        let length_of_text = file.number()?;
        let text = shown(file.text(length_of_text, MOST_TEXT)?);
        Ok(Self {
            hash,
            rest: length.saturating_sub(HEADER + text.len() as u64),
            text,
            transformer: file.number()?,
        })
    }
}

/// A description as it can be shown: bytes that are no ASCII letters become `?`.
fn shown(text: Vec<u8>) -> String {
    let shown = |byte: u8| match byte {
        b' '..=b'~' => char::from(byte),
        _ => '?',
    };
    text.into_iter().map(shown).collect()
}

/// What a file with this hash and description begins with.
pub fn write_header(hash: u32, text: &str) -> Vec<u8> {
    let numbers = [VERSION, hash, text.len() as u32];
    let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.extend(text.bytes());
    bytes
}

/// Makes the inputs that are never on add nothing: they stand for the kings.
pub fn clear_unused(weights: &mut [Vector], length: usize) {
    for rows in weights.chunks_mut(KINGLESS * length) {
        rows[UNUSED * length..][..length].fill(Vector::ZERO);
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

impl fmt::Display for Hashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, transformer, network] = [self.file, self.transformer, self.network];
        write!(f, "{file:08X} ({transformer:08X}, {network:08X})")
    }
}

/// Adds `layers` to `file`.
pub fn write_layers(layers: &Dense, file: &mut Vec<u8>) {
    for layer in [&layers.first, &layers.second, &layers.output] {
        file.extend(layer.biases().iter().copied().flat_map(i32::to_le_bytes));
        file.extend(layer.rows().into_iter().map(|weight| weight as u8));
    }
}
