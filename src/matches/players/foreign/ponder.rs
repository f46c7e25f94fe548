//! Thinking in the time of the opponent.
//!
//! What must hold: that time costs nothing. After a right guess the clock starts with `ponderhit`,
//! and the search goes on. After a wrong one it starts with `stop`, whose answer is thrown away
//! before anything else is said.

use super::faults::{crash, ended, garbage, silent};
use super::requests::request;
use super::{Foreign, STOP_TIME, is_answer};
use crate::players::limit::SideClock;
use crate::players::process::NoLine;
use crate::players::{Answer, Fault, Turn};
use engine::search::Decision;
use engine::shogi::game::Game;
use engine::usi::grammar::{Command, GoRequest};
use std::time::{Duration, Instant};

/// How the turn of a player that may have been pondering begins.
pub(super) enum Beginning {
    /// It was right: the search goes on. An answer from before `told` came too early; the time counts
    /// from `sent`, when the engine could read of it.
    Hit {
        /// Before `ponderhit` was written.
        told: Instant,
        /// After that.
        sent: Instant,
    },
    /// A search has to be asked for; the time counts from then, or from an earlier moment.
    New(Option<Instant>),
}

impl Foreign {
    /// Lets the engine think about the move after the one that it expects in answer to `answer`.
    pub(super) fn ponder(&mut self, game: &Game, turn: &Turn, answer: &Answer) {
        let Decision::Play {
            best,
            ponder: Some(expected),
        } = answer.decision
        else {
            return;
        };
        let mut game = game.clone();
        let moves = [best, expected].map(|mv| game.play(mv).is_ok());
        if !self.spec.ponder || moves.contains(&false) || game.ending(None).is_some() {
            return;
        }
        let request = GoRequest {
            ponder: true,
            ..request(&after(turn, answer.elapsed), game.position().side())
        };
        let position = Command::Position(game.to_string());
        self.send(&position);
        self.send(&Command::Go(request));
        self.pondering = Some(position.to_string());
    }

    /// Begins a turn in the position of the line `position`.
    pub(super) fn begin_turn(&mut self, position: &str) -> Result<Beginning, Fault> {
        match self.pondering.take() {
            None => Ok(Beginning::New(None)),
            Some(expected) if expected == position => {
                let hit = Command::PonderHit(GoRequest::default().times);
                let told = Instant::now();
                let sent = self.send(&hit);
                Ok(Beginning::Hit { told, sent })
            }
            Some(_) => {
                let stopped = self.send(&Command::Stop);
                self.await_stopped(stopped + STOP_TIME)?;
                Ok(Beginning::New(Some(stopped)))
            }
        }
    }

    /// Ends what the engine thinks about when the game is over; one that does not answer is ended.
    pub(super) fn stop_pondering(&mut self) {
        if self.pondering.take().is_some() {
            let stopped = self.send(&Command::Stop);
            if self.await_stopped(stopped + STOP_TIME).is_err() {
                self.process = None;
            }
        }
    }

    /// Waits for the answer to `stop`, which nobody needs. Whether it came before the `stop` cannot
    /// be told: the two may have crossed.
    fn await_stopped(&mut self, deadline: Instant) -> Result<(), Fault> {
        loop {
            let Some(process) = &mut self.process else {
                return Err(crash("the engine is not running".to_owned()));
            };
            match process.receive(deadline) {
                Ok(line) if is_answer(&line.text) => return Ok(()),
                Ok(line) if line.at <= deadline => {}
                Err(NoLine::Ended) => return Err(ended(process, "bestmove")),
                Ok(_) | Err(NoLine::Silence) => {
                    return Err(silent(process, "bestmove after `stop`"));
                }
            }
        }
    }
}

/// The turn that follows `turn`, for which `used` was taken, as far as it is known.
fn after(turn: &Turn, used: Duration) -> Turn {
    let mut clock = SideClock::new(turn.limit);
    // What was overrun has been forgiven, or the game is over.
    let _ = clock.charge(used, Duration::MAX / 2);
    Turn {
        limit: clock.limit(),
        ..*turn
    }
}

/// The fault of an engine that answers while it is to ponder.
pub(super) fn too_early(line: &str) -> Fault {
    garbage(format!("`{line}` before `ponderhit` or `stop`"))
}
