//! Files that survive whatever stops the program: checksums, files replaced as a whole, and pieces
//! of files that can be told from torn ones. Layer 1: what they hold is for others to know.
//!
//! `encoding` reads the text of others. From the bottom: `checksum` ← `line`, `frame`; `durable`,
//! `difference`, `as_text`, `encoding`, `found`; `line`, `durable`, `difference` ← `journal`.

pub mod as_text;
mod checksum;
mod difference;
pub mod durable;
pub mod encoding;
pub mod found;
pub mod frame;
pub mod journal;
pub mod line;

pub use checksum::{Checksum, sha256};
pub use difference::{Difference, fields};
