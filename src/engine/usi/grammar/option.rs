//! What an engine offers to set.

use super::{Refusal, split_word};
use std::fmt;

/// Something that can be set: its name and what it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name. Ours are without spaces.
    pub name: String,
    /// The kind of value.
    pub kind: OptionKind,
}

/// The kinds of option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The value unless set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value unless set.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value unless set.
        default: String,
        /// All that may be chosen.
        choices: Vec<String>,
    },
    /// Something to do, without a value.
    Button,
    /// Any text.
    Text {
        /// The value unless set.
        default: String,
    },
    /// The name of a file.
    FileName {
        /// The value unless set.
        default: String,
    },
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |default: &str| {
            if default.is_empty() {
                "<empty>".into()
            } else {
                default.to_owned()
            }
        };
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } => write!(f, "string default {}", text(default)),
            OptionKind::FileName { default } => write!(f, "filename default {}", text(default)),
        }
    }
}

impl OptionDeclaration {
    /// Reads what follows the word `option`.
    pub(super) fn parse(text: &str) -> Result<Self, Refusal<'_>> {
        let named = text.strip_prefix("name ").ok_or((text, "`name`"))?;
        let (name, kind) = named
            .split_once(" type ")
            .ok_or((named, "a name and `type`"))?;
        let (kind, details) = split_word(kind).ok_or(("", "a type"))?;
        let default = detail(details, "default").unwrap_or_default();
        let value = if default == "<empty>" { "" } else { default };
        let bound = |key, otherwise| {
            detail(details, key)
                .and_then(|n| n.parse().ok())
                .unwrap_or(otherwise)
        };
        Ok(Self {
            name: name.trim().to_owned(),
            kind: match kind {
                "check" => OptionKind::Check {
                    default: value == "true",
                },
                "spin" => OptionKind::Spin {
                    default: bound("default", 0),
                    min: bound("min", i64::MIN),
                    max: bound("max", i64::MAX),
                },
                "combo" => OptionKind::Combo {
                    default: value.to_owned(),
                    choices: choices(details),
                },
                "button" => OptionKind::Button,
                "string" => OptionKind::Text {
                    default: value.to_owned(),
                },
                "filename" => OptionKind::FileName {
                    default: value.to_owned(),
                },
                _ => return Err((kind, "check, spin, combo, button, string or filename")),
            },
        })
    }
}

/// The word after `key`.
fn detail<'a>(details: &'a str, key: &str) -> Option<&'a str> {
    let mut words = details.split_whitespace();
    words.find(|&word| word == key)?;
    words.next()
}

fn choices(details: &str) -> Vec<String> {
    let words: Vec<_> = details.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == "var");
    pairs.map(|pair| pair[1].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for line in [
            "name USI_Ponder type check default false",
            "name Threads type spin default 1 min 1 max 512",
            "name Rule type combo default B var A var B",
            "name Clear_Hash type button",
            "name BookDir type string default book",
            "name EvalFile type filename default <empty>",
        ] {
            let declaration = OptionDeclaration::parse(line).unwrap();
            assert_eq!(declaration.to_string(), format!("option {line}"));
        }
    }

    #[test]
    fn names_may_hold_spaces() {
        let declaration =
            OptionDeclaration::parse("name Skill Level type spin default 20").unwrap();
        assert_eq!(declaration.name, "Skill Level");
        assert!(OptionDeclaration::parse("name Skill").is_err());
        assert!(OptionDeclaration::parse("").is_err());
    }
}
