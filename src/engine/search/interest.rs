//! The law that makes a cost of interest: a move costs an ordinary ply plus the interest it has lost.
//!
//! Interest search ends a branch by lack of interest rather than by depth (J. Rollason, "Interest
//! Search – Another way to do Minimax", AI Factory, 2014). The moves searched before a move have
//! taken some of its interest, in the logarithm of its rank and of the depth; its terms give some
//! back; sharing traits with them takes more. All of these are the terms of `config/knobs.rs`; this
//! file adds them up and sets the bounds. Formula and first constants are those of a prototype that
//! another team measured. The article's own law is in `node/classic.rs`.
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

#[cfg(test)]
mod tests;
