//! The order of a node's moves: the table's, captures that lose nothing by victim, killers and the best replies known,
//! quiet moves by history, check and (out of check alone) threat, and captures that lose material. And what is remembered of quiet moves for
//! that from node to node.
//!
//! Ideas: killers (B. Huberman, 1968); the history heuristic (J. Schaeffer, 1983); countermoves (J. Uiterwijk, 1992).

use super::Search;
use super::node::Node;
use crate::eval::MAX_PLY;
use crate::search::exchange::gains;
use crate::search::line::Line;
use crate::shogi::exchange::{EXCHANGE, WORTHS};
use crate::shogi::movegen::{self, Variety};
use crate::shogi::threats::Threats;
use crate::shogi::{Color, Move, PieceKind, Position};
use std::ops::Range;

/// What sort of move it is, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The table's, whatever it does.
    Table,
    /// A capture or a pawn's promotion that loses nothing.
    Capture,
    /// It caused a cut at the same ply.
    Killer,
    /// The best reply known to the move before.
    Reply,
    /// The best move known after the own last move.
    FollowUp,
    Quiet,
    /// A capture that loses material.
    BadCapture,
}

/// What a check is worth in the order of quiet moves, where the best history has 16384 points.
const CHECK_POINTS: i32 = 7500;
/// What a centipawn threatened is worth there.
const THREAT_POINTS: i32 = 8;

/// A move to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub kind: Kind,
    /// Among those of its kind the least comes first. By the article's law, what it costs.
    pub order: i32,
    pub check: bool,
}

impl Search<'_> {
    /// Lists the moves at `ply` in order, the table's first, and says where; `only_captures` where nobody is in check.
    pub fn list(&mut self, ply: usize, table: Move, only_captures: bool) -> Range<usize> {
        let (ordered, from) = (self.rules.ordering > 0, self.list.len());
        let worker = &mut *self.worker;
        worker.line.find_squares(ply);
        let variety = worker.settings.variety;
        let (line, moves) = (&worker.line, &mut worker.scratch);
        let pos = &line.pos;
        moves.clear();
        if only_captures {
            movegen::captures(pos, &line.at(ply).checks, variety, moves);
        } else {
            movegen::legal(pos, moves);
        }
        let threats = (!line.at(ply).in_check()).then(|| Threats::of(pos, &WORTHS));
        let good = places(line, ply).map(|place| self.good[place]);
        // At the root all are wanted.
        let all = ply == 0 || variety == Variety::All;
        let wanted = |mv: &&Move| all || movegen::is_sensible(pos, **mv);
        for &mv in moves.iter().filter(wanted) {
            let check = line.at(ply).squares.gives_check(pos, mv);
            let good = good.iter().position(|&good| good == mv);
            let (kind, points) = match good {
                _ if mv == table => (Kind::Table, 0),
                _ if !ordered => (Kind::Quiet, 0),
                _ if is_noisy(pos, mv) => capture(line, ply, mv),
                Some(place) => (GOOD[place], 0),
                None => {
                    let threat = |it: &Threats| it.mover(mv).threat(mv.to());
                    let of_threat = THREAT_POINTS * threats.as_ref().map_or(0, threat);
                    let of_check = CHECK_POINTS * i32::from(check);
                    let history = self.points[at(pos.side(), mv)];
                    (Kind::Quiet, history + of_threat + of_check)
                }
            };
            let order = -points;
            self.list.push(Candidate {
                mv,
                kind,
                order,
                check,
            });
        }
        self.list[from..].sort_by_key(|it| (it.kind, it.order, ordered.then_some(it.mv)));
        from..self.list.len()
    }

    /// What a cut by the best move of `node` teaches about it and about the quiet moves tried before it, which are `others` of
    /// the list.
    pub fn learn(&mut self, node: &Node, others: Range<usize>) {
        let line = &self.worker.line;
        let (cut, side) = (node.best_move, line.pos.side());
        let plies = node.budget.plies().max(1);
        let points = (plies * plies * 32 + plies * 64).min(2000);
        let mut reward = |mv: Move, points: i32| {
            let had = &mut self.points[at(side, mv)];
            // Fewer the more it has.
            *had += points - *had * points.abs() / MOST;
        };
        let quiet = |it: &&Candidate| !is_noisy(&line.pos, it.mv);
        let failed = self.list[others].iter().filter(quiet);
        failed.for_each(|it| reward(it.mv, -points));
        if is_noisy(&line.pos, cut) {
            return;
        }
        reward(cut, points);
        let [killer, other, reply, follow_up] = places(line, node.ply);
        if self.good[killer] != cut {
            self.good[other] = self.good[killer];
        }
        for place in [killer, reply, follow_up] {
            self.good[place] = cut;
        }
    }
}

/// The most valuable victim first, a promotion's gain added, taken by the least valuable piece.
fn capture(line: &Line, ply: usize, mv: Move) -> (Kind, i32) {
    let pos = &line.pos;
    let own = EXCHANGE.taken[pos.moved_kind(mv) as usize].min(3000);
    let kinds = [Kind::BadCapture, Kind::Capture];
    let gains = gains(pos, &line.at(ply).pins, mv, 0);
    (kinds[usize::from(gains)], 16 * EXCHANGE.gain(pos, mv) - own)
}

/// Whether a move captures or promotes a pawn.
pub fn is_noisy(pos: &Position, mv: Move) -> bool {
    pos.captured(mv).is_some() || (mv.is_promotion() && pos.moved_kind(mv) == PieceKind::Pawn)
}

/// The most points of a move.
const MOST: i32 = 16_384;
/// Numbers of moves, promotion left out.
const MOVES: usize = 1 << 15;
/// How many moves have points, and how many places there are for good moves.
pub const POINTS: usize = 2 * MOVES;
pub const PLACES: usize = 2 * POINTS + 2 * (MAX_PLY + 1);
/// As what the moves in [`places`] are good.
const GOOD: [Kind; 4] = [Kind::Killer, Kind::Killer, Kind::Reply, Kind::FollowUp];

/// The places of what is good at `ply` of `line`: two killers of the ply, the reply to the opponent's last move, and what
/// follows the own one before.
fn places(line: &Line, ply: usize) -> [usize; 4] {
    let after = |back: usize| at(line.pos.side(), line.before(ply, back).made);
    let killer = 2 * POINTS + 2 * ply;
    [killer, killer + 1, after(1), POINTS + after(2)]
}

fn at(side: Color, mv: Move) -> usize {
    side.array_index() * MOVES + usize::from(mv.bits()) % MOVES
}
