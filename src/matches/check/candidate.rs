//! An engine that is examined.

use crate::players::Conduct;
use crate::players::program::Program;

/// The engine to be examined.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What is started.
    pub program: Program,
    /// Options that are set in every conversation that begins as a game does, by name and value.
    pub options: Vec<(String, String)>,
    /// How it is started, and how long it may take to become ready.
    pub conduct: Conduct,
}
