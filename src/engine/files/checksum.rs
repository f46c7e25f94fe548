//! SHA-256 as text.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A SHA-256 in the making.
#[derive(Clone, Default)]
pub struct Checksum(Sha256);

impl Checksum {
    /// Goes on with `bytes`.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes);
    }

    /// The checksum of everything added, in 64 hexadecimal digits.
    pub fn text(self) -> String {
        let mut text = String::new();
        for byte in self.0.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

/// The SHA-256 of `bytes` in 64 hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.text()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::sha256("abc"), expected);
        let mut sum = super::Checksum::default();
        sum.add("ab");
        sum.add("c");
        assert_eq!(sum.text(), expected);
    }
}
