//! What every conversation with a USI engine begins with, whoever talks and whatever is wrong if the engine
//! does not answer.

use engine::usi::grammar::{Command, OptionDeclaration, Response};
use std::time::{Duration, Instant};

/// What an engine says of itself between `usi` and `usiok`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Introduction {
    /// Its name, if it says one.
    pub name: Option<String>,
    /// Its options, in its order.
    pub options: Vec<OptionDeclaration>,
}

/// One side of a conversation with an engine. Hearing fails if nothing comes in time, or something that is a
/// fault.
#[expect(clippy::missing_errors_doc, reason = "said once, above")]
pub trait Talk {
    /// What is wrong when an answer does not come.
    type Problem;

    /// Sends `line`.
    fn say(&mut self, line: &str);

    /// The next response before `deadline`, while waiting for `awaited`.
    fn hear(&mut self, awaited: &str, deadline: Instant) -> Result<Response, Self::Problem>;

    /// Gives all responses before `last` to `visit`; `last` must come within `time`.
    fn hear_until(
        &mut self,
        last: &Response,
        time: Duration,
        mut visit: impl FnMut(Response),
    ) -> Result<(), Self::Problem> {
        let (awaited, deadline) = (last.to_string(), Instant::now() + time);
        loop {
            let response = self.hear(&awaited, deadline)?;
            if response == *last {
                return Ok(());
            }
            visit(response);
        }
    }

    /// `usi`, which must be answered up to `usiok` within `time`.
    fn introduce(&mut self, time: Duration) -> Result<Introduction, Self::Problem> {
        let mut introduction = Introduction::default();
        self.say(&Command::Usi.to_string());
        self.hear_until(&Response::UsiOk, time, |response| match response {
            Response::IdName(name) => introduction.name = Some(name),
            Response::Option(option) => introduction.options.push(option),
            _ => {}
        })?;
        Ok(introduction)
    }

    /// Sets options by name and value, in their order; one without a value is pressed.
    fn set_options(&mut self, options: impl IntoIterator<Item = (String, String)>) {
        for (name, value) in options {
            let value = Some(value).filter(|value| !value.is_empty());
            self.say(&Command::SetOption { name, value }.to_string());
        }
    }

    /// `isready`, which must be answered by `readyok` within `time`.
    fn make_ready(&mut self, time: Duration) -> Result<(), Self::Problem> {
        self.say(&Command::IsReady.to_string());
        self.hear_until(&Response::ReadyOk, time, |_| {})
    }
}
