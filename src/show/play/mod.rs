//! A game between a person and the engine on a terminal; never prints: what it has to say goes to the
//! writer that it is given.
//!
//! [`run`] reads a line, does what it says, and writes at most a board and a few lines. What must hold:
//! every line is answered; what is no move and no command is refused in one line, and changes nothing;
//! the end of input ends the game in good order, from a terminal as from a pipe.

pub mod game;

#[cfg(test)]
mod tests;

use crate::language::Language;
use crate::texts::Text;
use base::files;
use engine::player::{Level, Settings};
use engine::record::notation::Notation;
use engine::record::{Encoding, Format, kif};
use engine::shogi::game::Game;
use engine::shogi::sfen::Diagram;
use engine::shogi::{Color, Position};
use game::PlayedGame;
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game so far.
    pub game: Game,
    /// The side of the person.
    pub person: Color,
    /// How strong the engine plays.
    pub level: Level,
    /// How long it thinks about a move at most, in milliseconds.
    pub time_ms: u64,
    /// Whether the board is drawn with Japanese characters.
    pub kanji: bool,
    /// In which language it is said what happens.
    pub language: Language,
    /// How moves are written.
    pub notation: Notation,
    /// The settings of the engine; its level is the one above.
    pub settings: Settings,
}

/// Plays the game of `setup`: reads what the person says from `input` and answers to `out`, until
/// `quit` or the end of input.
///
/// # Errors
/// If `input` cannot be read or `out` cannot be written to.
pub fn run(setup: Setup, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
    let mut host = Host {
        played: PlayedGame::new(setup),
        own: BTreeSet::new(),
    };
    writeln!(out, "{}", host.played.welcome())?;
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
        if !host.answer(&Command::read(&text), out)? {
            return Ok(());
        }
    }
    host.leave(out)
}

/// Who answers the person.
struct Host {
    played: PlayedGame,
    /// Files that may be replaced: the game was saved there, or the person has been told that there is one.
    own: BTreeSet<PathBuf>,
}

impl Host {
    /// Answers a line; false after the last.
    fn answer(&mut self, command: &Command, out: &mut dyn Write) -> io::Result<bool> {
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(false),
            Command::Help => writeln!(out, "{}", self.played.say(Text::Help, &[]))?,
            Command::Board => self.show(out)?,
            Command::Moves => writeln!(out, "{}", self.played.moves())?,
            Command::Hint => writeln!(out, "{}", self.played.hint())?,
            Command::Level(level) => {
                if let Some(level) = *level {
                    self.played.set_level(level);
                }
                let level = self.played.setup().level;
                writeln!(out, "{}", self.played.say(Text::LevelIs, &[&level]))?;
            }
            Command::Undo => match self.played.undo() {
                Ok(taken) => {
                    writeln!(out, "{taken}")?;
                    self.show(out)?;
                }
                Err(refusal) => writeln!(out, "{refusal}")?,
            },
            Command::Resign => self.refuse_or_end(out, PlayedGame::resign)?,
            Command::Declare => self.refuse_or_end(out, PlayedGame::declare)?,
            Command::Save(path) => writeln!(out, "{}", self.save(path))?,
            Command::SaveNothing => writeln!(out, "{}", self.played.say(Text::SaveWhat, &[]))?,
            Command::NoLevel(text) => {
                let refusal = self.played.say(Text::BadLevel, &[text, &Level::FULL]);
                writeln!(out, "{refusal}")?;
            }
            Command::Move(text) => match self.played.play(text) {
                Ok(()) => self.go_on(out)?,
                Err(refusal) => writeln!(out, "{refusal}")?,
            },
        }
        Ok(true)
    }

    fn refuse_or_end(
        &mut self,
        out: &mut dyn Write,
        act: fn(&mut PlayedGame) -> Result<(), String>,
    ) -> io::Result<()> {
        match act(&mut self.played) {
            Ok(()) => self.write_end(out),
            Err(refusal) => writeln!(out, "{refusal}"),
        }
    }

    /// Lets the engine move if it is its turn, and shows where the game stands.
    fn go_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(played) = self.played.answer() {
            writeln!(out, "{played}")?;
        }
        self.show(out)?;
        self.write_end(out)
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.board(self.played.position()))
    }

    fn write_end(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.played.result() {
            Some(result) => writeln!(out, "{result}\n{}", self.played.say(Text::AfterEnd, &[])),
            None => Ok(()),
        }
    }

    /// Says how a game that is not finished can be gone on with.
    fn leave(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.played.result().is_none() {
            let game = self.played.say(Text::SoFar, &[self.played.game()]);
            writeln!(out, "{game}")?;
        }
        Ok(())
    }

    /// Saves the game, and says so, or why not.
    ///
    /// A file that is there is replaced when the person says so once more.
    fn save(&mut self, path: &Path) -> String {
        let shown = path.display();
        let Some(format) = Format::of_path(path) else {
            return self.played.say(Text::BadFileName, &[&shown]);
        };
        if self.own.insert(path.to_owned()) && path.is_file() {
            return self.played.say(Text::FileIsThere, &[&shown]);
        }
        let content = format.encode(&self.played.record(), Encoding::of_path(path));
        match files::write(path, &content.bytes) {
            Ok(()) if content.lost.is_empty() => self.played.say(Text::Saved, &[&shown]),
            Ok(()) => self.played.say(Text::SavedWithout, &[&shown]),
            Err(error) => format!("`{shown}`: {error}"),
        }
    }

    /// `pos` as lines of text, and whose turn it is.
    fn board(&self, pos: &Position) -> String {
        let Setup {
            kanji, language, ..
        } = *self.played.setup();
        if !kanji && language == Language::English {
            return Diagram(pos).to_string();
        }
        let lines = if kanji {
            kif::drawing(pos)
        } else {
            let diagram = Diagram(pos).to_string();
            let mut lines: Vec<_> = diagram.lines().map(str::to_owned).collect();
            lines.pop();
            lines
        };
        let turn = self
            .played
            .say(Text::ToMove, &[&self.played.side(pos.side()), &pos.ply()]);
        format!("{}\n{turn}", lines.join("\n"))
    }
}

/// What a line of the person means.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Command {
    /// Nothing.
    Nothing,
    /// A move, as it was typed.
    Move(String),
    /// What would you play?
    Hint,
    /// Take back.
    Undo,
    /// Give up.
    Resign,
    /// Claim a win by entering king.
    Declare,
    /// Save the game.
    Save(PathBuf),
    /// Say the level, or change it.
    Level(Option<Level>),
    /// Show the board.
    Board,
    /// Show the moves.
    Moves,
    /// Show what may be typed.
    Help,
    /// Leave.
    Quit,
    /// Save the game, but where?
    SaveNothing,
    /// Change the level to what is none.
    NoLevel(String),
}

impl Command {
    /// What `line` means: a command by its first word in any case, else a move.
    fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_lowercase().as_str() {
            "" => Self::Nothing,
            "hint" | "h" | "ヒント" => Self::Hint,
            "undo" | "u" | "back" | "待った" => Self::Undo,
            "resign" | "投了" => Self::Resign,
            "declare" | "宣言" => Self::Declare,
            "board" | "b" | "d" => Self::Board,
            "moves" => Self::Moves,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            "save" | "保存" if rest.is_empty() => Self::SaveNothing,
            "save" | "保存" => Self::Save(PathBuf::from(rest)),
            "level" => Self::level(rest),
            _ => Self::Move(line.to_owned()),
        }
    }

    fn level(text: &str) -> Self {
        if text.is_empty() {
            return Self::Level(None);
        }
        let number = text.parse().ok();
        match number.filter(|number| Level::NUMBERS.contains(number)) {
            Some(number) => Self::Level(Some(Level::new(number))),
            None => Self::NoLevel(text.to_owned()),
        }
    }
}
