//! One searching thread: its position, stack and tables, and how moves are made on them.

use super::budget::Budget;
use super::config::SearchConfig;
use super::correction::Corrections;
use super::ends::{End, Ends};
use super::history::{Arrival, Context, Histories};
use super::law::Law;
use super::noise::Noise;
use super::ordering::{PickContext, Picked, Picker};
use super::plausibility::Plausibility;
use super::root_move::{Finding, Line, RootMove};
use super::sampler::Sampler;
use super::score::Bound;
use super::signals::{NODES_BETWEEN_LOOKS, Shared};
use super::tt::Entry;
use crate::eval::{Evaluation, Evaluator, INFINITE, LONGEST_MATE, MAX_PLY};
use crate::shogi::declaration::EnteringKingRule;
use crate::shogi::game::Game;
use crate::shogi::movegen::Variety;
use crate::shogi::repetition::History;
use crate::shogi::{CheckSquares, Checks, Hand, Move, MoveList, Position, Undo};
use std::sync::atomic::Ordering::Relaxed;

/// What a thread keeps for each ply of the line it is on.
pub struct StackEntry {
    /// Checks and pins.
    pub checks: Checks,
    /// From where moves give check; valid once the node has begun to look at its moves.
    pub squares: CheckSquares,
    /// The move made here; [`Move::NONE`] for a null move.
    pub made: Move,
    /// The same as histories know it; none for a null move.
    pub arrival: Option<Arrival>,
    /// Static value; −[`INFINITE`] in check.
    pub eval: i32,
    /// Quiet moves that caused cuts at this ply.
    pub killers: [Move; 2],
    /// The move that is not to be tried here, while its alternatives are searched.
    pub excluded: Move,
    /// The best line found from here.
    pub line: Line,
    /// The moves of the node.
    pub picker: Picker,
}

impl StackEntry {
    fn new() -> Self {
        let empty = Position::empty(shogi_core::Color::Black, 1);
        Self {
            checks: Checks::of(&empty),
            squares: CheckSquares::none(),
            made: Move::NONE,
            arrival: None,
            eval: -INFINITE,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            line: Line::new(),
            picker: Picker::new(),
        }
    }
}

/// What of the settings every node needs.
#[derive(Clone, Debug)]
pub struct NodeSettings {
    /// The knobs.
    pub config: SearchConfig,
    /// What moves cost.
    pub law: Law,
    /// Which declarations win.
    pub entering_king: EnteringKingRule,
    /// The game is drawn after this many moves; 0 for never.
    pub max_moves: u32,
    /// What a draw is worth to the side that searches: Black, White.
    pub draw_values: [i32; 2],
    /// Which moves are searched below the root.
    pub variety: Variety,
    /// What is added to static values.
    pub noise: Noise,
}

/// A searching thread's state.
pub struct Worker {
    /// The position of the node at hand.
    pub pos: Position,
    /// The positions before it, for repetitions.
    pub history: History,
    /// The positions that the game has had three times, as [`History::thrice`] gives them.
    pub thrice: Vec<(u64, Hand)>,
    /// One entry per ply.
    pub stack: Vec<StackEntry>,
    /// Where moves are generated.
    pub scratch: MoveList,
    /// The static values, by ply.
    evaluator: Evaluator,
    /// Histories of moves.
    pub histories: Histories,
    /// Negative plausibilities.
    pub plausibility: Plausibility,
    /// Corrections of the static value.
    pub corrections: Corrections,
    /// What the settings say.
    pub settings: NodeSettings,
    /// What a draw is worth to the side to move at the root.
    draw_value: i32,
    /// The static value of the root, for as long as nothing was searched.
    pub static_root: i32,
    /// The root's moves, best first once searched.
    pub root_moves: Vec<RootMove>,
    /// The root moves before this index are not searched: their lines are found already (`MultiPV`).
    pub first_root_move: usize,
    /// The iteration at hand.
    pub iteration: u32,
    /// Nodes of this search.
    pub nodes: u64,
    /// The seldepth ply reached in this iteration.
    pub seldepth: usize,
    /// The same of the iteration before.
    pub last_seldepth: usize,
    /// Whether the search was told to stop; what it returns then means nothing.
    pub stopped: bool,
    /// The moves that led to the node at which it stopped, the last first; a null move is none.
    /// Those of quiescence are not among them.
    pub line_at_stop: Vec<Move>,
    /// What ended the branches of this search.
    pub ends: Ends,
    /// Positions drawn from this search.
    pub sampler: Sampler,
}

/// The check squares of quiescence, to which checks do not matter.
static NO_SQUARES: CheckSquares = CheckSquares::none();

impl Worker {
    /// A thread that knows nothing yet.
    pub fn new(settings: NodeSettings, evaluation: &Evaluation) -> Self {
        Self {
            pos: Position::default(),
            history: History::default(),
            thrice: Vec::new(),
            stack: (0..=MAX_PLY + 1).map(|_| StackEntry::new()).collect(),
            scratch: MoveList::new(),
            evaluator: Evaluator::new(evaluation, MAX_PLY + 1),
            histories: Histories::new(),
            plausibility: Plausibility::new(),
            corrections: Corrections::new(),
            settings,
            draw_value: 0,
            static_root: 0,
            root_moves: Vec::new(),
            first_root_move: 0,
            iteration: 1,
            nodes: 0,
            seldepth: 0,
            last_seldepth: 0,
            stopped: false,
            line_at_stop: Vec::new(),
            ends: Ends::default(),
            sampler: Sampler::new(0, 0),
        }
    }

    /// A thread at the start of a search of `game` without limits, for tests.
    #[cfg(test)]
    pub(crate) fn at(settings: &super::Settings, game: &Game) -> Self {
        let node_settings = NodeSettings {
            config: settings.search.clone(),
            law: Law::of(settings),
            entering_king: settings.entering_king_rule,
            max_moves: 0,
            draw_values: [0; 2],
            variety: Variety::Sensible,
            noise: super::variety::noise(settings, game, 1),
        };
        let mut worker = Self::new(node_settings, &settings.evaluation);
        worker.start(game, Vec::new(), 0);
        worker
    }

    /// Forgets what earlier searches learned.
    pub fn forget(&mut self) {
        self.histories.clear();
        self.plausibility.clear();
        self.corrections.clear();
        for here in &mut self.stack {
            here.killers = [Move::NONE; 2];
            here.excluded = Move::NONE;
        }
    }

    /// Sets up the root of a new search, from which so many positions are drawn.
    pub fn start(&mut self, game: &Game, root_moves: Vec<RootMove>, draws: usize) {
        self.pos = game.position().clone();
        self.draw_value = self.settings.draw_values[self.pos.side().array_index()];
        self.history = game.history().clone();
        self.thrice = self.history.thrice();
        self.history.reserve(MAX_PLY + 2);
        self.root_moves = root_moves;
        self.first_root_move = 0;
        self.nodes = 0;
        self.iteration = 1;
        (self.seldepth, self.last_seldepth) = (0, 0);
        self.stopped = false;
        self.line_at_stop.clear();
        self.ends = Ends::default();
        self.evaluator.start(&self.pos);
        self.static_root = self.evaluate(0);
        self.sampler = Sampler::new(draws, self.pos.key());
        let root = &mut self.stack[0];
        root.checks = Checks::of(&self.pos);
        root.eval = -INFINITE;
    }

    /// Counts a node at `ply`, and looks now and then whether to stop. After a stop nothing counts.
    #[inline]
    pub fn count_node(&mut self, shared: &Shared, ply: usize) {
        if self.stopped {
            return;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look(shared);
        }
        if let Some(limit) = shared.limit_of_one_thread() {
            self.stopped |= self.nodes >= limit;
        }
    }

    #[cold]
    fn look(&mut self, shared: &Shared) {
        shared.nodes.fetch_add(NODES_BETWEEN_LOOKS, Relaxed);
        self.stopped |= shared.must_stop();
    }

    /// The static value of the position at `ply`, from the side to move.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> i32 {
        if self.sampler.is_on() {
            self.draw_from(ply);
        }
        let value = self.evaluator.value(ply, &self.pos, self.pos.side());
        self.settings.noise.on(value, self.pos.key())
    }

    #[cold]
    #[inline(never)]
    fn draw_from(&mut self, ply: usize) {
        let line = self.stack[..ply].iter().map(|it| it.made);
        self.sampler.see(line);
    }

    /// What the table knows the position by.
    #[inline]
    pub fn table_key(&self) -> u64 {
        self.pos.key() ^ self.settings.noise.salt()
    }

    /// What a draw is worth to the side to move at `ply`.
    #[inline]
    pub fn draw(&self, ply: usize) -> i32 {
        self.draw_value * (1 - 2 * (ply % 2) as i32)
    }

    /// The static value of the position at `ply` as the evaluation gives it, which may be `known`,
    /// and corrected. The correction is asked for first: its tables are read from far away while the
    /// network works.
    #[inline]
    pub fn static_values(&mut self, ply: usize, known: Option<Entry>) -> (i32, i32) {
        let correction = self.correction();
        let raw = known.map_or_else(|| self.evaluate(ply), |entry| entry.eval);
        (raw, Self::far_from_mate(raw + correction))
    }

    /// Keeps the static values at `ply` in the table at once, and whether it is `mateless`, where the table
    /// did not know: most nodes end before they have more to keep (idea: Stockfish).
    ///
    /// Worth, the values: 1.10 times the nodes per second in `bench`, 1.17 times in games, and at equal
    /// nodes +29 ± 37 (match, 10,000 nodes, 2026-11-25).
    #[inline]
    pub fn keep_static_values(
        &mut self,
        shared: &Shared,
        ply: usize,
        known: Option<Entry>,
        (raw, corrected): (i32, i32),
        mateless: bool,
    ) {
        if known.is_none_or(|it| it.mateless != mateless) {
            let entry = known.unwrap_or_else(|| Entry::of_static_value(raw, corrected));
            self.keep(shared, ply, Entry { mateless, ..entry });
        }
    }

    /// A static value of the position at hand corrected by what searches found in like ones.
    #[inline]
    pub fn corrected(&self, raw: i32) -> i32 {
        Self::far_from_mate(raw + self.correction())
    }

    #[inline]
    fn correction(&self) -> i32 {
        match self.settings.config.correction_percent {
            0 => 0,
            percent => self.corrections.of(&self.pos) * percent / 100,
        }
    }

    #[inline]
    fn far_from_mate(value: i32) -> i32 {
        let most = LONGEST_MATE - 1;
        value.clamp(-most, most)
    }

    /// The moves that led to `ply`, as far as histories care.
    #[inline]
    pub fn context(&self, ply: usize) -> Context {
        Context {
            answer_to: ply
                .checked_sub(1)
                .and_then(|before| self.stack[before].arrival),
            follows: ply
                .checked_sub(2)
                .and_then(|before| self.stack[before].arrival),
        }
    }

    /// Makes `mv` at `ply` and fills the next entry of the stack.
    #[inline]
    pub fn make(&mut self, shared: &Shared, ply: usize, mv: Move) -> Undo {
        let placed = self.pos.placed(mv);
        let undo = self.pos.do_move(mv);
        shared.table.prefetch(self.table_key());
        self.evaluator.make(ply, &self.pos, mv, undo.captured());
        self.enter(ply, mv, Some(Arrival::new(placed, mv.to())));
        self.history
            .push(&self.pos, self.stack[ply + 1].checks.in_check());
        undo
    }

    #[inline]
    fn enter(&mut self, ply: usize, made: Move, arrival: Option<Arrival>) {
        self.stack[ply].made = made;
        self.stack[ply].arrival = arrival;
        self.stack[ply + 1].checks = Checks::of(&self.pos);
    }

    /// Takes back `mv`.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.history.pop();
        self.pos.undo_move(mv, undo);
    }

    /// Gives the move away at `ply`.
    #[inline]
    pub fn make_null(&mut self, shared: &Shared, ply: usize) {
        self.pos.do_null_move();
        shared.table.prefetch(self.table_key());
        self.history.push_null(&self.pos);
        self.evaluator.make_null(ply);
        self.enter(ply, Move::NONE, None);
    }

    /// Takes a null move back.
    #[inline]
    pub fn unmake_null(&mut self) {
        self.history.pop();
        self.pos.do_null_move();
    }

    /// The next move of the picker of `ply`; of the quiets to come `only_checks` if so told.
    #[inline]
    pub fn pick(&mut self, ply: usize, only_checks: bool) -> Option<Picked> {
        let before = self.context(ply);
        let here = &mut self.stack[ply];
        let context = PickContext {
            pos: &self.pos,
            checks: &here.checks,
            squares: if here.picker.wants_all() {
                &here.squares
            } else {
                &NO_SQUARES
            },
            config: &self.settings.config,
            histories: &self.histories,
            plausibility: &self.plausibility,
            before,
            only_checks,
            variety: if ply == 0 {
                Variety::All
            } else {
                self.settings.variety
            },
        };
        let picker = &mut here.picker;
        picker.next(&context, &mut self.scratch)
    }

    /// Keeps what was found at `ply` in the table, if there is one.
    #[inline]
    pub fn keep(&self, shared: &Shared, ply: usize, entry: Entry) {
        if self.settings.config.table > 0 {
            shared.table.store(self.table_key(), ply, entry);
        }
    }

    /// Sets the line of `ply` to `mv` and the line of the next ply.
    #[inline]
    pub fn lead_with(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        let rest = &below[0].line;
        line.extend(rest.iter().take(MAX_PLY - 1).copied());
    }

    /// Notes what the search of root move `mv` came to: a value and what it bounds, which count only if
    /// it is the best.
    pub fn note_root_move(&mut self, mv: Move, nodes: u64, best: Option<(i32, Bound)>) {
        let below = &self.stack[1].line;
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += nodes;
        match best {
            Some((value, bound)) => root.found(Finding {
                value,
                bound,
                line: std::iter::once(mv)
                    .chain(below.iter().take(MAX_PLY - 1).copied())
                    .collect(),
                iteration: self.iteration,
            }),
            None => root.value = -INFINITE,
        }
    }

    /// The `value` with which a node ends in this way.
    #[inline]
    pub fn ended(&mut self, end: End, value: i32) -> i32 {
        self.ends.note(end);
        value
    }

    /// Budgets after a move of `cost`, as the opponent sees them.
    #[inline]
    pub fn spend(&self, budget: Budget, cost: i32) -> Budget {
        budget.after(cost, self.settings.config.share_percent)
    }
}
