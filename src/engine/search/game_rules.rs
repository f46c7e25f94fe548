//! What the rules of the game say of a position of the line: repetition, the maximum of moves, and an
//! entering king. Rules come before the budget: what ends the game is no position to be judged.
//!
//! What must hold: a verdict before the game's end is given only where the side that it hurts could have
//! deviated within the search. So a first recurrence, and a board that recurs with more or less in hand,
//! count strictly after the root, as in `YaneuraOu` and Stockfish; of the game's own positions only the
//! fourth occurrence counts, however long the cycle is.

use super::worker::Worker;
use crate::eval::{mate_in, mated_in};
use crate::shogi::declaration::Declaration;
use crate::shogi::repetition::{Repetition, Sennichite};

/// The worth of reaching an earlier board with more in hand: nearly won.
pub const SUPERIOR: i32 = 20_000;
/// How far, in plies, a search looks back for a first recurrence: as far as `YaneuraOu` does.
const REACH: usize = 16;

impl Worker {
    /// The value of the position at `ply` if a rule gives it one. At the root none does.
    #[inline]
    pub fn ruled(&self, ply: usize) -> Option<i32> {
        if ply == 0 {
            return None;
        }
        if let Some(value) = self.repeated(ply) {
            return Some(value);
        }
        if self.is_out_of_moves(ply) {
            return Some(self.draw(ply));
        }
        let declares = || match self.settings.entering_king.verdict(&self.pos) {
            Declaration::Win | Declaration::Try(_) => true,
            Declaration::Draw | Declaration::None => false,
        };
        (!self.stack[ply].checks.in_check() && declares()).then(|| mate_in(ply + 1))
    }

    /// Whether the game is drawn at `ply`, below the root, by the maximum of moves. A side in check may
    /// be mated.
    #[inline]
    pub fn is_out_of_moves(&self, ply: usize) -> bool {
        let most = self.settings.max_moves;
        most > 0 && ply > 0 && self.pos.ply() > most && !self.stack[ply].checks.in_check()
    }

    #[inline]
    fn repeated(&self, ply: usize) -> Option<i32> {
        if let Some(sennichite) = self.sennichite() {
            return Some(match sennichite {
                Sennichite::Draw => self.draw(ply),
                Sennichite::PerpetualCheck { loser } if loser == self.pos.side() => mated_in(ply),
                Sennichite::PerpetualCheck { .. } => mate_in(ply),
            });
        }
        match self.recurrence(ply) {
            Repetition::None => None,
            Repetition::Draw => Some(self.draw(ply)),
            Repetition::Win => Some(mate_in(ply)),
            Repetition::Loss => Some(mated_in(ply)),
            Repetition::Superior => Some(SUPERIOR),
            Repetition::Inferior => Some(-SUPERIOR),
        }
    }

    /// How the game ends here by a position that it has had three times before the search.
    #[inline]
    fn sennichite(&self) -> Option<Sennichite> {
        if self.thrice.is_empty() {
            return None;
        }
        let here = (self.pos.board_key(), self.pos.hand(self.pos.side()));
        let recurs = self.thrice.contains(&here);
        recurs.then(|| self.history.fourfold()).flatten()
    }

    /// What the position at `ply` is to its side to move, compared with those strictly after the root.
    #[inline]
    pub fn recurrence(&self, ply: usize) -> Repetition {
        self.history.in_search(REACH.min(ply.saturating_sub(1)))
    }
}

#[cfg(test)]
mod tests;
