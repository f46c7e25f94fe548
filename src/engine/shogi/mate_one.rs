//! Mate in one move.
//!
//! Most checking moves are refuted without being made. Only such are looked at as can cover all
//! squares to which the king could step (`MateSquares`). Of these, others fail because the king or a
//! piece that is free takes the checking piece, or a piece is dropped in between (`Defender`). What is
//! left is made, and the replies are counted.
//!
//! What must hold, and is compared with brute force in `tests/all/differential.rs`: a move is found
//! exactly when one mates. Moves that needlessly do not promote are tried too: a reply by dropping
//! a pawn could be illegal, for being mate itself, just because of that.

use super::bitboard::Bitboard;
use super::checks::{CheckSquares, Checks, aligned_sliders, attackers, covered};
use super::geometry::{between, empty_board, ray_through};
use super::movegen::{self, CheckFilter, CheckSink, Variety};
use super::moves::{Move, MoveList};
use super::pieces::{Class, Hand, kind_of, opponent};
use super::position::Position;
use super::sliders::{attacks, bishop, lance, rook};
use shogi_core::{PieceKind, Square};

/// A move of the side to move that mates at once, if there is one; `checks` and `squares` are
/// [`Checks::of`] and [`CheckSquares::of`] the position, which is left as it was. What has to be
/// tried is put into `list`, whatever it held.
pub fn mate_in_one(
    pos: &mut Position,
    checks: &Checks,
    squares: &CheckSquares,
    list: &mut MoveList,
) -> Option<Move> {
    list.clear();
    let defender = Defender::of(pos, squares)?;
    let filter = MateSquares::of(pos, squares, &defender);
    if !filter.may_be_reached(pos) {
        return None;
    }
    let mut candidates = Candidates {
        pos,
        squares,
        defender,
        list,
    };
    movegen::walk_checking(pos, checks, &filter, Variety::All, &mut candidates);
    list.iter().copied().find(|&mv| mates(pos, mv))
}

/// The first of `checks`, legal moves of the side to move that give check, that mates; for those who have
/// listed them anyway. `squares` are [`CheckSquares::of`] the position, which is left as it was.
pub fn first_mate_of(pos: &mut Position, squares: &CheckSquares, checks: &[Move]) -> Option<Move> {
    let defender = Defender::of(pos, squares)?;
    checks
        .iter()
        .copied()
        .find(|&mv| !defender.surely_survives_move(pos, squares, mv) && mates(pos, mv))
}

/// Whether `mv`, which gives check, mates.
fn mates(pos: &mut Position, mv: Move) -> bool {
    let undo = pos.do_move(mv);
    let mate = is_mate(pos);
    pos.undo_move(mv, undo);
    mate
}

/// Whether the side to move, which is in check, has no reply.
fn is_mate(pos: &Position) -> bool {
    let (us, checks) = (pos.side(), Checks::of(pos));
    let Some(king) = pos.king(us) else {
        return false;
    };
    let others = pos.occupied() ^ Bitboard::single(king);
    let steps = empty_board(Class::King, us, king).without(pos.color(us));
    if steps
        .without(covered(pos, king, opponent(us), others))
        .any()
    {
        return false;
    }
    let (Some(checker), false) = (checks.checkers.first(), checks.checkers.many()) else {
        return true;
    };
    let between = between(king, checker);
    let mut answers = (between | checks.checkers).into_iter();
    if answers.any(|to| can_move_to(pos, &checks, king, to)) {
        return false;
    }
    // Whether a drop is legal is a longer story.
    between.is_empty() || pos.hand(us).is_empty() || movegen::count_legal(pos) == 0
}

/// Whether a piece of the side to move, other than its `king`, can go to `to`.
fn can_move_to(pos: &Position, checks: &Checks, king: Square, to: Square) -> bool {
    let movers = attackers(pos, to, pos.side(), pos.occupied());
    let free = |from| !checks.pinned.contains(from) || ray_through(king, from).contains(to);
    movers.without(pos.class(Class::King)).into_iter().any(free)
}

/// What the side that is not to move has against any check.
#[derive(Clone, Copy)]
struct Defender {
    king: Square,
    /// Where the king could step if it were to move now.
    flights: Bitboard,
    /// Pieces other than the king that are free to take a checking piece.
    capturers: Bitboard,
    /// Whether it holds a piece that can be dropped on any empty square.
    drops: bool,
}

impl Defender {
    /// The defender in `pos`, whose [`CheckSquares::of`] are `squares`; none if it has no king.
    fn of(pos: &Position, squares: &CheckSquares) -> Option<Self> {
        let (us, them) = (pos.side(), opponent(pos.side()));
        let king = pos.king(them)?;
        let bound = squares.pinned() | Bitboard::single(king);
        let steps = empty_board(Class::King, them, king).without(pos.color(them));
        let others = pos.occupied() ^ Bitboard::single(king);
        Some(Self {
            king,
            flights: steps.without(covered(pos, king, us, others)),
            capturers: pos.color(them).without(bound),
            drops: drops_anywhere(pos.hand(them)),
        })
    }

    /// What it has when the piece on `from` goes away: sliders behind that cover more squares and pin more
    /// pieces.
    #[inline]
    fn when_left(mut self, pos: &Position, from: Square) -> Self {
        let opened = opened_lines(pos, from);
        self.flights = self.flights.without(opened);
        self.capturers = self.capturers.without(opened);
        self
    }

    /// Whether `mv`, which gives check, is easily seen not to mate.
    #[inline]
    fn surely_survives_move(&self, pos: &Position, squares: &CheckSquares, mv: Move) -> bool {
        let (class, from, to) = (Class::of(kind_of(pos.placed(mv))), mv.from(), mv.to());
        match from {
            None => self.surely_survives(pos, class, from, to, false),
            Some(origin) => {
                let discovers = squares.discovered(origin).contains(to);
                self.when_left(pos, origin)
                    .surely_survives(pos, class, from, to, discovers)
            }
        }
    }

    /// Whether a check by a piece that arrives on `to`, moving as `class` from there, is easily
    /// seen not to mate. It comes from the square `from`, if not from the hand, and must be the only
    /// piece that checks, unless it `discovers` another check.
    #[inline]
    fn surely_survives(
        &self,
        pos: &Position,
        class: Class,
        from: Option<Square>,
        to: Square,
        discovers: bool,
    ) -> bool {
        let us = pos.side();
        let origin = from.map_or(Bitboard::EMPTY, Bitboard::single);
        let others = pos.occupied().without(origin);
        let occupied = others | Bitboard::single(to);
        let king = Bitboard::single(self.king);
        if self.flights.any() {
            let attacked = attacks(class, us, to, occupied ^ king);
            if self.flights.without(attacked).any() {
                return true;
            }
        }
        // Where a piece is dropped the king could step before, so that it is a flight. Of the checks that
        // came so far and did not mate, the king took eight or nine of ten (2026-11-27).
        if from.is_some() && empty_board(Class::King, us, to).contains(self.king) {
            let guards = attackers(pos, to, us, others ^ king).without(origin);
            if guards.is_empty() {
                return true;
            }
        }
        if discovers {
            return false;
        }
        self.drops && between(self.king, to).any()
            || (attackers(pos, to, opponent(us), occupied) & self.capturers).any()
    }
}

/// Whether `hand` has a piece that can be dropped on any empty square.
fn drops_anywhere(hand: Hand) -> bool {
    const KINDS: [PieceKind; 4] = [
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Rook,
    ];
    KINDS.into_iter().any(|kind| hand.has(kind))
}

/// Where checks arrive that can cover every flight of the king.
struct MateSquares<'a> {
    squares: &'a CheckSquares,
    by_class: [Bitboard; Class::NUM],
    /// Pieces that cover a flight or give check by going away.
    openers: Bitboard,
}

impl<'a> MateSquares<'a> {
    fn of(pos: &Position, squares: &'a CheckSquares, defender: &Defender) -> Self {
        let (us, them) = (pos.side(), opponent(pos.side()));
        let mut by_class = Class::ALL.map(|class| squares.direct(class));
        let mut openers = squares.discoverers();
        let others = pos.occupied() ^ Bitboard::single(defender.king);
        for flight in defender.flights {
            for class in Class::ALL {
                by_class[class as usize] &= empty_board(class, them, flight);
            }
            for slider in aligned_sliders(pos, flight, us) {
                let shield = between(flight, slider) & others;
                if !shield.many() {
                    openers |= shield & pos.color(us);
                }
            }
        }
        Self {
            squares,
            by_class,
            openers,
        }
    }

    /// Whether it may be that a piece can be dropped or go there: in four of five positions none can, and to find that out
    /// costs less than to list all checks (2026-11-29).
    fn may_be_reached(&self, pos: &Position) -> bool {
        let (us, occupied) = (pos.side(), pos.occupied());
        let is_dropped = |(kind, _): (PieceKind, u32)| {
            // A pawn that mates may not be dropped.
            kind != PieceKind::Pawn && self.drops(Class::of(kind)).without(occupied).any()
        };
        let goes = |class: Class| {
            let arrivals = self.drops(class) | self.drops(class.promoted());
            let sees = |from| (empty_board(class, us, from) & arrivals).any();
            let reaches = |from| (attacks(class, us, from, occupied) & arrivals).any();
            let mut pieces = pos.pieces(us, class).into_iter();
            arrivals.any() && pieces.any(|from| sees(from) && reaches(from))
        };
        self.openers.any()
            || Class::ALL.into_iter().any(goes)
            || pos.hand(us).iter().any(is_dropped)
    }
}

impl CheckFilter for MateSquares<'_> {
    fn movers(&self, pos: &Position) -> Bitboard {
        let unable = Class::ALL
            .into_iter()
            .filter(|class| (self.drops(*class) | self.drops(class.promoted())).is_empty())
            .fold(Bitboard::EMPTY, |set, class| set | pos.class(class));
        self.squares.movers(pos).without(unable) | self.openers
    }

    #[inline]
    fn arrivals(&self, class: Class, from: Square) -> Bitboard {
        if self.openers.contains(from) {
            self.squares.arrivals(class, from)
        } else {
            self.by_class[class as usize]
        }
    }

    #[inline]
    fn drops(&self, class: Class) -> Bitboard {
        self.by_class[class as usize]
    }
}

/// Lists the moves that are not easily seen not to mate.
///
/// A move covers new squares, and pins other pieces, only by the piece that arrives and by sliders
/// whose line it opens.
struct Candidates<'a> {
    pos: &'a Position,
    squares: &'a CheckSquares,
    defender: Defender,
    list: &'a mut MoveList,
}

impl CheckSink for Candidates<'_> {
    fn arrive(&mut self, class: Class, from: Square, promote: bool, to: Bitboard) {
        let defender = self.defender.when_left(self.pos, from);
        let discovered = self.squares.discovered(from);
        for to in to {
            let discovers = discovered.contains(to);
            if !defender.surely_survives(self.pos, class, Some(from), to, discovers) {
                self.list.push(Move::normal(from, to, promote));
            }
        }
    }

    fn drop(&mut self, kind: PieceKind, to: Bitboard) {
        // A pawn that mates may not be dropped.
        if kind == PieceKind::Pawn {
            return;
        }
        for to in to {
            let class = Class::of(kind);
            if !self
                .defender
                .surely_survives(self.pos, class, None, to, false)
            {
                self.list.push(Move::drop(kind, to));
            }
        }
    }
}

/// Lines along which sliders of the side to move see the piece on `from`, beyond it.
fn opened_lines(pos: &Position, from: Square) -> Bitboard {
    let (us, own, occupied) = (pos.side(), pos.color(pos.side()), pos.occupied());
    let on_line = |class| empty_board(class, opponent(us), from) & own;
    let straight = on_line(Class::Rook) & (pos.class(Class::Rook) | pos.class(Class::Dragon));
    let diagonal = on_line(Class::Bishop) & (pos.class(Class::Bishop) | pos.class(Class::Horse));
    let lances = on_line(Class::Lance) & pos.class(Class::Lance);
    let mut sliders = Bitboard::EMPTY;
    if straight.any() {
        sliders |= rook(from, occupied) & straight;
    }
    if diagonal.any() {
        sliders |= bishop(from, occupied) & diagonal;
    }
    if lances.any() {
        sliders |= lance(opponent(us), from, occupied) & lances;
    }
    sliders.into_iter().fold(Bitboard::EMPTY, |lines, slider| {
        lines | ray_through(slider, from)
    })
}
