//! Check information: who attacks a square, who gives check, who is pinned, from where a move
//! would give check, which squares around a king are covered.
//!
//! All of it is asked of a position when it is needed and kept by the asker in a value
//! ([`Checks`], [`CheckSquares`]); the position itself stays lean.

use super::bitboard::Bitboard;
use super::geometry::{KING_ZONE, LAST_RANK, between, empty_board, ray_through};
use super::moves::Move;
use super::pieces::{Class, kind_of, opponent};
use super::position::Position;
use super::sliders::{attacks, bishop, lance, rook};
use shogi_core::{Color, Square};

/// What stands between a side and the freedom to move as it likes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Enemy pieces that give check (0–2 in a game, more in composed positions).
    pub checkers: Bitboard,
    /// Own pieces that alone shield the own king from an enemy slider.
    pub pinned: Bitboard,
}

impl Checks {
    /// The checks and pins of the side to move.
    #[inline]
    pub fn of(pos: &Position) -> Self {
        Self::against(pos, pos.side())
    }

    /// The checks and pins of `us`, whoever is to move.
    #[inline]
    pub fn against(pos: &Position, us: Color) -> Self {
        let Some(king) = pos.king(us) else {
            return Self::default();
        };
        let mut checkers = stepping_attackers(pos, king, opponent(us));
        let mut pinned = Bitboard::EMPTY;
        let (ours, occupied) = (pos.color(us), pos.occupied());
        for slider in aligned_sliders(pos, king, opponent(us)) {
            let shield = between(king, slider) & occupied;
            if shield.is_empty() {
                checkers |= Bitboard::single(slider);
            } else if !shield.many() {
                pinned |= shield & ours;
            }
        }
        Self { checkers, pinned }
    }

    /// Whether the king is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }
}

/// Pieces of `by` that attack `square` by a single step or a knight's jump, the king excluded.
#[inline]
fn stepping_attackers(pos: &Position, square: Square, by: Color) -> Bitboard {
    // A piece attacks `square` from where the same piece of the other colour on `square` would
    // attack it.
    let from = |class| empty_board(class, opponent(by), square);
    let kingly = pos.class(Class::Horse) | pos.class(Class::Dragon);
    let set = from(Class::Pawn) & pos.class(Class::Pawn)
        | from(Class::Knight) & pos.class(Class::Knight)
        | from(Class::Silver) & pos.class(Class::Silver)
        | from(Class::Gold) & pos.class(Class::Gold)
        | from(Class::King) & kingly;
    set & pos.color(by)
}

/// Sliders of `by` that would attack `square` if the board were otherwise empty.
#[inline]
pub(crate) fn aligned_sliders(pos: &Position, square: Square, by: Color) -> Bitboard {
    let from = |class| empty_board(class, opponent(by), square);
    let set = from(Class::Rook) & (pos.class(Class::Rook) | pos.class(Class::Dragon))
        | from(Class::Bishop) & (pos.class(Class::Bishop) | pos.class(Class::Horse))
        | from(Class::Lance) & pos.class(Class::Lance);
    set & pos.color(by)
}

/// Every piece of `by`, king included, that attacks `square` when `occupied` squares are.
#[inline]
pub fn attackers(pos: &Position, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let kings = empty_board(Class::King, by, square) & pos.class(Class::King);
    let sliding = sliding_attackers(pos, square, occupied);
    stepping_attackers(pos, square, by) | (kings | sliding) & pos.color(by)
}

/// Every piece of either side, kings included, that attacks `square` when `occupied` squares are.
#[inline]
pub fn all_attackers(pos: &Position, square: Square, occupied: Bitboard) -> Bitboard {
    stepping_attackers(pos, square, Color::Black)
        | stepping_attackers(pos, square, Color::White)
        | empty_board(Class::King, Color::Black, square) & pos.class(Class::King)
        | sliding_attackers(pos, square, occupied)
}

/// Every slider of either side that attacks `square` along a line when `occupied` squares are.
#[inline]
pub fn sliding_attackers(pos: &Position, square: Square, occupied: Bitboard) -> Bitboard {
    let straight = rook(square, occupied);
    let before =
        |color: Color| empty_board(Class::Lance, color, square) & pos.color(opponent(color));
    straight & (pos.class(Class::Rook) | pos.class(Class::Dragon))
        | straight & pos.class(Class::Lance) & (before(Color::Black) | before(Color::White))
        | bishop(square, occupied) & (pos.class(Class::Bishop) | pos.class(Class::Horse))
}

/// Every square that pieces of `by` attack, guarded ones of their own among them.
#[inline]
pub fn attacked_by(pos: &Position, by: Color) -> Bitboard {
    let mut set = attacked_by_king(pos, by);
    each_attack(pos, by, |attacked| set |= attacked);
    set
}

/// What the king of `by` attacks, if there is one.
#[inline]
pub fn attacked_by_king(pos: &Position, by: Color) -> Bitboard {
    let king = pos.king(by);
    king.map_or(Bitboard::EMPTY, |it| empty_board(Class::King, by, it))
}

/// What each piece of `by` attacks but for the king, in turn; the pawns, of which no two attack the same square, at once.
#[inline]
pub fn each_attack(pos: &Position, by: Color, mut visit: impl FnMut(Bitboard)) {
    let pawns = pos.pieces(by, Class::Pawn);
    let pawns = pawns.without(LAST_RANK[by.array_index()]);
    visit(match by {
        Color::Black => pawns.up(),
        Color::White => pawns.down(),
    });
    for class in [Class::Knight, Class::Silver, Class::Gold] {
        for square in pos.pieces(by, class) {
            visit(empty_board(class, by, square));
        }
    }
    let occupied = pos.occupied();
    for square in pos.pieces(by, Class::Lance) {
        visit(lance(by, square, occupied));
    }
    let [horses, dragons] = [Class::Horse, Class::Dragon].map(|class| pos.pieces(by, class));
    let steps = |square: Square, promoted: Bitboard| {
        if promoted.contains(square) {
            empty_board(Class::King, by, square)
        } else {
            Bitboard::EMPTY
        }
    };
    for square in pos.pieces(by, Class::Bishop) | horses {
        visit(bishop(square, occupied) | steps(square, horses));
    }
    for square in pos.pieces(by, Class::Rook) | dragons {
        visit(rook(square, occupied) | steps(square, dragons));
    }
}

/// Squares among the neighbours of `king` that the side not owning it (`by`) attacks, when
/// `occupied` squares are (callers leave the king itself out, so that it cannot hide behind
/// its own back). Squares that are not neighbours may be in the result too.
#[inline]
pub fn covered(pos: &Position, king: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let theirs = pos.color(by);
    let mut set = Bitboard::EMPTY;
    for class in Class::ALL {
        let zone = KING_ZONE[class as usize][by.array_index()][king.array_index()];
        for piece in pos.class(class) & theirs & zone {
            set |= attacks(class, by, piece, occupied);
        }
    }
    set
}

/// From where moves of the side to move give check to the enemy king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSquares {
    king: Option<Square>,
    by_class: [Bitboard; Class::NUM],
    discoverers: Bitboard,
    pinned: Bitboard,
}

impl CheckSquares {
    /// The check squares of the side to move.
    pub fn of(pos: &Position) -> Self {
        let (us, them) = (pos.side(), opponent(pos.side()));
        let mut squares = Self {
            king: pos.king(them),
            ..Self::none()
        };
        let Some(king) = squares.king else {
            return squares;
        };
        let occupied = pos.occupied();
        for class in [Class::Pawn, Class::Knight, Class::Silver, Class::Gold] {
            squares.by_class[class as usize] = empty_board(class, them, king);
        }
        let (diagonal, straight) = (bishop(king, occupied), rook(king, occupied));
        let around = empty_board(Class::King, them, king);
        squares.by_class[Class::Lance as usize] = straight & empty_board(Class::Lance, them, king);
        squares.by_class[Class::Bishop as usize] = diagonal;
        squares.by_class[Class::Rook as usize] = straight;
        squares.by_class[Class::Horse as usize] = diagonal | around;
        squares.by_class[Class::Dragon as usize] = straight | around;
        for slider in aligned_sliders(pos, king, us) {
            let shield = between(king, slider) & occupied;
            if shield.any() && !shield.many() {
                squares.discoverers |= shield & pos.color(us);
                squares.pinned |= shield & pos.color(them);
            }
        }
        squares
    }

    /// No check square at all, for callers to whom checks do not matter.
    #[inline]
    pub const fn none() -> Self {
        Self {
            king: None,
            by_class: [Bitboard::EMPTY; Class::NUM],
            discoverers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
        }
    }

    /// Enemy pieces that alone shield the enemy king from a slider.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// [`Self::pinned`], unless these are the squares of no position.
    #[inline]
    pub(super) fn known_pinned(&self) -> Option<Bitboard> {
        self.king.map(|_| self.pinned)
    }

    /// Pieces that give check wherever they go off their line.
    #[inline]
    pub fn discoverers(&self) -> Bitboard {
        self.discoverers
    }

    /// Where a piece of `class` gives check by arriving.
    #[inline]
    pub fn direct(&self, class: Class) -> Bitboard {
        self.by_class[class as usize]
    }

    /// Where the piece on `from` gives check by uncovering a slider: everywhere off its line, or
    /// nowhere if it covers none.
    #[inline]
    pub fn discovered(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.discoverers.contains(from) => !ray_through(king, from),
            _ => Bitboard::EMPTY,
        }
    }

    /// Pieces of the side to move among which are all that can give check. A silver, gold or pawn
    /// without a slider behind it gives check from next to the king only.
    pub fn movers(&self, pos: &Position) -> Bitboard {
        let Some(king) = self.king else {
            return Bitboard::EMPTY;
        };
        let us = pos.side();
        let mut unable = pos.class(Class::King);
        for class in [Class::Pawn, Class::Silver, Class::Gold] {
            let zone = KING_ZONE[class as usize][us.array_index()][king.array_index()];
            unable |= pos.class(class).without(zone);
        }
        pos.color(us).without(unable) | self.discoverers
    }

    /// Whether `mv`, a legal move of the position these squares are of, gives check.
    #[inline]
    pub fn gives_check(&self, pos: &Position, mv: Move) -> bool {
        let class = Class::of(kind_of(pos.placed(mv)));
        self.checking(class, mv.from()).contains(mv.to())
    }

    /// Where a piece gives check that comes from there, or from the hand, and moves as `class` after that.
    #[inline]
    pub fn checking(&self, class: Class, from: Option<Square>) -> Bitboard {
        let discovered = from.map_or(Bitboard::EMPTY, |from| self.discovered(from));
        self.direct(class) | discovered
    }
}
