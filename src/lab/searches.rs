//! Searches that are measured: each of one position from an empty table to a number of nodes, by
//! one thread, and kept in a file.
//!
//! What must hold: what a search finds follows from player, nodes and position alone, so that it
//! can be made by any thread at any time; one that is in the file is not made again.

use super::LabError;
use base::files::journal::{JournalError, JournalFile, read_lines};
use base::files::sha256;
use base::files::text::one_line;
use base::progress::Screen;
use base::work::{Answer, Answers, Shown, Workers};
use engine::player::Settings;
use engine::search::{Decision, Score};
use engine::shogi::game::Game;
use matches::players::head::{PlayerHead, own_program};
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, Fault, Player, PlayerSpec, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// What the first line of the file says it is. Older files have no such line.
const KIND: &str = "kyomi searches";

/// Values beyond this many centipawns, and mates, count as this much.
const MOST_CP: i32 = 1500;

/// Who searches.
#[derive(Clone, Debug)]
pub struct Searcher {
    spec: PlayerSpec,
    conduct: Conduct,
    /// A name for everything that its searches follow from but nodes and position.
    key: String,
}

impl Searcher {
    /// The player with this text, and a table of `hash_mb` MiB unless that says otherwise. Its
    /// searches are those of this build of the program.
    ///
    /// # Errors
    /// If the text is wrong.
    pub fn new(text: &str, hash_mb: usize, conduct: Conduct) -> Result<Self, LabError> {
        let spec = PlayerSpec::parse(text, hash_mb).map_err(LabError::player(text))?;
        Ok(Self {
            key: key(&head(&spec))?,
            spec,
            conduct,
        })
    }

    /// The same as a yardstick: where it is this program, its searches stay when the program
    /// changes, so that builds are measured against the same.
    ///
    /// # Errors
    /// Never in fact: only what JSON cannot hold cannot be named.
    pub fn of_any_build(mut self) -> Result<Self, LabError> {
        let mut head = head(&self.spec);
        if self.spec.is_in_process() {
            head.program = None;
        }
        self.key = key(&head)?;
        Ok(self)
    }

    /// What people are shown.
    pub fn name(&self) -> &str {
        self.spec.name()
    }

    /// The settings of this engine, which it has to be.
    ///
    /// # Errors
    /// If it is not.
    pub fn settings(&self) -> Result<&Settings, LabError> {
        let settings = self.spec.settings();
        settings.ok_or_else(|| {
            LabError::Unusable(format!(
                "player `{}`; expected settings of this engine, which can be looked into",
                self.spec.text
            ))
        })
    }
}

/// What describes a player; its limit says nothing.
fn head(spec: &PlayerSpec) -> PlayerHead {
    PlayerHead::new(spec, MoveLimit::Nodes(0), None)
}

fn key(head: &PlayerHead) -> Result<String, LabError> {
    let mut key = sha256(serde_json::to_string(head)?);
    key.truncate(16);
    Ok(key)
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The move as USI has it; `resign` or `win` for none.
    pub mv: String,
    /// The value for the side to move.
    pub score: Score,
    /// The iteration at the end, whole or not.
    pub depth: u32,
    /// The longest line in it, in plies, where that is known.
    pub seldepth: Option<u32>,
}

impl Found {
    /// The value for the side to move in centipawns, at most 1500 either way.
    pub fn cp(&self) -> i32 {
        self.score.number(i32::MAX).clamp(-MOST_CP, MOST_CP)
    }
}

/// What a search follows from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Key {
    /// Who searched.
    by: String,
    nodes: u64,
    /// The argument of USI's `position`.
    position: String,
}

/// A search in the file.
#[derive(Debug, Serialize, Deserialize)]
struct Search {
    #[serde(flatten)]
    key: Key,
    /// The build of the program that made it.
    build: String,
    #[serde(flatten)]
    found: Found,
}

impl Answer for Search {
    type Key = Key;

    fn key(&self) -> Key {
        self.key.clone()
    }
}

/// A search to be made: by whom, to how many nodes.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    pub by: &'a Searcher,
    pub nodes: u64,
    /// The position, with what led to it.
    pub game: Game,
}

impl Request<'_> {
    fn key(&self) -> Key {
        Key {
            by: self.by.key.clone(),
            nodes: self.nodes,
            position: self.game.to_string(),
        }
    }

    /// Makes the search.
    fn answer(&self, player: &mut dyn Player) -> Result<Found, Fault> {
        let turn = Turn::of(MoveLimit::Nodes(self.nodes));
        player.new_game()?;
        let answer = player.choose(&self.game, &turn)?;
        Ok(Found {
            mv: match answer.decision {
                Decision::Play { best, .. } => best.to_string(),
                Decision::Resign => "resign".to_owned(),
                Decision::DeclareWin => "win".to_owned(),
            },
            score: answer.score.unwrap_or(Score::Cp(0)),
            depth: answer.info.as_ref().map_or(0, |it| it.depth),
            seldepth: answer.info.as_ref().map(|it| it.selective_depth),
        })
    }

    fn no_answer(&self, fault: &Fault) -> LabError {
        let (player, position, problem) = (self.by.name(), &self.game, &fault.detail);
        LabError::Unusable(format!("player `{player}` in `{position}`: {problem}"))
    }
}

/// The searches of a folder.
pub(crate) struct Searches {
    made: Answers<Search>,
    workers: Workers,
}

impl Searches {
    /// Those in `folder`, to which `workers` add others.
    pub fn open(folder: &Path, workers: &Workers) -> Result<Self, LabError> {
        let path = folder.join("searches.jsonl");
        let mut searches = Vec::new();
        let head = json!({ "journal": KIND }).to_string();
        let journal = JournalFile::open(&path, &head, |bytes| {
            let length = read_lines(bytes, |number, text| {
                if number > 1 || !is_head(text) {
                    searches.push(serde_json::from_str(text).map_err(one_line)?);
                }
                Ok(())
            });
            length.map_err(JournalError::line(&path))
        })?;
        Ok(Self {
            made: Answers::kept_in(journal, searches).unsynced(),
            workers: workers.clone(),
        })
    }

    /// What a search found; none if it has not been made.
    pub fn found(&self, request: &Request) -> Option<&Found> {
        self.made.get(&request.key()).map(|it| &it.found)
    }

    /// How many builds of the program made the searches of `by`.
    pub fn builds(&self, by: &Searcher) -> usize {
        let searches = self.made.iter().filter(|it| it.key.by == by.key);
        searches.map(|it| &it.build).collect::<BTreeSet<_>>().len()
    }

    /// Makes the searches that are missing, and shows on `screen` how far it is. A player that gives no answer ends it.
    pub fn make(&mut self, requests: &[Request], screen: Screen) -> Result<(), LabError> {
        let build = &build();
        let worker = || {
            // The player of the last search, kept for the next.
            let mut last: Option<(PlayerSpec, Box<dyn Player>)> = None;
            move |request: &Request| {
                let Searcher { spec, conduct, .. } = request.by;
                let kept = last.take().filter(|(kept, _)| kept == spec);
                let create = || (spec.clone(), spec.create(conduct));
                let (_, player) = last.insert(kept.unwrap_or_else(create));
                let found = request.answer(player.as_mut());
                Ok(Search {
                    key: request.key(),
                    build: build.clone(),
                    found: found.map_err(|fault| request.no_answer(&fault))?,
                })
            }
        };
        let shown = Shown::counted(screen, "searches").sized(|it: &Request| it.nodes);
        let workers = &self.workers;
        workers.resume(requests, Request::key, worker, &mut self.made, shown)
    }
}

/// Whether `text`, a first line, says what the file is; else it is a search.
fn is_head(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|it| it["journal"] == KIND)
}

/// A short name of this build of the program.
pub(super) fn build() -> String {
    own_program().map_or_else(String::new, |sum| sum[..12].to_owned())
}
