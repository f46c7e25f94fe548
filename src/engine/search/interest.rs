//! The law that makes a cost of interest: a move costs an ordinary ply plus the interest it has lost.
//!
//! Interest search ends a branch by lack of interest rather than by depth (J. Rollason, "Interest
//! Search – Another way to do Minimax", AI Factory, 2014). The moves searched before a move have
//! taken some of its interest, in the logarithm of its rank and of the depth; its terms give some
//! back; sharing traits with them takes more. All of these are the terms of `config/knobs.rs`; this
//! file adds them up and sets the bounds. Formula and first constants are those of a prototype that
//! another team measured. The article's own law is in `styles/classic.rs`.
//!
//! Costs fitted to the chance that a move raises alpha lost 36 Elo (95 %: −70 to −2; 400 games at 10
//! ms, 2026-11-21): that chance is not what a move's cost should be. Quiet moves beside a table move
//! that captures succeed more often, and are still better made dearer.

use super::config::SearchConfig;
use super::facts::Facts;

/// The interest that a move has lost, in centi-plies: its cost above an ordinary ply. At least
/// −`surplus_limit` (0 where the line is out of proportion), and for a node's first move at most 0.
#[inline]
pub fn lost_interest(config: &SearchConfig, facts: &Facts) -> i32 {
    let lost = in_check(config, facts, config.sum_of_terms(facts));
    bounded(config, facts, lost)
}

/// What counts of the lost interest `lost`: only a part of it in check.
#[inline]
pub fn in_check(config: &SearchConfig, facts: &Facts, lost: i32) -> i32 {
    if facts.in_check {
        lost * config.evasion_percent / 100
    } else {
        lost
    }
}

/// The lost interest `lost` within its bounds.
#[inline]
pub fn bounded(config: &SearchConfig, facts: &Facts, lost: i32) -> i32 {
    let least = if facts.in_proportion {
        -config.surplus_limit
    } else {
        0
    };
    let most = if facts.rank == 0 { 0 } else { i32::MAX };
    lost.clamp(least, most)
}

/// An ordinary ply, in centi-plies.
pub const PLY: i32 = 100;

/// Budgets in centi-plies as seen from a node. They may be overdrawn a little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Left to the side to move.
    pub own: i32,
    /// Left to the other side.
    pub opp: i32,
}

impl Budget {
    /// Nothing: that of quiescence.
    pub const SPENT: Self = Self::of_both(0);

    /// Less than that of any search.
    pub const UNSEARCHED: Self = Self::of_both(-128 * PLY);

    /// As far as any search reaches.
    pub const MOST: Self = Self::of_both(128 * PLY);

    const fn of_both(left: i32) -> Self {
        Self {
            own: left,
            opp: left,
        }
    }

    /// The budgets at the root of iteration `iteration` (from 1), which grow by `step`.
    pub fn at_root(iteration: u32, step: i32) -> Self {
        Self::of_both(PLY + step * (iteration as i32 - 1))
    }

    /// The depth-like mean, used in margins.
    #[inline]
    pub fn mean(self) -> i32 {
        i32::midpoint(self.own, self.opp)
    }

    /// Whether the side to move has nothing left.
    #[inline]
    pub fn is_spent(self) -> bool {
        self.own <= 0
    }

    /// Whether both sides have at least as much left as in `needed`.
    #[inline]
    pub fn reaches(self, needed: Self) -> bool {
        self.own >= needed.own && self.opp >= needed.opp
    }

    /// What is left to the side to move after a move of `cost` of which `share_percent` (0–50)
    /// is charged to the opponent.
    #[inline]
    pub fn own_after(self, cost: i32, share_percent: i32) -> i32 {
        self.own - cost * (100 - share_percent) / 50
    }

    /// The budgets after such a move, as the opponent sees them.
    #[inline]
    #[must_use]
    pub fn after(self, cost: i32, share_percent: i32) -> Self {
        Self {
            own: self.opp - cost * share_percent / 50,
            opp: self.own_after(cost, share_percent),
        }
    }

    /// Both budgets less `cost`, sides as they are.
    #[inline]
    #[must_use]
    pub fn less(self, cost: i32) -> Self {
        Self {
            own: self.own - cost,
            opp: self.opp - cost,
        }
    }

    /// Half of both budgets.
    #[inline]
    #[must_use]
    pub fn half(self) -> Self {
        Self {
            own: self.own / 2,
            opp: self.opp / 2,
        }
    }

    /// The same budgets as the other side sees them.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            own: self.opp,
            opp: self.own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::{KNOBS, TERMS};
    use crate::search::facts::Kind;
    use crate::search::penalties::SharedTraits;

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

    #[test]
    fn sides_are_charged_apart_or_together() {
        let start = Budget::at_root(4, 100);
        let apart = start.after(100, 0);
        assert_eq!(apart, Budget { own: 400, opp: 200 });
        assert_eq!(start.after(100, 50), Budget { own: 300, opp: 300 });
        for share in [0, 20, 50] {
            let two = start.after(100, share).after(100, share);
            assert_eq!(two, Budget { own: 200, opp: 200 });
            assert_eq!(start.after(100, share).mean(), 300);
        }
    }
}
