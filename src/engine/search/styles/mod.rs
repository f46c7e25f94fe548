//! Kinds of search as types: what their nodes do differently.
//!
//! The node function is generic over its [`Style`], so that no node asks which kind of search it belongs to:
//! [`Interest`], the search of this engine; [`Modern`], the conventional search of today, its yardstick;
//! [`Classic`], the article read literally; and [`Laboratory`], which asks at every node what experiments have
//! switched off or put in place of the costs. [`Chosen`] is the kind that settings ask for. All numbers are
//! knobs; the named kinds of `config/presets.rs` are values of them.

mod classic;
pub mod expression;

use super::config::{SearchConfig, TERMS};
use super::explanation::{Part, Pruning};
use super::facts::{Facts, Kind};
use super::interest::{bounded, in_check, lost_interest};
use super::node::Node;
use super::node::pruning::Tried;
use super::ordering::{PickedMoves, is_noisy};
use super::path::Path;
use super::picked::Picked;
use super::worker::Worker;
use crate::player::Settings;
use crate::shogi::movegen;
pub use classic::Classic;
use expression::Expression;
use std::sync::Arc;

/// The kind of search that is asked for.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// [`Interest`].
    Interest,
    /// [`Modern`].
    Modern,
    /// [`Classic`].
    Classic,
    /// [`Laboratory`], perhaps with a law of costs that is an expression.
    Laboratory(Option<Arc<Expression>>),
}

impl Chosen {
    /// That of `settings`.
    pub fn of(settings: &Settings) -> Self {
        let config = &settings.search;
        let switches = [
            config.cuts,
            config.table,
            config.ordering,
            config.zero_windows,
            config.quiescence,
        ];
        match &settings.cost_law {
            Some(law) => Self::Laboratory(Some(Arc::clone(law))),
            None if switches.contains(&0) => Self::Laboratory(None),
            None if config.classic_scale > 0 => Self::Classic,
            None if config.overdraft > 0 => Self::Interest,
            None => Self::Modern,
        }
    }
}

/// What the nodes of a kind of search do in their own way.
pub trait Style {
    /// Whether a node ends with the first move that is pruned.
    const ENDS_WHEN_PRUNED: bool = false;
    /// Whether the move that followed the own last move well is tried with the refutations.
    const FOLLOWS_UP: bool = false;
    /// Whether attacks by pawns and moves out of pins are threats of their own.
    const SEES_PINS: bool = false;
    /// Whether a quiet move costs no less than one before it in the order that is like it otherwise.
    const CHARGES_BY_ORDER: bool = true;

    /// The interest that a move has lost, in centi-plies: its cost above an ordinary ply.
    #[inline]
    fn lost(worker: &Worker, _picked: &Picked, facts: &Facts, _tried: &Tried) -> i32 {
        lost_interest(&worker.settings.config, facts)
    }

    /// What makes up the lost interest of a move, by name; the parts add up to it.
    fn parts(worker: &Worker, _picked: &Picked, facts: &Facts, _tried: &Tried) -> Vec<Part> {
        parts_of_terms(&worker.settings.config, facts)
    }

    /// How much of the lost interest `lost` a move pays for once it has beaten alpha.
    #[inline]
    fn paid_by_a_good_move(lost: i32) -> i32 {
        lost.min(0)
    }

    /// Whether each rule prunes moves by itself, where else prices do that add up (both: `node/pruning.rs`).
    #[inline]
    fn prunes_by_rules(_: &SearchConfig) -> bool {
        false
    }

    /// Why a move that has lost this much interest is pruned, if it is.
    #[inline]
    fn prunes(
        config: &SearchConfig,
        node: &Node,
        picked: &Picked,
        lost: i32,
        tried: &Tried,
        path: &Path,
    ) -> Option<Pruning> {
        if Self::prunes_by_rules(config) {
            node.rule_prunes(config, picked, lost, tried, path)
        } else {
            node.price_prunes(config, picked, lost, tried, path)
        }
    }

    /// Whether all quiet moves to come but checks would be pruned that have lost so much interest or more: then
    /// none need be looked at. Worth of not looking at late ones: +25 (−8 to +59) in 400 games at
    /// equal nodes, and up to 9 % more nodes a second (2026-11-21).
    #[inline]
    fn prunes_quiets(config: &SearchConfig, node: &Node, lost: i32, tried: &Tried) -> bool {
        if Self::prunes_by_rules(config) {
            node.rules_prune_quiets(config, lost, tried)
        } else {
            node.prices_prune_quiets(config, lost, tried)
        }
    }

    /// Puts the moves of a node, for which its picker has been started, into an order of its own.
    #[inline]
    fn arrange(_worker: &mut Worker, _node: &Node) {}

    /// Whether a part of the search is on whose knob, 0 or 1, is for experiments.
    #[inline]
    fn has(_switch: i32) -> bool {
        true
    }
}

/// The search by interest: the budget alone prunes.
pub struct Interest;

impl Style for Interest {}

/// The conventional selective search of today: rules prune, each by itself.
pub struct Modern;

impl Style for Modern {
    #[inline]
    fn prunes_by_rules(_: &SearchConfig) -> bool {
        true
    }
}

/// A search of which experiments may switch off every part, or replace the costs by an expression
/// (`lab ladder`, `lab evolve`): it asks at every node.
pub struct Laboratory;

impl Style for Laboratory {
    /// A law that is an expression may charge as it likes.
    const CHARGES_BY_ORDER: bool = false;

    fn lost(worker: &Worker, _: &Picked, facts: &Facts, _: &Tried) -> i32 {
        match &worker.settings.style {
            Chosen::Laboratory(Some(law)) => law.lost(facts),
            _ => lost_interest(&worker.settings.config, facts),
        }
    }

    fn parts(worker: &Worker, _: &Picked, facts: &Facts, _: &Tried) -> Vec<Part> {
        match &worker.settings.style {
            Chosen::Laboratory(Some(law)) => vec![("cost law", law.lost(facts))],
            _ => parts_of_terms(&worker.settings.config, facts),
        }
    }

    fn prunes_by_rules(config: &SearchConfig) -> bool {
        config.overdraft == 0
    }

    /// Without an order, all legal moves are handed out as they are generated, but for the table's, which
    /// is the first.
    fn arrange(worker: &mut Worker, node: &Node) {
        if worker.settings.config.ordering > 0 {
            return;
        }
        let (path, scratch) = (&mut worker.path, &mut worker.scratch);
        let (pos, here) = (&path.pos, &mut path.stack[node.ply]);
        scratch.clear();
        movegen::legal(pos, scratch);
        let picked = |&mv| {
            let kind = match is_noisy(pos, mv) {
                _ if mv == node.table_move => Kind::Table,
                true => Kind::GoodCapture,
                false => Kind::Quiet,
            };
            Picked::unscored(pos, &here.squares, mv, kind)
        };
        let mut moves: PickedMoves = scratch.iter().map(picked).collect();
        moves.sort_by_key(|it| it.mv != node.table_move);
        here.picker.hand_out(moves);
    }

    fn has(switch: i32) -> bool {
        switch > 0
    }
}

/// The terms of the cost of a move, what check takes from them, and the bound that acts.
fn parts_of_terms(config: &SearchConfig, facts: &Facts) -> Vec<Part> {
    let terms = TERMS.iter();
    let mut parts: Vec<_> = terms
        .map(|term| (term.name, (term.cost)(config, facts)))
        .collect();
    let sum = config.sum_of_terms(facts);
    let counted = in_check(config, facts, sum);
    let lost = bounded(config, facts, counted);
    parts.push(("in check", counted - sum));
    if lost < counted {
        parts.push(("first move", lost - counted));
    } else {
        parts.push(("least cost", lost - counted));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchConfig;

    #[test]
    fn each_named_kind_has_its_style() {
        let style = |kind| {
            let settings = Settings {
                search: SearchConfig::preset(kind).unwrap(),
                ..Settings::default()
            };
            format!("{:?}", Chosen::of(&settings))
        };
        let kinds = [
            "interest",
            "alphabeta",
            "modern",
            "interest-classic",
            "minimax",
        ];
        let styles = [
            "Interest",
            "Modern",
            "Modern",
            "Classic",
            "Laboratory(None)",
        ];
        assert_eq!(kinds.map(style), styles);
    }

    #[test]
    fn only_the_law_of_the_article_keeps_the_cost_of_a_move_that_beats_alpha() {
        assert_eq!([-70, 130].map(Interest::paid_by_a_good_move), [-70, 0]);
        assert_eq!([-70, 130].map(Classic::paid_by_a_good_move), [-70, 130]);
    }
}
