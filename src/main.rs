//! The program: without arguments it speaks USI, with arguments it does what they say.
//!
//! Exit codes: 0 all is well, 1 a check failed, 2 bad input, named in one line on standard error,
//! 130 interrupted by a signal.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::print_stderr,
        clippy::dbg_macro
    )
)]

mod cli;

use cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    command::main::<Cli>()
}
