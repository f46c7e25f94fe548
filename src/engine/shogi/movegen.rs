//! Legal move generation.
//!
//! One walk over the pieces (`walk`) yields, for each origin, the sets of destinations with
//! and without promotion; a `Sink` (`sink.rs`) decides what becomes of them: counted from the bitboards
//! (`Counter`), written as moves ([`MoveList`]), or cut down to checks first. So perft's
//! counts, the search's lists and the captures, quiets, drops, evasions and checks are one
//! piece of code, compiled apart for each colour. What is wanted is said by sets of allowed
//! destinations (`Targets`), not by separate generators.
//!
//! Moves come out legal: pins and checks are known beforehand ([`Checks`]), the king only steps
//! to squares that are not covered, and a pawn drop that would mate is left out.
//!
//! Where the speed comes from (`movegen.md` §5–6): pawns move as a set; unpinned pieces run
//! through loops without tests; all droppable kinds are written as eight lanes per square;
//! pawn-drop mate is asked at most once a node and answered from attack sets.

mod sink;

use super::bitboard::Bitboard;
use super::checks::{CheckSquares, Checks, attackers, covered};
use super::moves::MoveList;
use super::position::Position;
use super::sliders::{bishop, lance, rook};
use super::tables::{
    Class, LAST_RANK, LAST_TWO_RANKS, PROMOTION_ZONE, between, empty_board, file_of, files_without,
    ray_through,
};
use shogi_core::{Color, PieceKind, Square};
pub(super) use sink::{CheckFilter, CheckSink};
use sink::{Counter, OnlyChecks, Sink};

/// Which of a piece's legal ways of moving are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variety {
    /// Every legal move.
    All,
    /// Without moves that are legal but all but never right: a pawn, bishop or rook that could
    /// promote and does not, and a lance that does not on its second-last rank.
    Sensible,
}

/// The moves that are wanted, by who goes where.
#[derive(Clone, Copy)]
struct Targets {
    /// Pieces that may move.
    movers: Bitboard,
    /// For pieces other than king and pawns.
    pieces: Bitboard,
    /// For the king.
    king: Bitboard,
    /// For pawns that promote.
    promoting_pawns: Bitboard,
    /// For pawns that do not.
    plain_pawns: Bitboard,
    /// For drops.
    drops: Bitboard,
}

impl Targets {
    /// `set`, for everything on the board, and no drops.
    fn board(set: Bitboard) -> Self {
        Self {
            movers: Bitboard::ALL,
            pieces: set,
            king: set,
            promoting_pawns: set,
            plain_pawns: set,
            drops: Bitboard::EMPTY,
        }
    }

    /// Every move that is not suicide.
    #[inline]
    fn all(pos: &Position, checks: &Checks) -> Self {
        let free = !pos.color(pos.side());
        if checks.in_check() {
            return Self::evading(pos, checks, free);
        }
        Self {
            drops: !pos.occupied(),
            ..Self::board(free)
        }
    }

    /// Out of check: take the one checker, step between, or move the king.
    fn evading(pos: &Position, checks: &Checks, free: Bitboard) -> Self {
        let mut targets = Self {
            king: free,
            ..Self::board(Bitboard::EMPTY)
        };
        if let (Some(king), Some(checker), false) = (
            pos.king(pos.side()),
            checks.checkers.first(),
            checks.checkers.many(),
        ) {
            let between = between(king, checker);
            let answer = between | checks.checkers;
            targets = Self {
                movers: answering(pos, king, answer),
                king: free,
                drops: between,
                ..Self::board(answer)
            };
        }
        targets
    }
}

/// Pieces of the side to move among which are all that can go to a square of `answer`, and the
/// king.
#[inline]
fn answering(pos: &Position, king: Square, answer: Bitboard) -> Bitboard {
    if answer.count() > 2 {
        return Bitboard::ALL;
    }
    let king = Bitboard::single(king);
    answer.into_iter().fold(king, |set, to| {
        set | attackers(pos, to, pos.side(), pos.occupied())
    })
}

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
        let pawn = if hand.has(PieceKind::Pawn) {
            pawn_drops::<BLACK>(pos, targets.drops)
        } else {
            Bitboard::EMPTY
        };
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
        let safe = to.without(covered(pos, king, us.flip(), others));
        sink.steps(Class::King, king, Bitboard::EMPTY, safe);
    }
}

/// Where a pawn may be dropped: no second pawn on a file, none without a further move, and not
/// where it would mate.
#[inline]
fn pawn_drops<const BLACK: bool>(pos: &Position, targets: Bitboard) -> Bitboard {
    let us = color::<BLACK>();
    let free =
        targets.without(last_ranks::<BLACK>().0) & files_without(pos.pieces(us, Class::Pawn));
    if let Some(king) = pos.king(us.flip()) {
        let head = empty_board(Class::Pawn, us.flip(), king);
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
    let them = us.flip();
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
fn walk_side<const ALL: bool>(
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
fn walk_variety(
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

/// How many legal moves there are, counted without making a list.
#[inline]
pub fn count_legal(pos: &Position) -> u64 {
    let checks = Checks::of(pos);
    let mut counter = Counter(0);
    walk_side::<true>(pos, &checks, &Targets::all(pos, &checks), &mut counter);
    counter.0
}

/// Appends every legal move to `list`.
#[inline]
pub fn legal(pos: &Position, list: &mut MoveList) {
    let checks = Checks::of(pos);
    walk_side::<true>(pos, &checks, &Targets::all(pos, &checks), list);
}

/// Appends the legal moves out of check to `list`; there must be a check.
pub fn evasions(pos: &Position, checks: &Checks, variety: Variety, list: &mut MoveList) {
    debug_assert!(checks.in_check());
    walk_variety(pos, checks, &Targets::all(pos, checks), variety, list);
}

/// Appends the legal captures, and the pawn promotions that capture nothing, to `list`; there
/// must be no check. With [`quiets`] and [`drops`] this makes up every legal move.
pub fn captures(pos: &Position, checks: &Checks, variety: Variety, list: &mut MoveList) {
    debug_assert!(!checks.in_check());
    let enemy = pos.color(pos.side().flip());
    let targets = Targets {
        promoting_pawns: !pos.color(pos.side()),
        ..Targets::board(enemy)
    };
    walk_variety(pos, checks, &targets, variety, list);
}

/// Appends the legal moves on the board that capture nothing, without pawn promotions, to
/// `list`; there must be no check.
pub fn quiets(pos: &Position, checks: &Checks, variety: Variety, list: &mut MoveList) {
    debug_assert!(!checks.in_check());
    let targets = Targets {
        promoting_pawns: Bitboard::EMPTY,
        ..Targets::board(!pos.occupied())
    };
    walk_variety(pos, checks, &targets, variety, list);
}

/// Appends the legal drops to `list`; there must be no check.
pub fn drops(pos: &Position, checks: &Checks, list: &mut MoveList) {
    debug_assert!(!checks.in_check());
    let hand = pos.hand(pos.side());
    let targets = !pos.occupied();
    match pos.side() {
        Color::Black => list.drops::<true>(hand, held_pawn_drops::<true>(pos, targets), targets),
        Color::White => list.drops::<false>(hand, held_pawn_drops::<false>(pos, targets), targets),
    }
}

#[inline]
fn held_pawn_drops<const BLACK: bool>(pos: &Position, targets: Bitboard) -> Bitboard {
    if pos.hand(color::<BLACK>()).has(PieceKind::Pawn) {
        pawn_drops::<BLACK>(pos, targets)
    } else {
        Bitboard::EMPTY
    }
}

/// Appends the moves of [`quiets`] and [`drops`] that give check to `list`; there must be no
/// check.
pub fn quiet_checks(
    pos: &Position,
    checks: &Checks,
    squares: &CheckSquares,
    variety: Variety,
    list: &mut MoveList,
) {
    debug_assert!(!checks.in_check());
    let targets = Targets {
        movers: squares.movers(pos),
        promoting_pawns: Bitboard::EMPTY,
        drops: !pos.occupied(),
        ..Targets::board(!pos.occupied())
    };
    let mut sink = OnlyChecks {
        filter: squares,
        sink: list,
    };
    walk_variety(pos, checks, &targets, variety, &mut sink);
}

/// Appends the legal moves that give check to `list`.
pub fn checking(
    pos: &Position,
    checks: &Checks,
    squares: &CheckSquares,
    variety: Variety,
    list: &mut MoveList,
) {
    walk_checking(pos, checks, squares, variety, list);
}

/// Hands the legal moves that `filter` wants to `sink`.
#[inline]
pub(super) fn walk_checking(
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
