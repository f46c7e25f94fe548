//! What a kind of suite is: which rows are its, what they say, and whether they are right.

use std::error::Error;

/// A kind of suite.
pub trait Kind: Sync {
    /// What a row looks like, for messages.
    fn form(&self) -> &'static str;

    /// Whether a row with these columns is of this kind, well formed or not.
    fn owns(&self, columns: &[&str]) -> bool;

    /// Reads a row of this kind.
    ///
    /// # Errors
    /// If it is not well formed: what was found and what was expected, in one line.
    fn read(&self, columns: &[&str]) -> Result<Box<dyn Row>, Box<dyn Error>>;
}

/// A row that can be checked.
pub trait Row {
    /// How many nodes the known answer takes, if the row says so.
    fn nodes(&self) -> Option<u64>;

    /// Does what the row asks for and compares.
    fn check(&mut self) -> Answer;
}

/// What came of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What was found, in words.
    pub found: String,
    /// What should have been found, and where, if the answer is wrong.
    pub expected: Option<String>,
    /// Nodes that were counted or searched.
    pub nodes: u64,
}
