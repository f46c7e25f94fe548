//! Mate in one move.
//!
//! Every checking move is tried, but most are refuted without being made (`Defender`): the king
//! has a square that is neither covered now nor after the move, or the checking piece can be
//! taken. What is left is made, and the replies are counted.
//!
//! What must hold, and is compared with brute force in `tests/differential.rs`: a move is found
//! exactly when one mates. Moves that needlessly do not promote are tried too: a reply by dropping
//! a pawn could be illegal, for being mate itself, just because of that.

use super::bitboard::Bitboard;
use super::checks::{CheckSquares, Checks, attackers, covered};
use super::movegen::{self, Variety};
use super::moves::{Move, MoveList};
use super::position::Position;
use super::sliders::{attacks, bishop, lance, rook};
use super::tables::{Class, empty_board, ray_through};
use shogi_core::{Color, Square};

/// A move of the side to move that mates at once, if there is one; `checks` and `squares` are
/// [`Checks::of`] and [`CheckSquares::of`] the position, which is left as it was. The checking
/// moves are put into `list`, whatever it held.
pub fn mate_in_one(
    pos: &mut Position,
    checks: &Checks,
    squares: &CheckSquares,
    list: &mut MoveList,
) -> Option<Move> {
    list.clear();
    movegen::checking(pos, checks, squares, Variety::All, list);
    if list.is_empty() {
        return None;
    }
    let defender = Defender::of(pos)?;
    list.iter().copied().find(|&mv| {
        !defender.surely_survives(pos, squares, mv) && {
            let undo = pos.do_move(mv);
            let mate = movegen::count_legal(pos) == 0;
            pos.undo_move(mv, undo);
            mate
        }
    })
}

/// What the side that is not to move has against any check.
struct Defender {
    king: Square,
    /// Where the king could step if it were to move now.
    flights: Bitboard,
    /// Pieces other than the king that are free to take a checking piece.
    unpinned: Bitboard,
}

impl Defender {
    /// The defender in `pos`; none if it has no king.
    fn of(pos: &Position) -> Option<Self> {
        let (us, them) = (pos.side(), pos.side().flip());
        let king = pos.king(them)?;
        let steps = empty_board(Class::King, them, king).without(pos.color(them));
        let others = pos.occupied() ^ Bitboard::single(king);
        let bound = Checks::against(pos, them).pinned | Bitboard::single(king);
        Some(Self {
            king,
            flights: steps.without(covered(pos, king, us, others)),
            unpinned: pos.color(them).without(bound),
        })
    }

    /// Whether `mv`, a checking move of `pos`, whose [`CheckSquares::of`] are `squares`, is easily
    /// seen not to mate. A move covers new squares, and pins other pieces, only by the piece that
    /// arrives and by sliders whose line it opens.
    fn surely_survives(&self, pos: &Position, squares: &CheckSquares, mv: Move) -> bool {
        let (us, to) = (pos.side(), mv.to());
        let (origin, opened, discovers) = match mv.from() {
            None => (Bitboard::EMPTY, Bitboard::EMPTY, false),
            Some(from) => (
                Bitboard::single(from),
                opened_lines(pos, us, from),
                squares.discovered(from).contains(to),
            ),
        };
        let occupied = pos.occupied().without(origin) | Bitboard::single(to);
        let class = Class::of(pos.placed(mv).piece_kind());
        let through_king = occupied ^ Bitboard::single(self.king);
        let flights = self.flights.without(opened);
        if flights.any() && flights.without(attacks(class, us, to, through_king)).any() {
            return true;
        }
        let capturers = attackers(pos, to, us.flip(), occupied) & self.unpinned;
        !discovers && capturers.without(opened).any()
    }
}

/// Lines along which sliders of `us` see the piece on `from`, beyond it.
fn opened_lines(pos: &Position, us: Color, from: Square) -> Bitboard {
    let occupied = pos.occupied();
    let straight = pos.class(Class::Rook) | pos.class(Class::Dragon);
    let diagonal = pos.class(Class::Bishop) | pos.class(Class::Horse);
    let sliders = rook(from, occupied) & straight
        | bishop(from, occupied) & diagonal
        | lance(us.flip(), from, occupied) & pos.class(Class::Lance);
    (sliders & pos.color(us))
        .into_iter()
        .fold(Bitboard::EMPTY, |lines, slider| {
            lines | ray_through(slider, from)
        })
}
