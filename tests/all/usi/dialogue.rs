//! A conversation with the real program over pipes.
//!
//! Every line it prints is read strictly, every line of analysis and every answer is checked for
//! legality in the position searched, and at the end it must exit with 0, having said nothing
//! more and nothing on standard error. A conversation that is dropped ends by `quit`.

use super::grammar::{self, Info, Line};
use crate::common::program::engine;
use engine::shogi::game::Game;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Longer than any answer takes, on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By `quit`.
    Quit,
    /// By closing the pipe.
    Eof,
}

/// Whether `line` tells how a search goes on.
fn is_analysis(line: &str) -> bool {
    line.starts_with("info depth") || line.starts_with("info nodes")
}

/// The program, and what is known about its state.
pub struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    /// The game last set.
    game: Game,
    /// The game that is or was searched.
    searched: Game,
    /// Analysis since the last `go`.
    pub analysis: Vec<Info>,
}

/// An answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, `resign` or `win`.
    pub best: String,
    /// The expected reply.
    pub ponder: Option<String>,
}

impl Dialogue {
    /// Starts the program and says nothing.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// The same with arguments.
    pub fn start_with(arguments: &[&str]) -> Self {
        let mut command = engine();
        command.args(arguments);
        Self::of(command)
    }

    /// The same with the program of `command`.
    pub fn of(mut command: Command) -> Self {
        let mut child = command
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let mut errors = child.stderr.take().expect("a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).expect("UTF-8");
            text
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            errors: Some(errors),
            game: Game::default(),
            searched: Game::default(),
            analysis: Vec::new(),
        }
    }

    /// Starts the program with a small table.
    pub fn small() -> Self {
        let mut dialogue = Self::start();
        dialogue.say("setoption name USI_Hash value 8");
        dialogue
    }

    /// Sends a line or several.
    pub fn say(&mut self, lines: &str) {
        self.say_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("not closed");
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .expect("the program reads");
    }

    /// Sends `position` and what can be played of it.
    pub fn position(&mut self, text: &str) {
        self.game = Game::parse(text).expect("a position").0;
        self.say(&format!("position {text}"));
    }

    /// Sends `go`.
    pub fn go(&mut self, arguments: &str) {
        self.note_search();
        self.say(&format!("go {arguments}"));
    }

    /// From now on answers are to the position last set.
    pub fn note_search(&mut self) {
        self.searched = self.game.clone();
        self.analysis.clear();
    }

    /// Sends `go` and returns the answer.
    pub fn think(&mut self, arguments: &str) -> Answer {
        self.go(arguments);
        self.answer()
    }

    /// The next line; it must come.
    pub fn hear(&mut self) -> String {
        self.hear_within(PATIENCE).expect("a line in time")
    }

    /// The next line, read strictly, but without a look at the legality of its moves.
    pub fn hear_unchecked(&mut self) -> String {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line in time");
        grammar::read(&line).unwrap_or_else(|error| panic!("{line}\n{error}"));
        line
    }

    /// The next line, whatever it is.
    pub fn hear_raw(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    fn hear_within(&mut self, time: Duration) -> Option<String> {
        let line = match self.lines.recv_timeout(time) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => panic!("the program closed its output"),
        };
        self.check(&line)
            .unwrap_or_else(|error| panic!("{line}\n{error}"));
        Some(line)
    }

    fn check(&mut self, line: &str) -> Result<(), String> {
        match grammar::read(line)? {
            Line::Other => Ok(()),
            Line::Info(info) => {
                grammar::check_playable(&self.searched, info.pv.iter().map(String::as_str))?;
                self.analysis.push(info);
                Ok(())
            }
            Line::BestMove { best, ponder } => {
                if matches!(best.as_str(), "resign" | "win") {
                    return Ok(());
                }
                let last = self.analysis.last().ok_or("an answer without analysis")?;
                if last.pv.first() != Some(&best) || last.multi_pv != 1 {
                    return Err(format!("the last analysis was not of the answer: {last:?}"));
                }
                let moves = std::iter::once(best.as_str()).chain(ponder.as_deref());
                grammar::check_playable(&self.searched, moves)
            }
        }
    }

    /// The next line that is not analysis.
    pub fn hear_other(&mut self) -> String {
        loop {
            let line = self.hear();
            if !is_analysis(&line) {
                return line;
            }
        }
    }

    /// The answer to a `go`, which must come next but for analysis and remarks.
    pub fn answer(&mut self) -> Answer {
        let mut line = self.hear_other();
        while line.starts_with("info string ") {
            line = self.hear_other();
        }
        match grammar::read(&line) {
            Ok(Line::BestMove { best, ponder }) => Answer { best, ponder },
            other => panic!("expected an answer, not {other:?}"),
        }
    }

    /// Everything said until now but analysis, found out by `isready`.
    pub fn hear_until_ready(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = Vec::new();
        loop {
            match self.hear_other() {
                line if line == "readyok" => return lines,
                line => lines.push(line),
            }
        }
    }

    /// Everything said to `lines` but analysis.
    pub fn remarks(&mut self, lines: &str) -> Vec<String> {
        self.say(lines);
        self.hear_until_ready()
    }

    /// Nothing but analysis has been said, nor is within `time`.
    pub fn assert_silent(&mut self, time: Duration) {
        assert_eq!(self.hear_until_ready(), [""; 0]);
        let end = Instant::now() + time;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            let line = self.hear_within(left).unwrap_or_default();
            assert!(line.is_empty() || is_analysis(&line), "{line}");
        }
    }

    /// Nothing at all is said within `time`, not even analysis.
    pub fn assert_mute(&mut self, time: Duration) {
        assert_eq!(self.hear_within(time), None);
    }

    /// Ends the conversation: nothing but analysis, remarks and the answer to a search may still come, nothing
    /// may stand on standard error, and the exit code must be 0. Returns the analysis and the answer.
    pub fn end(mut self, end: End) -> Vec<String> {
        self.finish(end)
    }

    fn finish(&mut self, end: End) -> Vec<String> {
        if end == End::Quit {
            self.say("quit");
        }
        // After `quit` the pipe stays open until the program has ended.
        let input = self.input.take().filter(|_| end == End::Quit);
        let status = self.wait();
        drop(input);
        assert!(status.success(), "{status}");
        let rest = self.lines.iter();
        let rest: Vec<_> = rest
            .filter(|line| !line.starts_with("info string "))
            .collect();
        let answer = rest.iter().position(|line| !is_analysis(line));
        if let Some(answer) = answer {
            let is_answer = |it: &&str| rest[answer].starts_with(it);
            assert!(
                ["bestmove ", "checkmate "].iter().any(is_answer),
                "{rest:?}"
            );
            assert_eq!(answer + 1, rest.len(), "{rest:?}");
        }
        let errors = self.errors.take().map(JoinHandle::join);
        let errors = errors.expect("one end").expect("UTF-8");
        assert_eq!(errors, "", "standard error");
        rest
    }

    fn wait(&mut self) -> std::process::ExitStatus {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let _ = self.child.kill();
        panic!("the program does not exit");
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        if self.input.is_some() && !thread::panicking() {
            self.finish(End::Quit);
        }
    }
}
