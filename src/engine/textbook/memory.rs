//! What is remembered of moves from node to node: how often each caused a cut, and what was good after which move.
//! Idea: the history heuristic (J. Schaeffer, 1983); countermoves (J. Uiterwijk, 1992).

use crate::shogi::{Color, Move};

/// The most points of a move.
const MOST: i32 = 16_384;
/// Numbers of moves, promotion left out.
const MOVES: usize = 1 << 15;

/// The tables, by side and move.
pub struct Memory {
    points: Vec<i16>,
    /// What was good after the opponent's move, and after the own move before that.
    replies: [Vec<Move>; 2],
}

fn at(side: Color, mv: Move) -> usize {
    side.array_index() * MOVES + usize::from(mv.bits()) % MOVES
}

impl Memory {
    /// Nothing is remembered.
    pub fn new() -> Self {
        Self {
            points: vec![0; 2 * MOVES],
            replies: [0; 2].map(|_| vec![Move::NONE; 2 * MOVES]),
        }
    }

    /// The points of `mv` made by `side`.
    pub fn points(&self, side: Color, mv: Move) -> i32 {
        self.points[at(side, mv)].into()
    }

    /// Gives `mv` of `side` more points, fewer the more it has.
    pub fn reward(&mut self, side: Color, mv: Move, points: i32) {
        let known = &mut self.points[at(side, mv)];
        let had = i32::from(*known);
        *known = (had + points - had * points.abs() / MOST) as i16;
    }

    /// What `side` has found good after the moves `before`, the last first.
    pub fn replies(&self, side: Color, before: [Move; 2]) -> [Move; 2] {
        [0, 1].map(|back| self.replies[back][at(side, before[back])])
    }

    /// Remembers that `mv` was good after the moves `before`.
    pub fn answer(&mut self, side: Color, mv: Move, before: [Move; 2]) {
        for (replies, before) in self.replies.iter_mut().zip(before) {
            replies[at(side, before)] = mv;
        }
    }
}
