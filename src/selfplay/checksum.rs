//! Checksums of openings, programs and journal lines.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The SHA-256 of `bytes` in 64 hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::sha256("abc"), expected);
    }
}
