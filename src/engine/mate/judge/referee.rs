//! How long a mate takes by the rules of printed problems, and how it goes.
//!
//! The attacker mates as fast as possible, the defender holds out as long as possible; a futile interposition
//! (無駄合い) is no reply. A piece that is dropped or moved between checker and king is futile if the checker takes it
//! and the mate then takes no more plies than after the other replies, even if the piece goes back into the defender's hand:
//! the attacker gained nothing that the mate needs, the defender two plies and no more.
//!
//! What must hold: what is said is proven. The solver, for which every interposition counts, proves bounds: a mate in
//! its count is one in no more plies by the rules, and where it finds none there is none.

use super::super::node::{ANY_PLIES, Role};
use super::super::path::Path;
use super::super::search::Search;
use super::super::tt::{Memory, ProofTable};
use super::super::{DEEPEST, MateLimits, Watch};
use crate::shogi::movegen;
use crate::shogi::pieces::{kind_of, opponent, unpromoted};
use crate::shogi::{Checks, Hand, Move, Position};
use std::collections::HashMap;

/// What is known of the length of a mate.
#[derive(Clone, Copy)]
struct Span {
    /// It takes no fewer plies.
    least: u16,
    /// It takes no more.
    most: u16,
}

/// A mate from some position on.
#[derive(Clone)]
pub(super) struct Mate {
    /// The moves; fewer than the mate has plies if a limit was reached.
    pub moves: Vec<Move>,
    /// What the attacker holds at the end.
    pub left: Hand,
}

/// Counts plies by the rules, in the present position of its search.
pub(super) struct Referee<'a> {
    pub search: Search<'a>,
    known: HashMap<(u64, Hand), Span>,
    lines: HashMap<(u64, Hand), Mate>,
}

impl<'a> Referee<'a> {
    pub(super) fn new(search: Search<'a>) -> Self {
        Self {
            search,
            known: HashMap::new(),
            lines: HashMap::new(),
        }
    }

    fn key(&self) -> (u64, Hand) {
        (self.search.pos.board_key(), self.search.hand())
    }

    /// What `look` says about the position after `mv`.
    pub(super) fn after<T>(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.search.pos.do_move(mv);
        let seen = look(self);
        self.search.pos.undo_move(mv, undo);
        seen
    }

    /// The checks, or the replies: those that do not come between first. In the position asked about the defender
    /// need not be in check.
    pub(super) fn moves(&mut self) -> Vec<Move> {
        let checks = Checks::of(&self.search.pos);
        if self.search.role() == Role::Attacker {
            return self.search.moves();
        }
        if !checks.in_check() {
            return movegen::legal_moves(&self.search.pos).to_vec();
        }
        let mut replies = self.search.moves();
        replies.sort_by_key(|&reply| interposes(&self.search.pos, &checks, reply));
        replies
    }

    /// Whether there is a mate at all, as the solver counts; none if a limit was reached.
    pub(super) fn mates(&mut self) -> Option<bool> {
        if self.is_free() {
            let replies = self.moves();
            return all(&replies, |reply| self.after(reply, Self::mates));
        }
        let value = self.search.decide(DEEPEST);
        let is_refuted = value.is_no_mate() && value.plies == ANY_PLIES;
        (value.is_mate() || is_refuted).then_some(value.is_mate())
    }

    /// What `look` says with at most so many `nodes`.
    pub(super) fn within<T>(&mut self, nodes: u64, look: impl FnOnce(&mut Self) -> T) -> T {
        let watch = &mut self.search.watch;
        watch.part_ends = watch.nodes.saturating_add(nodes);
        let seen = look(self);
        self.search.watch.part_ends = u64::MAX;
        seen
    }

    /// Whether the defender is to move and not in check, as he may be in the position asked about: the solver knows no
    /// such positions.
    pub(super) fn is_free(&self) -> bool {
        self.search.role() == Role::Defender && !Checks::of(&self.search.pos).in_check()
    }

    /// Whether the mate takes at most so many `plies`; none if a limit was reached.
    pub(super) fn mates_within(&mut self, plies: u16) -> Option<bool> {
        let key = self.key();
        let unknown = Span {
            least: 0,
            most: ANY_PLIES,
        };
        let known = self.known.get(&key).copied().unwrap_or(unknown);
        if plies >= known.most || plies < known.least {
            return Some(plies >= known.most);
        }
        let found = self.find_out(plies)?;
        let known = self.known.entry(key).or_insert(unknown);
        if found {
            known.most = known.most.min(plies);
        } else {
            known.least = known.least.max(plies + 1);
        }
        Some(found)
    }

    fn find_out(&mut self, plies: u16) -> Option<bool> {
        self.search.count();
        let role = self.search.role();
        if plies > 0 && !self.is_free() {
            if self.search.decide(plies).is_mate() {
                return Some(true);
            }
            if !self.mates()? {
                return Some(false);
            }
        }
        let moves = self.moves();
        match role {
            Role::Attacker if plies == 0 => Some(false),
            Role::Attacker => {
                let none = all(&moves, |mv| Some(!self.follows(mv, plies)?));
                none.map(|none| !none)
            }
            Role::Defender => self.is_mated_within(&moves, plies),
        }
    }

    /// Whether the mate takes at most `plies` whichever of these replies is chosen. Only as many plies as one of them
    /// takes can be the length: by it the others are futile.
    fn is_mated_within(&mut self, replies: &[Move], plies: u16) -> Option<bool> {
        if let Some(less) = plies.checked_sub(2)
            && self.mates_within(less)?
        {
            return Some(true);
        }
        if !all(replies, |reply| self.follows(reply, plies))? {
            return Some(false);
        }
        let is_shorter = |it: &mut Self| match plies.checked_sub(3) {
            _ if !it.mates_within(plies - 1)? => Some(true),
            Some(shorter) => it.mates_within(shorter),
            None => Some(false),
        };
        let none = plies > 0 && all(replies, |reply| self.after(reply, is_shorter))?;
        Some(!none)
    }

    /// Whether the mate takes at most `plies` if `mv` is played; a futile reply takes none.
    fn follows(&mut self, mv: Move, plies: u16) -> Option<bool> {
        let is_reply = self.search.role() == Role::Defender;
        let goes_on = match plies.checked_sub(1) {
            Some(left) => self.after(mv, |it| it.mates_within(left)),
            None => Some(false),
        };
        match goes_on {
            Some(false) if is_reply => self.is_futile(mv, plies),
            known => known,
        }
    }

    /// Whether `reply` is a futile interposition where the mate is to take at most `plies`.
    fn is_futile(&mut self, reply: Move, plies: u16) -> Option<bool> {
        let checks = Checks::of(&self.search.pos);
        let Some(checker) = checks.checkers.first() else {
            return Some(false);
        };
        if !interposes(&self.search.pos, &checks, reply) {
            return Some(false);
        }
        self.after(reply, |it| {
            let mut captures = it.search.moves();
            captures.retain(|mv| mv.to() == reply.to() && mv.from() == Some(checker));
            let none = all(&captures, |capture| {
                Some(!it.gains_nothing(capture, plies)?)
            });
            none.map(|none| !none)
        })
    }

    /// Whether the mate takes at most `plies` after `capture`, even if the defender gets back what it takes. Where no ply
    /// is left to use it in, he need not.
    fn gains_nothing(&mut self, capture: Move, plies: u16) -> Option<bool> {
        let attacker = self.search.pos.side();
        let taken = self.search.pos.captured(capture).filter(|_| plies > 0);
        self.after(capture, |it| {
            let hands = [attacker, opponent(attacker)];
            let before = hands.map(|side| it.search.pos.hand(side));
            if let Some(kind) = taken.map(|piece| unpromoted(kind_of(piece))) {
                it.search.pos.hand_mut(hands[0]).remove(kind);
                it.search.pos.hand_mut(hands[1]).add(kind);
            }
            let found = it.mates_within(plies);
            for (side, hand) in hands.into_iter().zip(before) {
                *it.search.pos.hand_mut(side) = hand;
            }
            found
        })
    }

    /// How many plies the mate takes, which is known to take at most `most`; none if a limit was reached.
    pub(super) fn length(&mut self, most: u16) -> Option<u16> {
        let first = u16::from(self.search.role() == Role::Attacker);
        for plies in (first..most).step_by(2) {
            if self.mates_within(plies)? {
                return Some(plies);
            }
        }
        Some(most)
    }

    /// A mate that takes so many `plies`: of the longest replies one that leaves the attacker the fewest pieces, of
    /// equal moves the one that stands in `given`, the solution that came with the problem, from here on.
    pub(super) fn line(&mut self, plies: u16, given: &[Move]) -> Mate {
        self.search.count();
        let key = self.key();
        if let Some(line) = self.lines.get(&key).filter(|_| given.is_empty()) {
            return line.clone();
        }
        let mut best: Option<Mate> = None;
        for mv in self.candidates(plies, given) {
            let rest = given.split_first().filter(|(first, _)| **first == mv);
            let rest = rest.map_or(&[][..], |(_, rest)| rest);
            let found = self.after(mv, |it| it.line(plies - 1, rest));
            let is_better = |best: &Mate| count(found.left) < count(best.left);
            if best.as_ref().is_none_or(is_better) {
                let moves = [&[mv], &found.moves[..]].concat();
                best = Some(Mate { moves, ..found });
            }
            let is_chosen = self.search.role() == Role::Attacker && plies > 1;
            if is_chosen || best.as_ref().is_some_and(|best| best.left.is_empty()) {
                break;
            }
        }
        let line = best.unwrap_or_else(|| Mate {
            moves: Vec::new(),
            left: self.search.hand(),
        });
        if given.is_empty() {
            self.lines.insert(key, line.clone());
        }
        line
    }

    /// The moves of which the mate takes just so many `plies`, where that is its length, that in `given` first. Of
    /// the attacker's, if several go on, only one.
    fn candidates(&mut self, plies: u16, given: &[Move]) -> Vec<Move> {
        let Some(left) = plies.checked_sub(1) else {
            return Vec::new();
        };
        let mut moves = self.moves();
        moves.sort_by_key(|mv| given.first() != Some(mv));
        let is_reply = self.search.role() == Role::Defender;
        let mut found = Vec::new();
        for mv in moves {
            let fits = self.after(mv, |it| {
                let shorter = left.checked_sub(2).filter(|_| is_reply);
                let is_shorter = shorter.and_then(|plies| it.mates_within(plies));
                is_shorter != Some(true) && it.mates_within(left) == Some(true)
            });
            if fits {
                found.push(mv);
                if left > 0 && !is_reply {
                    break;
                }
            }
        }
        found
    }

    /// Whether the attacker mates without coming to one of `places` with himself to move; none if a limit was
    /// reached. A search of its own, of at most so many `nodes`; says also how many it took.
    pub(super) fn mates_elsewhere(
        &self,
        places: &[(u64, Hand)],
        hash_mb: usize,
        nodes: Option<u64>,
    ) -> (Option<bool>, u64) {
        let limits = MateLimits {
            nodes,
            ..self.search.watch.limits
        };
        let mut silent = |_: &_| {};
        let watch = Watch::new(limits, self.search.watch.stop, &mut silent, None);
        let memory = Memory::Own(ProofTable::new(hash_mb, true));
        let path = Path::new(places.to_vec());
        let attacker = self.search.attacker();
        let search = Search::of(&self.search.pos, attacker, path, memory, watch);
        let mut other = Referee::new(search);
        let found = other.mates();
        (found, other.search.watch.nodes)
    }
}

/// Whether `reply` puts a piece between the king and the only piece that checks him.
fn interposes(pos: &Position, checks: &Checks, reply: Move) -> bool {
    let king = pos.king(pos.side());
    let checker = checks.checkers.first();
    checker.is_some() && reply.from() != king && Some(reply.to()) != checker
}

/// How many pieces are in `hand`.
pub(super) fn count(hand: Hand) -> u32 {
    hand.iter().map(|(_, count)| count).sum()
}

/// Whether `holds` says so of all `moves`; none if it is said of no move that it does not, but of some that it is not
/// known.
fn all(moves: &[Move], mut holds: impl FnMut(Move) -> Option<bool>) -> Option<bool> {
    let mut is_known = true;
    for &mv in moves {
        match holds(mv) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}
