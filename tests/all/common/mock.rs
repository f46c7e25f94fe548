//! The mock engine (`tests/support/mock_engine.rs`).

use std::path::{Path, PathBuf};

/// Where it is.
pub fn mock_path() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_usi-engine"));
    let name = format!("examples/mock_engine{}", std::env::consts::EXE_SUFFIX);
    let path = program.with_file_name(name);
    assert!(
        path.exists(),
        "first run `cargo build --example mock_engine`"
    );
    path
}
