//! Move generation against other generators and against itself, on random play, and by counts of legal move
//! sequences against `sfen-suites/perft/agreed.tsv`, on whose numbers generators of independent origin agree.
//!
//! The oracles are `shunsai` and, on fewer positions because it is slow, `shogi_legality_lite`,
//! whose only known fault in move lists (it refuses a pawn drop that leaves the opponent without
//! a move but not in check) cannot occur with forty pieces on board and in hand.

use crate::common::{agreed_perft, checking_moves, legal_moves, random_play, rng, sorted};
use crate::fuzz::targets::plain::partial;
use engine::shogi::mate_one::{first_mate_of, mate_in_one};
use engine::shogi::movegen::{self, Convention, Variety, divide, is_legal, is_sensible, perft};
use engine::shogi::{CheckSquares, Checks, Move, MoveList, Position, sfen};
use rand::RngExt;
use shogi_core::{Color, Square};
use std::cell::RefCell;
use std::ops::RangeInclusive;

fn from_core(moves: impl IntoIterator<Item = shogi_core::Move>) -> Vec<Move> {
    sorted(&moves.into_iter().map(Into::into).collect::<Vec<_>>())
}

fn pieces(pos: &Position) -> u32 {
    let held = |color| pos.hand(color).iter().map(|(_, count)| count).sum::<u32>();
    pos.occupied().count() + held(Color::Black) + held(Color::White)
}

fn list(fill: impl FnOnce(&mut MoveList)) -> Vec<Move> {
    let mut list = MoveList::new();
    fill(&mut list);
    sorted(&list)
}

/// Whether the side to move is in check after `mv`.
fn checks_after(pos: &Position, mv: Move) -> bool {
    let mut after = pos.clone();
    let _ = after.do_move(mv);
    Checks::of(&after).in_check()
}

#[test]
fn legal_moves_are_those_of_shunsai() {
    random_play(1, 120_000, |pos, moves, _| {
        let theirs = from_core(shunsai::Position::new(partial(pos)).legal_moves());
        assert_eq!(moves, theirs, "{pos:?}");
        assert_eq!(movegen::count_legal(pos), moves.len() as u64, "{pos:?}");
    });
}

#[test]
fn legal_moves_are_those_of_legality_lite() {
    let mut compared = 0;
    random_play(2, 20_000, |pos, moves, _| {
        if pieces(pos) == 40 {
            let theirs = shogi_legality_lite::all_legal_moves_partial(&partial(pos));
            assert_eq!(moves, from_core(theirs), "{pos:?}");
            compared += 1;
        }
    });
    assert!(
        compared > 10_000,
        "only {compared} positions had all forty pieces"
    );
}

#[test]
fn stages_together_yield_every_legal_move_once() {
    random_play(3, 45_000, |pos, moves, _| {
        let checks = Checks::of(pos);
        let stages = |variety| {
            list(|list| {
                if checks.in_check() {
                    movegen::evasions(pos, &checks, variety, list);
                } else {
                    movegen::captures(pos, &checks, variety, list);
                    movegen::quiets(pos, &checks, variety, list);
                    movegen::drops(pos, &checks, list);
                }
            })
        };
        assert_eq!(stages(Variety::All), moves, "{pos:?}");
        let sensible: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| expected_sensible(pos, mv))
            .collect();
        assert_eq!(stages(Variety::Sensible), sensible, "{pos:?}");
    });
}

/// The definition of [`Variety::Sensible`], read move by move.
fn expected_sensible(pos: &Position, mv: Move) -> bool {
    use shogi_core::PieceKind::{Bishop, Lance, Pawn, Rook};
    let rank = |square: Square| square.relative_rank(pos.side());
    let Some(from) = mv.from() else { return true };
    let could_promote = rank(from) <= 3 || rank(mv.to()) <= 3;
    match pos.moved_kind(mv) {
        Pawn | Bishop | Rook => mv.is_promotion() || !could_promote,
        Lance => mv.is_promotion() || rank(mv.to()) > 2,
        _ => true,
    }
}

#[test]
fn captures_take_or_promote_pawns_and_quiets_do_neither() {
    random_play(4, 50_000, |pos, _, _| {
        let checks = Checks::of(pos);
        if checks.in_check() {
            return;
        }
        let loud = |mv: Move| {
            let pawn = pos.moved_kind(mv) == shogi_core::PieceKind::Pawn;
            pos.captured(mv).is_some() || pawn && mv.is_promotion()
        };
        let captures = list(|list| movegen::captures(pos, &checks, Variety::All, list));
        let quiets = list(|list| movegen::quiets(pos, &checks, Variety::All, list));
        let drops = list(|list| movegen::drops(pos, &checks, list));
        assert!(captures.iter().all(|&mv| loud(mv)), "{pos:?}");
        assert!(
            !quiets.iter().any(|&mv| loud(mv) || mv.is_drop()),
            "{pos:?}"
        );
        assert!(drops.iter().all(|mv| mv.is_drop()), "{pos:?}");
    });
}

#[test]
fn checking_moves_are_those_after_which_there_is_a_check() {
    random_play(5, 100_000, |pos, moves, _| {
        let squares = CheckSquares::of(pos);
        let expected: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| checks_after(pos, mv))
            .collect();
        assert_eq!(checking_moves(pos), expected, "{pos:?}");
        for &mv in moves {
            let checks = expected.binary_search(&mv).is_ok();
            assert_eq!(squares.gives_check(pos, mv), checks, "{mv} in {pos:?}");
        }
    });
}

#[test]
fn one_move_is_legal_exactly_if_it_is_in_the_list() {
    let patterns: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
    random_play(6, 5_000, |pos, moves, _| {
        let checks = Checks::of(pos);
        let legal: Vec<Move> = patterns
            .iter()
            .copied()
            .filter(|&mv| is_legal(pos, &checks, mv))
            .collect();
        assert_eq!(legal, moves, "{pos:?}");
        assert!(!is_legal(pos, &checks, Move::NONE));
    });
    let rng = RefCell::new(rng(7));
    random_play(8, 100_000, |pos, moves, _| {
        let checks = Checks::of(pos);
        for &mv in moves {
            assert!(is_legal(pos, &checks, mv), "{mv} in {pos:?}");
            assert_eq!(
                is_sensible(pos, mv),
                expected_sensible(pos, mv),
                "{mv} in {pos:?}"
            );
        }
        for _ in 0..100 {
            let mv = patterns[rng.borrow_mut().random_range(0..patterns.len())];
            let listed = moves.binary_search(&mv).is_ok();
            assert_eq!(is_legal(pos, &checks, mv), listed, "{mv} in {pos:?}");
        }
    });
}

#[test]
fn mate_in_one_is_found_exactly_when_brute_force_finds_one() {
    let mut mates = 0;
    random_play(9, 100_000, |pos, _, _| {
        let mut found_in = pos.clone();
        let found = mate_in_one(
            &mut found_in,
            &Checks::of(pos),
            &CheckSquares::of(pos),
            &mut MoveList::new(),
        );
        assert_eq!(&found_in, pos);
        let mating: Vec<Move> = checking_moves(pos)
            .into_iter()
            .filter(|&mv| {
                let mut after = pos.clone();
                let _ = after.do_move(mv);
                legal_moves(&after).is_empty()
            })
            .collect();
        let mut list = MoveList::new();
        let (checks, squares) = (Checks::of(pos), CheckSquares::of(pos));
        movegen::checking(pos, &checks, &squares, Variety::All, &mut list);
        assert_eq!(first_mate_of(&mut found_in, &squares, &list), found);
        assert_eq!(&found_in, pos);
        match found {
            Some(mv) => assert!(mating.contains(&mv), "{mv} in {pos:?}"),
            None => assert_eq!(mating, [], "{pos:?}"),
        }
        mates += usize::from(found.is_some());
    });
    assert!(mates > 1_000, "only {mates} positions had a mate");
}

/// Checks the rows whose leaves are in `range`.
fn check_perft(convention: Convention, range: RangeInclusive<u64>) {
    let rows = agreed_perft().into_iter();
    for (text, depth, nodes) in rows.filter(|row| range.contains(&row.2)) {
        let mut pos = sfen::parse(&text).expect("a valid SFEN");
        let found = perft(&mut pos, depth, convention);
        assert_eq!(found, nodes, "depth {depth} from {text}");
    }
}

#[test]
fn leaves_agree_however_they_are_counted() {
    for convention in [Convention::Count, Convention::List, Convention::Full] {
        check_perft(convention, 0..=1_000_000);
    }
}

#[test]
#[ignore = "takes fifteen seconds: a release runs it"]
fn made_leaves_of_larger_rows_agree() {
    check_perft(Convention::Full, 1_000_001..=20_000_000);
}

#[test]
fn divided_counts_add_up() {
    for (text, depth, nodes) in agreed_perft().into_iter().filter(|row| row.2 <= 50_000) {
        let mut pos = sfen::parse(&text).expect("a valid SFEN");
        let sum: u64 = divide(&mut pos, depth).iter().map(|root| root.1).sum();
        assert_eq!(sum, nodes, "depth {depth} from {text}");
    }
}
