//! The line that a thread is on: the position, what led to it, and what is kept for each ply of it.
//!
//! What must hold: [`Line::make`] and [`Line::unmake`] come in pairs, and frame `ply` belongs to the position that so
//! many moves have led to. Before the root there are as many frames without moves as histories look back.

use super::conventions::Conventions;
use super::corrections::{Keys, LastMoves};
use super::exchange::Pins;
use super::game_rules::GameRules;
use super::histories::{Arrival, Row};
use super::noise::Noise;
use super::sampler::Sampler;
use super::table::{NO_VALUE, Table};
use crate::eval::{Evaluation, Evaluator, MAX_PLY, is_mate};
use crate::shogi::game::Game;
use crate::shogi::pieces::kind_of;
use crate::shogi::repetition::History;
use crate::shogi::{CheckSquares, Checks, Hand, Move, MoveList, Position, Undo};
use arrayvec::ArrayVec;

/// A move of a line of play, with what was paid for it.
#[derive(Clone, Copy, Debug)]
pub struct PvMove {
    pub mv: Move,
    pub paid: Paid,
}

/// What a node has paid for a move, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// Depth of the node before.
    pub before: i16,
    /// Depth with which the move was searched.
    pub after: i16,
    /// How much further it was searched because it stands alone; negative for the opposite.
    pub singular: i16,
}

/// A line of play.
pub type Pv = ArrayVec<PvMove, MAX_PLY>;

/// What a thread keeps for each ply of the line it is on.
pub struct Frame {
    /// Checks and pins of the side to move.
    pub checks: Checks,
    /// From where moves give check; valid once [`Line::find_squares`] was called for the position.
    pub squares: CheckSquares,
    /// Pins, for exchanges.
    pub pins: Pins,
    /// What corrections go by.
    pub keys: Keys,
    /// The move made here; [`Move::NONE`] for a null move.
    pub made: Move,
    /// The same as histories know it.
    pub arrival: Arrival,
    /// What histories know to follow it.
    pub row: Row,
    /// The kind of piece that it takes, as a number; 0 for none.
    pub takes: usize,
    /// How many moves of the node had been handed out by then, this one counted.
    pub number: i32,
    /// How good histories have it.
    pub order: i32,
    /// By how many plies its search is reduced.
    pub reduced: i32,
    /// Static value, corrected, in units; in check that of two plies before; [`NO_VALUE`] if there is none.
    pub eval: i32,
    /// Whether the table knew the position.
    pub known: bool,
    /// Whether the position is, or was, on a principal variation or near one.
    pub was_pv: bool,
    /// Whether the last whole iteration's line of play leads here.
    pub on_last_pv: bool,
    /// How many nodes of this ply have cut since the node two plies before began.
    pub cuts: i32,
    /// The move that is not to be tried here, while its alternatives are searched.
    pub excluded: Move,
    /// The best line found from here.
    pub pv: Pv,
}

impl Frame {
    fn new() -> Self {
        Self {
            checks: Checks::default(),
            squares: CheckSquares::none(),
            pins: Pins::default(),
            keys: Keys::EMPTY,
            made: Move::NONE,
            arrival: Arrival::NONE,
            row: Row::NONE,
            takes: 0,
            number: 0,
            order: 0,
            reduced: 0,
            eval: NO_VALUE,
            known: false,
            was_pv: false,
            on_last_pv: false,
            cuts: 0,
            excluded: Move::NONE,
            pv: Pv::new(),
        }
    }

    /// As before the root, where nothing has happened.
    fn forget(&mut self) {
        (self.made, self.arrival, self.row, self.takes) = (Move::NONE, Arrival::NONE, Row::NONE, 0);
        (self.number, self.order, self.reduced, self.cuts) = (0, 0, 0, 0);
        (self.eval, self.known, self.was_pv) = (NO_VALUE, false, false);
        self.on_last_pv = false;
        self.excluded = Move::NONE;
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checks.in_check()
    }

    /// Whether a move was made here, and took nothing.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.arrival.is_some() && self.takes == 0
    }
}

/// How many moves before a node histories look at, and one more.
const BEFORE: usize = 7;

/// The line that a thread is on.
pub struct Line {
    /// The position of the node at hand.
    pub pos: Position,
    /// The positions before it, for repetitions.
    pub history: History,
    /// The positions that the game has had three times, as [`History::thrice`] gives them.
    pub thrice: Vec<(u64, Hand)>,
    pub rules: GameRules,
    /// Positions drawn from this search.
    pub sampler: Sampler,
    /// The line of play of the last whole iteration.
    pub last_pv: Vec<Move>,
    /// One per ply, behind those before the root.
    frames: Vec<Frame>,
    evaluator: Evaluator,
    noise: Noise,
    /// What a draw is worth to the side to move at the root, in units.
    draw_value: i32,
}

impl Line {
    /// A line that leads nowhere yet, on which positions are worth what `evaluation` says.
    pub fn new(evaluation: &Evaluation, rules: GameRules) -> Self {
        Self {
            pos: Position::default(),
            history: History::default(),
            thrice: Vec::new(),
            rules,
            sampler: Sampler::new(0, 0),
            last_pv: Vec::new(),
            frames: (0..BEFORE + MAX_PLY + 3).map(|_| Frame::new()).collect(),
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
        self.history.reserve(MAX_PLY + 3);
        self.evaluator.start(&self.pos);
        self.frames.iter_mut().for_each(Frame::forget);
        self.last_pv.clear();
        let (checks, keys) = (Checks::of(&self.pos), Keys::of(&self.pos));
        let root = self.at_mut(0);
        (root.checks, root.keys) = (checks, keys);
        root.pins.forget();
        root.on_last_pv = true;
    }

    /// Draws so many positions from the search that begins here.
    pub fn draw_positions(&mut self, draws: usize) {
        self.sampler = Sampler::new(draws, self.pos.key());
    }

    /// The frame of `ply`.
    #[inline]
    pub fn at(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    /// The same, to change it.
    #[inline]
    pub fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The frame of so many plies (at most [`BEFORE`]) before `ply`.
    #[inline]
    pub fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + BEFORE - plies]
    }

    /// The frame before `ply`, to change it.
    #[inline]
    pub fn parent_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE - 1]
    }

    /// The moves that led to `ply`, as corrections go by them.
    #[inline]
    pub fn last_moves(&self, ply: usize) -> LastMoves {
        let arrival = |plies| self.before(ply, plies).arrival;
        LastMoves {
            last: arrival(1),
            earlier: [arrival(2), arrival(4)],
        }
    }

    /// The static value of the position at `ply`, from the side to move, in units.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> i32 {
        if self.sampler.is_on() && ply > 0 {
            self.draw_from(ply);
        }
        let value = self.evaluator.units(ply, &self.pos, self.pos.side());
        self.noise.on(value, self.pos.key())
    }

    #[cold]
    #[inline(never)]
    fn draw_from(&mut self, ply: usize) {
        let line = self.frames[BEFORE..BEFORE + ply].iter().map(|it| it.made);
        self.sampler.see(line);
    }

    /// What the table knows the position by.
    #[inline]
    pub fn table_key<C: Conventions>(&self) -> u64 {
        C::key(&self.pos) ^ self.noise.salt()
    }

    /// What a draw is worth to the side to move at `ply`. That draws differ by a unit, as the number of `nodes`
    /// has it, keeps a search from being blind to what lies beside them (idea: Stockfish).
    #[inline]
    pub fn draw(&self, ply: usize, nodes: u64) -> i32 {
        let sign = 1 - 2 * (ply % 2) as i32;
        let value = self.draw_value * sign;
        if is_mate(value) {
            return value;
        }
        value + if nodes & 2 == 0 { -1 } else { 1 }
    }

    /// Makes `mv` at `ply` and fills the next frame.
    #[inline]
    pub fn make<C: Conventions>(&mut self, table: &Table, ply: usize, mv: Move) -> Undo {
        let placed = self.pos.placed(mv);
        let arrival = Arrival::new(placed, mv.to());
        let mut keys = self.at(ply).keys;
        if let Some(from) = mv.from()
            && let Some(moved) = self.pos.piece_at(from)
        {
            keys.toggle(moved, from);
        }
        let undo = self.pos.do_move(mv);
        if let Some(taken) = undo.captured() {
            keys.toggle(taken, mv.to());
        }
        keys.toggle(placed, mv.to());
        table.prefetch(self.table_key::<C>(), self.pos.side());
        self.evaluator.make(ply, &self.pos, mv, undo.captured());
        let on_last_pv = self.at(ply).on_last_pv && self.last_pv.get(ply) == Some(&mv);
        let here = self.at_mut(ply);
        (here.made, here.arrival) = (mv, arrival);
        here.takes = undo.captured().map_or(0, |it| kind_of(it) as usize);
        here.row = Row::after(arrival, here.in_check(), here.takes > 0);
        self.enter(ply + 1, keys, on_last_pv);
        self.history.push(&self.pos, self.at(ply + 1).in_check());
        undo
    }

    #[inline]
    fn enter(&mut self, ply: usize, keys: Keys, on_last_pv: bool) {
        let checks = Checks::of(&self.pos);
        let here = self.at_mut(ply);
        here.checks = checks;
        (here.keys, here.on_last_pv) = (keys, on_last_pv);
        here.pins.forget();
    }

    /// Finds out from where moves give check at `ply`: a node does before it looks at its moves.
    #[inline]
    pub fn find_squares(&mut self, ply: usize) {
        self.frames[ply + BEFORE].squares = CheckSquares::of(&self.pos);
    }

    /// A move that mates at once at `ply`.
    #[inline]
    pub fn mate_in_one<C: Conventions>(
        &mut self,
        ply: usize,
        scratch: &mut MoveList,
    ) -> Option<Move> {
        let here = &self.frames[ply + BEFORE];
        C::mate_in_one(&mut self.pos, &here.checks, &here.squares, scratch)
    }

    /// Takes back `mv`.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.history.pop();
        self.pos.undo_move(mv, undo);
    }

    /// Gives the move away at `ply`.
    #[inline]
    pub fn make_null<C: Conventions>(&mut self, table: &Table, ply: usize) {
        self.pos.do_null_move();
        table.prefetch(self.table_key::<C>(), self.pos.side());
        self.history.push_null(&self.pos);
        self.evaluator.make_null(ply);
        let here = self.at_mut(ply);
        (here.made, here.arrival, here.row, here.takes) = (Move::NONE, Arrival::NONE, Row::NONE, 0);
        let keys = here.keys;
        self.enter(ply + 1, keys, false);
    }

    /// Takes a null move back.
    #[inline]
    pub fn unmake_null(&mut self) {
        self.history.pop();
        self.pos.do_null_move();
    }

    /// Sets the line of play of `ply` to `mv`, paid for so, and that of the next ply.
    #[inline]
    pub fn lead_with(&mut self, ply: usize, mv: Move, paid: Paid) {
        let (here, below) = self.frames.split_at_mut(ply + BEFORE + 1);
        let pv = &mut here[ply + BEFORE].pv;
        pv.clear();
        pv.push(PvMove { mv, paid });
        let rest = &below[0].pv;
        pv.extend(rest.iter().take(MAX_PLY - 1).copied());
    }
}
