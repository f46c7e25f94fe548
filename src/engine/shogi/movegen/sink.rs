//! What becomes of the moves of a walk: they are counted, listed, or cut down to checks.

use super::last_ranks;
use crate::shogi::bitboard::Bitboard;
use crate::shogi::checks::CheckSquares;
use crate::shogi::hand::Hand;
use crate::shogi::moves::{DROP, Move, MoveList, PROMOTE};
use crate::shogi::position::Position;
use crate::shogi::tables::Class;
use shogi_core::{PieceKind, Square};

/// Receives the moves of a walk as sets of destinations.
pub(super) trait Sink {
    /// The piece of `class` on `from` may go to `promoting` with and to `plain` without promotion.
    fn steps(&mut self, class: Class, from: Square, promoting: Bitboard, plain: Bitboard);

    /// Pawns may arrive on `promoting` with and on `plain` without promotion, each from the
    /// square behind.
    fn pawns<const BLACK: bool>(&mut self, promoting: Bitboard, plain: Bitboard);

    /// Pieces of `hand` may be dropped: a pawn on `pawn`, others on `targets` as far as they
    /// can move on from there.
    fn drops<const BLACK: bool>(&mut self, hand: Hand, pawn: Bitboard, targets: Bitboard);
}

/// Counts moves without making them.
pub(super) struct Counter(pub u64);

impl Sink for Counter {
    #[inline]
    fn steps(&mut self, _: Class, _: Square, promoting: Bitboard, plain: Bitboard) {
        self.0 += u64::from(promoting.count() + plain.count());
    }

    #[inline]
    fn pawns<const BLACK: bool>(&mut self, promoting: Bitboard, plain: Bitboard) {
        self.0 += u64::from(promoting.count() + plain.count());
    }

    #[inline]
    fn drops<const BLACK: bool>(&mut self, hand: Hand, pawn: Bitboard, targets: Bitboard) {
        let mut count = pawn.count();
        let mask = hand.pieces_mask();
        if mask != 0 {
            let (last, last_two) = last_ranks::<BLACK>();
            let all = targets.count();
            count += (mask >> 2).count_ones() * all;
            count += (mask as u32 & 1) * (all - (targets & last).count());
            count += (mask as u32 >> 1 & 1) * (all - (targets & last_two).count());
        }
        self.0 += u64::from(count);
    }
}

impl Sink for MoveList {
    #[inline]
    fn steps(&mut self, _: Class, from: Square, promoting: Bitboard, plain: Bitboard) {
        let origin = u16::from(from.index()) << 8;
        promoting
            .into_iter()
            .for_each(|to| self.push_bits(PROMOTE | origin | u16::from(to.index())));
        plain
            .into_iter()
            .for_each(|to| self.push_bits(origin | u16::from(to.index())));
    }

    #[inline]
    fn pawns<const BLACK: bool>(&mut self, promoting: Bitboard, plain: Bitboard) {
        // Origin and destination are neighbours: both follow from the destination.
        let bits = |to: Square| {
            let to = u16::from(to.index());
            let from = if BLACK { to + 1 } else { to - 1 };
            from << 8 | to
        };
        promoting
            .into_iter()
            .for_each(|to| self.push_bits(PROMOTE | bits(to)));
        plain.into_iter().for_each(|to| self.push_bits(bits(to)));
    }

    #[inline]
    fn drops<const BLACK: bool>(&mut self, hand: Hand, pawn: Bitboard, targets: Bitboard) {
        let pawn_bits = (PieceKind::Pawn as u16) << 8 | DROP;
        pawn.into_iter()
            .for_each(|to| self.push_bits(pawn_bits | u16::from(to.index())));
        let mask = hand.pieces_mask();
        if mask == 0 {
            return;
        }
        // Where a lane is missing, knights and then lances come last.
        let lanes = &DROP_LANES[mask];
        let everywhere = (mask >> 2).count_ones() as usize;
        let with_lance = everywhere + (mask & 1);
        let all = with_lance + (mask >> 1 & 1);
        let (last, last_two) = last_ranks::<BLACK>();
        let mut put = |targets: Bitboard, count: usize| {
            targets
                .into_iter()
                .for_each(|to| self.push_lanes(lanes, u16::from(to.index()), count));
        };
        put(targets & last, everywhere);
        put((targets & last_two).without(last), with_lance);
        put(targets.without(last_two), all);
    }
}

/// By [`Hand::pieces_mask`]: the bits of a drop of each kind held, those that may go anywhere
/// first, then the lance, then the knight.
static DROP_LANES: [[u16; MoveList::LANES]; 64] = {
    const ORDER: [(usize, PieceKind); 6] = [
        (2, PieceKind::Silver),
        (3, PieceKind::Gold),
        (4, PieceKind::Bishop),
        (5, PieceKind::Rook),
        (0, PieceKind::Lance),
        (1, PieceKind::Knight),
    ];
    let mut table = [[0; MoveList::LANES]; 64];
    let mut mask = 0;
    while mask < 64 {
        let (mut lane, mut i) = (0, 0);
        while i < ORDER.len() {
            let (bit, kind) = ORDER[i];
            if mask >> bit & 1 != 0 {
                table[mask][lane] = (kind as u16) << 8 | DROP;
                lane += 1;
            }
            i += 1;
        }
        mask += 1;
    }
    table
};

/// Says which checking moves are wanted.
pub(in crate::shogi) trait CheckFilter {
    /// Pieces among which are all that have a wanted move.
    fn movers(&self, pos: &Position) -> Bitboard;

    /// Where a move of the piece on `from` is wanted that moves as `class` after it.
    fn arrivals(&self, class: Class, from: Square) -> Bitboard;

    /// Where the drop of a piece of `class` is wanted.
    fn drops(&self, class: Class) -> Bitboard;
}

impl CheckFilter for CheckSquares {
    #[inline]
    fn movers(&self, pos: &Position) -> Bitboard {
        self.movers(pos)
    }

    #[inline]
    fn arrivals(&self, class: Class, from: Square) -> Bitboard {
        self.direct(class) | self.discovered(from)
    }

    #[inline]
    fn drops(&self, class: Class) -> Bitboard {
        self.direct(class)
    }
}

/// Receives checking moves as sets of destinations.
pub(in crate::shogi) trait CheckSink {
    /// The piece on `from` may go to any square of `to`, where it moves as `class`.
    fn arrive(&mut self, class: Class, from: Square, promote: bool, to: Bitboard);

    /// A piece of `kind` may be dropped on any square of `to`.
    fn drop(&mut self, kind: PieceKind, to: Bitboard);
}

impl CheckSink for MoveList {
    fn arrive(&mut self, _: Class, from: Square, promote: bool, to: Bitboard) {
        to.into_iter()
            .for_each(|to| self.push(Move::normal(from, to, promote)));
    }

    fn drop(&mut self, kind: PieceKind, to: Bitboard) {
        to.into_iter()
            .for_each(|to| self.push(Move::drop(kind, to)));
    }
}

/// Passes on the checking moves that a filter wants, among those it is given.
pub(super) struct OnlyChecks<'a, F, S> {
    pub filter: &'a F,
    pub sink: &'a mut S,
}

impl<F: CheckFilter, S: CheckSink> OnlyChecks<'_, F, S> {
    #[inline]
    fn arrive(&mut self, class: Class, from: Square, promote: bool, to: Bitboard) {
        let to = to & self.filter.arrivals(class, from);
        if to.any() {
            self.sink.arrive(class, from, promote, to);
        }
    }

    #[inline]
    fn pawns_arrive<const BLACK: bool>(&mut self, arrivals: Bitboard, class: Class) {
        for to in arrivals {
            let behind = if BLACK {
                to.shift(0, 1)
            } else {
                to.shift(0, -1)
            };
            if let Some(from) = behind {
                self.arrive(class, from, class == Class::Gold, Bitboard::single(to));
            }
        }
    }
}

impl<F: CheckFilter, S: CheckSink> Sink for OnlyChecks<'_, F, S> {
    fn steps(&mut self, class: Class, from: Square, promoting: Bitboard, plain: Bitboard) {
        self.arrive(class.promoted(), from, true, promoting);
        self.arrive(class, from, false, plain);
    }

    fn pawns<const BLACK: bool>(&mut self, promoting: Bitboard, plain: Bitboard) {
        self.pawns_arrive::<BLACK>(promoting, Class::Gold);
        self.pawns_arrive::<BLACK>(plain, Class::Pawn);
    }

    fn drops<const BLACK: bool>(&mut self, hand: Hand, pawn: Bitboard, targets: Bitboard) {
        let (last, last_two) = last_ranks::<BLACK>();
        for (kind, _) in hand.iter() {
            let able = match kind {
                PieceKind::Pawn => pawn,
                PieceKind::Lance => targets.without(last),
                PieceKind::Knight => targets.without(last_two),
                _ => targets,
            };
            let to = able & self.filter.drops(Class::of(kind));
            if to.any() {
                self.sink.drop(kind, to);
            }
        }
    }
}
