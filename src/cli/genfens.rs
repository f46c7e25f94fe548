//! `genfens`: openings as `OpenBench` asks its engines for them, before it has them play games to learn from.
//!
//! It calls `usi-engine "genfens N seed S book None" quit`, with a file of openings in place of `None` if it has one, and reads
//! the lines `info string genfens POSITION`. Source: the clients of `OpenBench` (its wiki, 2026).

use anyhow::{anyhow, bail};
use clap::Args;
use engine::shogi::sfen;
use matches::contest::openings::{OpeningList, Openings};
use std::io::Write;
use std::path::Path;

/// What is expected after `genfens`.
const FORM: &str = "N seed S book None, or a file of openings in place of None";

/// The words of the line, `genfens` left out.
#[derive(Debug, Args)]
pub struct GenfensArgs {
    #[arg(trailing_var_arg = true, hide = true)]
    words: Vec<String>,
}

impl GenfensArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let words: Vec<_> = self.words.iter().map(String::as_str).collect();
        let [count, "seed", seed, "book", book, ..] = words[..] else {
            bail!("`genfens {}`; expected {FORM}", words.join(" "));
        };
        let number = |text: &str| {
            text.parse()
                .map_err(|_| anyhow!("`{text}` in `genfens`; expected {FORM}"))
        };
        let (count, seed): (u64, u64) = (number(count)?, number(seed)?);
        let openings = if book.eq_ignore_ascii_case("none") {
            Openings::RANDOM
        } else {
            let list = OpeningList::read(Path::new(book), None);
            Openings::List(list?)
        };
        for number in 0..count {
            let opening = openings.opening(seed, number);
            let position = sfen::write(opening.position());
            writeln!(out, "info string genfens {position}")?;
        }
        Ok(())
    }
}
