//! One searching thread: the line that it is on, what it has learned, the moves of the root, and counts.

use super::config::SearchConfig;
use super::conventions::Conventions;
use super::corrections::Corrections;
use super::ends::{End, Ends};
use super::game_rules::GameRules;
use super::histories::Histories;
use super::line::Line;
use super::noise::Noise;
use super::picker::Scored;
use super::plausibility::Plausibility;
use super::root::{Root, RootMove};
use super::signals::{NODES_BETWEEN_LOOKS, Shared};
use super::table::Entry;
use crate::eval::{Evaluation, LONGEST_MATE, MAX_PLY};
use crate::shogi::game::Game;
use crate::shogi::movegen::Variety;
use crate::shogi::{Move, MoveList, Undo};
use std::sync::atomic::Ordering::Relaxed;

/// What a thread needs of the settings.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    pub config: SearchConfig,
    pub rules: GameRules,
    /// Which moves are searched below the root.
    pub variety: Variety,
    /// What is added to static values.
    pub noise: Noise,
}

/// What a thread has learned from its searches.
pub struct Learned {
    pub histories: Histories,
    pub corrections: Corrections,
    pub plausibility: Plausibility,
}

impl Learned {
    fn nothing() -> Self {
        Self {
            histories: Histories::new(),
            corrections: Corrections::new(),
            plausibility: Plausibility::new(),
        }
    }

    fn forget(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.plausibility.clear();
    }
}

/// What a search counts.
#[derive(Default)]
pub struct Counts {
    /// Nodes of this search.
    pub nodes: u64,
    /// The greatest ply reached in this iteration.
    pub seldepth: usize,
    /// The same of the iteration before.
    pub last_seldepth: usize,
    /// What ended the branches of this search.
    pub ends: Ends,
}

/// A searching thread's state.
pub struct Worker {
    pub settings: WorkerSettings,
    /// The line it is on.
    pub line: Line,
    /// What it has learned.
    pub learned: Learned,
    pub root: Root,
    pub counts: Counts,
    /// Whether the search was told to stop; what it returns then means nothing.
    pub stopped: bool,
    /// The moves that led to the node at which it stopped, in quiescence too; a null move is none.
    pub line_at_stop: Vec<Move>,
    /// Where moves are generated.
    pub scratch: MoveList,
    /// The moves of all nodes of the line, with their order; each node has its own behind those of the nodes before.
    pub moves: Vec<Scored>,
    /// The ply below which null moves are verified and not made.
    pub null_moves_from: usize,
    /// Calls of the search until the reference asks for limits.
    pub calls_until_look: u64,
}

impl Worker {
    /// A thread that knows nothing yet.
    pub fn new(settings: WorkerSettings, evaluation: &Evaluation) -> Self {
        Self {
            line: Line::new(evaluation, settings.rules),
            settings,
            learned: Learned::nothing(),
            root: Root::default(),
            counts: Counts::default(),
            stopped: false,
            line_at_stop: Vec::new(),
            scratch: MoveList::new(),
            moves: Vec::with_capacity(16 * MAX_PLY),
            null_moves_from: 0,
            calls_until_look: 0,
        }
    }

    /// A thread at the start of a search of `game`, for tests.
    #[cfg(test)]
    pub(crate) fn at(settings: &crate::player::Settings, game: &Game) -> Self {
        let mut worker = Self::new(WorkerSettings::of(settings, game, 1), &settings.evaluation);
        worker.start(game, Vec::new(), 0);
        worker
    }

    /// Forgets what earlier searches learned.
    pub fn forget(&mut self) {
        self.learned.forget();
        self.calls_until_look = 0;
    }

    /// Sets up the root of a new search, from which so many positions are drawn.
    pub fn start(&mut self, game: &Game, moves: Vec<RootMove>, draws: usize) {
        self.line
            .start(game, self.settings.rules, self.settings.noise);
        self.root = Root {
            moves,
            static_value: self.line.evaluate(0),
            ..Root::default()
        };
        self.line.draw_positions(draws);
        self.learned.histories.near_root.clear();
        self.counts = Counts::default();
        self.stopped = false;
        self.line_at_stop.clear();
        self.moves.clear();
        self.null_moves_from = 0;
    }

    /// Makes `mv` at `ply`, which leads to one more node: nodes are positions reached by a move, as other engines
    /// count them. What looks at a position twice, or passes, adds none.
    #[inline]
    pub fn make<C: Conventions>(&mut self, shared: &Shared, ply: usize, mv: Move) -> Undo {
        let undo = self.line.make::<C>(shared.table, ply, mv);
        let (keys, moves) = (&self.line.at(ply + 1).keys, self.line.last_moves(ply + 1));
        let corrections = &self.learned.corrections;
        corrections.prefetch(keys, self.line.pos.side(), moves);
        self.count_node::<C>(shared, ply + 1);
        undo
    }

    /// Counts a node at `ply`, and looks now and then whether to stop. After a stop nothing counts.
    #[inline]
    fn count_node<C: Conventions>(&mut self, shared: &Shared, ply: usize) {
        if self.gives_up::<C>() {
            return;
        }
        let counts = &mut self.counts;
        counts.nodes += 1;
        counts.seldepth = counts.seldepth.max(ply);
        if C::LATE {
            return;
        }
        let nodes = counts.nodes;
        let limit = shared.limit_of_one_thread();
        if nodes.is_multiple_of(NODES_BETWEEN_LOOKS) || limit.is_some_and(|limit| nodes >= limit) {
            self.look(shared, ply);
        }
    }

    #[cold]
    fn look(&mut self, shared: &Shared, ply: usize) {
        if self.counts.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            shared.nodes.fetch_add(NODES_BETWEEN_LOOKS, Relaxed);
        }
        let limit = shared.limit_of_one_thread();
        if limit.is_some_and(|limit| self.counts.nodes >= limit) || shared.must_stop() {
            self.stopped = true;
            self.line_at_stop = (0..ply).map(|before| self.line.at(before).made).collect();
        }
    }

    /// Whether what a search returned means nothing, and the node is to be left at once.
    #[inline]
    pub fn gives_up<C: Conventions>(&self) -> bool {
        !C::LATE && self.stopped
    }

    /// The static value that follows from `raw`, that of the evaluation, and a correction.
    #[inline]
    pub fn corrected(raw: i32, correction: i32) -> i32 {
        far_from_mate(raw + correction / 131_072)
    }

    /// The correction of static values at `ply`, in 131,072ths of a unit.
    #[inline]
    pub fn correction(&self, ply: usize) -> i32 {
        let (line, side) = (&self.line, self.line.pos.side());
        let moves = line.last_moves(ply);
        let found = self.learned.corrections.of(&line.at(ply).keys, side, moves);
        let percent = self.settings.config.correction_percent;
        (i64::from(found) * i64::from(percent) / 100) as i32
    }

    /// What the table knows of the position at `ply`.
    pub fn known<C: Conventions>(&self, shared: &Shared, ply: usize) -> Entry {
        let key = self.line.table_key::<C>();
        shared.table.probe(&self.line.pos, key, ply).0
    }

    /// The `value` with which a node ends in this way.
    #[inline]
    pub fn ended(&mut self, end: End, value: i32) -> i32 {
        self.counts.ends.note(end);
        value
    }
}

/// A static value that is no mate, however far the position is from even.
#[inline]
pub fn far_from_mate(value: i32) -> i32 {
    let most = LONGEST_MATE - 1;
    value.clamp(-most, most)
}
