//! The order in which a node tries its moves, in stages, so that a cut by an early move saves
//! generating the later ones (92 % of cuts come with the first move, spec `search.md` §4).
//!
//! Not in check: table move · captures and promotions that lose nothing, by victim and record ·
//! two killers, the countermove and the follow-up · quiets and drops by record, check, threat and negative
//! plausibility · captures that lose material. In check: table move · all evasions.
//! Quiescence: captures only, without the losing ones.
//!
//! Order is a second number beside interest: sorting by interest itself loses half of the
//! first-move cuts (§1.1 there).

use super::config::SearchConfig;
use super::history::{Arrival, Context, Histories};
use super::interest::Threats;
use super::plausibility::Plausibility;
use crate::eval::handmade::EXCHANGE;
use crate::shogi::exchange::exchange_reaches;
use crate::shogi::legality::is_legal;
use crate::shogi::movegen::{self, Variety};
use crate::shogi::{CheckSquares, Checks, Move, MoveList, Position};
use arrayvec::ArrayVec;

/// What sort of move the picker found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The move of the transposition table, whatever it does.
    Table,
    /// A capture or promotion that loses no material.
    GoodCapture,
    /// A killer.
    Killer,
    /// The countermove.
    Counter,
    /// The follow-up move.
    FollowUp,
    /// Another quiet move or drop.
    Quiet,
    /// A capture that loses material.
    BadCapture,
}

impl Kind {
    /// Whether it neither takes nor promotes a pawn; unknown, and so not, of the table's move.
    #[inline]
    pub fn is_quiet(self) -> bool {
        matches!(
            self,
            Self::Killer | Self::Counter | Self::FollowUp | Self::Quiet
        )
    }
}

/// The sorts of the moves tried after the captures, in order.
const RECALLED: [Kind; 4] = [Kind::Killer, Kind::Killer, Kind::Counter, Kind::FollowUp];

/// A move with what the picker found out about it.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// Its sort.
    pub kind: Kind,
    /// Its order score; comparable among moves of a kind.
    pub order: i32,
    /// Its threat interest in centipawns; 0 unless a quiet.
    pub threat: i16,
    /// Whether it gives check.
    pub check: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Captures,
    Recalled,
    Quiets,
    BadCaptures,
    Done,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All sensible moves.
    All,
    /// Captures and promotions that lose nothing; all evasions when in check.
    Lively,
}

/// What the picker reads but does not own.
pub struct Reader<'a> {
    /// The position of the node.
    pub pos: &'a Position,
    /// Its checks and pins.
    pub checks: &'a Checks,
    /// Its check squares; those of an empty set serve where checks do not matter.
    pub squares: &'a CheckSquares,
    /// The knobs.
    pub config: &'a SearchConfig,
    /// The records of moves.
    pub histories: &'a Histories,
    /// The negative plausibilities.
    pub plausibility: &'a Plausibility,
    /// The moves before the node.
    pub context: Context,
    /// Whether moves that are never right are wanted too.
    pub variety: Variety,
    /// Whether, of the quiet moves not yet handed out, only checks are wanted.
    pub only_checks: bool,
}

const MOST_MOVES: usize = 600;

/// Hands out the moves of one node. One is kept per ply and reused.
pub struct Picker {
    stage: Stage,
    wanted: Wanted,
    table: Move,
    recalled: [Move; RECALLED.len()],
    next: usize,
    moves: ArrayVec<Picked, MOST_MOVES>,
    /// Sorted moves: order score and index, biased and packed so that they sort as numbers.
    sorted: ArrayVec<u64, MOST_MOVES>,
    bad: ArrayVec<Picked, 128>,
}

impl Picker {
    /// A picker that hands out nothing.
    pub(super) fn new() -> Self {
        Self {
            stage: Stage::Done,
            wanted: Wanted::All,
            table: Move::NONE,
            recalled: [Move::NONE; RECALLED.len()],
            next: 0,
            moves: ArrayVec::new(),
            sorted: ArrayVec::new(),
            bad: ArrayVec::new(),
        }
    }

    /// Starts on a new node. The table move and those recalled (two killers, the countermove, the
    /// follow-up) may be any moves; those that are not legal here are passed over.
    #[inline]
    pub fn start(&mut self, wanted: Wanted, table: Move, recalled: [Move; RECALLED.len()]) {
        self.stage = Stage::Table;
        self.wanted = wanted;
        self.table = table;
        self.recalled = recalled;
        self.next = 0;
        self.moves.clear();
        self.bad.clear();
    }

    /// Whether all sensible moves are wanted.
    #[inline]
    pub fn wants_all(&self) -> bool {
        self.wanted == Wanted::All
    }

    /// The next move, or none when all were handed out. Moves are generated into `scratch`.
    pub fn next(&mut self, reader: &Reader, scratch: &mut MoveList) -> Option<Picked> {
        loop {
            let picked = match self.stage {
                Stage::Table => self.pick_table(reader),
                Stage::Captures => self.pick_capture(reader),
                Stage::Recalled => self.pick_recalled(reader),
                Stage::Quiets => self.pick_quiet(reader),
                Stage::BadCaptures => self.pick_bad(),
                Stage::Done => return None,
            };
            if picked.is_some() {
                return picked;
            }
            self.advance(reader, scratch);
        }
    }

    /// Enters the next stage and generates its moves.
    fn advance(&mut self, reader: &Reader, scratch: &mut MoveList) {
        self.next = 0;
        self.stage = match self.stage {
            Stage::Table if reader.checks.in_check() => {
                self.generate_evasions(reader, scratch);
                Stage::Quiets
            }
            Stage::Table => {
                self.generate_captures(reader, scratch);
                Stage::Captures
            }
            Stage::Captures if self.wanted == Wanted::Lively => Stage::Done,
            Stage::Captures => Stage::Recalled,
            Stage::Recalled => {
                self.generate_quiets(reader, scratch);
                Stage::Quiets
            }
            Stage::Quiets if !self.bad.is_empty() => Stage::BadCaptures,
            Stage::Quiets | Stage::BadCaptures | Stage::Done => Stage::Done,
        };
    }

    fn pick_table(&mut self, reader: &Reader) -> Option<Picked> {
        if self.next > 0 || self.table.is_none() {
            return None;
        }
        self.next = 1;
        let lively = reader.checks.in_check() || is_lively(reader.pos, self.table);
        if (self.wanted == Wanted::Lively && !lively)
            || !is_legal(reader.pos, reader.checks, self.table)
        {
            self.table = Move::NONE;
            return None;
        }
        Some(Picked::unscored(reader, self.table, Kind::Table))
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

    fn pick_capture(&mut self, reader: &Reader) -> Option<Picked> {
        while let Some(scored) = self.take_best() {
            if loses_material(reader.pos, scored.mv) {
                if self.wanted == Wanted::All {
                    let _ = self.bad.try_push(scored);
                }
                continue;
            }
            return Some(scored);
        }
        None
    }

    fn pick_recalled(&mut self, reader: &Reader) -> Option<Picked> {
        while self.next < self.recalled.len() {
            let (mv, kind) = (self.recalled[self.next], RECALLED[self.next]);
            let repeated = mv == self.table || self.recalled[..self.next].contains(&mv);
            self.next += 1;
            if mv.is_some()
                && !repeated
                && !is_lively(reader.pos, mv)
                && is_legal(reader.pos, reader.checks, mv)
            {
                return Some(Picked::unscored(reader, mv, kind));
            }
            self.recalled[self.next - 1] = Move::NONE;
        }
        None
    }

    fn pick_quiet(&mut self, reader: &Reader) -> Option<Picked> {
        loop {
            let packed = *self.sorted.get(self.next)?;
            self.next += 1;
            let scored = self.moves[packed as u32 as usize];
            if scored.check || !reader.only_checks {
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

    fn generate_captures(&mut self, reader: &Reader, scratch: &mut MoveList) {
        let (pos, checks) = (reader.pos, reader.checks);
        self.refill(
            scratch,
            &[self.table],
            |list| movegen::captures(pos, checks, reader.variety, list),
            |mv| Picked::capture(reader, mv),
        );
    }

    fn generate_evasions(&mut self, reader: &Reader, scratch: &mut MoveList) {
        let (pos, checks) = (reader.pos, reader.checks);
        self.refill(
            scratch,
            &[self.table],
            |list| movegen::evasions(pos, checks, reader.variety, list),
            |mv| {
                if is_lively(pos, mv) {
                    let capture = Picked::capture(reader, mv);
                    Picked {
                        order: capture.order + CAPTURES_FIRST,
                        ..capture
                    }
                } else {
                    Picked::quiet(reader, mv, 0)
                }
            },
        );
        self.sort();
    }

    fn generate_quiets(&mut self, reader: &Reader, scratch: &mut MoveList) {
        let (pos, checks) = (reader.pos, reader.checks);
        let [first, second, counter, follow_up] = self.recalled;
        let done = [self.table, first, second, counter, follow_up];
        if reader.only_checks {
            self.refill(
                scratch,
                &done,
                |list| movegen::quiet_checks(pos, checks, reader.squares, reader.variety, list),
                |mv| Picked::quiet(reader, mv, 0),
            );
        } else {
            let config = reader.config;
            let threats = Threats::of(pos, checks, config);
            self.refill(
                scratch,
                &done,
                |list| {
                    movegen::quiets(pos, checks, reader.variety, list);
                    movegen::drops(pos, checks, list);
                },
                |mv| Picked::quiet(reader, mv, threats.of_move(mv).weigh(config)),
            );
        }
        self.sort();
    }

    fn sort(&mut self) {
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
    /// A move that needs no order score.
    fn unscored(reader: &Reader, mv: Move, kind: Kind) -> Self {
        Self {
            mv,
            kind,
            order: 0,
            threat: 0,
            check: reader.squares.gives_check(reader.pos, mv),
        }
    }

    /// Most valuable victim first, a promotion's gain added, then what the record says.
    #[inline]
    fn capture(reader: &Reader, mv: Move) -> Self {
        let pos = reader.pos;
        let taken = pos
            .captured(mv)
            .map_or(0, |piece| piece.piece_kind() as usize);
        let moved = pos.moved_kind(mv) as usize;
        let gain = EXCHANGE.gain(pos, mv);
        let record = reader
            .histories
            .capture(Arrival::new(pos.placed(mv), mv.to()), taken);
        Self {
            order: 16 * gain - EXCHANGE.taken[moved].min(3000) + record,
            mv,
            threat: 0,
            kind: Kind::GoodCapture,
            check: reader.squares.gives_check(pos, mv),
        }
    }

    /// Record, check, threat, and what negative plausibility takes off.
    #[inline]
    fn quiet(reader: &Reader, mv: Move, threat: i32) -> Self {
        let (pos, config) = (reader.pos, reader.config);
        let arrival = Arrival::new(pos.placed(mv), mv.to());
        let check = reader.squares.gives_check(pos, mv);
        let points = reader.plausibility.points(pos.side(), mv);
        let order = reader.histories.quiet(&reader.context, arrival)
            + config.threat_order * threat
            + if check { config.check_order } else { 0 }
            - config.implausible_order * points;
        Self {
            order,
            mv,
            threat: threat as i16,
            kind: Kind::Quiet,
            check,
        }
    }
}

/// Whether a move belongs to the captures of [`movegen::captures`]: it takes something or
/// promotes a pawn.
#[inline]
pub fn is_lively(pos: &Position, mv: Move) -> bool {
    pos.captured(mv).is_some()
        || (mv.is_promotion() && pos.moved_kind(mv) == shogi_core::PieceKind::Pawn)
}

/// Whether a capture loses material after all exchanges; asked only where it can.
#[inline]
fn loses_material(pos: &Position, mv: Move) -> bool {
    let taken = pos
        .captured(mv)
        .map_or(0, |piece| EXCHANGE.taken[piece.piece_kind() as usize]);
    let risked = EXCHANGE.taken[pos.placed(mv).piece_kind() as usize];
    taken < risked && !exchange_reaches(pos, mv, &EXCHANGE, 0)
}
