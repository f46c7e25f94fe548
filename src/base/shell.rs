//! Commands as people paste them into a shell.

/// `text` as one word of a shell's command line, in quotes where it needs them.
pub fn word(text: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_=,.:/+@".contains(char);
    if !text.is_empty() && !text.starts_with('=') && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// `words` as a command line.
pub fn line<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> String {
    let words: Vec<_> = words.into_iter().map(|it| word(it.as_ref())).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_to_a_shell_what_they_are() {
        assert_eq!(line(["--nodes", "1,", "eval=nnue"]), "--nodes 1, eval=nnue");
        assert_eq!(line(["", "a b", "it's"]), r"'' 'a b' 'it'\''s'");
        for text in [
            "1; touch x",
            "$(x)",
            "`x`",
            "a\nb",
            "~",
            "*",
            "!x",
            "a#b",
            "=x",
            "長",
        ] {
            assert_eq!(word(text), format!("'{text}'"));
        }
    }
}
