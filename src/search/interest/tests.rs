//! Costs follow facts as the knobs say.

use super::*;

fn facts(rank: usize) -> Facts {
    Facts {
        rank,
        depth: 600,
        beyond: 0,
        in_proportion: true,
        spent: 0,
        choices: 30,
        kind: Kind::Quiet,
        order: 0,
        threat: 0,
        gain: 0,
        promotes: false,
        check: false,
        checked_before: false,
        takes_checker: false,
        best_quiet: false,
        root_best: false,
        pv: false,
        improving: true,
        in_check: false,
        table_captures: false,
        like: Likeness::default(),
        points: 0,
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
fn lively_moves_cost_less_and_implausible_ones_more() {
    let config = SearchConfig::default();
    let dull = lost_interest(&config, &facts(20));
    let lively = Facts {
        check: true,
        threat: 500,
        ..facts(20)
    };
    assert!(lost_interest(&config, &lively) < dull);
    let surcharge = implausible(&config, 200);
    assert!(surcharge > 0);
    let implausible = Facts {
        points: 200,
        ..facts(20)
    };
    assert_eq!(lost_interest(&config, &implausible), dull + surcharge);
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

/// Every term can be weighed: with its knob raised alone, the move it applies to costs less.
#[test]
fn every_term_has_a_weight() {
    let all = Facts {
        choices: 2,
        in_check: true,
        threat: 900,
        gain: 900,
        promotes: true,
        check: true,
        checked_before: true,
        takes_checker: true,
        best_quiet: true,
        root_best: true,
        beyond: 3,
        points: 2000,
        ..facts(20)
    };
    // Far enough from free that every term shows.
    let dear = SearchConfig {
        implausible_cost: 200,
        growth_linear_cost: 50,
        good_capture_percent: 100,
        ..SearchConfig::default()
    };
    let cases = [
        ("mobility_bonus", Kind::Quiet),
        ("reply_bonus", Kind::Quiet),
        ("table_bonus", Kind::Table),
        ("root_best_bonus", Kind::Table),
        ("killer_bonus", Kind::Killer),
        ("counter_bonus", Kind::Counter),
        ("follow_up_bonus", Kind::FollowUp),
        ("capture_permille", Kind::GoodCapture),
        ("check_bonus", Kind::Quiet),
        ("check_again_bonus", Kind::Quiet),
        ("threat_permille", Kind::Quiet),
        ("take_checker_bonus", Kind::GoodCapture),
        ("promotion_bonus", Kind::Quiet),
        ("best_quiet_bonus", Kind::Quiet),
    ];
    for (knob, kind) in cases {
        let cost = |weight| {
            let mut config = dear.clone();
            config.set(knob, weight).unwrap();
            lost_interest(&config, &Facts { kind, ..all })
        };
        assert!(cost("200") < cost("0"), "{knob}");
    }
    let mut config = dear;
    let before = lost_interest(&config, &all);
    config.beyond_cost = 40;
    assert!(lost_interest(&config, &all) > before);
}

#[test]
fn the_reciprocal_law_sums_what_the_ply_has_cost() {
    let config = SearchConfig::preset("interest-classic").unwrap();
    let first = lost_interest(&config, &facts(0));
    let later = Facts {
        spent: 70,
        ..facts(3)
    };
    assert_eq!(lost_interest(&config, &later), first + 70);
    let check = Facts {
        check: true,
        ..facts(0)
    };
    assert!(lost_interest(&config, &check) < first);
}
