//! The arguments of `play`: where the game begins, who plays which side, how strong the engine is.

use super::record;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use command::options::{ConfigArg, PositionArgs, ReaderArgs, whole};
use engine::player::Level;
use engine::record::kif;
use engine::shogi::Color;
use engine::shogi::game::Game;
use show::language::Language;
use show::play::{self, Setup};
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `play`.
#[derive(Debug, Args)]
#[command(after_help = "\
Moves are typed in USI notation (7g7f, P*5e), as records have them (76歩, ▲７六歩, +7776FU), or in western \
notation (P7f, Bx2b+). `help` names what else can be typed: hint, undo, level, save, resign and others.

Handicaps: lance, right-lance, bishop, rook, rook-lance, 2, 4, 6, 8, 10, or the Japanese name. White gives \
it and moves first; its missing pieces count when it declares an entering king.

Examples:
  usi-engine play --level 3
  usi-engine play --level 10 --handicap 6
  usi-engine play --resume game.kif --kanji")]
pub struct PlayArgs {
    /// How strong the engine plays, from 0 to 20.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = whole(Level::NUMBERS))]
    level: u8,
    /// Your side; the side to move unless given, and the lower hand in a handicap game.
    #[arg(long, value_enum)]
    color: Option<ColorArg>,
    #[command(flatten)]
    position: PositionArgs,
    /// Take a handicap, or give one with `--color white`.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["sfen", "moves"])]
    handicap: Option<String>,
    /// Go on with the game in this record.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sfen", "moves", "handicap"])]
    resume: Option<PathBuf>,
    /// How many milliseconds the engine thinks about a move at most.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    #[arg(value_parser = whole(1..=3_600_000_u64))]
    time: u64,
    /// Draw the board with Japanese characters; in Japanese it always is.
    #[arg(long)]
    kanji: bool,
    #[command(flatten)]
    reader: ReaderArgs,
    #[command(flatten)]
    engine: ConfigArg,
}

/// A side, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ColorArg {
    /// The side that moves first in an even game.
    Black,
    /// The other one.
    White,
}

impl PlayArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = self.game()?;
        let person = match self.color {
            Some(ColorArg::Black) => Color::Black,
            Some(ColorArg::White) => Color::White,
            None if self.handicap.is_some() => Color::Black,
            None => game.position().side(),
        };
        let mut settings = *self.engine.config.settings.clone();
        // Each game is another one.
        settings.noise_seed = 0;
        let setup = Setup {
            game,
            person,
            level: Level::new(self.level),
            time_ms: self.time,
            kanji: self.kanji || self.reader.language() == Language::Japanese,
            language: self.reader.language(),
            notation: self.reader.notation(),
            settings,
        };
        play::run(setup, &mut io::stdin().lock(), out)?;
        Ok(())
    }

    fn game(&self) -> anyhow::Result<Game> {
        if let Some(path) = &self.resume {
            return Ok(record::read(path)?.record.game().clone());
        }
        let Some(name) = &self.handicap else {
            return self.position.game();
        };
        let start = kif::handicap(name).ok_or_else(|| {
            let names = kif::handicap_names();
            anyhow!("handicap `{name}`; expected one of {}", names.join(", "))
        })?;
        Ok(Game::new(start))
    }
}
