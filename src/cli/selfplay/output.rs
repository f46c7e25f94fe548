//! What a match leaves behind and who follows it, as typed.

use super::serve::Served;
use anyhow::bail;
use clap::{Args, ValueEnum};
use command::files::{Places, check_folder};
use command::options::{ReaderArgs, whole};
use engine::record::Format;
use matches::contest::schedule::letters;
use matches::journal::times::{Times, beside};
use matches::observers::events::Fastchess;
use matches::observers::records::{IncidentFiles, RecordFiles};
use matches::observers::tally::Account;
use show::report::Report;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, process};

/// What is left behind or written as the games go, and what is listened to.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
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
    /// Show the match so far, with the boards of the games being played, to browsers on this
    /// machine, at http://127.0.0.1:PORT/; with 0 a free port is taken, and named.
    #[arg(long, value_name = "PORT")]
    #[arg(value_parser = whole(0..=u16::MAX))]
    pub serve: Option<u16>,
    #[command(flatten)]
    pub reader: ReaderArgs,
    /// Write a CSA record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    pub csa: Option<PathBuf>,
    /// Write a KIF record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    pub kif: Option<PathBuf>,
    /// What the match is called in these records.
    #[arg(long, value_name = "NAME", hide = true)]
    pub event: Option<String>,
    /// Write a file about each fault of a player into this folder; beside the journal, if there
    /// is one, unless given.
    #[arg(long, value_name = "DIR", hide = true)]
    pub incidents: Option<PathBuf>,
    /// Whether the match goes on after a fault of a player, which is then started again.
    #[arg(long, value_enum, default_value = "on", help_heading = "When to stop")]
    pub recover: RecoverArg,
    /// Write lines about games as this match runner does, for the workers of servers.
    #[arg(long, value_enum, hide = true)]
    pub compat: Option<Compat>,
    /// What these lines call the players, such as Kyomi-dev,Kyomi-base; A, B and so on otherwise.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    #[arg(requires = "compat", hide = true, value_parser = name)]
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
    if Fastchess::is_name(text) {
        return Ok(text.to_owned());
    }
    Err(format!(
        "`{text}`: expected a name without spaces, colons and brackets"
    ))
}

impl OutputArgs {
    /// Refuses places that nothing can be written to, so that no match is played in vain.
    /// The match reads the files of `read`.
    pub(super) fn check(&self, read: Places) -> anyhow::Result<()> {
        read.writing("journal", &self.journal)?
            .writing("times", self.journal.as_deref().map(beside))?
            .writing("report", &self.report)?;
        let mut folders = self.csa.iter().chain(&self.kif);
        folders.try_for_each(|folder| check_folder("records", folder))
    }

    /// The journal: as given, or a new file in the folder for temporary ones.
    pub(super) fn journal_path(&self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.journal {
            return Ok(path.clone());
        }
        let (folder, process) = (env::temp_dir(), process::id());
        let mut number = 0;
        loop {
            let path = folder.join(format!("kyomi-selfplay-{process}-{number}.jsonl"));
            match File::create_new(&path) {
                Ok(_) => return Ok(path),
                // Left by another process of this number, or put there by somebody else.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => bail!("journal in `{}`: {error}", folder.display()),
            }
        }
    }

    /// Who writes records of games between `players`.
    pub(super) fn records(&self, players: Vec<String>) -> RecordFiles {
        let wanted = [(&self.csa, Format::Csa), (&self.kif, Format::Kif)];
        let folders = wanted.into_iter();
        let folders = folders.filter_map(|(folder, format)| Some((folder.clone()?, format)));
        RecordFiles {
            folders: folders.collect(),
            players,
            event: self.event.clone(),
        }
    }

    /// Who writes about faults of `players`, if there is a folder for that.
    pub(super) fn incident_files(&self, players: Vec<String>) -> Option<IncidentFiles> {
        let beside = |journal: &PathBuf| {
            let mut path = journal.clone().into_os_string();
            path.push(".incidents");
            PathBuf::from(path)
        };
        let given = self.incidents.clone();
        let folder = given.or_else(|| self.journal.as_ref().map(beside))?;
        Some(IncidentFiles { folder, players })
    }

    /// What `players` players are called.
    pub(super) fn names(&self, players: usize) -> anyhow::Result<Vec<String>> {
        match self.names.len() {
            0 => Ok(letters(players)),
            count if count == players => Ok(self.names.clone()),
            count => bail!("--names with {count} for {players} players; expected one for each"),
        }
    }

    /// The server of the report on the match with this journal, which says where it is; `report` makes
    /// it of what stands beside the journal, and `account` counts the games.
    pub(super) fn served(
        &self,
        journal: &Path,
        account: Account,
        report: impl FnOnce(Times) -> Report,
    ) -> anyhow::Result<Option<Served>> {
        let Some(port) = self.serve else {
            return Ok(None);
        };
        let mut times = Times::here();
        times.add(journal);
        let (served, address) = Served::start(port, report(times), account)?;
        writeln!(io::stderr(), "live report: {address}")?;
        Ok(Some(served))
    }
}
