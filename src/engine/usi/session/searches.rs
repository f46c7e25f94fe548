//! Searches of a session: what a `go` asks for, begun by it, ended by `stop`, `ponderhit` or themselves.
//!
//! With `Stochastic_Ponder` a `go ponder` thinks about the position before the expected move, and so
//! about all replies, and shows nothing. `ponderhit` then begins the search that was asked for, and `stop`
//! one that only just answers. A `go mate` is a search in the background, answered by exactly one
//! `checkmate`.

use super::Session;
use super::lines::{Output, Reporter};
use crate::mate::{
    MateAnswer, MateLength, MateLimits, MateProblem, MateProgress, MateReport, STACK_BYTES,
};
use crate::platform::{HAS_THREADS, Instant};
use crate::player::{Settings, most_threads};
use crate::search::{Bound, ClockReading, Decision, Info, Limits, Listener, Score};
use crate::shogi::game::Game;
use crate::shogi::movegen::perft_while;
use crate::shogi::repetition::History;
use crate::shogi::{Color, Move, Position, movegen};
use crate::usi::grammar::{Checkmate, GoRequest, GoTimes, MateTime, Response};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// How long to think when a `go` says nothing, in milliseconds.
const DEFAULT_MOVE_TIME_MS: u64 = 1000;

/// What `request`, received at `at`, asks of a search in `game`.
fn limits(request: &GoRequest, game: &Game, at: Instant) -> Limits {
    let mut limits = Limits {
        received: at,
        clock: request.times.reading(game.position().side()),
        move_time_ms: request.move_time_ms,
        nodes: request.nodes.map(|nodes| nodes.max(1)),
        depth: request.depth.map(|depth| depth.max(1)),
        infinite: request.is_infinite(),
        ponder: request.ponder,
        moves: legal_among(&request.moves, game),
        ..Limits::none()
    };
    if !(limits.infinite || limits.ponder || is_limited(&limits)) {
        limits.move_time_ms = Some(DEFAULT_MOVE_TIME_MS);
    }
    limits
}

/// Whether anything but `stop` ends a search.
fn is_limited(limits: &Limits) -> bool {
    let by_time = limits.clock.is_some() || limits.move_time_ms.is_some();
    by_time || limits.nodes.is_some() || limits.depth.is_some()
}

fn legal_among(moves: &[Move], game: &Game) -> Vec<Move> {
    let legal = movegen::legal_moves(game.position());
    moves
        .iter()
        .copied()
        .filter(|mv| legal.contains(mv))
        .collect()
}

/// The clock after a `ponderhit` when nobody said anything about time.
const DEFAULT_CLOCK: ClockReading = ClockReading {
    main_ms: 0,
    byoyomi_ms: DEFAULT_MOVE_TIME_MS,
    increment_ms: 0,
};

/// What is to be known about a search when its expected move is made.
#[derive(Clone, Copy)]
pub(super) struct Pondering {
    side: Color,
    /// The clock to use if `ponderhit` brings none.
    fallback: Option<ClockReading>,
}

/// A search that waits for the expected move.
pub(super) struct Expected {
    /// The game with that move.
    game: Game,
    request: GoRequest,
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn go_mate(&mut self, request: &GoRequest, at: Instant) {
        self.finish_search();
        self.stopping = false;
        match &self.game {
            Ok(game) => {
                let settings = self.options.settings();
                let problem = mate_problem(request, game, settings, at);
                let threads = settings.threads.min(most_threads());
                let past = game.history().clone();
                self.mate.start(problem, past, threads, self.output.clone());
            }
            Err(error) => {
                self.remark(format!("no position to search: {error}"));
                self.output.send(&Response::Checkmate(Checkmate::Timeout));
            }
        }
    }

    /// Counts the leaves of the tree of so many plies, in the background.
    pub(super) fn count(&mut self, depth: u32) {
        self.finish_search();
        self.stopping = false;
        match &self.game {
            Ok(game) => {
                let position = game.position().clone();
                self.mate.count(position, depth, self.output.clone());
            }
            Err(error) => self.remark(format!("no position: {error}")),
        }
    }

    pub(super) fn go(&mut self, request: &GoRequest, at: Instant) {
        self.finish_search();
        self.stopping = false;
        let game = match &self.game {
            Ok(game) => game.clone(),
            Err(error) => {
                self.without_position = Some(error.clone());
                if !(request.is_infinite() || request.ponder) {
                    self.resign_without_position();
                }
                return;
            }
        };
        self.forget_before_search();
        self.settle();
        match self.pondered_on(&game).filter(|_| request.ponder) {
            Some(pondered) => self.ponder_in_silence(pondered, game, request.clone()),
            None => self.search(game, request, at),
        }
    }

    /// What is searched in silence while the expected move that led to `game` is waited for; none where the search of
    /// `game` itself goes on when it comes, as one without threads cannot.
    fn pondered_on(&self, game: &Game) -> Option<Game> {
        if self.options.settings().time.stochastic_ponder {
            return game.before_last();
        }
        (!HAS_THREADS).then(|| game.clone())
    }

    /// Searches `game` as `request`, received at `at`, asks. No search may run.
    fn search(&mut self, game: Game, request: &GoRequest, at: Instant) {
        let limits = limits(request, &game, at);
        self.pondering = limits.ponder.then(|| Pondering {
            side: game.position().side(),
            fallback: (!is_limited(&limits)).then_some(DEFAULT_CLOCK),
        });
        let most = Some(self.options.settings().max_moves).filter(|&most| most > 0);
        let about = (game.clone(), most);
        let reporter = Reporter::new(self.output.clone(), Arc::clone(&self.searching), about);
        self.begin(game, limits, Box::new(reporter));
    }

    fn begin(&mut self, game: Game, limits: Limits, listener: Box<dyn Listener>) {
        self.has_learned = true;
        self.searching.store(true, Ordering::SeqCst);
        self.engine.set_game(game);
        self.engine.go(limits, listener);
    }

    fn ponder_in_silence(&mut self, pondered: Game, game: Game, request: GoRequest) {
        self.expected = Some(Expected { game, request });
        let limits = Limits {
            infinite: true,
            ..Limits::none()
        };
        self.begin(pondered, limits, Box::new(()));
    }

    /// Ends the search in silence, and returns the one that waits for it.
    fn end_silent_pondering(&mut self) -> Option<Expected> {
        let expected = self.expected.take()?;
        self.engine.stop();
        self.engine.wait();
        Some(expected)
    }

    /// Ends a search that had no position, if one is to be ended.
    fn resign_without_position(&mut self) {
        if let Some(error) = self.without_position.take() {
            self.remark(format!("no position to search: {error}"));
            self.output.send(&Response::BestMove(Decision::Resign));
        }
    }

    pub(super) fn ponder_hit(&mut self, times: &GoTimes, at: Instant) {
        self.resign_without_position();
        if let Some(Pondering { side, fallback }) = self.pondering.take() {
            self.engine.ponder_hit(at, times.reading(side).or(fallback));
        }
        if let Some(Expected { game, mut request }) = self.end_silent_pondering() {
            request.ponder = false;
            if *times != GoTimes::default() {
                request.times = *times;
            }
            self.search(game, &request, at);
        }
    }

    pub(super) fn stop(&mut self) {
        self.resign_without_position();
        self.pondering = None;
        self.stopping = true;
        if let Some(Expected { game, request }) = self.end_silent_pondering() {
            let request = GoRequest {
                nodes: Some(1),
                moves: request.moves,
                ..GoRequest::default()
            };
            self.search(game, &request, Instant::now());
        }
        self.engine.stop();
        self.mate.stop();
    }

    /// Stops the search, if one runs, and waits for its answer.
    pub(super) fn finish_search(&mut self) {
        self.stop();
        self.engine.wait();
        self.mate.wait();
    }
}

/// What `request`, received at `at`, asks about the position of `game`. Without a limit the
/// search goes on until it is decided or stopped.
fn mate_problem(request: &GoRequest, game: &Game, settings: &Settings, at: Instant) -> MateProblem {
    let mate_ms = match request.mate {
        Some(MateTime::Ms(ms)) => Some(ms),
        _ => None,
    };
    let ms = [mate_ms, request.move_time_ms].into_iter().flatten().min();
    MateProblem {
        position: game.position().clone(),
        limits: MateLimits {
            nodes: request.nodes.map(|nodes| nodes.max(1)),
            until: ms.and_then(|ms| at.checked_add(Duration::from_millis(ms))),
        },
        hash_mb: settings.hash_mb,
        length: MateLength::Shortened,
    }
}

/// The searches for mate of a session, and its counts, one at a time.
#[derive(Default)]
pub(super) struct MateSearch {
    stop: Arc<AtomicBool>,
    solver: Option<Solver>,
    running: bool,
    /// Whether what runs counts.
    is_counting: bool,
}

impl MateSearch {
    /// Begins to solve `problem`, to which `past` led, with so many `threads`; the answer goes to
    /// `output`. None may be running.
    pub(super) fn start<W: Write + Send + 'static>(
        &mut self,
        problem: MateProblem,
        past: History,
        threads: usize,
        output: Output<W>,
    ) {
        let stop = self.fresh_stop();
        let without_thread = output.clone();
        let search = move || {
            let mut report = |now: &MateProgress| output.send(&as_info(now.clone()));
            let answer = problem.solve_by(threads, &past, &stop, &mut report);
            answer_mate(answer, &output);
        };
        self.is_counting = false;
        if !self.run(Box::new(search)) {
            // No thread could be had: nothing was decided.
            without_thread.send(&Response::Checkmate(Checkmate::Timeout));
        }
    }

    /// Counts the leaves of the tree of so many plies from `position` on, and says so to `output`.
    pub(super) fn count<W: Write + Send + 'static>(
        &mut self,
        mut position: Position,
        depth: u32,
        output: Output<W>,
    ) {
        let stop = self.fresh_stop();
        let without_thread = output.clone();
        let count = move || {
            let mut goes_on = |_| !stop.load(Ordering::Relaxed);
            output.send(&match perft_while(&mut position, depth, &mut goes_on) {
                Some(leaves) => Response::Plain(format!("Nodes searched: {leaves}")),
                None => Response::Remark("perft stopped".to_owned()),
            });
        };
        self.is_counting = self.run(Box::new(count));
        if !self.is_counting {
            without_thread.send(&Response::Remark("no thread for perft".to_owned()));
        }
    }

    /// A flag of its own for each search: a `stop` that comes late stops no other. Where there are no threads none comes
    /// late.
    fn fresh_stop(&mut self) -> Arc<AtomicBool> {
        if HAS_THREADS {
            self.stop = Arc::default();
        }
        self.stop.store(false, Ordering::Relaxed);
        Arc::clone(&self.stop)
    }

    /// What ends a search where there are no threads.
    pub(super) fn stop_here(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Has `job` done by the thread for it, or here where there are no threads; false if there can be none.
    fn run(&mut self, job: Job) -> bool {
        if !HAS_THREADS {
            job();
            return true;
        }
        self.solver = self.solver.take().or_else(Solver::new);
        let solver = self.solver.as_ref();
        self.running = solver.is_some_and(|solver| solver.jobs.send(job).is_ok());
        self.running
    }

    /// Waits until what is counted, if anything, has been said.
    pub(super) fn finish_count(&mut self) {
        if std::mem::take(&mut self.is_counting) {
            self.wait();
        }
    }

    /// Ends the search, which then answers.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until the search, if any, has answered.
    pub(super) fn wait(&mut self) {
        if let Some(solver) = &self.solver
            && std::mem::take(&mut self.running)
        {
            let _ = solver.done.recv();
        }
    }
}

type Job = Box<dyn FnOnce() + Send>;

/// A thread with a stack for the solver, kept from one question to the next: to make one takes as
/// long as an easy mate.
struct Solver {
    jobs: Sender<Job>,
    done: Receiver<()>,
}

impl Solver {
    fn new() -> Option<Self> {
        let (jobs, questions) = mpsc::channel::<Job>();
        let (answered, done) = mpsc::channel();
        let work = move || {
            for job in questions {
                job();
                if answered.send(()).is_err() {
                    break;
                }
            }
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        thread.spawn(work).ok()?;
        Some(Self { jobs, done })
    }
}

fn answer_mate<W: Write>(report: MateReport, output: &Output<W>) {
    output.send(&as_info(report.progress));
    output.send(&Response::Checkmate(match report.answer {
        MateAnswer::Mate(line) => Checkmate::Line(line),
        MateAnswer::NoMate => Checkmate::NoMate,
        MateAnswer::NotDecided => Checkmate::Timeout,
    }));
}

/// What `progress` has to say: a mate as analysis with its length, or with a bound where the line is not
/// as long as is proven; anything else without a value.
fn as_info(progress: MateProgress) -> Response {
    let plies = progress.line.len();
    if !progress.is_mate || plies == 0 {
        return Response::MateProgress(progress);
    }
    let is_length = plies == usize::from(progress.plies);
    Response::Info(Info {
        depth: plies as u32,
        selective_depth: plies.max(progress.depth.into()) as u32,
        multi_pv: 1,
        score: Score::Mate(i32::from(progress.plies)),
        bound: if is_length {
            Bound::Exact
        } else {
            Bound::Lower
        },
        declares: false,
        nodes: progress.nodes,
        time_ms: progress.time_ms,
        hash_full: progress.hash_full,
        pv: progress.line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usi::grammar::Command;

    #[test]
    fn requests_become_limits() {
        let of = |text: &str, game: &Game| match Command::parse(text) {
            Command::Go(request) => limits(&request, game, Instant::now()),
            other => panic!("{other:?}"),
        };
        let game = Game::default();
        assert_eq!(of("go", &game).move_time_ms, Some(DEFAULT_MOVE_TIME_MS));
        assert_eq!(
            of("go wtime 900", &game).move_time_ms,
            Some(DEFAULT_MOVE_TIME_MS)
        );
        assert_eq!(of("go infinite", &game).move_time_ms, None);
        assert!(of("go infinite", &game).infinite);
        assert!(!of("go nodes 5 infinite", &game).infinite);
        assert!(!of("go infinite depth 5", &game).infinite);
        assert_eq!(of("go depth 0 nodes 0", &game).depth, Some(1));
        assert_eq!(of("go depth 0 nodes 0", &game).nodes, Some(1));

        let (game, _) = Game::parse("startpos moves 7g7f").unwrap();
        let limits = of(
            "go btime 1 wtime 2 byoyomi 3 searchmoves 3c3d 7g7f 9z9z",
            &game,
        );
        let clock = ClockReading {
            main_ms: 2,
            byoyomi_ms: 3,
            increment_ms: 0,
        };
        assert_eq!(limits.clock, Some(clock));
        assert_eq!(limits.moves.len(), 1);
        assert_eq!(limits.move_time_ms, None);
    }
}
