//! The order in which a node tries its moves, in stages, so that a cut by an early move saves
//! generating the later ones (92 % of cuts came with the first move in the prototype).
//!
//! Not in check: table move · captures and promotions that lose nothing, by victim and history ·
//! refutations: two killers, the countermove and the follow-up · quiets and drops by history, check,
//! threat and negative plausibility · captures that lose material. In check: table move · all evasions.
//! Quiescence: captures only, without the losing ones.
//!
//! Order is a second number beside interest: sorting by interest itself loses half of the
//! first-move cuts there.

// What is found out about a move must go straight into the list: written to the stack part by part
// and then copied, it has to wait for itself.
#![allow(clippy::inline_always)]

use super::config::SearchConfig;
use super::facts::{Kind, when};
use super::histories::{Arrival, Context, Histories, Scores};
use super::penalties::Plausibility;
use super::styles::Style;
use super::threat::Threats;
use crate::eval::handmade::EXCHANGE;
use crate::shogi::exchange::{Pins, exchange_reaches};
use crate::shogi::movegen::{self, Variety, is_legal};
use crate::shogi::pieces::kind_of;
use crate::shogi::{CheckSquares, Checks, Class, Move, MoveList, Position};
use arrayvec::ArrayVec;

/// The sorts of the moves tried after the captures, in order.
const REFUTATIONS: [Kind; 4] = [
    Kind::Killer,
    Kind::Killer,
    Kind::Countermove,
    Kind::FollowUp,
];

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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stage {
    Table,
    Captures,
    Refutations,
    Quiets,
    BadCaptures,
    Given,
    #[default]
    Done,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wanted {
    /// All sensible moves.
    #[default]
    All,
    /// Captures and promotions that lose nothing; all evasions when in check.
    Noisy,
}

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

const MOST_MOVES: usize = 600;

/// The moves of a position with what the picker found out about them.
pub type PickedMoves = ArrayVec<Picked, MOST_MOVES>;

/// Hands out the moves of one node, at first none. One is kept per ply and reused.
#[derive(Default)]
pub struct Picker {
    stage: Stage,
    wanted: Wanted,
    table: Move,
    refutations: [Move; REFUTATIONS.len()],
    next: usize,
    moves: PickedMoves,
    /// The greatest threat interest of the quiet moves listed.
    most_threat: i16,
    /// Sorted moves: order score and index, biased and packed so that they sort as numbers.
    sorted: ArrayVec<u64, MOST_MOVES>,
    bad: ArrayVec<Picked, 128>,
}

impl Picker {
    /// Starts on a new node. The table move and those refutations (two killers, the countermove, the
    /// follow-up) may be any moves; those that are not legal here are passed over.
    #[inline]
    pub fn start(&mut self, wanted: Wanted, table: Move, refutations: [Move; REFUTATIONS.len()]) {
        self.stage = Stage::Table;
        self.wanted = wanted;
        self.table = table;
        self.refutations = refutations;
        self.next = 0;
        self.moves.clear();
        self.bad.clear();
    }

    /// Hands out `moves` in their order and then nothing.
    pub fn hand_out(&mut self, moves: PickedMoves) {
        self.stage = Stage::Given;
        self.next = 0;
        self.moves = moves;
    }

    /// Whether all sensible moves are wanted.
    #[inline]
    pub fn wants_all(&self) -> bool {
        self.wanted == Wanted::All
    }

    /// The greatest threat interest of the quiet moves, once they are listed, in centipawns.
    #[inline]
    pub fn most_threat(&self) -> i32 {
        i32::from(self.most_threat)
    }

    /// The next of the quiet moves, as of [`Picker::next`], once they are listed; none if there is no more.
    #[inline]
    pub fn next_listed(&mut self, only_checks: bool) -> Option<Picked> {
        match self.stage {
            Stage::Quiets => self.pick_quiet(only_checks),
            _ => None,
        }
    }

    /// The next move, or none when all were handed out. Moves are generated into `scratch`.
    pub fn next<S: Style>(
        &mut self,
        context: &PickContext,
        scratch: &mut MoveList,
    ) -> Option<Picked> {
        loop {
            let picked = match self.stage {
                Stage::Table => self.pick_table(context),
                Stage::Captures => self.pick_capture(context),
                Stage::Refutations => self.pick_refutation(context),
                Stage::Quiets => self.pick_quiet(context.only_checks),
                Stage::BadCaptures => self.pick_bad(),
                Stage::Given => self.pick_given(),
                Stage::Done => return None,
            };
            if picked.is_some() {
                return picked;
            }
            self.advance::<S>(context, scratch);
        }
    }

    /// Enters the next stage and generates its moves.
    fn advance<S: Style>(&mut self, context: &PickContext, scratch: &mut MoveList) {
        self.next = 0;
        self.stage = match self.stage {
            Stage::Table if context.checks.in_check() => {
                self.generate_evasions(context, scratch);
                Stage::Quiets
            }
            Stage::Table => {
                self.generate_captures(context, scratch);
                Stage::Captures
            }
            Stage::Captures if self.wanted == Wanted::Noisy => Stage::Done,
            Stage::Captures => Stage::Refutations,
            Stage::Refutations => {
                self.generate_quiets::<S>(context, scratch);
                Stage::Quiets
            }
            Stage::Quiets if !self.bad.is_empty() => Stage::BadCaptures,
            Stage::Quiets | Stage::BadCaptures | Stage::Given | Stage::Done => Stage::Done,
        };
    }

    fn pick_table(&mut self, context: &PickContext) -> Option<Picked> {
        if self.next > 0 || self.table.is_none() {
            return None;
        }
        self.next = 1;
        let noisy = context.checks.in_check() || is_noisy(context.pos, self.table);
        if (self.wanted == Wanted::Noisy && !noisy)
            || !is_legal(context.pos, context.checks, self.table)
        {
            self.table = Move::NONE;
            return None;
        }
        let (pos, squares) = (context.pos, context.squares);
        Some(Picked::unscored(pos, squares, self.table, Kind::Table))
    }

    /// The best remaining move of the list.
    fn take_best(&mut self) -> Option<Picked> {
        let rest = &self.moves[self.next..];
        let (offset, _) = rest
            .iter()
            .enumerate()
            .max_by_key(|(i, scored)| (scored.order, usize::MAX - i))?;
        self.moves.swap(self.next, self.next + offset);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    fn pick_capture(&mut self, context: &PickContext) -> Option<Picked> {
        while let Some(scored) = self.take_best() {
            if loses_material(context, scored.mv) {
                if self.wanted == Wanted::All {
                    let _ = self.bad.try_push(scored);
                }
                continue;
            }
            return Some(scored);
        }
        None
    }

    fn pick_refutation(&mut self, context: &PickContext) -> Option<Picked> {
        while self.next < self.refutations.len() {
            let (mv, kind) = (self.refutations[self.next], REFUTATIONS[self.next]);
            let repeated = mv == self.table || self.refutations[..self.next].contains(&mv);
            self.next += 1;
            if mv.is_some()
                && !repeated
                && !is_noisy(context.pos, mv)
                && is_legal(context.pos, context.checks, mv)
            {
                return Some(Picked::unscored(context.pos, context.squares, mv, kind));
            }
            self.refutations[self.next - 1] = Move::NONE;
        }
        None
    }

    #[inline]
    fn pick_quiet(&mut self, only_checks: bool) -> Option<Picked> {
        loop {
            let packed = *self.sorted.get(self.next)?;
            self.next += 1;
            let scored = self.moves[packed as u32 as usize];
            if scored.check || !only_checks {
                return Some(scored);
            }
        }
    }

    fn pick_bad(&mut self) -> Option<Picked> {
        let scored = *self.bad.get(self.next)?;
        self.next += 1;
        Some(Picked {
            kind: Kind::BadCapture,
            ..scored
        })
    }

    fn pick_given(&mut self) -> Option<Picked> {
        self.next += 1;
        self.moves.get(self.next - 1).copied()
    }

    /// Replaces the list by what `generate` finds, scored by `score`, without the moves `done`.
    fn refill(
        &mut self,
        scratch: &mut MoveList,
        done: &[Move],
        generate: impl FnOnce(&mut MoveList),
        score: impl Fn(Move) -> Picked,
    ) {
        scratch.clear();
        generate(scratch);
        self.moves.clear();
        for &mv in scratch.iter() {
            if !done.contains(&mv) {
                let _ = self.moves.try_push(score(mv));
            }
        }
    }

    fn generate_captures(&mut self, context: &PickContext, scratch: &mut MoveList) {
        let (pos, checks) = (context.pos, context.checks);
        self.refill(
            scratch,
            &[self.table],
            |list| movegen::captures(pos, checks, context.variety, list),
            |mv| Picked::capture(context, mv),
        );
    }

    fn generate_evasions(&mut self, context: &PickContext, scratch: &mut MoveList) {
        let (pos, checks) = (context.pos, context.checks);
        let scores = context.histories.after(context.before);
        self.refill(
            scratch,
            &[self.table],
            |list| movegen::evasions(pos, checks, context.variety, list),
            |mv| {
                if is_noisy(pos, mv) {
                    let capture = Picked::capture(context, mv);
                    Picked {
                        order: capture.order + CAPTURES_FIRST,
                        ..capture
                    }
                } else {
                    Picked::quiet(context, &scores, mv, 0)
                }
            },
        );
        self.sort();
    }

    fn generate_quiets<S: Style>(&mut self, context: &PickContext, scratch: &mut MoveList) {
        let (pos, checks) = (context.pos, context.checks);
        let [first, second, counter, follow_up] = self.refutations;
        let done = [self.table, first, second, counter, follow_up];
        let scores = context.histories.after(context.before);
        if context.only_checks {
            self.refill(
                scratch,
                &done,
                |list| movegen::quiet_checks(pos, checks, context.squares, context.variety, list),
                |mv| Picked::quiet(context, &scores, mv, 0),
            );
        } else {
            let config = context.config;
            context.histories.prefetch(context.before);
            let threats = Threats::of(pos, checks);
            self.refill(
                scratch,
                &done,
                |list| {
                    movegen::quiets(pos, checks, context.variety, list);
                    movegen::drops(pos, checks, list);
                },
                |mv| Picked {
                    safe: threats.is_safe(mv),
                    ..Picked::quiet(context, &scores, mv, threats.of_move::<S>(mv).weigh(config))
                },
            );
        }
        self.sort();
    }

    fn sort(&mut self) {
        let threats = self.moves.iter().map(|it| it.threat);
        self.most_threat = threats.max().unwrap_or(0);
        self.sorted.clear();
        self.sorted
            .extend(self.moves.iter().zip(0_u32..).map(|(scored, index)| {
                let low_if_good = i64::from(i32::MAX) - i64::from(scored.order);
                (low_if_good as u64) << 32 | u64::from(index)
            }));
        self.sorted.sort_unstable();
    }
}

/// Puts captures before all other evasions.
const CAPTURES_FIRST: i32 = 1_000_000;

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
    fn capture(context: &PickContext, mv: Move) -> Self {
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
    fn quiet(context: &PickContext, scores: &Scores, mv: Move, threat: i32) -> Self {
        let (pos, config) = (context.pos, context.config);
        let placed = pos.placed(mv);
        let arrival = Arrival::new(placed, mv.to());
        let class = Class::of(kind_of(placed));
        let check = context.squares.checks_by(class, mv);
        let points = context.plausibility.points(pos.side(), mv);
        let order = scores.of(arrival)
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

/// Whether a move belongs to the captures of [`movegen::captures`]: it takes something or
/// promotes a pawn.
#[inline]
pub fn is_noisy(pos: &Position, mv: Move) -> bool {
    pos.captured(mv).is_some()
        || (mv.is_promotion() && pos.moved_kind(mv) == shogi_core::PieceKind::Pawn)
}

/// Whether a capture loses material after all exchanges; asked only where it can.
#[inline]
fn loses_material(context: &PickContext, mv: Move) -> bool {
    let pos = context.pos;
    let taken = pos
        .captured(mv)
        .map_or(0, |piece| EXCHANGE.taken[kind_of(piece) as usize]);
    let risked = EXCHANGE.taken[kind_of(pos.placed(mv)) as usize];
    let pins = || Pins::of(pos, context.checks, context.squares);
    taken < risked && !exchange_reaches(pos, mv, &EXCHANGE, 0, pins())
}
