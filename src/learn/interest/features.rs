//! The facts about a move as features, each with the knob that weighs it.

use crate::search::interest::{Facts, growth_unit, implausible_unit};
use crate::search::ordering::Kind;

/// A knob and the feature it multiplies: what one unit of it adds to a move's cost, divided by
/// `unit` so that all features are of the same size.
pub(super) struct Feature {
    pub knob: &'static str,
    pub unit: f64,
    pub of: fn(&Facts) -> f64,
}

fn when(applies: bool) -> f64 {
    f64::from(u8::from(applies))
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        knob: "growth_cost",
        unit: 1.0,
        of: |_| 1.0,
    },
    Feature {
        knob: "growth_log_cost",
        unit: 1.0,
        of: growth_unit,
    },
    Feature {
        knob: "killer_bonus",
        unit: 1.0,
        of: |it| -when(it.kind == Kind::Killer),
    },
    Feature {
        knob: "counter_bonus",
        unit: 1.0,
        of: |it| -when(it.kind == Kind::Counter),
    },
    Feature {
        knob: "best_quiet_bonus",
        unit: 1.0,
        of: |it| -when(it.best_quiet),
    },
    Feature {
        knob: "capture_permille",
        unit: 1.0,
        of: |it| -f64::from(it.gain) / 1000.0,
    },
    Feature {
        knob: "promotion_bonus",
        unit: 1.0,
        of: |it| -when(it.promotes),
    },
    Feature {
        knob: "check_bonus",
        unit: 1.0,
        of: |it| -when(it.check),
    },
    Feature {
        knob: "check_again_bonus",
        unit: 1.0,
        of: |it| -when(it.check && it.checked_before),
    },
    Feature {
        knob: "threat_permille",
        unit: 1.0,
        of: |it| -f64::from(it.threat) / 1000.0,
    },
    Feature {
        knob: "beyond_cost",
        unit: 10.0,
        of: |it| f64::from(it.beyond) / 10.0,
    },
    Feature {
        knob: "pv_bonus",
        unit: 1.0,
        of: |it| -when(it.pv),
    },
    Feature {
        knob: "stagnation_cost",
        unit: 1.0,
        of: |it| when(!it.improving),
    },
    Feature {
        knob: "same_drop_cost",
        unit: 1.0,
        of: |it| f64::from(it.like.drop),
    },
    Feature {
        knob: "same_check_cost",
        unit: 1.0,
        of: |it| f64::from(it.like.check),
    },
    Feature {
        knob: "same_piece_cost",
        unit: 1.0,
        of: |it| f64::from(it.like.piece),
    },
    Feature {
        knob: "same_victim_cost",
        unit: 1.0,
        of: |it| f64::from(it.like.victim),
    },
    Feature {
        knob: "same_square_cost",
        unit: 1.0,
        of: |it| it.like.square.into(),
    },
    Feature {
        knob: "beside_capture_cost",
        unit: 1.0,
        of: |it| when(it.table_captures && it.kind.is_quiet()),
    },
    Feature {
        knob: "implausible_cost",
        unit: 1.0,
        of: |it| implausible_unit(it.points),
    },
    Feature {
        knob: ORDER,
        unit: 1.0,
        of: |it| -order(it),
    },
    Feature {
        knob: GOOD_CAPTURE,
        unit: 1.0,
        of: |it| when(it.kind == Kind::GoodCapture),
    },
    Feature {
        knob: BAD_CAPTURE,
        unit: 1.0,
        of: |it| when(it.kind == Kind::BadCapture),
    },
];

/// Not a factor of its feature but its inverse: order score per centi-ply.
pub(super) const ORDER: &str = "order_divisor";
/// These are shares of the growth, not summands.
pub(super) const GOOD_CAPTURE: &str = "good_capture_percent";
pub(super) const BAD_CAPTURE: &str = "bad_capture_percent";
pub(super) const COUNT: usize = FEATURES.len();
pub(super) type Row = [f64; COUNT];

/// The order score of a quiet in thousands, within what order scores usually are.
fn order(facts: &Facts) -> f64 {
    if facts.kind == Kind::Quiet {
        f64::from(facts.order.clamp(-16_000, 16_000)) / 1000.0
    } else {
        0.0
    }
}

pub(super) fn row(facts: &Facts) -> Row {
    std::array::from_fn(|i| (FEATURES[i].of)(facts))
}
