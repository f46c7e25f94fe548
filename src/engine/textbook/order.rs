//! The order of a node's moves: the table's, captures that lose nothing by victim, killers and the best replies known,
//! quiet moves by history, check and threat, and captures that lose material. A cut by an early move saves generating
//! the later ones.

use super::line::Line;
use super::memory::Memory;
use super::rules::Rules;
use crate::shogi::exchange::{EXCHANGE, Pins, WORTHS, exchange_reaches};
use crate::shogi::movegen::{self, Variety};
use crate::shogi::pieces::kind_of;
use crate::shogi::threats::Threats;
use crate::shogi::{Move, MoveList, PieceKind, Position};

/// What sort of move it is, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The table's, whatever it does.
    Table,
    /// A capture or a pawn's promotion that loses nothing.
    Capture,
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
    /// Points among those of its kind.
    pub order: i32,
    pub check: bool,
    /// What it costs by the article's law.
    pub cost: i32,
}

impl Candidate {
    /// Whether it is known to be neither a capture nor the promotion of a pawn.
    pub fn is_quiet(&self) -> bool {
        !matches!(self.kind, Kind::Table | Kind::Capture | Kind::BadCapture)
    }
}

/// What the order of moves depends on.
pub struct Around<'a> {
    pub rules: &'a Rules,
    pub line: &'a Line,
    pub memory: &'a Memory,
    pub variety: Variety,
    pub ply: usize,
}

/// What is listed next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Table,
    Captures,
    Rest,
    Nothing,
}

/// Hands out the moves of one node.
#[derive(Default)]
pub struct Order {
    stage: Stage,
    only_captures: bool,
    table: Move,
    generated: MoveList,
    list: Vec<Candidate>,
    next: usize,
    bad: Vec<Candidate>,
}

impl Order {
    /// Starts on a node with the table's move; of its moves `only_captures` are wanted unless it is in check.
    pub fn start(&mut self, table: Move, only_captures: bool) {
        (self.stage, self.next) = (Stage::Table, 0);
        (self.table, self.only_captures) = (table, only_captures);
        self.list.clear();
        self.bad.clear();
    }

    /// Hands out `list` from now on.
    pub fn hand_out(&mut self, list: Vec<Candidate>) {
        (self.stage, self.next, self.list) = (Stage::Nothing, 0, list);
    }

    /// The next move.
    pub fn next(&mut self, around: &Around) -> Option<Candidate> {
        while self.next == self.list.len() && self.stage != Stage::Nothing {
            (self.next, self.stage) = (0, self.advance(around));
        }
        self.next += 1;
        self.list.get(self.next - 1).copied()
    }

    /// Lists the moves of a stage, and says which comes after it.
    fn advance(&mut self, around: &Around) -> Stage {
        let (pos, variety) = (&around.line.pos, around.variety);
        let checks = &around.line.places[around.ply].checks;
        self.list.clear();
        self.generated.clear();
        let generated = &mut self.generated;
        let ordered = around.rules.ordering > 0;
        match self.stage {
            Stage::Table => {
                let wanted = !self.only_captures || checks.in_check() || is_noisy(pos, self.table);
                if self.table.is_some() && wanted && movegen::is_legal(pos, checks, self.table) {
                    self.list.push(around.candidate(self.table, Kind::Table));
                } else {
                    self.table = Move::NONE;
                }
                if ordered && !checks.in_check() {
                    Stage::Captures
                } else {
                    Stage::Rest
                }
            }
            Stage::Captures => {
                movegen::captures(pos, checks, variety, generated);
                self.list_captures(around);
                if self.only_captures {
                    Stage::Nothing
                } else {
                    Stage::Rest
                }
            }
            Stage::Rest | Stage::Nothing => {
                if !ordered {
                    movegen::legal(pos, generated);
                } else if checks.in_check() {
                    movegen::evasions(pos, checks, variety, generated);
                } else {
                    movegen::quiets(pos, checks, variety, generated);
                    movegen::drops(pos, checks, generated);
                }
                self.list_rest(around);
                Stage::Nothing
            }
        }
    }

    fn list_captures(&mut self, around: &Around) {
        for &mv in self.generated.iter().filter(|&&mv| mv != self.table) {
            if !around.loses_material(mv) {
                self.list.push(around.capture(mv, Kind::Capture));
            } else if !self.only_captures {
                self.bad.push(around.capture(mv, Kind::BadCapture));
            }
        }
        self.sort();
    }

    fn list_rest(&mut self, around: &Around) {
        let pos = &around.line.pos;
        let in_check = around.line.in_check(around.ply);
        let threats = (!in_check).then(|| Threats::of(pos, &WORTHS));
        let known = around.refutations();
        for &mv in self.generated.iter().filter(|&&mv| mv != self.table) {
            let known = known.iter().find(|(known, _)| *known == mv);
            self.list.push(match known {
                _ if is_noisy(pos, mv) => around.capture(mv, Kind::Capture),
                Some(&(_, kind)) => around.candidate(mv, kind),
                None => around.quiet(mv, threats.as_ref()),
            });
        }
        self.list.append(&mut self.bad);
        if around.rules.ordering > 0 {
            self.sort();
        }
    }

    /// Sorts the list. Equal moves are in the order of their bits.
    fn sort(&mut self) {
        self.list
            .sort_unstable_by_key(|it| (it.kind, -i64::from(it.order), it.mv));
    }
}

impl Around<'_> {
    fn candidate(&self, mv: Move, kind: Kind) -> Candidate {
        let squares = &self.line.places[self.ply].squares;
        Candidate {
            mv,
            kind,
            order: 0,
            check: squares.gives_check(&self.line.pos, mv),
            cost: 0,
        }
    }

    /// The most valuable victim first, a promotion's gain added, taken by the least valuable piece.
    fn capture(&self, mv: Move, kind: Kind) -> Candidate {
        let pos = &self.line.pos;
        let own = EXCHANGE.taken[pos.moved_kind(mv) as usize].min(3000);
        Candidate {
            order: 16 * EXCHANGE.gain(pos, mv) - own,
            ..self.candidate(mv, kind)
        }
    }

    fn quiet(&self, mv: Move, threats: Option<&Threats>) -> Candidate {
        let quiet = self.candidate(mv, Kind::Quiet);
        let threat = threats.map_or(0, |it| it.mover(mv).threat(mv.to()));
        let history = self.memory.points(self.line.pos.side(), mv);
        let of_check = i32::from(quiet.check) * CHECK_POINTS;
        Candidate {
            order: history + THREAT_POINTS * threat + of_check,
            ..quiet
        }
    }

    /// Quiet moves that were good in like places.
    fn refutations(&self) -> [(Move, Kind); 4] {
        let [first, second] = self.line.places[self.ply].killers;
        let before = self.line.before(self.ply);
        let [reply, follow_up] = self.memory.replies(self.line.pos.side(), before);
        [
            (first, Kind::Killer),
            (second, Kind::Killer),
            (reply, Kind::Reply),
            (follow_up, Kind::FollowUp),
        ]
    }

    /// Whether a capture loses material after all exchanges.
    fn loses_material(&self, mv: Move) -> bool {
        let (pos, place) = (&self.line.pos, &self.line.places[self.ply]);
        let worth = |piece| EXCHANGE.taken[kind_of(piece) as usize];
        let pins = || Pins::of(pos, &place.checks, &place.squares);
        pos.captured(mv).map_or(0, worth) < worth(pos.placed(mv))
            && !exchange_reaches(pos, mv, &EXCHANGE, 0, pins())
    }
}

/// Whether a move captures or promotes a pawn.
pub fn is_noisy(pos: &Position, mv: Move) -> bool {
    pos.captured(mv).is_some() || (mv.is_promotion() && pos.moved_kind(mv) == PieceKind::Pawn)
}
