//! The language of what people read: English, or Japanese. And how they like moves to be written.
//!
//! A text stands where it is used, in both languages: [`Language::of`] and [`Language::fill`] choose here,
//! `say` in the templates and scripts of [pages](crate::page). What lower layers say in English goes through
//! [`Language::read`].

use engine::record::notation::Notation;
use engine::shogi::{Color, Move, Position, Square};
use std::fmt::Display;

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

    /// One of two texts with `values` in their places: `{0}`, `{1}` and so on.
    pub fn fill(self, [english, japanese]: [&str; 2], values: &[&dyn Display]) -> String {
        let mut filled = String::new();
        for (part, place) in places(self.of(english, japanese)) {
            filled.push_str(part);
            if let Some(value) = place.and_then(|place| values.get(place)) {
                filled.push_str(&value.to_string());
            }
        }
        filled
    }

    /// The name of a side.
    pub fn side(self, side: Color) -> &'static str {
        match side {
            Color::Black => self.of("Black", "先手"),
            Color::White => self.of("White", "後手"),
        }
    }
}

/// The parts of `form`, each with the number of the value that comes after it.
pub(crate) fn places(form: &str) -> impl Iterator<Item = (&str, Option<usize>)> {
    let mut rest = Some(form);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let found = text.split_once('{').and_then(|(part, after)| {
            let (number, after) = after.split_once('}')?;
            Some((part, number.parse().ok()?, after))
        });
        let Some((part, number, after)) = found else {
            return Some((text, None));
        };
        rest = Some(after);
        Some((part, Some(number)))
    })
}

/// For whom something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    /// In which language.
    pub language: Language,
    /// How moves are written; none where the reader did not choose.
    pub notation: Option<Notation>,
}

impl Reader {
    /// One who reads this language, and moves as is usual.
    pub const fn of(language: Language) -> Self {
        Self {
            language,
            notation: None,
        }
    }

    /// The moves of `line` from `pos` on, as printed in Japan unless another notation was chosen; the move
    /// before went to `last`.
    pub fn line(self, pos: &Position, last: Option<Square>, line: &[Move]) -> Vec<String> {
        let notation = self.notation.unwrap_or(Notation::Japanese);
        notation.line(pos, last, line)
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

    #[test]
    fn values_stand_in_their_places_as_they_are() {
        let forms = ["`{0}` can be {1}", "{1}：{0}"];
        assert_eq!(
            Language::English.fill(forms, &[&"{1}", &7]),
            "`{1}` can be 7"
        );
        assert_eq!(Language::Japanese.fill(forms, &[&"{1}", &7]), "7：{1}");
    }
}
