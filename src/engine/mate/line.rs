//! The line of a proven mate: the attacker's shortest known way against the longest known defence.

use super::search::Search;
use super::value::{Role, Value};
use crate::shogi::Move;

/// A move of the line, or its end.
enum Step {
    Move(Move),
    End,
}

impl Search<'_> {
    /// The moves from the present position, a proven mate, to its end: at most `left`, as the proof
    /// has it, or just as many if that is known to be the shortest (`exact`). None if a limit was
    /// reached before what the table has forgotten was found again.
    pub(super) fn line(&mut self, mut left: u16, exact: bool) -> Option<Vec<Move>> {
        let mut made = Vec::new();
        let mut ended = false;
        while let Some(step) = self.next_of_line(left, exact).filter(|_| !ended) {
            match step {
                Step::Move(mv) => made.push((mv, self.pos.do_move(mv))),
                Step::End => ended = true,
            }
            left = left.saturating_sub(1);
        }
        let line = made.iter().map(|(mv, _)| *mv).collect();
        for (mv, undo) in made.into_iter().rev() {
            self.pos.undo_move(mv, undo);
        }
        ended.then_some(line)
    }

    /// How the line goes on, if that can be found out.
    fn next_of_line(&mut self, remaining: u16, exact: bool) -> Option<Step> {
        let moves = self.moves();
        match self.role() {
            Role::Attacker => self.best_check(&moves, remaining),
            Role::Defender if moves.is_empty() => Some(Step::End),
            Role::Defender => self.longest_reply(&moves, remaining, exact),
        }
    }

    fn best_check(&mut self, moves: &[Move], remaining: u16) -> Option<Step> {
        let left = remaining.saturating_sub(1);
        self.shortest_known(moves, |search| search.recall(left))
            .or_else(|| self.shortest_known(moves, |search| Some(search.appraise(left))))
            .or_else(|| {
                self.decide_anew(remaining);
                self.shortest_known(moves, |search| search.recall(left))
            })
            .map(Step::Move)
    }

    /// The one of `moves` after which there is the shortest mate that `look` finds.
    fn shortest_known(
        &mut self,
        moves: &[Move],
        look: impl Fn(&mut Self) -> Option<Value>,
    ) -> Option<Move> {
        let mut best: Option<(u16, Move)> = None;
        for &mv in moves {
            let value = self.after(mv, &look).filter(Value::is_mate);
            if let Some(value) = value
                && best.is_none_or(|(plies, _)| value.plies < plies)
            {
                best = Some((value.plies, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// The one of `moves` after which the mate takes longest, as far as is known; if it is to be
    /// `exact`, one after which there is no mate in less than `remaining` plies.
    fn longest_reply(&mut self, moves: &[Move], remaining: u16, exact: bool) -> Option<Step> {
        let mut longest: Option<(u16, Move)> = None;
        for &mv in moves {
            let value = self.after(mv, |search| search.decide(remaining.saturating_sub(1)));
            if !value.is_mate() {
                return None;
            }
            if exact && self.takes(mv, remaining.saturating_sub(1)) {
                return Some(Step::Move(mv));
            }
            if longest.is_none_or(|(plies, _)| value.plies > plies) {
                longest = Some((value.plies, mv));
            }
        }
        longest.map(|(_, mv)| Step::Move(mv))
    }

    /// Whether there is no mate in less than `plies` after `mv`.
    fn takes(&mut self, mv: Move, plies: u16) -> bool {
        plies < 2
            || self
                .after(mv, |search| search.decide(plies - 2))
                .is_no_mate()
    }

    /// What `look` says about the position after `mv`.
    fn after<T>(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.pos.do_move(mv);
        let seen = look(self);
        self.pos.undo_move(mv, undo);
        seen
    }
}
