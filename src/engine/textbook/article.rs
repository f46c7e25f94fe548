//! The article's law of costs, read literally: the cost of a move is the reciprocal of its interest.
//!
//! A move costs `article_scale` over its interest, and what the moves searched before it at the node cost. The moves of
//! a node are sorted by that; where one overdraws its side's account, it and all after it are left out, be it the first
//! or in check. Only the root searches one come what may. Source: J. Rollason, "Interest Search – Another way to do
//! Minimax", AI Factory, 2014, whose seventeen reasons for interest and weights are below. What it says of similar
//! moves in shogi is `article_similarity`.

use super::order::{Around, Candidate, Kind};
use crate::shogi::exchange::{EXCHANGE, WORTHS};
use crate::shogi::movegen::count_legal;
use crate::shogi::threats::Threats;

/// `moves`, those of a node in their order, sorted by cost, in an iteration of this number. Each gets its cost.
pub fn sort(moves: &mut [Candidate], around: &Around, iteration: u32) {
    let pos = &around.line.pos;
    let threats = Threats::of(pos, &WORTHS);
    let choices = count_legal(pos).max(1) as i32;
    let best_quiet = moves.iter().position(Candidate::is_quiet);
    for (place, candidate) in moves.iter_mut().enumerate() {
        let interest = interest(candidate, around, &threats, choices)
            // The best move that is no capture.
            + when(best_quiet == Some(place), 100)
            // Beyond the nominal depth there is less.
            - 5 * (around.ply as i32 - iteration as i32).max(0);
        candidate.cost = (around.rules.article_scale / interest.max(1)).max(1);
    }
    moves.sort_by_key(|it| it.cost);
}

/// What of the interest of a move follows from itself, in points.
fn interest(it: &Candidate, around: &Around, threats: &Threats, choices: i32) -> i32 {
    let (line, ply, mv) = (around.line, around.ply, it.mv);
    let checks = &line.places[ply].checks;
    let checked_before = ply > 0 && line.in_check(ply - 1);
    let [attack, escape] = if it.kind == Kind::Quiet && !checks.in_check() {
        let mover = threats.mover(mv);
        [mover.attack(mv.to()), mover.escape(mv.to())]
    } else {
        [0; 2]
    };
    let pinned = mv.from().filter(|&from| checks.pinned.contains(from));
    let by_pawn = line.pos.moved_kind(mv) == crate::shogi::PieceKind::Pawn;
    let points = [
        // Few moves, and few replies to a check.
        1000 / choices,
        when(checks.in_check(), 1000 / choices),
        // What is known of it: the table's, the best at the root, a killer, the best reply to the last move or
        // to follow the own last one.
        when(it.kind == Kind::Table, 25),
        when(it.kind == Kind::Table && ply == 0, 100),
        when(it.kind == Kind::Killer, 100),
        when(it.kind == Kind::Reply, 100),
        when(it.kind == Kind::FollowUp, 100),
        // What it does: captures, checks, attacks, moves out of an attack or a pin, takes the checker, promotes.
        EXCHANGE.gain(&line.pos, mv) / 5,
        when(it.check, 100) + when(it.check && checked_before, 100),
        attack / 5,
        when(by_pawn, attack / 5),
        escape / 5,
        pinned.map_or(0, |from| threats.worth(from) / 10),
        when(checks.checkers.contains(mv.to()), 100),
        when(mv.is_promotion(), 100),
    ];
    points.iter().sum()
}

fn when(applies: bool, points: i32) -> i32 {
    if applies { points } else { 0 }
}
