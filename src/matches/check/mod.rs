//! Whether a USI engine keeps to the protocol. Layer 6.
//!
//! A [`Check`] is data: what is expected, and a script of lines and expectations. There is one
//! runner. What must hold: every wait has its limit; each check has a process of its own, which
//! is gone when the check ends; laws that hold in any conversation (one answer to one `go`, legal
//! moves, no line that begins with `Error`) are watched in all of them. From the bottom: `heard` (what an
//! engine has said) ← `script`, `lines` (what is asked of single lines) ← `checks` (all of them);
//! `candidate`, `script` ← `dialogue` ← this file.

mod candidate;
mod checks;
mod dialogue;
mod heard;
mod lines;
mod script;

pub use candidate::Candidate;
pub use script::{Check, Verdict};

use dialogue::Dialogue;
use engine::files::line::told;
use std::time::{Duration, Instant};

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
    if let Err(problem) = dialogue.introduce() {
        let said = dialogue.last_words();
        return Err(format!("no USI engine: {problem}; it said: {said}"));
    }
    Ok(told(dialogue.name().unwrap_or("an engine without a name")))
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
            let verdict = match dialogue.perform(check.script) {
                Verdict::Fail(problem) => Verdict::Fail(told(problem)),
                Verdict::NotApplicable(why) => Verdict::NotApplicable(told(why)),
                Verdict::Pass => Verdict::Pass,
            };
            outcome(verdict, dialogue.transcript())
        }
        Err(problem) => outcome(Verdict::Fail(problem), Vec::new()),
    }
}

/// How long all checks may take, unless something else is said.
pub const TIME: Duration = Duration::from_secs(60);
