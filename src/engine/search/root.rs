//! The root: iterations of a growing interest limit, aspiration, several lines, and when to be
//! content with the best move.

use super::budget::Budget;
use super::report::{Info, Listener};
use super::root_move::Finding;
use super::score::{Bound, Score};
use super::signals::Shared;
use super::worker::Worker;
use crate::eval::{INFINITE, LONGEST_MATE, MATE, MAX_PLY, is_mate};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Iterations before the value is trusted enough for a narrow window.
const FULL_WINDOW_ITERATIONS: u32 = 4;
/// How much wider the window becomes when the value lies outside.
const WINDOW_GROWTH: i32 = 2;
/// Beyond this many centipawns the window is opened for good.
const WIDEST_WINDOW: i32 = 1500;
/// The share of the CPU time, in percent, after which no iteration begins: it would not end in time.
const NEXT_ITERATION_PERCENT: u32 = 60;
/// The last iteration: what the longest line can use.
const LAST_ITERATION: u32 = MAX_PLY as u32 - 8;

/// What the main thread does beside searching: it reports and decides when to stop.
pub struct MainThread<'a> {
    /// Who hears of it.
    pub listener: &'a mut dyn Listener,
    /// Lines to report.
    pub multi_pv: usize,
    /// Least time between reports within an iteration, in ms; none for no such reports.
    pub interval_ms: Option<u64>,
    last_report_ms: u64,
}

impl<'a> MainThread<'a> {
    /// Reports to `listener` up to `multi_pv` lines, those of bounds at least `interval_ms` apart.
    pub fn new(listener: &'a mut dyn Listener, multi_pv: usize, interval_ms: Option<u64>) -> Self {
        Self {
            listener,
            multi_pv,
            interval_ms,
            last_report_ms: 0,
        }
    }
}

impl Worker {
    /// Searches iteration after iteration until a limit is reached. `main_thread` is for
    /// the thread that reports; the others follow until they are told to stop, from iteration
    /// `first_iteration` so that they do not all do the same.
    pub fn iterate(
        &mut self,
        shared: &Shared,
        first_iteration: u32,
        mut main_thread: Option<MainThread>,
    ) {
        let last = shared
            .limits
            .depth
            .map_or(LAST_ITERATION, |depth| depth.min(LAST_ITERATION));
        let first_iteration = match shared.limits.depth {
            Some(_) if self.settings.config.deepening == 0 => last,
            _ => first_iteration,
        };
        let lines = main_thread
            .as_ref()
            .map_or(1, |main_thread| main_thread.multi_pv)
            .clamp(1, self.root_moves.len());
        let mut stability = 0;
        for iteration in first_iteration..=last.max(first_iteration) {
            self.begin_iteration(iteration);
            let before = &self.root_moves[0];
            let (best_before, expected) = (before.mv, before.last_value);
            for line in 0..lines {
                self.first_root_move = line;
                self.search_line(shared, main_thread.as_mut());
                if self.stopped {
                    break;
                }
            }
            self.first_root_move = 0;
            if self.stopped {
                self.restore_unfinished();
                if let Some(main_thread) = main_thread.as_mut() {
                    self.report_others(shared, main_thread, lines);
                }
                break;
            }
            self.root_moves[..lines].sort_by_key(|root| -root.value);
            self.settle_on(lines);
            stability = if self.root_moves[0].mv == best_before {
                stability + 1
            } else {
                0
            };
            if let Some(main_thread) = main_thread.as_mut() {
                self.report_all(shared, main_thread, lines);
                if self.content(shared, stability, expected) {
                    break;
                }
            }
        }
    }

    fn begin_iteration(&mut self, iteration: u32) {
        self.iteration = iteration;
        self.last_seldepth = std::mem::take(&mut self.seldepth);
        self.plausibility.halve();
        for root in &mut self.root_moves {
            root.last_value = root.value;
            root.value = -INFINITE;
        }
    }

    /// The first `lines` of the moves are the best of an iteration that came to its end.
    fn settle_on(&mut self, lines: usize) {
        for (place, root) in self.root_moves.iter_mut().enumerate() {
            root.rank = (place < lines).then_some(place);
        }
    }

    /// After a stop: moves that this iteration did not come to keep their last values, behind
    /// those it did.
    fn restore_unfinished(&mut self) {
        if self.root_moves[0].value == -INFINITE {
            for root in &mut self.root_moves {
                root.value = root.last_value;
            }
            self.root_moves.sort_by_key(|root| -root.value);
            return;
        }
        let last = self
            .root_moves
            .iter()
            .map(|root| root.value)
            .filter(|&value| value > -INFINITE)
            .count();
        for root in &mut self.root_moves[last..] {
            root.value = root.last_value;
        }
    }

    /// Finds the best of the root moves from `first_root_move` on, with a window around its
    /// last value that is widened until the value lies within.
    fn search_line(&mut self, shared: &Shared, mut main_thread: Option<&mut MainThread>) {
        let first = self.first_root_move;
        let expected = self.root_moves[first].last_value;
        let mut width = self.settings.config.aspiration_window;
        let narrow = width > 0 && self.iteration > FULL_WINDOW_ITERATIONS && !is_mate(expected);
        let (mut alpha, mut beta) = if narrow {
            (expected - width, expected + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let budget = Budget::at_root(self.iteration, self.settings.config.iteration_step);
            let value = self.node(shared, alpha.max(-INFINITE), beta.min(INFINITE), budget, 0);
            if self.stopped {
                self.bring_forward();
                return;
            }
            self.bring_forward();
            width *= WINDOW_GROWTH;
            let bound = Bound::within(value, alpha, beta);
            match bound {
                Bound::Upper if alpha > -INFINITE => alpha = value - width,
                Bound::Lower if beta < INFINITE => beta = value + width,
                _ => return,
            }
            if width > WIDEST_WINDOW || is_mate(value) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            if let Some(main_thread) = main_thread.as_deref_mut() {
                self.report_bound(shared, main_thread, bound, value);
            }
            for root in &mut self.root_moves[first..] {
                // What is known if the search is stopped before it finds more.
                root.last_value = root.last_value.max(root.value);
                root.value = -INFINITE;
            }
        }
    }

    /// Sorts the moves of this line, best first; equals keep their order.
    fn bring_forward(&mut self) {
        let first = self.first_root_move;
        self.root_moves[first..].sort_by_key(|root| -root.value);
    }

    /// Whether there is no point or no time in another iteration: the best move has been the same for
    /// `stability` iterations, and the last one said `expected`.
    fn content(&self, shared: &Shared, stability: u32, expected: i32) -> bool {
        let best = &self.root_moves[0];
        let limits = shared.limits;
        let asked_for_all = limits.infinite || limits.depth.is_some() || limits.nodes.is_some();
        let mate_found = is_mate(best.value) && MATE - best.value.abs() <= self.iteration as i32;
        if limits.ponder && shared.signals.holding() {
            return false;
        }
        if mate_found && !asked_for_all {
            return true;
        }
        let drop = if expected > -LONGEST_MATE {
            expected - best.value
        } else {
            0
        };
        let past_nodes = limits.soft_nodes.is_some_and(|soft| self.nodes >= soft);
        past_nodes
            || shared.past_cpu_time(NEXT_ITERATION_PERCENT)
            || !shared
                .clock()
                .may_start_iteration(Instant::now(), stability, drop.max(0))
    }

    fn report_all(&self, shared: &Shared, main_thread: &mut MainThread, lines: usize) {
        main_thread.last_report_ms = shared.clock().since_request_ms();
        for line in 0..lines {
            main_thread.listener.info(&self.info(shared, line));
        }
    }

    /// Reports what is known of the lines after the first, of which the search reports at its end; the last
    /// of them first.
    fn report_others(&self, shared: &Shared, main_thread: &mut MainThread, lines: usize) {
        for line in (1..lines).rev() {
            if self.root_moves[line].told(line).value > -INFINITE {
                main_thread.listener.info(&self.info(shared, line));
            }
        }
    }

    fn report_bound(
        &self,
        shared: &Shared,
        main_thread: &mut MainThread,
        bound: Bound,
        value: i32,
    ) {
        let now = shared.clock().since_request_ms();
        let is_due = |ms: u64| now >= main_thread.last_report_ms + ms.max(1);
        if main_thread.multi_pv == 1 && main_thread.interval_ms.is_some_and(is_due) {
            main_thread.last_report_ms = now;
            let last = &self.root_moves[0].last;
            let info = Info {
                score: Score::of_value(value),
                bound,
                ..self.info_of(shared, 0, last)
            };
            main_thread.listener.info(&info);
        }
    }

    /// The state of the search, with what is told of the root move at `index`.
    pub fn info(&self, shared: &Shared, index: usize) -> Info {
        let nothing = Finding::default();
        let finding = self.root_moves.get(index).map(|root| root.told(index));
        self.info_of(shared, index, finding.unwrap_or(&nothing))
    }

    fn info_of(&self, shared: &Shared, index: usize, finding: &Finding) -> Info {
        let others = shared.nodes.load(Relaxed);
        let seldepth = if finding.iteration < self.iteration {
            self.last_seldepth
        } else {
            self.seldepth
        };
        Info {
            depth: finding.iteration,
            selective_depth: (seldepth as u32).max(1),
            multi_pv: index as u32 + 1,
            score: self.score_of(finding),
            bound: finding.bound,
            declares: false,
            nodes: others.max(self.nodes),
            time_ms: shared.clock().since_request_ms(),
            hash_full: shared.table.permille_full(),
            pv: finding.line.to_vec(),
        }
    }

    /// The score of the last whole line of the best moves: that of the position, where the best move is so
    /// new that there is only a bound for it.
    pub fn whole_score(&self) -> Score {
        let ranked = self.root_moves.iter().filter(|root| root.rank.is_some());
        let whole = ranked.filter_map(|root| root.whole.as_ref());
        let best = whole.max_by_key(|finding| finding.value);
        best.map_or_else(
            || self.score_of(&Finding::default()),
            |it| self.score_of(it),
        )
    }

    /// The score of a finding; the static value as long as nothing was searched.
    fn score_of(&self, finding: &Finding) -> Score {
        Score::of_value(if finding.value > -INFINITE {
            finding.value
        } else {
            self.corrected(self.static_root)
        })
    }
}
