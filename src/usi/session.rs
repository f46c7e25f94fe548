//! The conversation with an interface: one loop over its commands, in the order in which they
//! come.
//!
//! Input is read on a thread of its own, which stamps each line on receipt, so that the clock
//! runs from when the interface spoke; the search answers from its own threads. The loop never
//! waits for a search that has not been told to stop. What must hold:
//! - Every `go` is answered by exactly one `bestmove` (`go mate` by one `checkmate`), nothing
//!   else is; a search that is still running is stopped before another begins.
//! - Settings and position may change at any time; a running search does not notice.
//! - Work that takes long (a large table, forgetting) is done at `isready`, where no clock runs,
//!   and at `go` only if no `isready` came in between.
//! - After `quit` or the end of input nothing more is written.

mod mate;
mod output;

use super::grammar::{Command, GoRequest, GoTimes, Response};
use super::options::{Effect, Options};
use crate::eval::Evaluation;
use crate::search::{ClockReading, Engine, Limits};
use crate::shogi::game::Game;
use crate::shogi::{Color, Move, MoveList, movegen};
use mate::MateSearch;
use output::{Output, Reporter};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

/// The name by which the engine introduces itself; ASCII.
pub const NAME: &str = concat!("Kyomi ", env!("CARGO_PKG_VERSION"));
/// By whom it is; ASCII.
pub const AUTHOR: &str = "the Kyomi developers";

/// How long to think when a `go` says nothing, in milliseconds.
const DEFAULT_MOVE_TIME_MS: u64 = 1000;
/// The clock after a `ponderhit` when nobody said anything about time.
const DEFAULT_CLOCK: ClockReading = ClockReading {
    main_ms: 0,
    byoyomi_ms: DEFAULT_MOVE_TIME_MS,
    increment_ms: 0,
};

/// A line of input.
struct Received {
    at: Instant,
    line: String,
}

/// Holds a conversation until `quit`, the end of `input`, or nobody reads `output` any more. With
/// `tunables` the knobs of the search are offered as options.
///
/// # Errors
/// If the thread that reads cannot be started.
pub fn run<R, W>(input: R, output: W, tunables: bool) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
{
    let lines = receive(input)?;
    let mut session = Session::new(Output::new(output), tunables);
    for Received { at, line } in lines {
        let flow = session.handle(Command::parse(&line), at);
        if flow.is_break() || session.output.is_closed() {
            break;
        }
    }
    session.close();
    Ok(())
}

/// Reads lines on a thread of its own until the end or an error of `input`. Bytes that are no
/// UTF-8 become replacement characters.
fn receive<R: BufRead + Send + 'static>(mut input: R) -> io::Result<Receiver<Received>> {
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        let mut bytes = Vec::new();
        while input
            .read_until(b'\n', &mut bytes)
            .is_ok_and(|count| count > 0)
        {
            let at = Instant::now();
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            log::debug!("< {line}");
            if sender.send(Received { at, line }).is_err() {
                break;
            }
            bytes.clear();
        }
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)?;
    Ok(receiver)
}

struct Session<W> {
    output: Output<W>,
    engine: Engine,
    mate: MateSearch,
    options: Options,
    /// The game to search in at the next `go`.
    game: Game,
    /// True from `go` until just before its `bestmove`.
    searching: Arc<AtomicBool>,
    /// The search that waits for `ponderhit`, if one does.
    pondering: Option<Pondering>,
    /// Whether a search has run since the engine last forgot everything.
    has_learned: bool,
    /// Whether it is to forget everything before it searches again.
    must_forget: bool,
    /// The evaluation that the interface knows to be in use.
    told: Evaluation,
}

/// What is to be known about a search when its expected move is made.
#[derive(Clone, Copy)]
struct Pondering {
    side: Color,
    /// The clock to use if `ponderhit` brings none.
    fallback: Option<ClockReading>,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: Output<W>, tunables: bool) -> Self {
        let options = Options::new(tunables);
        Self {
            output,
            engine: Engine::new(options.settings().clone()),
            mate: MateSearch::default(),
            options,
            game: Game::default(),
            searching: Arc::default(),
            pondering: None,
            has_learned: false,
            must_forget: false,
            told: Evaluation::default(),
        }
    }

    fn handle(&mut self, command: Command, at: Instant) -> ControlFlow<()> {
        match command {
            Command::Usi => self.introduce(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::IsReady => self.get_ready(),
            Command::NewGame => self.begin_game(),
            Command::Position(text) => self.set_position(&text),
            Command::Go(request) if request.mate.is_some() => self.go_mate(&request, at),
            Command::Go(request) => self.go(&request, at),
            Command::Stop => self.stop(),
            Command::PonderHit(times) => self.ponder_hit(&times, at),
            Command::GameOver(_) => self.end_game(),
            Command::Quit => return ControlFlow::Break(()),
            Command::Other => {}
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self) {
        self.output.send(&Response::IdName(NAME.to_owned()));
        self.output.send(&Response::IdAuthor(AUTHOR.to_owned()));
        for declaration in self.options.declarations() {
            self.output.send(&Response::Option(declaration));
        }
        self.output.send(&Response::UsiOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(Effect::ClearHash) => self.must_forget = true,
            Ok(Effect::Set | Effect::Unknown) => {}
            Err(error) => self.remark(error.to_string()),
        }
    }

    fn get_ready(&mut self) {
        self.settle_if_idle();
        self.output.send(&Response::ReadyOk);
    }

    fn begin_game(&mut self) {
        self.must_forget = true;
        self.settle_if_idle();
    }

    /// Stops the search; its answer is still given. What it learned is forgotten at the next
    /// `isready`, so that `usinewgame`, after which the clock may already run, has nothing to do.
    fn end_game(&mut self) {
        self.stop();
        self.must_forget = true;
    }

    fn set_position(&mut self, text: &str) {
        match Game::parse(text) {
            Ok((game, error)) => {
                self.game = game;
                if let Some(error) = error {
                    self.remark(format!("position read up to there: {error}"));
                }
            }
            Err(error) => self.remark(format!("position ignored: {error}")),
        }
    }

    fn go_mate(&mut self, request: &GoRequest, at: Instant) {
        self.finish_search();
        let problem = mate::problem(request, &self.game, self.options.settings(), at);
        self.mate.start(problem, self.output.clone());
    }

    fn go(&mut self, request: &GoRequest, at: Instant) {
        self.finish_search();
        self.settle();
        let limits = limits(request, &self.game, at);
        self.pondering = limits.ponder.then(|| Pondering {
            side: self.game.position().side(),
            fallback: (!is_limited(&limits)).then_some(DEFAULT_CLOCK),
        });
        self.has_learned = true;
        self.searching.store(true, Ordering::SeqCst);
        let reporter = Reporter::new(self.output.clone(), Arc::clone(&self.searching));
        self.engine.set_game(self.game.clone());
        self.engine.go(limits, Box::new(reporter));
    }

    fn ponder_hit(&mut self, times: &GoTimes, at: Instant) {
        if let Some(Pondering { side, fallback }) = self.pondering.take() {
            self.engine.ponder_hit(at, times.reading(side).or(fallback));
        }
    }

    fn stop(&mut self) {
        self.pondering = None;
        self.engine.stop();
        self.mate.stop();
    }

    /// Stops the search, if one runs, and waits for its answer.
    fn finish_search(&mut self) {
        self.stop();
        self.engine.wait();
        self.mate.wait();
    }

    fn settle_if_idle(&mut self) {
        if !self.searching.load(Ordering::SeqCst) {
            self.settle();
        }
    }

    /// Puts what was asked for into effect; costs nothing when nothing was.
    fn settle(&mut self) {
        if let Some(remark) = self.engine.configure(self.options.settings()) {
            self.remark(remark);
        }
        self.tell_evaluation();
        if self.must_forget && self.has_learned {
            self.engine.new_game();
            self.has_learned = false;
        }
        self.must_forget = false;
    }

    /// Says what evaluation is in use, and what is strange about it, if it has changed.
    fn tell_evaluation(&mut self) {
        let evaluation = &self.options.settings().evaluation;
        if *evaluation != self.told {
            self.told = evaluation.clone();
            self.remark(format!("eval {}", self.told));
            let remarks = self.told.remarks();
            remarks.for_each(|remark| self.remark(remark.to_owned()));
        }
    }

    fn remark(&self, text: String) {
        self.output.send(&Response::Remark(text));
    }

    fn close(&mut self) {
        self.output.close();
        self.stop();
    }
}

/// What `request`, received at `at`, asks of a search in `game`.
fn limits(request: &GoRequest, game: &Game, at: Instant) -> Limits {
    let mut limits = Limits {
        received: at,
        clock: request.times.reading(game.position().side()),
        move_time_ms: request.move_time_ms,
        nodes: request.nodes.map(|nodes| nodes.max(1)),
        depth: request.depth.map(|depth| depth.max(1)),
        infinite: request.infinite,
        ponder: request.ponder,
        moves: legal_among(&request.moves, game),
        ..Limits::none()
    };
    if !(limits.infinite || limits.ponder || is_limited(&limits)) {
        limits.move_time_ms = Some(DEFAULT_MOVE_TIME_MS);
    }
    limits
}

fn is_limited(limits: &Limits) -> bool {
    let by_time = limits.clock.is_some() || limits.move_time_ms.is_some();
    by_time || limits.nodes.is_some() || limits.depth.is_some()
}

fn legal_among(moves: &[Move], game: &Game) -> Vec<Move> {
    let mut legal = MoveList::new();
    movegen::legal(game.position(), &mut legal);
    moves
        .iter()
        .copied()
        .filter(|mv| legal.contains(mv))
        .collect()
}

#[cfg(test)]
mod tests;
