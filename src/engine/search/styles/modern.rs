//! The conventional selective search of today: each rule prunes moves by itself, by futility, by how late they
//! come, and by exchange.
//!
//! It is the yardstick of the search by interest, which has one rule in their place. Ideas, sources and worth
//! stand at the numbers (`config/knobs.rs`).

use super::Style;
use crate::search::config::SearchConfig;
use crate::search::explanation::Pruning;
use crate::search::interest::PLY;
use crate::search::node::Node;
use crate::search::node::pruning::{Tried, exchange_margin};
use crate::search::ordering::Picked;
use crate::search::path::Path;

/// The conventional search.
pub struct Modern;

impl Style for Modern {
    #[inline]
    fn prunes_by_rules(_: &SearchConfig) -> bool {
        true
    }
}

/// Which rule prunes a move that has lost this much interest, if one does.
#[inline]
pub fn rule_prunes(
    config: &SearchConfig,
    node: &Node,
    picked: &Picked,
    lost: i32,
    tried: &Tried,
    path: &Path,
) -> Option<Pruning> {
    let rest = node.budget.mean() - PLY - lost;
    let dull = picked.kind.is_quiet() && !picked.check;
    if !node.may_prune(tried) {
        None
    } else if dull && is_futile(config, node, rest) {
        Some(Pruning::Futility)
    } else if dull && is_late(config, node, tried) {
        Some(Pruning::LateMove)
    } else if gives_away(config, node, picked, rest, path) {
        Some(Pruning::Exchange)
    } else {
        None
    }
}

/// Whether a rule prunes all quiet moves but checks that have lost so much interest or more.
#[inline]
pub fn rules_prune_quiets(config: &SearchConfig, node: &Node, lost: i32, tried: &Tried) -> bool {
    let rest = node.budget.mean() - PLY - lost;
    node.may_prune(tried) && (is_late(config, node, tried) || is_futile(config, node, rest))
}

/// Whether a quiet move that gives no check and leaves a mean budget of `rest` cannot be
/// expected to lift the static value above alpha.
#[inline]
fn is_futile(config: &SearchConfig, node: &Node, rest: i32) -> bool {
    let margin = (config.futility_margin * (rest + PLY) / PLY).max(0);
    config.futility_margin > 0 && rest <= config.futility_limit && node.eval + margin <= node.alpha
}

/// Whether enough quiet moves have been searched for the budget there is.
#[inline]
fn is_late(config: &SearchConfig, node: &Node, tried: &Tried) -> bool {
    let tenths = node.budget.mean().max(0) / 10;
    let more = config.late_move_pruning_growth * tenths * tenths / 10_000;
    let more = if node.improving { more } else { more / 2 };
    config.late_move_pruning_base > 0
        && !node.pv
        && tried.searched as i32 >= config.late_move_pruning_base + more
}

/// Whether a move loses more material than its mean budget of `rest` allows: per squared ply for a
/// quiet one, per ply for a capture.
#[inline]
fn gives_away(config: &SearchConfig, node: &Node, picked: &Picked, rest: i32, path: &Path) -> bool {
    let factor = if picked.kind.is_quiet() {
        let tenths = rest.max(PLY) / 10;
        tenths * tenths
    } else {
        (rest + PLY).max(PLY)
    };
    let margin = exchange_margin(config, picked) * factor / 100;
    rest <= config.futility_limit && node.loses_more_than(margin, picked, path)
}
