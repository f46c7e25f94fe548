//! Growing a book: every position that its good moves lead to is searched, until those of so many
//! plies are known.

use super::journal::Journal;
use super::search::searched;
use crate::datagen::Shard;
use engine::book::{Draft, Entry, key};
use engine::files::journal::JournalError;
use engine::files::sha256;
use engine::search::{Engine, Settings};
use engine::shogi::{Checks, Position, legality};
use matches::players::head::{evaluation_of, own_program};
use matches::progress::{Progress, Screen};
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use thiserror::Error;

/// How a book is grown.
#[derive(Clone, Debug)]
pub struct GrowPlan {
    /// The text that the settings were made from.
    pub engine: String,
    /// The engine, of one thread; `multi_pv` says how many moves of a position are kept.
    pub settings: Settings,
    /// Where the book begins.
    pub root: Position,
    /// Nodes for a position.
    pub nodes: u64,
    /// How many plies deep positions are searched; 0 for the root alone.
    pub plies: usize,
    /// By how much a move may be worse than the best to be followed, in centipawns.
    pub margin: i32,
    /// Which part of the positions is searched here. With parts, only those are that the book leads
    /// to as it is: the parts have to be merged before they can go on.
    pub shard: Shard,
    /// How many positions at a time.
    pub threads: usize,
}

/// Why a book stopped growing.
#[derive(Debug, Error)]
pub enum GrowError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal cannot be written, or progress cannot be told.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl GrowPlan {
    /// Grows the book `base`, and returns it; of a part, only what it has found. What was found out is
    /// kept at `journal`; how far it is goes to `news`.
    ///
    /// # Errors
    /// If the journal cannot be used, or either cannot be written.
    pub fn run(
        &self,
        base: &Draft,
        journal: &Path,
        news: &mut dyn Write,
    ) -> Result<Draft, GrowError> {
        let mut draft = base.clone();
        let (mut journal, known) = Journal::open(journal, &self.head())?;
        // With the book as it was given: what the journal adds may lead to positions of other parts.
        let mut open = self.open(&draft);
        for entry in known {
            draft.add_new(entry);
        }
        let whole = self.shard == Shard::ALL;
        for _ in 0..=(if whole { self.plies } else { 0 }) {
            open.retain(|pos| !draft.has(&key(pos)));
            if !open.is_empty() {
                let screen = Screen::Lines(&mut *news);
                let progress = Progress::new(screen, 0, open.len() as u64);
                self.search(&open, &mut journal, &mut draft, progress)?;
            }
            open = self.open(&draft);
        }
        if !whole {
            draft.leave_out(base);
        }
        Ok(draft)
    }

    /// What the searches follow from.
    fn head(&self) -> Value {
        json!({
            "journal": "kyomi book",
            "version": env!("CARGO_PKG_VERSION"),
            "program": own_program(),
            "engine": self.engine,
            "search": self.settings.search.effective(),
            "evaluation": evaluation_of(&self.settings),
            "hash_mb": self.settings.hash_mb,
            "lines": self.settings.multi_pv,
            "nodes": self.nodes,
        })
    }

    /// The positions of this part that the good moves of `draft` lead to and that are not in it.
    fn open(&self, draft: &Draft) -> Vec<Position> {
        let mut open = Vec::new();
        let mut seen = BTreeSet::from([key(&self.root)]);
        let mut queue = VecDeque::from([(self.root.clone(), 0)]);
        while let Some((pos, ply)) = queue.pop_front() {
            let name = key(&pos);
            if !draft.has(&name) && self.shard.owns(number(&name)) {
                open.push(pos.clone());
            }
            if ply == self.plies {
                continue;
            }
            let after = self.followed(draft, &name, &pos);
            let new = after.into_iter().filter(|after| seen.insert(key(after)));
            queue.extend(new.map(|after| (after, ply + 1)));
        }
        open
    }

    /// The positions after the good moves of `pos`, which is called `name`.
    fn followed(&self, draft: &Draft, name: &str, pos: &Position) -> Vec<Position> {
        let moves = draft.moves(name);
        let best = moves.iter().map(|it| it.value).max().unwrap_or_default();
        let checks = Checks::of(pos);
        let good = moves.iter().filter(|it| {
            it.value >= best.saturating_sub(self.margin) && legality::is_legal(pos, &checks, it.mv)
        });
        let after = good.map(|it| {
            let mut after = pos.clone();
            let _ = after.do_move(it.mv);
            after
        });
        after.collect()
    }

    /// Searches `open` and adds what is found to `draft`.
    fn search(
        &self,
        open: &[Position],
        journal: &mut Journal,
        draft: &mut Draft,
        mut progress: Progress,
    ) -> Result<(), GrowError> {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(64);
            for _ in 0..self.threads.clamp(1, open.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(open, next, &sender));
            }
            drop(sender);
            // If this ends early, so do the workers: nobody listens any more.
            for (done, entry) in (1..).zip(receiver) {
                journal.write(&entry)?;
                draft.add_new(entry);
                progress.show(done, || format!("{done} of {} positions", open.len()))?;
            }
            Ok(())
        })
    }

    /// Searches positions of `open` until there are no more, or nobody listens.
    fn work(&self, open: &[Position], next: &AtomicUsize, news: &SyncSender<Entry>) {
        let mut engine = Engine::new(self.settings.clone());
        while let Some(pos) = open.get(next.fetch_add(1, Relaxed)) {
            if news.send(searched(&mut engine, pos, self.nodes)).is_err() {
                return;
            }
        }
    }
}

/// A number by which the position called `name` belongs to a part.
fn number(name: &str) -> u64 {
    let sum = sha256(name);
    u64::from_str_radix(&sum[..15], 16).unwrap_or_default()
}
