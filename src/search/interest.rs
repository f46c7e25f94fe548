//! From facts about a move to its interest and its cost. Pure functions; the node collects the
//! facts and spends the cost.
//!
//! Interest search ends a branch by lack of interest rather than by depth (J. Rollason,
//! "Interest Search – Another way to do Minimax", AI Factory, 2014). The article's seventeen
//! terms and ours are [`Term`]s, each with a knob for its weight; a knob at 0 leaves the term
//! out. Two laws make a cost of them:
//!
//! - logarithmic (the default): a move costs 100 centi-plies plus the interest it has lost. The
//!   moves searched before it have taken some, in the logarithm of its rank and of the depth
//!   (the article's "costs of the moves already searched at this ply"); its terms give some
//!   back; being like others takes more (surcharges). Formula and first constants are those of
//!   the prototype in spec `search.md` §2, its measurements in §1 there.
//! - reciprocal (`reciprocal_scale`): the article's own, for the record.
//!
//! Costs learned by `tune interest` (10 games of 30,000 nodes a move, `--seed 3`) instead of these:
//! 44.9 % in 400 games at 10 ms, Elo −36 (95 %: −70 to −2), 2026-11-21; they are not the default.
//! What a fact says of the chance that a move raises alpha is not what its cost should be: quiet
//! moves beside a table's move that captures succeed more often, and are better made dearer.
//!
//! Tried and dropped: lost interest limited to half of the mean budget, so that even the
//! dullest move is looked at beyond quiescence: 43.2 % in 400 games at 10 ms of CPU time,
//! Elo −47 (95 %: −81 to −15), 2026-11-20.

mod logarithm;
mod threat;

use super::config::SearchConfig;
use super::ordering::Kind;
use super::similarity::Likeness;
use logarithm::ln;
pub use threat::{Threat, Threats};

/// What the cost of a move depends on.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// How many moves of the node were searched before (at the root: less one).
    pub rank: usize,
    /// The mean budget of the node, in centi-plies.
    pub depth: i32,
    /// Plies by which the node is deeper than the iteration's number.
    pub beyond: i32,
    /// Whether the node is not so deep that no move may cost less than an ordinary ply.
    pub in_proportion: bool,
    /// Cost of the moves of the node searched before, in centi-plies; for the reciprocal law.
    pub spent: i32,
    /// Legal moves of the node; 0 if they were not counted.
    pub choices: i32,
    /// What sort of move it is to the move picker.
    pub kind: Kind,
    /// Its order score.
    pub order: i32,
    /// Its threat interest, in centipawns.
    pub threat: i32,
    /// What it gains at once by capture or promotion, in centipawns.
    pub gain: i32,
    /// Whether it promotes.
    pub promotes: bool,
    /// Whether it gives check.
    pub check: bool,
    /// Whether the side's last move gave check.
    pub checked_before: bool,
    /// Whether it captures a piece that gives check.
    pub takes_checker: bool,
    /// Whether it is the first quiet in order.
    pub best_quiet: bool,
    /// Whether it was the best at the root in the last iteration.
    pub root_best: bool,
    /// Whether the node is on the principal variation.
    pub pv: bool,
    /// Whether the side to move stands better than two plies before.
    pub improving: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the table's move captures or promotes a pawn.
    pub table_captures: bool,
    /// What it has in common with moves searched before.
    pub like: Likeness,
    /// Its negative plausibility, in points.
    pub points: i32,
}

/// A reason for interest. The first block holds the article's terms in its order; attacks, forks
/// and moves out of attacks and pins are the parts of [`Threat`], weighed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// Few legal moves.
    Mobility,
    /// In check, the more the fewer replies there are.
    Reply,
    /// The table's move.
    Table,
    /// Best at the root in the last iteration.
    RootBest,
    /// A killer.
    Killer,
    /// The countermove: best reply to the opponent's last move.
    Counter,
    /// The follow-up: best after the own move before that.
    FollowUp,
    /// A capture, by what it gains.
    Capture,
    /// A check.
    Check,
    /// Attacks by pawns and others, forks, pins, escapes, by value.
    Threat,
    /// Takes the checking piece.
    TakesChecker,
    /// A promotion.
    Promotion,
    /// Beyond the iteration's nominal depth.
    Beyond,
    /// The best quiet move.
    BestQuiet,
    /// Ours: what order says of a quiet.
    Order,
    /// Ours: on the principal variation.
    Pv,
    /// Ours: the position does not improve.
    Stagnation,
    /// Ours: quiet where the table's move captures.
    BesideCapture,
}

/// Hands every term of a move and its interest (negative where it loses some) to `add`. One list
/// for the node, which sums, and for explanations, which show.
#[inline]
pub fn each_term(config: &SearchConfig, facts: &Facts, mut add: impl FnMut(Term, i32)) {
    let given = |applies: bool, bonus: i32| if applies { bonus } else { 0 };
    let is = |kind: Kind, bonus: i32| given(facts.kind == kind, bonus);
    let shared = |bonus: i32| bonus.checked_div(facts.choices).unwrap_or(0);
    add(Term::Mobility, shared(config.mobility_bonus));
    add(
        Term::Reply,
        given(facts.in_check, shared(config.reply_bonus)),
    );
    add(Term::Table, is(Kind::Table, config.table_bonus));
    add(
        Term::RootBest,
        given(facts.root_best, config.root_best_bonus),
    );
    add(Term::Killer, is(Kind::Killer, config.killer_bonus));
    add(Term::Counter, is(Kind::Counter, config.counter_bonus));
    add(Term::FollowUp, is(Kind::FollowUp, config.follow_up_bonus));
    add(Term::Capture, facts.gain * config.capture_permille / 1000);
    let again = given(facts.checked_before, config.check_again_bonus);
    add(Term::Check, given(facts.check, config.check_bonus + again));
    add(Term::Threat, facts.threat * config.threat_permille / 1000);
    add(
        Term::TakesChecker,
        given(facts.takes_checker, config.take_checker_bonus),
    );
    add(
        Term::Promotion,
        given(facts.promotes, config.promotion_bonus),
    );
    add(Term::Beyond, -facts.beyond * config.beyond_cost);
    add(
        Term::BestQuiet,
        given(facts.best_quiet, config.best_quiet_bonus),
    );
    let order = (facts.order / config.order_divisor).clamp(-config.order_cost, config.order_bonus);
    add(Term::Order, is(Kind::Quiet, order));
    add(Term::Pv, given(facts.pv, config.pv_bonus));
    add(
        Term::Stagnation,
        given(!facts.improving, -config.stagnation_cost),
    );
    let beside = facts.table_captures && facts.kind.is_quiet();
    add(
        Term::BesideCapture,
        given(beside, -config.beside_capture_cost),
    );
}

/// The interest that a move has lost, in centi-plies: its cost above an ordinary ply. Under the
/// logarithmic law at least −`surplus_limit` (0 where the line is out of proportion), and for a
/// node's first move at most 0.
#[inline]
pub fn lost_interest(config: &SearchConfig, facts: &Facts) -> i32 {
    let mut interest = 0;
    each_term(config, facts, |_, term| interest += term);
    let surcharge = facts.like.surcharge(config) + implausible(config, facts.points);
    if config.reciprocal_scale > 0 {
        let cost = config.reciprocal_scale / interest.max(1);
        return facts.spent + cost.max(1) + surcharge - ORDINARY;
    }
    let mut lost = growth(config, facts) + surcharge - interest;
    if facts.in_check {
        lost = lost * config.evasion_percent / 100;
    }
    let least = if facts.in_proportion {
        -config.surplus_limit
    } else {
        0
    };
    let most = if facts.rank == 0 { 0 } else { i32::MAX };
    lost.clamp(least, most)
}

/// An ordinary ply, in centi-plies.
const ORDINARY: i32 = 100;

/// What the moves already searched at the node have taken of this one's interest.
#[inline]
pub fn growth(config: &SearchConfig, facts: &Facts) -> i32 {
    if facts.rank == 0 {
        return 0;
    }
    let log = i64::from(config.growth_log_cost) * log_growth(facts) / (1 << 20);
    let linear = config.growth_linear_cost * facts.rank.min(100) as i32;
    let whole = config.growth_cost + linear + log as i32;
    match facts.kind {
        Kind::GoodCapture => whole * config.good_capture_percent / 100,
        Kind::BadCapture => whole * config.bad_capture_percent / 100,
        _ => whole,
    }
}

/// The product of the logarithms of rank and depth, times 2^20.
#[inline]
fn log_growth(facts: &Facts) -> i64 {
    let ln_depth = ln(facts.depth.max(100) as usize / 10) - ln(10);
    i64::from(ln_depth) * i64::from(ln(facts.rank + 1))
}

/// What a move of negative plausibility `points` costs more, in centi-plies.
#[inline]
pub fn implausible(config: &SearchConfig, points: i32) -> i32 {
    config.implausible_cost * log_points(points) / 1024
}

/// The logarithm of negative plausibility, times 1024.
#[inline]
fn log_points(points: i32) -> i32 {
    ln(64 + points as usize) - ln(64)
}

#[cfg(test)]
mod tests;
