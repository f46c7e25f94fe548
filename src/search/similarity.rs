//! Surcharges for moves that share traits with moves already searched at the same node.
//!
//! Source: J. Rollason, "Interest Search", AI Factory, 2014, on shogi: a rook in hand may have
//! fifty drops; the best is tried, and each further one must be worth more to be looked at. The
//! same for checks, for captures of one piece and for the moves of one piece. Only moves that were
//! really searched count, each trait at most four times. What it is all worth stands in `knobs.rs`.
//!
//! Tried and dropped, for matches did not confirm that it helps: counting up to twice only, or by
//! the logarithm (2026-11-21). At 30 ms a move, 2026-11-22: counting only at nodes with a mean budget
//! of at most 300, which won +30 (+9 to +51) against no surcharges in 1,000 games, but lost −28 (−55 to
//! −1) against these in 600; taking the surcharges off the order of quiet moves too, in full or by
//! half, so that unlike ones are tried first: 42 % of 236 games.

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
    squares: [u8; 81],
}

/// How many moves searched before a move share each trait with it, 0–4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Likeness {
    /// Drops of the same kind, if it is one.
    pub drop: u8,
    /// Checks, if it is one.
    pub check: u8,
    /// Moves of the same piece.
    pub piece: u8,
    /// Captures of the same piece.
    pub victim: u8,
    /// Quiet moves and drops to the same square.
    pub square: u8,
}

impl Likeness {
    /// What the move costs more, in centi-plies.
    #[inline]
    pub fn surcharge(self, config: &SearchConfig) -> i32 {
        i32::from(self.drop) * config.same_drop_cost
            + i32::from(self.check) * config.same_check_cost
            + i32::from(self.piece) * config.same_piece_cost
            + i32::from(self.victim) * config.same_victim_cost
            + i32::from(self.square) * config.same_square_cost
    }
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
            squares: [0; 81],
        }
    }

    /// What `mv` has in common with earlier ones. Out of check there is little choice, and like
    /// drops do not count.
    #[inline]
    pub fn likeness(&self, mv: Move, check: bool, in_check: bool) -> Likeness {
        let mut like = Likeness {
            victim: self.victims[mv.to().array_index()],
            square: self.squares[mv.to().array_index()],
            ..Likeness::default()
        };
        match (mv.dropped(), mv.from()) {
            (Some(_), _) if in_check => {}
            (Some(kind), _) => like.drop = self.drops[kind as usize % 8],
            (None, Some(from)) => like.piece = self.origins[usize::from(from.index())],
            (None, None) => {}
        }
        if check {
            like.check = self.checks;
        }
        like
    }

    /// Notes that `mv` was searched, and whether it `captures`.
    #[inline]
    pub fn note(&mut self, mv: Move, check: bool, captures: bool) {
        let arrivals = if captures {
            &mut self.victims
        } else {
            &mut self.squares
        };
        let count = &mut arrivals[mv.to().array_index()];
        *count = (*count + 1).min(MOST);
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
    fn like_drops_and_checks_count_up_to_four_times() {
        let mut seen = Similarity::new();
        let drop = |to| Move::drop(PieceKind::Rook, to);
        let counts: Vec<_> = Square::all()
            .take(7)
            .map(|to| {
                let like = seen.likeness(drop(to), false, false);
                seen.note(drop(to), false, false);
                like.drop
            })
            .collect();
        assert_eq!(counts, [0, 1, 2, 3, 4, 4, 4]);
        let gold = Move::drop(PieceKind::Gold, Square::SQ_1A);
        let like = seen.likeness(gold, false, false);
        assert_eq!((like.drop, like.check, like.square), (0, 0, 1));
        seen.note(gold, true, false);
        let silver = Move::drop(PieceKind::Silver, Square::SQ_1A);
        let like = seen.likeness(silver, true, false);
        assert_eq!((like.drop, like.check, like.square), (0, 1, 2));
    }

    #[test]
    fn captures_of_one_piece_are_alike() {
        let mut seen = Similarity::new();
        let take = |from| Move::normal(from, Square::SQ_5E, false);
        seen.note(take(Square::SQ_5F), false, true);
        let like = seen.likeness(take(Square::SQ_4F), false, false);
        let config = SearchConfig {
            same_victim_cost: 30,
            ..SearchConfig::default()
        };
        assert_eq!((like.victim, like.surcharge(&config)), (1, 30));
    }
}
