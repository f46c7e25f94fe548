//! Text in columns: how wide it is on a terminal, and numbers that are easy to read. Layer 1.

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

/// How many columns of a terminal `text` takes: two for each Japanese character.
pub fn width(text: &str) -> usize {
    text.chars()
        .map(|it| if it < '\u{2e80}' { 1 } else { 2 })
        .sum()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_characters_are_two_columns_wide() {
        assert_eq!(width("7g7f ７六歩"), 11);
        assert_eq!(padded("歩", 4, false), "歩  ");
        assert_eq!(padded("+5", 4, true), "  +5");
    }

    #[test]
    fn digits_go_by_threes() {
        let texts = [0, 999, 1000, 84_329, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "84,329", "1,234,567"]);
    }
}
