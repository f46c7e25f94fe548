//! Networks as files: our own form, and `YaneuraOu`'s `nn.bin`. A file is recognised by how it
//! begins, and whatever is in it, it is read or refused in one line.

mod kyomi;
mod nn_bin;
mod nnue;
mod sfnn;
mod source;

use super::edition::Edition;
use super::layers::Head;
use super::network::{Network, NetworkError};
use super::shape::Layers;
use base::files::{located, name_of, sha256};
use nnue::Header;
use source::Source;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::time::SystemTime;

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

    /// Reads the file at `path`, which is of the `edition`, if it is of SFNN and that is given. Several users of
    /// one file better share a [`NetworkFile`].
    ///
    /// # Errors
    /// If there is none or it is not the file of a network, or not of that edition.
    pub fn load(path: &Path, edition: Option<Edition>) -> Result<Self, NetworkError> {
        // Opening what is no file might wait for ever.
        let about = std::fs::metadata(path)?;
        if !about.is_file() {
            return Err(NetworkError::NotAFile(name_of(about.file_type())));
        }
        read(&mut File::open(path)?, about.len(), edition)
    }

    /// The network that a file of these bytes has.
    ///
    /// # Errors
    /// If it has none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::from_bytes_of(bytes, None)
    }

    /// The same for a file of the `edition`, if it is of SFNN and that is given.
    ///
    /// # Errors
    /// If it has none, or none of that edition.
    pub fn from_bytes_of(mut bytes: &[u8], edition: Option<Edition>) -> Result<Self, NetworkError> {
        let length = bytes.len() as u64;
        read(&mut bytes, length, edition)
    }

    /// A file of this network. What does not count in the network is 0.
    pub fn to_bytes(&self) -> Vec<u8> {
        match (&self.head, self.parameters(), self.edition()) {
            (_, Some(parameters), _) => kyomi::write(&parameters),
            (Head::Dense(layers), ..) => nn_bin::write(self, layers),
            (Head::Stacked(stacks), _, Some(edition)) => sfnn::write(self, edition, stacks),
            _ => Vec::new(),
        }
    }

    /// Its edition, if it is of SFNN.
    pub fn edition(&self) -> Option<Edition> {
        match self.shape.layers {
            Layers::Stacked(layers) => Edition::new(self.shape.features, self.shape.hidden, layers),
            _ => None,
        }
    }

    /// The SHA-256 of its file, in hexadecimal digits.
    pub fn digest(&self) -> String {
        let known = self.about.digest.clone();
        known.unwrap_or_else(|| sha256(self.to_bytes()))
    }
}

/// Reads a file of `length` bytes from its beginning.
fn read(
    source: &mut dyn Read,
    length: u64,
    edition: Option<Edition>,
) -> Result<Network, NetworkError> {
    let mut beginning = Vec::new();
    source
        .take(kyomi::MAGIC.len() as u64)
        .read_to_end(&mut beginning)?;
    if beginning == kyomi::MAGIC {
        kyomi::read(source, length)
    } else if let Some((version, rest)) = beginning.split_first_chunk() {
        let mut rest = rest.chain(source);
        let mut file = Source::new(&mut rest);
        let header = Header::read(u32::from_le_bytes(*version), &mut file, length)?;
        if sfnn::is_sfnn(&header) {
            sfnn::read(file, header, edition)
        } else {
            nn_bin::read(file, header)
        }
    } else {
        Err(NetworkError::NotANetwork)
    }
}

/// A file as it was when it was read, and the edition it was said to be of.
#[derive(PartialEq, Eq)]
struct Version {
    path: PathBuf,
    bytes: u64,
    changed: Option<SystemTime>,
    edition: Option<Edition>,
}

/// The networks in use, each held once however many players and threads use it.
static NETWORKS: Mutex<Vec<(Version, Weak<Network>)>> = Mutex::new(Vec::new());

/// A network and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkFile {
    /// The file, as it was found.
    pub path: PathBuf,
    /// What is in it.
    pub network: Arc<Network>,
}

impl NetworkFile {
    /// The network of the file at `path`, which is looked for beside the program first, then in
    /// the working folder, and is of the `edition`, if it is of SFNN and that is given. A file in use already
    /// is not read again.
    ///
    /// # Errors
    /// If there is none or it is not the file of a network, or not of that edition.
    pub fn load(path: &Path, edition: Option<Edition>) -> Result<Self, NetworkError> {
        let path = located(path);
        let network = shared(&path, edition)?;
        Ok(Self { path, network })
    }
}

fn shared(path: &Path, edition: Option<Edition>) -> Result<Arc<Network>, NetworkError> {
    let about = std::fs::metadata(path)?;
    let version = Version {
        path: path.canonicalize()?,
        bytes: about.len(),
        changed: about.modified().ok(),
        edition,
    };
    // Held while a file is read, so that no other thread reads it too.
    let mut networks = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
    networks.retain(|(_, network)| network.strong_count() > 0);
    let known = networks.iter().find(|(known, _)| *known == version);
    if let Some(network) = known.and_then(|(_, network)| network.upgrade()) {
        return Ok(network);
    }
    let network = Arc::new(Network::load(path, edition)?);
    networks.push((version, Arc::downgrade(&network)));
    Ok(network)
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
        assert_eq!(network.digest(), sha256(BUILTIN));
    }

    #[test]
    fn what_is_no_file_is_refused_without_being_opened() {
        let folder = tempfile::tempdir().unwrap();
        let refusal = |path: &Path| Network::load(path, None).unwrap_err().to_string();
        assert_eq!(refusal(folder.path()), "a folder; expected a file");
        assert!(refusal(&folder.path().join("none")).contains("cannot be read"));
        let zero = Path::new("/dev/zero");
        if zero.exists() {
            assert_eq!(refusal(zero), "a device or pipe; expected a file");
        }
    }

    #[test]
    fn a_file_is_held_once_and_read_again_when_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.nnue");
        let network = Network::blank();
        std::fs::write(&path, network.to_bytes()).unwrap();
        let load = || NetworkFile::load(&path, None).unwrap().network;
        let (one, other) = (load(), load());
        assert!(Arc::ptr_eq(&one, &other));
        let mut parameters = network.parameters().unwrap();
        parameters.origin = "another".to_owned();
        let another = Network::new(parameters).unwrap();
        std::fs::write(&path, another.to_bytes()).unwrap();
        assert_eq!(*load(), another);
    }
}
