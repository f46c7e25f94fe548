//! A player in another process that speaks USI.
//!
//! What must hold: the engine is started when a game needs it and none runs, and dropped, which
//! kills it, at its first fault; one that ends between games is no fault in the next. Every game begins
//! with `isready`, so that nothing said about an earlier game can be taken for an answer; a `bestmove`
//! that nobody asked for is a fault.

mod options;
mod turn;

pub use options::ForeignSpec;

use super::guard;
use super::process::{NoLine, Process};
use super::talk::Talk;
use super::{Answer, Conduct, Fault, FaultKind, Hear, MateAnswer, Player, Transcript, Turn};
use engine::search::Info;
use engine::shogi::game::Game;
use engine::usi::grammar::{Command, GameResult, Response};
use std::time::{Duration, Instant};
use turn::{BestLine, Question, absent, crash, ended, mate_request, request, silent};

/// How long an engine that overran its time may take to answer `stop` before it is killed.
const STOP_TIME: Duration = Duration::from_secs(1);

/// A USI engine as a player.
pub struct Foreign {
    spec: ForeignSpec,
    conduct: Conduct,
    process: Option<Process>,
    name: String,
    transcript: Transcript,
    /// The `position` that it ponders on.
    pondering: Option<String>,
    /// See [`Player::fault_between_games`].
    fault_between_games: Option<String>,
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
            pondering: None,
            fault_between_games: None,
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
        let path = self.spec.program.path.display().to_string();
        let process = Process::start(&self.spec.program, &self.conduct)
            .map_err(|error| absent(format!("cannot start `{path}`: {error}")))?;
        self.process = Some(process);
        let introduction = match self.introduce(self.conduct.ready_time) {
            Err(_) if self.has_not_started() => {
                let why = self.said_last();
                return Err(absent(format!("cannot start `{path}`: {why}")));
            }
            introduction => introduction?,
        };
        self.name = introduction.name.unwrap_or_default();
        let options = options::settings(&self.conduct, &self.spec, &introduction.options);
        self.set_options(options.map_err(crash)?);
        Ok(())
    }

    /// Whether the engine's process has ended as what could not be started does.
    fn has_not_started(&mut self) -> bool {
        let process = self.process.as_mut();
        let status = process.and_then(|process| process.end(Duration::ZERO));
        let code = status.and_then(|status| status.code());
        code.is_some_and(|code| guard::NOT_STARTED.contains(&code))
    }

    /// The last line on standard error.
    fn said_last(&self) -> String {
        let said = self.process.as_ref().map(Process::stderr_tail);
        let last = said.as_deref().and_then(|said| said.lines().last());
        let last = last.unwrap_or("it ended at once");
        last.rsplit_once("`: ")
            .map_or(last, |(_, why)| why)
            .to_owned()
    }

    /// The same for one that ran before. If it has ended since its last game, none runs now: that
    /// is no fault in the game to come.
    fn make_ready_again(&mut self) -> Result<(), Fault> {
        match self.make_ready(self.conduct.ready_time) {
            Err(fault) if fault.kind == FaultKind::Crash => {
                self.process = None;
                self.fault_between_games = Some(fault.detail);
                Ok(())
            }
            result => result,
        }
    }

    fn send(&mut self, command: &Command) -> Instant {
        let process = self.process.as_mut();
        process.map_or_else(Instant::now, |process| process.send(&command.to_string()))
    }

    /// Ends the engine, if it is running.
    fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit(&Command::Quit.to_string());
        }
    }
}

impl Talk for Foreign {
    type Problem = Fault;

    fn say(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            process.send(line);
        }
    }

    /// What is garbled is not what is waited for.
    fn hear(&mut self, awaited: &str, deadline: Instant) -> Result<Response, Fault> {
        loop {
            let process = self.running()?;
            match process.receive(deadline) {
                Ok(line) if line.at <= deadline => {
                    if let Ok(response) = Response::parse(&line.text) {
                        return Ok(response);
                    }
                }
                Err(NoLine::Ended) => return Err(ended(process, awaited)),
                Ok(_) | Err(NoLine::Silence) => return Err(silent(process, awaited)),
            }
        }
    }
}

impl Player for Foreign {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.transcript = Transcript::default();
        if self.spec.restart {
            self.quit();
        }
        if self.process.is_some() {
            self.make_ready_again()?;
        }
        if self.process.is_none() {
            self.start()?;
            self.make_ready(self.conduct.ready_time)?;
        }
        self.send(&Command::NewGame);
        Ok(())
    }

    fn choose_aloud(&mut self, game: &Game, turn: &Turn, hear: Hear) -> Result<Answer, Fault> {
        let mut best_line = BestLine::default();
        let mut question = Question {
            awaited: "bestmove",
            deadline: turn.deadline,
            not_before: None,
            hear: &mut |report: &Info| {
                hear(report);
                best_line.take(report);
            },
        };
        let reply = self.ask(game, request(turn, game.position().side()), &mut question)?;
        let Response::BestMove(decision) = reply.answer else {
            return Err(self.wrong_answer());
        };
        let answer = Answer {
            decision,
            elapsed: reply.elapsed,
            score: best_line.score,
            info: best_line.info,
        };
        self.ponder(game, turn, &answer);
        Ok(answer)
    }

    fn solve_mate(&mut self, game: &Game, turn: &Turn) -> Result<MateAnswer, Fault> {
        let patience = self.conduct.patience;
        let mut question = Question {
            awaited: "checkmate",
            // One that does not end by itself has not found a mate: that is no fault.
            deadline: turn.deadline.or(Some(patience + STOP_TIME)),
            not_before: None,
            hear: &mut |_| {},
        };
        let reply = self.ask(game, mate_request(turn, patience), &mut question)?;
        match reply.answer {
            Response::Checkmate(checkmate) => Ok(MateAnswer {
                checkmate,
                elapsed: reply.elapsed,
                nodes: reply.nodes,
            }),
            _ => Err(self.wrong_answer()),
        }
    }

    fn game_over(&mut self, result: GameResult) {
        self.stop_pondering();
        self.send(&Command::GameOver(Some(result)));
    }

    fn transcript(&mut self) -> Transcript {
        let stderr = self.process.as_ref().map(Process::stderr_tail);
        Transcript {
            stderr: stderr.unwrap_or_default(),
            ..self.transcript.clone()
        }
    }

    fn fault_between_games(&mut self) -> Option<String> {
        self.fault_between_games.take()
    }

    fn restart(&mut self) {
        self.pondering = None;
        self.process = None;
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        self.quit();
    }
}

fn is_answer(line: &str) -> bool {
    let first = line.split_whitespace().next();
    first.is_some_and(|word| ["bestmove", "checkmate"].contains(&word))
}
