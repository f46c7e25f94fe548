//! Static exchange evaluation: what a move wins or loses if both sides go on capturing on its
//! destination, cheapest piece first, as long as it pays.
//!
//! The swap algorithm of the chess programming wiki, with what shogi adds: a captured piece goes
//! to the captor's hand, so it is gained twice; a capturing piece that may promote does; a
//! pinned piece joins in only along its pin. Sliders behind a piece that has captured are seen.

use super::bitboard::Bitboard;
use super::checks::{CheckSquares, Checks, all_attackers, sliding_attackers};
use super::geometry::ray_through;
use super::moves::Move;
use super::pieces::{Class, kind_of, may_promote, opponent, promoted};
use super::position::Position;
use shogi_core::{Color, PieceKind, Square};

/// The worth of pieces in an exchange, in centipawns, by `PieceKind as usize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// What capturing the piece is worth: the opponent loses it and the captor holds it.
    pub taken: [i32; 15],
    /// What the piece gains by promoting; 0 where it cannot.
    pub promotion: [i32; 15],
    /// The greatest of those.
    most_promotion: i32,
}

impl Values {
    /// With what capturing pieces is worth and what they gain by promoting, each by `PieceKind as usize`.
    pub const fn new(taken: [i32; 15], promotion: [i32; 15]) -> Self {
        let (mut most_promotion, mut kind) = (0, 0);
        while kind < promotion.len() {
            if promotion[kind] > most_promotion {
                most_promotion = promotion[kind];
            }
            kind += 1;
        }
        Self {
            taken,
            promotion,
            most_promotion,
        }
    }

    /// What `mv` gains at once: what it captures, and its promotion.
    #[inline]
    pub fn gain(&self, pos: &Position, mv: Move) -> i32 {
        let taken = pos
            .captured(mv)
            .map_or(0, |taken| self.taken[kind_of(taken) as usize]);
        if mv.is_promotion() {
            taken + self.promotion[pos.moved_kind(mv) as usize]
        } else {
            taken
        }
    }
}

/// What pieces are worth in an exchange: what they count on the board and in hand in the hand-made evaluation, which
/// games have taught. A king is never worth giving up.
pub static EXCHANGE: Values = Values::new(
    [
        0, 166, 512, 587, 876, 1040, 1434, 1794, 15_000, 492, 649, 689, 913, 1818, 2199,
    ],
    [0, 326, 137, 102, 37, 0, 384, 405, 0, 0, 0, 0, 0, 0, 0],
);

/// The worth of pieces to their side, by `PieceKind as usize`: half of what both sides together gain and lose where one
/// is taken.
pub static WORTHS: [i32; 16] = {
    let (mut worths, mut kind) = ([0; 16], 0);
    while kind < EXCHANGE.taken.len() {
        worths[kind] = EXCHANGE.taken[kind] / 2;
        kind += 1;
    }
    worths
};

/// Cheapest first: the order in which pieces of each class join an exchange.
const ORDER: [Class; Class::NUM] = [
    Class::Pawn,
    Class::Lance,
    Class::Knight,
    Class::Silver,
    Class::Gold,
    Class::Bishop,
    Class::Rook,
    Class::Horse,
    Class::Dragon,
    Class::King,
];

/// The cheapest of the pieces on these squares, and where it stands.
#[inline]
pub(crate) fn cheapest(pos: &Position, pieces: Bitboard) -> Option<(Class, Square)> {
    let mut sets = ORDER
        .into_iter()
        .map(|class| (class, pieces & pos.class(class)));
    let (class, set) = sets.find(|(_, set)| set.any())?;
    Some((class, set.first()?))
}

/// The pinned pieces of both sides, as far as they are known; what is not is found when it matters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pins([Option<Bitboard>; 2]);

impl Pins {
    /// Those of `pos` that its [`Checks::of`] and [`CheckSquares::of`] know; the latter may be
    /// [none](CheckSquares::none).
    #[inline]
    pub fn of(pos: &Position, checks: &Checks, squares: &CheckSquares) -> Self {
        let mut pins = Self::default();
        let us = pos.side();
        pins.0[us.array_index()] = Some(checks.pinned);
        pins.0[opponent(us).array_index()] = squares.known_pinned();
        pins
    }
}

/// Whether `mv`, a legal move, gains at least `least` for the side to move after all exchanges on
/// its destination. Each side in turn may stop capturing, and does once it is content: so the
/// answer is often known before all captures are.
pub fn exchange_reaches(pos: &Position, mv: Move, values: &Values, least: i32, pins: Pins) -> bool {
    // By how much the side that made the move has more than it needs.
    let mut surplus = values.gain(pos, mv) - least;
    if surplus < 0 {
        return false;
    }
    let mut standing = kind_of(pos.placed(mv));
    let mut fight = Fight::new(pos, mv, pins);
    let us = pos.side();
    let mut side = opponent(us);
    loop {
        let stake = values.taken[standing as usize] + values.most_promotion;
        let best = surplus + if side == us { stake } else { -stake };
        // If the best that a capture may bring does not content the side, none need be looked for.
        if (best >= 0) != (side == us) {
            return best >= 0;
        }
        let Some((kind, promotes)) = fight.next(side) else {
            return side != us;
        };
        let mut gain = values.taken[standing as usize];
        standing = kind;
        if promotes {
            gain += values.promotion[kind as usize];
            standing = promoted(kind);
        }
        surplus += if side == us { gain } else { -gain };
        // Is the side that has just captured not content, the other need not capture.
        if (surplus >= 0) != (side == us) {
            return surplus >= 0;
        }
        side = opponent(side);
    }
}

/// The pieces that can still capture on one square.
struct Fight<'a> {
    pos: &'a Position,
    to: Square,
    occupied: Bitboard,
    /// As far as they were looked for: not those behind the piece that captured last.
    attackers: Option<Bitboard>,
    pins: Pins,
}

impl<'a> Fight<'a> {
    /// The pieces once `mv` is made.
    fn new(pos: &'a Position, mv: Move, pins: Pins) -> Self {
        let to = mv.to();
        let mut occupied = pos.occupied() | Bitboard::single(to);
        if let Some(from) = mv.from() {
            occupied ^= Bitboard::single(from);
        }
        Self {
            pos,
            to,
            occupied,
            attackers: None,
            pins,
        }
    }

    /// Looks for the pieces of both sides that attack the square now.
    fn look(&mut self) -> Bitboard {
        let (pos, to, occupied) = (self.pos, self.to, self.occupied);
        let attackers = match self.attackers {
            None => all_attackers(pos, to, occupied),
            Some(known) => known | sliding_attackers(pos, to, occupied),
        };
        *self.attackers.insert(attackers & occupied)
    }

    /// Those of `attackers` with which `side` may capture.
    fn able(&mut self, attackers: Bitboard, side: Color) -> Bitboard {
        let mine = attackers & self.pos.color(side);
        if mine.is_empty() {
            return mine;
        }
        let pos = self.pos;
        let pinned = *self.pins.0[side.array_index()]
            .get_or_insert_with(|| Checks::against(pos, side).pinned);
        match pos.king(side) {
            Some(king) if (mine & pinned).any() => {
                mine.without((mine & pinned).without(ray_through(king, self.to)))
            }
            _ => mine,
        }
    }

    /// The cheapest piece with which `side` can go on, and whether it promotes; it is taken out
    /// of the fight.
    fn next(&mut self, side: Color) -> Option<(PieceKind, bool)> {
        let attackers = self.look();
        let able = self.able(attackers, side);
        let (class, from) = cheapest(self.pos, able)?;
        if class == Class::King && self.able(attackers, opponent(side)).any() {
            return None;
        }
        self.occupied ^= Bitboard::single(from);
        let kind = kind_of(self.pos.piece_at(from)?);
        Some((kind, may_promote(kind, side, from, self.to)))
    }
}
