//! Several threads on one question. Each searches from the root; they share a table, in which what
//! one of them is searching looks harder to the others.

use super::limits::{Team, Watch};
use super::memory::{Memory, SharedTable};
use super::path::Path;
use super::search::Search;
use super::{DEEPEST, MateProblem, MateProgress, MateReport, STACK_BYTES};
use crate::shogi::Hand;
use crate::shogi::repetition::History;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

impl MateProblem {
    /// [`MateProblem::solve_here`] down to [`DEEPEST`], with `threads` in all; the limit of nodes is
    /// that of all together.
    pub fn solve_by(
        &self,
        threads: usize,
        history: &History,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&MateProgress),
    ) -> MateReport {
        if threads <= 1 {
            return self.solve_here(history, DEEPEST, stop, listener);
        }
        let ended = history.thrice();
        let table = SharedTable::new(self.hash_mb, !ended.is_empty());
        let team = Team::default();
        let helper = &|prefers_last| {
            let mut silent = |_: &MateProgress| {};
            let watch = Watch::new(self.limits, stop, &mut silent, Some(&team));
            let mut search = self.shared_search(&ended, &table, watch);
            search.prefers_last = prefers_last;
            search.decide(DEEPEST);
            team.decided.store(true, Ordering::Relaxed);
        };
        thread::scope(|scope| {
            for number in 1..threads {
                let help = move || helper(number % 2 == 1);
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                // With fewer threads than were asked for the answer is the same.
                let _ = thread.spawn_scoped(scope, help);
            }
            let watch = Watch::new(self.limits, stop, listener, Some(&team));
            let mut search = self.shared_search(&ended, &table, watch);
            search.decide(DEEPEST);
            team.decided.store(true, Ordering::Relaxed);
            if search
                .recall(DEEPEST)
                .is_some_and(|value| value.is_decided())
            {
                search.watch.go_on();
            }
            self.report(&mut search, DEEPEST)
        })
    }

    fn shared_search<'a>(
        &self,
        ended: &[(u64, Hand)],
        table: &'a SharedTable,
        watch: Watch<'a>,
    ) -> Search<'a> {
        let path = Path::new(ended.to_vec());
        Search::new(&self.position, path, Memory::Shared(table), watch)
    }
}
