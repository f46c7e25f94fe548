//! What is found out about a move before it is tried: whether it gives check, what it threatens, and its order score.
//!
//! What all moves of one piece have in common is found out once ([`Movers`]): where it gives check, its rows of the
//! histories, what leaving its square is worth. That took 360 of 9,900 instructions a node away (2026-11-28).

// What is found out about a move must go straight into the list: written to the stack part by part
// and then copied, it has to wait for itself.
#![allow(clippy::inline_always)]

use super::config::SearchConfig;
use super::facts::{Kind, when};
use super::histories::{Arrival, Context, Histories, PieceScores, Scores};
use super::penalties::Plausibility;
use crate::eval::handmade::EXCHANGE;
use crate::shogi::movegen::Variety;
use crate::shogi::pieces::kind_of;
use crate::shogi::{Bitboard, CheckSquares, Checks, Class, Move, Piece, Position};

/// What the picker reads but does not own.
pub struct PickContext<'a> {
    pub pos: &'a Position,
    pub checks: &'a Checks,
    /// The check squares; those of an empty set serve where checks do not matter.
    pub squares: &'a CheckSquares,
    pub config: &'a SearchConfig,
    pub histories: &'a Histories,
    pub plausibility: &'a Plausibility,
    /// The moves before the node.
    pub before: Context,
    /// The ply: near the root it matters what was good there.
    pub ply: usize,
    /// Whether moves that are never right are wanted too.
    pub variety: Variety,
    /// Whether, of the quiet moves not yet handed out, only checks are wanted.
    pub only_checks: bool,
}

/// A move with what the picker found out about it.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    pub mv: Move,
    /// Its sort.
    pub kind: Kind,
    /// Its order score; comparable among moves of a kind.
    pub order: i32,
    /// Its threat interest in centipawns; 0 unless a quiet.
    pub threat: i16,
    /// Whether it gives check.
    pub check: bool,
    /// Whether it is known that nothing can take the piece where it goes.
    pub safe: bool,
}

impl Picked {
    /// A move without an order score.
    #[inline(always)]
    pub(super) fn unscored(pos: &Position, squares: &CheckSquares, mv: Move, kind: Kind) -> Self {
        Self {
            mv,
            kind,
            order: 0,
            threat: 0,
            check: squares.gives_check(pos, mv),
            safe: false,
        }
    }

    /// Most valuable victim first, a promotion's gain added, then what its history says.
    #[inline(always)]
    pub(super) fn capture(context: &PickContext, mv: Move) -> Self {
        let pos = context.pos;
        let taken = pos.captured(mv).map_or(0, |piece| kind_of(piece) as usize);
        let moved = pos.moved_kind(mv) as usize;
        let gain = EXCHANGE.gain(pos, mv);
        let history = context
            .histories
            .capture(Arrival::new(pos.placed(mv), mv.to()), taken);
        Self {
            order: 16 * gain - EXCHANGE.taken[moved].min(3000) + history,
            ..Self::unscored(pos, context.squares, mv, Kind::GoodCapture)
        }
    }

    /// History, check, threat, and what negative plausibility takes off.
    #[inline(always)]
    pub(super) fn quiet(context: &PickContext, mover: &Mover, mv: Move, threat: i32) -> Self {
        let (pos, config, to) = (context.pos, context.config, mv.to());
        let check = mover.checks.contains(to);
        let points = context.plausibility.points(pos.side(), mv);
        let arrival = Arrival::new(mover.piece, to);
        let order = mover.scores.at(to)
            + context.histories.near_root(context.ply, arrival)
            + config.threat_order * threat
            + when(check, config.check_order)
            - config.implausible_order * points;
        Self {
            order,
            mv,
            threat: threat as i16,
            kind: Kind::Quiet,
            check,
            safe: false,
        }
    }
}

/// What the order of all quiet moves of one piece in one form, or of all drops of one kind, has in common.
pub(super) struct Mover<'a> {
    piece: Piece,
    scores: PieceScores<'a>,
    /// Where it gives check.
    checks: Bitboard,
}

impl<'a> Mover<'a> {
    /// The piece that `mv` moves or drops.
    #[inline]
    pub(super) fn new(context: &PickContext, scores: &Scores<'a>, mv: Move) -> Self {
        let piece = context.pos.placed(mv);
        Self {
            piece,
            scores: scores.of(piece),
            checks: context
                .squares
                .checking(Class::of(kind_of(piece)), mv.from()),
        }
    }
}

/// What was found out about the pieces whose moves are listed: about the last one on the board, for its moves come one
/// after another, and about all in hand.
pub(super) struct Movers<T> {
    form: u16,
    /// The piece on the board, and then the kinds that can be dropped by their numbers.
    known: [Option<T>; 8],
}

impl<T> Movers<T> {
    pub(super) fn none() -> Self {
        Self {
            form: 0,
            known: [const { None }; 8],
        }
    }

    /// What is known of the piece that `mv` moves or drops; `find_out` is asked the first time.
    #[inline(always)]
    pub(super) fn of(&mut self, mv: Move, find_out: impl FnOnce() -> T) -> &T {
        let form = mv.form();
        let known = if mv.is_drop() {
            &mut self.known[usize::from(form >> 8) % 8]
        } else {
            if form != self.form {
                self.form = form;
                self.known[0] = None;
            }
            &mut self.known[0]
        };
        known.get_or_insert_with(find_out)
    }
}
