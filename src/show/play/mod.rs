//! A game between a person and the engine on a terminal; never prints: what it has to say goes to the
//! writer that it is given.
//!
//! [`run`] reads a line, does what it says, and writes at most a board and a few lines. What must hold:
//! every line is answered; what is no move and no command is refused in one line, and changes nothing;
//! the end of input ends the game in good order, from a terminal as from a pipe.

mod game;

#[cfg(test)]
mod tests;

use engine::player::{Level, Settings};
use engine::record::{Format, kif};
use engine::search::Score;
use engine::shogi::game::Game;
use engine::shogi::sfen::Diagram;
use engine::shogi::{Color, Move, Position, Square};
use game::PlayedGame;
use std::fs;
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
        board: Board(setup.kanji),
        game: PlayedGame::new(setup),
    };
    writeln!(out, "{}", host.game.welcome())?;
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
    game: PlayedGame,
    board: Board,
}

impl Host {
    /// Answers a line; false after the last.
    fn answer(&mut self, command: &Command, out: &mut dyn Write) -> io::Result<bool> {
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(false),
            Command::Help => writeln!(out, "{HELP}")?,
            Command::Board => self.show(out)?,
            Command::Moves => writeln!(out, "{}", self.game.moves())?,
            Command::Hint => writeln!(out, "{}", self.game.hint())?,
            Command::Level(None) => writeln!(out, "level {}", self.game.level())?,
            Command::Level(Some(level)) => {
                self.game.set_level(*level);
                writeln!(out, "level {level}")?;
            }
            Command::Undo => match self.game.undo() {
                Ok(taken) => {
                    writeln!(out, "taken back: {taken}")?;
                    self.show(out)?;
                }
                Err(refusal) => writeln!(out, "{refusal}")?,
            },
            Command::Resign => self.refuse_or_end(out, PlayedGame::resign)?,
            Command::Declare => self.refuse_or_end(out, PlayedGame::declare)?,
            Command::Save(path) => writeln!(out, "{}", self.save(path))?,
            Command::Wrong(refusal) => writeln!(out, "{refusal}")?,
            Command::Move(text) => match self.game.play(text) {
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
        match act(&mut self.game) {
            Ok(()) => self.write_end(out),
            Err(refusal) => writeln!(out, "{refusal}"),
        }
    }

    /// Lets the engine move if it is its turn, and shows where the game stands.
    fn go_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(played) = self.game.answer() {
            writeln!(out, "{played}")?;
        }
        self.show(out)?;
        self.write_end(out)
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.board.of(self.game.position()))
    }

    fn write_end(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.game.result() {
            Some(result) => writeln!(out, "{result}\nsave FILE, undo or quit"),
            None => Ok(()),
        }
    }

    /// Says how a game that is not finished can be gone on with.
    fn leave(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.game.result() {
            Some(_) => Ok(()),
            None => writeln!(out, "the game so far: {}", self.game.game()),
        }
    }

    /// Saves the game, and says so, or why not.
    fn save(&self, path: &Path) -> String {
        let shown = path.display();
        let Some(format) = Format::of_path(path) else {
            return format!("`{shown}`; expected a name that ends in .kif, .ki2, .csa or .usi");
        };
        let text = format.write(&self.game.record());
        match fs::write(path, text) {
            Ok(()) => format!("saved in {shown}"),
            Err(error) => format!("`{shown}`: {error}"),
        }
    }
}

/// What may be typed, for people.
const HELP: &str = "\
Make a move:    7g7f  8h2b+  P*5e   (USI)
                76歩  ▲７六歩  同銀  58金右  +7776FU   (as in records)
                P-7f  Bx2b+  N*5e  G4i-5h   (western)
hint            what the engine at full strength would play
undo            take back your last move and the answer to it
board, moves    show the board, or the moves so far
level [N]       say or change how strong the engine plays, 0 to 20
resign, declare give up; claim a win by entering king
save FILE       save the game as .kif, .ki2, .csa or .usi
help, quit";

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
    /// A command that lacks something, in one line.
    Wrong(String),
}

impl Command {
    /// What `line` means: a command by its first word in any case, else a move.
    fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_lowercase().as_str() {
            "" => Self::Nothing,
            "hint" | "h" => Self::Hint,
            "undo" | "u" | "back" | "待った" => Self::Undo,
            "resign" | "投了" => Self::Resign,
            "declare" | "宣言" => Self::Declare,
            "board" | "b" | "d" => Self::Board,
            "moves" => Self::Moves,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            "save" if rest.is_empty() => {
                Self::Wrong("save what? expected a file, such as save game.kif".to_owned())
            }
            "save" => Self::Save(PathBuf::from(rest)),
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
            None => Self::Wrong(format!(
                "`{text}`; expected a level from 0 to {}",
                Level::FULL
            )),
        }
    }
}

/// How boards are drawn: with Japanese characters, or with USI's letters.
struct Board(pub bool);

impl Board {
    /// `pos` as lines of text.
    fn of(&self, pos: &Position) -> String {
        if !self.0 {
            return Diagram(pos).to_string();
        }
        let mark = kif::mark(pos.side());
        let lines = kif::drawing(pos).join("\n");
        format!("{lines}\n{mark} to move, move {}", pos.ply())
    }
}

/// The name of `mv`, a move of `pos`, in Japanese and in USI notation; the move before went to `last`.
fn move_name(pos: &Position, mv: Move, last: Option<Square>) -> String {
    let names = kif::line_names(pos, last, &[mv]);
    format!("{} ({mv})", names.concat())
}

/// A value in words, for the side to move.
fn value(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{cp:+} centipawns for you"),
        Score::Mate(plies) if plies > 0 => format!("you mate in {plies}"),
        Score::Mate(plies) => format!("you are mated in {}", -plies),
        Score::Mated => "you are mated".to_owned(),
    }
}
