//! The cases, lists and counts of the shared test material, collected from the tests of other
//! programs.

use super::{answer, mv};
use crate::common::{checking_moves, legal_moves, shared_rows, sorted};
use engine::shogi::declaration::{Declaration, EnteringKingRule, missing_points};
use engine::shogi::mate_one::mate_in_one;
use engine::shogi::movegen::is_legal;
use engine::shogi::movegen::{Convention, perft};
use engine::shogi::{CheckSquares, Checks, Move, MoveList, sfen};
use shogi_core::PieceKind;

#[test]
fn shared_cases() {
    for row in shared_rows("suites/rules/cases.open.tsv") {
        let [id, start, moves, query, arg, expected, ..] = row.as_slice() else {
            panic!("{row:?}");
        };
        assert_eq!(&answer(start, moves, query, arg), expected, "{id}");
    }
}

/// Sorted moves of a column.
fn listed(column: &str) -> Vec<Move> {
    sorted(&column.split_whitespace().map(mv).collect::<Vec<_>>())
}

#[test]
fn shared_lists_of_legal_and_checking_moves() {
    for row in shared_rows("suites/rules/legal_moves.open.tsv") {
        let pos = sfen::parse(&row[1]).expect(&row[0]);
        assert_eq!(legal_moves(&pos), listed(&row[3]), "{}", row[0]);
    }
    for row in shared_rows("suites/rules/checking_moves.open.tsv") {
        let pos = sfen::parse(&row[1]).expect(&row[0]);
        assert_eq!(checking_moves(&pos), listed(&row[3]), "{}", row[0]);
    }
}

#[test]
fn shared_pawn_drop_mates() {
    for row in shared_rows("suites/rules/uchifuzume_natural.open.tsv") {
        let pos = sfen::parse(&row[1]).expect(&row[0]);
        let drop = mv(&row[2]);
        assert_eq!(drop.dropped(), Some(PieceKind::Pawn));
        assert!(!is_legal(&pos, &Checks::of(&pos), drop), "{}", row[0]);
        assert!(!legal_moves(&pos).contains(&drop), "{}", row[0]);
    }
}

#[test]
fn shared_perft() {
    for row in shared_rows("suites/rules/perft.open.tsv") {
        let mut pos = sfen::parse(&row[0]).expect(&row[0]);
        let (depth, nodes): (_, u64) = (
            row[1].parse().expect("a depth"),
            row[2].parse::<u64>().expect("a count"),
        );
        assert_eq!(perft(&mut pos, depth, Convention::Count), nodes, "{row:?}");
    }
}

#[test]
fn shared_declarations_in_handicap_games() {
    for row in shared_rows("suites/rules/declaration_handicap.all.tsv") {
        let pos = sfen::parse(&row[1]).expect(&row[0]);
        // "27" or "27 from SFEN": the game's own start says what was given.
        let (points, start) = row[2].split_once(" from ").unwrap_or((&row[2], &row[1]));
        let rule = match points {
            "27" => EnteringKingRule::CsaRule27H,
            _ => EnteringKingRule::CsaRule24H,
        };
        let credit = missing_points(&sfen::parse(start).expect(start));
        let expected = match row[3].as_str() {
            "true" | "win" => Declaration::Win,
            "draw" => Declaration::Draw,
            _ => Declaration::None,
        };
        assert_eq!(rule.verdict_crediting(&pos, credit), expected, "{}", row[0]);
    }
}

#[test]
fn shared_mates_in_one_and_none() {
    for (file, mate) in [
        ("nshogi_mate1", true),
        ("nshogi_nomate1", false),
        ("tanuki1", true),
    ] {
        for row in shared_rows(&format!("suites/mate/{file}.open.tsv")) {
            let mut pos = sfen::parse(&row[1]).expect(&row[0]);
            let (checks, squares) = (Checks::of(&pos), CheckSquares::of(&pos));
            let found = mate_in_one(&mut pos, &checks, &squares, &mut MoveList::new());
            assert_eq!(found.is_some(), mate, "{} {found:?}", row[0]);
        }
    }
}
