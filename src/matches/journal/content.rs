//! Reading a journal: its head and its games, up to a torn last line.

use super::head::Head;
use crate::referee::finished::FinishedGame;
use engine::files::journal::read_lines;
use engine::files::line::told;
use std::collections::BTreeSet;

/// What is wrong with a journal without a line.
pub(super) const EMPTY: &str = "empty; expected what describes a match";

/// What stands in a journal.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// What describes the match; none in an empty file.
    pub head: Option<Head>,
    /// The games, as they stand there.
    pub games: Vec<FinishedGame>,
    /// The bytes up to the end of the last good line.
    pub length: usize,
    /// The numbers of the games.
    numbers: BTreeSet<u64>,
}

impl Content {
    /// Reads a journal up to a torn last line.
    ///
    /// # Errors
    /// The number of a bad line, and what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, (usize, String)> {
        let mut content = Self::default();
        let length = read_lines(bytes, |number, text| content.add(number, text))?;
        Ok(Self { length, ..content })
    }

    /// The head, and the games.
    ///
    /// # Errors
    /// As [`Self::read`], if the file is empty.
    pub fn with_head(self) -> Result<(Head, Vec<FinishedGame>), (usize, String)> {
        match self.head {
            Some(head) => Ok((head, self.games)),
            None => Err((1, EMPTY.to_owned())),
        }
    }

    /// Adds what the object `text` says, the content of line `number`.
    fn add(&mut self, number: usize, text: &str) -> Result<(), String> {
        if number == 1 {
            self.head = Some(Head::parse(text)?);
            return Ok(());
        }
        let game = game(
            text,
            self.head.as_ref().map_or(0, |head| head.players.len()),
        )?;
        if !self.numbers.insert(game.id) {
            return Err(format!("game {} stands there again", game.id));
        }
        self.games.push(game);
        Ok(())
    }
}

/// The game of a match of so many `players` that the JSON object `text` tells.
///
/// # Errors
/// What is wrong with it.
pub(super) fn game(text: &str, players: usize) -> Result<FinishedGame, String> {
    let game: FinishedGame = serde_json::from_str(text).map_err(told)?;
    if game.is_sound(players) {
        Ok(game)
    } else {
        Err(format!(
            "expected two of the {players} players, and none or one of them as the winner"
        ))
    }
}
