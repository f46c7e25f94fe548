//! The line that is looked at: its position, what the rules of the game say of it, and what is kept for each ply.

use crate::eval::{Evaluation, Evaluator, INFINITE, MAX_PLY, mate_in};
use crate::player::Settings;
use crate::search::game_rules::{self, GameRules};
use crate::shogi::declaration::EnteringKingRule;
use crate::shogi::game::Game;
use crate::shogi::repetition::History;
use crate::shogi::{CheckSquares, Checks, Hand, Move, Piece, Position, Undo};
use arrayvec::ArrayVec;

/// The worth of reaching an earlier board with more in hand.
const SUPERIOR: i32 = 20_000;

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
    rules: GameRules,
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
            rules: GameRules {
                entering_king: EnteringKingRule::CsaRule27,
                max_moves: 0,
                draw_values: [0; 2],
            },
            draw_value: 0,
        }
    }

    /// Sets up the root: the last position of `game`.
    pub fn start(&mut self, game: &Game, settings: &Settings) {
        self.pos = game.position().clone();
        self.history = game.history().clone();
        self.thrice = self.history.thrice();
        self.rules = GameRules {
            entering_king: settings.entering_king_rule,
            max_moves: settings.max_moves,
            draw_values: settings.draw_values,
        };
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
        let draw = || self.draw(ply);
        let repeated = game_rules::repeated(&self.pos, &self.history, &self.thrice, ply);
        game_rules::value(repeated, ply, draw, SUPERIOR)
            .or_else(|| self.is_out_of_moves(ply).then(draw))
            .or_else(|| self.declares(ply).then(|| mate_in(ply + 1)))
    }

    /// Whether the game is drawn by the maximum of moves.
    pub fn is_out_of_moves(&self, ply: usize) -> bool {
        let checks = &self.places[ply].checks;
        self.rules.is_out_of_moves(&self.pos, checks, ply)
    }

    /// What a draw is worth to the side to move at `ply`.
    pub fn draw(&self, ply: usize) -> i32 {
        self.draw_value * (1 - 2 * (ply % 2) as i32)
    }

    fn declares(&self, ply: usize) -> bool {
        self.rules.declares(&self.pos, &self.places[ply].checks)
    }
}
