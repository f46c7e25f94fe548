//! The moves of a node: which there are, in what order, and which of them wait for others.
//!
//! Moves that come to much the same stand one behind the other, and each waits until the one
//! before it is decided against the side to move: a piece that does not promote for the one that
//! does; pieces dropped between king and checker on one square, the cheapest first, for another.

use super::value::{Role, Value};
use crate::shogi::movegen::{self, Variety};
use crate::shogi::{CheckSquares, Checks, Move, MoveList, Position};

/// A move of a node and what is known about the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub mv: Move,
    /// Nothing is known yet.
    pub waits: bool,
    /// It is not looked at before the child before it is decided.
    pub follows: bool,
    pub value: Value,
}

impl Child {
    /// `mv`, a move of `pos`, where the move before it in the list is `before`.
    pub(super) fn new(pos: &Position, role: Role, mv: Move, before: Option<Move>) -> Self {
        Self {
            mv,
            waits: true,
            follows: before.is_some_and(|before| follows(role, mv, before)),
            value: Value::open(1, 1, pos.hand(pos.side())),
        }
    }
}

/// Whether `mv` comes to much the same as `before`.
fn follows(role: Role, mv: Move, before: Move) -> bool {
    if mv.to() != before.to() {
        return false;
    }
    match (mv.from(), before.from()) {
        (None, None) => role == Role::Defender,
        (from, before) => from == before,
    }
}

/// The moves of `role`, who is to move, such that each stands right behind the one it follows.
pub(super) fn list_children(pos: &Position, role: Role, list: &mut MoveList) {
    list.clear();
    let checks = Checks::of(pos);
    match role {
        Role::Attacker => {
            let squares = CheckSquares::of(pos);
            movegen::checking(pos, &checks, &squares, Variety::All, list);
        }
        Role::Defender => movegen::evasions(pos, &checks, Variety::All, list),
    }
    list.sort_by_key(|mv| rank(*mv));
}

/// Moves on the board before drops; promotions before the same move without; a kind of little
/// value before others on the same square.
fn rank(mv: Move) -> u32 {
    let from = match mv.from() {
        Some(from) => from.index(),
        None => mv.dropped().map_or(0, |kind| kind as u8),
    };
    let bytes = [
        u8::from(mv.is_drop()),
        mv.to().index(),
        from,
        u8::from(!mv.is_promotion()),
    ];
    u32::from_be_bytes(bytes)
}
