//! A conversation with an engine: its process, what was said, and what follows from it.

mod perform;

use super::Candidate;
use crate::players::Conduct;
use crate::players::process::{NoLine, Process};
use crate::players::talk::Talk;
use base::files::text::shortened;
use engine::search::Decision;
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::Game;
use engine::usi::grammar::{Checkmate, OptionDeclaration, Response};
use std::time::{Duration, Instant};

/// How long a second answer is waited for when a script is over, and how long a late line of an
/// earlier step may take.
const LINGER: Duration = Duration::from_millis(50);
/// Longer lines of a transcript are cut.
const LONGEST: usize = 400;

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
    transcript: Vec<String>,
    output: Output,
    /// The game last set.
    game: Game,
    /// The `go` without an answer.
    open: Option<Question>,
    /// The last answer, if it was a move.
    decision: Option<Decision>,
}

impl Dialogue {
    /// Starts the engine.
    pub fn start(candidate: &Candidate) -> Result<Self, String> {
        let path = candidate.program.path.display();
        let process = Process::start(&candidate.program, &candidate.conduct)
            .map_err(|error| format!("cannot start `{path}`: {error}"))?;
        Ok(Self {
            process,
            conduct: candidate.conduct.clone(),
            options: candidate.options.clone(),
            transcript: Vec::new(),
            output: Output::default(),
            game: Game::default(),
            open: None,
            decision: None,
        })
    }

    /// The last line that it said, on standard error if there is one.
    pub fn last_words(&mut self) -> String {
        let errors = self.standard_error();
        let last = errors.lines().last();
        let last = last.or_else(|| self.output.lines.last().map(String::as_str));
        shortened(last.unwrap_or("nothing"), LONGEST)
    }

    /// The end of what it wrote on standard error; all that it will write if it has ended.
    pub fn standard_error(&mut self) -> String {
        let _ = self.process.end(LINGER);
        self.process.stderr_tail()
    }

    /// What was said by both.
    pub fn into_transcript(mut self) -> Vec<String> {
        let errors = self.standard_error();
        let errors = errors.lines().map(|line| shortened(line, LONGEST));
        self.transcript
            .extend(errors.map(|line| format!("! {line}")));
        self.transcript
    }

    /// Writes `line` of the engine down, and returns it as it is shortened.
    fn note(&mut self, line: &str) -> String {
        let text = shortened(line, LONGEST);
        self.transcript.push(format!("< {text}"));
        text
    }

    /// The next line, if one comes before `deadline`.
    ///
    /// # Errors
    /// If it breaks a law that holds always, or the engine has ended.
    fn next(&mut self, deadline: Instant) -> Result<Option<(Instant, Response)>, String> {
        let line = match self.process.receive(deadline) {
            Ok(line) => line,
            Err(NoLine::Silence) => return Ok(None),
            Err(NoLine::Ended) => {
                let status = self.process.exit_status();
                let status = status.unwrap_or_else(|| "still running".to_owned());
                return Err(format!("its output ended ({status})"));
            }
        };
        let text = self.note(&line.text);
        self.output.lines.push(line.text.clone());
        if line.text.to_ascii_lowercase().starts_with("error") {
            return Err(format!("`{text}` begins with `Error`"));
        }
        let is_option = line.text.split_whitespace().next() == Some("option");
        let response = match Response::parse(&line.text) {
            // What is wrong with its options is asked of every engine once.
            Err(_) if is_option => Response::Other,
            parsed => parsed.map_err(|error| error.to_string())?,
        };
        match &response {
            Response::Option(option) => self.output.declared.push(option.clone()),
            Response::BestMove(decision) => self.decided(*decision, &text)?,
            Response::Checkmate(answer) => self.solved(answer, &text)?,
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
        let mut game = self.output.searched.clone();
        match decision {
            Decision::Play { best, ponder } => {
                let moves = std::iter::once(best).chain(ponder);
                for mv in moves {
                    game.play(mv)
                        .map_err(|error| format!("{error} in `{line}`"))?;
                }
                if ponder.is_some() {
                    self.output.with_reply += 1;
                } else if game.ending(None).is_none() {
                    self.output.without_reply.push(line.to_owned());
                }
                Ok(())
            }
            Decision::Resign => Ok(()),
            Decision::DeclareWin => {
                // The rule that engines have unless they are told another.
                let rule = EnteringKingRule::CsaRule27;
                match rule.verdict(game.position()) {
                    Declaration::Win => Ok(()),
                    _ => Err(format!("`bestmove win`, which {rule} does not give")),
                }
            }
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
        let mut game = self.output.searched.clone();
        for &mv in moves {
            game.play(mv)
                .map_err(|error| format!("{error} in `{line}`"))?;
        }
        match game.ending(None) {
            Some(_) => Ok(()),
            None => Err(format!("`{line}` does not end in mate")),
        }
    }
}

impl Talk for Dialogue {
    type Problem = String;

    /// Sends `line`, and notes what it changes.
    fn say(&mut self, line: &str) {
        let text = shortened(line.trim_end(), LONGEST);
        self.transcript.push(format!("> {text}"));
        let mut words = line.split_whitespace();
        match words.next() {
            Some("position") => {
                let words: Vec<_> = words.collect();
                if let Ok((game, _)) = Game::parse(&words.join(" ")) {
                    self.game = game;
                }
            }
            Some("go") => {
                self.open = Some(match words.find(|&word| word == "mate") {
                    Some(_) => Question::Mate,
                    None => Question::Move,
                });
                self.output.searched = self.game.clone();
                self.output.before_go = self.output.lines.len();
            }
            _ => {}
        }
        self.process.send(line);
    }

    fn hear(&mut self, awaited: &str, deadline: Instant) -> Result<Response, String> {
        let next = self.next(deadline)?;
        let next = next.map(|(_, response)| response);
        next.ok_or_else(|| format!("no `{awaited}` in time"))
    }
}

/// All that an engine has said in a conversation.
#[derive(Debug, Default)]
pub(super) struct Output {
    /// Its lines.
    pub lines: Vec<String>,
    /// The options that it has declared.
    pub declared: Vec<OptionDeclaration>,
    /// The end of what it has written on standard error.
    pub errors: String,
    /// How many of its moves came with the reply that it expects.
    pub with_reply: usize,
    /// The answers that came without one, although the game goes on.
    pub without_reply: Vec<String>,
    /// How many lines came before the last `go`.
    before_go: usize,
    /// The game that the last `go` was about.
    pub searched: Game,
}

impl Output {
    /// The lines since the last `go`.
    pub fn since_go(&self) -> &[String] {
        &self.lines[self.before_go..]
    }
}
