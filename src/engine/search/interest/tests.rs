//! Costs follow facts as the knobs say.

use super::*;
use crate::search::config::{KNOBS, TERMS};
use crate::search::facts::Kind;
use crate::search::similarity::SharedTraits;

fn facts(rank: usize) -> Facts {
    Facts {
        rank,
        ..Facts::ordinary()
    }
}

#[test]
fn later_moves_cost_more_and_the_first_is_ordinary() {
    let config = SearchConfig::default();
    let costs: Vec<_> = (0..50)
        .map(|rank| lost_interest(&config, &facts(rank)))
        .collect();
    assert_eq!(costs[0], 0);
    assert!(costs.is_sorted() && costs[49] > costs[1]);
}

#[test]
fn surplus_interest_makes_cheaper_within_limit_and_proportion() {
    let config = SearchConfig {
        surplus_limit: 15,
        check_bonus: 1000,
        ..SearchConfig::default()
    };
    let lost = |rank, in_proportion| {
        let check = Facts {
            check: true,
            in_proportion,
            ..facts(rank)
        };
        lost_interest(&config, &check)
    };
    assert_eq!((lost(0, true), lost(5, true)), (-15, -15));
    assert_eq!((lost(0, false), lost(5, false)), (0, 0));
    let dull = Facts {
        improving: false,
        ..facts(0)
    };
    assert_eq!(lost_interest(&config, &dull), 0);
}

#[test]
fn with_interest_off_every_move_costs_a_ply() {
    let config = SearchConfig::preset("alphabeta").unwrap();
    for rank in 0..100 {
        let dull = Facts {
            order: -9000,
            improving: false,
            ..facts(rank)
        };
        assert_eq!(lost_interest(&config, &dull), 0);
    }
}

/// A move to which every term applies that can apply to a move of its kind.
fn loud(kind: Kind) -> Facts {
    Facts {
        kind,
        order: 90_000,
        threat: 900,
        check: true,
        pv: true,
        improving: false,
        table_captures: true,
        points: 2000,
        traits: SharedTraits {
            drop: 4,
            check: 4,
            piece: 4,
            victim: 4,
            square: 4,
        },
        ..facts(20)
    }
}

#[test]
fn the_sum_of_terms_is_the_sum_of_the_terms() {
    let config = SearchConfig::default();
    for kind in [Kind::Table, Kind::Killer, Kind::Quiet, Kind::BadCapture] {
        let facts = loud(kind);
        let sum: i32 = TERMS.iter().map(|term| (term.cost)(&config, &facts)).sum();
        assert_eq!(config.sum_of_terms(&facts), sum);
    }
}

/// No term is dead: each acts on some move, and a cost adds to it while a bonus takes from it.
#[test]
fn every_term_acts_in_the_direction_of_its_name() {
    let kinds = [
        Kind::Killer,
        Kind::Countermove,
        Kind::Quiet,
        Kind::GoodCapture,
    ];
    let config = SearchConfig::default();
    for term in TERMS {
        let acts = |kind| (term.cost)(&config, &loud(kind)) != 0;
        assert!(kinds.into_iter().any(acts), "{}", term.name);
    }
    for knob in KNOBS.iter().filter(|knob| knob.name.ends_with("_bonus")) {
        let sum = |value: &str, kind| {
            let mut config = SearchConfig::default();
            config.set(knob.name, value).unwrap();
            config.sum_of_terms(&loud(kind))
        };
        let cheaper = |kind| sum("200", kind) < sum("0", kind);
        let is_term = knob.name != "singular_bonus";
        assert_eq!(kinds.into_iter().any(cheaper), is_term, "{}", knob.name);
    }
}
