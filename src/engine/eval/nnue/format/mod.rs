//! Networks as files: our own form, and `YaneuraOu`'s `nn.bin`. A file is recognised by how it
//! begins, and whatever is in it, it is read or refused in one line.

mod hash;
mod kyomi;
mod nn_bin;
mod shared;

use super::error::NetworkError;
use super::network::Network;
use crate::files::found::name_of;
use sha2::{Digest, Sha256};
pub use shared::NetworkFile;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The file of the network that is part of the program.
const BUILTIN: &[u8] = include_bytes!("kyomi.nnue");

impl Network {
    /// The network that is part of the program.
    pub fn builtin() -> Arc<Self> {
        static BUILTIN_NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            // A test reads it, so that the other network is never needed.
            Arc::new(Network::from_bytes(BUILTIN).unwrap_or_else(|_| Network::blank()))
        });
        Arc::clone(&BUILTIN_NETWORK)
    }

    /// Reads the file at `path`. Several users of one file better share a [`NetworkFile`].
    ///
    /// # Errors
    /// If there is none or it is not the file of a network.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        // Opening what is no file might wait for ever.
        let about = std::fs::metadata(path)?;
        if !about.is_file() {
            return Err(NetworkError::NotAFile(name_of(about.file_type())));
        }
        read(&mut File::open(path)?, about.len())
    }

    /// The network that a file of these bytes has.
    ///
    /// # Errors
    /// If it has none.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Self, NetworkError> {
        let length = bytes.len() as u64;
        read(&mut bytes, length)
    }

    /// A file of this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self.parameters() {
            Some(parameters) => kyomi::write(&parameters),
            None => nn_bin::write(self),
        }
    }

    /// Writes the file of this network to `out`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.to_bytes())
    }

    /// The SHA-256 of its file, in hexadecimal digits.
    pub fn digest(&self) -> String {
        let known = self.about.digest.clone();
        known.unwrap_or_else(|| hexadecimal(&Sha256::digest(self.to_bytes())))
    }
}

/// Reads a file of `length` bytes from its beginning.
fn read(source: &mut dyn Read, length: u64) -> Result<Network, NetworkError> {
    let mut beginning = Vec::new();
    source
        .take(kyomi::MAGIC.len() as u64)
        .read_to_end(&mut beginning)?;
    if beginning == kyomi::MAGIC {
        read_kyomi(beginning, source, length)
    } else if let Some((version, rest)) = beginning.split_first_chunk() {
        nn_bin::read(
            u32::from_le_bytes(*version),
            &mut rest.chain(source),
            length,
        )
    } else {
        Err(NetworkError::NotANetwork)
    }
}

fn read_kyomi(
    mut bytes: Vec<u8>,
    source: &mut dyn Read,
    length: u64,
) -> Result<Network, NetworkError> {
    if length > kyomi::MOST_BYTES {
        return Err(NetworkError::TooLong {
            found: length,
            most: kyomi::MOST_BYTES,
        });
    }
    source.take(kyomi::MOST_BYTES).read_to_end(&mut bytes)?;
    kyomi::read(&bytes)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_of_the_program_can_be_read_and_is_small() {
        let network = Network::from_bytes(BUILTIN).unwrap();
        assert_eq!(*Network::builtin(), network);
        assert!(!network.origin().is_empty());
        assert!(BUILTIN.len() <= 5_000_000, "{} bytes", BUILTIN.len());
        assert_eq!(network.digest(), hexadecimal(&Sha256::digest(BUILTIN)));
    }

    #[test]
    fn what_is_no_file_is_refused_without_being_opened() {
        let folder = tempfile::tempdir().unwrap();
        let refusal = |path: &Path| Network::load(path).unwrap_err().to_string();
        assert_eq!(refusal(folder.path()), "a folder; expected a file");
        assert!(refusal(&folder.path().join("none")).contains("cannot be read"));
        let zero = Path::new("/dev/zero");
        if zero.exists() {
            assert_eq!(refusal(zero), "a device or pipe; expected a file");
        }
    }
}
