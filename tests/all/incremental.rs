//! What a position keeps in step with its moves, and what is asked of it once per node, against
//! a recomputation from the rules of how pieces step.

use crate::common::random_play;
use engine::shogi::checks::{attackers, covered};
use engine::shogi::{Bitboard, CheckSquares, Checks, Class, Position};
use shogi_core::{Color, Piece, PieceKind, Square};

/// How far a piece goes in a direction.
#[derive(PartialEq)]
enum Range {
    Step,
    Ray,
}
use Range::{Ray, Step};

/// Directions as (files, ranks) seen by Black: files grow to the left, ranks downward.
fn ways(class: Class) -> Vec<(i8, i8, Range)> {
    let steps = |list: &[(i8, i8)]| list.iter().map(|&(f, r)| (f, r, Step)).collect::<Vec<_>>();
    let rays = |list: &[(i8, i8)]| list.iter().map(|&(f, r)| (f, r, Ray)).collect::<Vec<_>>();
    let orthogonal = [(0, -1), (0, 1), (1, 0), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut list = match class {
        Class::Pawn => steps(&[(0, -1)]),
        Class::Lance => rays(&[(0, -1)]),
        Class::Knight => steps(&[(1, -2), (-1, -2)]),
        Class::Silver => steps(&[(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)]),
        Class::Gold => steps(&[(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)]),
        Class::Bishop | Class::Horse => rays(&diagonal),
        Class::Rook | Class::Dragon => rays(&orthogonal),
        Class::King => steps(&orthogonal),
    };
    match class {
        Class::King | Class::Dragon => list.extend(steps(&diagonal)),
        Class::Horse => list.extend(steps(&orthogonal)),
        _ => {}
    }
    list
}

fn shifted(square: Square, files: i8, ranks: i8) -> Option<Square> {
    let file = square.file() as i8 + files;
    let rank = square.rank() as i8 + ranks;
    Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
}

/// Every square that a piece of `class` and `color` on `from` attacks.
fn attacks(class: Class, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let sign = if color == Color::Black { 1 } else { -1 };
    let mut set = Bitboard::EMPTY;
    for (files, ranks, range) in ways(class) {
        let mut at = from;
        while let Some(next) = shifted(at, sign * files, sign * ranks) {
            set |= Bitboard::single(next);
            if range == Step || occupied.contains(next) {
                break;
            }
            at = next;
        }
    }
    set
}

/// The pieces of `by` that attack `square`.
fn naive_attackers(pos: &Position, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
    pos.color(by)
        .into_iter()
        .filter(|&from| {
            let kind = pos.piece_at(from).expect("a piece").piece_kind();
            attacks(Class::of(kind), by, from, occupied).contains(square)
        })
        .collect()
}

/// `pos` built again from its board and hands.
fn rebuilt(pos: &Position) -> Position {
    let mut fresh = Position::empty(pos.side(), pos.ply());
    for square in Square::all() {
        if let Some(piece) = pos.piece_at(square) {
            fresh.put(piece, square);
        }
    }
    for color in Color::all() {
        for (kind, count) in pos.hand(color).iter() {
            (0..count).for_each(|_| fresh.hand_mut(color).add(kind));
        }
    }
    fresh
}

/// `pos` without the piece on `square`: the sets only, for asking what it hides.
fn occupied_without(pos: &Position, square: Square) -> Bitboard {
    pos.occupied().without(Bitboard::single(square))
}

fn check_checks(pos: &Position, us: Color) {
    let checks = Checks::against(pos, us);
    let Some(king) = pos.king(us) else {
        assert!(checks.checkers.is_empty() && checks.pinned.is_empty());
        return;
    };
    let checkers = naive_attackers(pos, king, us.flip(), pos.occupied());
    let pinned: Bitboard = pos
        .color(us)
        .into_iter()
        .filter(|&shield| {
            let seen = naive_attackers(pos, king, us.flip(), occupied_without(pos, shield));
            shield != king && seen != checkers
        })
        .collect();
    assert_eq!(checks, Checks { checkers, pinned }, "{pos:?}");
}

fn check_check_squares(pos: &Position) {
    let (us, them) = (pos.side(), pos.side().flip());
    let squares = CheckSquares::of(pos);
    let king = pos.king(them);
    for class in Class::ALL {
        let gives_check = |&from: &Square| {
            class != Class::King
                && king.is_some_and(|king| attacks(class, us, from, pos.occupied()).contains(king))
        };
        let direct: Bitboard = Square::all().filter(gives_check).collect();
        assert_eq!(squares.direct(class), direct, "{class:?} in {pos:?}");
    }
    for from in pos.color(us) {
        let uncovers = |&to: &Square| {
            king.is_some_and(|king| {
                let moved = occupied_without(pos, from) | Bitboard::single(to);
                let others = !Bitboard::single(from);
                (naive_attackers(pos, king, us, moved) & others)
                    != (naive_attackers(pos, king, us, pos.occupied()) & others)
            })
        };
        // Only where a piece can go may the answer matter.
        let class = Class::of(pos.piece_at(from).expect("a piece").piece_kind());
        let reach = attacks(class, us, from, pos.occupied()).without(pos.color(us));
        let discovered: Bitboard = reach.into_iter().filter(uncovers).collect();
        assert_eq!(
            squares.discovered(from) & reach,
            discovered,
            "{from:?} in {pos:?}"
        );
    }
}

fn check_attackers(pos: &Position, square: Square) {
    for by in Color::all() {
        let expected = naive_attackers(pos, square, by, pos.occupied());
        assert_eq!(
            attackers(pos, square, by, pos.occupied()),
            expected,
            "{pos:?}"
        );
        if let Some(king) = pos.king(by.flip()) {
            let others = occupied_without(pos, king);
            let around = attacks(Class::King, by, king, others);
            let attacked = |&square: &Square| naive_attackers(pos, square, by, others).any();
            let expected: Bitboard = around.into_iter().filter(attacked).collect();
            assert_eq!(covered(pos, king, by, others) & around, expected, "{pos:?}");
        }
    }
}

#[test]
fn making_and_unmaking_moves_keeps_everything_in_step() {
    random_play(21, 200_000, |pos, _, next| {
        assert_eq!(&rebuilt(pos), pos);
        let mut played = pos.clone();
        if next.is_some() {
            let (placed, captured) = (pos.placed(next), pos.captured(next));
            let undo = played.do_move(next);
            assert_eq!(undo.captured(), captured, "{next} in {pos:?}");
            assert_eq!(
                played.piece_at(next.to()),
                Some(placed),
                "{next} in {pos:?}"
            );
            assert_eq!(played.ply(), pos.ply() + 1);
            assert_eq!(rebuilt(&played), played, "{next} in {pos:?}");
            played.undo_move(next, undo);
            assert_eq!(&played, pos, "{next}");
        }
        played.do_null_move();
        assert_eq!(rebuilt(&played), played, "null move in {pos:?}");
        assert_ne!(played.key(), pos.key());
        played.do_null_move();
        assert_eq!(&played, pos, "null move");
    });
}

#[test]
fn every_move_can_be_unmade() {
    random_play(22, 5_000, |pos, moves, _| {
        let mut played = pos.clone();
        for &mv in moves {
            let key = pos.board_key_after(mv);
            let undo = played.do_move(mv);
            assert_eq!(played.board_key(), key, "{mv} in {pos:?}");
            assert_eq!(rebuilt(&played), played, "{mv} in {pos:?}");
            played.undo_move(mv, undo);
            assert_eq!(&played, pos, "{mv}");
        }
    });
}

#[test]
fn check_information_is_what_the_steps_of_pieces_say() {
    let squares: Vec<Square> = Square::all().collect();
    let mut next_square = squares.iter().cycle();
    random_play(23, 20_000, |pos, _, _| {
        // Few are enough of each game, but games from every start.
        if pos.ply() % 5 > 0 {
            return;
        }
        check_checks(pos, Color::Black);
        check_checks(pos, Color::White);
        check_check_squares(pos);
        check_attackers(pos, *next_square.next().expect("an endless cycle"));
    });
}

#[test]
fn positions_that_differ_only_in_hand_differ_only_in_the_hand_part_of_the_key() {
    let mut one = Position::default();
    let other = one.clone();
    one.hand_mut(Color::White).add(PieceKind::Pawn);
    assert_eq!(one.board_key(), other.board_key());
    assert_ne!(one.key(), other.key());
    let mut third = Position::empty(Color::Black, 1);
    third.put(Piece::B_K, Square::SQ_5I);
    assert_ne!(
        third.board_key(),
        Position::empty(Color::Black, 1).board_key()
    );
}
