//! What a move is charged for because of others: similarity within a node, negative plausibility across nodes.
//!
//! **Similarity**: how many moves already searched at a node share a trait with another. Source: J. Rollason,
//! "Interest Search", AI Factory, 2014, on shogi: a rook in hand may have fifty drops; the best is tried, and
//! each further one must be worth more to be looked at. The same for checks; for captures of one piece and moves
//! of one piece the idea is ours. Only moves that were really searched count, each trait at most four times. The
//! surcharges are terms of `config/knobs.rs`. Worth of the five together: +55 (+19 to +92) at 1 ms, +36 (+2 to
//! +70) at 10 ms (400 games each), −12 (−33 to +8) at 30 ms (1,000 games), 2026-11-21. Of drops alone: +22 ± 12
//! at 10,000 nodes, while half of the other numbers are off (2026-11-24).
//!
//! **Negative plausibility**: moves that look good and keep failing are pushed down. Source: J. Rollason,
//! "Negative Plausibility", AI Factory, 2007 (Shotest). When the n-th move searched at a node causes a cut, every
//! move searched before it was over-rated, the more the earlier it came: the j-th gets n − j points. Points lower
//! a move's order and raise its cost wherever it comes up again, and the whole table is halved before each
//! iteration, so that an early bad record cannot bury a move. Worth: +12 (−3 to +27) in 2,004 games at 30 ms,
//! 2026-11-24 and 26; it saves no nodes to ten iterations (1.003 of those without, 0.981 to 1.027). Published:
//! 56.5 % of 474 games.

use crate::shogi::{Color, Move};

/// Times a trait counts at most.
const MOST: u8 = 4;

/// The traits of the moves searched at one node. Nothing is counted, nor cleared, before the first of them:
/// nine of ten cuts come with that.
pub struct Similarity(Option<Traits>);

/// How many moves had each trait, by piece dropped, square of origin and square of arrival.
struct Traits {
    drops: [u8; 8],
    checks: u8,
    origins: [u8; 81],
    victims: [u8; 81],
    squares: [u8; 81],
}

impl Traits {
    fn none() -> Self {
        Self {
            drops: [0; 8],
            checks: 0,
            origins: [0; 81],
            victims: [0; 81],
            squares: [0; 81],
        }
    }
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
    pub fn new() -> Self {
        Self(None)
    }

    /// What `mv` shares with earlier moves. In check there is little choice, and similar drops do
    /// not count.
    #[inline]
    pub fn shared_traits(&self, mv: Move, check: bool, in_check: bool) -> SharedTraits {
        let Some(seen) = &self.0 else {
            return SharedTraits::default();
        };
        let mut traits = SharedTraits {
            victim: seen.victims[mv.to().array_index()],
            square: seen.squares[mv.to().array_index()],
            ..SharedTraits::default()
        };
        match (mv.dropped(), mv.from()) {
            (Some(_), _) if in_check => {}
            (Some(kind), _) => traits.drop = seen.drops[kind as usize % 8],
            (None, Some(from)) => traits.piece = seen.origins[from.array_index()],
            (None, None) => {}
        }
        if check {
            traits.check = seen.checks;
        }
        traits
    }

    /// Notes that `mv` was searched, and whether it `captures`.
    #[inline]
    pub fn note(&mut self, mv: Move, check: bool, captures: bool) {
        let seen = self.0.get_or_insert_with(Traits::none);
        let arrivals = if captures {
            &mut seen.victims
        } else {
            &mut seen.squares
        };
        let count = &mut arrivals[mv.to().array_index()];
        *count = (*count + 1).min(MOST);
        let count = match (mv.dropped(), mv.from()) {
            (Some(kind), _) => &mut seen.drops[kind as usize % 8],
            (None, Some(from)) => &mut seen.origins[from.array_index()],
            (None, None) => return,
        };
        *count = (*count + 1).min(MOST);
        if check {
            seen.checks = (seen.checks + 1).min(MOST);
        }
    }
}

/// Points by side to move and move, promotion left out of account.
pub struct Plausibility {
    points: Vec<u16>,
}

const MOVES: usize = 1 << 15;

impl Plausibility {
    /// A table without points.
    pub(super) fn new() -> Self {
        Self {
            points: vec![0; 2 * MOVES],
        }
    }

    /// Takes all points away.
    pub fn clear(&mut self) {
        self.points.fill(0);
    }

    /// Halves all points: call before each iteration.
    pub fn halve(&mut self) {
        for points in &mut self.points {
            *points /= 2;
        }
    }

    #[inline]
    fn index(side: Color, mv: Move) -> usize {
        side.array_index() * MOVES + usize::from(mv.bits()) % MOVES
    }

    /// The points of `mv` made by `side`, 0–65,535.
    #[inline]
    pub fn points(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.points[Self::index(side, mv)])
    }

    /// Gives points to the moves `searched` before the one that caused a cut, in the order in
    /// which they were searched: as many as they stood before it.
    #[inline]
    pub fn penalize(&mut self, side: Color, searched: &[Move]) {
        for (j, &mv) in searched.iter().enumerate() {
            let distance = (searched.len() - j) as u16;
            let points = &mut self.points[Self::index(side, mv)];
            *points = points.saturating_add(distance);
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

    fn mv(to: Square) -> Move {
        Move::normal(Square::SQ_5E, to, false)
    }

    #[test]
    fn the_first_of_twenty_gets_nineteen() {
        let mut table = Plausibility::new();
        let searched: Vec<_> = Square::all().take(19).map(mv).collect();
        table.penalize(Color::Black, &searched);
        assert_eq!(table.points(Color::Black, searched[0]), 19);
        assert_eq!(table.points(Color::Black, searched[18]), 1);
        assert_eq!(table.points(Color::White, searched[0]), 0);
        table.halve();
        assert_eq!(table.points(Color::Black, searched[0]), 9);
    }

    #[test]
    fn no_point_is_lost() {
        let mut table = Plausibility::new();
        let searched: Vec<_> = Square::all().take(60).map(mv).collect();
        (0..100).for_each(|_| table.penalize(Color::White, &searched));
        assert_eq!(table.points(Color::White, searched[0]), 6000);
        assert_eq!(table.points(Color::White, searched[59]), 100);
        (0..10_000).for_each(|_| table.penalize(Color::White, &searched));
        assert_eq!(table.points(Color::White, searched[0]), 65_535);
        assert_eq!(table.points(Color::White, searched[59]), 10_100);
    }
}
