//! What a match leaves behind and who follows it, as typed.

use super::super::whole;
use super::serve::Served;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use matches::contest::schedule::letter;
use matches::journal::aside::Aside;
use matches::observers::compat::Fastchess;
use show::report::Report;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is left behind or written as the games go, and what is listened to.
#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Look at this file about once a second for {"workers": N}, so many games at a time from
    /// now on, or {"stop": true}, an end after the games being played.
    #[arg(long, value_name = "FILE")]
    pub control: Option<PathBuf>,
    /// Write events for programs, a JSON object a line, instead of the text on standard output.
    #[arg(long, conflicts_with = "compat")]
    pub json: bool,
    /// Write each finished game into this file; the same command again resumes the match, also
    /// with more games. A new file in the folder for temporary ones unless given; it is named at
    /// the end.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Show the match in this HTML file when it is over.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Show the report on the match so far to a browser on this machine, at
    /// http://127.0.0.1:PORT/; with 0 a free port is taken, and named.
    #[arg(long, value_name = "PORT")]
    #[arg(value_parser = whole(0..=u16::MAX))]
    pub serve: Option<u16>,
    /// Write a CSA record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    pub csa: Option<PathBuf>,
    /// Write a KIF record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    pub kif: Option<PathBuf>,
    /// What the match is called in these records.
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// Whether the match goes on after a fault of a player, which is then started again.
    #[arg(long, value_enum, default_value = "on")]
    pub recover: RecoverArg,
    /// Write lines about games as this match runner does, for the workers of servers.
    #[arg(long, value_enum)]
    pub compat: Option<Compat>,
    /// What these lines call the players, such as Kyomi-dev,Kyomi-base; A, B and so on otherwise.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', requires = "compat")]
    #[arg(value_parser = name)]
    pub names: Vec<String>,
}

/// What happens after a fault of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RecoverArg {
    /// It has lost the game, and the match goes on.
    On,
    /// The match ends; the same command goes on with it.
    Off,
}

/// A match runner whose lines are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Compat {
    /// fastchess, with the words of shogi's runners for colours and endings.
    Fastchess,
}

fn name(text: &str) -> Result<String, String> {
    let expected = "expected a name without spaces, colons and brackets";
    let name = Some(text).filter(|text| Fastchess::is_name(text));
    name.map_or(Err(format!("`{text}`: {expected}")), |name| {
        Ok(name.to_owned())
    })
}

impl OutputArgs {
    /// The journal: as given, or a new file in the folder for temporary ones, which others may write
    /// to: its name cannot be known before.
    pub(super) fn journal_path(&self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.journal {
            return Ok(path.clone());
        }
        let folder = std::env::temp_dir();
        let mut builder = tempfile::Builder::new();
        let file = builder.prefix("kyomi-selfplay-").suffix(".jsonl");
        let file = file.tempfile_in(&folder).and_then(|it| Ok(it.keep()?));
        let (_, path) =
            file.map_err(|error| anyhow!("journal in `{}`: {error}", folder.display()))?;
        Ok(path)
    }

    /// What `players` players are called.
    pub(super) fn names(&self, players: usize) -> anyhow::Result<Vec<String>> {
        match self.names.len() {
            0 => Ok((0..players)
                .map(|player| letter(player).to_string())
                .collect()),
            count if count == players => Ok(self.names.clone()),
            count => bail!("--names with {count} for {players} players; expected one for each"),
        }
    }

    /// The server of the report on the match with this journal, which says where it is; `report` makes
    /// it of what stands beside the journal.
    pub(super) fn served(
        &self,
        journal: &Path,
        report: impl FnOnce(Aside) -> Report,
    ) -> anyhow::Result<Option<Served>> {
        let Some(port) = self.serve else {
            return Ok(None);
        };
        let mut aside = Aside::here();
        aside.add(journal);
        let (served, address) = Served::start(port, report(aside))?;
        writeln!(io::stderr(), "live report: {address}")?;
        Ok(Some(served))
    }
}
