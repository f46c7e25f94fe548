//! The position that a command looks at: typed, or of a record in a file or from standard input, after as many moves as
//! one likes.

use super::record;
use anyhow::bail;
use base::files::text::one_line;
use clap::Args;
use command::options::{PositionArgs, whole};
use engine::shogi::Checks;
use engine::shogi::game::Game;
use matches::games::{STANDARD_INPUT, STANDARD_INPUT_SHOWN};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A position, typed or of a record.
#[derive(Debug, Args)]
pub(super) struct PositionSource {
    /// A game record, or - for one on standard input.
    #[arg(conflicts_with_all = ["sfen", "moves"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    typed: PositionArgs,
    /// Look at the position after so many of the moves; after all of them unless given.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(0..=100_000_usize))]
    ply: Option<usize>,
}

impl PositionSource {
    /// The file, if it is one.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The game up to the position.
    pub(super) fn game(&self) -> anyhow::Result<Game> {
        self.after(|game| game.moves().len())
    }

    /// The same for who solves problems: a record that is the solution of one begins with it.
    pub(super) fn problem(&self) -> anyhow::Result<Game> {
        self.after(|game| {
            if is_solution(game) {
                0
            } else {
                game.moves().len()
            }
        })
    }

    /// The game up to the position after `--ply` moves, or after as many as are `usual` in it.
    fn after(&self, usual: impl Fn(&Game) -> usize) -> anyhow::Result<Game> {
        let game = match &self.file {
            Some(path) => record::read(path)?.record.game().clone(),
            None => self.typed.game()?,
        };
        let all = game.moves().len();
        let ply = self.ply.unwrap_or_else(|| usual(&game));
        let Some(at) = game.up_to(ply) else {
            bail!("--ply {ply}; expected a number from 0 to {all}, for there are so many moves");
        };
        if let Some(path) = self.file.as_deref().filter(|_| all > 0) {
            let shown = if path == Path::new(STANDARD_INPUT) {
                STANDARD_INPUT_SHOWN.into()
            } else {
                path.to_string_lossy()
            };
            let note = format!("note: {shown}: after {ply} of {all} moves");
            writeln!(io::stderr(), "{}", one_line(note))?;
        }
        Ok(at)
    }
}

/// Whether every move of the side that begins gives check.
fn is_solution(game: &Game) -> bool {
    let plies = (1..=game.moves().len()).step_by(2);
    let mut after = plies.map(|plies| game.position_after(plies));
    !game.moves().is_empty() && after.all(|pos| pos.is_some_and(|pos| Checks::of(&pos).in_check()))
}
