//! Matches and tournaments: between configurations of this engine, and other USI engines; what counted
//! games say; and checks of the protocol.
//!
//! At fixed nodes or depth, with one thread a player, a game is a pure function of the seed, the
//! openings, its number and the players: every opening is played twice with colours swapped, and
//! every game starts afresh. Of a match, [`players`] are who plays, [`referee`] is one game, [`contest`]
//! what the match is, [`crew`] the workers that play it, [`journal`] its file, and [`observers`] are
//! what is seen, counted and written down.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::print_stderr,
        clippy::dbg_macro
    )
)]

pub mod check;
pub mod contest;
pub mod crew;
pub mod games;
pub mod journal;
pub mod players;
pub mod progress;
pub mod stats;
pub mod work;

/// Those who follow a match: what people see of it, what programs read, what is counted and what
/// is filed.
pub mod observers {
    pub mod console;
    pub mod events;
    pub mod records;
    pub mod tally;
    pub mod totals;
}

/// One game and its referee: who is to move, what ends the game, and what is kept of it.
pub mod referee {
    pub mod adjudicate;
    pub mod finished;
    pub mod game;
    pub mod view;
}

/// Commands as people paste them into a shell.
pub mod shell {
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
}

pub use contest::{HASH_MB, Match, PATIENCE, READY_TIME, standard_conduct};
pub use crew::{Replay, run};

#[cfg(test)]
mod tests {
    use super::shell::*;

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
