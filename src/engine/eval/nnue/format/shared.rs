//! Networks of files, each held once however many players and threads use it.

use super::super::error::NetworkError;
use super::super::network::Network;
use crate::files::found::located;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

/// A file as it was when it was read.
#[derive(PartialEq, Eq, Hash)]
struct Version {
    path: PathBuf,
    bytes: u64,
    changed: Option<SystemTime>,
}

/// The networks in use.
static NETWORKS: Mutex<Option<HashMap<Version, Weak<Network>>>> = Mutex::new(None);

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
    /// the working folder. A file in use already is not read again.
    ///
    /// # Errors
    /// If there is none or it is not the file of a network.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        let path = located(path);
        let network = shared(&path)?;
        Ok(Self { path, network })
    }
}

fn shared(path: &Path) -> Result<Arc<Network>, NetworkError> {
    let about = std::fs::metadata(path)?;
    let version = Version {
        path: path.canonicalize()?,
        bytes: about.len(),
        changed: about.modified().ok(),
    };
    // Held while a file is read, so that no other thread reads it too.
    let mut networks = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
    let networks = networks.get_or_insert_default();
    networks.retain(|_, network| network.strong_count() > 0);
    if let Some(network) = networks.get(&version).and_then(Weak::upgrade) {
        return Ok(network);
    }
    let network = Arc::new(Network::load(path)?);
    networks.insert(version, Arc::downgrade(&network));
    Ok(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_held_once_and_read_again_when_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.nnue");
        let network = Network::blank();
        std::fs::write(&path, network.to_bytes()).unwrap();
        let load = || NetworkFile::load(&path).unwrap().network;
        let (one, other) = (load(), load());
        assert!(Arc::ptr_eq(&one, &other));
        let mut parameters = network.parameters().unwrap();
        parameters.origin = "another".to_owned();
        let another = Network::new(parameters).unwrap();
        std::fs::write(&path, another.to_bytes()).unwrap();
        assert_eq!(*load(), another);
    }
}
