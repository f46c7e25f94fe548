//! The first thing in which two descriptions differ: by it a file of other games is refused.

use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;

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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
