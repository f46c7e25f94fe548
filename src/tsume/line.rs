//! The line of a proven mate: the attacker's shortest known way against the longest defence.

use super::search::Search;
use super::value::{Role, Value};
use crate::shogi::Move;

/// No mate is longer; a line that gets there has lost its way.
const LONGEST: usize = 4000;

impl Search<'_> {
    /// The moves from the present position, a proven mate, to its end. None if a limit was reached
    /// before what the table has forgotten was found again.
    pub(super) fn line(&mut self, remaining: u16) -> Option<Vec<Move>> {
        let mut made = Vec::new();
        let mut left = remaining;
        let whole = loop {
            match self.next_of_line(left) {
                None => break false,
                Some(None) => break true,
                Some(Some((mv, value))) => {
                    made.push((mv, self.make(mv)));
                    left = left.saturating_sub(1).min(value.plies);
                }
            }
            if made.len() > LONGEST {
                break false;
            }
        };
        let line = made.iter().map(|(mv, _)| *mv).collect();
        for (mv, undo) in made.into_iter().rev() {
            self.unmake(mv, undo);
        }
        whole.then_some(line)
    }

    /// The move of the line, with the value after it; `Some(None)` at its end.
    fn next_of_line(&mut self, remaining: u16) -> Option<Option<(Move, Value)>> {
        let role = self.role();
        let moves = self.moves();
        if moves.is_empty() {
            return (role == Role::Defender).then_some(None);
        }
        let mut values = self.values_after(&moves, remaining.saturating_sub(1));
        if role == Role::Attacker && !values.iter().any(|(_, value)| value.is_mate()) {
            self.decide(remaining);
            values = self.values_after(&moves, remaining.saturating_sub(1));
        }
        match role {
            Role::Attacker => {
                let mates = values.into_iter().filter(|(_, value)| value.is_mate());
                mates.min_by_key(|(_, value)| value.plies).map(Some)
            }
            Role::Defender => {
                let sure = values.iter().all(|(_, value)| value.is_mate());
                let longest = values
                    .into_iter()
                    .rev()
                    .max_by_key(|(_, value)| value.plies);
                longest.filter(|_| sure).map(Some)
            }
        }
    }

    /// What is known after each of `moves`. After a move of the defender it is found out.
    fn values_after(&mut self, moves: &[Move], remaining: u16) -> Vec<(Move, Value)> {
        let find_out = self.role() == Role::Defender;
        let mut values = Vec::with_capacity(moves.len());
        for &mv in moves {
            let undo = self.make(mv);
            let value = if find_out {
                self.decide(remaining)
            } else {
                self.appraise(remaining)
            };
            self.unmake(mv, undo);
            values.push((mv, value));
        }
        values
    }
}
