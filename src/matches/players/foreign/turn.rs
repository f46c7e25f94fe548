//! A turn of an engine in another process: the question, the answer, thinking in the time of the opponent,
//! and what is a fault.
//!
//! What must hold: pondering costs nothing. After a right guess the clock starts with `ponderhit`, and the
//! search goes on. After a wrong one it starts with `stop`, whose answer is thrown away before anything
//! else is said. A bound is no score: an engine whose search is cut off may end with one, and with no more
//! of its line than a move.

use super::{Foreign, STOP_TIME, is_answer};
use crate::players::limit::{MoveLimit, SideClock};
use crate::players::process::{NoLine, Process};
use crate::players::{Answer, Fault, FaultKind, Hear, Transcript, Turn};
use engine::search::{ClockReading, Decision, Info, Score};
use engine::shogi::Color;
use engine::shogi::game::Game;
use engine::usi::grammar::{Command, GoRequest, GoTimes, MateTime, Response};
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
        while let Ok(line) = self.running()?.receive(Instant::now()) {
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
        let position = Command::Position(game.to_string()).to_string();
        let go = Command::Go(go).to_string();
        self.transcript = Transcript {
            position: position.clone(),
            go: go.clone(),
            ..Transcript::default()
        };
        // The time counts from here if the engine guessed wrong.
        let mut stopped = None;
        match self.pondering.take() {
            Some(expected) if expected == position => {
                self.transcript.go += " (ponderhit)";
                question.not_before = Some(Instant::now());
                let sent = self.send(&Command::PonderHit(GoTimes::default()));
                return self.await_answer(sent, question);
            }
            Some(_) => stopped = Some(self.stop_search()?),
            None => {}
        }
        self.drain()?;
        let process = self.running()?;
        process.send(&position);
        let sent = process.send(&go);
        self.await_answer(stopped.unwrap_or(sent), question)
    }

    /// The engine's process.
    pub(super) fn running(&mut self) -> Result<&mut Process, Fault> {
        let process = self.process.as_mut();
        process.ok_or_else(|| crash("the engine is not running".to_owned()))
    }

    /// Waits for the answer to a `go` sent at `sent`.
    fn await_answer(&mut self, sent: Instant, question: &mut Question) -> Result<Reply, Fault> {
        let patience = question.deadline.unwrap_or(self.conduct.patience);
        let mut nodes = 0;
        let mut stopped = false;
        loop {
            let process = self.running()?;
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
                    return Err(no_answer(process, question, sent.elapsed()));
                }
            };
            let is_early = question.not_before.is_some_and(|written| line.at < written);
            if is_early && is_answer(&line.text) {
                let detail = format!("`{}` before `ponderhit` or `stop`", line.text);
                return Err(garbage(detail));
            }
            let elapsed = line.at.saturating_duration_since(sent);
            nodes = nodes_said(&line.text).unwrap_or(nodes);
            match Response::parse(&line.text) {
                Ok(Response::Info(report)) if report.multi_pv <= 1 => (question.hear)(&report),
                Ok(answer @ (Response::BestMove(_) | Response::Checkmate(_))) => {
                    self.transcript.answer = line.text;
                    if stopped && question.deadline.is_none() {
                        return Err(no_answer(self.running()?, question, elapsed));
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

    /// Ends what the engine thinks about when the game is over; one that does not answer is ended.
    pub(super) fn stop_pondering(&mut self) {
        if self.pondering.take().is_some() && self.stop_search().is_err() {
            self.process = None;
        }
    }

    /// Says `stop`, and waits for the answer, which nobody needs. Whether it came before the `stop` cannot
    /// be told: the two may have crossed. Returns when `stop` was said.
    fn stop_search(&mut self) -> Result<Instant, Fault> {
        let stopped = self.send(&Command::Stop);
        let deadline = stopped + STOP_TIME;
        loop {
            let process = self.running()?;
            match process.receive(deadline) {
                Ok(line) if is_answer(&line.text) => return Ok(stopped),
                Ok(line) if line.at <= deadline => {}
                Err(NoLine::Ended) => return Err(ended(process, "bestmove")),
                Ok(_) | Err(NoLine::Silence) => {
                    return Err(silent(process, "bestmove after `stop`"));
                }
            }
        }
    }
}

/// The nodes that a line of information tells.
fn nodes_said(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    (words.next() == Some("info")).then_some(())?;
    words.find(|&word| word == "nodes")?;
    words.next()?.parse().ok()
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

/// The last word on the best line, and the last score that is no bound.
#[derive(Debug, Default)]
pub(super) struct BestLine {
    pub info: Option<Info>,
    pub score: Option<Score>,
}

impl BestLine {
    /// Takes `report`. A bound does not replace the whole line of the same move; only its nodes and its
    /// time count.
    pub fn take(&mut self, report: &Info) {
        let exact = report.exact_score();
        self.score = exact.or(self.score);
        let first = report.pv.first();
        match &mut self.info {
            Some(info) if exact.is_none() && (first.is_none() || info.pv.first() == first) => {
                (info.nodes, info.time_ms) = (report.nodes, report.time_ms);
            }
            info => *info = Some(report.clone()),
        }
    }
}

/// Asks for a move by `side`.
pub(super) fn request(turn: &Turn, side: Color) -> GoRequest {
    let mut request = GoRequest::default();
    match turn.limit {
        MoveLimit::Clock(clock) => request.times = times(clock, turn.other, side),
        MoveLimit::MoveTimeMs(ms) => request.move_time_ms = Some(ms),
        // No other process can be asked for CPU time, and no match begins that would.
        MoveLimit::Nodes(n) | MoveLimit::CpuTimeMs(n) => request.nodes = Some(n),
        MoveLimit::Depth(depth) => request.depth = Some(depth),
    }
    request
}

/// Increments or a byoyomi, which some engines expect even if it is 0. Each side has its own increment; a byoyomi is
/// that of the side that is asked, for USI knows one alone.
fn times(own: ClockReading, other: Option<ClockReading>, side: Color) -> GoTimes {
    let of_other = |time: fn(&ClockReading) -> u64| other.as_ref().map_or(0, time);
    let (other_main, other_increment) = (of_other(|it| it.main_ms), of_other(|it| it.increment_ms));
    let sides = |own, other| match side {
        Color::Black => (own, other),
        Color::White => (other, own),
    };
    let (black, white) = sides(own.main_ms, other_main);
    let (black_increment, white_increment) = sides(own.increment_ms, other_increment);
    let has_increments = black_increment > 0 || white_increment > 0;
    GoTimes {
        black_ms: Some(black),
        white_ms: Some(white),
        byoyomi_ms: (own.byoyomi_ms > 0 || !has_increments).then_some(own.byoyomi_ms),
        black_increment_ms: has_increments.then_some(black_increment),
        white_increment_ms: has_increments.then_some(white_increment),
    }
}

/// Asks for a mate. Engines know a limit in time here; what has none gets all of `patience`, and
/// a number of nodes is said besides, for those that heed it.
pub(super) fn mate_request(turn: &Turn, patience: Duration) -> GoRequest {
    let mut request = GoRequest::default();
    let mut ms = patience.as_millis() as u64;
    match turn.limit {
        MoveLimit::MoveTimeMs(limit) => ms = limit,
        MoveLimit::Nodes(nodes) | MoveLimit::CpuTimeMs(nodes) => request.nodes = Some(nodes),
        MoveLimit::Clock(_) | MoveLimit::Depth(_) => {}
    }
    request.mate = Some(MateTime::Ms(ms));
    request
}

pub(super) fn absent(detail: String) -> Fault {
    let kind = FaultKind::Absent;
    Fault { kind, detail }
}

pub(super) fn crash(detail: String) -> Fault {
    let kind = FaultKind::Crash;
    Fault { kind, detail }
}

fn garbage(detail: String) -> Fault {
    let kind = FaultKind::Garbage;
    Fault { kind, detail }
}

pub(super) fn silent(process: &mut Process, awaited: &str) -> Fault {
    Fault {
        kind: FaultKind::Stall,
        detail: format!("no `{awaited}` in time{}", cause(process)),
    }
}

/// What silence comes from, as far as can be told from outside.
fn cause(process: &mut Process) -> &'static str {
    if process.is_deaf() {
        ": it does not read what it is sent"
    } else {
        ""
    }
}

pub(super) fn ended(process: &mut Process, awaited: &str) -> Fault {
    let status = process.exit_status();
    let status = status.as_deref().unwrap_or("output closed, still running");
    crash(format!("ended before `{awaited}` ({status})"))
}

/// What a missing answer is: a stall, or a loss on time where there was a limit in time.
fn no_answer(process: &mut Process, question: &Question, elapsed: Duration) -> Fault {
    let kind = match question.deadline {
        Some(deadline) => FaultKind::Late(elapsed.saturating_sub(deadline)),
        None => FaultKind::Stall,
    };
    let (awaited, ms) = (question.awaited, elapsed.as_millis());
    let detail = format!("no `{awaited}` within {ms} ms{}", cause(process));
    Fault { kind, detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_is_told_its_own_increment() {
        let clock = |main_ms, increment_ms, byoyomi_ms| ClockReading {
            main_ms,
            byoyomi_ms,
            increment_ms,
        };
        for (own, other, side, wanted) in [
            (
                clock(1000, 100, 0),
                Some(clock(2000, 0, 0)),
                Color::Black,
                "btime 1000 wtime 2000 binc 100 winc 0",
            ),
            (
                clock(2000, 0, 0),
                Some(clock(1000, 100, 0)),
                Color::White,
                "btime 1000 wtime 2000 binc 100 winc 0",
            ),
            (
                clock(1000, 100, 0),
                Some(clock(2000, 300, 0)),
                Color::White,
                "btime 2000 wtime 1000 binc 300 winc 100",
            ),
            (
                clock(1000, 0, 500),
                Some(clock(2000, 0, 0)),
                Color::Black,
                "btime 1000 wtime 2000 byoyomi 500",
            ),
            (
                clock(1000, 0, 0),
                None,
                Color::Black,
                "btime 1000 wtime 0 byoyomi 0",
            ),
        ] {
            let turn = Turn {
                other,
                ..Turn::of(MoveLimit::Clock(own))
            };
            let asked = Command::Go(request(&turn, side)).to_string();
            assert_eq!(asked, format!("go {wanted}"));
        }
    }

    fn last_of(lines: &[&str]) -> (Option<Score>, u32, u64, usize) {
        let mut line = BestLine::default();
        for text in lines {
            let Ok(Response::Info(info)) = Response::parse(text) else {
                panic!("{text}")
            };
            line.take(&info);
        }
        let info = line.info.unwrap();
        (line.score, info.depth, info.nodes, info.pv.len())
    }

    #[test]
    fn a_bound_is_no_score_and_leaves_the_whole_line_of_its_move() {
        let whole = "info depth 8 score cp 543 nodes 100 pv 7g7f 3c3d 2g2f";
        let high = "info depth 9 score cp 603 lowerbound nodes 150 pv 7g7f";
        let bare = "info depth 9 score cp 483 upperbound nodes 200";
        let other = "info depth 9 score cp 700 lowerbound nodes 300 pv 2g2f";
        let score = Some(Score::Cp(543));
        assert_eq!(last_of(&[whole, high, bare]), (score, 8, 200, 3));
        assert_eq!(last_of(&[whole, other]), (score, 9, 300, 1));
        assert_eq!(last_of(&[high]), (None, 9, 150, 1));
    }
}
