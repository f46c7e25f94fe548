//! Proving mates: given a position, is there a mate by checks all the way, and which?
//!
//! What must hold: an answer is proven. A mate is one against every defence, with every piece
//! dropped between counted; no mate means that no sequence of checks of any length mates. If
//! neither is proven within the limits, the answer says so. Of the game's past only those positions
//! matter that occurred three times.
//!
//! Several threads may work on one question. Each searches from the root; they share a table, in which
//! what one of them is searching looks harder to the others.

mod futile;
pub mod judge;
mod leaf;
mod looks;
mod node;
mod path;
mod search;
mod shorten;
mod tt;

pub use base::STACK_BYTES;

use crate::platform::{HAS_THREADS, Instant};
use crate::shogi::repetition::History;
use crate::shogi::{Checks, Hand, Move, Position};
pub use futile::length_without_futile;
use node::ANY_PLIES;
use path::Path;
use search::Search;
use shorten::Mate;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tt::{Memory, ProofTable, SharedTable};

/// How a search for mate ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// The side to move mates by this line, in which the defender holds out as long as is known: as
    /// long as [`MateReport::plies`], unless a limit cut the work.
    Mate(Vec<Move>),
    /// There is no mate.
    NoMate,
    /// Neither was proven within the limits.
    NotDecided,
}

/// What a search for mate found, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateReport {
    /// The answer.
    pub answer: MateAnswer,
    /// How many plies the mate is proven to take at most; zero where there is none.
    pub plies: u16,
    /// Whether the mate is proven to be a shortest.
    pub is_shortest: bool,
    /// How far the search went.
    pub progress: MateProgress,
}

/// A question: is there a mate in this position?
#[derive(Clone, Debug)]
pub struct MateProblem {
    /// The position; the side to move attacks.
    pub position: Position,
    /// When to give up.
    pub limits: MateLimits,
    /// Memory for the table, in MiB.
    pub hash_mb: usize,
    /// How short a mate is wanted.
    pub length: MateLength,
}

/// How short a mate is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateLength {
    /// The first that is proven.
    Any,
    /// As short as is found with about as many nodes more as the proof took.
    Shortened,
    /// A shortest, whatever it costs.
    Shortest,
}

/// No line is searched deeper than so many plies.
pub const DEEPEST: u16 = 3000;

/// How deep an ordinary thread's stack lets [`MateProblem::solve_here`] go, in plies.
pub const DEEPEST_HERE: u16 = 200;

/// About how fast the solver is on one thread (November 2026), for those who turn time into nodes.
pub const NODES_PER_MS: u64 = 400;

impl MateProblem {
    /// Looks for a mate until one is proven, none is, a limit is reached or `stop` becomes true;
    /// `listener` hears every second how far it has come. Takes a thread of its own.
    pub fn solve(
        &self,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(&MateProgress) + Send),
    ) -> MateReport {
        self.solve_after(&History::default(), 1, stop, listener)
    }

    /// [`MateProblem::solve`] with so many `threads`, for a position to which `history` led: coming to
    /// a position that occurred three times is no mate.
    pub fn solve_after(
        &self,
        history: &History,
        threads: usize,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(&MateProgress) + Send),
    ) -> MateReport {
        on_own_thread(|| self.solve_by(threads, history, stop, listener)).unwrap_or(MateReport {
            answer: MateAnswer::NotDecided,
            plies: 0,
            is_shortest: false,
            progress: MateProgress::default(),
        })
    }

    /// [`MateProblem::solve_after`] on the calling thread. No line is searched deeper than `deepest`
    /// plies, at most [`DEEPEST`], for which the stack must have [`STACK_BYTES`]; where that is too
    /// little nothing is decided.
    pub fn solve_here(
        &self,
        history: &History,
        deepest: u16,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&MateProgress),
    ) -> MateReport {
        let watch = Watch::new(self.limits, stop, listener, None);
        let ended = history.thrice();
        let memory = Memory::Own(ProofTable::new(self.hash_mb, !ended.is_empty()));
        let mut search = Search::new(&self.position, Path::new(ended), memory, watch);
        self.report(&mut search, deepest)
    }

    /// [`MateProblem::solve_here`] down to [`DEEPEST`], or [`DEEPEST_HERE`] where no thread can be made for that, with `threads` in all; the limit of nodes is
    /// that of all together.
    pub fn solve_by(
        &self,
        threads: usize,
        history: &History,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&MateProgress),
    ) -> MateReport {
        if threads <= 1 {
            let deepest = if HAS_THREADS { DEEPEST } else { DEEPEST_HERE };
            return self.solve_here(history, deepest, stop, listener);
        }
        let ended = history.thrice();
        let table = SharedTable::new(self.hash_mb, !ended.is_empty());
        let team = Team::default();
        let helper = &|prefers_last| {
            let mut silent = |_: &MateProgress| {};
            let watch = Watch::new(self.limits, stop, &mut silent, Some(&team));
            let mut search = self.shared_search(&ended, &table, watch);
            search.prefers_last = prefers_last;
            search.decide(DEEPEST);
            team.decided.store(true, Ordering::Relaxed);
        };
        thread::scope(|scope| {
            for number in 1..threads {
                let help = move || helper(number % 2 == 1);
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                // With fewer threads than were asked for the answer is the same.
                let _ = thread.spawn_scoped(scope, help);
            }
            let watch = Watch::new(self.limits, stop, listener, Some(&team));
            let mut search = self.shared_search(&ended, &table, watch);
            search.decide(DEEPEST);
            team.decided.store(true, Ordering::Relaxed);
            if search
                .recall(DEEPEST)
                .is_some_and(|value| value.is_decided())
            {
                search.watch.go_on();
            }
            self.report(&mut search, DEEPEST)
        })
    }

    fn shared_search<'a>(
        &self,
        ended: &[(u64, Hand)],
        table: &'a SharedTable,
        watch: Watch<'a>,
    ) -> Search<'a> {
        let path = Path::new(ended.to_vec());
        Search::new(&self.position, path, Memory::Shared(table), watch)
    }

    /// Searches, and returns what was found and what it cost.
    fn report(&self, search: &mut Search, deepest: u16) -> MateReport {
        let (answer, plies, is_shortest) = match self.answer(search, deepest) {
            Answer::Mate(mate) => (MateAnswer::Mate(mate.line), mate.plies, mate.is_shortest),
            Answer::NoMate => (MateAnswer::NoMate, 0, false),
            Answer::NotDecided => (MateAnswer::NotDecided, 0, false),
        };
        MateReport {
            answer,
            plies,
            is_shortest,
            progress: search.progress(),
        }
    }

    fn answer(&self, search: &mut Search, deepest: u16) -> Answer {
        if Checks::against(&self.position, self.position.side().flip()).in_check() {
            // No position of a game: the king could be taken.
            return Answer::NotDecided;
        }
        let value = search.decide(deepest);
        if value.is_no_mate() && value.plies == ANY_PLIES {
            return Answer::NoMate;
        }
        if !value.is_mate() {
            return Answer::NotDecided;
        }
        search.watch.mate = Some((Vec::new(), value.plies));
        let Some(line) = search.line(value.plies, false) else {
            return Answer::NotDecided;
        };
        search.watch.mate = Some((line.moves.clone(), line.plies));
        Answer::Mate(search.shorten(line, self.length))
    }
}

/// What `work` returns on a thread that has the stack for it; none if there can be no such thread.
fn on_own_thread<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("tsume".to_owned());
        let thread = thread.stack_size(STACK_BYTES).spawn_scoped(scope, work);
        thread.ok()?.join().ok()
    })
}

/// [`MateAnswer`], with all that is known of a mate.
enum Answer {
    Mate(Mate),
    NoMate,
    NotDecided,
}

impl MateReport {
    /// Whether [`MateReport::plies`] is a bound only: the line is not of that length, because the
    /// replies that hold out as long were not found out within the limits.
    pub fn is_bound(&self) -> bool {
        matches!(&self.answer, MateAnswer::Mate(line) if line.len() != usize::from(self.plies))
    }
}

/// What ends a search for mate before its answer is proven; whatever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct MateLimits {
    /// Positions searched.
    pub nodes: Option<u64>,
    /// The moment at which an answer is due.
    pub until: Option<Instant>,
}

/// How far a search for mate has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MateProgress {
    /// Positions searched so far. Leaves are not counted.
    pub nodes: u64,
    /// Time since the search began, in milliseconds.
    pub time_ms: u64,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// The plies of the longest line that was searched.
    pub depth: u16,
    /// The line that mates, as far as is known; before a mate is proven the most promising one, which
    /// is being searched.
    pub line: Vec<Move>,
    /// Whether a mate is proven.
    pub is_mate: bool,
    /// How many plies it is proven to take at most; zero before a mate is proven.
    pub plies: u16,
}

/// What the threads that search for one mate know of each other.
#[derive(Debug, Default)]
struct Team {
    /// Nodes of all of them, but for the last few of each.
    nodes: AtomicU64,
    /// One of them has the answer.
    decided: AtomicBool,
}

/// Counts nodes and says when to end.
struct Watch<'a> {
    nodes: u64,
    began: Instant,
    limits: MateLimits,
    stop: &'a AtomicBool,
    listener: &'a mut dyn FnMut(&MateProgress),
    reported: Instant,
    team: Option<&'a Team>,
    /// Nothing is left but the line.
    finishing: bool,
    /// A mate that is proven, empty until its line is known, and how many plies it takes at most.
    mate: Option<(Vec<Move>, u16)>,
    /// The number of nodes at which a part of the search ends that may not take all that is left.
    part_ends: u64,
    over: bool,
}

impl<'a> Watch<'a> {
    /// Nodes from one reading of the clock to the next: well below a millisecond.
    const INTERVAL: u64 = 64;
    const REPORT_EVERY: Duration = Duration::from_secs(1);

    fn new(
        limits: MateLimits,
        stop: &'a AtomicBool,
        listener: &'a mut dyn FnMut(&MateProgress),
        team: Option<&'a Team>,
    ) -> Self {
        let began = Instant::now();
        Self {
            nodes: 0,
            began,
            limits,
            stop,
            listener,
            reported: began,
            team,
            finishing: false,
            mate: None,
            part_ends: u64::MAX,
            over: false,
        }
    }

    /// Whether a limit has been reached.
    fn is_over(&self) -> bool {
        self.over || self.nodes >= self.part_ends
    }

    /// Goes on although another thread has found the answer.
    fn go_on(&mut self) {
        self.finishing = true;
        self.over = false;
    }

    /// One more node, at the end of `path`, with what is known in `memory`.
    fn count_node(&mut self, memory: &Memory, path: &Path) {
        self.nodes += 1;
        if self.team.is_none() {
            self.over |= self.has_spent(self.nodes);
        }
        if self.nodes.is_multiple_of(Self::INTERVAL) {
            self.check_limits(memory, path);
        }
    }

    fn has_spent(&self, nodes: u64) -> bool {
        self.limits.nodes.is_some_and(|limit| nodes >= limit)
    }

    fn check_limits(&mut self, memory: &Memory, path: &Path) {
        let now = Instant::now();
        self.over |= self.stop.load(Ordering::Relaxed);
        self.over |= self.limits.until.is_some_and(|until| now >= until);
        if let Some(team) = self.team {
            let nodes = team.nodes.fetch_add(Self::INTERVAL, Ordering::Relaxed) + Self::INTERVAL;
            self.over |= self.has_spent(nodes);
            self.over |= team.decided.load(Ordering::Relaxed) && !self.finishing;
        }
        if now.saturating_duration_since(self.reported) >= Self::REPORT_EVERY {
            self.report(memory, path);
        }
    }

    /// Tells the listener how far the search has come.
    fn report(&mut self, memory: &Memory, path: &Path) {
        self.reported = Instant::now();
        let progress = self.progress(memory, path);
        (self.listener)(&progress);
    }

    /// How far the search has come.
    fn progress(&self, memory: &Memory, path: &Path) -> MateProgress {
        let of_all = self.team.map(|team| team.nodes.load(Ordering::Relaxed));
        let mate = self.mate.as_ref();
        MateProgress {
            nodes: of_all.unwrap_or(0).max(self.nodes),
            time_ms: self.began.elapsed().as_millis() as u64,
            hash_full: memory.permille(),
            depth: path.longest(),
            line: mate.map_or_else(|| path.moves(), |(line, _)| line.clone()),
            is_mate: mate.is_some(),
            plies: mate.map_or(0, |(_, plies)| *plies),
        }
    }
}
