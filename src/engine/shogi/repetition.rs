//! Repetition: the positions of a game and of the search path that goes on from it, and what
//! their recurrence means.
//!
//! Two questions are kept apart. [`History::fourfold`] is the rule of the game: the fourth
//! occurrence of a position ends it. [`History::in_search`] is what a search wants to know
//! earlier: that the line returns to where it was, be it with the same pieces in hand or with
//! better or worse ones.
//!
//! What must hold: the entries are the positions of one line of play, in order, each one move
//! (or null move) after the one before. Moves neither add nor remove pieces, so two positions
//! of the line with the same board and the same hand of one side have the same hand of the
//! other side too, and the hand of the side to move is all that is kept. Boards are compared
//! by their 64-bit keys, hands exactly.

use super::pieces::Hand;
use super::position::Position;
use shogi_core::Color;

/// What the first recurrence of a position means to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// The position is new.
    None,
    /// It occurred before, and nobody gave check all the time.
    Draw,
    /// It occurred before, and the opponent gave check with every move since: going on so loses
    /// for the opponent.
    Win,
    /// It occurred before, and the side to move gave check with every move since.
    Loss,
    /// The board occurred before, and the side to move held less then.
    Superior,
    /// The board occurred before, and the side to move held more then.
    Inferior,
}

/// How the fourth occurrence of a position ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sennichite {
    /// Without a winner.
    Draw,
    /// `loser` gave check with every move between the first and the fourth occurrence, and the
    /// other side did not.
    PerpetualCheck {
        /// The side that loses.
        loser: Color,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Occurrence {
    board_key: u64,
    /// Of the side to move.
    hand: Hand,
    /// How many earlier entries may be looked at: those since the start or the last null move.
    reach: u16,
    /// How many checks in a row the side that is not to move has given with its last moves.
    checks: u16,
    side: Color,
}

impl Occurrence {
    fn same_position(&self, other: &Self) -> bool {
        self.board_key == other.board_key && self.hand == other.hand
    }
}

/// The positions of a line of play. Search threads clone that of the game and push and pop their
/// path on top; nothing is allocated once [`History::reserve`] has been called.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    entries: Vec<Occurrence>,
}

impl History {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many plies the last position is from the first, or from the last null move.
    pub fn reach(&self) -> usize {
        self.entries
            .last()
            .map_or(0, |last| usize::from(last.reach))
    }

    /// Makes room for `plies` more positions.
    pub fn reserve(&mut self, plies: usize) {
        self.entries.reserve(plies);
    }

    /// Adds `pos`, the position after one more move; `in_check` says whether its side to move is
    /// in check.
    #[inline]
    pub fn push(&mut self, pos: &Position, in_check: bool) {
        let before = self
            .entries
            .last()
            .map_or(0, |last| last.reach.saturating_add(1));
        self.push_with_reach(pos, in_check, before);
    }

    /// Adds `pos`, the position after a null move. Nothing recurs across a null move.
    #[inline]
    pub fn push_null(&mut self, pos: &Position) {
        self.push_with_reach(pos, false, 0);
    }

    #[inline]
    fn push_with_reach(&mut self, pos: &Position, in_check: bool, reach: u16) {
        let streak = match self.entries.len().checked_sub(2) {
            Some(own_last) if in_check => self.entries[own_last].checks.saturating_add(1),
            _ => u16::from(in_check),
        };
        self.entries.push(Occurrence {
            board_key: pos.board_key(),
            hand: pos.hand(pos.side()),
            reach,
            checks: streak,
            side: pos.side(),
        });
    }

    /// The first `count` positions; all if there are fewer.
    #[must_use]
    pub fn up_to(&self, count: usize) -> Self {
        let entries = self.entries.iter().take(count).copied().collect();
        Self { entries }
    }

    /// Takes back the last position, if there is one.
    #[inline]
    pub fn pop(&mut self) {
        self.entries.pop();
    }

    /// What the last position is to its side to move, compared with those up to `max_back` plies
    /// earlier, the latest first.
    #[inline]
    pub fn in_search(&self, max_back: usize) -> Repetition {
        let Some(last) = self.entries.last() else {
            return Repetition::None;
        };
        // Two moves cannot restore a board: the earliest recurrence is after four.
        for back in (4..=max_back.min(usize::from(last.reach))).step_by(2) {
            let earlier = &self.entries[self.len() - 1 - back];
            if earlier.board_key != last.board_key {
                continue;
            }
            if earlier.hand == last.hand {
                return self.recurred(back);
            } else if last.hand.holds(earlier.hand) {
                return Repetition::Superior;
            } else if earlier.hand.holds(last.hand) {
                return Repetition::Inferior;
            }
        }
        Repetition::None
    }

    /// The positions that occurred three times or more, each as its board key and the hand of its
    /// side to move: coming to one of them again ends the game.
    pub fn thrice(&self) -> Vec<(u64, Hand)> {
        let mut places: Vec<(u64, Hand)> = self
            .entries
            .iter()
            .map(|entry| (entry.board_key, entry.hand))
            .collect();
        places.sort_unstable_by_key(|(key, hand)| (*key, hand.bits()));
        let runs = places.chunk_by(|a, b| a == b);
        runs.filter(|run| run.len() >= 3)
            .map(|run| run[0])
            .collect()
    }

    /// What it means that the last position occurred `back` plies ago too.
    fn recurred(&self, back: usize) -> Repetition {
        let last = self.len() - 1;
        let all_checks = |at: usize| usize::from(self.entries[at].checks) >= back / 2;
        match (all_checks(last), all_checks(last - 1)) {
            (true, false) => Repetition::Win,
            (false, true) => Repetition::Loss,
            _ => Repetition::Draw,
        }
    }

    /// Whether the last position occurs for the fourth time (at least), and how that ends the
    /// game. If both sides gave nothing but checks, it is a draw.
    pub fn fourfold(&self) -> Option<Sennichite> {
        let last = self.entries.last()?;
        let earliest = self.len() - 1 - usize::from(last.reach);
        let mut earlier = (earliest..self.len() - 1)
            .rev()
            .filter(|&at| self.entries[at].same_position(last));
        let first = earlier.nth(2)?;
        Some(match self.recurred(self.len() - 1 - first) {
            Repetition::Win => Sennichite::PerpetualCheck {
                loser: last.side.flip(),
            },
            Repetition::Loss => Sennichite::PerpetualCheck { loser: last.side },
            _ => Sennichite::Draw,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::sfen;

    /// Pushes the positions of rooks going to and fro `rounds` times, after the start, with
    /// `in_check` as the state of check.
    fn shuffled(rounds: usize, in_check: bool) -> (History, Position) {
        let mut history = History::default();
        let mut pos = Position::default();
        history.push(&pos, in_check);
        for text in ["2h3h", "8b7b", "3h2h", "7b8b"]
            .iter()
            .cycle()
            .take(4 * rounds)
        {
            let _ = pos.do_move(sfen::parse_move(text).expect("a move"));
            history.push(&pos, in_check);
        }
        (history, pos)
    }

    /// Further back than these tests look.
    const FAR: usize = 16;

    #[test]
    fn nothing_recurs_across_a_null_move() {
        let (mut history, mut pos) = shuffled(3, false);
        assert_eq!(history.fourfold(), Some(Sennichite::Draw));
        pos.do_null_move();
        history.push_null(&pos);
        pos.do_null_move();
        history.push_null(&pos);
        assert_eq!(history.in_search(FAR), Repetition::None);
        assert_eq!(history.fourfold(), None);
        history.pop();
        history.pop();
        assert_eq!(history.in_search(FAR), Repetition::Draw);
        assert_eq!(history.len(), 13);
    }

    #[test]
    fn a_search_looks_no_further_back_than_told() {
        let (history, _) = shuffled(1, false);
        assert_eq!(history.in_search(3), Repetition::None);
        assert_eq!(history.in_search(4), Repetition::Draw);
        assert_eq!(History::default().in_search(FAR), Repetition::None);
    }

    #[test]
    fn checks_of_both_sides_cancel_out() {
        let (history, _) = shuffled(3, true);
        assert_eq!(history.in_search(FAR), Repetition::Draw);
        assert_eq!(history.fourfold(), Some(Sennichite::Draw));
    }
}
