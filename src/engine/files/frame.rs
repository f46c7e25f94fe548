//! A piece of a file that can be told from a torn or damaged one.

use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// Bytes of a checksum.
const SUM: usize = 8;
/// Bytes that a frame takes beside its content.
const AROUND: u64 = 8 + SUM as u64;

/// The frame with `content`.
pub fn wrap(content: &[u8]) -> Vec<u8> {
    let length = content.len() as u32;
    let mut frame = Vec::with_capacity(content.len() + AROUND as usize);
    frame.extend(length.to_le_bytes());
    frame.extend((!length).to_le_bytes());
    frame.extend(content);
    frame.extend(sum(content));
    frame
}

/// What stands at a place where a frame is expected.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// A whole frame with this content.
    Content(Vec<u8>),
    /// The beginning of a frame whose end was never written.
    Torn,
    /// Something else, in words.
    Damaged(&'static str),
}

/// Reads a frame from `input`, which has `left` bytes.
///
/// # Errors
/// If reading fails.
pub fn read(input: &mut impl Read, left: u64) -> io::Result<Found> {
    if left < AROUND {
        return Ok(Found::Torn);
    }
    let mut word = [0; 4];
    let mut number = || {
        input.read_exact(&mut word)?;
        Ok::<u32, io::Error>(u32::from_le_bytes(word))
    };
    let (length, flipped) = (number()?, number()?);
    if length != !flipped {
        return Ok(Found::Damaged("damaged; expected the length of a frame"));
    }
    if left < AROUND + u64::from(length) {
        return Ok(Found::Torn);
    }
    let mut content = vec![0; length as usize + SUM];
    input.read_exact(&mut content)?;
    let told = content.split_off(length as usize);
    if told == sum(&content) {
        Ok(Found::Content(content))
    } else if left == AROUND + u64::from(length) {
        Ok(Found::Torn)
    } else {
        Ok(Found::Damaged("damaged; expected what its checksum says"))
    }
}

/// The bytes that a frame with so much content takes.
pub fn size(content: usize) -> u64 {
    AROUND + content as u64
}

fn sum(content: &[u8]) -> [u8; SUM] {
    let digest = Sha256::digest(content);
    std::array::from_fn(|i| digest[i])
}
