//! Searches of a session: begun by `go`, ended by `stop`, `ponderhit` or themselves.
//!
//! With `Stochastic_Ponder` a `go ponder` thinks about the position before the expected move, and so
//! about all replies, unheard. `ponderhit` then begins the search that was asked for, and `stop`
//! one that only just answers.

use super::output::Reporter;
use super::request::{DEFAULT_MOVE_TIME_MS, is_limited, limits};
use super::{Session, mate};
use crate::search::{ClockReading, Decision, Limits, Listener, most_threads};
use crate::shogi::Color;
use crate::shogi::game::Game;
use crate::usi::grammar::{Checkmate, GoRequest, GoTimes, Response};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

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
                let problem = mate::problem(request, game, settings, at);
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

    pub(super) fn go(&mut self, request: &GoRequest, at: Instant) {
        self.finish_search();
        self.stopping = false;
        let game = match &self.game {
            Ok(game) => game.clone(),
            Err(error) => {
                self.owed = Some(error.clone());
                if !(request.is_infinite() || request.ponder) {
                    self.answer_what_is_owed();
                }
                return;
            }
        };
        self.forget_before_search();
        self.settle();
        let ponders_on_all = request.ponder && self.options.settings().time.stochastic_ponder;
        match game.before_last().filter(|_| ponders_on_all) {
            Some(before) => self.ponder_on_all(before, game, request.clone()),
            None => self.search(game, request, at),
        }
    }

    /// Searches `game` as `request`, received at `at`, asks. No search may run.
    fn search(&mut self, game: Game, request: &GoRequest, at: Instant) {
        let limits = limits(request, &game, at);
        self.pondering = limits.ponder.then(|| Pondering {
            side: game.position().side(),
            fallback: (!is_limited(&limits)).then_some(DEFAULT_CLOCK),
        });
        let reporter = Reporter::new(self.output.clone(), Arc::clone(&self.searching));
        self.begin(game, limits, Box::new(reporter));
    }

    fn begin(&mut self, game: Game, limits: Limits, listener: Box<dyn Listener>) {
        self.has_learned = true;
        self.searching.store(true, Ordering::SeqCst);
        self.engine.set_game(game);
        self.engine.go(limits, listener);
    }

    fn ponder_on_all(&mut self, before: Game, game: Game, request: GoRequest) {
        self.expected = Some(Expected { game, request });
        let limits = Limits {
            infinite: true,
            ..Limits::none()
        };
        self.begin(before, limits, Box::new(()));
    }

    /// Ends the search that thinks about all moves, and returns the one that waits for it.
    fn end_pondering_on_all(&mut self) -> Option<Expected> {
        let expected = self.expected.take()?;
        self.engine.stop();
        self.engine.wait();
        Some(expected)
    }

    /// Ends a search that had no position, if one is to be ended.
    fn answer_what_is_owed(&mut self) {
        if let Some(error) = self.owed.take() {
            self.remark(format!("no position to search: {error}"));
            self.output.send(&Response::BestMove(Decision::Resign));
        }
    }

    pub(super) fn ponder_hit(&mut self, times: &GoTimes, at: Instant) {
        self.answer_what_is_owed();
        if let Some(Pondering { side, fallback }) = self.pondering.take() {
            self.engine.ponder_hit(at, times.reading(side).or(fallback));
        }
        if let Some(Expected { game, mut request }) = self.end_pondering_on_all() {
            request.ponder = false;
            if *times != GoTimes::default() {
                request.times = *times;
            }
            self.search(game, &request, at);
        }
    }

    pub(super) fn stop(&mut self) {
        self.answer_what_is_owed();
        self.pondering = None;
        self.stopping = true;
        if let Some(Expected { game, .. }) = self.end_pondering_on_all() {
            let request = GoRequest {
                nodes: Some(1),
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
