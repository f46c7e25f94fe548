//! Shortening a mate that is proven.
//!
//! The first mate that is found is rarely a shortest. A shorter one is looked for at each move of its
//! line, from the last to the first: near the end that costs little, and what is found there makes
//! the search before it end sooner. No position may cost more than a slice of what may be spent; once
//! nothing gets shorter, the slices grow.

use super::MateLength;
use super::node::ANY_PLIES;
use super::search::{Line, Search};
use crate::shogi::Move;

/// How many nodes may be spent to shorten a mate, for each that it took to prove it.
const SHARE: u64 = 1;
/// So many may always be spent, for what is proven at a glance.
const LEAST: u64 = 20_000;
/// The first slice is this part of what may be spent.
const FIRST_SLICE: u64 = 256;

/// A mate.
pub(super) struct Mate {
    /// The attacker's moves, and the replies that hold out longest as far as is known.
    pub line: Vec<Move>,
    /// Whether it is proven that none takes fewer plies.
    pub is_shortest: bool,
    /// How many plies it is proven to take at most.
    pub plies: u16,
}

impl Search<'_> {
    /// A mate as short as `length` asks for, where `line` is that of one. Where a limit is reached it is
    /// the shortest that was found until then.
    pub(super) fn shorten(&mut self, line: Line, length: MateLength) -> Mate {
        let mut best = Mate {
            is_shortest: line.plies == 1,
            plies: line.plies,
            line: line.moves,
        };
        if length == MateLength::Any || best.is_shortest {
            return best;
        }
        self.announce(&best.line, best.plies);
        let budget = LEAST.max(self.watch.nodes.saturating_mul(SHARE));
        let end = self.watch.nodes.saturating_add(budget);
        let mut slice = budget / FIRST_SLICE;
        while !(best.is_shortest || self.watch.is_over() || self.watch.nodes >= end) {
            let before = self.watch.nodes;
            if !self.shorten_along(&mut best, slice, end) {
                if self.watch.nodes == before {
                    break;
                }
                slice *= 2;
            }
        }
        let rest = match length {
            MateLength::Shortest => u64::MAX,
            _ => end.saturating_sub(self.watch.nodes),
        };
        self.within(rest, |search| search.shorten_to_the_end(&mut best));
        // The line may not have been found out.
        best.is_shortest &= best.line.len() == usize::from(best.plies);
        best
    }

    /// Does `work` with at most so many `nodes`.
    fn within<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        self.watch.part_ends = self.watch.nodes.saturating_add(nodes);
        let done = work(self);
        self.watch.part_ends = u64::MAX;
        done
    }

    /// Looks for shorter mates at each of the attacker's moves of the line of `best`, with at most
    /// `slice` nodes each, as long as fewer than `end` were searched; says whether there is one.
    fn shorten_along(&mut self, best: &mut Mate, slice: u64, end: u64) -> bool {
        let before_last = best.line.len() - 1;
        let mut made = Vec::new();
        for &mv in &best.line[..before_last] {
            made.push((mv, self.pos.do_move(mv)));
        }
        let mut is_shorter = self.shorten_here(slice, end);
        while let Some((mv, undo)) = made.pop() {
            self.pos.undo_move(mv, undo);
            if made.len().is_multiple_of(2) {
                is_shorter |= self.shorten_here(slice, end);
            }
        }
        if is_shorter && let Some(value) = self.shortest_mate(best.plies) {
            let most = slice.max(end.saturating_sub(self.watch.nodes));
            self.within(most, |search| search.take(best, value.plies, false));
        }
        let shorter = self.recall(best.plies.saturating_sub(2));
        best.is_shortest = best.plies == 1 || shorter.is_some_and(|value| value.is_no_mate());
        is_shorter
    }

    /// Looks for shorter mates in the present position until `slice` nodes do not find one.
    fn shorten_here(&mut self, slice: u64, end: u64) -> bool {
        let Some(mut plies) = self.shortest_mate(ANY_PLIES).map(|value| value.plies) else {
            return false;
        };
        let known = plies;
        while plies > 1 {
            let most = slice.min(end.saturating_sub(self.watch.nodes));
            let shorter = self.within(most, |search| search.decide(plies - 2));
            if !shorter.is_mate() {
                break;
            }
            plies = shorter.plies;
        }
        plies < known
    }

    /// Looks for shorter and shorter mates until there is none, or a limit is reached.
    fn shorten_to_the_end(&mut self, best: &mut Mate) {
        while !(best.is_shortest || self.watch.is_over()) {
            let shorter = self.decide(best.plies.saturating_sub(2));
            if shorter.is_mate() {
                self.take(best, shorter.plies, false);
            }
            best.is_shortest = best.plies == 1 || shorter.is_no_mate();
        }
        if best.is_shortest {
            self.take(best, best.plies, true);
        }
    }

    /// Makes a mate of so many `plies` the best, with its line if that can be found out; with `exact`
    /// it is known to be a shortest.
    fn take(&mut self, best: &mut Mate, plies: u16, exact: bool) {
        best.plies = plies;
        if let Some(line) = self.line(plies, exact) {
            best.line = line.moves;
            best.plies = line.plies;
            self.announce(&best.line, best.plies);
        }
    }
}
