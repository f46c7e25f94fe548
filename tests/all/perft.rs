//! Counts of legal move sequences against `sfen-suites/perft/agreed.tsv`, on whose numbers
//! generators of independent origin agree.
//!
//! Rows of more than five million leaves are left to `usi-engine suite`, or to
//! `PERFT_MAX_NODES=20000000000 cargo test --release --test perft`.

use crate::common::agreed_perft;
use usi_engine::shogi::perft::{Convention, divide, perft};
use usi_engine::shogi::sfen;

fn max_nodes() -> u64 {
    let setting = std::env::var("PERFT_MAX_NODES").ok();
    setting.map_or(5_000_000, |text| {
        text.parse().expect("PERFT_MAX_NODES must be a number")
    })
}

fn check(convention: Convention) {
    let max_nodes = max_nodes();
    let rows = agreed_perft();
    let mut checked = 0;
    for (text, depth, nodes) in rows.into_iter().filter(|row| row.2 <= max_nodes) {
        let mut pos = sfen::parse(&text).expect("a valid SFEN");
        assert_eq!(
            perft(&mut pos, depth, convention),
            nodes,
            "depth {depth} from {text}"
        );
        checked += 1;
    }
    assert!(checked >= 381, "only {checked} rows");
}

#[test]
fn counted_leaves_agree() {
    check(Convention::Count);
}

#[test]
fn listed_leaves_agree() {
    check(Convention::List);
}

#[test]
fn made_leaves_agree() {
    check(Convention::Full);
}

#[test]
fn divided_counts_add_up() {
    for (text, depth, nodes) in agreed_perft().into_iter().filter(|row| row.2 <= 50_000) {
        let mut pos = sfen::parse(&text).expect("a valid SFEN");
        let sum: u64 = divide(&mut pos, depth).iter().map(|root| root.1).sum();
        assert_eq!(sum, nodes, "depth {depth} from {text}");
    }
}
