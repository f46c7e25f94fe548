//! The numbers of the lines of a text, for parts of it that are read in any order.

/// A text, and where its lines end.
pub struct Lines<'a> {
    text: &'a str,
    /// The bytes at which line breaks stand.
    breaks: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// The lines of `text`.
    pub fn of(text: &'a str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at).collect();
        Self { text, breaks }
    }

    /// The number of the line at which `part` of the text begins, counted from 1.
    pub fn number(&self, part: &str) -> usize {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        1 + self.breaks.partition_point(|&at| at < start)
    }
}
