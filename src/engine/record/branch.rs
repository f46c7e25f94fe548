//! Branches (変化): lines of moves beside the game; and the way through all lines that writers take.
//!
//! A [`Branch`] is a record of its own, without names, headers and a comment before the first move. It
//! begins at a position of the line that it leaves: the game, or another branch. What must hold: it stands
//! in place of a move of that line or of its ending. Of the branches of a line, those that leave last come
//! first, as KIF has them; those that leave together keep their order.

use super::Record;
use crate::shogi::game::Game;
use crate::shogi::{Color, Square};
use std::cmp::Reverse;
use std::iter;

/// How deep branches of branches may go, so that nothing that follows them runs out of stack.
pub(super) const DEEPEST: usize = 100;

/// A line of moves beside another.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    after: usize,
    line: Box<Record>,
}

impl Branch {
    /// How many moves of the line that it leaves come before it.
    pub fn after(&self) -> usize {
        self.after
    }

    /// Its moves, what was noted about them, its ending and its own branches.
    pub fn line(&self) -> &Record {
        &self.line
    }

    pub(super) fn line_mut(&mut self) -> &mut Record {
        &mut self.line
    }
}

impl Record {
    /// The branches that leave this line, the last first.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Adds a branch that leaves this line after so many of its moves, and returns its line, to add
    /// moves or an ending there; none if no move or ending follows those. What stands in place of the
    /// first move of a branch is a branch of the line that both leave: add it there.
    pub fn branch(&mut self, after: usize) -> Option<&mut Self> {
        let branch = self.leave(after)?;
        let at = self.hang(branch);
        Some(&mut self.branches[at].line)
    }

    /// A branch that leaves this line after so many of its moves, not yet part of it.
    pub(super) fn leave(&self, after: usize) -> Option<Branch> {
        if after == self.infos.len() && self.ending.is_none() {
            return None;
        }
        let start = self.game.position_after(after)?;
        let line = Box::new(Self::new(Game::new(start)));
        Some(Branch { after, line })
    }

    /// Makes `branch` one of this line, and returns which it is.
    fn hang(&mut self, branch: Branch) -> usize {
        let at = self.branches.partition_point(|it| it.after >= branch.after);
        self.branches.insert(at, branch);
        at
    }

    /// Makes `branch` one of this line, whose branches are to be [sorted](Self::sort_branches).
    pub(super) fn hang_last(&mut self, branch: Branch) {
        self.branches.push(branch);
    }

    /// Puts the branches of this line in their order.
    pub(super) fn sort_branches(&mut self) {
        self.branches.sort_by_key(|it| Reverse(it.after));
    }
}

/// A line of a record, with what came before it.
pub(super) struct Line<'a> {
    /// The game or the branch.
    pub record: &'a Record,
    /// Whether it is a branch.
    pub is_branch: bool,
    /// How many moves come before it.
    pub before: usize,
    /// Where the last of them went.
    pub last: Option<Square>,
    /// What Black and White spent on them, in milliseconds.
    pub spent_ms: [u64; 2],
}

impl<'a> Line<'a> {
    /// The game itself.
    pub fn game(record: &'a Record) -> Self {
        Self {
            record,
            is_branch: false,
            before: 0,
            last: None,
            spent_ms: [0; 2],
        }
    }

    /// The game and all branches: after each line those that leave it, with theirs.
    pub fn all(record: &'a Record) -> Vec<Self> {
        let mut lines = Vec::new();
        let mut due = vec![Self::game(record)];
        while let Some(line) = due.pop() {
            due.extend(line.branches().into_iter().rev());
            lines.push(line);
        }
        lines
    }

    /// The branches that leave this line, the last first.
    pub fn branches(&self) -> Vec<Self> {
        let mut moves = sides(self.record.game.start().side()).zip(self.record.moves());
        let (mut made, mut last, mut spent_ms) = (0, self.last, self.spent_ms);
        let mut lines = Vec::new();
        for branch in self.record.branches.iter().rev() {
            for (side, (mv, info)) in moves.by_ref().take(branch.after - made) {
                last = Some(mv.to());
                let spent_ms = &mut spent_ms[side.array_index()];
                *spent_ms = spent_ms.saturating_add(info.time_ms.unwrap_or(0));
            }
            made = branch.after;
            lines.push(Self {
                record: &branch.line,
                is_branch: true,
                before: self.before + branch.after,
                last,
                spent_ms,
            });
        }
        lines.reverse();
        lines
    }
}

/// Both sides in turn, `first` first.
fn sides(first: Color) -> impl Iterator<Item = Color> {
    iter::successors(Some(first), |side| Some(side.flip()))
}
