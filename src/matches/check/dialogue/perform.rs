//! Performing a script: each of its steps, and what answers have to be.

use super::{Dialogue, LINGER, Question};
use crate::check::checks::{QUIET, STOPPED};
use crate::check::{Expected, Step, Value, Verdict};
use crate::players::talk::Talk;
use base::files::text::one_line;
use engine::search::Decision;
use engine::usi::grammar::{Checkmate, OptionKind, Response};
use std::time::{Duration, Instant};

impl From<String> for Verdict {
    fn from(problem: String) -> Self {
        Self::Fail(one_line(problem))
    }
}

impl Dialogue {
    /// Goes through `script`.
    pub fn perform(&mut self, script: &[Step]) -> Verdict {
        let performed = self.steps(script).and_then(|()| self.linger());
        performed.err().unwrap_or(Verdict::Pass)
    }

    /// The verdict where they do not go on.
    fn steps(&mut self, script: &[Step]) -> Result<(), Verdict> {
        script.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<(), Verdict> {
        match *step {
            Step::Introduce => self.introduce(self.conduct.ready_time).map(drop)?,
            Step::Begin => self.begin()?,
            Step::At(position) => {
                self.begin()?;
                self.say(position);
            }
            Step::Introduced(ms) => {
                self.hear_until(&Response::UsiOk, Duration::from_millis(ms), |_| {})?;
            }
            Step::Say(line) => self.say(line),
            Step::SayLong(line) => self.say(&line()),
            Step::Ready(ms) => self.make_ready(Duration::from_millis(ms))?,
            Step::Answer(expected, ms) => self.answer(expected, ms)?,
            Step::Ask(go, expected, ms) => {
                self.say(go);
                self.answer(expected, ms)?;
            }
            Step::AskEach(all, ms, law) => {
                for go in all {
                    self.step(&Step::Ask(go, Expected::Move, ms))?;
                    self.step(&Step::Holds(law))?;
                }
            }
            Step::Stopped(go, expected) => self.held(go, "stop", expected, STOPPED)?,
            Step::Hit(go, expected, ms) => self.held(go, "ponderhit", expected, ms)?,
            Step::NoAnswer(ms) => self.no_answer(ms)?,
            Step::Silence(ms) => self.silence(ms)?,
            Step::Times(times, script) => (0..times).try_for_each(|_| self.steps(script))?,
            Step::Set(names, value) => self.set(names, value)?,
            Step::SetAll(value) => self.set_all(value),
            Step::Play(moves, go, ms) => self.play(moves, go, ms)?,
            Step::Holds(law) => {
                self.output.errors = self.process.stderr_tail();
                law(&self.output)?;
            }
            Step::Replies => self.replies()?,
            Step::CloseInput => {
                self.transcript.push("> (end of input)".to_owned());
                self.process.close_input();
            }
            Step::End(ms) => self.end(ms)?,
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), String> {
        let time = self.conduct.ready_time;
        self.introduce(time)?;
        self.set_options(self.options.clone());
        self.make_ready(time)?;
        self.say("usinewgame");
        Ok(())
    }

    fn answer(&mut self, expected: Expected, ms: u64) -> Result<(), Verdict> {
        let start = Instant::now();
        // Whatever was said in time is late by no more than the thread that reads it.
        let deadline = start + Duration::from_millis(ms);
        while let Some((at, response)) = self.next(deadline + LINGER)? {
            if at > deadline {
                break;
            }
            match response {
                Response::BestMove(decision) => return Ok(judge_move(expected, decision)?),
                Response::Checkmate(answer) => return judge_mate(expected, &answer),
                _ => {}
            }
        }
        let awaited = match self.open {
            Some(Question::Mate) => "checkmate",
            _ => "bestmove",
        };
        Err(format!("no `{awaited}` within {ms} ms").into())
    }

    /// Sends `go`, which must not be answered before `end`.
    fn held(&mut self, go: &str, end: &str, expected: Expected, ms: u64) -> Result<(), Verdict> {
        self.say(go);
        self.no_answer(QUIET)?;
        self.say(end);
        self.answer(expected, ms)
    }

    fn no_answer(&mut self, ms: u64) -> Result<(), String> {
        let deadline = Instant::now() + Duration::from_millis(ms);
        while let Some((_, response)) = self.next(deadline)? {
            if matches!(response, Response::BestMove(_) | Response::Checkmate(_)) {
                let last = self.output.lines.last().map_or("", String::as_str);
                return Err(format!("`{last}` before `stop` or `ponderhit`"));
            }
        }
        Ok(())
    }

    fn silence(&mut self, ms: u64) -> Result<(), String> {
        let deadline = Instant::now() + Duration::from_millis(ms);
        while self.next(deadline)?.is_some() {
            let last = self.output.lines.last().map_or("", String::as_str);
            if !last.starts_with("info ") {
                return Err(format!("`{last}` where nothing was to be said"));
            }
        }
        Ok(())
    }

    /// A second answer, for which nobody asked, is noticed here.
    fn linger(&mut self) -> Result<(), Verdict> {
        let deadline = Instant::now() + LINGER;
        while let Ok(line) = self.process.receive(deadline) {
            let text = self.note(&line.text);
            let is_answer = ["bestmove", "checkmate"].map(|it| line.text.starts_with(it));
            if is_answer.contains(&true) && self.open.take().is_none() {
                return Err(format!("`{text}` without a `go`").into());
            }
        }
        Ok(())
    }

    fn find(&self, names: &[&str]) -> Option<String> {
        let mut declared = self.output.declared.iter().map(|option| &option.name);
        let is_one = |option: &&String| names.iter().any(|name| option.eq_ignore_ascii_case(name));
        declared.find(is_one).cloned()
    }

    fn set(&mut self, names: &[&str], value: &str) -> Result<(), Verdict> {
        let none =
            || Verdict::NotApplicable(format!("the engine has no option {}", names.join(" or ")));
        let name = self.find(names).ok_or_else(none)?;
        self.set_options([(name, value.to_owned())]);
        Ok(())
    }

    fn set_all(&mut self, value: Value) {
        for option in self.output.declared.clone() {
            let name = &option.name;
            match (value, default_of(&option.kind)) {
                (_, None) => {}
                (Value::Default, Some(default)) => {
                    self.say(&format!("setoption name {name} value {default}"));
                }
                (Value::Nonsense, _) if is_free(&option.kind) => {}
                (Value::Empty, _) => self.say(&format!("setoption name {name} value ")),
                (Value::Nonsense, _) => self.say(&format!("setoption name {name} value \u{1}!?")),
            }
        }
    }

    fn play(&mut self, moves: u32, go: &str, ms: u64) -> Result<(), Verdict> {
        let mut game = self.game.clone();
        for _ in 0..moves {
            self.say(&format!("position {game}"));
            self.say(go);
            self.answer(Expected::Any, ms)?;
            let Some(Decision::Play { best, .. }) = self.decision else {
                break;
            };
            if game.play(best).is_err() || game.ending(None).is_some() {
                break;
            }
        }
        Ok(())
    }

    fn replies(&self) -> Result<(), Verdict> {
        let (with, without) = (self.output.with_reply, &self.output.without_reply);
        match without.first() {
            Some(_) if with == 0 => {
                let why = "the engine names no replies".to_owned();
                Err(Verdict::NotApplicable(why))
            }
            Some(line) => {
                let (missing, all) = (without.len(), without.len() + with);
                let problem = format!("{missing} of {all} moves without `ponder`, first `{line}`");
                Err(problem.into())
            }
            None => Ok(()),
        }
    }

    fn end(&mut self, ms: u64) -> Result<(), String> {
        let status = self.process.end(Duration::from_millis(ms));
        let mut answers = u32::from(self.open.is_some());
        while let Ok(line) = self.process.receive(Instant::now() + LINGER) {
            let text = self.note(&line.text);
            let is_answer = line.text.starts_with("bestmove") && answers > 0;
            answers -= u32::from(is_answer);
            if !is_answer && !line.text.starts_with("info ") {
                return Err(format!("`{text}` after the end"));
            }
        }
        self.open = None;
        match status {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("it ended with {status}")),
            None => Err(format!("still running after {ms} ms")),
        }
    }
}

/// Whether an option takes any text, such as the name of a file that the engine would then write.
fn is_free(kind: &OptionKind) -> bool {
    matches!(kind, OptionKind::Text(_) | OptionKind::FileName(_))
}

/// The value of an option unless it is set; none for one without a value.
fn default_of(kind: &OptionKind) -> Option<String> {
    match kind {
        OptionKind::Check(default) => Some(default.to_string()),
        OptionKind::Spin { default, .. } => Some(default.to_string()),
        OptionKind::Combo { default, .. }
        | OptionKind::Text(default)
        | OptionKind::FileName(default) => Some(default.clone()),
        OptionKind::Button => None,
    }
}

fn judge_move(expected: Expected, decision: Decision) -> Result<(), String> {
    let answer = Response::BestMove(decision).to_string();
    let wanted = match (expected, decision) {
        (Expected::Any, _)
        | (Expected::Move, Decision::Play { .. })
        | (Expected::Resign, Decision::Resign) => return Ok(()),
        (Expected::OneOf(moves), Decision::Play { best, .. })
            if moves.contains(&best.to_string().as_str()) =>
        {
            return Ok(());
        }
        (Expected::OneOf(moves), _) => format!("one of {}", moves.join(" ")),
        (Expected::Resign, _) => "`bestmove resign`".to_owned(),
        _ => "a move".to_owned(),
    };
    Err(format!("`{answer}`; expected {wanted}"))
}

fn judge_mate(expected: Expected, answer: &Checkmate) -> Result<(), Verdict> {
    match (expected, answer) {
        (Expected::Mate | Expected::NoMate, Checkmate::NotImplemented) => {
            let why = "the engine looks for no mates (`checkmate notimplemented`)";
            Err(Verdict::NotApplicable(why.to_owned()))
        }
        (Expected::Mate, Checkmate::NoMate) => Err(format!("`{answer}`; there is a mate").into()),
        (Expected::Mate, Checkmate::Timeout) => Err(format!("`{answer}`; expected a mate").into()),
        (Expected::NoMate, Checkmate::Line(_)) => Err(format!("`{answer}`; expected none").into()),
        _ => Ok(()),
    }
}
