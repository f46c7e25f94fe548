//! A run: a match as a file, so that any machine can play any part of it.
//!
//! The file is one JSON object with the head that the journal of the match has ([`Head`]) and
//! what the head leaves out: how many games, the text of the openings, the sequential test, and
//! how long engines are waited for. What must hold: a match made from the file has exactly that
//! head again, programs included, or it is not played.

use crate::contest::Match;
use crate::contest::openings::Openings;
use crate::journal::head::Head;
use crate::players::head::PlayerHead;
use crate::players::{Conduct, PlayerSpec, SpecError, guard};
use crate::stats::Hypotheses;
use engine::files::found;
use engine::files::line::told;
use engine::files::{Difference, sha256};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// The name of the copy of the run in a folder of shards.
pub const FILE: &str = "run.json";

/// What the file says it is.
const KIND: &str = "kyomi selfplay";
/// The version of its form.
const FORMAT: u32 = 2;

/// A match as a file.
#[derive(Clone, Debug)]
pub struct Run {
    form: Form,
    text: String,
    id: String,
}

/// The fields of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    run: String,
    format: u32,
    games: u64,
    sprt: Option<String>,
    /// The text of the file of openings, if they come from one.
    openings: Option<String>,
    ready_time_s: u64,
    patience_s: u64,
    #[serde(rename = "match")]
    head: Head,
}

/// Why a run cannot be used.
#[derive(Debug, Error)]
pub enum RunError {
    /// The file cannot be read or written.
    #[error("run `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is no run, or one of another version.
    #[error("run `{}`: {problem}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A field cannot be understood.
    #[error("run: bad field `{0}`; expected what --write-run writes")]
    Field(&'static str),
    /// A player's text cannot be understood.
    #[error("run: player `{text}`: {source}")]
    Player {
        /// The text.
        text: String,
        /// What is wrong with it.
        source: SpecError,
    },
    /// This program or this machine would not play the same games.
    #[error("run: {} is {} on this machine, expected {}", .0.field, .0.here, .0.there)]
    Differs(Difference),
}

impl Run {
    /// The run of `contest`, whose head is `head`, until `test` is decided.
    ///
    /// # Errors
    /// Never in fact: only what JSON cannot hold cannot be written.
    pub fn new(contest: &Match, head: Head, test: Option<&Hypotheses>) -> serde_json::Result<Self> {
        let form = Form {
            run: KIND.to_owned(),
            format: FORMAT,
            games: contest.games,
            sprt: test.map(ToString::to_string),
            openings: contest.openings.text().map(str::to_owned),
            ready_time_s: contest.conduct.ready_time.as_secs(),
            patience_s: contest.conduct.patience.as_secs(),
            head,
        };
        let text = serde_json::to_string_pretty(&form)? + "\n";
        Self::of(form, text)
    }

    fn of(form: Form, text: String) -> serde_json::Result<Self> {
        let id = sha256(serde_json::to_string(&form)?);
        Ok(Self { form, text, id })
    }

    /// Reads a run.
    ///
    /// # Errors
    /// If the file cannot be read, is no run, or one of another version.
    pub fn read(path: &Path) -> Result<Self, RunError> {
        let text = found::read_text(path).map_err(|source| RunError::File {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(text).map_err(|problem| RunError::Form {
            path: path.to_owned(),
            problem,
        })
    }

    fn parse(text: String) -> Result<Self, String> {
        let value: Value = serde_json::from_str(&text).map_err(told)?;
        if value["run"] != KIND {
            return Err(format!("no run; expected the field \"run\": \"{KIND}\""));
        }
        if value["format"] != FORMAT {
            return Err(told(format!(
                "format {}; expected {FORMAT}",
                value["format"]
            )));
        }
        let form = serde_json::from_str(&text).map_err(told)?;
        Self::of(form, text).map_err(|error| error.to_string())
    }

    /// The file's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What identifies the run: the SHA-256 of what it says, however it is laid out.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The first 8 digits of the id.
    pub fn short_id(&self) -> &str {
        self.id.get(..8).unwrap_or_default()
    }

    /// The head that the journals and shards of the match have.
    pub fn head(&self) -> &Head {
        &self.form.head
    }

    /// The test that ends the match, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn test(&self) -> Result<Option<Hypotheses>, RunError> {
        let test = self.form.sprt.as_deref().map(str::parse).transpose();
        test.map_err(|_| RunError::Field("sprt"))
    }

    /// The match, with one game at a time.
    ///
    /// # Errors
    /// At the first field that cannot be understood.
    pub fn contest(&self) -> Result<Match, RunError> {
        let Form { head, games, .. } = &self.form;
        let rules = head.rules;
        Ok(Match {
            players: head.players.iter().map(spec).collect::<Result<_, _>>()?,
            limits: head.players.iter().map(|player| player.limit).collect(),
            format: head.pairings,
            games: *games,
            seed: head.seed,
            concurrency: 1,
            pin: false,
            pause: Duration::ZERO,
            openings: self.openings().ok_or(RunError::Field("openings"))?,
            rules,
            conduct: Conduct {
                guard: guard::this_program(),
                ready_time: Duration::from_secs(self.form.ready_time_s),
                patience: Duration::from_secs(self.form.patience_s),
                max_moves: rules.max_moves,
                entering_king: rules.entering_king,
                core: None,
                stop: Arc::default(),
            },
        })
    }

    fn openings(&self) -> Option<Openings> {
        match &self.form.openings {
            Some(text) => Openings::listed(&self.form.head.openings, text),
            None => Openings::random(&self.form.head.openings),
        }
    }

    /// Refuses the match whose head is `here` if it is not that of this run, to the last program.
    ///
    /// # Errors
    /// The first field of the head that differs.
    pub fn check(&self, here: &Head) -> Result<(), RunError> {
        let difference = here.difference(self.head());
        difference.map_or(Ok(()), |difference| Err(RunError::Differs(difference)))
    }
}

fn spec(player: &PlayerHead) -> Result<PlayerSpec, RunError> {
    // Where this program does not decide the size of the table, any will do.
    let spec = PlayerSpec::parse(&player.text, player.hash_mb.unwrap_or(1));
    spec.map_err(|source| RunError::Player {
        text: player.text.clone(),
        source,
    })
}

#[cfg(test)]
mod tests;
