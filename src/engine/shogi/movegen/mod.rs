//! Legal moves: generated, counted, and one by one.
//!
//! One walk over the pieces (`walk.rs`) yields, for each origin, the sets of destinations with
//! and without promotion; a `Sink` decides what becomes of them. So perft's counts, the search's lists
//! and the captures, quiets, drops, evasions and checks are one piece of code, compiled apart for each
//! colour. What is wanted is said by sets of allowed destinations (`Targets`), not by separate
//! generators.
//!
//! Moves come out legal: pins and checks are known beforehand ([`Checks`]), the king only steps
//! to squares that are not covered, and a pawn drop that would mate is left out.
//!
//! Where the speed comes from: pawns move as a set; unpinned pieces run
//! through loops without tests; all droppable kinds are written as eight lanes per square;
//! pawn-drop mate is asked at most once a node and answered from attack sets.
//!
//! Moves that come from elsewhere (a table, a killer slot, the text of a user) are tested without
//! generating the others. What must hold, and is compared in `tests/all/differential.rs`: [`is_legal`]
//! says yes to exactly the moves that [`legal`] lists, whatever the sixteen bits of the move, and
//! [`is_sensible`] picks out of these the ones of [`Variety::Sensible`].

mod walk;

use super::bitboard::Bitboard;
use super::checks::{CheckSquares, Checks, attackers};
use super::geometry::{
    LAST_RANK, LAST_TWO_RANKS, PROMOTION_ZONE, between, empty_board, file_of, ray_through,
};
use super::moves::{Move, MoveList};
use super::pieces::{Class, kind_of, may_promote, opponent};
use super::position::Position;
use super::sliders::attacks;
use shogi_core::{Color, PieceKind, Square};
pub(super) use walk::{CheckFilter, CheckSink, walk_checking};
use walk::{Counter, OnlyChecks, Sink, pawn_drop_mates, pawn_drops, walk_side, walk_variety};

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

/// How many legal moves there are, counted without making a list.
#[inline]
pub fn count_legal(pos: &Position) -> u64 {
    let checks = Checks::of(pos);
    let mut counter = Counter(0);
    walk_side::<true>(pos, &checks, &Targets::all(pos, &checks), &mut counter);
    counter.0
}

/// The legal moves, in a list of their own.
pub fn legal_moves(pos: &Position) -> MoveList {
    let mut list = MoveList::new();
    legal(pos, &mut list);
    list
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
    let enemy = pos.color(opponent(pos.side()));
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

/// Appends the legal moves that take something to `list`; there must be no check. With [`steps`] and [`drops`] this
/// makes up every legal move.
pub fn takes(pos: &Position, checks: &Checks, variety: Variety, list: &mut MoveList) {
    debug_assert!(!checks.in_check());
    let enemy = pos.color(opponent(pos.side()));
    walk_variety(pos, checks, &Targets::board(enemy), variety, list);
}

/// Appends the legal moves on the board that take nothing, pawn promotions among them, to `list`; there must be no
/// check.
pub fn steps(pos: &Position, checks: &Checks, variety: Variety, list: &mut MoveList) {
    debug_assert!(!checks.in_check());
    let free = !pos.occupied();
    walk_variety(pos, checks, &Targets::board(free), variety, list);
}

/// Appends the legal drops to `list`; there must be no check.
pub fn drops(pos: &Position, checks: &Checks, list: &mut MoveList) {
    debug_assert!(!checks.in_check());
    let hand = pos.hand(pos.side());
    let targets = !pos.occupied();
    match pos.side() {
        Color::Black => list.drops::<true>(hand, pawn_drops::<true>(pos, targets), targets),
        Color::White => list.drops::<false>(hand, pawn_drops::<false>(pos, targets), targets),
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

/// Whether `mv` is a legal move of `pos`, whose [`Checks::of`] are `checks`. [`Move::NONE`] is
/// not.
#[inline]
pub fn is_legal(pos: &Position, checks: &Checks, mv: Move) -> bool {
    match (mv.dropped(), mv.from()) {
        (Some(kind), _) => drop_is_legal(pos, checks, kind, mv.to()),
        (None, Some(from)) => step_is_legal(pos, checks, from, mv.to(), mv.is_promotion()),
        (None, None) => false,
    }
}

/// Whether `mv`, a legal move of `pos`, is one that is generated when only sensible moves are
/// wanted.
#[inline]
pub fn is_sensible(pos: &Position, mv: Move) -> bool {
    let Some(from) = mv.from().filter(|_| !mv.is_promotion()) else {
        return true;
    };
    let us = pos.side();
    let zone = PROMOTION_ZONE[us.array_index()];
    match pos.moved_kind(mv) {
        PieceKind::Pawn => !zone.contains(mv.to()),
        PieceKind::Lance => !LAST_TWO_RANKS[us.array_index()].contains(mv.to()),
        PieceKind::Bishop | PieceKind::Rook => !zone.contains(from) && !zone.contains(mv.to()),
        _ => true,
    }
}

fn step_is_legal(pos: &Position, checks: &Checks, from: Square, to: Square, promote: bool) -> bool {
    let us = pos.side();
    let Some(piece) = pos.piece_at(from).filter(|piece| piece.color() == us) else {
        return false;
    };
    let kind = kind_of(piece);
    let class = Class::of(kind);
    let occupied = pos.occupied();
    if !attacks(class, us, from, occupied)
        .without(pos.color(us))
        .contains(to)
    {
        return false;
    }
    let form_allowed = if promote {
        may_promote(kind, us, from, to)
    } else {
        !dead_ends(kind, us).contains(to)
    };
    form_allowed
        && if class == Class::King {
            let others = occupied ^ Bitboard::single(from);
            attackers(pos, to, opponent(us), others).is_empty()
        } else {
            keeps_pin(pos, checks, from, to) && answers_check(pos, checks, to)
        }
}

fn drop_is_legal(pos: &Position, checks: &Checks, kind: PieceKind, to: Square) -> bool {
    let us = pos.side();
    pos.hand(us).has(kind)
        && !pos.occupied().contains(to)
        && !dead_ends(kind, us).contains(to)
        && answers_check(pos, checks, to)
        && (kind != PieceKind::Pawn || pawn_drop_is_allowed(pos, to))
}

/// Whether a pawn dropped on the empty square `to` is neither a second one on its file nor mate.
fn pawn_drop_is_allowed(pos: &Position, to: Square) -> bool {
    let us = pos.side();
    if (pos.pieces(us, Class::Pawn) & file_of(to)).any() {
        return false;
    }
    let checked = pos
        .king(opponent(us))
        .filter(|&king| empty_board(Class::Pawn, us, to).contains(king));
    checked.is_none_or(|king| !pawn_drop_mates(pos, us, king, to))
}

/// Whether a piece on `from` that goes to `to` leaves no slider's line to its king open.
fn keeps_pin(pos: &Position, checks: &Checks, from: Square, to: Square) -> bool {
    !checks.pinned.contains(from)
        || pos
            .king(pos.side())
            .is_some_and(|king| ray_through(king, from).contains(to))
}

/// Whether arriving on `to` parries the check, if there is one: by taking the only checker or by
/// stepping between.
fn answers_check(pos: &Position, checks: &Checks, to: Square) -> bool {
    let (Some(checker), Some(king)) = (checks.checkers.first(), pos.king(pos.side())) else {
        return true;
    };
    !checks.checkers.many() && (checks.checkers | between(king, checker)).contains(to)
}

/// Where a piece of `kind` and `color` has no further move and may not stand.
pub(super) fn dead_ends(kind: PieceKind, color: Color) -> Bitboard {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => LAST_RANK[color.array_index()],
        PieceKind::Knight => LAST_TWO_RANKS[color.array_index()],
        _ => Bitboard::EMPTY,
    }
}

/// How perft, the number of leaves of the tree of legal moves, counts the last ply: three conventions that
/// public figures use and that must never be compared with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// From the sets of destinations, without making moves.
    Count,
    /// By making the list of legal moves and taking its length.
    List,
    /// By making and unmaking every move.
    Full,
}

/// More plies than anybody counts. A call takes memory and stack for each.
pub const DEEPEST: u32 = 100;

/// The number of sequences of `depth` legal moves from `pos`; `depth` is at
/// most [`DEEPEST`].
pub fn perft(pos: &mut Position, depth: u32, convention: Convention) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    descend(pos, &mut lists, convention)
}

/// As [`perft`] by [`Convention::Count`], for as long as `goes_on` says so of the leaves counted so far, which it is asked
/// after every few; none if it did not.
pub fn perft_while(
    pos: &mut Position,
    depth: u32,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let mut counted = 0;
    count_while(pos, depth, &mut counted, goes_on).then_some(counted)
}

/// Trees of so few plies are counted in a moment, whatever the position.
const UNWATCHED: u32 = 2;

fn count_while(
    pos: &mut Position,
    depth: u32,
    counted: &mut u64,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> bool {
    if depth <= UNWATCHED {
        *counted += perft(pos, depth, Convention::Count);
        return goes_on(*counted);
    }
    legal_moves(pos).iter().all(|&mv| {
        let undo = pos.do_move(mv);
        let goes_on = count_while(pos, depth - 1, counted, goes_on);
        pos.undo_move(mv, undo);
        goes_on
    })
}

/// For each legal move, in generation order, the number of sequences of `depth` moves that
/// begin with it; `depth` must be at least 1.
pub fn divide(pos: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    legal_moves(pos)
        .iter()
        .map(|&mv| {
            let undo = pos.do_move(mv);
            let leaves = perft(pos, depth - 1, Convention::Count);
            pos.undo_move(mv, undo);
            (mv, leaves)
        })
        .collect()
}

fn descend(pos: &mut Position, lists: &mut [MoveList], convention: Convention) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return 1;
    };
    let last = rest.is_empty();
    if last && convention == Convention::Count {
        return count_legal(pos);
    }
    list.clear();
    legal(pos, list);
    if last && convention == Convention::List {
        return list.len() as u64;
    }
    let mut leaves = 0;
    for &mv in list.iter() {
        let undo = pos.do_move(mv);
        leaves += descend(pos, rest, convention);
        pos.undo_move(mv, undo);
    }
    leaves
}
