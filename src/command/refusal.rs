//! What the parser of arguments says, in one line that names the token and what was expected.

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// What is wrong with the `arguments` of a program, by the `error` that they led to, in one line.
pub fn one_line<P: CommandFactory>(error: &clap::Error, arguments: &[OsString]) -> String {
    let text = error.to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let mut line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(similar) = similar(error) {
        return format!("{line}; did you mean `{similar}`?");
    }
    let command = reached::<P>(arguments);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {}
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            line = format!("error: nothing after `{}`", command.get_name());
        }
        _ => return line,
    }
    let shown = command.get_subcommands().filter(|it| !it.is_hide_set());
    let names: Vec<_> = shown.map(clap::Command::get_name).collect();
    format!("{line}; expected one of {}", names.join(", "))
}

/// What is spelled most like what nothing is called, if anything is.
fn similar(error: &clap::Error) -> Option<&str> {
    let kinds = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    kinds.iter().find_map(|&kind| match error.get(kind)? {
        ContextValue::String(similar) => Some(similar.as_str()),
        ContextValue::Strings(similar) => similar.last().map(String::as_str),
        _ => None,
    })
}

/// The command that `arguments` lead to, the program's name first, as far as they name one.
fn reached<P: CommandFactory>(arguments: &[OsString]) -> clap::Command {
    let mut command = P::command();
    for argument in arguments.iter().skip(1) {
        match command.find_subcommand(argument) {
            Some(next) => command = next.clone(),
            None => break,
        }
    }
    command
}
