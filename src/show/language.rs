//! The language of what people read: English, or Japanese.

use engine::shogi::Color;

/// The language of all that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Japanese.
    Japanese,
}

/// Where a system says its language; the first that says anything counts.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

impl Language {
    /// That of the system, as its environment says it: Japanese, or else English.
    pub fn of_system() -> Self {
        Self::said(|name| std::env::var(name).ok())
    }

    /// That which the variables of an environment say.
    fn said(variable: impl Fn(&str) -> Option<String>) -> Self {
        let mut set = VARIABLES.iter().filter_map(|name| variable(name));
        match set.find(|value| !value.is_empty()) {
            Some(value) if value.starts_with("ja") => Self::Japanese,
            _ => Self::English,
        }
    }

    /// One of two words.
    pub fn of<'a>(self, english: &'a str, japanese: &'a str) -> &'a str {
        match self {
            Self::English => english,
            Self::Japanese => japanese,
        }
    }

    /// The name of a side.
    pub fn side(self, side: Color) -> &'static str {
        match side {
            Color::Black => self.of("Black", "先手"),
            Color::White => self.of("White", "後手"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_says_anything_counts() {
        let said = |all: &str, messages: &str, lang: &str| {
            Language::said(|name| {
                let value = match name {
                    "LC_ALL" => all,
                    "LC_MESSAGES" => messages,
                    _ => lang,
                };
                Some(value.to_owned())
            })
        };
        assert_eq!(said("", "", "ja_JP.UTF-8"), Language::Japanese);
        assert_eq!(said("C", "", "ja_JP.UTF-8"), Language::English);
        assert_eq!(said("", "ja", "en_US"), Language::Japanese);
        assert_eq!(said("", "", ""), Language::English);
        assert_eq!(Language::said(|_| None), Language::English);
    }
}
