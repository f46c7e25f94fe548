//! Moves between the positions of a book that it lacks.

use engine::book::{BookEntry, BookMove, MemoryBook};
use engine::shogi::position::turned;
use engine::shogi::{Move, Position, movegen, sfen};
use std::collections::HashSet;

/// `draft` with every legal move that leads from one of its positions to another, also to one that it has with the
/// colours swapped only; and how many were missing. They have no value of their own and count as played once. Moves that
/// are to be avoided are not added.
pub fn connect(draft: MemoryBook) -> (MemoryBook, u64) {
    let entries: Vec<_> = draft.into_entries().collect();
    let positions = entries.iter().filter_map(position);
    let known: HashSet<u64> = positions
        .flat_map(|pos| [pos.key(), turned(&pos).key()])
        .collect();
    let (mut book, mut added) = (MemoryBook::default(), 0);
    for mut entry in entries {
        let missing = position(&entry).map(|pos| missing(pos, &entry, &known));
        let missing = missing.unwrap_or_default();
        added += missing.len() as u64;
        entry.moves.extend(missing.into_iter().map(unsearched));
        book.add_new(entry);
    }
    (book, added)
}

fn position(entry: &BookEntry) -> Option<Position> {
    sfen::parse(&entry.key).ok()
}

/// The moves in `pos` that `entry` lacks and that lead to positions with `known` keys.
fn missing(mut pos: Position, entry: &BookEntry, known: &HashSet<u64>) -> Vec<Move> {
    let has = |mv: Move| entry.moves.iter().any(|it| it.mv == mv) || entry.avoided.contains(&mv);
    let moves = movegen::legal_moves(&pos);
    let new = moves.iter().copied().filter(|&mv| !has(mv));
    new.filter(|&mv| {
        let undo = pos.do_move(mv);
        let leads = known.contains(&pos.key());
        pos.undo_move(mv, undo);
        leads
    })
    .collect()
}

fn unsearched(mv: Move) -> BookMove {
    BookMove {
        mv,
        reply: None,
        value: 0,
        depth: 0,
        count: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::tests::book;

    #[test]
    fn moves_to_positions_of_the_book_are_added_but_for_those_to_avoid() {
        let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
        // After 7g7f and after 2g2f; after 6g6f it is there as White sees it.
        let others = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1\n3c3d none 5 1 1\n\
            sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 1\n8c8d none 5 1 1\n\
            sfen lnsgkgsnl/1r5b1/ppppp1ppp/5p3/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f none 5 1 1\n";
        let added = |moves: &str| {
            let (book, added) = connect(book(&format!("{start}{moves}{others}")));
            let entries: Vec<_> = book.into_entries().collect();
            let entry = entries.iter().find(|it| start.contains(&it.key)).unwrap();
            let moves = entry.moves.iter().map(ToString::to_string);
            (moves.collect::<Vec<_>>(), added)
        };
        let (moves, count) = added("7g7f none 40 9 3\n");
        assert_eq!(moves[0], "7g7f none 40 9 3");
        assert_eq!(moves[1..], ["2g2f none 0 0 1", "6g6f none 0 0 1"]);
        assert_eq!(count, 2);
        let (moves, count) = added("# avoid 2g2f\n7g7f none 40 9 3\n");
        assert_eq!(moves[1..], ["6g6f none 0 0 1"]);
        assert_eq!(count, 1);
    }
}
