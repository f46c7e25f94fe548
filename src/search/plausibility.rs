//! Negative plausibility: moves that look good and keep failing are pushed down.
//!
//! Source: J. Rollason, "Negative Plausibility", AI Factory, 2007 (Shotest). When the n-th move
//! searched at a node causes a cut, every move searched before it was over-rated, the more the
//! earlier it came: the j-th gets n − j points. Points lower a move's order and raise its cost
//! wherever it comes up again, and the whole table is halved before each iteration, so that an
//! early bad record cannot bury a move. At millions of nodes a second the points would grow
//! without bound; a point therefore counts less the more there are ([`Plausibility::penalize`]).
//!
//! Worth, 2026-11-20, 400 games each at 10 ms of CPU time against both knobs at 0: with order
//! scores lowered by 30 a point 181-197-22, 48.0 %, Elo −14 (95 %: −48 to +20); by 5 a point
//! 209-163-28, 55.8 %, Elo +40 (95 %: +6 to +75). Published: 56.5 % in 474 games.
//! That was with the hand-made evaluation. With the network, at 8 ms, both knobs at 0 scored 52.8 %
//! in 300 games (Elo +20, 95 %: −16 to +55); points in the cost seem worth a little, points in the
//! order less than nothing (see the knobs), so that they count 1 there instead of 5. Without the
//! histories' own malus (`malus_percent` 0 on both sides) they are worth −37 (−85 to +10; 218 games
//! at 10 ms, 2026-11-21).
//!
//! With the numbers of 2026-11-21, 1000 games at 30 ms: 489-482-29, 50.4 %, +2 (−19 to +24). So
//! little is no wonder: in the 33,000 nodes of such a move the points reach ten or so, which costs a
//! move 2 centi-plies (`explain --nodes 33000`), in 3 million nodes 20 to 35.
//!
//! Tried and dropped, 2026-11-21: a move that causes a cut loses points, for those that are often
//! tried gather them because they are often good (a regression of which moves raise alpha finds
//! that points make it likelier, unless cuts take them away). Against both knobs at 0: all points
//! lost 210-178-12 at 10 ms, Elo +28 (95 %: −4 to +61), but 149-173-8 at 30 ms, −25 (−62 to +11);
//! half of them 185-203-12 at 10 ms.

use crate::shogi::{Color, Move};

/// Most points a move can have.
const CAP: i32 = 2047;

/// Points by side to move and move, promotion left out of account.
pub struct Plausibility {
    points: Vec<i16>,
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

    /// The points of `mv` made by `side`, 0–2047.
    #[inline]
    pub fn points(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.points[Self::index(side, mv)])
    }

    /// Gives points to the moves `searched` before the one that caused a cut, in the order in
    /// which they were searched: as many as they stood before it, less in proportion to what
    /// they have already.
    #[inline]
    pub fn penalize(&mut self, side: Color, searched: &[Move]) {
        for (j, &mv) in searched.iter().enumerate() {
            let distance = (searched.len() - j) as i32;
            let points = &mut self.points[Self::index(side, mv)];
            let have = i32::from(*points);
            *points = (have + distance * (CAP - have) / CAP).min(CAP) as i16;
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
    fn points_are_capped() {
        let mut table = Plausibility::new();
        let searched: Vec<_> = Square::all().take(60).map(mv).collect();
        (0..10_000).for_each(|_| table.penalize(Color::White, &searched));
        assert!(table.points(Color::White, searched[0]) <= CAP);
        assert!(table.points(Color::White, searched[0]) > CAP / 2);
    }
}
