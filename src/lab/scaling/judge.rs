//! What moves are worth by the reference.
//!
//! A move that is not the reference's own and that one are both made and searched by the reference,
//! with a share of its nodes: the loss is the difference of the two values, which may be negative.
//! It is bounded, so that the few positions where a mate is at stake do not outweigh all others.

use super::plan::{Plan, Series};
use crate::searches::{Found, Request, Searches};
use engine::shogi::sfen;
use std::collections::BTreeSet;

/// The reference's nodes for a position, divided by its nodes after a move.
const SHARE: u64 = 8;

/// The most that counts as a loss or a gain, in centipawns.
const MOST_LOSS: i32 = 500;

/// The reference as a judge of moves.
pub struct Judge<'a> {
    plan: &'a Plan,
    /// What it found in the positions.
    best: Vec<Found>,
}

impl<'a> Judge<'a> {
    /// The reference of `plan`, whose searches have been made.
    pub fn new(plan: &'a Plan, searches: &Searches) -> Self {
        Self {
            plan,
            best: plan.reference_found(searches),
        }
    }

    /// The searches that judging the moves of `series` takes.
    pub fn requests(&self, series: &[Series]) -> Vec<Request<'a>> {
        let places = 0..self.best.len();
        places
            .flat_map(|place| self.requests_at(series, place))
            .collect()
    }

    fn requests_at(&self, series: &[Series], place: usize) -> Vec<Request<'a>> {
        let best = self.best[place].mv.as_str();
        let mut moves: BTreeSet<&str> = series
            .iter()
            .map(|it| it.found[place].mv.as_str())
            .collect();
        moves.insert(best);
        if moves.len() == 1 {
            return Vec::new();
        }
        moves
            .iter()
            .filter_map(|mv| self.after(place, mv))
            .collect()
    }

    /// The search after the move `mv` in the position at `place`; none if it is no move.
    fn after(&self, place: usize, mv: &str) -> Option<Request<'a>> {
        let mut game = self.plan.games[place].clone();
        game.play(sfen::parse_move(mv).ok()?).ok()?;
        Some(Request {
            by: &self.plan.reference,
            nodes: (self.plan.reference_nodes / SHARE).max(1),
            game,
        })
    }

    /// What the moves of each of `series` lose in centipawns; none where that is not known. The
    /// searches must have been made.
    pub fn losses(&self, series: &[Series], searches: &Searches) -> Vec<Vec<Option<f64>>> {
        let of = |series: &Series| {
            let moves = series.found.iter().enumerate();
            moves
                .map(|(place, found)| self.loss(searches, place, &found.mv))
                .collect()
        };
        series.iter().map(of).collect()
    }

    fn loss(&self, searches: &Searches, place: usize, mv: &str) -> Option<f64> {
        let best = &self.best[place].mv;
        if mv == best {
            return Some(0.0);
        }
        let value = |mv| Some(-searches.found(&self.after(place, mv)?)?.cp());
        let loss = value(best)? - value(mv)?;
        Some(loss.clamp(-MOST_LOSS, MOST_LOSS).into())
    }

    /// What the reference found, a position each.
    pub fn best(&self) -> &[Found] {
        &self.best
    }
}
