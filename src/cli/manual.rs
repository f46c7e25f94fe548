//! The command line described for shells (`completions`) and as manual pages (`man`).

use super::{Cli, NAME};
use anyhow::anyhow;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use command::files::check_folder;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  usi-engine completions bash > \\
      ~/.local/share/bash-completion/completions/usi-engine
  usi-engine completions fish > ~/.config/fish/completions/usi-engine.fish")]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let all = Cli::command();
        // Shells are told of hidden commands too: without them.
        let shown = all.get_subcommands().filter(|it| !it.is_hide_set());
        let mut command = Command::new(NAME)
            .version(env!("CARGO_PKG_VERSION"))
            .disable_help_subcommand(true)
            .subcommands(shown.cloned());
        // Into memory first: the generator panics where writing fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, NAME, &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    usi-engine man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The folder to write the pages into; it is made if it is not there.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shown = self.folder.display();
        let failed = |error| anyhow!("`{shown}`: {error}");
        check_folder("manual", &self.folder)?;
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let command = Cli::command();
        let pages = pages(&command);
        clap_mangen::generate_to(command, &self.folder).map_err(failed)?;
        Ok(writeln!(out, "{pages} pages in `{shown}`")?)
    }
}

/// How many pages there are: one for `command`, and one for each below that is not hidden.
fn pages(command: &Command) -> usize {
    let below = command.get_subcommands().filter(|it| !it.is_hide_set());
    1 + below.map(pages).sum::<usize>()
}
