//! The line that is looked at: its position, what the rules of the game say of it, and what is kept for each ply.

use crate::eval::{Evaluation, Evaluator, INFINITE, MAX_PLY, mate_in, mated_in};
use crate::player::Settings;
use crate::shogi::declaration::{Declaration, EnteringKingRule};
use crate::shogi::game::Game;
use crate::shogi::repetition::{History, Repetition, Sennichite};
use crate::shogi::{CheckSquares, Checks, Hand, Move, Piece, Position, Undo};
use arrayvec::ArrayVec;

/// The worth of reaching an earlier board with more in hand.
const SUPERIOR: i32 = 20_000;
/// How far, in plies, a search looks back for a recurrence.
const REACH: usize = 16;

/// What is kept for a ply.
#[derive(Clone)]
pub struct Place {
    pub checks: Checks,
    /// From where moves give check; known once moves are looked at.
    pub squares: CheckSquares,
    /// The move made here; [`Move::NONE`] for a pass.
    pub made: Move,
    /// The static value; −[`INFINITE`] where none was asked for.
    pub eval: i32,
    /// Quiet moves that caused cuts at this ply.
    pub killers: [Move; 2],
    /// The move that is not to be tried, while the others are compared with it.
    pub excluded: Move,
    /// The best line from here.
    pub best: ArrayVec<Move, MAX_PLY>,
}

/// The line.
pub struct Line {
    pub pos: Position,
    pub places: Vec<Place>,
    history: History,
    /// The positions that the game has had three times.
    thrice: Vec<(u64, Hand)>,
    evaluator: Evaluator,
    entering_king: EnteringKingRule,
    max_moves: u32,
    draw_value: i32,
}

impl Line {
    /// A line that leads nowhere yet.
    pub fn new(evaluation: &Evaluation) -> Self {
        let empty = Place {
            checks: Checks::default(),
            squares: CheckSquares::none(),
            made: Move::NONE,
            eval: -INFINITE,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            best: ArrayVec::new(),
        };
        Self {
            pos: Position::default(),
            places: vec![empty; MAX_PLY + 3],
            history: History::default(),
            thrice: Vec::new(),
            evaluator: Evaluator::new(evaluation, MAX_PLY + 1),
            entering_king: EnteringKingRule::CsaRule27,
            max_moves: 0,
            draw_value: 0,
        }
    }

    /// Sets up the root: the last position of `game`.
    pub fn start(&mut self, game: &Game, settings: &Settings) {
        self.pos = game.position().clone();
        self.history = game.history().clone();
        self.thrice = self.history.thrice();
        self.entering_king = settings.entering_king_rule;
        self.max_moves = settings.max_moves;
        self.draw_value = settings.draw_values[self.pos.side().array_index()];
        self.evaluator.start(&self.pos);
        self.places[0].checks = Checks::of(&self.pos);
        self.places[0].eval = -INFINITE;
    }

    /// The static value at `ply`, for the side to move.
    pub fn evaluate(&mut self, ply: usize) -> i32 {
        self.evaluator.value(ply, &self.pos, self.pos.side())
    }

    /// Whether the side to move at `ply` is in check.
    pub fn in_check(&self, ply: usize) -> bool {
        self.places[ply].checks.in_check()
    }

    /// The two moves before `ply`, the last first, as far as they were made in the search.
    pub fn before(&self, ply: usize) -> [Move; 2] {
        [1, 2].map(|back| {
            let before = ply.checked_sub(back);
            before.map_or(Move::NONE, |before| self.places[before].made)
        })
    }

    /// Goes on with `mv`, which was made at `ply` and took `captured`.
    pub fn made(&mut self, ply: usize, mv: Move, captured: Option<Piece>) {
        self.evaluator.make(ply, &self.pos, mv, captured);
        self.enter(ply, mv);
        self.history.push(&self.pos, self.in_check(ply + 1));
    }

    /// Takes `mv` back.
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.history.pop();
        self.pos.undo_move(mv, undo);
    }

    /// Passes at `ply`.
    pub fn pass(&mut self, ply: usize) {
        self.pos.do_null_move();
        self.history.push_null(&self.pos);
        self.evaluator.make_null(ply);
        self.enter(ply, Move::NONE);
    }

    /// Takes the pass back.
    pub fn unpass(&mut self) {
        self.history.pop();
        self.pos.do_null_move();
    }

    fn enter(&mut self, ply: usize, made: Move) {
        self.places[ply].made = made;
        self.places[ply + 1].checks = Checks::of(&self.pos);
        self.places[ply + 1].eval = -INFINITE;
    }

    /// Sets the best line of `ply` to `mv` and the best line after it.
    pub fn lead_with(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.places.split_at_mut(ply + 1);
        let line = &mut here[ply].best;
        line.clear();
        line.push(mv);
        line.extend(below[0].best.iter().take(MAX_PLY - 1).copied());
    }

    /// The value at `ply` if a rule of the game gives one. At the root none does.
    pub fn ruled(&self, ply: usize) -> Option<i32> {
        if ply == 0 {
            return None;
        }
        let ended = self.fourfold(ply).or_else(|| self.recurred(ply));
        ended
            .or_else(|| self.is_out_of_moves(ply).then(|| self.draw(ply)))
            .or_else(|| self.declares(ply).then(|| mate_in(ply + 1)))
    }

    /// Whether the game is drawn by the maximum of moves. A side in check may be mated.
    pub fn is_out_of_moves(&self, ply: usize) -> bool {
        self.max_moves > 0 && ply > 0 && self.pos.ply() > self.max_moves && !self.in_check(ply)
    }

    /// What a draw is worth to the side to move at `ply`.
    pub fn draw(&self, ply: usize) -> i32 {
        self.draw_value * (1 - 2 * (ply % 2) as i32)
    }

    fn declares(&self, ply: usize) -> bool {
        let verdict = || self.entering_king.verdict(&self.pos);
        !self.in_check(ply) && matches!(verdict(), Declaration::Win | Declaration::Try(_))
    }

    /// The end of the game by a position that comes up for the fourth time.
    fn fourfold(&self, ply: usize) -> Option<i32> {
        let here = (self.pos.board_key(), self.pos.hand(self.pos.side()));
        if !self.thrice.contains(&here) {
            return None;
        }
        Some(match self.history.fourfold()? {
            Sennichite::Draw => self.draw(ply),
            Sennichite::PerpetualCheck { loser } if loser == self.pos.side() => mated_in(ply),
            Sennichite::PerpetualCheck { .. } => mate_in(ply),
        })
    }

    /// What a first recurrence after the root is worth: the side that it hurts could have deviated.
    fn recurred(&self, ply: usize) -> Option<i32> {
        match self.history.in_search(REACH.min(ply - 1)) {
            Repetition::None => None,
            Repetition::Draw => Some(self.draw(ply)),
            Repetition::Win => Some(mate_in(ply)),
            Repetition::Loss => Some(mated_in(ply)),
            Repetition::Superior => Some(SUPERIOR),
            Repetition::Inferior => Some(-SUPERIOR),
        }
    }
}
