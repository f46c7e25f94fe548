//! One searching thread: the line that it is on, what it has learned, the moves of the root, and counts.

use super::config::SearchConfig;
use super::ends::{End, Ends};
use super::histories::{Corrections, Histories};
use super::interest::Budget;
use super::noise::Noise;
use super::path::Path;
use super::penalties::Plausibility;
use super::picked::{PickContext, Picked};
use super::report::Bound;
use super::root::{Paid, PvMove, RootLine, RootMove};
use super::signals::{NODES_BETWEEN_LOOKS, Shared};
use super::styles::{Chosen, Style};
use super::tt::Entry;
use crate::eval::{Evaluation, INFINITE, LONGEST_MATE, MAX_PLY};
use crate::shogi::declaration::EnteringKingRule;
use crate::shogi::game::Game;
use crate::shogi::movegen::Variety;
use crate::shogi::{CheckSquares, Move, MoveList, Undo};
use std::sync::atomic::Ordering::Relaxed;

/// What ends games beside mate, and what that is worth.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// Which declarations win.
    pub entering_king: EnteringKingRule,
    /// The game is drawn after this many moves; 0 for never.
    pub max_moves: u32,
    /// What a draw is worth to the side that searches: Black, White.
    pub draw_values: [i32; 2],
}

/// What a thread needs of the settings.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    pub config: SearchConfig,
    pub style: Chosen,
    pub rules: GameRules,
    /// Which moves are searched below the root.
    pub variety: Variety,
    /// What is added to static values.
    pub noise: Noise,
}

/// What a thread has learned from its searches.
pub struct Learned {
    pub histories: Histories,
    pub plausibility: Plausibility,
    pub corrections: Corrections,
}

impl Learned {
    fn nothing() -> Self {
        Self {
            histories: Histories::new(),
            plausibility: Plausibility::new(),
            corrections: Corrections::new(),
        }
    }

    fn forget(&mut self) {
        self.histories.clear();
        self.plausibility.clear();
        self.corrections.clear();
    }
}

/// The root of a search.
#[derive(Default)]
pub struct Root {
    /// Its moves, best first once searched.
    pub moves: Vec<RootMove>,
    /// The moves before this index are not searched: their lines are found already (`MultiPV`).
    pub first: usize,
    /// The iteration at hand.
    pub iteration: u32,
    /// Its static value, for as long as nothing was searched.
    pub static_value: i32,
}

/// What a search counts.
#[derive(Default)]
pub struct Counts {
    /// Nodes of this search.
    pub nodes: u64,
    /// The seldepth ply reached in this iteration.
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
    pub path: Path,
    /// What it has learned.
    pub learned: Learned,
    pub root: Root,
    pub counts: Counts,
    /// Whether the search was told to stop; what it returns then means nothing.
    pub stopped: bool,
    /// The moves that led to the node at which it stopped, the last first; a null move is none.
    /// Those of quiescence are not among them.
    pub line_at_stop: Vec<Move>,
    /// Where moves are generated.
    pub scratch: MoveList,
}

/// The check squares of quiescence, to which checks do not matter.
static NO_SQUARES: CheckSquares = CheckSquares::none();

impl Worker {
    /// A thread that knows nothing yet.
    pub fn new(settings: WorkerSettings, evaluation: &Evaluation) -> Self {
        Self {
            path: Path::new(evaluation, settings.rules),
            settings,
            learned: Learned::nothing(),
            root: Root::default(),
            counts: Counts::default(),
            stopped: false,
            line_at_stop: Vec::new(),
            scratch: MoveList::new(),
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
        self.path.forget();
    }

    /// Sets up the root of a new search, from which so many positions are drawn.
    pub fn start(&mut self, game: &Game, moves: Vec<RootMove>, draws: usize) {
        self.path
            .start(game, self.settings.rules, self.settings.noise);
        self.root = Root {
            moves,
            first: 0,
            iteration: 1,
            static_value: self.path.evaluate(0),
        };
        self.path.draw_positions(draws);
        self.learned.histories.move_root();
        self.counts = Counts::default();
        self.stopped = false;
        self.line_at_stop.clear();
    }

    /// Makes `mv` at `ply`, which leads to one more node: nodes are positions reached by a move, as other engines
    /// count them. What looks at a position twice, or passes, adds none.
    #[inline]
    pub fn make(&mut self, shared: &Shared, ply: usize, mv: Move) -> Undo {
        self.count_node(shared, ply + 1);
        self.path.make(shared.table, ply, mv)
    }

    /// Counts a node at `ply`, and looks now and then whether to stop. After a stop nothing counts.
    #[inline]
    fn count_node(&mut self, shared: &Shared, ply: usize) {
        if self.stopped {
            return;
        }
        let counts = &mut self.counts;
        counts.nodes += 1;
        counts.seldepth = counts.seldepth.max(ply);
        let nodes = counts.nodes;
        if nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look(shared);
        }
        if let Some(limit) = shared.limit_of_one_thread() {
            self.stopped |= nodes >= limit;
        }
    }

    #[cold]
    fn look(&mut self, shared: &Shared) {
        shared.nodes.fetch_add(NODES_BETWEEN_LOOKS, Relaxed);
        self.stopped |= shared.must_stop();
    }

    /// The static value of the position at `ply` as the evaluation gives it, which may be `known`,
    /// and corrected. The correction is asked for first: its tables are read from far away while the
    /// network works.
    #[inline]
    pub fn static_values(&mut self, ply: usize, known: Option<Entry>) -> (i32, i32) {
        let correction = self.correction(ply);
        let raw = known.map_or_else(|| self.path.evaluate(ply), |entry| entry.eval);
        (raw, far_from_mate(raw + correction))
    }

    /// Keeps the static values at `ply` in the table at once, and whether it is `mateless`, where the table
    /// did not know: most nodes end before they have more to keep (idea: Stockfish).
    ///
    /// Worth, the values: 1.10 times the nodes per second in `bench`, 1.17 times in games, and at equal
    /// nodes +29 ± 37 (match, 10,000 nodes, 2026-11-25).
    #[inline]
    pub fn keep_static_values<S: Style>(
        &mut self,
        shared: &Shared,
        ply: usize,
        known: Option<Entry>,
        (raw, corrected): (i32, i32),
        mateless: bool,
    ) {
        if known.is_none_or(|it| it.mateless != mateless) {
            let entry = known.unwrap_or_else(|| Entry::of_static_value(raw, corrected));
            self.keep::<S>(shared, ply, Entry { mateless, ..entry });
        }
    }

    /// A static value of the root corrected by what searches found in like positions.
    #[inline]
    pub fn corrected(&self, raw: i32) -> i32 {
        far_from_mate(raw + self.correction(0))
    }

    #[inline]
    fn correction(&self, ply: usize) -> i32 {
        match self.settings.config.correction_percent {
            0 => 0,
            percent => {
                let context = self.path.context(ply);
                self.learned.corrections.of(&self.path.pos, context) * percent / 100
            }
        }
    }

    /// The next move of the picker of `ply`; of the quiets to come `only_checks` if so told.
    #[inline]
    pub fn pick<S: Style>(&mut self, ply: usize, only_checks: bool) -> Option<Picked> {
        if let Some(picked) = self.path.stack[ply].picker.next_listed(only_checks) {
            return Some(picked);
        }
        let before = self.path.context(ply);
        let here = &mut self.path.stack[ply];
        let context = PickContext {
            pos: &self.path.pos,
            checks: &here.checks,
            squares: if here.picker.wants_all() {
                &here.squares
            } else {
                &NO_SQUARES
            },
            config: &self.settings.config,
            histories: &self.learned.histories,
            plausibility: &self.learned.plausibility,
            before,
            ply,
            only_checks,
            variety: if ply == 0 {
                Variety::All
            } else {
                self.settings.variety
            },
        };
        here.picker.next::<S>(&context, &mut self.scratch)
    }

    /// Keeps what was found at `ply` in the table.
    #[inline]
    pub fn keep<S: Style>(&self, shared: &Shared, ply: usize, entry: Entry) {
        if S::has(self.settings.config.table) {
            shared.table.store(self.path.table_key(), ply, entry);
        }
    }

    /// Sets the line of `ply` to `mv`, paid for so, and the line of the next ply.
    #[inline]
    pub fn lead_with(&mut self, ply: usize, mv: Move, paid: Paid) {
        let (here, below) = self.path.stack.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(PvMove { mv, paid });
        let rest = &below[0].line;
        line.extend(rest.iter().take(MAX_PLY - 1).copied());
    }

    /// Notes what the search of root move `mv`, paid for so, came to: a value and what it bounds, which count
    /// only if it is the best.
    pub fn note_root_move(&mut self, mv: Move, paid: Paid, nodes: u64, best: Option<(i32, Bound)>) {
        self.lead_with(0, mv, paid);
        let line = &self.path.stack[0].line;
        let Some(root) = self.root.moves.iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += nodes;
        match best {
            Some((value, bound)) => root.found(RootLine {
                value,
                bound,
                line: line.to_vec(),
                iteration: self.root.iteration,
            }),
            None => root.value = -INFINITE,
        }
    }

    /// The `value` with which a node ends in this way.
    #[inline]
    pub fn ended(&mut self, end: End, value: i32) -> i32 {
        self.counts.ends.note(end);
        value
    }

    /// Budgets after a move of `cost`, as the opponent sees them.
    #[inline]
    pub fn spend(&self, budget: Budget, cost: i32) -> Budget {
        budget.after(cost, self.settings.config.share_percent)
    }
}

/// A static value that is no mate, however far the position is from even.
#[inline]
pub fn far_from_mate(value: i32) -> i32 {
    let most = LONGEST_MATE - 1;
    value.clamp(-most, most)
}
