//! What ends the branches of a search, counted.
//!
//! A node ends in exactly one way. The counts are always kept: one addition a node.

use super::explanation::Pruning;

named! {
    /// A way in which a node ends: first those without a move tried.
    pub enum End {
        /// The budget is spent: quiescence goes on.
        Spent = "budget spent",
        /// Repetition, declaration, the maximum of moves, or a mate that is found elsewhere.
        Rule = "rule",
        /// The transposition table knows the answer.
        Table = "table",
        /// A move mates at once.
        MateInOne = "mate in one",
        /// Razoring.
        Razoring = "razoring",
        /// Reverse futility.
        ReverseFutility = "reverse futility",
        /// The null move holds beta.
        NullMove = "null move",
        /// A capture holds more than beta in a shallow search.
        ProbCut = "probcut",
        /// Several moves would cut.
        MultiCut = "multi-cut",
        /// There is no move to try.
        NoMove = "no move",
        /// The first move searched cuts.
        FirstCuts = "cut by the first move",
        /// The second or the third does.
        EarlyCuts = "cut by the second or third",
        /// A later move does.
        LateCuts = "cut by a later one",
        /// A move raises alpha, and none cuts.
        Raised = "alpha raised, no cut",
        /// All moves were searched, and none raised alpha.
        AllFailed = "all moves failed",
        /// None of those searched raised alpha, and others were pruned.
        RestPruned = "failed, others pruned",
    }
    /// The way in words.
    pub fn name
}

impl End {
    /// The cut by the move that was searched as number `rank`, from 1.
    pub fn cut_by(rank: usize) -> Self {
        match rank {
            0 | 1 => Self::FirstCuts,
            2 | 3 => Self::EarlyCuts,
            _ => Self::LateCuts,
        }
    }

    /// Whether no move was tried for it: a branch ends here.
    pub fn is_of_branch(self) -> bool {
        (self as usize) <= Self::NoMove as usize
    }
}

/// How often each way was taken, and each rule pruned a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    ends: [u64; End::ALL.len()],
    pruned: [u64; Pruning::ALL.len()],
}

impl Ends {
    /// Counts the end of a node.
    #[inline]
    pub fn note(&mut self, end: End) {
        self.ends[end as usize] += 1;
    }

    /// Counts a move that `rule` pruned.
    #[inline]
    pub fn note_pruned(&mut self, rule: Pruning) {
        self.pruned[rule as usize] += 1;
    }

    /// How many nodes ended so.
    pub fn of(&self, end: End) -> u64 {
        self.ends[end as usize]
    }

    /// How many moves `rule` pruned one by one; quiet moves that were not even looked at, because
    /// all of them would be pruned, do not count.
    pub fn pruned_by(&self, rule: Pruning) -> u64 {
        self.pruned[rule as usize]
    }

    /// Adds the counts of another search.
    pub fn add(&mut self, other: &Self) {
        let ends = self.ends.iter_mut().zip(other.ends);
        let pruned = self.pruned.iter_mut().zip(other.pruned);
        ends.chain(pruned).for_each(|(sum, count)| *sum += count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_ends_where_no_move_is_tried() {
        assert!(End::NoMove.is_of_branch() && !End::FirstCuts.is_of_branch());
        assert_eq!(
            [1, 3, 4].map(End::cut_by),
            [End::FirstCuts, End::EarlyCuts, End::LateCuts]
        );
    }

    #[test]
    fn counts_add_up() {
        let mut one = Ends::default();
        one.note(End::Table);
        one.note_pruned(Pruning::Budget);
        let mut sum = one;
        sum.add(&one);
        assert_eq!((sum.of(End::Table), sum.of(End::Rule)), (2, 0));
        assert_eq!(sum.pruned_by(Pruning::Budget), 2);
    }
}
