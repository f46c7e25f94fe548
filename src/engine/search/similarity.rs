//! Similarity: how many moves already searched at a node share a trait with another.
//!
//! Source: J. Rollason, "Interest Search", AI Factory, 2014, on shogi: a rook in hand may have
//! fifty drops; the best is tried, and each further one must be worth more to be looked at. The
//! same for checks, for captures of one piece and for the moves of one piece. Only moves that were
//! really searched count, each trait at most four times. The surcharges are terms of
//! `config/knobs.rs`. Worth of the five together: +55 (+19 to +92) at 1 ms, +36 (+2 to +70) at 10 ms
//! (400 games each), −12 (−33 to +8) at 30 ms (1,000 games), 2026-11-21. Of drops alone: +22 ± 12 at
//! 10,000 nodes, while half of the other numbers are off (2026-11-24).

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

/// How many moves searched before a move share each trait with it, 0–4 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedTraits {
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

    /// What `mv` shares with earlier moves. In check there is little choice, and similar drops do
    /// not count.
    #[inline]
    pub fn shared_traits(&self, mv: Move, check: bool, in_check: bool) -> SharedTraits {
        let mut traits = SharedTraits {
            victim: self.victims[mv.to().array_index()],
            square: self.squares[mv.to().array_index()],
            ..SharedTraits::default()
        };
        match (mv.dropped(), mv.from()) {
            (Some(_), _) if in_check => {}
            (Some(kind), _) => traits.drop = self.drops[kind as usize % 8],
            (None, Some(from)) => traits.piece = self.origins[usize::from(from.index())],
            (None, None) => {}
        }
        if check {
            traits.check = self.checks;
        }
        traits
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
    fn similar_drops_and_checks_count_up_to_four_times() {
        let mut seen = Similarity::new();
        let drop = |to| Move::drop(PieceKind::Rook, to);
        let counts: Vec<_> = Square::all()
            .take(7)
            .map(|to| {
                let traits = seen.shared_traits(drop(to), false, false);
                seen.note(drop(to), false, false);
                traits.drop
            })
            .collect();
        assert_eq!(counts, [0, 1, 2, 3, 4, 4, 4]);
        let gold = Move::drop(PieceKind::Gold, Square::SQ_1A);
        let traits = seen.shared_traits(gold, false, false);
        assert_eq!((traits.drop, traits.check, traits.square), (0, 0, 1));
        seen.note(gold, true, false);
        let silver = Move::drop(PieceKind::Silver, Square::SQ_1A);
        let traits = seen.shared_traits(silver, true, false);
        assert_eq!((traits.drop, traits.check, traits.square), (0, 1, 2));
    }

    #[test]
    fn captures_of_one_piece_share_a_trait() {
        let mut seen = Similarity::new();
        let take = |from| Move::normal(from, Square::SQ_5E, false);
        seen.note(take(Square::SQ_5F), false, true);
        let traits = seen.shared_traits(take(Square::SQ_4F), false, false);
        assert_eq!(traits.victim, 1);
    }
}
