//! `guard`: a program that ends with the one that started it; see [`matches::players::guard`].

use clap::Args;
use matches::players::guard;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `guard`.
#[derive(Debug, Args)]
pub struct GuardArgs {
    /// Become the program, to die with the process PARENT, instead of watching over it.
    #[arg(long = "become")]
    becomes_it: bool,
    /// The process to end with.
    parent: u32,
    /// The program to run.
    engine: PathBuf,
    /// Its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

impl GuardArgs {
    /// Runs the program, and returns its exit code.
    ///
    /// # Errors
    /// If standard error cannot be written to.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let (parent, engine) = (self.parent, &self.engine);
        let result = if self.becomes_it {
            Err(guard::become_engine(parent, engine, &self.args))
        } else {
            guard::watch_over(parent, engine, &self.args)
        };
        result.or_else(|error| {
            writeln!(
                io::stderr(),
                "error: cannot start `{}`: {error}",
                engine.display()
            )?;
            Ok(ExitCode::from(guard::NOT_STARTED[1] as u8))
        })
    }
}
