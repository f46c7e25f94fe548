//! `go mate`: a search for mate in the background, answered by exactly one `checkmate`.

use super::output::Output;
use crate::mate::{MateAnswer, MateLimits, MateProblem, MateProgress, MateReport, STACK_BYTES};
use crate::search::{Bound, Info, Score, Settings};
use crate::shogi::Move;
use crate::shogi::game::Game;
use crate::shogi::repetition::History;
use crate::usi::grammar::{Checkmate, GoRequest, MateTime, Response};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// What `request`, received at `at`, asks about the position of `game`. Without a limit the
/// search goes on until it is decided or stopped.
pub fn problem(request: &GoRequest, game: &Game, settings: &Settings, at: Instant) -> MateProblem {
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
        shortest: false,
    }
}

/// The searches for mate of a session, one at a time.
#[derive(Default)]
pub struct MateSearch {
    stop: Arc<AtomicBool>,
    solver: Option<Solver>,
    running: bool,
}

impl MateSearch {
    /// Begins to solve `problem`, to which `past` led, with so many `threads`; the answer goes to
    /// `output`. None may be running.
    pub fn start<W: Write + Send + 'static>(
        &mut self,
        problem: MateProblem,
        past: History,
        threads: usize,
        output: Output<W>,
    ) {
        // A flag of its own for each search: a `stop` that comes late stops no other.
        self.stop = Arc::default();
        let stop = Arc::clone(&self.stop);
        let unheard = output.clone();
        let search = move || {
            let mut tell = |now: &_| output.send(&Response::MateProgress(*now));
            let report = problem.solve_by(threads, &past, &stop, &mut tell);
            answer(report, &output);
        };
        self.solver = self.solver.take().or_else(Solver::new);
        let solver = self.solver.as_ref();
        self.running = solver.is_some_and(|solver| solver.jobs.send(Box::new(search)).is_ok());
        if !self.running {
            // No thread could be had: nothing was decided.
            unheard.send(&Response::Checkmate(Checkmate::Timeout));
        }
    }

    /// Ends the search, which then answers.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until the search, if any, has answered.
    pub fn wait(&mut self) {
        let running = std::mem::take(&mut self.running);
        // A search that panicked has nothing to say, and has ended its thread.
        self.solver = self
            .solver
            .take()
            .filter(|solver| !running || solver.done.recv().is_ok());
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

fn answer<W: Write>(report: MateReport, output: &Output<W>) {
    let (info, checkmate) = match report.answer {
        MateAnswer::Mate(line) => (
            Response::Info(mate_info(&line, &report.progress)),
            Checkmate::Line(line),
        ),
        MateAnswer::NoMate => (Response::MateProgress(report.progress), Checkmate::NoMate),
        MateAnswer::NotDecided => (Response::MateProgress(report.progress), Checkmate::Timeout),
    };
    output.send(&info);
    output.send(&Response::Checkmate(checkmate));
}

fn mate_info(line: &[Move], progress: &MateProgress) -> Info {
    Info {
        depth: line.len() as u32,
        selective_depth: line.len() as u32,
        multi_pv: 1,
        score: Score::Mate(line.len() as i32),
        bound: Bound::Exact,
        declares: false,
        nodes: progress.nodes,
        time_ms: progress.time_ms,
        hash_full: progress.hash_full,
        pv: line.to_vec(),
    }
}
