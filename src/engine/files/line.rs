//! A line of text that can be told from a torn or damaged one: a JSON object whose last field,
//! `sum`, is the checksum of the text before it. And the text of others as a line that may be shown.

use super::sha256;
use std::fmt::Display;

/// What comes between a line's content and its checksum of 16 hexadecimal digits.
const SUM_FIELD: &str = ",\"sum\":\"";

/// How many characters of a problem are told.
const LONGEST_TOLD: usize = 300;

/// The line with the content of the JSON object `object`.
pub fn wrap(object: &str) -> String {
    let open = object.strip_suffix('}').unwrap_or(object);
    format!("{open}{SUM_FIELD}{}\"}}\n", checksum(open))
}

/// The JSON object that a line holds, without its checksum.
///
/// # Errors
/// What is wrong with the line.
pub fn read(line: &[u8]) -> Result<String, String> {
    let (open, sum) = parts(line)?;
    if sum == checksum(open) {
        Ok(format!("{open}}}"))
    } else {
        Err("damaged; expected what its checksum says".to_owned())
    }
}

/// As [`read`], for a line that has been found whole by another checksum: its own is not looked at.
///
/// # Errors
/// If it has none.
pub fn content(line: &[u8]) -> Result<String, String> {
    let (open, _) = parts(line)?;
    Ok(format!("{open}}}"))
}

/// The text that is summed up, and the checksum told of it.
fn parts(line: &[u8]) -> Result<(&str, &str), String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let line = line.strip_suffix('\n').ok_or("expected an end of line")?;
    let (open, sum) = line
        .rsplit_once(SUM_FIELD)
        .ok_or("no checksum; expected one at the end of the line")?;
    Ok((open, sum.strip_suffix("\"}").unwrap_or_default()))
}

/// What is wrong with a text, as it is told: a line, and no longer than people read. A parser may tell
/// all of what it did not expect.
pub fn told(problem: impl Display) -> String {
    shown(&problem.to_string(), LONGEST_TOLD)
}

/// `text`, which engines, files or users may have written, as one line that does nothing to a
/// terminal: [`visible`], with spaces for ends of lines, and without its middle if it has more than
/// `longest` characters.
pub fn shown(text: &str, longest: usize) -> String {
    let text = visible(text).replace('\n', " ");
    let count = text.chars().count();
    if count <= longest {
        return text;
    }
    let tail = longest / 3;
    let [head, tail] = [longest - tail, count - tail].map(|place| {
        let place = text.char_indices().nth(place);
        place.map_or(text.len(), |(byte, _)| byte)
    });
    format!("{}…{}", &text[..head], &text[tail..])
}

/// `text` with what a terminal would obey written out, as in `\u{1b}[2J`; ends of lines stay, tabs and
/// returns are spaces.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\t' | '\r' => visible.push(' '),
            '\n' => visible.push('\n'),
            _ if is_obeyed(char) => visible.extend(char.escape_unicode()),
            _ => visible.push(char),
        }
    }
    visible
}

/// Whether a terminal does something else than show `char`: controls, and what turns the direction of
/// the text around it.
fn is_obeyed(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The first 64 bits of the SHA-256 of `text`, in hexadecimal digits.
fn checksum(text: &str) -> String {
    let mut sum = sha256(text);
    sum.truncate(16);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_of_any_length_are_told_in_a_line() {
        assert_eq!(told("a\nb"), "a b");
        let long = told(format!("unknown `{}`; expected b", "長".repeat(1000)));
        assert_eq!(long.chars().count(), LONGEST_TOLD + 1);
        assert!(long.starts_with("unknown `長"), "{long}");
        assert!(long.ends_with("長`; expected b"), "{long}");
        assert_eq!(shown("長い", 2), "長い");
        assert_eq!(shown("abcdefg", 3), "ab…g");
    }

    #[test]
    fn nothing_in_a_text_is_obeyed_by_a_terminal() {
        assert_eq!(
            told("\u{1b}[2Ja\u{7}\r\tb\u{9b}m"),
            "\\u{1b}[2Ja\\u{7}  b\\u{9b}m"
        );
        assert_eq!(told("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(visible("７六歩\na\0"), "７六歩\na\\u{0}");
        for text in ["\u{1b}]0;x\u{7}", "長\u{85}"] {
            assert_eq!(told(told(text)), told(text));
        }
    }

    #[test]
    fn a_line_is_read_back_and_a_damaged_one_is_not() {
        let line = wrap("{\"id\":1}");
        assert_eq!(read(line.as_bytes()).unwrap(), "{\"id\":1}");
        let damaged = line.replace("\"id\":1", "\"id\":2");
        assert!(read(damaged.as_bytes()).unwrap_err().contains("damaged"));
        let torn = &line[..line.len() - 1];
        assert!(read(torn.as_bytes()).unwrap_err().contains("end of line"));
        assert!(read(b"{}\n").unwrap_err().contains("no checksum"));
    }
}
