//! Putting the text of a book in order.

use super::text::{POSITION, without_number};
use crate::shogi::sfen::Token;

/// Two positions that do not stand in the order of their text.
#[derive(Clone, Debug)]
pub struct Disorder {
    /// What comes first in the file.
    pub later: Token,
    /// What comes after it.
    pub earlier: Token,
}

impl Disorder {
    /// That of two positions of which `first` stands before `second`; none if they may stand so.
    pub fn of(first: &str, second: &str) -> Option<Self> {
        (first > second).then(|| Self {
            later: Token::new(first),
            earlier: Token::new(second),
        })
    }
}

/// The text of a book with its positions in order, and what was not; none if all was. Moves and remarks
/// stay below their position, in their order.
pub fn sorted(text: &str) -> Option<(String, Disorder)> {
    let (head, mut positions) = parts(text);
    let mut pairs = positions.windows(2);
    let disorder = pairs.find_map(|pair| Disorder::of(pair[0].key, pair[1].key))?;
    positions.sort_by_key(|it| it.key);
    let mut sorted = String::with_capacity(text.len() + 1);
    for part in [head].into_iter().chain(positions.iter().map(|it| it.text)) {
        sorted.push_str(part);
        if !part.is_empty() && !part.ends_with('\n') {
            sorted.push('\n');
        }
    }
    Some((sorted, disorder))
}

/// A position with what stands below it.
struct Part<'a> {
    key: &'a str,
    text: &'a str,
}

/// What stands before the first position, and the positions.
fn parts(text: &str) -> (&str, Vec<Part<'_>>) {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(position) = line.strip_prefix(POSITION) {
            starts.push((at, without_number(position)));
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|it| it.0).chain([text.len()]);
    let part = |(&(start, key), end): (&(usize, _), usize)| Part {
        key,
        text: &text[start..end],
    };
    let positions = starts.iter().zip(ends).map(part).collect();
    let head = starts.first().map_or(text.len(), |it| it.0);
    (&text[..head], positions)
}
