//! Files: read and written as a whole, journals that grow line by line, the text of others, and checksums.

mod disk;
pub mod journal;
pub mod text;

pub use disk::{expect_file, is_same, located, name_of, open, read, read_text, write};

use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::fmt::{self, Write};

/// A SHA-256 in the making.
#[derive(Clone, Default)]
pub struct Checksum(Sha256);

impl Checksum {
    /// Goes on with `bytes`.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes);
    }

    /// The checksum of everything added, in 64 hexadecimal digits.
    pub fn text(self) -> String {
        let mut text = String::new();
        for byte in self.0.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

/// The SHA-256 of `bytes` in 64 hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.text()
}

/// A field that is not the same in a file and here.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The name of the field; one inside another comes after it and a dot.
    pub field: String,
    /// Its value in the file; null if it has none.
    pub there: Value,
    /// Its value here.
    pub here: Value,
}

impl Difference {
    /// The first field in the order of names in which `there` and `here` differ.
    pub fn between(there: &impl Serialize, here: &impl Serialize) -> Option<Self> {
        let [there, here] = [fields(there), fields(here)];
        there.keys().chain(here.keys()).find_map(|field| {
            let value = |map: &Map<_, _>| map.get(field).cloned().unwrap_or_default();
            let (there, here) = (value(&there), value(&here));
            let field = field.clone();
            (there != here).then_some(Self { field, there, here })
        })
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, there, here } = self;
        write!(f, "{field} is {there} there, expected {here}")
    }
}

/// All fields of what is written as a JSON object, those of objects in it by their names after
/// the object's and a dot.
pub fn fields(of: &impl Serialize) -> Map<String, Value> {
    let mut fields = Map::new();
    // What cannot be written as JSON has no fields.
    add(
        &mut fields,
        "",
        serde_json::to_value(of).unwrap_or_default(),
    );
    fields
}

fn add(fields: &mut Map<String, Value>, prefix: &str, value: Value) {
    let Value::Object(object) = value else {
        fields.insert(prefix.to_owned(), value);
        return;
    };
    for (name, value) in object {
        let dot = if prefix.is_empty() { "" } else { "." };
        add(fields, &format!("{prefix}{dot}{name}"), value);
    }
}

/// Values that stand in files as the text that people read: for `#[serde(with = …)]`.
pub mod as_text {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256("abc"), expected);
        let mut sum = Checksum::default();
        sum.add("ab");
        sum.add("c");
        assert_eq!(sum.text(), expected);
    }

    #[test]
    fn the_first_field_that_differs_is_named() {
        let there = json!({"a": 1, "b": {"c": [2], "d": null}, "e": 5});
        assert_eq!(Difference::between(&there, &there), None);
        let here = json!({"a": 1, "b": {"c": [3]}, "e": 6});
        let found = Difference::between(&there, &here).unwrap();
        assert_eq!(found.to_string(), "b.c is [2] there, expected [3]");
        let found = Difference::between(&json!({}), &here).unwrap();
        assert_eq!(found.to_string(), "a is null there, expected 1");
    }
}
