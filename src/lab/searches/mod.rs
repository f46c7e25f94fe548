//! Searches that are measured: each of one position from an empty table to a number of nodes, by
//! one thread, and kept in a file.
//!
//! What must hold: what a search finds follows from player, nodes and position alone, so that it
//! can be made by any thread at any time; one that is in the file is not made again. From the
//! bottom: `found` ← `archive` ← this file.

mod archive;
mod found;

pub use found::Found;

use super::LabError;
use super::spread::spread;
use archive::{Archive, Key};
use engine::files::sha256;
use engine::search::{Decision, Score, Settings};
use engine::shogi::game::Game;
use matches::players::head::{PlayerHead, own_program};
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, Fault, Player, PlayerSpec, Turn};
use matches::progress::{Progress, Screen};
use std::collections::BTreeSet;
use std::path::Path;

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
        let spec = PlayerSpec::parse(text, hash_mb).map_err(|source| LabError::Player {
            text: text.to_owned(),
            source,
        })?;
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
        settings.ok_or_else(|| LabError::Foreign(self.spec.text.clone()))
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

/// A search to be made.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// By whom.
    pub by: &'a Searcher,
    /// To how many nodes.
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
        let turn = Turn {
            limit: MoveLimit::Nodes(self.nodes),
            other_main_ms: 0,
            deadline: None,
        };
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
        LabError::NoAnswer {
            player: self.by.name().to_owned(),
            position: self.game.to_string(),
            problem: fault.detail.clone(),
        }
    }
}

/// The searches of a folder.
pub struct Searches {
    archive: Archive,
    threads: usize,
}

impl Searches {
    /// Those in `folder`, to which others are added by so many threads.
    ///
    /// # Errors
    /// If its file cannot be used.
    pub fn open(folder: &Path, threads: usize) -> Result<Self, LabError> {
        let archive = Archive::open(&folder.join("searches.jsonl"))?;
        Ok(Self { archive, threads })
    }

    /// What a search found; none if it has not been made.
    pub fn found(&self, request: &Request) -> Option<&Found> {
        self.archive.found(&request.key())
    }

    /// How many builds of the program made the searches of `by`.
    pub fn builds(&self, by: &Searcher) -> usize {
        self.archive.builds(&by.key)
    }

    /// Makes the searches that are missing. `screen` is told how far it is.
    ///
    /// # Errors
    /// If a player gives no answer, or the file cannot be written.
    pub fn make(&mut self, requests: &[Request], screen: Screen) -> Result<(), LabError> {
        let mut asked = BTreeSet::new();
        let missing = requests.iter().map(|request| (request.key(), request));
        let missing: Vec<_> = missing
            .filter(|(key, _)| self.archive.found(key).is_none() && asked.insert(key.clone()))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let work = missing.iter().map(|(_, request)| request.nodes).sum();
        let mut progress = Progress::new(screen, 0, work);
        let build = own_program().map_or_else(String::new, |sum| sum[..12].to_owned());
        let (mut made, mut nodes, archive) = (0, 0, &mut self.archive);
        spread(
            &missing,
            self.threads,
            Bench::default,
            |bench, (_, request)| bench.answer(request),
            |place, found| {
                let (key, request) = &missing[place];
                let found = found.map_err(|fault| request.no_answer(&fault))?;
                archive.add(key.clone(), found, &build)?;
                made += 1;
                nodes += request.nodes;
                let account = || format!("{made} of {} searches", missing.len());
                Ok(progress.show(nodes, account)?)
            },
        )
    }
}

/// What a thread searches with: the player of its last search, kept for the next.
#[derive(Default)]
struct Bench {
    player: Option<(PlayerSpec, Box<dyn Player>)>,
}

impl Bench {
    fn answer(&mut self, request: &Request) -> Result<Found, Fault> {
        let by = request.by;
        let kept = self.player.take().filter(|(spec, _)| *spec == by.spec);
        let create = || (by.spec.clone(), by.spec.create(&by.conduct));
        let (_, player) = self.player.insert(kept.unwrap_or_else(create));
        request.answer(player.as_mut())
    }
}
