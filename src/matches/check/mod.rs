//! Whether a USI engine keeps to the protocol.
//!
//! A [`Check`] is data: what is expected, and a script of lines and expectations. There is one
//! runner. What must hold: every wait has its limit; each check has a process of its own, which
//! is gone when the check ends; laws that hold in any conversation (one answer to one `go`, legal
//! moves, no line that begins with `Error`) are watched in all of them.

mod dialogue;
mod lines;

use crate::players::Conduct;
use crate::players::guard::Program;
use crate::players::talk::Talk;
use base::files::text::one_line;
use dialogue::{Dialogue, Output};
use std::time::{Duration, Instant};

/// The engine to be examined.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What is started.
    pub program: Program,
    /// Options that are set in every conversation that begins as a game does, by name and value.
    pub options: Vec<(String, String)>,
    /// How it is started, and how long it may take to become ready.
    pub conduct: Conduct,
}

/// Something that is expected of every engine.
#[derive(Debug)]
pub struct Check {
    /// What it is called, one word.
    pub id: &'static str,
    /// What is expected, a sentence.
    pub expected: &'static str,
    /// How it is tried.
    script: &'static [Step],
}

/// What must hold of what was said; the error is what is wrong.
type Law = fn(&Output) -> Result<(), String>;

/// One step of a conversation. Times are in milliseconds.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// `usi` up to `usiok`.
    Introduce,
    /// `usiok` must come within this time.
    Introduced(u64),
    /// The beginning of a game as interfaces have it, from `usi` to `usinewgame`.
    Begin,
    /// The same, and this `position`.
    At(&'static str),
    /// Sends this line.
    Say(&'static str),
    /// The same with a line that is too long to be written here.
    SayLong(fn() -> String),
    /// `readyok` must come within this time after `isready`.
    Ready(u64),
    /// This answer must come within this time.
    Answer(Expected, u64),
    /// Sends this `go`, and this answer must come within this time.
    Ask(&'static str, Expected, u64),
    /// Sends each of these `go`; a move must come within this time, and this must hold of what was said.
    AskEach(&'static [&'static str], u64, Law),
    /// Sends this `go`, which may not be answered before `stop`, and then must be at once.
    Stopped(&'static str, Expected),
    /// Sends this `go`, which may not be answered before `ponderhit`, and then must be within this time.
    Hit(&'static str, Expected, u64),
    /// For this time no answer may come.
    NoAnswer(u64),
    /// For this time no line may come but `info`.
    Silence(u64),
    /// These steps so many times.
    Times(u32, &'static [Step]),
    /// Sets the first of these options that the engine has; without one the check cannot be made.
    Set(&'static [&'static str], &'static str),
    /// Sets every option that the engine has.
    SetAll(Value),
    /// Plays so many moves against itself, each asked for by this `go` and given within this time.
    Play(u32, &'static str, u64),
    /// This must hold of what was said.
    Holds(Law),
    /// Each of its moves must have come with the reply that it expects, if it ever names one.
    Replies,
    /// Closes its input.
    CloseInput,
    /// It must end by itself within this time, with exit code 0.
    End(u64),
}

/// What options are set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// Their default.
    Default,
    /// Nothing.
    Empty,
    /// What they cannot be.
    Nonsense,
}

/// What an answer has to be. Whatever is expected, moves must be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// `bestmove` with anything.
    Any,
    /// `bestmove` with a move.
    Move,
    /// `bestmove` with one of these moves.
    OneOf(&'static [&'static str]),
    /// `bestmove resign`.
    Resign,
    /// `checkmate` with moves.
    Mate,
    /// `checkmate` without moves.
    NoMate,
    /// `checkmate` with anything.
    Checkmate,
}

/// How a check came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Pass,
    /// Not so; what happened.
    Fail(String),
    /// It could not be made; why.
    NotApplicable(String),
}

/// A check that was made.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Which.
    pub check: &'static Check,
    /// How it came out.
    pub verdict: Verdict,
    /// What was said: `>` before lines to the engine, `<` before its own, `!` before what it wrote on
    /// standard error.
    pub transcript: Vec<String>,
}

/// All checks, in the order in which they are made.
pub fn all() -> impl Iterator<Item = &'static Check> {
    checks::ALL.iter().copied().flatten()
}

/// Starts the engine and returns its name, if it says one.
///
/// # Errors
/// If it cannot be started or does not answer `usi`: it is no engine, or too slow.
pub fn introduce(candidate: &Candidate) -> Result<String, String> {
    let mut dialogue = Dialogue::start(candidate)?;
    match dialogue.introduce(candidate.conduct.ready_time) {
        Ok(introduction) => {
            let name = introduction.name.as_deref();
            Ok(one_line(name.unwrap_or("an engine without a name")))
        }
        Err(problem) => {
            let last = dialogue.last_words();
            Err(format!("no USI engine: {problem}; it said: {last}"))
        }
    }
}

/// Makes `check`, unless that would begin after `deadline`.
pub fn examine(candidate: &Candidate, check: &'static Check, deadline: Instant) -> Outcome {
    let outcome = |verdict, transcript| Outcome {
        check,
        verdict,
        transcript,
    };
    if Instant::now() >= deadline {
        let why = "no time was left for it".to_owned();
        return outcome(Verdict::NotApplicable(why), Vec::new());
    }
    match Dialogue::start(candidate) {
        Ok(mut dialogue) => {
            let verdict = dialogue.perform(check.script);
            outcome(verdict, dialogue.into_transcript())
        }
        Err(problem) => outcome(Verdict::Fail(problem), Vec::new()),
    }
}

/// How long all checks may take, unless something else is said.
pub const TIME: Duration = Duration::from_secs(60);

/// All checks, by what they are about.
mod checks {
    mod modes;
    mod search;
    mod session;

    use super::Check;

    /// In the order in which they are made.
    pub(super) const ALL: [&[Check]; 6] = [
        &session::HANDSHAKE,
        &search::SEARCH,
        &search::LIMITS,
        &modes::PONDER_CHECKS,
        &modes::MATE,
        &session::ENDS,
    ];

    /// How long the answer to `stop` may take, in ms.
    pub(super) const STOPPED: u64 = 1000;
    /// How long silence is listened to, in ms.
    pub(super) const QUIET: u64 = 300;
    /// How long the answer to a search may take that is small, but not limited in time; in ms.
    const PATIENT: u64 = 5000;

    /// Searches of so many ms.
    const QUICK: &str = "go btime 0 wtime 0 byoyomi 200";
    const SHORT: &str = "go btime 0 wtime 0 byoyomi 300";

    const START: &str = "position startpos";
    /// Black mates by G*5b.
    const MATE_IN_ONE: &str = "position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1";
    /// White is mated.
    const MATED: &str = "position sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1";
    /// White has one legal move, 9a9b.
    const ONE_MOVE: &str = "position sfen k8/2G6/9/9/9/9/9/9/K8 w - 1";
    /// White may declare a win.
    const DECLARABLE: &str = "position sfen 4K4/9/9/9/9/9/+r+bgggg+b+r1/ssssk4/9 w - 1";
    /// A middle game in which the value changes from iteration to iteration.
    const SHARP: &str =
        "position sfen l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1";
    /// Black's king is in check and hunted; of its moves some are mated, and P*3a wins (+1688 after 3,000,000 nodes).
    const HUNTED: &str = "position sfen 4g3l/+B2s2Gs1/pKpppp1kp/gr3n1N1/4s2G1/2P4P1/P1+bPP1P1P/6+p2/L3S2NL b LPrn3p 1 \
                          moves 8c7b R*4h L*3d";
}
