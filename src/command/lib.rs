//! What the programs of this repository have in common on a command line: options, files, signals, errors and logs.
//!
//! A program is a [`Program`], its arguments exactly as typed; [`main`] does what they say. What must hold: bad input ends
//! with one line on standard error and exit code 2, and nothing that is logged waits for whoever reads it.

pub mod files;
pub mod guard;
mod logging;
pub mod options;
mod output;
pub mod players;
mod refusal;
pub mod signals;

use base::files::text::shortened;
use base::table::width;
use clap::{Command, Parser};
use engine::eval::nnue::instructions::Instructions;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

pub use refusal::one_line;

/// The environment variable that names the vector instructions to use instead of the best.
const INSTRUCTIONS: &str = "KYOMI_INSTRUCTIONS";

/// How many columns a line of help has at most.
const WIDTH: usize = 80;

/// How many characters of an error are shown.
const LONGEST: usize = 1000;

/// A program, as its arguments were typed.
pub trait Program: Parser {
    /// Does what the arguments say, writes results to `out`, and returns the exit code.
    ///
    /// # Errors
    /// If the input is bad or writing fails; the message is one line.
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode>;

    /// Does what the program does without arguments; none if it needs some.
    fn without_arguments() -> Option<anyhow::Result<ExitCode>> {
        None
    }

    /// `command`, which reads the arguments, in the language that `arguments` ask for.
    fn told(command: Command, arguments: &[OsString]) -> Command {
        let _ = arguments;
        command
    }
}

/// Reads the arguments of a program, its name first.
///
/// # Errors
/// What clap says of them, also where it is no error: that help is asked for.
pub fn read<P: Program>(arguments: &[OsString]) -> Result<P, clap::Error> {
    let command = P::told(with_negative_values(P::command()), arguments);
    let matches = command
        .max_term_width(WIDTH)
        .try_get_matches_from(arguments)?;
    P::from_arg_matches(&matches)
}

/// `command` where `-3` is a value: it is refused for what it is, with what was expected.
fn with_negative_values(command: Command) -> Command {
    let command = command.mut_args(|it| {
        let takes_values = it.get_action().takes_values();
        it.allow_negative_numbers(takes_values)
    });
    command.mut_subcommands(with_negative_values)
}

/// The arguments of a program, its name first. A first one with several words is a whole line, as test servers call engines:
/// `"genfens 8 seed 1 book None" quit`.
fn in_words(mut arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let name = arguments.next();
    let first = arguments.next();
    let line = first
        .as_ref()
        .and_then(|it| it.to_str())
        .filter(|it| it.contains(' '));
    let words: Vec<OsString> = match line {
        Some(line) => line.split_whitespace().map(OsString::from).collect(),
        None => first.into_iter().collect(),
    };
    name.into_iter().chain(words).chain(arguments).collect()
}

/// Runs a program from its start to its end and returns its exit code: 0 or what it says, 2 for bad input.
pub fn main<P: Program>() -> ExitCode {
    logging::start();
    let code = do_as_told::<P>();
    logging::finish();
    code
}

fn do_as_told<P: Program>() -> ExitCode {
    if let Err(error) = choose_instructions() {
        return complain(&format!("error: {INSTRUCTIONS}: {error}"));
    }
    let arguments = in_words(std::env::args_os());
    let alone = (arguments.len() <= 1).then(P::without_arguments);
    let result = match alone.flatten() {
        Some(result) => result,
        None => match read::<P>(&arguments) {
            Ok(program) => program.run(&mut output::standard_output()),
            Err(error) => return answer_parser::<P>(&error, &arguments),
        },
    };
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => complain(&format!("error: {error}")),
    }
}

/// The first line of the help of `command` or of a command below it that does not fit the columns of a terminal; for
/// tests. A usage is one line however long.
pub fn first_wide_line(command: Command) -> Option<String> {
    fn first(command: &mut Command) -> Option<String> {
        let help = command.render_long_help().to_string();
        let is_usage = |line: &&str| line.starts_with("Usage: ") || line.starts_with("使い方");
        let mut lines = help.lines().filter(|line| !is_usage(line));
        let wide = lines.find(|line| width(line) > WIDTH).map(str::to_owned);
        wide.or_else(|| command.get_subcommands_mut().find_map(first))
    }
    let mut command = command.term_width(WIDTH);
    command.build();
    first(&mut command)
}

fn choose_instructions() -> Result<(), String> {
    let name = std::env::var_os(INSTRUCTIONS);
    name.map_or(Ok(()), |name| Instructions::choose(&name.to_string_lossy()))
}

/// The parser of arguments wants to show help, or to refuse.
fn answer_parser<P: Program>(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    if error.use_stderr() {
        return complain(&one_line::<P>(error, arguments));
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
