//! What a check is made of.

use super::heard::Heard;

/// Something that is expected of every engine.
#[derive(Debug)]
pub struct Check {
    /// What it is called, one word.
    pub id: &'static str,
    /// What is expected, a sentence.
    pub expected: &'static str,
    /// How it is tried.
    pub(super) script: &'static [Step],
}

/// One step of a conversation. Times are in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// `usi` up to `usiok`.
    Introduce,
    /// `usiok` must come within this time.
    Introduced(u64),
    /// The beginning of a game as interfaces have it, from `usi` to `usinewgame`.
    Begin,
    /// Sends this line.
    Say(&'static str),
    /// The same with a line that is too long to be written here.
    SayLong(fn() -> String),
    /// `readyok` must come within this time after `isready`.
    Ready(u64),
    /// This answer must come within this time.
    Answer(Expected, u64),
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
    Holds(fn(&Heard) -> Result<(), String>),
    /// Each of its moves must have come with the reply that it expects, if it ever names one.
    Replies,
    /// Closes its input.
    CloseInput,
    /// It must end by itself within this time, with exit code 0.
    End(u64),
}

/// What options are set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Their default.
    Default,
    /// Nothing.
    Empty,
    /// What they cannot be.
    Nonsense,
}

/// What an answer has to be. Whatever is expected, moves must be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
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
