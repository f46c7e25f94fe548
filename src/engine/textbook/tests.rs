//! The textbook finds mates, repeats itself, keeps its limits, and passes what it takes to be a switch.

use super::costs::{Alike, Budget, PLY, Seen};
use super::*;
use crate::eval::MATE;
use crate::player::Engine;
use crate::search::{Bound, Info, Limits, Score};
use crate::shogi::{PieceKind, Square};

/// The end of a search of `text` by the textbook with these changes of `preset`.
fn search(preset: &str, changes: &[(&str, i32)], text: &str, limits: Limits) -> Info {
    let mut rules = Rules::of_preset(preset).unwrap();
    for &(name, value) in changes {
        rules.put(Knob::named(name).unwrap(), value);
    }
    let mut engine = Engine::new(Settings {
        hash_mb: 1,
        textbook: Some(rules),
        ..Settings::default()
    });
    engine.set_game(Game::parse(text).unwrap().0);
    engine.search(limits, &mut ()).info
}

#[test]
fn every_switch_changes_the_tree() {
    let text = "sfen l4gsnl/1s2r1kb1/ppn1gppp1/2p1p3p/3p5/P1PBP3P/1PNP1PPPL/3S1GGR1/L4KSN1 b - 25";
    let nodes =
        |changes: &[(&str, i32)]| search("alphabeta", changes, text, Limits::depth(5)).nodes;
    let plain = nodes(&[]);
    for (name, value) in [
        ("ordering", 0),
        ("deepening", 0),
        ("zero_windows", 0),
        ("table", 0),
        ("quiescence", 0),
        ("null_move", 1),
        ("late_moves", 1),
        ("two_accounts", 1),
    ] {
        assert_ne!(nodes(&[(name, value)]), plain, "{name}");
    }
    assert!(nodes(&[("null_move", 1)]) < plain && nodes(&[("late_moves", 1)]) < plain);
}

#[test]
fn mates_are_found_and_moves_out_of_check_cost_nothing() {
    let mate = "sfen 7k1/9/6P2/9/9/9/9/9/4K4 b GS 1";
    for preset in ["alphabeta", "interest-classic"] {
        let info = search(preset, &[], mate, Limits::nodes(50_000));
        assert!(matches!(info.score, Score::Mate(_)) || preset != "alphabeta");
    }
    let depth = |extension| {
        let changes = [("check_extension", extension), ("mate_in_one", 0)];
        let info = search("alphabeta", &changes, mate, Limits::depth(2));
        info.selective_depth
    };
    assert!(depth(100) >= depth(0));
}

#[test]
fn presets_have_names_and_digests_of_their_own() {
    let digests = PRESETS.map(|(name, _)| Rules::of_preset(name).unwrap().digest());
    assert_eq!(digests[0], Rules::default().digest());
    assert!(digests[0] != digests[1] && digests[1] != digests[2]);
    let mut rules = Rules::of_preset("MINIMAX").unwrap();
    assert!(rules.changes().is_empty());
    rules.put(Knob::named("Cuts").unwrap(), 7);
    assert_eq!(rules.changes(), [("cuts", 1)]);
    assert!(Rules::of_preset("negamax").is_none());
}

#[test]
fn the_table_keeps_the_deeper_entry_and_counts_mates_from_the_root() {
    let mut table = Table::new(1);
    let entry = |value, plies| Entry {
        mv: Move::NONE,
        value,
        bound: Bound::Lower,
        eval: -7,
        budget: Budget::of_plies(plies),
    };
    table.store(7 << 40 | 1, 3, entry(MATE - 5, 6));
    table.store(7 << 40 | 1, 3, entry(50, 1));
    assert_eq!(table.probe(7 << 40 | 1, 1), Some(entry(MATE - 3, 6)));
    assert_eq!(table.probe(7 << 40 | 2, 1), None);
    table.clear();
    assert_eq!(table.probe(7 << 40 | 1, 1), None);
}

#[test]
fn one_account_is_a_depth_and_two_are_paid_by_the_side_that_moves() {
    let start = Budget { own: 500, opp: 300 };
    let one = start.after(PLY, false);
    assert_eq!((one.own, one.opp, one.mean()), (200, 400, 300));
    let two = start.after(PLY, true);
    assert_eq!((two.own, two.opp, two.mean()), (300, 300, 300));
}

#[test]
fn similar_moves_are_counted() {
    let [rook, gold] =
        [PieceKind::Rook, PieceKind::Gold].map(|kind| Move::drop(kind, Square::SQ_5E));
    let mut seen = Seen {
        checks: 0,
        movers: [0; 256],
    };
    for _ in 0..5 {
        seen.note(rook, true);
    }
    assert_eq!(seen.like(rook, false, false).drops, 4);
    assert_eq!(seen.like(gold, true, false).checks, 4);
    assert_eq!(seen.like(gold, false, false), Alike::default());
    assert_eq!(seen.like(rook, false, true).drops, 0);
}
