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
mod logging;

use cli::Cli;
use engine::eval::nnue::instructions::Instructions;
use engine::files::text::shortened;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// The environment variable that names the vector instructions to use instead of the best.
const INSTRUCTIONS: &str = "KYOMI_INSTRUCTIONS";

/// How many characters of an error are shown.
const LONGEST: usize = 1000;

fn main() -> ExitCode {
    let code = do_as_told();
    logging::finish();
    code
}

fn do_as_told() -> ExitCode {
    logging::start();
    if let Err(error) = choose_instructions() {
        return complain(&format!("error: {INSTRUCTIONS}: {error}"));
    }
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let result = if arguments.len() <= 1 {
        cli::speak_usi(false)
    } else {
        match Cli::read(&arguments) {
            Ok(cli) => cli.command.run(&mut cli::standard_output()),
            Err(error) => return answer_parser(&error, &arguments),
        }
    };
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => complain(&format!("error: {error}")),
    }
}

fn choose_instructions() -> Result<(), String> {
    let name = std::env::var_os(INSTRUCTIONS);
    name.map_or(Ok(()), |name| Instructions::choose(&name.to_string_lossy()))
}

/// The parser of arguments wants to show help, or to refuse.
fn answer_parser(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    if error.use_stderr() {
        return complain(&cli::one_line(error, arguments));
    }
    // Nobody is left to be told that help could not be written.
    let _ = error.print();
    ExitCode::SUCCESS
}

fn complain(line: &str) -> ExitCode {
    // As above.
    let _ = writeln!(io::stderr(), "{}", shortened(line, LONGEST));
    ExitCode::from(2)
}

/// Whoever read the results has read enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
