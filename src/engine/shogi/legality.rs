//! Whether one given move is legal, without generating the others.
//!
//! For moves that come from elsewhere: a table, a killer slot, the text of a user. What must
//! hold, and is compared in `tests/differential.rs`: [`is_legal`] says yes to exactly the moves
//! that [`movegen::legal`](super::movegen::legal) lists, whatever the sixteen bits of the move,
//! and [`is_sensible`] picks out of these the ones of [`Variety::Sensible`].
//!
//! [`Variety::Sensible`]: super::movegen::Variety::Sensible

use super::bitboard::Bitboard;
use super::checks::{Checks, attackers};
use super::movegen::pawn_drop_mates;
use super::moves::Move;
use super::position::Position;
use super::promotion::may_promote;
use super::sliders::attacks;
use super::tables::{
    Class, LAST_RANK, LAST_TWO_RANKS, PROMOTION_ZONE, between, empty_board, file_of, ray_through,
};
use shogi_core::{Color, PieceKind, Square};

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
    let kind = piece.piece_kind();
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
            attackers(pos, to, us.flip(), others).is_empty()
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
        .king(us.flip())
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
