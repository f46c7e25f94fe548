//! Counting the leaves of the tree of legal moves, in the three conventions that public figures
//! use and that must never be compared with each other (`movegen.md`).

use super::movegen;
use super::moves::{Move, MoveList};
use super::position::Position;

/// How the last ply is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// From the sets of destinations, without making moves.
    Count,
    /// By making the list of legal moves and taking its length.
    List,
    /// By making and unmaking every move.
    Full,
}

/// More plies than anybody counts. A call takes memory and stack for each.
pub const DEEPEST: u32 = 100;

/// The number of sequences of `depth` legal moves from `pos`; `depth` is at
/// most [`DEEPEST`].
pub fn perft(pos: &mut Position, depth: u32, convention: Convention) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    descend(pos, &mut lists, convention)
}

/// For each legal move, in generation order, the number of sequences of `depth` moves that
/// begin with it; `depth` must be at least 1.
pub fn divide(pos: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    let mut list = MoveList::new();
    movegen::legal(pos, &mut list);
    list.iter()
        .map(|&mv| {
            let undo = pos.do_move(mv);
            let leaves = perft(pos, depth - 1, Convention::Count);
            pos.undo_move(mv, undo);
            (mv, leaves)
        })
        .collect()
}

fn descend(pos: &mut Position, lists: &mut [MoveList], convention: Convention) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return 1;
    };
    let last = rest.is_empty();
    if last && convention == Convention::Count {
        return movegen::count_legal(pos);
    }
    list.clear();
    movegen::legal(pos, list);
    if last && convention == Convention::List {
        return list.len() as u64;
    }
    let mut leaves = 0;
    for &mv in list.iter() {
        let undo = pos.do_move(mv);
        leaves += descend(pos, rest, convention);
        pos.undo_move(mv, undo);
    }
    leaves
}
