//! The line that a thread is on: the position, what led to it, and what is kept for each ply of it.
//!
//! What must hold: [`Path::make`] and [`Path::unmake`] come in pairs, and entry `ply` of the stack belongs to
//! the position that so many moves have led to.

use super::histories::{Arrival, Context};
use super::noise::Noise;
use super::ordering::{Picker, is_noisy};
use super::root::Line;
use super::sampler::Sampler;
use super::tt::TranspositionTable;
use super::worker::GameRules;
use crate::eval::handmade::EXCHANGE;
use crate::eval::{Evaluation, Evaluator, INFINITE, MAX_PLY};
use crate::shogi::exchange::{Pins, exchange_reaches};
use crate::shogi::game::Game;
use crate::shogi::repetition::History;
use crate::shogi::{CheckSquares, Checks, Hand, Move, Position, Undo};

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
    /// Whether it is quiet.
    pub quiet: bool,
    /// How many moves of the node were searched before it.
    pub rank: usize,
    /// Static value; in check that of two plies before, −[`INFINITE`] if there is none.
    pub eval: i32,
    /// Quiet moves that caused cuts at this ply.
    pub killers: [Move; 2],
    /// The move that is not to be tried here, while its alternatives are searched.
    pub excluded: Move,
    /// By how much the search of the move made here is reduced, in centi-plies.
    pub reduced: i32,
    /// The best line found from here.
    pub line: Line,
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
            quiet: false,
            rank: 0,
            eval: -INFINITE,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            reduced: 0,
            line: Line::new(),
            picker: Picker::default(),
        }
    }
}

/// The line that a thread is on.
pub struct Path {
    /// The position of the node at hand.
    pub pos: Position,
    /// The positions before it, for repetitions.
    pub history: History,
    /// The positions that the game has had three times, as [`History::thrice`] gives them.
    pub thrice: Vec<(u64, Hand)>,
    /// One entry per ply.
    pub stack: Vec<StackEntry>,
    pub rules: GameRules,
    /// Positions drawn from this search.
    pub sampler: Sampler,
    evaluator: Evaluator,
    noise: Noise,
    /// What a draw is worth to the side to move at the root.
    draw_value: i32,
}

impl Path {
    /// A path that leads nowhere yet, on which positions are worth what `evaluation` says.
    pub fn new(evaluation: &Evaluation, rules: GameRules) -> Self {
        Self {
            pos: Position::default(),
            history: History::default(),
            thrice: Vec::new(),
            stack: (0..=MAX_PLY + 1).map(|_| StackEntry::new()).collect(),
            rules,
            sampler: Sampler::new(0, 0),
            evaluator: Evaluator::new(evaluation, MAX_PLY + 1),
            noise: Noise::default(),
            draw_value: 0,
        }
    }

    /// Sets up the root of a search of `game` by `rules`, where `noise` is added to static values.
    pub fn start(&mut self, game: &Game, rules: GameRules, noise: Noise) {
        self.pos = game.position().clone();
        self.draw_value = rules.draw_values[self.pos.side().array_index()];
        (self.rules, self.noise) = (rules, noise);
        self.history = game.history().clone();
        self.thrice = self.history.thrice();
        self.history.reserve(MAX_PLY + 2);
        self.evaluator.start(&self.pos);
        let root = &mut self.stack[0];
        root.checks = Checks::of(&self.pos);
        root.eval = -INFINITE;
    }

    /// Draws so many positions from the search that begins here.
    pub fn draw_positions(&mut self, draws: usize) {
        self.sampler = Sampler::new(draws, self.pos.key());
    }

    /// Forgets what earlier searches left on the stack.
    pub fn forget(&mut self) {
        for here in &mut self.stack {
            here.killers = [Move::NONE; 2];
            here.excluded = Move::NONE;
        }
    }

    /// The static value of the position at `ply`, from the side to move.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> i32 {
        if self.sampler.is_on() {
            self.draw_from(ply);
        }
        let value = self.evaluator.value(ply, &self.pos, self.pos.side());
        self.noise.on(value, self.pos.key())
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
        self.pos.key() ^ self.noise.salt()
    }

    /// What a draw is worth to the side to move at `ply`.
    #[inline]
    pub fn draw(&self, ply: usize) -> i32 {
        self.draw_value * (1 - 2 * (ply % 2) as i32)
    }

    /// The moves that led to `ply`, as far as histories care.
    #[inline]
    pub fn context(&self, ply: usize) -> Context {
        let arrival = |before: usize| self.stack[before].arrival;
        Context {
            answer_to: ply.checked_sub(1).and_then(arrival),
            follows: ply.checked_sub(2).and_then(arrival),
            earlier: ply.checked_sub(4).and_then(arrival),
        }
    }

    /// Whether `mv`, made at `ply`, gains at least `gain` centipawns by exchange.
    #[inline]
    pub fn exchange_reaches(&self, ply: usize, mv: Move, gain: i32) -> bool {
        let here = &self.stack[ply];
        let pins = Pins::of(&self.pos, &here.checks, &here.squares);
        exchange_reaches(&self.pos, mv, &EXCHANGE, gain, pins)
    }

    /// Makes `mv` at `ply` and fills the next entry of the stack.
    #[inline]
    pub fn make(&mut self, table: &TranspositionTable, ply: usize, mv: Move) -> Undo {
        let placed = self.pos.placed(mv);
        let quiet = !is_noisy(&self.pos, mv);
        let undo = self.pos.do_move(mv);
        let arrival = Arrival::new(placed, mv.to()).taking(undo.captured().is_some());
        table.prefetch(self.table_key());
        self.evaluator.make(ply, &self.pos, mv, undo.captured());
        self.enter(ply, mv, Some(arrival));
        self.stack[ply].quiet = quiet;
        self.history
            .push(&self.pos, self.stack[ply + 1].checks.in_check());
        undo
    }

    #[inline]
    fn enter(&mut self, ply: usize, made: Move, arrival: Option<Arrival>) {
        self.stack[ply].made = made;
        self.stack[ply].arrival = arrival;
        self.stack[ply].quiet = false;
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
    pub fn make_null(&mut self, table: &TranspositionTable, ply: usize) {
        self.pos.do_null_move();
        table.prefetch(self.table_key());
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
}
