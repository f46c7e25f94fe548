//! Surcharges for moves that share traits with moves already searched at the same node.
//!
//! Source: J. Rollason, "Interest Search", AI Factory, 2014, on shogi: a rook in hand may have
//! fifty drops; the best is tried, and each further one must be worth more to be looked at. The
//! same for checks, for captures of one piece and for the moves of one piece. Only moves that were really searched count,
//! each trait at most four times.

use super::config::SearchConfig;
use crate::shogi::Move;

/// Times a trait counts at most.
const MOST: u8 = 4;

/// The traits of the moves searched at one node.
pub struct Similarity {
    drops: [u8; 8],
    checks: u8,
    origins: [u8; 82],
    victims: [u8; 81],
}

impl Similarity {
    /// Of a node at which nothing was searched yet.
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            drops: [0; 8],
            checks: 0,
            origins: [0; 82],
            victims: [0; 81],
        }
    }

    /// What `mv` costs more for being like earlier ones, in centi-plies. Out of check there is
    /// little choice, and like drops are not charged.
    #[inline]
    pub fn surcharge(&self, config: &SearchConfig, mv: Move, check: bool, in_check: bool) -> i32 {
        let victim = self.victims[mv.to().array_index()];
        let times = |count: u8, cost: i32| i32::from(count) * cost;
        let mut cost = match (mv.dropped(), mv.from()) {
            (Some(_), _) if in_check => 0,
            (Some(kind), _) => times(self.drops[kind as usize % 8], config.same_drop_cost),
            (None, Some(from)) => times(
                self.origins[usize::from(from.index())],
                config.same_piece_cost,
            ),
            (None, None) => 0,
        };
        if check {
            cost += times(self.checks, config.same_check_cost);
        }
        cost + times(victim, config.same_victim_cost)
    }

    /// Notes that `mv` was searched, and whether it `captures`.
    #[inline]
    pub fn note(&mut self, mv: Move, check: bool, captures: bool) {
        if captures {
            let count = &mut self.victims[mv.to().array_index()];
            *count = (*count + 1).min(MOST);
        }
        let count = match (mv.dropped(), mv.from()) {
            (Some(kind), _) => &mut self.drops[kind as usize % 8],
            (None, Some(from)) => &mut self.origins[usize::from(from.index())],
            (None, None) => return,
        };
        *count = (*count + 1).min(MOST);
        if check {
            self.checks = (self.checks + 1).min(MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi_core::{PieceKind, Square};

    #[test]
    fn like_drops_and_checks_cost_more_each_time() {
        let config = SearchConfig::default();
        let mut seen = Similarity::new();
        let drop = |to| Move::drop(PieceKind::Rook, to);
        let costs: Vec<_> = Square::all()
            .take(7)
            .map(|to| {
                let cost = seen.surcharge(&config, drop(to), false, false);
                seen.note(drop(to), false, false);
                cost / config.same_drop_cost
            })
            .collect();
        assert_eq!(costs, [0, 1, 2, 3, 4, 4, 4]);
        let gold = Move::drop(PieceKind::Gold, Square::SQ_1A);
        assert_eq!(seen.surcharge(&config, gold, false, false), 0);
        seen.note(gold, true, false);
        let silver = Move::drop(PieceKind::Silver, Square::SQ_1A);
        assert_eq!(
            seen.surcharge(&config, silver, true, false),
            config.same_check_cost
        );
    }
}
