//! The root: iterations of a growing interest limit, aspiration, several lines, and when to be
//! content with the best move.

use super::explanation::Cost;
use super::interest::{Budget, PLY};
use super::report::{Bound, Info, Listener, Score};
use super::signals::Shared;
use super::styles::{Chosen, Classic, Interest, Laboratory, Modern, Style};
use super::worker::Worker;
use crate::eval::{INFINITE, LONGEST_MATE, MATE, MAX_PLY, is_mate};
use crate::shogi::Move;
use arrayvec::ArrayVec;
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
        main_thread: Option<MainThread>,
    ) {
        let first = first_iteration;
        match self.settings.style {
            Chosen::Interest => self.iterate_in::<Interest>(shared, first, main_thread),
            Chosen::Modern => self.iterate_in::<Modern>(shared, first, main_thread),
            Chosen::Classic => self.iterate_in::<Classic>(shared, first, main_thread),
            Chosen::Laboratory(_) => self.iterate_in::<Laboratory>(shared, first, main_thread),
        }
    }

    fn iterate_in<S: Style>(
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
            .clamp(1, self.root.moves.len());
        let mut stability = 0;
        for iteration in first_iteration..=last.max(first_iteration) {
            self.begin_iteration(iteration);
            let before = &self.root.moves[0];
            let (best_before, expected) = (before.mv, before.last_value);
            for line in 0..lines {
                self.root.first = line;
                self.search_line::<S>(shared, main_thread.as_mut());
                if self.stopped {
                    break;
                }
            }
            self.root.first = 0;
            if self.stopped {
                self.restore_unfinished();
                if let Some(main_thread) = main_thread.as_mut() {
                    self.report_others(shared, main_thread, lines);
                }
                break;
            }
            self.root.moves[..lines].sort_by_key(|root| -root.value);
            self.settle_on(lines);
            stability = if self.root.moves[0].mv == best_before {
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
        self.root.iteration = iteration;
        self.counts.last_seldepth = std::mem::take(&mut self.counts.seldepth);
        self.learned.plausibility.halve();
        for root in &mut self.root.moves {
            root.last_value = root.value;
            root.value = -INFINITE;
        }
    }

    /// The first `lines` of the moves are the best of an iteration that came to its end.
    fn settle_on(&mut self, lines: usize) {
        for (place, root) in self.root.moves.iter_mut().enumerate() {
            root.rank = (place < lines).then_some(place);
        }
    }

    /// After a stop: moves that this iteration did not come to keep their last values, behind
    /// those it did.
    fn restore_unfinished(&mut self) {
        let moves = &mut self.root.moves;
        let reached = moves.iter().filter(|root| root.value > -INFINITE);
        let reached = reached.count();
        for root in &mut moves[reached..] {
            root.value = root.last_value;
        }
        if reached == 0 {
            moves.sort_by_key(|root| -root.value);
        }
    }

    /// Finds the best of the root moves from `first_root_move` on, with a window around its
    /// last value that is widened until the value lies within.
    fn search_line<S: Style>(&mut self, shared: &Shared, mut main_thread: Option<&mut MainThread>) {
        let first = self.root.first;
        let expected = self.root.moves[first].last_value;
        let mut width = self.settings.config.aspiration_window;
        let narrow =
            width > 0 && self.root.iteration > FULL_WINDOW_ITERATIONS && !is_mate(expected);
        let (mut alpha, mut beta) = if narrow {
            (expected - width, expected + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let budget = Budget::at_root(self.root.iteration, self.settings.config.iteration_step);
            let value = self.node::<S>(
                shared,
                alpha.max(-INFINITE),
                beta.min(INFINITE),
                budget,
                0,
                false,
            );
            // Equals keep their order.
            self.root.moves[first..].sort_by_key(|root| -root.value);
            if self.stopped {
                return;
            }
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
            for root in &mut self.root.moves[first..] {
                // What is known if the search is stopped before it finds more.
                root.last_value = root.last_value.max(root.value);
                root.value = -INFINITE;
            }
        }
    }

    /// Whether there is no point or no time in another iteration: the best move has been the same for
    /// `stability` iterations, and the last one said `expected`.
    fn content(&self, shared: &Shared, stability: u32, expected: i32) -> bool {
        let best = &self.root.moves[0];
        let limits = shared.limits;
        let asked_for_all = limits.infinite || limits.depth.is_some() || limits.nodes.is_some();
        let mate_found =
            is_mate(best.value) && MATE - best.value.abs() <= self.root.iteration as i32;
        if limits.ponder && shared.signals.holding() {
            return false;
        }
        if mate_found && !asked_for_all {
            return true;
        }
        let drop = if expected > -LONGEST_MATE {
            (expected - best.value).max(0)
        } else {
            0
        };
        let past_nodes = limits
            .soft_nodes
            .is_some_and(|soft| self.counts.nodes >= soft);
        past_nodes
            || shared.past_cpu_time(NEXT_ITERATION_PERCENT)
            || !shared
                .clock()
                .may_start_iteration(Instant::now(), stability, drop as u32)
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
            if self.root.moves[line].reported(line).value > -INFINITE {
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
            let last = &self.root.moves[0].last;
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
        let nothing = RootLine::default();
        let found = self.root.moves.get(index).map(|root| root.reported(index));
        self.info_of(shared, index, found.unwrap_or(&nothing))
    }

    fn info_of(&self, shared: &Shared, index: usize, found: &RootLine) -> Info {
        let others = shared.nodes.load(Relaxed);
        let seldepth = if found.iteration < self.root.iteration {
            self.counts.last_seldepth
        } else {
            self.counts.seldepth
        };
        Info {
            depth: found.iteration,
            selective_depth: (seldepth as u32).max(1),
            multi_pv: index as u32 + 1,
            score: self.score_of(found),
            bound: found.bound,
            declares: false,
            nodes: others.max(self.counts.nodes),
            time_ms: shared.clock().since_request_ms(),
            hash_full: shared.table.permille_full(),
            pv: found.line.iter().map(|it| it.mv).collect(),
        }
    }

    /// The score of the last whole line of the best moves: that of the position, where the best move is so
    /// new that there is only a bound for it.
    pub fn whole_score(&self) -> Score {
        let ranked = self.root.moves.iter().filter(|root| root.rank.is_some());
        let whole = ranked.filter_map(|root| root.whole.as_ref());
        let best = whole.max_by_key(|found| found.value);
        best.map_or_else(
            || self.score_of(&RootLine::default()),
            |it| self.score_of(it),
        )
    }

    /// The score of a found; the static value as long as nothing was searched.
    fn score_of(&self, found: &RootLine) -> Score {
        Score::of_value(if found.value > -INFINITE {
            found.value
        } else {
            self.corrected(self.root.static_value)
        })
    }
}

/// What the node of a move of a line has paid for it, in centi-plies; nothing in quiescence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paid {
    /// For an ordinary move.
    ordinary: i16,
    /// For the interest that it has lost.
    interest: i16,
    /// Less because it is singular.
    pub singular: i16,
    /// By both sides, because the table had no move.
    reduction: i16,
}

impl Paid {
    /// For a move that is not singular.
    #[inline]
    pub fn new(ordinary: i32, interest: i32, reduction: i32) -> Self {
        Self {
            ordinary: ordinary as i16,
            interest: interest as i16,
            singular: 0,
            reduction: reduction as i16,
        }
    }

    /// What both budgets have lost before the move was made.
    pub fn reduction(self) -> i32 {
        i32::from(self.reduction)
    }

    /// What the side has paid for the move alone.
    pub fn for_the_move(self) -> i32 {
        i32::from(self.ordinary) + i32::from(self.interest) - i32::from(self.singular)
    }

    /// The whole as a sum.
    pub fn explained(self) -> Cost {
        let ordinary = i32::from(self.ordinary);
        let parts = vec![
            ("singular", -i32::from(self.singular)),
            ("no table move", self.reduction()),
            ("interest", i32::from(self.interest)),
        ];
        let more = self.for_the_move() + self.reduction() - ordinary;
        Cost::new(ordinary, more, parts)
    }
}

/// A move of a line, with what was paid for it.
#[derive(Clone, Copy, Debug)]
pub struct PvMove {
    pub mv: Move,
    pub paid: Paid,
}

impl PvMove {
    /// `mv`, of which no more is known than that it costs a ply.
    pub fn ordinary(mv: Move) -> Self {
        let paid = Paid::new(PLY, 0, 0);
        Self { mv, paid }
    }
}

/// A line of moves.
pub type Line = ArrayVec<PvMove, MAX_PLY>;

/// What an iteration has found out about a move of the root.
#[derive(Clone, Debug)]
pub struct RootLine {
    /// The value; −[`INFINITE`] as long as nothing was searched.
    pub value: i32,
    /// What the value bounds: outside the window that was searched it is no value itself.
    pub bound: Bound,
    /// The line that the move leads; outside the window a move or two. On the heap: all moves of the root are sorted
    /// by what was found after each iteration.
    pub line: Vec<PvMove>,
    pub iteration: u32,
}

impl Default for RootLine {
    /// Nothing.
    fn default() -> Self {
        Self {
            value: -INFINITE,
            bound: Bound::Exact,
            line: Vec::new(),
            iteration: 1,
        }
    }
}

/// A move of the root with what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// Its value in this iteration; −[`INFINITE`] if it was not found better than another.
    pub value: i32,
    /// Its value in the last iteration.
    pub last_value: i32,
    /// What was found last.
    pub last: RootLine,
    /// The last found that is exact.
    pub whole: Option<RootLine>,
    /// Its rank, from 0, in the last iteration that came to its end, if it was among the lines asked for.
    pub rank: Option<usize>,
    /// Nodes spent on it in this search.
    pub nodes: u64,
}

impl RootMove {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> Self {
        Self {
            mv,
            value: -INFINITE,
            last_value: -INFINITE,
            last: RootLine {
                line: vec![PvMove::ordinary(mv)],
                ..RootLine::default()
            },
            whole: None,
            rank: None,
            nodes: 0,
        }
    }

    /// Takes note of what was `found`.
    pub fn found(&mut self, found: RootLine) {
        self.value = found.value;
        if found.bound == Bound::Exact {
            self.whole = Some(found.clone());
        }
        self.last = found;
    }

    /// What is told of it at `rank` when an iteration or the search has ended: its last whole line, whatever
    /// an unfinished search has found since; but of a move that has risen, why it has.
    pub fn reported(&self, rank: usize) -> &RootLine {
        let has_risen = self.rank.is_none_or(|before| rank < before);
        match &self.whole {
            Some(whole) if !has_risen => whole,
            _ => &self.last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: i32, bound: Bound, iteration: u32) -> RootLine {
        RootLine {
            value,
            bound,
            iteration,
            ..RootLine::default()
        }
    }

    #[test]
    fn a_bound_is_reported_only_of_a_move_that_has_risen() {
        let mut root = RootMove::new(Move::NONE);
        root.found(found(120, Bound::Exact, 8));
        root.rank = Some(1);
        root.found(found(200, Bound::Lower, 9));
        assert_eq!(root.value, 200);
        let reported = |rank| (root.reported(rank).value, root.reported(rank).iteration);
        assert_eq!(
            [reported(0), reported(1), reported(2)],
            [(200, 9), (120, 8), (120, 8)]
        );
        root.found(found(90, Bound::Exact, 9));
        assert_eq!(root.reported(1).value, 90);
    }
}
