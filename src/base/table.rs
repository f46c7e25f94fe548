//! Text on a terminal: tables, how wide a text is there, and numbers that are easy to read.

use std::fmt;

/// What stands between two columns.
const GAP: &str = "  ";

/// A table: a head and rows of cells, each column as wide as its widest cell.
///
/// Displays as lines without blanks at their ends, and without an end after the last line.
///
/// ```
/// use kyomi_base::table::Table;
///
/// let mut table = Table::new(["player", "games"]).right([1]);
/// table.push(["A".to_owned(), 12.to_string()]);
/// assert_eq!(table.to_string(), "player  games\nA          12");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    /// The columns that end at their right edge.
    right: Vec<usize>,
    /// The head, then the rows; none need have all cells.
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows below `head`. All its columns begin at their left edge.
    pub fn new(head: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut table = Self {
            right: Vec::new(),
            rows: Vec::new(),
        };
        table.push(head);
        table
    }

    /// The same with `columns`, counted from 0, ending at their right edge, as numbers should.
    #[must_use]
    pub fn right(mut self, columns: impl IntoIterator<Item = usize>) -> Self {
        self.right.extend(columns);
        self
    }

    /// Adds a row. Cells that it does not have are empty.
    pub fn push(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// How many rows there are below the head.
    pub fn len(&self) -> usize {
        self.rows.len() - 1
    }

    /// Whether there is nothing but the head.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How wide column `column` is on a terminal.
    pub fn width_of(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| width(cell)).max().unwrap_or(0)
    }

    /// The lines, the head first: for those who put something before, behind or between them.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| self.width_of(column)).collect();
        self.rows.iter().map(move |row| {
            let cells = row.iter().zip(&widths).enumerate();
            let cells = cells.map(|(column, (cell, &width))| {
                let is_right = self.right.contains(&column);
                padded(cell, width, is_right)
            });
            let cells: Vec<String> = cells.collect();
            cells.join(GAP).trim_end().to_owned()
        })
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.lines().collect();
        f.write_str(&lines.join("\n"))
    }
}

/// How many columns of a terminal `text` takes: two for each full-width character.
pub fn width(text: &str) -> usize {
    let width = |it| match it {
        // Katakana of half width lie among the others.
        ..'\u{2e80}' | '\u{ff61}'..='\u{ff9f}' => 1,
        _ => 2,
    };
    text.chars().map(width).sum()
}

/// `text` with spaces up to `columns`: behind it, or before it if `right`.
pub fn padded(text: &str, columns: usize, right: bool) -> String {
    let spaces = " ".repeat(columns.saturating_sub(width(text)));
    if right {
        spaces + text
    } else {
        text.to_owned() + &spaces
    }
}

/// A number with a comma before every three digits: `12,345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_and_lines_end_with_text() {
        let mut table = Table::new(["", "move", "loss", "remark"]).right([0, 2]);
        assert!(table.is_empty());
        table.push(["1", "７六歩 7g7f", "3 %", ""]);
        table.push(["12", "pass"]);
        assert_eq!(
            (table.len(), table.width_of(1), table.width_of(9)),
            (2, 11, 0)
        );
        let expected = [
            "    move         loss  remark",
            " 1  ７六歩 7g7f   3 %",
            "12  pass",
        ];
        assert_eq!(table.to_string(), expected.join("\n"));
        assert_eq!(table.lines().nth(2).as_deref(), Some(expected[2]));
    }

    #[test]
    fn japanese_characters_are_two_columns_wide() {
        assert_eq!(width("7g7f ７六歩"), 11);
        assert_eq!(width("ｱﾞ"), 2);
        assert_eq!(padded("歩", 4, false), "歩  ");
        assert_eq!(padded("+5", 4, true), "  +5");
    }

    #[test]
    fn digits_go_by_threes() {
        let texts = [0, 999, 1000, 84_329, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "84,329", "1,234,567"]);
    }
}
