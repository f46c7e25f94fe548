//! Negative plausibility: moves that look good and keep failing are pushed down.
//!
//! Source: J. Rollason, "Negative Plausibility", AI Factory, 2007 (Shotest). When the n-th move searched at a node causes
//! a cut, every move searched before it was over-rated, the more the earlier it came: the j-th gets n − j points. Points
//! lower a move's order and raise its cost wherever it comes up again, and the whole table is halved before each
//! iteration, so that an early bad record cannot bury a move. Published: 56.5 % of 474 games.

use crate::shogi::{Color, Move};

/// Points by side to move and move, promotion left out of account.
pub struct Plausibility {
    points: Vec<u16>,
    /// Where there are points: few moves have any, and they are halved before each iteration of each short search.
    places: Vec<u16>,
}

const MOVES: usize = 1 << 15;

impl Plausibility {
    /// A table without points.
    pub(super) fn new() -> Self {
        Self {
            points: vec![0; 2 * MOVES],
            places: Vec::with_capacity(2 * MOVES),
        }
    }

    /// Takes all points away.
    pub fn clear(&mut self) {
        self.points.fill(0);
        self.places.clear();
    }

    /// Halves all points: call before each iteration.
    pub fn halve(&mut self) {
        let points = &mut self.points;
        self.places.retain(|&place| {
            let points = &mut points[usize::from(place)];
            *points /= 2;
            *points > 0
        });
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
            let place = Self::index(side, mv);
            let points = &mut self.points[place];
            if *points == 0 {
                self.places.push(place as u16);
            }
            *points = points.saturating_add(distance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi_core::Square;

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
