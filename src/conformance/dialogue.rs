//! A conversation with an engine: its process, what was said, and what follows from it.

use super::script::{Expected, Step, Value};
use super::{Candidate, Verdict};
use crate::search::Decision;
use crate::selfplay::players::Conduct;
use crate::selfplay::players::process::{NoLine, Process};
use crate::shogi::declaration::{Declaration, EnteringKingRule};
use crate::shogi::game::Game;
use crate::usi::grammar::{Checkmate, OptionDeclaration, OptionKind, Response};
use std::time::{Duration, Instant};

/// How long a second answer is waited for when a script is over, and how long a late line of an
/// earlier step may take.
const LINGER: Duration = Duration::from_millis(50);
/// Longer lines of a transcript are cut.
const LONGEST: usize = 400;

/// Why a script does not go on.
enum Break {
    Failed(String),
    NotApplicable(String),
}

impl From<String> for Break {
    fn from(problem: String) -> Self {
        Self::Failed(problem)
    }
}

/// What an engine has been asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Move,
    Mate,
}

/// A conversation.
pub(super) struct Dialogue {
    process: Process,
    conduct: Conduct,
    options: Vec<(String, String)>,
    said: Vec<String>,
    /// The lines that the engine has said.
    heard: Vec<String>,
    /// How many of them came before the last `go`.
    before_go: usize,
    declared: Vec<OptionDeclaration>,
    /// The game last set, and that of the last `go`.
    game: Game,
    searched: Game,
    /// The `go` without an answer.
    open: Option<Question>,
    /// The last answer, if it was a move.
    decision: Option<Decision>,
}

impl Dialogue {
    /// Starts the engine.
    ///
    /// # Errors
    /// If that cannot be done, in words.
    pub fn start(candidate: &Candidate) -> Result<Self, String> {
        let path = candidate.program.path.display();
        let process = Process::start(&candidate.program, &candidate.conduct)
            .map_err(|error| format!("cannot start `{path}`: {error}"))?;
        Ok(Self {
            process,
            conduct: candidate.conduct.clone(),
            options: candidate.options.clone(),
            said: Vec::new(),
            heard: Vec::new(),
            before_go: 0,
            declared: Vec::new(),
            game: Game::default(),
            searched: Game::default(),
            open: None,
            decision: None,
        })
    }

    /// Goes through `script`.
    pub fn perform(&mut self, script: &[Step]) -> Verdict {
        let all = self.steps(script).and_then(|()| self.linger());
        match all {
            Ok(()) => Verdict::Pass,
            Err(Break::Failed(problem)) => Verdict::Fail(problem),
            Err(Break::NotApplicable(why)) => Verdict::NotApplicable(why),
        }
    }

    /// `usi` up to `usiok`.
    ///
    /// # Errors
    /// If that does not come.
    pub fn introduce(&mut self) -> Result<(), String> {
        self.say("usi");
        let time = self.conduct.ready_time;
        self.wait_for("usiok", time)
    }

    /// The last line that it said, on standard error if there is one.
    pub fn last_words(&mut self) -> String {
        let errors = self.standard_error();
        let last = errors.lines().last();
        let last = last.or_else(|| self.heard.last().map(String::as_str));
        last.unwrap_or("nothing").to_owned()
    }

    /// The name that it gives itself.
    pub fn name(&self) -> Option<&str> {
        self.heard
            .iter()
            .find_map(|line| line.strip_prefix("id name "))
    }

    /// What it has declared.
    pub fn declared(&self) -> &[OptionDeclaration] {
        &self.declared
    }

    /// All lines that it has said.
    pub fn heard(&self) -> &[String] {
        &self.heard
    }

    /// Those since the last `go`, and the game that it was about.
    pub fn analysis(&self) -> (&[String], &Game) {
        (&self.heard[self.before_go..], &self.searched)
    }

    /// The end of what it wrote on standard error; all that it will write if it has ended.
    pub fn standard_error(&mut self) -> String {
        let _ = self.process.end(LINGER);
        self.process.stderr_tail()
    }

    /// The end of what it has written on standard error so far.
    pub fn error_output(&self) -> String {
        self.process.stderr_tail()
    }

    /// What was said by both.
    pub fn transcript(mut self) -> Vec<String> {
        let errors = self.standard_error();
        self.said
            .extend(errors.lines().map(|line| format!("! {line}")));
        self.said
    }

    fn steps(&mut self, script: &[Step]) -> Result<(), Break> {
        script.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<(), Break> {
        match *step {
            Step::Introduce => self.introduce()?,
            Step::Begin => self.begin()?,
            Step::Introduced(ms) => self.wait_for("usiok", Duration::from_millis(ms))?,
            Step::Say(line) => self.say(line),
            Step::SayLong(line) => self.say(&line()),
            Step::Ready(ms) => {
                self.say("isready");
                self.wait_for("readyok", Duration::from_millis(ms))?;
            }
            Step::Answer(expected, ms) => self.answer(expected, ms)?,
            Step::NoAnswer(ms) => self.no_answer(ms)?,
            Step::Silence(ms) => self.silence(ms)?,
            Step::Times(times, script) => (0..times).try_for_each(|_| self.steps(script))?,
            Step::Set(names, value) => self.set(names, value)?,
            Step::SetAll(value) => self.set_all(value),
            Step::Play(moves, go, ms) => self.play(moves, go, ms)?,
            Step::Holds(law) => law(self)?,
            Step::CloseInput => {
                self.said.push("> (end of input)".to_owned());
                self.process.close_input();
            }
            Step::End(ms) => self.end(ms)?,
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), String> {
        self.introduce()?;
        for (name, value) in self.options.clone() {
            self.say(&format!("setoption name {name} value {value}"));
        }
        self.say("isready");
        self.wait_for("readyok", self.conduct.ready_time)?;
        self.say("usinewgame");
        Ok(())
    }

    /// Sends `line`, and notes what it changes.
    fn say(&mut self, line: &str) {
        let shown: String = line.trim_end().chars().take(LONGEST).collect();
        self.said.push(format!("> {shown}"));
        let mut words = line.split_whitespace();
        match words.next() {
            Some("position") => {
                let words: Vec<_> = words.collect();
                if let Ok((game, _)) = Game::parse(&words.join(" ")) {
                    self.game = game;
                }
            }
            Some("go") => {
                let is_mate = words.any(|word| word == "mate");
                self.open = Some(if is_mate {
                    Question::Mate
                } else {
                    Question::Move
                });
                self.searched = self.game.clone();
                self.before_go = self.heard.len();
            }
            _ => {}
        }
        self.process.send(line);
    }

    /// The next line, if one comes before `deadline`.
    ///
    /// # Errors
    /// If it breaks a law that holds always, or the engine has ended.
    fn hear(&mut self, deadline: Instant) -> Result<Option<(Instant, Response)>, String> {
        let line = match self.process.receive(deadline) {
            Ok(line) => line,
            Err(NoLine::Silence) => return Ok(None),
            Err(NoLine::Ended) => {
                let status = self.process.exit_status();
                let status = status.unwrap_or_else(|| "still running".to_owned());
                return Err(format!("its output ended ({status})"));
            }
        };
        let shown: String = line.text.chars().take(LONGEST).collect();
        self.said.push(format!("< {shown}"));
        self.heard.push(line.text.clone());
        if line.text.to_ascii_lowercase().starts_with("error") {
            return Err(format!("`{shown}` begins with `Error`"));
        }
        let response = Response::parse(&line.text).map_err(|error| error.to_string())?;
        match &response {
            Response::Option(option) => self.declared.push(option.clone()),
            Response::BestMove(decision) => self.decided(*decision, &shown)?,
            Response::Checkmate(answer) => self.solved(answer, &shown)?,
            _ => {}
        }
        Ok(Some((line.at, response)))
    }

    /// Takes `bestmove`.
    fn decided(&mut self, decision: Decision, line: &str) -> Result<(), String> {
        match self.open.take() {
            Some(Question::Move) => {}
            Some(Question::Mate) => return Err(format!("`{line}` as the answer to `go mate`")),
            None => return Err(format!("`{line}` without a `go`")),
        }
        self.decision = Some(decision);
        let mut game = self.searched.clone();
        match decision {
            Decision::Play { best, ponder } => {
                let moves = std::iter::once(best).chain(ponder);
                for mv in moves {
                    game.play(mv)
                        .map_err(|error| format!("{error} in `{line}`"))?;
                }
                Ok(())
            }
            Decision::Resign => Ok(()),
            Decision::DeclareWin => may_declare(&game),
        }
    }

    /// Takes `checkmate`.
    fn solved(&mut self, answer: &Checkmate, line: &str) -> Result<(), String> {
        match self.open.take() {
            Some(Question::Mate) => {}
            Some(Question::Move) => return Err(format!("`{line}` as the answer to `go`")),
            None => return Err(format!("`{line}` without a `go mate`")),
        }
        let Checkmate::Line(moves) = answer else {
            return Ok(());
        };
        let mut game = self.searched.clone();
        for &mv in moves {
            game.play(mv)
                .map_err(|error| format!("{error} in `{line}`"))?;
        }
        let is_mate = game.ending(None).is_some();
        is_mate
            .then_some(())
            .ok_or_else(|| format!("`{line}` does not end in mate"))
    }

    fn wait_for(&mut self, word: &'static str, time: Duration) -> Result<(), String> {
        let deadline = Instant::now() + time;
        while let Some((_, response)) = self.hear(deadline)? {
            let is_it = match response {
                Response::UsiOk => word == "usiok",
                Response::ReadyOk => word == "readyok",
                _ => false,
            };
            if is_it {
                return Ok(());
            }
        }
        Err(format!("no `{word}` within {} ms", time.as_millis()))
    }

    fn answer(&mut self, expected: Expected, ms: u64) -> Result<(), Break> {
        let start = Instant::now();
        // Whatever was said in time is late by no more than the thread that reads it.
        let deadline = start + Duration::from_millis(ms);
        while let Some((at, response)) = self.hear(deadline + LINGER)? {
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
        Err(Break::Failed(format!("no `{awaited}` within {ms} ms")))
    }

    fn no_answer(&mut self, ms: u64) -> Result<(), String> {
        let deadline = Instant::now() + Duration::from_millis(ms);
        while let Some((_, response)) = self.hear(deadline)? {
            if matches!(response, Response::BestMove(_) | Response::Checkmate(_)) {
                let last = self.heard.last().map_or("", String::as_str);
                return Err(format!("`{last}` before `stop` or `ponderhit`"));
            }
        }
        Ok(())
    }

    fn silence(&mut self, ms: u64) -> Result<(), String> {
        let deadline = Instant::now() + Duration::from_millis(ms);
        while self.hear(deadline)?.is_some() {
            let last = self.heard.last().map_or("", String::as_str);
            if !last.starts_with("info ") {
                return Err(format!("`{last}` where nothing was to be said"));
            }
        }
        Ok(())
    }

    /// A second answer, for which nobody asked, is noticed here.
    fn linger(&mut self) -> Result<(), Break> {
        let deadline = Instant::now() + LINGER;
        loop {
            match self.process.receive(deadline) {
                Err(_) => return Ok(()),
                Ok(line) => {
                    self.said.push(format!("< {}", line.text));
                    let is_answer = ["bestmove", "checkmate"].map(|it| line.text.starts_with(it));
                    if is_answer.contains(&true) && self.open.take().is_none() {
                        return Err(format!("`{}` without a `go`", line.text).into());
                    }
                }
            }
        }
    }

    fn find(&self, names: &[&str]) -> Option<String> {
        let is = |option: &&OptionDeclaration| {
            names
                .iter()
                .any(|name| option.name.eq_ignore_ascii_case(name))
        };
        self.declared
            .iter()
            .find(is)
            .map(|option| option.name.clone())
    }

    fn set(&mut self, names: &[&str], value: &str) -> Result<(), Break> {
        let none =
            || Break::NotApplicable(format!("the engine has no option {}", names.join(" or ")));
        let name = self.find(names).ok_or_else(none)?;
        self.say(&format!("setoption name {name} value {value}"));
        Ok(())
    }

    fn set_all(&mut self, value: Value) {
        for option in self.declared.clone() {
            let name = &option.name;
            match (value, default_of(&option.kind)) {
                (_, None) => {}
                (Value::Default, Some(default)) => {
                    self.say(&format!("setoption name {name} value {default}"));
                }
                (Value::Empty, _) => self.say(&format!("setoption name {name} value ")),
                (Value::Nonsense, _) => self.say(&format!("setoption name {name} value \u{1}!?")),
            }
        }
    }

    fn play(&mut self, moves: u32, go: &str, ms: u64) -> Result<(), Break> {
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

    fn end(&mut self, ms: u64) -> Result<(), String> {
        let status = self.process.end(Duration::from_millis(ms));
        let mut answers = u32::from(self.open.is_some());
        while let Ok(line) = self.process.receive(Instant::now() + LINGER) {
            self.said.push(format!("< {}", line.text));
            let is_answer = line.text.starts_with("bestmove") && answers > 0;
            answers -= u32::from(is_answer);
            if !is_answer && !line.text.starts_with("info ") {
                return Err(format!("`{}` after the end", line.text));
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

/// The value of an option unless it is set; none for one without a value.
fn default_of(kind: &OptionKind) -> Option<String> {
    match kind {
        OptionKind::Check { default } => Some(default.to_string()),
        OptionKind::Spin { default, .. } => Some(default.to_string()),
        OptionKind::Combo { default, .. }
        | OptionKind::Text { default }
        | OptionKind::FileName { default } => Some(default.clone()),
        OptionKind::Button => None,
    }
}

/// A claim is right under the rule that engines have unless they are told another.
fn may_declare(game: &Game) -> Result<(), String> {
    let rule = EnteringKingRule::CsaRule27;
    match rule.verdict(game.position()) {
        Declaration::Win => Ok(()),
        _ => Err(format!("`bestmove win`, which {rule} does not give")),
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

fn judge_mate(expected: Expected, answer: &Checkmate) -> Result<(), Break> {
    match (expected, answer) {
        (Expected::Mate | Expected::NoMate, Checkmate::NotImplemented) => {
            let why = "the engine looks for no mates (`checkmate notimplemented`)";
            Err(Break::NotApplicable(why.to_owned()))
        }
        (Expected::Mate, Checkmate::NoMate) => Err(format!("`{answer}`; there is a mate").into()),
        (Expected::Mate, Checkmate::Timeout) => Err(format!("`{answer}`; expected a mate").into()),
        (Expected::NoMate, Checkmate::Line(_)) => Err(format!("`{answer}`; expected none").into()),
        _ => Ok(()),
    }
}
