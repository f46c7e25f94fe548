//! The article's law of costs, read literally: the cost of a move is the reciprocal of its interest.
//!
//! A move costs `article_scale` over its interest, and what the moves searched before it at the node cost. The moves of
//! a node are sorted by that; where one overdraws its side's account, it and all after it are left out, be it the first
//! or in check. Only the root searches one come what may. Source: J. Rollason, "Interest Search – Another way to do
//! Minimax", AI Factory, 2014, whose seventeen reasons for interest and weights are below. What it says of similar
//! moves in shogi is `article_similarity`.

use super::Search;
use super::order::{Candidate, Kind};
use crate::search::line::Line;
use crate::shogi::PieceKind;
use crate::shogi::exchange::{EXCHANGE, WORTHS};
use crate::shogi::threats::Threats;
use std::ops::Range;

impl Search<'_> {
    /// Sorts the moves at `ply`, which are `list` of the list, by cost. Each gets its cost.
    pub fn sort_by_cost(&mut self, ply: usize, list: Range<usize>) {
        let (line, moves) = (&self.worker.line, &mut self.list[list]);
        let threats = Threats::of(&line.pos, &WORTHS);
        let choices = moves.len() as i32;
        let is_quiet = |it: &Candidate| it.kind > Kind::Capture && it.kind < Kind::BadCapture;
        let best_quiet = moves.iter().position(is_quiet);
        for (place, it) in moves.iter_mut().enumerate() {
            let interest = interest(*it, line, ply, &threats, choices)
                // The best move that is no capture.
                + 100 * i32::from(best_quiet == Some(place))
                // Beyond the nominal depth there is less.
                - 5 * (ply as i32 - self.worker.root.iteration as i32).max(0);
            it.order = (self.rules.article_scale / interest.max(1)).max(1);
        }
        moves.sort_by_key(|it| it.order);
    }
}

/// What of the interest of a move follows from itself, in points.
pub fn interest(it: Candidate, line: &Line, ply: usize, threats: &Threats, choices: i32) -> i32 {
    let (mv, now, before) = (it.mv, &line.at(ply).checks, line.before(ply, 1));
    let [attack, escape] = if it.kind == Kind::Quiet && !now.in_check() {
        let mover = threats.mover(mv);
        [mover.attack(mv.to()), mover.escape(mv.to())]
    } else {
        [0; 2]
    };
    let pinned = mv.from().filter(|&from| now.pinned.contains(from));
    let points = [
        // Few moves, and few replies to a check.
        1000 / choices,
        1000 / choices * i32::from(now.in_check()),
        // What is known of it: the table's, the best at the root, a killer, the best reply to the last move or
        // to follow the own last one.
        25 * i32::from(it.kind == Kind::Table),
        100 * i32::from(it.kind == Kind::Table && ply == 0),
        100 * i32::from(it.kind == Kind::Killer),
        100 * i32::from(it.kind == Kind::Reply),
        100 * i32::from(it.kind == Kind::FollowUp),
        // What it does: captures, checks, attacks, moves out of an attack or a pin, takes the checker, promotes.
        EXCHANGE.gain(&line.pos, mv) / 5,
        100 * i32::from(it.check) + 100 * i32::from(it.check && before.in_check()),
        attack / 5,
        attack / 5 * i32::from(line.pos.moved_kind(mv) == PieceKind::Pawn),
        escape / 5,
        pinned.map_or(0, |from| threats.worth(from) / 10),
        100 * i32::from(now.checkers.contains(mv.to())),
        100 * i32::from(mv.is_promotion()),
    ];
    points.iter().sum()
}

/// How many of the moves searched `before` are like `it`: up to four drops of the same kind, and as many checks. In check
/// there is little choice, and similar drops do not count. Source: J. Rollason, 2014: a rook in hand may have fifty drops;
/// the best is tried, and each further one must be worth more.
pub fn alike(it: Candidate, before: &[Candidate], in_check: bool) -> i32 {
    let kind = it.mv.dropped().filter(|_| !in_check);
    let same_drop = |other: &&Candidate| kind.is_some() && other.mv.dropped() == kind;
    let checks = |other: &&Candidate| it.check && other.check;
    let drops = before.iter().filter(same_drop).take(4).count();
    let checks = before.iter().filter(checks).take(4).count();
    (drops + checks) as i32
}
