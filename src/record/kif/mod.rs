//! KIF, being written.
use super::{Reading, Record, RecordError};
pub fn read(_: &str) -> Result<Reading, RecordError> {
    csa_todo()
}
fn csa_todo() -> Result<Reading, RecordError> {
    Err(RecordError::new(0, super::Problem::NotUtf8))
}
pub fn write(_: &Record) -> String {
    String::new()
}
