//! What ends the branches of a search, counted.
//!
//! A node ends in exactly one way. The counts are always kept: one addition a node.

use super::explanation::Pruning;

named! {
    /// A way in which a node ends: first those without a move tried.
    pub enum End {
        /// No depth is left: quiescence goes on.
        Spent = "depth spent",
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
    ways: [u64; End::ALL.len()],
    pruned: [u64; Pruning::ALL.len()],
    /// Late moves that were searched.
    late: u64,
    /// What they cost above an ordinary ply, and of that for similarity and for negative plausibility, in 1024ths.
    reductions: [i64; 3],
}

impl Ends {
    /// Counts the end of a node.
    #[inline]
    pub fn note(&mut self, end: End) {
        self.ways[end as usize] += 1;
    }

    /// Counts a move that `rule` pruned.
    #[inline]
    pub fn note_pruned(&mut self, rule: Pruning) {
        self.pruned[rule as usize] += 1;
    }

    /// Counts a late move that costs so much above an ordinary ply, and of that for similarity and for negative
    /// plausibility, in 1024ths of a ply.
    #[inline]
    pub fn note_reduction(&mut self, costs: [i32; 3]) {
        self.late += 1;
        let sums = self.reductions.iter_mut().zip(costs);
        sums.for_each(|(sum, cost)| *sum += i64::from(cost));
    }

    /// What late moves that were searched cost on the average above an ordinary ply, and of that for similarity and for
    /// negative plausibility, in plies.
    pub fn mean_reductions(&self) -> [f64; 3] {
        let mean = |sum| sum as f64 / 1024.0 / self.late.max(1) as f64;
        self.reductions.map(mean)
    }

    /// How many nodes ended so.
    pub fn of(&self, end: End) -> u64 {
        self.ways[end as usize]
    }

    /// How many moves `rule` pruned one by one; quiet moves that were not even looked at, because
    /// all of them would be pruned, do not count.
    pub fn pruned_by(&self, rule: Pruning) -> u64 {
        self.pruned[rule as usize]
    }

    /// Adds the counts of another search.
    pub fn add(&mut self, other: &Self) {
        let ways = self.ways.iter_mut().zip(other.ways);
        let pruned = self.pruned.iter_mut().zip(other.pruned);
        ways.chain(pruned).for_each(|(sum, count)| *sum += count);
        self.late += other.late;
        let sums = self.reductions.iter_mut().zip(other.reductions);
        sums.for_each(|(sum, cost)| *sum += cost);
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
        one.note_pruned(Pruning::History);
        let mut sum = one;
        sum.add(&one);
        assert_eq!((sum.of(End::Table), sum.of(End::Rule)), (2, 0));
        assert_eq!(sum.pruned_by(Pruning::History), 2);
    }
}
