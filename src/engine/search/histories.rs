//! What nodes have taught: about moves, by cuts, and about static values, by what was found instead.
//!
//! Five tables of the usual kind: a quiet move by piece and destination; the same after the
//! opponent's last move (an answer) and after the own moves before that (a follow-up); a quiet move by
//! the ply, near the root; a capture by piece, destination and what it takes. Beside them, the last best
//! answer (countermove) and follow-up to each move. Each update moves an entry towards ±[`MOST`] by the
//! bonus, the less the nearer it is ("gravity", as in Stockfish). What follows a capture is kept apart from what
//! follows a quiet move to the same square.
//!
//! Histories last from search to search of a game. So what lessons weigh has to suit tables that are warm: one
//! cut at a great depth teaches less than ten at small ones, and a move that failed loses several times what a
//! cut gains, so that few moves stand above 0 and those are good ones. The weights are those of `YaneuraOu`
//! 33ccf1f. Worth, with captures kept apart, praise by its formula, and order scores that count twice as far:
//! 77-141-2 against `YaneuraOu` at 50,000 nodes, 35 % where it had 25 % before, and 40-20-0 against itself before
//! (2026-11-27).
//!
//! **Corrections** say how far the static value is off in positions of a kind. Idea: correction history
//! (Stockfish and others, 2024). Four tables, by both sides' pawns, by both hands, by kings and their
//! generals, and by the last two moves, share the correction between them: each moves a little the way of "value found − corrected static
//! value" (least mean squares), for each side to move. Their sum, weighed by `correction_percent`, corrects the
//! static value wherever such pawns, hands or castles come up again.

use super::interest::PLY;
use crate::pages::{Pages, prefetch};
use crate::shogi::{Bitboard, Class, Color, Move, Piece, Position, Square};

/// Entries stay within ± this.
pub const MOST: i32 = 8192;
/// The same of pairs of moves.
const MOST_OF_PAIRS: i32 = 30_000;
/// What a lesson weighs for a pair of moves, in 1024ths: an answer, a follow-up, and one two moves earlier.
const ANSWER: i32 = 1079;
const FOLLOW_UP: i32 = 604;
const EARLIER: i32 = 537;
/// What each lesson adds to an answer beside that.
const ANSWER_LIFT: i32 = 80;

const ARRIVALS: usize = Class::NUM * 81;
/// Plies near the root that have a table of their own.
const NEAR_ROOT: usize = 5;
/// Entries in a line of the processor's cache.
const LINE: usize = 32;

/// A piece arriving on a square: what the tables are indexed by. Quiet drops and moves share
/// their entries. After a capture other entries count than after a quiet move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    color: Color,
    index: u16,
    takes: bool,
}

impl Arrival {
    /// `piece` arriving on `to`, where it takes nothing.
    #[inline]
    pub fn new(piece: Piece, to: Square) -> Self {
        let (kind, color) = piece.to_parts();
        Self {
            color,
            index: (Class::of(kind) as usize * 81 + to.array_index()) as u16,
            takes: false,
        }
    }

    /// The same where it `takes` something or not.
    #[inline]
    #[must_use]
    pub fn taking(self, takes: bool) -> Self {
        Self { takes, ..self }
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.index)
    }

    #[inline]
    fn colored(self) -> usize {
        self.color.array_index() * ARRIVALS + self.index()
    }

    /// Which row of a table of pairs is about what comes after.
    #[inline]
    fn row(self) -> usize {
        usize::from(self.takes) * 2 * ARRIVALS + self.colored()
    }
}

/// The moves before a node that its move's history depends on: the opponent's last and the own
/// one before it; none at the root or after a null move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// The opponent's move that led here.
    pub answer_to: Option<Arrival>,
    /// The own move before that.
    pub follows: Option<Arrival>,
    /// The own move before that.
    pub earlier: Option<Arrival>,
}

/// The tables of one thread.
pub struct Histories {
    quiet: Vec<i16>,
    answer: Pages<i16>,
    follow_up: Pages<i16>,
    near_root: Vec<i16>,
    capture: Vec<i16>,
    counter: Vec<u16>,
    next: Vec<u16>,
}

impl Histories {
    /// Tables that know nothing.
    pub fn new() -> Self {
        Self {
            quiet: vec![0; 2 * ARRIVALS],
            answer: Pages::new(4 * ARRIVALS * ARRIVALS),
            follow_up: Pages::new(4 * ARRIVALS * ARRIVALS),
            near_root: vec![0; NEAR_ROOT * 2 * ARRIVALS],
            capture: vec![0; 2 * ARRIVALS * 16],
            counter: vec![0; 2 * ARRIVALS],
            next: vec![0; 2 * ARRIVALS],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for table in [
            &mut self.quiet[..],
            &mut self.answer,
            &mut self.follow_up,
            &mut self.near_root,
            &mut self.capture,
        ] {
            table.fill(0);
        }
        self.counter.fill(0);
        self.next.fill(0);
    }

    /// The scores of quiet moves after these.
    #[inline]
    pub fn after(&self, context: Context) -> Scores<'_> {
        Scores {
            quiet: &self.quiet,
            answer: row_of(&self.answer, context.answer_to),
            follow_up: row_of(&self.follow_up, context.follows),
            earlier: row_of(&self.follow_up, context.earlier),
        }
    }

    /// The score of a quiet move at `ply`, within ±2·[`MOST`], the nearer to the root the more; 0 far from it.
    #[inline]
    pub fn near_root(&self, ply: usize, arrival: Arrival) -> i32 {
        if ply < NEAR_ROOT {
            let entry = self.near_root[ply * 2 * ARRIVALS + arrival.colored()];
            2 * i32::from(entry) / (1 + ply as i32)
        } else {
            0
        }
    }

    /// Notes that a quiet move at `ply` was good or bad.
    #[inline]
    pub fn reward_near_root(&mut self, ply: usize, arrival: Arrival, bonus: i32) {
        if ply < NEAR_ROOT {
            update(
                &mut self.near_root[ply * 2 * ARRIVALS + arrival.colored()],
                bonus,
            );
        }
    }

    /// Forgets what was near the root of an earlier search.
    pub fn move_root(&mut self) {
        self.near_root.fill(0);
    }

    /// Asks the processor to fetch what all quiet moves after these need, for a little later.
    #[inline]
    pub fn prefetch(&self, context: Context) {
        for (table, before) in [
            (&self.answer, context.answer_to),
            (&self.follow_up, context.follows),
            (&self.follow_up, context.earlier),
        ] {
            if let Some(before) = before {
                let row = &table[before.row() * ARRIVALS..][..ARRIVALS];
                row.chunks(LINE).for_each(prefetch);
            }
        }
    }

    /// The score of a capture of a piece of kind number `taken` (1–14), within ±[`MOST`].
    #[inline]
    pub fn capture(&self, arrival: Arrival, taken: usize) -> i32 {
        i32::from(self.capture[arrival.colored() * 16 + taken % 16])
    }

    /// Notes that a quiet move was good (`bonus` > 0) or bad (`bonus` < 0).
    #[inline]
    pub fn reward_quiet(&mut self, context: Context, arrival: Arrival, bonus: i32) {
        self.reward_alone(arrival, bonus);
        self.reward_pairs(context, arrival, bonus);
    }

    /// The same, whatever was before it.
    #[inline]
    pub fn reward_alone(&mut self, arrival: Arrival, bonus: i32) {
        update(&mut self.quiet[arrival.colored()], bonus);
    }

    /// The same, after what was before it only.
    #[inline]
    pub fn reward_pairs(&mut self, context: Context, arrival: Arrival, bonus: i32) {
        let teach = |table: &mut Pages<i16>, before: Option<Arrival>, weight, lift| {
            if let Some(before) = before {
                let entry = &mut table[before.row() * ARRIVALS + arrival.index()];
                update_within(entry, bonus * weight / 1024 + lift, MOST_OF_PAIRS);
            }
        };
        teach(&mut self.answer, context.answer_to, ANSWER, ANSWER_LIFT);
        teach(&mut self.follow_up, context.follows, FOLLOW_UP, 0);
        teach(&mut self.follow_up, context.earlier, EARLIER, 0);
    }

    /// Notes that a capture was good or bad.
    #[inline]
    pub fn reward_capture(&mut self, arrival: Arrival, taken: usize, bonus: i32) {
        update(
            &mut self.capture[arrival.colored() * 16 + taken % 16],
            bonus,
        );
    }

    /// The moves that were last best after these: as an answer and as a follow-up, none if there
    /// is none.
    #[inline]
    pub fn refutations(&self, context: Context) -> [Move; 2] {
        let last = |table: &[u16], before: Option<Arrival>| {
            before
                .and_then(|before| Move::from_bits(table[before.colored()]))
                .unwrap_or(Move::NONE)
        };
        [
            last(&self.counter, context.answer_to),
            last(&self.next, context.follows),
        ]
    }

    /// Notes that `mv` was best after these.
    #[inline]
    pub fn remember(&mut self, context: Context, mv: Move) {
        if let Some(before) = context.answer_to {
            self.counter[before.colored()] = mv.bits();
        }
        if let Some(before) = context.follows {
            self.next[before.colored()] = mv.bits();
        }
    }
}

/// What `table` has of all moves after this one; zeros after none.
#[inline]
fn row_of(table: &[i16], before: Option<Arrival>) -> &[i16; ARRIVALS] {
    static NOTHING: [i16; ARRIVALS] = [0; ARRIVALS];
    let row = before.and_then(|it| table[it.row() * ARRIVALS..].first_chunk());
    row.unwrap_or(&NOTHING)
}

/// The histories of quiet moves at one node.
pub struct Scores<'a> {
    quiet: &'a [i16],
    answer: &'a [i16; ARRIVALS],
    follow_up: &'a [i16; ARRIVALS],
    earlier: &'a [i16; ARRIVALS],
}

impl<'a> Scores<'a> {
    /// Those of `piece`.
    #[inline]
    pub fn of(&self, piece: Piece) -> PieceScores<'a> {
        let first = Arrival::new(piece, Square::SQ_1A);
        let pair = |row: &'a [i16; ARRIVALS]| squares_of(row, first.index());
        PieceScores {
            quiet: squares_of(self.quiet, first.colored()),
            answer: pair(self.answer),
            follow_up: pair(self.follow_up),
            earlier: pair(self.earlier),
        }
    }
}

/// The histories of the quiet moves of one piece at one node, each by the square of arrival.
pub struct PieceScores<'a> {
    quiet: &'a [i16; 81],
    answer: &'a [i16; 81],
    follow_up: &'a [i16; 81],
    earlier: &'a [i16; 81],
}

impl PieceScores<'_> {
    /// The score of the move to `to`, within ±(2·[`MOST`] + 2½·`MOST_OF_PAIRS`): twice its own history, those as an
    /// answer and as a follow-up, and half of that as a follow-up of the move before.
    #[inline]
    pub fn at(&self, to: Square) -> i32 {
        let entry = |row: &[i16; 81]| i32::from(row[to.array_index()]);
        2 * entry(self.quiet) + entry(self.answer) + entry(self.follow_up) + entry(self.earlier) / 2
    }
}

/// The entries of `table` from `first` on for the 81 squares; zeros where there are none.
#[inline]
fn squares_of(table: &[i16], first: usize) -> &[i16; 81] {
    static NOTHING: [i16; 81] = [0; 81];
    let row = table.get(first..).and_then(|it| it.first_chunk());
    row.unwrap_or(&NOTHING)
}

#[inline]
fn update(entry: &mut i16, bonus: i32) {
    update_within(entry, bonus, MOST);
}

#[inline]
fn update_within(entry: &mut i16, bonus: i32, most: i32) {
    let value = i32::from(*entry);
    let bonus = bonus.clamp(-most, most);
    *entry = (value + bonus - value * bonus.abs() / most) as i16;
}

/// What a cut at mean budget `depth` (centi-plies) adds to the history of its move, more if it is the
/// `table`'s.
#[inline]
pub fn bonus(depth: i32, table: bool) -> i32 {
    (101 * depth / PLY - 61).clamp(8, 1204) + if table { 278 } else { 0 }
}

/// What such a cut takes from the history of the first move before it, and a little less from each after that.
#[inline]
pub fn malus(depth: i32) -> i32 {
    (959 * depth / PLY - 222).clamp(109, 2306)
}

const ENTRIES: usize = 1 << 14;
/// Fixed point: entries per centipawn.
const UNIT: i32 = 16;
/// Most that one table corrects, in centipawns.
const MOST_CORRECTION: i32 = 128;
const TABLES: usize = 4;

/// The tables of one thread.
pub struct Corrections {
    /// By side to move and table, [`ENTRIES`] each.
    entries: Vec<i16>,
}

impl Corrections {
    /// Tables that know nothing.
    pub fn new() -> Self {
        Self {
            entries: vec![0; 2 * TABLES * ENTRIES],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// What to add to the static value of `pos`, to which the moves of `context` have led, at 100 percent, in
    /// centipawns.
    #[inline]
    pub fn of(&self, pos: &Position, context: Context) -> i32 {
        let places = places(pos, context).into_iter().flatten();
        places
            .map(|place| i32::from(self.entries[place]))
            .sum::<i32>()
            / UNIT
    }

    /// Notes that the corrected value of `pos`, to which the moves of `context` have led, was too low by `error`
    /// centipawns, as a search of mean budget `depth` (centi-plies) found.
    pub fn learn(&mut self, pos: &Position, context: Context, error: i32, depth: i32) {
        let half_plies = (depth / 50).clamp(1, 24);
        let step = error.clamp(-MOST_CORRECTION, MOST_CORRECTION) * UNIT * half_plies / 256;
        for place in places(pos, context).into_iter().flatten() {
            let entry = &mut self.entries[place];
            *entry = (i32::from(*entry) + step)
                .clamp(-MOST_CORRECTION * UNIT, MOST_CORRECTION * UNIT) as i16;
        }
    }
}

/// Where the tables keep what concerns `pos`, to which the moves of `context` have led; only with the own move
/// before the last but one are the moves of use.
#[inline]
fn places(pos: &Position, context: Context) -> [Option<usize>; TABLES] {
    let castle = pos.class(Class::King) | pos.class(Class::Gold) | pos.class(Class::Silver);
    let hands = [Color::Black, Color::White].map(|color| u64::from(pos.hand(color).bits()));
    let first = pos.side().array_index() * TABLES;
    let moves = context.earlier.and(context.answer_to.zip(context.follows));
    [
        Some(first * ENTRIES + set_key(pos, pos.class(Class::Pawn))),
        Some((first + 1) * ENTRIES + index(hands[0] << 32 | hands[1])),
        Some((first + 2) * ENTRIES + set_key(pos, castle)),
        moves.map(|(last, before)| {
            (first + 3) * ENTRIES + index((last.colored() as u64) << 32 | before.colored() as u64)
        }),
    ]
}

#[inline]
fn set_key(pos: &Position, set: Bitboard) -> usize {
    let (black, white) = (set & pos.color(Color::Black), set & pos.color(Color::White));
    let mix = |set: Bitboard| set.low() ^ set.high().rotate_left(45);
    index(mix(black) ^ mix(white).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Fibonacci hashing.
#[inline]
fn index(number: u64) -> usize {
    (number.wrapping_mul(0xD1B5_4A32_D192_ED03) >> 50) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_approach_their_limits_and_never_pass_them() {
        let mut entry = 0;
        for _ in 0..1000 {
            update(&mut entry, 1600);
        }
        assert!(i32::from(entry) > MOST * 9 / 10 && i32::from(entry) <= MOST);
        for _ in 0..1000 {
            update(&mut entry, -100_000);
        }
        assert_eq!(i32::from(entry), -MOST);
    }

    #[test]
    fn an_answer_counts_only_after_its_question() {
        let mut tables = Histories::new();
        let asked = Context {
            answer_to: Some(Arrival::new(Piece::W_R, Square::SQ_1A)),
            follows: None,
            earlier: None,
        };
        tables.reward_quiet(asked, Arrival::new(Piece::B_S, Square::SQ_5E), 1024);
        let of = |context, square| tables.after(context).of(Piece::B_S).at(square);
        assert_eq!(of(Context::default(), Square::SQ_5E), 2048);
        let answer = ANSWER + ANSWER_LIFT;
        assert_eq!(of(asked, Square::SQ_5E), 2048 + answer);
        assert_eq!(of(asked, Square::SQ_5D), 0);
        let taken = Context {
            answer_to: asked.answer_to.map(|it| it.taking(true)),
            ..asked
        };
        assert_eq!(of(taken, Square::SQ_5E), 2048);
    }

    #[test]
    fn errors_are_remembered_for_the_side_to_move() {
        let mut corrections = Corrections::new();
        let mut pos = Position::default();
        for _ in 0..1000 {
            let error = 50 - corrections.of(&pos, Context::default());
            corrections.learn(&pos, Context::default(), error, 1000);
        }
        let learned = corrections.of(&pos, Context::default());
        assert!((45..=50).contains(&learned), "{learned}");
        pos.do_null_move();
        assert_eq!(corrections.of(&pos, Context::default()), 0);
        corrections.clear();
        pos.do_null_move();
        assert_eq!(corrections.of(&pos, Context::default()), 0);
    }
}
