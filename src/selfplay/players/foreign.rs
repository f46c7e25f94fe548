//! A player in another process that speaks USI.
//!
//! What must hold: the engine is started when a game needs it and none runs, and dropped, which
//! kills it, at its first fault. Every game begins with `isready`, so that nothing said about an
//! earlier game can be taken for an answer; a `bestmove` that nobody asked for is a fault.

use super::limit::MoveLimit;
use super::process::{NoLine, Process};
use super::{Answer, Conduct, Fault, FaultKind, Player, Transcript, Turn};
use crate::search::{ClockReading, Info};
use crate::shogi::Color;
use crate::shogi::game::Game;
use crate::usi::grammar::{
    Command, GameResult, GoRequest, GoTimes, OptionDeclaration, OptionKind, Response,
};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long an engine that overran its time may take to answer `stop` before it is killed.
const STOP_TIME: Duration = Duration::from_secs(1);

/// An engine to be run as a child process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignSpec {
    /// The program.
    pub path: PathBuf,
    /// Options to set, by name and value, in order.
    pub options: Vec<(String, String)>,
}

/// A USI engine as a player.
pub struct Foreign {
    spec: ForeignSpec,
    conduct: Conduct,
    process: Option<Process>,
    name: String,
    transcript: Transcript,
}

impl Foreign {
    /// A player whose engine is not running yet.
    pub fn new(spec: ForeignSpec, conduct: Conduct) -> Self {
        Self {
            spec,
            conduct,
            process: None,
            name: String::new(),
            transcript: Transcript::default(),
        }
    }

    /// Starts the engine as for a game and returns the name it gives itself.
    ///
    /// # Errors
    /// If it cannot be started, does not become ready, or refuses an option.
    pub fn probe(mut self) -> Result<String, Fault> {
        if let Err(mut fault) = self.new_game() {
            let stderr = self.transcript().stderr;
            if let Some(line) = stderr.lines().last() {
                fault.detail = format!("{}; it said: {line}", fault.detail);
            }
            return Err(fault);
        }
        Ok(std::mem::take(&mut self.name))
    }

    /// Starts the engine and sets its options.
    fn start(&mut self) -> Result<(), Fault> {
        let path = &self.spec.path;
        let process = Process::start(self.conduct.guard.as_deref(), path, self.conduct.core)
            .map_err(|error| crash(format!("cannot start `{}`: {error}", path.display())))?;
        self.process = Some(process);
        self.send(&Command::Usi);
        let deadline = Instant::now() + self.conduct.ready_time;
        let mut known = Vec::new();
        loop {
            match self.receive("usiok", deadline)? {
                Response::IdName(name) => self.name = name,
                Response::Option(option) => known.push(option),
                Response::UsiOk => break,
                _ => {}
            }
        }
        for (name, value) in self.settings(&known)? {
            let value = Some(value).filter(|value| !value.is_empty());
            self.send(&Command::SetOption { name, value });
        }
        Ok(())
    }

    /// All options to set, by the engine's own names for them: those of the match, as far as the
    /// engine has them and can take them, then its own.
    fn settings(&self, known: &[OptionDeclaration]) -> Result<Vec<(String, String)>, Fault> {
        let find = |name: &str| {
            let mut known = known.iter();
            known.find(|option| option.name.eq_ignore_ascii_case(name))
        };
        let mut settings = Vec::new();
        for (name, value) in self.conduct.options() {
            if let Some(option) = find(name).filter(|option| check(option, &value).is_ok()) {
                settings.push((option.name.clone(), value));
            }
        }
        for (name, value) in &self.spec.options {
            let name = match find(name) {
                Some(option) => {
                    check(option, value).map_err(crash)?;
                    &option.name
                }
                // The protocol has these two whether an engine declares them or not.
                None if ["USI_Hash", "USI_Ponder"].contains(&name.as_str()) => name,
                None => return Err(crash(unknown_option(name, known))),
            };
            settings.push((name.clone(), value.clone()));
        }
        Ok(settings)
    }

    fn send(&mut self, command: &Command) -> Instant {
        let process = self.process.as_mut();
        process.map_or_else(Instant::now, |process| process.send(&command.to_string()))
    }

    /// The next line that can be understood, while waiting for `awaited`.
    fn receive(&mut self, awaited: &str, deadline: Instant) -> Result<Response, Fault> {
        loop {
            let Some(process) = &mut self.process else {
                return Err(crash("the engine is not running".to_owned()));
            };
            match process.receive(deadline) {
                Ok(line) if line.at <= deadline => {
                    // What is garbled is not what is waited for.
                    if let Ok(response) = Response::parse(&line.text) {
                        return Ok(response);
                    }
                }
                Err(NoLine::Ended) => return Err(ended(process, awaited)),
                Ok(_) | Err(NoLine::Silence) => return Err(silent(awaited)),
            }
        }
    }

    /// Takes what was said since the last answer.
    fn drain(&mut self) -> Result<(), Fault> {
        let Some(process) = &self.process else {
            return Ok(());
        };
        while let Ok(line) = process.receive(Instant::now()) {
            if is_answer(&line.text) {
                let detail = format!("`{}` without a `go`", line.text);
                self.transcript.answer = line.text;
                return Err(garbage(detail));
            }
        }
        Ok(())
    }

    /// Waits for the answer to a `go` sent at `sent`.
    fn await_answer(&mut self, sent: Instant, turn: &Turn) -> Result<Answer, Fault> {
        let patience = turn.deadline.unwrap_or(self.conduct.patience);
        let mut info: Option<Info> = None;
        let mut stopped = false;
        loop {
            let Some(process) = &mut self.process else {
                return Err(crash("the engine is not running".to_owned()));
            };
            let grace = if stopped { STOP_TIME } else { Duration::ZERO };
            let deadline = sent + patience + grace;
            let line = match process.receive(deadline) {
                Ok(line) if line.at <= deadline || is_answer(&line.text) => line,
                Err(NoLine::Ended) => return Err(ended(process, "bestmove")),
                Ok(_) | Err(NoLine::Silence) if !stopped => {
                    stopped = true;
                    process.send(&Command::Stop.to_string());
                    continue;
                }
                Ok(_) | Err(NoLine::Silence) => return Err(no_answer(turn, sent.elapsed())),
            };
            let elapsed = line.at.saturating_duration_since(sent);
            match Response::parse(&line.text) {
                Ok(Response::Info(report)) if report.multi_pv <= 1 => info = Some(report),
                Ok(Response::BestMove(decision)) => {
                    self.transcript.answer = line.text;
                    if stopped && turn.deadline.is_none() {
                        return Err(no_answer(turn, elapsed));
                    }
                    return Ok(Answer {
                        decision,
                        elapsed,
                        info,
                    });
                }
                Err(error) if is_answer(&line.text) => {
                    self.transcript.answer = line.text;
                    return Err(garbage(error.to_string()));
                }
                _ => {}
            }
        }
    }
}

impl Player for Foreign {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.transcript = Transcript::default();
        if self.process.is_none() {
            self.start()?;
        }
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.conduct.ready_time;
        while self.receive("readyok", deadline)? != Response::ReadyOk {}
        self.send(&Command::NewGame);
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Answer, Fault> {
        self.transcript = Transcript {
            position: Command::Position(game.to_string()).to_string(),
            go: Command::Go(request(turn, game.position().side())).to_string(),
            ..Transcript::default()
        };
        self.drain()?;
        let Some(process) = &mut self.process else {
            return Err(crash("the engine is not running".to_owned()));
        };
        process.send(&self.transcript.position);
        let sent = process.send(&self.transcript.go);
        self.await_answer(sent, turn)
    }

    fn game_over(&mut self, result: GameResult) {
        self.send(&Command::GameOver(Some(result)));
    }

    fn transcript(&mut self) -> Transcript {
        let stderr = self.process.as_ref().map(Process::stderr_tail);
        Transcript {
            stderr: stderr.unwrap_or_default(),
            ..self.transcript.clone()
        }
    }

    fn restart(&mut self) {
        self.process = None;
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit(&Command::Quit.to_string());
        }
    }
}

fn is_answer(line: &str) -> bool {
    line.split_whitespace().next() == Some("bestmove")
}

fn request(turn: &Turn, side: Color) -> GoRequest {
    let mut request = GoRequest::default();
    match turn.limit {
        MoveLimit::Clock(clock) => request.times = times(clock, turn.other_main_ms, side),
        MoveLimit::MoveTimeMs(ms) => request.move_time_ms = Some(ms),
        // No other process can be asked for CPU time, and no match begins that would.
        MoveLimit::Nodes(n) | MoveLimit::CpuTimeMs(n) => request.nodes = Some(n),
        MoveLimit::Depth(depth) => request.depth = Some(depth),
    }
    request
}

/// Either an increment or a byoyomi, which some engines expect even if it is 0.
fn times(own: ClockReading, other_main_ms: u64, side: Color) -> GoTimes {
    let (black, white) = match side {
        Color::Black => (own.main_ms, other_main_ms),
        Color::White => (other_main_ms, own.main_ms),
    };
    let increment = (own.increment_ms > 0).then_some(own.increment_ms);
    GoTimes {
        black_ms: Some(black),
        white_ms: Some(white),
        byoyomi_ms: (own.byoyomi_ms > 0 || increment.is_none()).then_some(own.byoyomi_ms),
        black_increment_ms: increment,
        white_increment_ms: increment,
    }
}

/// Refuses what the engine says it will not take.
fn check(option: &OptionDeclaration, value: &str) -> Result<(), String> {
    let (is_good, expected) = match &option.kind {
        OptionKind::Spin { min, max, .. } => (
            value.parse().is_ok_and(|n: i64| (*min..=*max).contains(&n)),
            format!("a whole number from {min} to {max}"),
        ),
        OptionKind::Check { .. } => (
            ["true", "false"].contains(&value),
            "true or false".to_owned(),
        ),
        _ => (true, String::new()),
    };
    if is_good {
        Ok(())
    } else {
        let name = &option.name;
        Err(format!(
            "`{value}` is no value for {name}; expected {expected}"
        ))
    }
}

fn unknown_option(name: &str, known: &[OptionDeclaration]) -> String {
    let known: Vec<_> = known.iter().map(|option| option.name.as_str()).collect();
    let known = known.join(", ");
    format!("the engine has no option `{name}`; expected one of: {known}")
}

fn crash(detail: String) -> Fault {
    let kind = FaultKind::Crash;
    Fault { kind, detail }
}

fn garbage(detail: String) -> Fault {
    let kind = FaultKind::Garbage;
    Fault { kind, detail }
}

fn silent(awaited: &str) -> Fault {
    Fault {
        kind: FaultKind::Stall,
        detail: format!("no `{awaited}` in time"),
    }
}

fn ended(process: &mut Process, awaited: &str) -> Fault {
    let status = process.exit_status();
    let status = status.as_deref().unwrap_or("output closed, still running");
    crash(format!("ended before `{awaited}` ({status})"))
}

/// What a missing answer is: a stall, or a loss on time where there was a limit in time.
fn no_answer(turn: &Turn, elapsed: Duration) -> Fault {
    let kind = match turn.deadline {
        Some(deadline) => FaultKind::Late(elapsed.saturating_sub(deadline)),
        None => FaultKind::Stall,
    };
    let detail = format!("no `bestmove` within {} ms", elapsed.as_millis());
    Fault { kind, detail }
}
