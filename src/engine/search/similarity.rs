//! Similarity: how many moves already searched at a node share a trait with another, and how far they fell short.
//!
//! Source: J. Rollason, "Interest Search", AI Factory, 2014, on shogi: a rook in hand may have fifty drops; the best is
//! tried, and each further one must be worth more to be looked at. The same for checks; for captures of one piece,
//! moves of one piece and moves to one square the idea is ours. Only moves that were really searched count.

use crate::shogi::Move;

/// A move that fell short counts as so much.
pub const ONE: i32 = 64;
/// What a trait counts at most.
const MOST: i32 = 4 * ONE;

/// The traits of the moves searched at one node. Nothing is counted, nor cleared, before the first of them:
/// nine of ten cuts come with that.
pub struct Similarity(Option<Traits>);

/// What moves with each trait count, by piece dropped, square of origin and square of arrival.
struct Traits {
    drops: [u16; 8],
    checks: u16,
    origins: [u16; 81],
    victims: [u16; 81],
    squares: [u16; 81],
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

/// What the moves searched before a move count that share each trait with it, 0–256 each; a move that fell short counts
/// as 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedTraits {
    /// Drops of the same kind, if it is one.
    pub drop: i32,
    /// Checks, if it is one.
    pub check: i32,
    /// Moves of the same piece.
    pub piece: i32,
    /// Captures of the same piece.
    pub victim: i32,
    /// Quiet moves and drops to the same square.
    pub square: i32,
}

impl Similarity {
    /// Of a node at which nothing was searched yet.
    #[inline]
    pub fn new() -> Self {
        Self(None)
    }

    /// What `mv` shares with earlier moves.
    #[inline]
    pub fn shared_traits(&self, mv: Move, check: bool, captures: bool) -> SharedTraits {
        let Some(seen) = &self.0 else {
            return SharedTraits::default();
        };
        let mut traits = SharedTraits::default();
        let to = mv.to().array_index();
        if captures {
            traits.victim = i32::from(seen.victims[to]);
        } else {
            traits.square = i32::from(seen.squares[to]);
        }
        match (mv.dropped(), mv.from()) {
            (Some(kind), _) => traits.drop = i32::from(seen.drops[kind as usize % 8]),
            (None, Some(from)) => traits.piece = i32::from(seen.origins[from.array_index()]),
            (None, None) => {}
        }
        if check {
            traits.check = i32::from(seen.checks);
        }
        traits
    }

    /// Notes that `mv` was searched and fell short by so many units.
    #[inline]
    pub fn note(&mut self, mv: Move, check: bool, captures: bool, short: i32) {
        let seen = self.0.get_or_insert_with(Traits::none);
        let weight = (ONE / 2 + short.clamp(0, ONE * 4) / 4).min(ONE * 3 / 2);
        let count = |entry: &mut u16| *entry = (i32::from(*entry) + weight).min(MOST) as u16;
        let to = mv.to().array_index();
        count(if captures {
            &mut seen.victims[to]
        } else {
            &mut seen.squares[to]
        });
        match (mv.dropped(), mv.from()) {
            (Some(kind), _) => count(&mut seen.drops[kind as usize % 8]),
            (None, Some(from)) => count(&mut seen.origins[from.array_index()]),
            (None, None) => {}
        }
        if check {
            count(&mut seen.checks);
        }
    }
}
