//! What a line of the person means.

use engine::search::Level;
use std::path::PathBuf;

/// What may be said, for people.
pub const HELP: &str = "\
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

/// A line of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
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
    /// Say what may be said.
    Help,
    /// Leave.
    Quit,
    /// A command that lacks something, in one line.
    Wrong(String),
}

impl Said {
    /// What `line` means: a command by its first word in any case, else a move.
    pub fn read(line: &str) -> Self {
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
