//! The player in this process: an [`Engine`] with its own table and configuration.

use super::limit::MoveLimit;
use super::{Answer, Fault, Hear, MateAnswer, Player, Turn};
use cpu_time::ProcessTime;
use engine::mate::{self, DEEPEST, MateLength, MateLimits, MateProblem};
use engine::player::Engine;
use engine::search::{Info, Limits, Listener};
use engine::shogi::game::Game;
use engine::usi::grammar::Checkmate;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// At fixed nodes or depth and with one thread its games are a function of their opening.
impl Player for Engine {
    fn new_game(&mut self) -> Result<(), Fault> {
        Engine::new_game(self);
        Ok(())
    }

    fn choose_aloud(&mut self, game: &Game, turn: &Turn, hear: Hear) -> Result<Answer, Fault> {
        let limits = limits(turn);
        let received = limits.received;
        self.set_game(game.clone());
        let outcome = self.search(limits, &mut Ears(hear));
        Ok(Answer {
            decision: outcome.decision,
            elapsed: received.elapsed(),
            info: Some(outcome.info),
            score: Some(outcome.score),
        })
    }

    /// By the solver that answers `go mate`; a limit of iterations means nothing to it.
    fn solve_mate(&mut self, game: &Game, turn: &Turn) -> Result<MateAnswer, Fault> {
        let received = Instant::now();
        let problem = MateProblem {
            position: game.position().clone(),
            limits: mate_limits(turn.limit, received),
            hash_mb: self.settings().hash_mb,
            length: MateLength::Shortened,
        };
        let stop = AtomicBool::new(false);
        let solve = || problem.solve_here(game.history(), DEEPEST, &stop, &mut |_| {});
        let report = match turn.limit {
            MoveLimit::CpuTimeMs(ms) => within(Duration::from_millis(ms), &stop, solve),
            _ => solve(),
        };
        Ok(MateAnswer {
            checkmate: match report.answer {
                mate::MateAnswer::Mate(line) => Checkmate::Line(line),
                mate::MateAnswer::NoMate => Checkmate::NoMate,
                mate::MateAnswer::NotDecided => Checkmate::Timeout,
            },
            elapsed: received.elapsed(),
            nodes: report.progress.nodes,
        })
    }
}

fn limits(turn: &Turn) -> Limits {
    let mut limits = Limits::none();
    match turn.limit {
        MoveLimit::Clock(clock) => limits.clock = Some(clock),
        MoveLimit::MoveTimeMs(ms) => limits.move_time_ms = Some(ms),
        MoveLimit::Nodes(nodes) => limits.nodes = Some(nodes),
        MoveLimit::Depth(depth) => limits.depth = Some(depth),
        MoveLimit::CpuTimeMs(ms) => limits.cpu_time_ms = Some(ms),
    }
    limits
}

fn mate_limits(limit: MoveLimit, received: Instant) -> MateLimits {
    let mut limits = MateLimits::default();
    match limit {
        MoveLimit::Nodes(nodes) => limits.nodes = Some(nodes),
        MoveLimit::MoveTimeMs(ms) => {
            limits.until = received.checked_add(Duration::from_millis(ms));
        }
        MoveLimit::Clock(_) | MoveLimit::Depth(_) | MoveLimit::CpuTimeMs(_) => {}
    }
    limits
}

/// Passes on what a search says of its best line.
struct Ears<'a>(Hear<'a>);

impl Listener for Ears<'_> {
    fn info(&mut self, info: &Info) {
        if info.multi_pv == 1 {
            (self.0)(info);
        }
    }
}

/// How often the clock is looked at.
const INTERVAL: Duration = Duration::from_millis(2);

/// Does `work`, and sets `stop` when it has taken `limit`.
fn within<T>(limit: Duration, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let began = ProcessTime::now();
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        scope.spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(INTERVAL) {
                if began.elapsed() >= limit {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}
