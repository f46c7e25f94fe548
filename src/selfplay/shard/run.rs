//! A run: a match as a file, so that any machine can play any part of it.
//!
//! The file is one JSON object with the head that the journal of the match has ([`header`]) and
//! what the head leaves out: how many games, the text of the openings, the sequential test, and
//! how long engines are waited for. What must hold: a match made from the file has exactly that
//! head again, programs included, or it is not played.

use crate::files::sha256;
use crate::selfplay::contest::Match;
use crate::selfplay::contest::openings::{OpeningList, Openings};
use crate::selfplay::contest::schedule::Format;
use crate::selfplay::journal::head::{difference, header, player_key};
use crate::selfplay::players::guard;
use crate::selfplay::players::limit::MoveLimit;
use crate::selfplay::players::{Conduct, PlayerSpec};
use crate::selfplay::referee::adjudicate::{DrawRule, ResignRule};
use crate::selfplay::referee::finished::PLAYERS;
use crate::selfplay::referee::game::Rules;
use crate::shogi::declaration::EnteringKingRule;
use crate::stats::Hypotheses;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The name of the copy of the run in a folder of shards.
pub const FILE: &str = "run.json";

/// What the file says it is.
const KIND: &str = "kyomi selfplay";
/// The version of its form.
const FORMAT: u32 = 1;

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
    head: Map<String, Value>,
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
    /// A field of the match is missing or cannot be understood.
    #[error("run: field `{0}` of the match is missing or bad; expected what --write-run writes")]
    Field(String),
    /// This program or this machine would not play the same games.
    #[error("run: {field} is {here} on this machine, expected {there}")]
    Differs {
        /// What differs first.
        field: String,
        /// Its value in the run.
        there: Value,
        /// Its value here.
        here: Value,
    },
}

impl Run {
    /// The run of `contest`, whose engines gave themselves the names `engines`, until `test` is
    /// decided.
    ///
    /// # Errors
    /// Never in fact: only what JSON cannot hold cannot be written.
    pub fn new(
        contest: &Match,
        engines: &[Option<String>],
        test: Option<&Hypotheses>,
    ) -> serde_json::Result<Self> {
        let form = Form {
            run: KIND.to_owned(),
            format: FORMAT,
            games: contest.games,
            sprt: test.map(ToString::to_string),
            openings: contest.openings.text().map(str::to_owned),
            ready_time_s: contest.conduct.ready_time.as_secs(),
            patience_s: contest.conduct.patience.as_secs(),
            head: header(contest, engines),
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
        let text = fs::read_to_string(path).map_err(|source| RunError::File {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(text).map_err(|problem| RunError::Form {
            path: path.to_owned(),
            problem,
        })
    }

    fn parse(text: String) -> Result<Self, String> {
        let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if value["run"] != KIND {
            return Err(format!("no run; expected the field \"run\": \"{KIND}\""));
        }
        if value["format"] != FORMAT {
            return Err(format!("format {}; expected {FORMAT}", value["format"]));
        }
        let form = serde_json::from_value(value).map_err(|error| error.to_string())?;
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
    pub fn head(&self) -> &Map<String, Value> {
        &self.form.head
    }

    /// The test that ends the match, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn test(&self) -> Result<Option<Hypotheses>, RunError> {
        let test = self.form.sprt.as_deref().map(str::parse).transpose();
        test.map_err(|_| RunError::Field("sprt".to_owned()))
    }

    /// The match, with one game at a time.
    ///
    /// # Errors
    /// At the first field that is missing or cannot be understood.
    pub fn contest(&self) -> Result<Match, RunError> {
        let head = Fields(&self.form.head);
        let mut players = Vec::new();
        let mut limits = Vec::new();
        let keys = (0..*PLAYERS.end()).map(player_key);
        for (index, key) in keys.enumerate() {
            // The first ones must be there.
            if index >= *PLAYERS.start() && !head.has(&key) {
                break;
            }
            let hash = head.get::<Option<usize>>(&format!("{key}_hash_mb"))?;
            let text: String = head.get(&key)?;
            // Where this program does not decide the size of the table, any will do.
            let player = PlayerSpec::parse(&text, hash.unwrap_or(1));
            players.push(player.map_err(|_| RunError::Field(key.clone()))?);
            limits.push(head.read(&format!("{key}_limit"), MoveLimit::read)?);
        }
        let max_moves = head.get("max_moves")?;
        let entering_king = head.read("entering_king", |text| {
            text.parse::<EnteringKingRule>().ok()
        })?;
        let resign: Option<(i32, u32)> = head.get("resign")?;
        let draw: Option<(i32, u32, u32)> = head.get("draw")?;
        Ok(Match {
            players,
            limits,
            format: head.read("pairings", Format::read)?,
            games: self.form.games,
            seed: head.get("seed")?,
            concurrency: 1,
            pin: false,
            openings: match &self.form.openings {
                Some(text) => OpeningList::parse(text)
                    .map(Openings::List)
                    .map_err(|_| RunError::Field("openings".to_owned()))?,
                None => head.read("openings", Openings::random)?,
            },
            rules: Rules {
                margin: Duration::from_millis(head.get("margin_ms")?),
                max_moves,
                entering_king,
                resign: resign.map(|(score, moves)| ResignRule { score, moves }),
                draw: draw.map(|(score, moves, from_move)| DrawRule {
                    score,
                    moves,
                    from_move,
                }),
            },
            conduct: Conduct {
                guard: guard::this_program(),
                ready_time: Duration::from_secs(self.form.ready_time_s),
                patience: Duration::from_secs(self.form.patience_s),
                max_moves,
                entering_king,
                core: None,
            },
        })
    }

    /// Refuses `contest`, whose engines gave themselves the names `engines`, if it is not the
    /// match of this run to the last program.
    ///
    /// # Errors
    /// The first field of the head that differs.
    pub fn check(&self, contest: &Match, engines: &[Option<String>]) -> Result<(), RunError> {
        match difference(self.head(), &header(contest, engines)) {
            None => Ok(()),
            Some((field, [there, here])) => Err(RunError::Differs { field, there, here }),
        }
    }
}

/// The fields of a head.
struct Fields<'a>(&'a Map<String, Value>);

impl Fields<'_> {
    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, RunError> {
        let value = self.0.get(name).cloned().unwrap_or_default();
        serde_json::from_value(value).map_err(|_| RunError::Field(name.to_owned()))
    }

    fn read<T>(&self, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, RunError> {
        let text: String = self.get(name)?;
        read(&text).ok_or_else(|| RunError::Field(name.to_owned()))
    }
}

#[cfg(test)]
mod tests;
