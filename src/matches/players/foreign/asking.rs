//! A question to an engine, and its answer.

use super::faults::{crash, ended, garbage, no_answer};
use super::ponder::{Beginning, too_early};
use super::{Foreign, STOP_TIME, is_answer};
use crate::players::process::NoLine;
use crate::players::{Fault, Hear, Transcript};
use engine::shogi::game::Game;
use engine::usi::grammar::{Command, GoRequest, Response};
use std::time::{Duration, Instant};

/// What is waited for.
pub(super) struct Question<'a> {
    /// The word that the answer begins with.
    pub awaited: &'static str,
    /// See [`Turn::deadline`].
    pub deadline: Option<Duration>,
    /// An answer from before this moment came while the engine was to ponder.
    pub not_before: Option<Instant>,
    pub hear: Hear<'a>,
}

/// What came.
pub(super) struct Reply {
    pub answer: Response,
    pub elapsed: Duration,
    pub nodes: u64,
}

impl Foreign {
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

    /// Sends the position of `game` and `go`, and waits for the answer.
    pub(super) fn ask(
        &mut self,
        game: &Game,
        go: GoRequest,
        question: &mut Question,
    ) -> Result<Reply, Fault> {
        self.transcript = Transcript {
            position: Command::Position(game.to_string()).to_string(),
            go: Command::Go(go).to_string(),
            ..Transcript::default()
        };
        let earlier = match self.begin_turn(&self.transcript.position.clone())? {
            Beginning::Hit { told, sent } => {
                self.transcript.go = format!("{} (ponderhit)", self.transcript.go);
                question.not_before = Some(told);
                return self.await_answer(sent, question);
            }
            Beginning::New(earlier) => earlier,
        };
        self.drain()?;
        let Some(process) = &mut self.process else {
            return Err(crash("the engine is not running".to_owned()));
        };
        process.send(&self.transcript.position);
        let sent = process.send(&self.transcript.go);
        self.await_answer(earlier.unwrap_or(sent), question)
    }

    /// Waits for the answer to a `go` sent at `sent`.
    fn await_answer(&mut self, sent: Instant, question: &mut Question) -> Result<Reply, Fault> {
        let patience = question.deadline.unwrap_or(self.conduct.patience);
        let mut nodes = 0;
        let mut stopped = false;
        loop {
            let Some(process) = &mut self.process else {
                return Err(crash("the engine is not running".to_owned()));
            };
            let grace = if stopped { STOP_TIME } else { Duration::ZERO };
            let deadline = sent + patience + grace;
            let line = match process.receive(deadline) {
                Ok(line) if line.at <= deadline || is_answer(&line.text) => line,
                Err(NoLine::Ended) => return Err(ended(process, question.awaited)),
                Ok(_) | Err(NoLine::Silence) if !stopped => {
                    stopped = true;
                    process.send(&Command::Stop.to_string());
                    continue;
                }
                Ok(_) | Err(NoLine::Silence) => {
                    return Err(no_answer(
                        process,
                        question.awaited,
                        question.deadline,
                        sent.elapsed(),
                    ));
                }
            };
            let is_early = question.not_before.is_some_and(|told| line.at < told);
            if is_early && is_answer(&line.text) {
                return Err(too_early(&line.text));
            }
            let elapsed = line.at.saturating_duration_since(sent);
            nodes = nodes_said(&line.text).unwrap_or(nodes);
            match Response::parse(&line.text) {
                Ok(Response::Info(report)) if report.multi_pv <= 1 => (question.hear)(&report),
                Ok(answer @ (Response::BestMove(_) | Response::Checkmate(_))) => {
                    self.transcript.answer = line.text;
                    if stopped && question.deadline.is_none() {
                        return Err(no_answer(
                            process,
                            question.awaited,
                            question.deadline,
                            elapsed,
                        ));
                    }
                    return Ok(Reply {
                        answer,
                        elapsed,
                        nodes,
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

    /// The fault of an answer to another question.
    pub(super) fn wrong_answer(&self) -> Fault {
        let (go, answer) = (&self.transcript.go, &self.transcript.answer);
        garbage(format!("`{answer}` as the answer to `{go}`"))
    }
}

/// The nodes that a line of information tells.
fn nodes_said(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    (words.next() == Some("info")).then_some(())?;
    words.find(|&word| word == "nodes")?;
    words.next()?.parse().ok()
}
