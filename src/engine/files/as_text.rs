//! Values that stand in files as the text that people read: for `#[serde(with = …)]`.

use serde::{Deserialize, Deserializer, Serializer, de};
use std::fmt::Display;
use std::str::FromStr;

/// Writes `value` as it is displayed.
///
/// # Errors
/// If the serializer fails.
pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Reads a value from its text.
///
/// # Errors
/// If there is no text, or it is not one of such a value.
pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(from)?;
    text.parse().map_err(de::Error::custom)
}
