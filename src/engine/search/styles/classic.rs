//! The law of `interest-classic`: the article's own, read literally, for the record.
//!
//! A move costs `classic_scale` over its interest, and what the moves searched before it cost. The
//! moves of a node are sorted by cost; when one overdraws its side's budget, it and all after it are
//! left out, be it the first, at the root or in check. Only the root searches one move come what
//! may: an iteration without any would say nothing. A node that searches none is a leaf. Source: J.
//! Rollason, "Interest Search", AI Factory, 2014; [`TERMS`] are its seventeen reasons for interest with
//! its weights, but for attacks, forks and moves out of attacks, which are one (`threat.rs`), and
//! similarity, which is a surcharge like that of the other law and does not sort. With
//! `classic_scale` 0 nothing here runs.

use super::Style;
use crate::eval::handmade::EXCHANGE;
use crate::search::config::SearchConfig;
use crate::search::explanation::{Part, Pruning};
use crate::search::facts::{Facts, Kind, when};
use crate::search::interest::PLY;
use crate::search::node::Node;
use crate::search::node::pruning::Tried;
use crate::search::ordering::PickedMoves;
use crate::search::path::Path;
use crate::search::penalties::Similarity;
use crate::search::picked::Picked;
use crate::search::worker::Worker;
use crate::shogi::movegen::count_legal;

/// What the interest of a move depends on here.
struct Reasons<'a> {
    facts: &'a Facts,
    /// Legal moves of the node.
    choices: i32,
    /// Plies by which the node is deeper than the iteration's number.
    beyond: i32,
    /// What the move gains at once by capture or promotion, in centipawns.
    gain: i32,
    promotes: bool,
    /// Whether it gives check after a check by the side's last move.
    checks_again: bool,
    takes_checker: bool,
    /// Whether it is the first quiet in order.
    best_quiet: bool,
    /// Whether it was the best at the root in the last iteration.
    root_best: bool,
}

/// A reason for interest, in points.
type Term = (&'static str, fn(&Reasons) -> i32);

const TERMS: [Term; 15] = [
    ("mobility", |r| shared(1000, r.choices)),
    ("reply", |r| when(r.facts.in_check, shared(1000, r.choices))),
    ("table", |r| r.facts.if_kind(Kind::Table, 25)),
    ("best at the root", |r| when(r.root_best, 100)),
    ("killer", |r| r.facts.if_kind(Kind::Killer, 100)),
    ("countermove", |r| r.facts.if_kind(Kind::Countermove, 100)),
    ("follow-up", |r| r.facts.if_kind(Kind::FollowUp, 100)),
    ("capture", |r| r.gain * 200 / 1000),
    ("check", |r| when(r.facts.check, 100)),
    ("check again", |r| when(r.checks_again, 100)),
    ("threat", |r| r.facts.threat * 200 / 1000),
    ("takes checker", |r| when(r.takes_checker, 100)),
    ("promotion", |r| when(r.promotes, 100)),
    ("best quiet", |r| when(r.best_quiet, 100)),
    ("beyond", |r| -5 * r.beyond),
];

/// The part of each of so many moves.
fn shared(points: i32, choices: i32) -> i32 {
    points.checked_div(choices).unwrap_or(0)
}

/// The search of the article.
pub struct Classic;

impl Style for Classic {
    const ENDS_WHEN_PRUNED: bool = true;
    const FOLLOWS_UP: bool = true;
    const SEES_PINS: bool = true;

    fn lost(worker: &Worker, picked: &Picked, facts: &Facts, tried: &Tried) -> i32 {
        let parts = lost(&worker.settings.config, picked, facts, tried);
        parts.iter().map(|(_, cost)| cost).sum()
    }

    fn parts(worker: &Worker, picked: &Picked, facts: &Facts, tried: &Tried) -> Vec<Part> {
        lost(&worker.settings.config, picked, facts, tried).to_vec()
    }

    /// All: by the article's law a cost is a cost.
    fn paid_by_a_good_move(lost: i32) -> i32 {
        lost
    }

    fn prunes(
        config: &SearchConfig,
        node: &Node,
        _: &Picked,
        lost: i32,
        tried: &Tried,
        _: &Path,
    ) -> Option<Pruning> {
        let ends = (node.inner || tried.searched > 0) && node.left_for_prices(config, lost) < 0;
        ends.then_some(Pruning::Budget)
    }

    /// Sorts the moves of a node by cost, the cheapest first. The order score of each becomes its
    /// cost with the sign turned.
    #[cold]
    fn arrange(worker: &mut Worker, node: &Node) {
        let ply = node.ply;
        let choices = count_legal(&worker.path.pos) as i32;
        let (tried, seen) = (Tried::new(), Similarity::new());
        let mut moves = PickedMoves::new();
        let mut met_quiet = false;
        while let Some(picked) = worker.pick::<Self>(ply, false) {
            let quiet = picked.kind.is_quiet();
            let facts = worker.facts(node, &picked, &tried, &seen);
            let reasons = Reasons {
                choices,
                best_quiet: quiet && !met_quiet,
                ..reasons(worker, node, &picked, &facts)
            };
            let order = -reciprocal(worker.settings.config.classic_scale, &reasons);
            met_quiet |= quiet;
            let _ = moves.try_push(Picked { order, ..picked });
        }
        moves.sort_by_key(|picked| -picked.order);
        worker.path.stack[ply].picker.hand_out(moves);
    }
}

/// The cost of a move above an ordinary ply, in centi-plies, part by part.
fn lost(config: &SearchConfig, picked: &Picked, facts: &Facts, tried: &Tried) -> [Part; 3] {
    [
        ("moves before", tried.spent),
        ("scale over interest, above a ply", -picked.order - PLY),
        ("surcharges", config.sum_of_terms(facts)),
    ]
}

fn reasons<'a>(worker: &Worker, node: &Node, picked: &Picked, facts: &'a Facts) -> Reasons<'a> {
    let (mv, ply) = (picked.mv, node.ply);
    let checkers = |ply: usize| worker.path.stack[ply].checks.checkers;
    Reasons {
        facts,
        choices: 0,
        beyond: (ply as i32 - worker.root.iteration as i32).max(0),
        gain: EXCHANGE.gain(&worker.path.pos, mv),
        promotes: mv.is_promotion(),
        checks_again: picked.check && ply > 0 && checkers(ply - 1).any(),
        takes_checker: node.in_check && checkers(ply).contains(mv.to()),
        best_quiet: false,
        root_best: ply == 0 && picked.kind == Kind::Table,
    }
}

/// The cost of a move by its interest alone, in centi-plies.
fn reciprocal(scale: i32, reasons: &Reasons) -> i32 {
    let interest: i32 = TERMS.iter().map(|(_, points)| points(reasons)).sum();
    (scale / interest.max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_but_depth_makes_a_move_cheaper() {
        let facts = Facts {
            kind: Kind::Table,
            check: true,
            threat: 900,
            in_check: true,
            ..Facts::ordinary()
        };
        let all = Reasons {
            facts: &facts,
            choices: 2,
            beyond: 3,
            gain: 900,
            promotes: true,
            checks_again: true,
            takes_checker: true,
            best_quiet: true,
            root_best: true,
        };
        for (name, points) in TERMS {
            let kinds = [Kind::Table, Kind::Killer, Kind::Countermove, Kind::FollowUp];
            let most = kinds.map(|kind| {
                let facts = Facts { kind, ..facts };
                points(&Reasons {
                    facts: &facts,
                    ..all
                })
            });
            let applies = most.iter().any(|&points| points > 0);
            assert_eq!(applies, name != "beyond", "{name}");
        }
        let dull = Reasons {
            choices: 0,
            gain: 0,
            promotes: false,
            checks_again: false,
            takes_checker: false,
            best_quiet: false,
            root_best: false,
            facts: &Facts::ordinary(),
            ..all
        };
        assert!(reciprocal(2000, &all) < reciprocal(2000, &dull));
    }
}
