//! Judging a problem (詰将棋) as printed collections do: how long it is, how it goes, and whether there is only one
//! way to solve it.
//!
//! - The length is that against the best defence, and futile interpositions (無駄合い) do not count; `referee.rs`
//!   defines them. Of the longest replies the main line has one that leaves the attacker nothing in hand, if there is one.
//! - At each of the attacker's moves of the main line no other may mate (余詰め). Three things are no second solution:
//!   another last move, but where it is the only one; a move that differs only in promoting or in the distance
//!   from which a lance, bishop or rook is dropped, and takes as long; a detour, which mates only by coming back to a position
//!   of the main line, later.
//! - Nothing may be left in hand at the end (駒余り). The problem may not be shorter than announced (早詰め), nor
//!   longer.
//!
//! What must hold: each claim is proven. Where a limit came before, it is said to be open: a problem is called sound
//! only if every other check is proven not to mate.

mod referee;
#[cfg(test)]
mod tests;

use super::futile::length_without_futile;
use super::node::Role;
use super::path::Path;
use super::search::Search;
use super::tt::{Memory, ProofTable};
use super::{DEEPEST, MateLimits, MateProgress, Watch, on_own_thread};
use crate::shogi::geometry::between;
use crate::shogi::pieces::opponent;
use crate::shogi::{Checks, Hand, Move, PieceKind, Position};
use referee::{Mate, Referee};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// A problem to be judged.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// Whether the side to move is the one that is mated, in an even number of plies.
    pub defends: bool,
    /// The solution that came with it, or its beginning, legal moves from the position; empty if there is none. If it
    /// ends in mate, its length is announced.
    pub solution: Vec<Move>,
    /// How many plies it is said to take, by the rules or with futile interpositions.
    pub announced: Option<u16>,
    /// When to give up.
    pub limits: MateLimits,
    /// Memory for the table, in MiB.
    pub hash_mb: usize,
}

/// What is to be said of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is one solution, and nothing is wrong with it.
    Sound,
    /// It is a mate with [`Flaw`]s.
    Unsound,
    /// There is no mate.
    NoMate,
    /// A limit was reached before all was proven.
    Open,
}

/// What is wrong with a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// Another move of the attacker mates too (余詰め).
    SecondSolution,
    /// It is shorter than announced (早詰め).
    Early,
    /// It is longer than announced: another reply holds out longer.
    Late,
    /// The attacker has pieces left in hand at the end (駒余り).
    PiecesLeft,
}

/// What there is about a move of the attacker that is not that of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// It mates: a second solution.
    Second,
    /// It mates as the last move (最終手余詰).
    LastMove,
    /// It mates as the move of the main line does, and hardly differs from it (非限定).
    Alike,
    /// It mates only by coming back to the main line, later (迂回).
    Detour,
    /// A limit was reached before it was proven whether it mates.
    Open,
}

/// A move of the attacker beside the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Which move of the main line it stands in place of, from 1.
    pub ply: usize,
    /// What it is.
    pub way: Way,
    /// It, and how it goes on as far as that is known.
    pub moves: Vec<Move>,
    /// How many plies the whole takes; none if it is not known to mate.
    pub plies: Option<usize>,
    /// Whether it is proven to take no fewer.
    pub is_exact: bool,
}

/// A reply of the defender beside the main line (変化), and how he is mated then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Which move of the main line it stands in place of, from 1.
    pub ply: usize,
    /// It and what follows.
    pub moves: Vec<Move>,
    /// How many plies the whole takes.
    pub plies: usize,
    /// Whether it is proven to take no fewer.
    pub is_exact: bool,
    /// What the attacker holds at the end.
    pub left: Hand,
}

/// What was found out about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// In one word.
    pub verdict: Verdict,
    /// What is wrong with a mate.
    pub flaws: Vec<Flaw>,
    /// How many plies it takes by the rules, at most if it is [open](Verdict::Open) and `is_exact` does not hold; 0 without
    /// a mate.
    pub plies: usize,
    /// Whether that is proven to be the length.
    pub is_exact: bool,
    /// The main line.
    pub line: Vec<Move>,
    /// What the attacker holds at its end.
    pub left: Hand,
    /// Other moves of the attacker that mate, or of which that is open, in the order of the main line.
    pub others: Vec<Other>,
    /// Other replies but futile ones, in the order of the main line.
    pub variations: Vec<Variation>,
    /// Futile interpositions: the ply, and the move.
    pub futile: Vec<(usize, Move)>,
    /// What is announced, by the solution or otherwise.
    pub announced: Option<u16>,
    /// Positions searched.
    pub nodes: u64,
    /// How long it took, in ms.
    pub time_ms: u64,
}

impl Question {
    /// Judges on a thread of its own; `listener` hears every second how far it has come.
    pub fn judge(
        &self,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(&MateProgress) + Send),
    ) -> Judgement {
        on_own_thread(|| self.judge_here(stop, listener)).unwrap_or_else(Judgement::open)
    }

    /// [`Question::judge`] on the calling thread, whose stack must have [`STACK_BYTES`](super::STACK_BYTES).
    pub fn judge_here(
        &self,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&MateProgress),
    ) -> Judgement {
        let side = self.position.side();
        let attacker = if self.defends { opponent(side) } else { side };
        let watch = Watch::new(self.limits, stop, listener, None);
        let memory = Memory::Own(ProofTable::new(self.hash_mb, false));
        let path = Path::new(Vec::new());
        let search = Search::of(&self.position, attacker, path, memory, watch);
        let mut judge = Judge {
            question: self,
            referee: Referee::new(search),
            found: Judgement::open(),
            elsewhere: 0,
        };
        judge.judge();
        let progress = judge.referee.search.progress();
        Judgement {
            nodes: progress.nodes + judge.elsewhere,
            time_ms: progress.time_ms,
            ..judge.found
        }
    }
}

impl Judgement {
    /// Nothing is known.
    fn open() -> Self {
        Self {
            verdict: Verdict::Open,
            flaws: Vec::new(),
            plies: 0,
            is_exact: false,
            line: Vec::new(),
            left: Hand::EMPTY,
            others: Vec::new(),
            variations: Vec::new(),
            futile: Vec::new(),
            announced: None,
            nodes: 0,
            time_ms: 0,
        }
    }

    /// Whether something about the mate was not proven.
    fn is_open(&self) -> bool {
        let is_open = |other: &Other| other.way == Way::Open;
        !self.is_exact || self.line.len() < self.plies || self.others.iter().any(is_open)
    }
}

/// Of the nodes that are left, one move beside the main line may take one in so many.
const SHARE: u64 = 4;

struct Judge<'a> {
    question: &'a Question,
    referee: Referee<'a>,
    found: Judgement,
    /// Nodes of searches beside that of the referee.
    elsewhere: u64,
}

impl Judge<'_> {
    fn judge(&mut self) {
        let pos = &self.question.position;
        let attacker = self.referee.search.attacker();
        if pos.side() == attacker && Checks::against(pos, opponent(attacker)).in_check() {
            // No position of a game: the king could be taken.
            return;
        }
        match self.referee.mates() {
            None => return,
            Some(false) => {
                self.found.verdict = Verdict::NoMate;
                return;
            }
            Some(true) => {}
        }
        self.found.announced = self.announced();
        if !self.find_length() {
            return;
        }
        let plies = self.found.plies as u16;
        let line = self.referee.line(plies, &self.question.solution);
        (self.found.line, self.found.left) = (line.moves, line.left);
        self.look_beside();
        self.find_flaws();
        let found = &mut self.found;
        found.verdict = match (found.flaws.is_empty(), found.is_open()) {
            (false, _) => Verdict::Unsound,
            (true, true) => Verdict::Open,
            (true, false) => Verdict::Sound,
        };
    }

    /// What is announced, by the solution if by nothing else.
    fn announced(&mut self) -> Option<u16> {
        let solution = &self.question.solution;
        self.question.announced.or_else(|| {
            let ends = self.at_end_of(solution, |it| it.referee.mates_within(0));
            (ends == Some(true)).then_some(solution.len() as u16)
        })
    }

    /// What `look` says after `moves`.
    fn at_end_of<T>(&mut self, moves: &[Move], look: impl FnOnce(&mut Self) -> T) -> T {
        let pos = self.referee.search.pos.clone();
        for &mv in moves {
            let _ = self.referee.search.pos.do_move(mv);
        }
        let seen = look(self);
        self.referee.search.pos = pos;
        seen
    }

    /// Finds the length out; if a limit comes before, a bound and a line of it.
    fn find_length(&mut self) -> bool {
        let most = self.most_plies();
        if let Some(plies) = self.referee.length(most) {
            self.found.plies = usize::from(plies);
            self.found.is_exact = true;
            return true;
        }
        let line = if self.referee.is_free() {
            None
        } else {
            self.referee.search.line(most, false)
        };
        let line = line.map_or_else(Vec::new, |line| line.moves);
        let plies = length_without_futile(&self.question.position, &line);
        self.found.plies = usize::from(most).max(plies);
        self.found.line = line;
        false
    }

    /// How many plies the mate in the present position, which there is, takes at most, as the solver counts.
    fn most_plies(&mut self) -> u16 {
        if !self.referee.is_free() {
            let known = self.referee.search.shortest_mate(DEEPEST);
            return known.map_or(DEEPEST, |value| value.plies);
        }
        let replies = self.referee.moves().into_iter();
        let longest = replies.map(|reply| {
            let undo = self.referee.search.pos.do_move(reply);
            let plies = self.most_plies();
            self.referee.search.pos.undo_move(reply, undo);
            plies
        });
        longest.max().unwrap_or(0) + 1
    }

    /// Looks at the other moves at each move of the main line.
    fn look_beside(&mut self) {
        let start = self.referee.search.pos.clone();
        let line = self.found.line.clone();
        let places = self.places(&line);
        for (made, &mv) in line.iter().enumerate() {
            let left = (self.found.plies - made) as u16;
            match self.referee.search.role() {
                Role::Defender => self.look_at_replies(made, mv, left),
                Role::Attacker => self.look_at_checks(made, mv, left, &places),
            }
            let _ = self.referee.search.pos.do_move(mv);
        }
        if line.len() == self.found.plies {
            let futile = self.referee.moves().into_iter();
            let ply = line.len() + 1;
            self.found.futile.extend(futile.map(|reply| (ply, reply)));
        }
        self.referee.search.pos = start;
    }

    /// The positions of the main line in which the attacker is to move: board, and what he holds.
    fn places(&mut self, line: &[Move]) -> Vec<(u64, Hand)> {
        let mut places = Vec::new();
        for made in 0..line.len() {
            self.at_end_of(&line[..made], |it| {
                let search = &it.referee.search;
                if search.role() == Role::Attacker {
                    places.push((search.pos.board_key(), search.hand()));
                }
            });
        }
        places
    }

    /// The replies to be had instead of `main`, where the mate takes `left` plies.
    fn look_at_replies(&mut self, made: usize, main: Move, left: u16) {
        let mut replies = self.referee.moves();
        replies.retain(|&reply| reply != main);
        for reply in replies {
            let found = self.referee.after(reply, |it| {
                if it.mates_within(left - 1)? {
                    let length = it.length(left - 1);
                    let plies = length.unwrap_or(left - 1);
                    Some(Some((plies, length.is_some(), it.line(plies, &[]))))
                } else {
                    Some(None)
                }
            });
            let ply = made + 1;
            match found {
                None => {}
                Some(None) => self.found.futile.push((ply, reply)),
                Some(Some((plies, is_exact, mate))) => self.found.variations.push(Variation {
                    ply,
                    moves: [&[reply], &mate.moves[..]].concat(),
                    plies: ply + usize::from(plies),
                    is_exact,
                    left: mate.left,
                }),
            }
        }
    }

    /// The checks to be given instead of `main`, where the mate takes `left` plies.
    fn look_at_checks(&mut self, made: usize, main: Move, left: u16, places: &[(u64, Hand)]) {
        let mut checks = self.referee.moves();
        checks.retain(|&mv| mv != main);
        for mv in checks {
            let other = if left == 1 && made > 0 {
                self.last_move(mv)
            } else {
                let alike = self.is_alike(main, mv);
                self.second_way(mv, left, alike, places)
            };
            if let Some((way, moves, plies)) = other {
                self.found.others.push(Other {
                    ply: made + 1,
                    way,
                    moves: [&[mv], &moves[..]].concat(),
                    plies: plies.map(|plies| made + 1 + usize::from(plies)),
                    is_exact: plies == Some(left - 1),
                });
            }
        }
    }

    /// What there is about the check `mv` where the last move is to be made.
    fn last_move(&mut self, mv: Move) -> Option<Beside> {
        let mates = self.referee.after(mv, |it| it.mates_within(0));
        (mates == Some(true)).then_some((Way::LastMove, Vec::new(), Some(0)))
    }

    /// What there is about the check `mv`, where the mate takes `left` plies; none if it does not mate.
    fn second_way(
        &mut self,
        mv: Move,
        left: u16,
        alike: bool,
        places: &[(u64, Hand)],
    ) -> Option<Beside> {
        let share = self.nodes_left().map(|nodes| nodes / SHARE);
        let mates = self.referee.after(mv, |it| {
            let most = share.unwrap_or(u64::MAX);
            it.within(most, Referee::mates)
        });
        match mates {
            Some(false) => return None,
            None => return Some((Way::Open, Vec::new(), None)),
            Some(true) => {}
        }
        let undo = self.referee.search.pos.do_move(mv);
        let takes_as_long = self.referee.mates_within(left - 1) == Some(true);
        let way = if alike && takes_as_long {
            Way::Alike
        } else {
            self.way(takes_as_long, share, places)
        };
        let (moves, plies) = if takes_as_long {
            let Mate { moves, .. } = self.referee.line(left - 1, &[]);
            (moves, left - 1)
        } else {
            let most = self.most_plies();
            let line = self.referee.search.line(most, false);
            line.map_or((Vec::new(), most), |line| (line.moves, line.plies))
        };
        self.referee.search.pos.undo_move(mv, undo);
        Some((way, moves, Some(plies)))
    }

    /// Which way the mate in the present position is that begins beside the main line.
    fn way(&mut self, takes_as_long: bool, nodes: Option<u64>, places: &[(u64, Hand)]) -> Way {
        let hash_mb = self.question.hash_mb;
        let (mates, nodes) = self.referee.mates_elsewhere(places, hash_mb, nodes);
        self.elsewhere += nodes;
        match mates {
            Some(true) => Way::Second,
            Some(false) if takes_as_long => Way::Second,
            Some(false) => Way::Detour,
            None => Way::Open,
        }
    }

    /// How many nodes may still be searched, if there is a limit.
    fn nodes_left(&self) -> Option<u64> {
        let spent = self.referee.search.watch.nodes + self.elsewhere;
        let limit = self.question.limits.nodes?;
        Some(limit.saturating_sub(spent))
    }

    /// Whether `mv` differs from `main` only in promoting, or in the distance from which a piece is dropped.
    fn is_alike(&self, main: Move, mv: Move) -> bool {
        const FAR: [PieceKind; 3] = [PieceKind::Lance, PieceKind::Bishop, PieceKind::Rook];
        let pos = &self.referee.search.pos;
        let is_one_line = |king| {
            let is_between = |near: Move, far: Move| between(king, far.to()).contains(near.to());
            is_between(main, mv) || is_between(mv, main)
        };
        match (main.dropped(), mv.dropped()) {
            (None, None) => main.from() == mv.from() && main.to() == mv.to(),
            (Some(kind), Some(other)) if kind == other && FAR.contains(&kind) => {
                pos.king(opponent(pos.side())).is_some_and(is_one_line)
            }
            _ => false,
        }
    }

    /// Whether the mate takes less than so many `plies` even if futile interpositions count.
    fn takes_less_than(&mut self, plies: u16) -> bool {
        let less = plies.saturating_sub(2);
        self.referee.is_free() || self.referee.search.decide(less).is_mate()
    }

    /// Finds out what is wrong with the mate.
    fn find_flaws(&mut self) {
        let plies = self.found.plies as u16;
        let early = self.found.announced.filter(|&said| said > plies);
        // More plies may have been announced because futile interpositions were counted.
        let is_early = early.is_some_and(|said| self.takes_less_than(said));
        let found = &self.found;
        let has_second = found.others.iter().any(|it| it.way == Way::Second);
        let flaws = [
            (Flaw::SecondSolution, has_second),
            (Flaw::Early, is_early),
            (Flaw::Late, found.announced.is_some_and(|said| said < plies)),
            (Flaw::PiecesLeft, !found.left.is_empty()),
        ];
        let there = flaws.into_iter().filter(|(_, is_there)| *is_there);
        self.found.flaws = there.map(|(flaw, _)| flaw).collect();
    }
}

/// What a move beside the main line is, how it goes on, and in how many plies.
type Beside = (Way, Vec<Move>, Option<u16>);
