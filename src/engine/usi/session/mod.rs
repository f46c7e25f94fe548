//! The conversation with an interface: one loop over its commands, in the order in which they
//! come.
//!
//! Input is read on a thread of its own, which stamps each line on receipt, so that the clock
//! runs from when the interface spoke; the search answers from its own threads. The loop never
//! waits for a search that has not been told to stop. What must hold:
//! - Every `go` is answered by exactly one `bestmove` (`go mate` by one `checkmate`), nothing
//!   else is; a search that is still running is stopped before another begins.
//! - Settings and position may change at any time; a running search does not notice.
//! - `readyok` follows the answer of a search that was told to stop before.
//! - Work that takes long (a large table, forgetting what it holds) is done at `isready`, where no clock
//!   runs. Without one, a `go` makes a new table and loads what was asked for, but a new game only
//!   ages the table.
//! - A `go` after a `position` that cannot be read resigns: a move of another position never answers it.
//! - A search that runs at the end of input is answered too: at once after `quit`, and if only
//!   `stop` would end it; otherwise when it ends by itself. Nothing else is written then, and
//!   [`Patience`] says how long the program may take to end after `quit`, and wait for a line to be taken
//!   once there is no more input.

mod lines;
mod log;
mod searches;

use super::grammar::{Command, End, Query, Response};
use super::options::{Effect, Options};
use crate::eval::Evaluation;
use crate::platform::Instant;
use crate::player::Engine;
use crate::search::config::{KNOBS, Knob};
use crate::search::signals::Signals;
use crate::shogi::game::Game;
use crate::shogi::sfen::Diagram;
use crate::shogi::{Color, Position, movegen, sfen};
use base::files::located;
pub use lines::Patience;
use lines::{Output, receive};
use log::Log;
use searches::{Expected, MateSearch, Pondering};
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The name by which the engine introduces itself; ASCII.
pub const NAME: &str = concat!("Kyomi ", env!("CARGO_PKG_VERSION"));
/// By whom it is; ASCII.
const AUTHOR: &str = "the Kyomi developers";

/// Holds a conversation until `quit`, the end of `input`, or nobody reads `output` any more. With
/// `tunables` the knobs of the search are offered as options.
///
/// # Errors
/// If the thread that reads cannot be started.
pub fn run<R, W>(input: R, output: W, tunables: bool, patience: Patience) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
{
    let output = Output::new(output, patience);
    let watched = output.clone();
    let lines = receive(input, patience, move || watched.watch())?;
    let mut session = Session::new(output, tunables);
    let goes_on = |(at, line): (_, String)| session.hear(&line, at).is_continue();
    let _ = lines.into_iter().all(goes_on);
    session.close();
    Ok(())
}

/// A conversation on the thread that brings its lines, for where there is no other: a line is answered, and what it asks
/// to be searched is searched, before the next is brought. In the meantime a [`Stopper`] ends a search.
pub struct Conversation<W>(Session<W>);

impl<W: Write + Send + 'static> Conversation<W> {
    /// A conversation that answers to `output`, one line a write.
    pub fn new(output: W) -> Self {
        Self(Session::new(Output::new(output, Patience(None)), false))
    }

    /// Answers `line`. After the one that ends the conversation nothing is answered.
    pub fn hear(&mut self, line: &str) {
        if self.0.hear(line.trim(), Instant::now()).is_break() {
            self.0.close();
        }
    }

    /// What ends its searches.
    pub fn stopper(&self) -> Stopper {
        Stopper {
            signals: Arc::clone(self.0.engine.signals()),
            mate: self.0.mate.stop_here(),
        }
    }
}

/// Ends a search of a [`Conversation`] that runs, which then answers; those that begin later do not hear of it.
pub struct Stopper {
    signals: Arc<Signals>,
    mate: Arc<AtomicBool>,
}

impl Stopper {
    /// Ends it.
    pub fn stop(&self) {
        self.signals.stop();
        self.mate.store(true, Ordering::Relaxed);
    }
}

/// What is to be forgotten, from nothing to everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stale {
    Nothing,
    /// What was learned in an earlier game; if there is no time, only its histories.
    Game,
    /// Everything, because the user said so.
    All,
}

struct Session<W> {
    output: Output<W>,
    engine: Engine,
    mate: MateSearch,
    options: Options,
    /// The game to search in at the next `go`, or why there is none.
    game: Result<Game, String>,
    /// True from `go` until just before its `bestmove`.
    searching: Arc<AtomicBool>,
    /// The search that waits for `ponderhit`, if one does.
    pondering: Option<Pondering>,
    /// What is to be searched when the expected move is made, while all moves are thought about.
    expected: Option<Expected>,
    /// Whether the search was told to stop.
    stopping: bool,
    /// When the search ends.
    end: End,
    /// Why a search that was asked for has no position; it resigns when it is ended.
    without_position: Option<String>,
    /// Whether a search has run since the engine last forgot everything.
    has_learned: bool,
    stale: Stale,
    /// The evaluation that the interface knows to be in use.
    announced: Evaluation,
    /// The log that was last asked for.
    log: Option<PathBuf>,
}

/// From so many MiB on it takes long to make a table.
const LARGE_TABLE_MB: usize = 2048;

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: Output<W>, tunables: bool) -> Self {
        let options = Options::with_book(tunables);
        Self {
            output,
            engine: Engine::new(options.settings().clone()),
            mate: MateSearch::default(),
            options,
            game: Ok(Game::default()),
            searching: Arc::default(),
            pondering: None,
            expected: None,
            stopping: false,
            end: End::ByItself,
            without_position: None,
            has_learned: false,
            stale: Stale::Nothing,
            announced: Evaluation::default(),
            log: None,
        }
    }

    /// Does what `line` says, which came `at` a moment; breaks off where it or the end of output ends the conversation.
    fn hear(&mut self, line: &str, at: Instant) -> ControlFlow<()> {
        self.output.note(|log| log.note(at, '<', line));
        let shorthand = Command::shorthand(line, |name| self.options.knows(name));
        let command = shorthand.unwrap_or_else(|| Command::parse(line));
        let flow = self.handle(command, at);
        if flow.is_break() || self.output.is_closed() {
            self.stop();
            return ControlFlow::Break(());
        }
        flow
    }

    fn handle(&mut self, command: Command, at: Instant) -> ControlFlow<()> {
        match &command {
            Command::Go(request) => self.end = request.end(),
            Command::PonderHit(_) if self.end == End::AfterPonderHit => self.end = End::ByItself,
            _ => {}
        }
        if !matches!(command, Command::Stop) {
            // What is counted is answered before anything else, but for `stop`.
            self.mate.finish_count();
        }
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
            Command::Query(query) => self.answer(&query),
            Command::Other => {}
        }
        ControlFlow::Continue(())
    }

    fn answer(&mut self, query: &Query) {
        if let Query::Perft(depth) = *query {
            return self.count(depth);
        }
        if *query == Query::Tunables {
            // Who asks for them wants to set them.
            self.options.offer_knobs();
        }
        let position = self.game.as_ref().map(Game::position);
        match answer_query(query, position, &self.options) {
            Ok(lines) => {
                let responses = lines.into_iter().map(Response::Plain);
                responses.for_each(|line| self.output.send(&line));
            }
            Err(error) => self.remark(format!("no position: {error}")),
        }
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
            Ok(Effect::ClearHash) => self.stale = Stale::All,
            Ok(Effect::Set | Effect::Unknown) => {}
            Err(error) => self.remark(error.to_string()),
        }
        if self.options.settings().log != self.log {
            self.log.clone_from(&self.options.settings().log);
            self.change_log();
        }
    }

    /// Ends the log and begins the one that is asked for.
    fn change_log(&self) {
        drop(self.output.set_log(None));
        let Some(path) = self.log.as_deref().map(located) else {
            return;
        };
        let output = self.output.clone();
        let complain = move |problem| output.send(&Response::Remark(problem));
        match Log::open(&path, &self.options.changed(), complain) {
            Ok(log) => {
                self.remark(format!("log {}", path.display()));
                self.output.set_log(Some(log));
            }
            Err(error) => self.remark(format!("no log: {}: {error}", path.display())),
        }
    }

    fn get_ready(&mut self) {
        if self.stopping {
            self.finish_search();
        }
        if !self.searching.load(Ordering::SeqCst) {
            self.forget_all_if(Stale::Game);
            self.settle();
            if !self.has_learned {
                // New threads have memory that the system gives when it is written to: now, before a clock runs.
                self.engine.forget_game();
            }
        }
        self.output.send(&Response::ReadyOk);
    }

    /// What was learned is forgotten at the next `isready`, because the clock may already run.
    fn begin_game(&mut self) {
        self.stale = self.stale.max(Stale::Game);
    }

    /// Stops the search; its answer is still given.
    fn end_game(&mut self) {
        self.stop();
        self.begin_game();
    }

    fn set_position(&mut self, text: &str) {
        self.game = match Game::parse_with_passes(text) {
            Ok((game, error)) => {
                if let Some(error) = error {
                    self.remark(format!("position read up to there: {error}"));
                }
                Ok(game)
            }
            Err(error) => {
                self.remark(format!("position refused: {error}"));
                Err(error.to_string())
            }
        };
    }

    /// Forgets everything if at least `least` is to be forgotten and there is something.
    fn forget_all_if(&mut self, least: Stale) {
        if self.stale >= least && self.has_learned {
            self.engine.new_game();
            self.has_learned = false;
        }
        if self.stale >= least {
            self.stale = Stale::Nothing;
        }
    }

    /// Forgets what must be forgotten although a clock runs.
    fn forget_before_search(&mut self) {
        self.forget_all_if(Stale::All);
        if std::mem::replace(&mut self.stale, Stale::Nothing) == Stale::Game && self.has_learned {
            self.engine.forget_game();
        }
    }

    /// Puts the settings into effect, and says what evaluation is in use, and what is strange about it, if it
    /// has changed; costs nothing when none has.
    fn settle(&mut self) {
        let settings = self.options.settings();
        let is_other_network = settings.evaluation != self.announced;
        if let Some(megabytes @ LARGE_TABLE_MB..) = self.engine.new_table_mb(settings) {
            self.remark(format!(
                "making a table of {megabytes} MiB, which takes seconds"
            ));
        }
        for remark in self.engine.configure(self.options.settings()) {
            self.remark(remark);
        }
        if is_other_network {
            self.announced = self.options.settings().evaluation.clone();
            self.remark(format!("eval {}", self.announced));
            let remarks = self.announced.remarks();
            remarks.for_each(|remark| self.remark(remark.to_owned()));
        }
    }

    fn remark(&self, text: String) {
        self.output.send(&Response::Remark(text));
    }

    /// Waits for the answer of the search, if one runs, and then says nothing more.
    fn close(&mut self) {
        if self.end != End::ByItself {
            self.stop();
        }
        self.engine.wait();
        self.mate.wait();
        self.output.close();
        self.output.set_log(None);
    }
}

/// The lines that answer `query`, a question that other engines answer too, asked by people and by
/// tools such as Ayane and `ShogiArena`. It is about the position or the `options`.
///
/// # Errors
/// Why there is no `position`, if it is about that.
fn answer_query<E>(
    query: &Query,
    position: Result<&Position, E>,
    options: &Options,
) -> Result<Vec<String>, E> {
    Ok(match query {
        Query::Moves => {
            let moves = movegen::legal_moves(position?);
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            vec![moves.join(" ")]
        }
        Query::Side => {
            let name = match position?.side() {
                Color::Black => "black",
                Color::White => "white",
            };
            vec![name.to_owned()]
        }
        Query::Board => {
            let pos = position?;
            let text = format!("{}\nsfen {}", Diagram(pos), sfen::write(pos));
            text.lines().map(str::to_owned).collect()
        }
        Query::Value => {
            let value = options.settings().evaluation.value(position?);
            vec![format!("eval = {value}")]
        }
        // Counted in the background.
        Query::Perft(_) => Vec::new(),
        Query::Options(name) => options_in_force(name.as_deref(), options),
        Query::Tunables => tunables(),
        Query::Bench => {
            vec!["info string bench is a command of its own: usi-engine bench".to_owned()]
        }
    })
}

/// What the option `name` is set to, or what all of them are.
fn options_in_force(name: Option<&str>, options: &Options) -> Vec<String> {
    let is_asked = |known: &str| name.is_none_or(|name| name.eq_ignore_ascii_case(known));
    let lines: Vec<_> = options
        .in_force()
        .filter(|(known, _)| is_asked(known))
        .map(|(known, value)| format!("Options[{known}] == {value}"))
        .collect();
    match name {
        Some(name) if lines.is_empty() => vec![format!("No such option: {name}")],
        _ => lines,
    }
}

/// The numbers of the search in the form that `ShogiArena` reads.
fn tunables() -> Vec<String> {
    let list = json!({
        "schema_version": "shogiarena.usi_tunables.v1",
        "tunables": KNOBS.iter().map(tunable).collect::<Vec<_>>(),
    });
    vec![
        format!("info string shogiarena_tunables_json {list}"),
        "usi_tunablesok".to_owned(),
    ]
}

/// The last step is a twentieth of the range, and the rate is `OpenBench`'s.
fn tunable(knob: &Knob) -> Value {
    json!({
        "id": knob.name,
        "option": knob.name,
        "value_type": "int",
        "encoding": "integer",
        "default": knob.default,
        "min": knob.min,
        "max": knob.max,
        "schedule": { "c_end": f64::from(knob.max - knob.min) / 20.0, "r_end": 0.002 },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::sync::mpsc::{self, Sender};

    /// Sends on each write as it comes.
    struct Lines(Sender<String>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8(bytes.to_vec()).map_err(io::Error::other)?;
            self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// At the end of input, and after `quit`, which nothing follows.
    #[test]
    fn a_search_is_answered_at_the_end_and_nothing_else_is_said() {
        for go in [
            "go infinite",
            "go infinite\nponderhit",
            "go ponder",
            "go ponder infinite\nponderhit",
            "go nodes 3000",
            "go movetime 20",
        ] {
            for end in ["quit\nusi\nisready", ""] {
                let settings =
                    "setoption name USI_OwnBook value false\nsetoption name USI_Hash value 1";
                let input = Cursor::new(format!("{settings}\n{go}\n{end}\n"));
                let (sender, said) = mpsc::channel();
                run(input, Lines(sender), false, Patience(None)).unwrap();
                let said: Vec<String> = said.iter().collect();
                let (last, before) = said.split_last().expect("an answer");
                assert!(last.starts_with("bestmove "), "{go} {end}: {said:?}");
                let mut before = before.iter();
                assert!(
                    before.all(|line| line.starts_with("info ") && line.ends_with('\n')),
                    "{go} {end}: {said:?}"
                );
            }
        }
    }
}
