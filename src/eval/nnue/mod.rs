//! The learned evaluation: a small network over pieces on squares and in hand.
//!
//! From the bottom: `features` (a position as a set of inputs), `network` (the parameters), `file`
//! (how they are kept).

pub mod features;
pub mod file;
pub mod network;

pub use file::NetworkError;
pub use network::Network;
