//! The text of a player as a list: entries between commas, most of them `key=value`.
//!
//! A comma that belongs to an entry is written `\,`.

use super::error::SpecError;
use engine::shogi::sfen::Token;

/// What the text of a player begins with that plays any legal move now and then.
pub(super) const CARELESS: &str = "random:";

/// The key of the entry that says what people call the player.
pub(super) const NAME: &str = "name";

/// The entries of `text`, without white space around them; empty ones are left out.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let last = all.len() - 1;
        match char {
            '\\' if chars.next_if_eq(&',').is_some() => all[last].push(','),
            ',' => all.push(String::new()),
            other => all[last].push(other),
        }
    }
    let trimmed = all.iter().map(|entry| entry.trim().to_owned());
    trimmed.filter(|entry| !entry.is_empty()).collect()
}

/// `text` as the end of an entry. White space keeps a last `\` apart from the comma after the entry.
pub fn escaped(text: &str) -> String {
    let end = if text.ends_with('\\') { " " } else { "" };
    text.replace(',', "\\,") + end
}

/// An entry as key and value.
///
/// # Errors
/// If it has no `=`.
pub(super) fn assignment(entry: &str) -> Result<(String, String), SpecError> {
    match entry.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err(SpecError::NotAnAssignment(Token::new(entry))),
    }
}

/// What the player with this text is called by its own words.
pub(super) fn name_in(text: &str) -> Option<String> {
    let kinds = ["engine:", "null:", "material:", CARELESS];
    let entries = kinds.iter().find_map(|kind| text.strip_prefix(kind));
    let entries = entries.unwrap_or(text);
    let mut named = split(entries).into_iter().filter_map(|entry| {
        let (key, value) = assignment(&entry).ok()?;
        (key == NAME).then_some(value)
    });
    named.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_can_be_part_of_an_entry() {
        let entries = ["a=1", "b=x,y", r"c=C:\d\"];
        let text = entries.map(escaped).join(", ,");
        assert_eq!(text, r"a=1, ,b=x\,y, ,c=C:\d\ ");
        assert_eq!(split(&text), entries);
    }

    #[test]
    fn a_name_stands_anywhere() {
        for text in [
            "name=X y",
            "engine:name=X y",
            "usi:/bin/e,Name=z,name=X y,a=1",
        ] {
            assert_eq!(name_in(text).as_deref(), Some("X y"), "{text}");
        }
        assert_eq!(name_in("usi:/bin/name=x"), None);
        assert_eq!(name_in("killer_bonus=3"), None);
    }
}
