//! The program: without arguments it speaks USI, with arguments it does what they say.
//!
//! Exit codes: 0 all is well, 1 a check failed, 2 bad input, named in one line on standard error,
//! 130 interrupted by a signal.

mod cli;

use cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    command::main::<Cli>()
}
