//! The order in which a node tries its moves, in stages, so that a cut by an early move saves generating the later ones.
//!
//! Not in check: table move · captures by history and victim, without those that lose material · quiet moves with a good
//! history · the captures put off · the other quiet moves. In check: table move · captures by victim · all else by
//! history. Quiescence: table move · captures. Probcut: table move if it captures · captures that gain enough.
//!
//! What must hold: every move of the position that is wanted is handed out once, the table's first. The order and its
//! numbers are those of `YaneuraOu` 33ccf1f, which follows Stockfish; `interest.rs` adds to it what the article has.

use super::config::SearchConfig;
use super::conventions::Conventions;
use super::exchange;
use super::histories::{Arrival, Following, Histories, OfPawns, OfSide};
use super::interest::{Interest, Order};
use super::line::Line;
use crate::shogi::movegen::{self, Variety, is_legal, is_sensible};
use crate::shogi::pieces::kind_of;
use crate::shogi::threats::Mover;
use crate::shogi::{Bitboard, Checks, Class, Move, MoveList, Piece, Position};
use std::cmp::Reverse;

/// Quiet moves below this are handed out last.
const GOOD_QUIET: i32 = -14_000;
/// Per ply of depth: the score down to which quiet moves are sorted.
const SORTED_QUIET: i32 = -3560;
/// What a check that loses little gains.
const CHECK: i32 = 16_384;
/// What such a check may lose, in units.
const MOST_LOSS_OF_CHECK: i32 = 75;
/// Puts captures out of check before all else.
const EVADING_CAPTURE: i32 = 1 << 28;

named! {
    /// What sort of move the picker found.
    pub enum Kind {
        /// The move of the transposition table, whatever it does.
        Table = "table move",
        /// A capture that is tried at once.
        GoodCapture = "good capture",
        /// Any other move.
        Quiet = "quiet",
        /// A capture that is put off, because it loses material.
        BadCapture = "bad capture",
    }
    /// Its name, as it is shown.
    pub fn name
}

/// A move with its order.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    mv: Move,
    score: i32,
}

/// A move that is handed out.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    pub mv: Move,
    pub kind: Kind,
    /// Its order score; comparable among moves of a kind.
    pub order: i32,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All, at a node of this depth.
    All(i32),
    /// Captures; all when in check.
    Captures,
    /// Captures that gain so many units.
    Gains(i32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Captures,
    GoodCaptures,
    Quiets,
    GoodQuiets,
    BadCaptures,
    BadQuiets,
    Evasions,
    /// All that is listed, as it is.
    Listed,
    Done,
}

/// What the order depends on.
pub struct Context<'a> {
    pub config: &'a SearchConfig,
    pub line: &'a Line,
    pub ply: usize,
    pub histories: &'a Histories,
    pub variety: Variety,
    /// What interest adds.
    pub interest: Interest<'a>,
}

/// What all quiet moves of a node have in common.
struct Quiets<'a> {
    main: OfSide<'a>,
    pawns: OfPawns<'a>,
    /// What follows the moves one, two, three, four and six plies before.
    follows: [Following<'a>; 5],
    interest: Order<'a>,
    /// What the main history and that by the pawns weigh, in percent.
    weights: [i32; 2],
}

/// What the quiet moves of one piece in one form, or all drops of one kind, have in common.
struct Form<'a> {
    /// The bits that they share.
    bits: u16,
    piece: Piece,
    /// Where the piece gives check.
    checks: Bitboard,
    mover: Option<Mover<'a>>,
}

impl Form<'_> {
    /// That of no move.
    const NONE: Self = Self {
        bits: 0,
        piece: Piece::B_P,
        checks: Bitboard::EMPTY,
        mover: None,
    };
}

/// Hands out the moves of one node.
pub struct Picker {
    stage: Stage,
    wanted: Wanted,
    table: Move,
    /// Where its moves begin in the list of all nodes.
    first: usize,
    /// Where the captures put off end.
    put_off: usize,
    /// Where quiet moves begin.
    quiets: usize,
    next: usize,
}

impl Picker {
    /// Starts on a node whose moves go behind the first `first` of the list. The table's move may be any; if it is not
    /// one of those wanted here, it is passed over.
    pub fn new(wanted: Wanted, table: Move, first: usize) -> Self {
        Self {
            stage: Stage::Table,
            wanted,
            table,
            first,
            put_off: first,
            quiets: first,
            next: first,
        }
    }

    /// The next move, without quiet ones if there is no check and they are not `quiets_wanted`; none when all were
    /// handed out. Moves are generated into `scratch`, and those of this node stand at the end of `moves`.
    pub fn next<C: Conventions>(
        &mut self,
        context: &Context,
        moves: &mut Vec<Scored>,
        scratch: &mut MoveList,
        quiets_wanted: bool,
    ) -> Option<Picked> {
        loop {
            let picked = match self.stage {
                Stage::Table => {
                    self.stage = if context.checks().in_check() {
                        Stage::Evasions
                    } else {
                        Stage::Captures
                    };
                    self.pick_table(context)
                }
                Stage::Captures => {
                    self.list_captures::<C>(context, moves, scratch);
                    continue;
                }
                Stage::GoodCaptures => self.pick_capture(context, moves),
                Stage::Quiets => {
                    self.list_quiets::<C>(context, moves, scratch, quiets_wanted);
                    continue;
                }
                Stage::GoodQuiets if quiets_wanted => {
                    self.pick(moves, |it| it.score > GOOD_QUIET, Kind::Quiet)
                }
                Stage::BadCaptures => self.pick(
                    &moves[..self.put_off.max(self.first)],
                    |_| true,
                    Kind::BadCapture,
                ),
                Stage::BadQuiets if quiets_wanted => {
                    self.pick(moves, |it| it.score <= GOOD_QUIET, Kind::Quiet)
                }
                Stage::Evasions => {
                    self.list_evasions::<C>(context, moves, scratch);
                    continue;
                }
                Stage::Listed => self.pick_listed(context, moves),
                Stage::Done => return None,
                Stage::GoodQuiets | Stage::BadQuiets => None,
            };
            if picked.is_some() {
                return picked;
            }
            self.advance();
        }
    }

    /// Enters the stage after one that has no more moves.
    fn advance(&mut self) {
        self.stage = match self.stage {
            Stage::GoodCaptures => Stage::Quiets,
            Stage::GoodQuiets => {
                self.next = self.first;
                Stage::BadCaptures
            }
            Stage::BadCaptures => {
                self.next = self.quiets;
                Stage::BadQuiets
            }
            Stage::BadQuiets | Stage::Listed => Stage::Done,
            entered => entered,
        };
    }

    fn pick_table(&mut self, context: &Context) -> Option<Picked> {
        let (pos, mv) = (context.pos(), self.table);
        let captures = || pos.captured(mv).is_some();
        let is_wanted = mv.is_some()
            && (!matches!(self.wanted, Wanted::Gains(_)) || captures())
            && is_legal(pos, context.checks(), mv)
            && (context.variety == Variety::All || is_sensible(pos, mv));
        let kind = Kind::Table;
        is_wanted.then_some(Picked { mv, kind, order: 0 })
    }

    /// The next of the list that is as it is wanted.
    #[inline]
    fn pick(
        &mut self,
        moves: &[Scored],
        is_wanted: impl Fn(&Scored) -> bool,
        kind: Kind,
    ) -> Option<Picked> {
        while let Some(&it) = moves.get(self.next) {
            self.next += 1;
            if it.mv != self.table && is_wanted(&it) {
                return Some(it.picked(kind));
            }
        }
        None
    }

    /// The next capture that loses little; those before it are put off.
    fn pick_capture(&mut self, context: &Context, moves: &mut [Scored]) -> Option<Picked> {
        while let Some(&it) = moves.get(self.next) {
            self.next += 1;
            if it.mv == self.table {
                continue;
            }
            if context.gains(it.mv, -it.score / 18) {
                return Some(it.picked(Kind::GoodCapture));
            }
            moves[self.put_off] = it;
            self.put_off += 1;
        }
        None
    }

    fn pick_listed(&mut self, context: &Context, moves: &[Scored]) -> Option<Picked> {
        while let Some(picked) = self.pick(moves, |_| true, Kind::Quiet) {
            let captures = context.pos().captured(picked.mv).is_some();
            let kind = if captures {
                Kind::GoodCapture
            } else {
                Kind::Quiet
            };
            match self.wanted {
                Wanted::Gains(least) if !context.gains(picked.mv, least) => {}
                _ => return Some(Picked { kind, ..picked }),
            }
        }
        None
    }

    fn list_captures<C: Conventions>(
        &mut self,
        context: &Context,
        moves: &mut Vec<Scored>,
        scratch: &mut MoveList,
    ) {
        scratch.clear();
        movegen::takes(context.pos(), context.checks(), context.variety, scratch);
        C::arrange(scratch);
        list(moves, scratch, |mv| context.capture_score(mv));
        sort(&mut moves[self.first..], i32::MIN);
        self.stage = match self.wanted {
            Wanted::All(_) => Stage::GoodCaptures,
            Wanted::Captures | Wanted::Gains(_) => Stage::Listed,
        };
    }

    fn list_quiets<C: Conventions>(
        &mut self,
        context: &Context,
        moves: &mut Vec<Scored>,
        scratch: &mut MoveList,
        wanted: bool,
    ) {
        (self.quiets, self.next) = (moves.len(), moves.len());
        self.stage = Stage::GoodQuiets;
        if !wanted {
            return;
        }
        scratch.clear();
        movegen::steps(context.pos(), context.checks(), context.variety, scratch);
        movegen::drops(context.pos(), context.checks(), scratch);
        C::arrange(scratch);
        let quiets = context.quiets();
        let mut form = Form::NONE;
        list(moves, scratch, |mv| {
            if form.bits != mv.form() {
                form = context.form(mv, &quiets);
            }
            context.quiet_score(mv, &quiets, &form)
        });
        let depth = match self.wanted {
            Wanted::All(depth) => depth,
            Wanted::Captures | Wanted::Gains(_) => 0,
        };
        sort(&mut moves[self.quiets..], SORTED_QUIET * depth);
    }

    fn list_evasions<C: Conventions>(
        &mut self,
        context: &Context,
        moves: &mut Vec<Scored>,
        scratch: &mut MoveList,
    ) {
        scratch.clear();
        movegen::evasions(context.pos(), context.checks(), context.variety, scratch);
        C::arrange(scratch);
        list(moves, scratch, |mv| context.evasion_score(mv));
        sort(&mut moves[self.first..], i32::MIN);
        self.stage = Stage::Listed;
    }
}

impl Scored {
    #[inline]
    fn picked(self, kind: Kind) -> Picked {
        Picked {
            mv: self.mv,
            kind,
            order: self.score,
        }
    }
}

impl<'a> Context<'a> {
    #[inline]
    fn pos(&self) -> &'a Position {
        &self.line.pos
    }

    #[inline]
    fn checks(&self) -> &'a Checks {
        &self.line.at(self.ply).checks
    }

    #[inline]
    fn gains(&self, mv: Move, least: i32) -> bool {
        exchange::gains(self.pos(), &self.line.at(self.ply).pins, mv, least)
    }

    #[inline]
    fn capture_score(&self, mv: Move) -> i32 {
        let arrival = Arrival::new(self.pos().placed(mv), mv.to());
        let taken = exchange::taken_kind(self.pos(), mv);
        self.histories.captures.get(arrival, taken) + 7 * exchange::VALUES[taken]
    }

    #[inline]
    fn quiets(&self) -> Quiets<'a> {
        let histories = self.histories;
        let row = |back| self.line.before(self.ply, back).row;
        Quiets {
            main: histories.main.of(self.pos().side()),
            pawns: histories.pawns.of(self.line.at(self.ply).keys.pawns),
            follows: [1, 2, 3, 4, 6].map(|back| histories.continuations.row(row(back))),
            interest: self.interest.at(self.pos()),
            weights: [self.config.main_order, self.config.pawn_order],
        }
    }

    #[inline]
    fn form<'q>(&self, mv: Move, quiets: &'q Quiets) -> Form<'q> {
        let piece = self.pos().placed(mv);
        let squares = &self.line.at(self.ply).squares;
        Form {
            bits: mv.form(),
            piece,
            checks: squares.direct(Class::of(kind_of(piece))),
            mover: quiets.interest.mover(mv),
        }
    }

    #[inline]
    fn quiet_score(&self, mv: Move, quiets: &Quiets, form: &Form) -> i32 {
        let arrival = Arrival::new(form.piece, mv.to()).index();
        let follows = quiets.follows.map(|row| row.get(arrival));
        let [main, pawns] = quiets.weights;
        let of_move = main * quiets.main.get(usize::from(mv.bits()));
        let of_pawns = pawns * quiets.pawns.get(arrival);
        let mut score = (of_move + of_pawns) / 100
            + follows.iter().sum::<i32>()
            + self.histories.near_root.order(self.ply, mv);
        if form.checks.contains(mv.to()) && self.gains(mv, -MOST_LOSS_OF_CHECK) {
            score += CHECK;
        }
        score + quiets.interest.of(mv, form.mover.as_ref())
    }

    #[inline]
    fn evasion_score(&self, mv: Move) -> i32 {
        let pos = self.pos();
        if pos.captured(mv).is_some() {
            return EVADING_CAPTURE + exchange::taken_value(pos, mv);
        }
        let arrival = Arrival::new(pos.placed(mv), mv.to());
        let answered = self.line.before(self.ply, 1).row;
        self.histories.main.get(pos.side(), mv)
            + self.histories.continuations.get(answered, arrival)
    }
}

/// Adds the moves of `scratch` to `moves`, each with its `score`.
#[inline]
fn list(moves: &mut Vec<Scored>, scratch: &MoveList, mut score: impl FnMut(Move) -> i32) {
    let scored = |&mv: &Move| Scored {
        mv,
        score: score(mv),
    };
    moves.extend(scratch.iter().map(scored));
}

/// Sorts by falling score what is at least `limit`; equal ones keep their order. The first is taken along, and
/// what stands below the limit is moved out of the way. The library sorts up to 512 of 8 bytes without asking for memory.
fn sort(moves: &mut [Scored], limit: i32) {
    if moves.is_empty() {
        return;
    }
    let mut sorted = 1;
    for at in 1..moves.len() {
        let (it, first) = (moves[at], moves[sorted]);
        let is_sorted = it.score >= limit;
        moves[at] = if is_sorted { first } else { it };
        moves[sorted] = if is_sorted { it } else { first };
        sorted += usize::from(is_sorted);
    }
    moves[..sorted].sort_by_key(|it| Reverse(it.score));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Settings;
    use crate::search::conventions::Own;
    use crate::search::node::Root;
    use crate::search::worker::Worker;
    use crate::shogi::game::Game;
    use std::collections::BTreeSet;

    /// The moves that a picker hands out at the root of `text` when the table has `table`.
    fn handed_out(text: &str, wanted: Wanted, table: Move) -> Vec<Picked> {
        let (game, _) = Game::parse(text).unwrap();
        let mut worker = Worker::at(&Settings::default(), &game);
        worker.line.find_squares(0);
        let mut picker = Picker::new(wanted, table, 0);
        let next = || worker.pick::<Root, Own>(0, &mut picker, true);
        std::iter::from_fn(next).collect()
    }

    const POSITIONS: [&str; 5] = [
        "startpos",
        "sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        "sfen 8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        // In check, by one piece and by two.
        "sfen 4k4/9/9/9/4r4/9/9/9/3GK4 b RB2P 1",
        "sfen 4k4/9/9/9/4r4/9/5n3/9/3GK4 b RB2P 1",
    ];

    #[test]
    fn every_move_is_handed_out_once_the_tables_first() {
        for text in POSITIONS {
            let (game, _) = Game::parse(text).unwrap();
            let legal: BTreeSet<_> = movegen::legal_moves(game.position())
                .iter()
                .copied()
                .collect();
            let any = ["5e5d", "P*5e"].map(|mv| mv.parse().unwrap());
            let tables = legal.iter().copied().chain(any).chain([Move::NONE]);
            for table in tables {
                let moves = handed_out(text, Wanted::All(5), table);
                let set: BTreeSet<_> = moves.iter().map(|it| it.mv).collect();
                assert_eq!(set, legal, "{text} {table}");
                assert_eq!(moves.len(), legal.len(), "{text} {table}");
                assert!(
                    !legal.contains(&table) || moves[0].mv == table,
                    "{text} {table}"
                );
            }
        }
    }

    #[test]
    fn quiescence_and_probcut_are_handed_captures_and_moves_out_of_check() {
        for text in POSITIONS {
            let (game, _) = Game::parse(text).unwrap();
            let pos = game.position();
            let legal = movegen::legal_moves(pos);
            let captures = legal
                .iter()
                .filter(|&&mv| pos.captured(mv).is_some())
                .count();
            let in_check = Checks::of(pos).in_check();
            let count = handed_out(text, Wanted::Captures, Move::NONE).len();
            assert_eq!(
                count,
                if in_check { legal.len() } else { captures },
                "{text}"
            );
            if !in_check {
                let gaining = handed_out(text, Wanted::Gains(1), Move::NONE);
                let pins = exchange::Pins::default();
                let gains = |it: &Picked| exchange::gains(pos, &pins, it.mv, 1);
                assert!(gaining.iter().all(gains), "{text}");
            }
        }
    }

    #[test]
    fn what_is_not_wanted_any_more_is_left_out() {
        let (game, _) = Game::parse(POSITIONS[1]).unwrap();
        let mut worker = Worker::at(&Settings::default(), &game);
        worker.line.find_squares(0);
        let mut picker = Picker::new(Wanted::All(5), Move::NONE, 0);
        let next = || worker.pick::<Root, Own>(0, &mut picker, false);
        let captures = |mv| game.position().captured(mv).is_some();
        let moves: Vec<_> = std::iter::from_fn(next).collect();
        assert!(!moves.is_empty() && moves.iter().all(|it| captures(it.mv)));
    }

    #[test]
    fn sorting_keeps_equals_in_order_and_leaves_the_rest() {
        let scored = |scores: &[i32]| -> Vec<Scored> {
            let number = |(place, &score): (usize, &i32)| Scored {
                mv: Move::from_bits(0x0101 + place as u16).unwrap_or_default(),
                score,
            };
            scores.iter().enumerate().map(number).collect()
        };
        let mut moves = scored(&[1, 5, -9, 5, 7, -8]);
        let fifth = moves[1].mv;
        sort(&mut moves, -5);
        let scores: Vec<_> = moves.iter().map(|it| it.score).collect();
        assert_eq!(scores, [7, 5, 5, 1, -9, -8]);
        assert_eq!(moves[1].mv, fifth);
    }
}
