//! A game between a person and the engine on a terminal. Layer 7; never prints: what it has to say goes
//! to the writer that it is given.
//!
//! [`run`] reads a line, does what it says, and writes at most a board and a few lines. What must hold:
//! every line is answered; what is no move and no command is told in one line, and changes nothing; the
//! end of input ends the game in good order, from a terminal as from a pipe. From the bottom: `said`
//! (what lines mean), `setup`, `show` (what is written) ← `side` (the engine's part) ← `table` (the game) ←
//! this file.

mod said;
mod setup;
mod show;
mod side;
mod table;

#[cfg(test)]
mod tests;

pub use setup::Setup;

use engine::record::Format;
use said::Said;
use show::Board;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use table::Table;

/// Plays the game of `setup`: reads what the person says from `input` and answers to `out`, until
/// `quit` or the end of input.
///
/// # Errors
/// If `input` cannot be read or `out` cannot be written to.
pub fn run(setup: Setup, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
    let mut host = Host {
        board: Board(setup.kanji),
        table: Table::new(setup),
    };
    writeln!(out, "{}", host.table.welcome())?;
    host.go_on(out)?;
    let mut line = Vec::new();
    loop {
        write!(out, "> ")?;
        out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            break;
        }
        let text = String::from_utf8_lossy(&line);
        if !host.answer(&Said::read(&text), out)? {
            return Ok(());
        }
    }
    host.leave(out)
}

/// Who answers the person.
struct Host {
    table: Table,
    board: Board,
}

impl Host {
    /// Answers a line; false after the last.
    fn answer(&mut self, said: &Said, out: &mut dyn Write) -> io::Result<bool> {
        match said {
            Said::Nothing => {}
            Said::Quit => return Ok(false),
            Said::Help => writeln!(out, "{}", said::HELP)?,
            Said::Board => self.show(out)?,
            Said::Moves => writeln!(out, "{}", self.table.moves())?,
            Said::Hint => writeln!(out, "{}", self.table.hint())?,
            Said::Level(None) => writeln!(out, "level {}", self.table.level())?,
            Said::Level(Some(level)) => {
                self.table.set_level(*level);
                writeln!(out, "level {level}")?;
            }
            Said::Undo => match self.table.undo() {
                Ok(taken) => {
                    writeln!(out, "taken back: {taken}")?;
                    self.show(out)?;
                }
                Err(refusal) => writeln!(out, "{refusal}")?,
            },
            Said::Resign => self.refuse_or_end(out, Table::resign)?,
            Said::Declare => self.refuse_or_end(out, Table::declare)?,
            Said::Save(path) => writeln!(out, "{}", self.save(path))?,
            Said::Wrong(refusal) => writeln!(out, "{refusal}")?,
            Said::Move(text) => match self.table.play(text) {
                Ok(()) => self.go_on(out)?,
                Err(refusal) => writeln!(out, "{refusal}")?,
            },
        }
        Ok(true)
    }

    fn refuse_or_end(
        &mut self,
        out: &mut dyn Write,
        deed: fn(&mut Table) -> Result<(), String>,
    ) -> io::Result<()> {
        match deed(&mut self.table) {
            Ok(()) => self.tell_end(out),
            Err(refusal) => writeln!(out, "{refusal}"),
        }
    }

    /// Lets the engine move if it is its turn, and shows where the game stands.
    fn go_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(told) = self.table.answer() {
            writeln!(out, "{told}")?;
        }
        self.show(out)?;
        self.tell_end(out)
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.board.of(self.table.position()))
    }

    fn tell_end(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.table.result() {
            Some(result) => writeln!(out, "{result}\nsave FILE, undo or quit"),
            None => Ok(()),
        }
    }

    /// Says how a game that is not finished can be gone on with.
    fn leave(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.table.result() {
            Some(_) => Ok(()),
            None => writeln!(out, "the game so far: {}", self.table.game()),
        }
    }

    /// Saves the game, and says so, or why not.
    fn save(&self, path: &Path) -> String {
        let shown = path.display();
        let Some(format) = Format::of_path(path) else {
            return format!("`{shown}`; expected a name that ends in .kif, .ki2, .csa or .usi");
        };
        let text = format.write(&self.table.record());
        match fs::write(path, text) {
            Ok(()) => format!("saved in {shown}"),
            Err(error) => format!("`{shown}`: {error}"),
        }
    }
}
