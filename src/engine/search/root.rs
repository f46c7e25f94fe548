//! The root: iterations of a growing depth, aspiration, several lines, and when to be content with the best move.
//!
//! Windows follow the running means of each root move's values, as in Stockfish.

use super::conventions::{Conventions, Own};
use super::line::{Paid, PvMove};
use super::node;
use super::report::{Bound, Info, Listener, Score};
use super::signals::Shared;
use super::worker::Worker;
use crate::eval::{INFINITE, LONGEST_MATE, MATE, MAX_PLY, PAWN, is_mate};
use crate::platform::Instant;
use crate::shogi::Move;
use crate::shogi::movegen::count_legal;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

/// Half of the narrowest window, in units.
const NARROWEST: i32 = 5;
/// The share of the CPU time, in percent, after which no iteration begins: it would not end in time.
const NEXT_ITERATION_PERCENT: u32 = 60;
/// The last iteration: what the longest line can use.
pub const LAST_ITERATION: u32 = MAX_PLY as u32 - 8;

/// The root of a search.
#[derive(Default)]
pub struct Root {
    /// Its moves, best first once searched.
    pub moves: Vec<RootMove>,
    /// The moves before this index are not searched: their lines are found already (`MultiPV`).
    pub first: usize,
    /// The iteration at hand.
    pub iteration: u32,
    /// The last iteration that came to its end; 0 for none.
    pub last_whole: u32,
    /// The value that it found; none before there is one.
    pub whole_value: Option<i32>,
    /// The width of the window.
    pub window: i32,
    /// Whether all its moves are searched: what is found without some of them is not the value of the position.
    pub is_whole: bool,
    /// Its static value, for as long as nothing was searched.
    pub static_value: i32,
}

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
        self.iterate_by::<Own>(shared, first_iteration, main_thread);
    }

    /// The same by these conventions.
    pub fn iterate_by<C: Conventions>(
        &mut self,
        shared: &Shared,
        first_iteration: u32,
        mut main_thread: Option<MainThread>,
    ) {
        let last = shared
            .limits
            .depth
            .map_or(LAST_ITERATION, |depth| depth.min(LAST_ITERATION));
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
                self.search_line::<C>(shared, main_thread.as_mut());
                if self.stopped {
                    break;
                }
            }
            self.root.first = 0;
            if self.stopped {
                self.end_unfinished::<C>(best_before);
                if let Some(main_thread) = main_thread.as_mut() {
                    self.report_others(shared, main_thread, lines);
                }
                break;
            }
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
            if lines == 1 && self.has_found_mate() {
                break;
            }
        }
    }

    fn begin_iteration(&mut self, iteration: u32) {
        self.root.iteration = iteration;
        self.counts.last_seldepth = std::mem::take(&mut self.counts.seldepth);
        self.learned.plausibility.halve();
        for root in &mut self.root.moves {
            root.last_value = root.value;
        }
    }

    /// The first `lines` of the moves are the best of an iteration that came to its end.
    fn settle_on(&mut self, lines: usize) {
        self.root.last_whole = self.root.iteration;
        let moves = &mut self.root.moves;
        moves[..lines].sort_by_key(RootMove::rank_key);
        for (place, root) in moves.iter_mut().enumerate() {
            root.rank = (place < lines).then_some(place);
        }
        let best = moves.first().map(|root| root.reported(0));
        self.root.whole_value = best.map(|it| it.value);
        let line = best.into_iter().flat_map(|it| it.line.iter());
        self.line.last_pv.clear();
        self.line.last_pv.extend(line.map(|it| it.mv));
    }

    /// After a stop: a move that is known to lose is not played as long as there are others that are not, unless the last
    /// whole iteration says that the position is lost. `best_before` was its best.
    fn end_unfinished<C: Conventions>(&mut self, best_before: Move) {
        let root = &mut self.root;
        let whole = root.whole_value;
        let is_lost = RootMove::is_lost;
        if root.last_whole == 0 || !root.moves.first().is_some_and(is_lost) {
            return;
        }
        if !C::LATE && whole.is_some_and(|value| value <= -LONGEST_MATE) {
            return;
        }
        let is_best_before = |it: &RootMove| it.mv == best_before;
        let other = if C::LATE {
            root.moves.iter().position(is_best_before)
        } else {
            // What took most nodes was the hardest to refute.
            let moves = root.moves.iter().enumerate();
            let unrefuted = moves.filter(|(_, it)| !is_lost(it));
            let best = unrefuted.max_by_key(|(_, it)| (is_best_before(it), it.nodes));
            best.map(|(index, _)| index)
        };
        let Some(other) = other else {
            return;
        };
        root.moves[..=other].rotate_right(1);
        let best = &mut root.moves[0];
        if best.whole.is_none() {
            // All that is known of it is that it was no better than the best of that iteration.
            best.last = RootLine {
                value: whole.unwrap_or(best.last.value),
                bound: Bound::Upper,
                iteration: root.last_whole,
                ..std::mem::take(&mut best.last)
            };
        }
    }

    /// Whether a mate was found that so much deeper a search would not find shorter.
    fn has_found_mate(&self) -> bool {
        let best = self.root.moves[0].value;
        let plies = MATE - best.abs();
        is_mate(best) && (plies + 2) * 5 / 2 < self.root.iteration as i32
    }

    /// Finds the best of the root moves from `first` on, with a window around the mean of its values that
    /// is widened until the value lies within.
    fn search_line<C: Conventions>(
        &mut self,
        shared: &Shared,
        mut main_thread: Option<&mut MainThread>,
    ) {
        let first = self.root.first;
        self.root.is_whole = C::LATE && first == 0
            || self.root.moves[first..].len() as u64 == count_legal(&self.line.pos);
        let RootMove {
            mean, mean_square, ..
        } = self.root.moves[first];
        let mut width = NARROWEST + mean_square.abs() / 9000;
        let mut alpha = (mean - width).max(-INFINITE);
        let mut beta = (mean + width).min(INFINITE);
        let mut times_high = 0;
        loop {
            self.root.window = beta - alpha;
            let task = node::Task {
                ply: 0,
                alpha,
                beta,
                depth: (self.root.iteration as i32 - times_high).max(1),
                cut: false,
            };
            let value = self.node::<node::Root, C>(shared, task);
            self.root.moves[first..].sort_by_key(RootMove::rank_key);
            if self.stopped {
                return;
            }
            let bound = Bound::within(value, alpha, beta);
            match bound {
                Bound::Upper => {
                    beta = alpha;
                    alpha = (value - width).max(-INFINITE);
                    times_high = 0;
                }
                Bound::Lower => {
                    alpha = alpha.max(beta - width);
                    beta = (value + width).min(INFINITE);
                    times_high += 1;
                }
                Bound::Exact => return,
            }
            width += width / 3;
            if let Some(main_thread) = main_thread.as_deref_mut() {
                self.report_bound(shared, main_thread, bound, value);
            }
        }
    }

    /// Whether root move `mv` is to be searched: it was asked for, and its line is not found already.
    pub fn is_asked_for(&self, mv: Move) -> bool {
        let moves = &self.root.moves[self.root.first..];
        self.root.is_whole || moves.iter().any(|root| root.mv == mv)
    }

    /// Takes note of what the search of root move `mv` came to, paid for so.
    pub fn note_root_move(&mut self, mv: Move, paid: Paid, nodes: u64, found: Found) {
        self.line.lead_with(0, mv, paid);
        let line = &self.line.at(0).pv;
        let iteration = self.root.iteration;
        if let Some(root) = self.root.moves.iter_mut().find(|root| root.mv == mv) {
            root.nodes += nodes;
            root.weigh(found.value);
            if found.is_best {
                root.found(RootLine {
                    value: found.value,
                    bound: found.bound,
                    line: line.to_vec(),
                    iteration,
                });
            } else {
                root.value = -INFINITE;
            }
        }
    }

    /// Whether there is no point or no time in another iteration: the best move has been the same for
    /// `stability` iterations, and the last one said `expected`.
    pub fn content(&self, shared: &Shared, stability: u32, expected: i32) -> bool {
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
        let drop_cp = if expected > -LONGEST_MATE {
            (expected - best.value).max(0) * 100 / PAWN
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
                .may_start_iteration(Instant::now(), stability, drop_cp as u32)
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

    /// The score of the last whole iteration: that of the position, where the best move is so new that there is only a
    /// bound for it.
    pub fn whole_score(&self) -> Score {
        let nothing = || self.score_of(&RootLine::default());
        self.root.whole_value.map_or_else(nothing, Score::of_value)
    }

    /// The score of a found; the static value as long as nothing was searched.
    fn score_of(&self, found: &RootLine) -> Score {
        Score::of_value(if found.value > -INFINITE {
            found.value
        } else {
            Self::corrected(self.root.static_value, self.correction(0))
        })
    }
}

/// What the search of a root move came to.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub value: i32,
    /// What the value bounds.
    pub bound: Bound,
    /// Whether it is the best so far: of the others, values are bounds that say little.
    pub is_best: bool,
}

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
    /// The running mean of its values, bounds too.
    mean: i32,
    /// The same of their squares, with their signs.
    mean_square: i32,
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
            mean: -INFINITE,
            mean_square: -INFINITE * INFINITE,
            last: RootLine {
                line: vec![PvMove {
                    mv,
                    paid: Paid::default(),
                }],
                ..RootLine::default()
            },
            whole: None,
            rank: None,
            nodes: 0,
        }
    }

    /// Whether what was found of it last, in whichever iteration, is that it loses.
    fn is_lost(&self) -> bool {
        self.last.value > -INFINITE && self.last.value <= -LONGEST_MATE
    }

    /// The better the less.
    fn rank_key(&self) -> (Reverse<i32>, Reverse<i32>) {
        (Reverse(self.value), Reverse(self.last_value))
    }

    /// Takes note of a value, or a bound.
    fn weigh(&mut self, value: i32) {
        let square = value * value.abs();
        if self.mean == -INFINITE {
            (self.mean, self.mean_square) = (value, square);
        } else {
            self.mean = i32::midpoint(self.mean, value);
            self.mean_square = i32::midpoint(self.mean_square, square);
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
    use crate::player::{Engine, Settings};
    use crate::search::{Limits, Outcome};
    use crate::shogi::game::Game;

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

    #[test]
    fn the_score_of_the_last_whole_iteration_stays_while_the_next_one_finds_its_line_anew() {
        let mut worker = Worker::at(&Settings::default(), &Game::default());
        worker.root.iteration = 5;
        worker.root.moves = [153, 140]
            .map(|value| {
                let mut root = RootMove::new(Move::NONE);
                root.found(found(value, Bound::Exact, 5));
                root
            })
            .into();
        worker.settle_on(2);
        worker.root.moves[0].found(found(90, Bound::Exact, 6));
        assert_eq!(worker.whole_score(), Score::of_value(153));
    }

    /// With 3,000 nodes the first move is found to be mated in the iteration that the limit ends, and no other is
    /// looked at.
    #[test]
    fn a_move_that_an_unfinished_iteration_finds_to_lose_is_not_played_before_others_were_looked_at()
     {
        const POSITION: &str = "sfen 4g3l/+B2s2Gs1/pKpppp1kp/gr3n1N1/4s2G1/2P4P1/P1+bPP1P1P/6+p2/L3S2NL \
                                b LPrn3p 1 moves 8c7b R*4h L*3d";
        let (game, _) = Game::parse(POSITION).unwrap();
        let loses = |outcome: &Outcome| {
            let scores = [outcome.score, outcome.info.score];
            let is_lost = |score: &Score| matches!(score, Score::Mate(..=-1) | Score::Mated);
            scores.iter().any(is_lost)
        };
        let mut engine = Engine::new(Settings {
            hash_mb: 8,
            ..Settings::default()
        });
        for nodes in (500..12_000).step_by(100) {
            engine.new_game();
            engine.set_game(game.clone());
            let outcome = engine.search(Limits::nodes(nodes), &mut ());
            assert!(!loses(&outcome), "{nodes} nodes: {:?}", outcome.info);
        }
    }
}
