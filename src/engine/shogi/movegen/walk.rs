//! One walk over the pieces: for each origin the sets of destinations with and without promotion, and what
//! becomes of them. They are counted ([`Counter`]), listed ([`MoveList`]), or cut down to checks
//! ([`OnlyChecks`]).

use super::{Targets, Variety};
use crate::shogi::bitboard::Bitboard;
use crate::shogi::checks::{CheckSquares, Checks, attackers, covered};
use crate::shogi::geometry::{
    LAST_RANK, LAST_TWO_RANKS, PROMOTION_ZONE, empty_board, file_of, files_without, ray_through,
};
use crate::shogi::moves::{DROP, Move, MoveList, PROMOTE, number};
use crate::shogi::pieces::{Class, Hand, opponent};
use crate::shogi::position::Position;
use crate::shogi::sliders::{bishop, lance, rook};
use shogi_core::{Color, PieceKind, Square};

const fn color<const BLACK: bool>() -> Color {
    if BLACK { Color::Black } else { Color::White }
}

const fn last_ranks<const BLACK: bool>() -> (Bitboard, Bitboard) {
    let color = if BLACK { 0 } else { 1 };
    (LAST_RANK[color], LAST_TWO_RANKS[color])
}

/// Yields the legal moves within `targets`.
#[inline]
fn walk<const BLACK: bool, const ALL: bool>(
    pos: &Position,
    checks: &Checks,
    targets: &Targets,
    sink: &mut impl Sink,
) {
    let us = color::<BLACK>();
    let king = pos.king(us);
    walk_pawns::<BLACK, ALL>(pos, checks, targets, sink);
    let movers = pos.color(us) & targets.movers;
    walk_pieces::<BLACK, ALL>(
        pos,
        movers.without(checks.pinned),
        targets.pieces,
        |_| Bitboard::ALL,
        sink,
    );
    if let Some(king) = king {
        let pinned = checks.pinned & movers;
        if pinned.any() {
            let line = |square| ray_through(king, square);
            walk_pieces::<BLACK, ALL>(pos, pinned, targets.pieces, line, sink);
        }
        if movers.contains(king) {
            walk_king(pos, king, us, targets.king, sink);
        }
    }
    let hand = pos.hand(us);
    if !hand.is_empty() && targets.drops.any() {
        let pawn = pawn_drops::<BLACK>(pos, targets.drops);
        sink.drops::<BLACK>(hand, pawn, targets.drops);
    }
}

#[inline]
fn walk_pawns<const BLACK: bool, const ALL: bool>(
    pos: &Position,
    checks: &Checks,
    targets: &Targets,
    sink: &mut impl Sink,
) {
    let us = color::<BLACK>();
    let mut pawns = pos.pieces(us, Class::Pawn) & targets.movers;
    if (pawns & checks.pinned).any() {
        // A pinned pawn moves only when the pin runs along its file.
        let file = pos.king(us).map_or(Bitboard::EMPTY, file_of);
        pawns = pawns.without(checks.pinned.without(file));
    }
    let arrivals = if BLACK { pawns.up() } else { pawns.down() };
    let zone = PROMOTION_ZONE[us.array_index()];
    let stuck = if ALL { last_ranks::<BLACK>().0 } else { zone };
    let promoting = arrivals & zone & targets.promoting_pawns;
    let plain = arrivals.without(stuck) & targets.plain_pawns;
    sink.pawns::<BLACK>(promoting, plain);
}

/// The pieces of `movers` but pawns and the king, each within `targets` and its `line`.
#[inline]
fn walk_pieces<const BLACK: bool, const ALL: bool>(
    pos: &Position,
    movers: Bitboard,
    targets: Bitboard,
    line: impl Fn(Square) -> Bitboard,
    sink: &mut impl Sink,
) {
    let us = color::<BLACK>();
    let zone = PROMOTION_ZONE[us.array_index()];
    let (last, last_two) = last_ranks::<BLACK>();
    let occupied = pos.occupied();
    let from_zone = |from: Square| {
        if zone.contains(from) {
            Bitboard::ALL
        } else {
            zone
        }
    };

    (movers & pos.class(Class::Lance))
        .into_iter()
        .for_each(|from| {
            let to = lance(us, from, occupied) & targets & line(from);
            let stuck = if ALL { last } else { last_two };
            sink.steps(Class::Lance, from, to & zone, to.without(stuck));
        });
    (movers & pos.class(Class::Knight))
        .into_iter()
        .for_each(|from| {
            let to = empty_board(Class::Knight, us, from) & targets & line(from);
            sink.steps(Class::Knight, from, to & zone, to.without(last_two));
        });
    (movers & pos.class(Class::Silver))
        .into_iter()
        .for_each(|from| {
            let to = empty_board(Class::Silver, us, from) & targets & line(from);
            sink.steps(Class::Silver, from, to & from_zone(from), to);
        });
    (movers & pos.class(Class::Gold))
        .into_iter()
        .for_each(|from| {
            let to = empty_board(Class::Gold, us, from) & targets & line(from);
            sink.steps(Class::Gold, from, Bitboard::EMPTY, to);
        });
    for (class, attacks) in [
        (Class::Bishop, bishop as fn(Square, Bitboard) -> Bitboard),
        (Class::Rook, rook),
    ] {
        (movers & pos.class(class)).into_iter().for_each(|from| {
            let to = attacks(from, occupied) & targets & line(from);
            let promoting = to & from_zone(from);
            let plain = if ALL { to } else { to.without(promoting) };
            sink.steps(class, from, promoting, plain);
        });
    }
    for (class, attacks) in [
        (Class::Horse, bishop as fn(Square, Bitboard) -> Bitboard),
        (Class::Dragon, rook),
    ] {
        (movers & pos.class(class)).into_iter().for_each(|from| {
            let around = empty_board(Class::King, us, from);
            let to = (attacks(from, occupied) | around) & targets & line(from);
            sink.steps(class, from, Bitboard::EMPTY, to);
        });
    }
}

#[inline]
fn walk_king(pos: &Position, king: Square, us: Color, targets: Bitboard, sink: &mut impl Sink) {
    let to = empty_board(Class::King, us, king) & targets;
    if to.any() {
        let others = pos.occupied() ^ Bitboard::single(king);
        let safe = to.without(covered(pos, king, opponent(us), others));
        sink.steps(Class::King, king, Bitboard::EMPTY, safe);
    }
}

/// Where a pawn may be dropped, if one is held: no second pawn on a file, none without a further move,
/// and not where it would mate.
#[inline]
pub(super) fn pawn_drops<const BLACK: bool>(pos: &Position, targets: Bitboard) -> Bitboard {
    let us = color::<BLACK>();
    if !pos.hand(us).has(PieceKind::Pawn) {
        return Bitboard::EMPTY;
    }
    let free =
        targets.without(last_ranks::<BLACK>().0) & files_without(pos.pieces(us, Class::Pawn));
    if let Some(king) = pos.king(opponent(us)) {
        let head = empty_board(Class::Pawn, opponent(us), king);
        if let Some(square) = (free & head).first()
            && pawn_drop_mates(pos, us, king, square)
        {
            return free.without(head);
        }
    }
    free
}

/// Whether a pawn of `us` dropped on `square`, in front of the enemy `king`, is mate.
#[inline(never)]
pub(super) fn pawn_drop_mates(pos: &Position, us: Color, king: Square, square: Square) -> bool {
    let them = opponent(us);
    let occupied = pos.occupied() | Bitboard::single(square);
    let others = occupied ^ Bitboard::single(king);
    let steps = empty_board(Class::King, them, king).without(pos.color(them));
    if steps.without(covered(pos, king, us, others)).any() {
        return false;
    }
    let pinned = Checks::against(pos, them).pinned;
    let capturers = attackers(pos, square, them, occupied).without(Bitboard::single(king));
    !capturers
        .into_iter()
        .any(|from| !pinned.contains(from) || ray_through(king, from).contains(square))
}

/// Calls `walk` for the side to move.
#[inline]
pub(super) fn walk_side<const ALL: bool>(
    pos: &Position,
    checks: &Checks,
    targets: &Targets,
    sink: &mut impl Sink,
) {
    match pos.side() {
        Color::Black => walk::<true, ALL>(pos, checks, targets, sink),
        Color::White => walk::<false, ALL>(pos, checks, targets, sink),
    }
}

#[inline]
pub(super) fn walk_variety(
    pos: &Position,
    checks: &Checks,
    targets: &Targets,
    variety: Variety,
    sink: &mut impl Sink,
) {
    match variety {
        Variety::All => walk_side::<true>(pos, checks, targets, sink),
        Variety::Sensible => walk_side::<false>(pos, checks, targets, sink),
    }
}

/// Hands the legal moves that `filter` wants to `sink`.
#[inline]
pub(in crate::shogi) fn walk_checking(
    pos: &Position,
    checks: &Checks,
    filter: &impl CheckFilter,
    variety: Variety,
    sink: &mut impl CheckSink,
) {
    let targets = Targets {
        movers: filter.movers(pos),
        ..Targets::all(pos, checks)
    };
    let mut sink = OnlyChecks { filter, sink };
    walk_variety(pos, checks, &targets, variety, &mut sink);
}

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
        let origin = number(from) << 8;
        promoting
            .into_iter()
            .for_each(|to| self.push_bits(PROMOTE | origin | number(to)));
        plain
            .into_iter()
            .for_each(|to| self.push_bits(origin | number(to)));
    }

    #[inline]
    fn pawns<const BLACK: bool>(&mut self, promoting: Bitboard, plain: Bitboard) {
        // Origin and destination are neighbours: both follow from the destination.
        let bits = |to: Square| {
            let to = number(to);
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
            .for_each(|to| self.push_bits(pawn_bits | number(to)));
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
                .for_each(|to| self.push_lanes(lanes, number(to), count));
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
