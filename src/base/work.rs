//! Work on many items: spread over threads, and, where that is wanted, every answer kept in a journal from which
//! the same work goes on after any end.
//!
//! What must hold: an item that has an answer in the journal is not worked on again; an answer that was written
//! is not lost, whatever ends the program.
//!
//! | what is to be done | by |
//! |---|---|
//! | items that need nothing of each other | [`Workers`] |
//! | the same, to go on after an end | [`Workers::resume`], with [`Answers`] by question |
//! | numbers changed where they stand, many times a second | [`for_each`] |
//! | steps of which each follows from the last, to go on after an end | one thread, and a [`JournalFile`] read in order |
//! | a state of which only the last counts | one thread, and [`files::write`](crate::files::write) |
//!
//! Threads of their own have the search (one table, one clock: `engine::player`), the mate solver, a match (players who
//! stay from game to game, news while they play: `matches::crew`) and whoever waits for another program.

use crate::STACK_BYTES;
use crate::files::journal::{JournalError, JournalFile};
use crate::progress::{Progress, Screen};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

/// How many answers wait at most to be taken: a slow disk holds back the work instead of filling the memory.
const WAITING: usize = 64;

/// Who works.
#[derive(Clone, Debug, Default)]
pub struct Workers {
    /// How many threads, at least 1. Each has a stack of [`STACK_BYTES`].
    pub threads: usize,
    /// Raised to end the work. Answers that come later are not taken: they may have been cut short.
    pub stop: Arc<AtomicBool>,
}

/// Does `work` on each of `items` where it stands, on `threads` threads that take the next item when free.
pub fn for_each<Item: Send>(threads: usize, items: &mut [Item], work: impl Fn(&mut Item) + Sync) {
    let helpers = threads.min(items.len()).saturating_sub(1);
    let queue = Mutex::new(items.iter_mut());
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_off = || {
        while let Some(item) = take() {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(work_off);
        }
        work_off();
    });
}

/// An answer that can be kept: one JSON object.
pub trait Answer: Serialize + DeserializeOwned + Send {
    /// What the answer follows from.
    type Key: Ord;

    /// To which question it is the answer.
    fn key(&self) -> Self::Key;
}

/// The answers that are known, and the journal that new ones are added to.
#[derive(Debug)]
pub struct Answers<A: Answer> {
    known: BTreeMap<A::Key, A>,
    journal: Option<JournalFile>,
}

/// How far work is in words: of the answers that are known, items done, and all items.
pub type Words<'a, A> = Box<dyn Fn(&Answers<A>, usize, usize) -> String + 'a>;

/// How progress is shown.
pub struct Shown<'a, 's, Item, A: Answer> {
    /// Where.
    pub screen: Screen<'s>,
    /// How long an item takes, compared with others.
    pub size: Box<dyn Fn(&Item) -> u64 + 'a>,
    /// How far it is in words.
    pub words: Words<'a, A>,
}

impl Workers {
    /// So many threads that nothing stops.
    pub fn new(threads: usize) -> Self {
        Self {
            threads,
            stop: Arc::default(),
        }
    }

    /// Works on all `items`; each thread calls what `worker` makes for it. Every answer goes to `take` with the
    /// place of its item, as they come.
    ///
    /// # Errors
    /// The first of `take`, or [`io::ErrorKind::Interrupted`] after a stop; both after the items being worked on.
    pub fn each<
        Item: Sync,
        Work: FnMut(&Item) -> Outcome,
        Outcome: Send,
        Error: From<io::Error>,
    >(
        &self,
        items: &[Item],
        worker: impl Fn() -> Work + Sync,
        mut take: impl FnMut(usize, Outcome) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let next = AtomicUsize::new(0);
        let open = || {
            let place = (!self.is_stopped()).then(|| next.fetch_add(1, Relaxed))?;
            Some((place, items.get(place)?))
        };
        let mut left = items.len();
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(WAITING);
            for _ in 0..self.threads.clamp(1, left.max(1)) {
                let (sender, open, worker) = (sender.clone(), &open, &worker);
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, move || {
                    let mut work = worker();
                    while let Some((place, item)) = open() {
                        // Failing means that nobody takes answers any more.
                        if sender.send((place, work(item))).is_err() {
                            return;
                        }
                    }
                })?;
            }
            drop(sender);
            for (place, outcome) in receiver {
                if self.is_stopped() {
                    break;
                }
                take(place, outcome)?;
                left -= 1;
            }
            if left == 0 {
                return Ok(());
            }
            let words = "interrupted; the same command goes on from here";
            Err(io::Error::new(io::ErrorKind::Interrupted, words).into())
        })
    }

    /// The same with the answers in the order of the items.
    ///
    /// # Errors
    /// As [`Workers::each`].
    pub fn in_order<
        Item: Sync,
        Work: FnMut(&Item) -> Outcome,
        Outcome: Send,
        Error: From<io::Error>,
    >(
        &self,
        items: &[Item],
        worker: impl Fn() -> Work + Sync,
        mut take: impl FnMut(Outcome) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut early, mut next) = (BTreeMap::new(), 0);
        self.each(items, worker, |place, outcome| {
            early.insert(place, outcome);
            while let Some(outcome) = early.remove(&next) {
                next += 1;
                take(outcome)?;
            }
            Ok(())
        })
    }

    /// The answers to all `items`, in their order.
    ///
    /// # Errors
    /// After a stop, or if there can be no threads.
    pub fn all<Item: Sync, Work: FnMut(&Item) -> Outcome, Outcome: Send>(
        &self,
        items: &[Item],
        worker: impl Fn() -> Work + Sync,
    ) -> io::Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(items.len());
        self.in_order(items, worker, |outcome| {
            outcomes.push(outcome);
            io::Result::Ok(())
        })?;
        Ok(outcomes)
    }

    /// Works on those of `items` whose answers are not known, items of the same key once, and adds what is found
    /// to `answers`.
    ///
    /// # Errors
    /// The first of the work, if the journal or progress cannot be written, and after a stop.
    pub fn resume<Item, Work, A: Answer, Error: From<io::Error> + Send>(
        &self,
        items: &[Item],
        key: impl Fn(&Item) -> A::Key,
        worker: impl Fn() -> Work + Sync,
        answers: &mut Answers<A>,
        shown: Shown<Item, A>,
    ) -> Result<(), Error>
    where
        Item: Sync,
        Work: FnMut(&Item) -> Result<A, Error>,
    {
        let (mut done, mut all, mut size_done, mut size) = (0, 0, 0, 0);
        let (mut seen, mut missing) = (BTreeSet::new(), Vec::new());
        for item in items {
            let (key, item_size) = (key(item), (shown.size)(item));
            let is_known = answers.known.contains_key(&key);
            if !seen.insert(key) {
                continue;
            }
            (all, size) = (all + 1, size + item_size);
            if is_known {
                (done, size_done) = (done + 1, size_done + item_size);
            } else {
                missing.push((item, item_size));
            }
        }
        let mut progress = Progress::new(shown.screen, size_done, size);
        let worker = || {
            let mut work = worker();
            move |(item, _): &(&Item, u64)| work(item)
        };
        self.each(&missing, worker, |place, answer| {
            answers.add(answer?)?;
            (done, size_done) = (done + 1, size_done + missing[place].1);
            Ok(progress.show(size_done, || (shown.words)(answers, done, all))?)
        })
    }

    /// Whether the work is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

impl<A: Answer> Default for Answers<A> {
    /// No answers, and no journal.
    fn default() -> Self {
        Self {
            known: BTreeMap::new(),
            journal: None,
        }
    }
}

impl<A: Answer> Answers<A> {
    /// Those in the journal at `path`, which is created where there is none, see
    /// [`JournalFile::open_entries`].
    ///
    /// # Errors
    /// If the file cannot be used, or is that of other work.
    pub fn open(path: &Path, head: &Value) -> Result<Self, JournalError> {
        let (journal, answers) = JournalFile::open_entries(path, head)?;
        Ok(Self::kept_in(journal, answers))
    }

    /// These `answers`, read from `journal`.
    pub fn kept_in(journal: JournalFile, answers: Vec<A>) -> Self {
        let known = answers.into_iter().map(|answer| (answer.key(), answer));
        Self {
            known: known.collect(),
            journal: Some(journal),
        }
    }

    /// The same, where it is left to the system when answers reach the disk, see [`JournalFile::unsynced`].
    #[must_use]
    pub fn unsynced(mut self) -> Self {
        self.journal.iter_mut().for_each(JournalFile::unsynced);
        self
    }

    /// The answer to a question; none if it is not known.
    pub fn get(&self, key: &A::Key) -> Option<&A> {
        self.known.get(key)
    }

    /// All, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = &A> {
        self.known.values()
    }

    /// All, in the order of their keys.
    pub fn into_vec(self) -> Vec<A> {
        self.known.into_values().collect()
    }

    fn add(&mut self, answer: A) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(&answer)?;
        }
        self.known.insert(answer.key(), answer);
        Ok(())
    }
}

impl<'a, 's, Item, A: Answer> Shown<'a, 's, Item, A> {
    /// On `screen`, as in "3 of 9 games", where every item takes as long.
    pub fn counted(screen: Screen<'s>, items: &'static str) -> Self {
        Self {
            screen,
            size: Box::new(|_| 1),
            words: Box::new(move |_, done, all| format!("{done} of {all} {items}")),
        }
    }

    /// The same where items differ in how long they take.
    #[must_use]
    pub fn sized(mut self, size: impl Fn(&Item) -> u64 + 'a) -> Self {
        self.size = Box::new(size);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;
    use std::env;
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use std::process::Command;
    use tempfile::tempdir;

    #[test]
    fn every_item_is_worked_on_once_by_any_number_of_threads() {
        for threads in [1, 3, 20] {
            let items: Vec<u32> = (0..9).collect();
            let squares = Workers::new(threads).all(&items, || |item: &u32| item * item);
            assert_eq!(squares.unwrap(), [0, 1, 4, 9, 16, 25, 36, 49, 64]);
        }
        let none = Workers::new(4).all(&[0_u8; 0], || |_: &u8| ());
        assert!(none.unwrap().is_empty());
    }

    #[test]
    fn every_item_is_changed_once() {
        for threads in [1, 2, 5, 64] {
            let mut items: Vec<u32> = (0..37).collect();
            for_each(threads, &mut items, |item| *item += 100);
            assert!(items.into_iter().eq(100..137), "{threads} threads");
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let mut taken = 0;
        let take = |_, ()| {
            taken += 1;
            Err(io::Error::other("enough"))
        };
        let ended = Workers::new(2).each(&[0; 1000], || |_: &i32| (), take);
        assert_eq!(ended.unwrap_err().to_string(), "enough");
        assert_eq!(taken, 1);
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct Square {
        of: u64,
        is: u64,
    }

    impl Answer for Square {
        type Key = u64;

        fn key(&self) -> u64 {
            self.of
        }
    }

    /// The squares of 0 to 19, the journal of which is at `path`; `before` is called before each. Returns what
    /// progress said.
    fn squares(
        path: &Path,
        workers: &Workers,
        before: impl Fn(u64) + Sync,
    ) -> io::Result<(Answers<Square>, String)> {
        let items: Vec<u64> = (0..20).collect();
        let mut answers = Answers::open(path, &json!({"journal": "squares"})).unwrap();
        let mut said = Vec::new();
        workers.resume(
            &items,
            |&of| of,
            || {
                |&of: &u64| {
                    before(of);
                    io::Result::Ok(Square { of, is: of * of })
                }
            },
            &mut answers,
            Shown::counted(Screen::Lines(&mut said), "squares"),
        )?;
        Ok((answers, String::from_utf8_lossy(&said).into_owned()))
    }

    const JOURNAL: &str = "KYOMI_TEST_JOURNAL";

    #[test]
    fn work_that_is_killed_goes_on() {
        if let Some(path) = env::var_os(JOURNAL) {
            let kill_at = |of| {
                if of == 7 {
                    std::process::abort();
                }
            };
            let _ = squares(path.as_ref(), &Workers::new(1), kill_at);
            return;
        }
        let folder = tempdir().unwrap();
        let path = folder.path().join("squares.jsonl");
        let this = "work::tests::work_that_is_killed_goes_on";
        let mut killed = Command::new(env::current_exe().unwrap());
        killed.args([this, "--exact"]).env(JOURNAL, &path);
        assert!(!killed.output().unwrap().status.success());
        let lines = |path: &Path| fs::read_to_string(path).unwrap().lines().count();
        assert!((1..=8).contains(&lines(&path)), "{}", lines(&path));
        let mut torn = OpenOptions::new().append(true).open(&path).unwrap();
        torn.write_all(b"{\"of\":19,\"i").unwrap();
        drop(torn);

        let workers = Workers::new(3);
        let stop = |of| {
            if of == 12 {
                workers.stop.store(true, Relaxed);
            }
        };
        let stopped = squares(&path, &workers, stop).unwrap_err();
        assert_eq!(stopped.kind(), io::ErrorKind::Interrupted);

        let known = fs::read_to_string(&path).unwrap();
        let expect_new = |of| assert!(!known.contains(&format!("\"of\":{of},")), "{of} again");
        let (answers, said) = squares(&path, &Workers::new(2), expect_new).unwrap();
        let found: Vec<u64> = answers.iter().map(|it| it.is).collect();
        assert_eq!(found, (0..20).map(|of| of * of).collect::<Vec<_>>());
        assert!(said.ends_with("20 of 20 squares; 0 s left\n"), "{said}");
        assert_eq!(lines(&path), 21);
        drop(answers);
        let (_, said) = squares(&path, &Workers::new(2), |of| panic!("{of} again")).unwrap();
        assert_eq!(said, "");
    }
}
