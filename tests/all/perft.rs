//! Counts of legal move sequences against `sfen-suites/perft/agreed.tsv`, on whose numbers
//! generators of independent origin agree.

use crate::common::agreed_perft;
use engine::shogi::movegen::{Convention, divide, perft};
use engine::shogi::sfen;
use std::ops::RangeInclusive;

/// Checks the rows whose leaves are in `range`.
fn check(convention: Convention, range: RangeInclusive<u64>) {
    let rows = agreed_perft().into_iter();
    for (text, depth, nodes) in rows.filter(|row| range.contains(&row.2)) {
        let mut pos = sfen::parse(&text).expect("a valid SFEN");
        let found = perft(&mut pos, depth, convention);
        assert_eq!(found, nodes, "depth {depth} from {text}");
    }
}

const SMALL: RangeInclusive<u64> = 0..=1_000_000;

#[test]
fn counted_leaves_agree() {
    check(Convention::Count, SMALL);
}

#[test]
fn listed_leaves_agree() {
    check(Convention::List, SMALL);
}

#[test]
fn made_leaves_agree() {
    check(Convention::Full, SMALL);
}

#[test]
#[ignore = "takes fifteen seconds: a release runs it"]
fn made_leaves_of_larger_rows_agree() {
    check(Convention::Full, 1_000_001..=20_000_000);
}

#[test]
fn divided_counts_add_up() {
    for (text, depth, nodes) in agreed_perft().into_iter().filter(|row| row.2 <= 50_000) {
        let mut pos = sfen::parse(&text).expect("a valid SFEN");
        let sum: u64 = divide(&mut pos, depth).iter().map(|root| root.1).sum();
        assert_eq!(sum, nodes, "depth {depth} from {text}");
    }
}
