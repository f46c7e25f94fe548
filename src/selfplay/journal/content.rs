//! Reading a journal: its head and its games, up to a torn last line.

use super::head::Head;
use crate::files::line;
use crate::selfplay::referee::finished::FinishedGame;
use std::collections::BTreeSet;

/// What stands in a journal.
#[derive(Debug, Default)]
pub(in crate::selfplay) struct Content {
    /// What describes the match; none in an empty file.
    pub head: Option<Head>,
    /// The games, as they stand there.
    pub games: Vec<FinishedGame>,
    /// The bytes up to the end of the last good line.
    pub length: usize,
}

impl Content {
    /// Reads a journal up to a torn last line.
    ///
    /// # Errors
    /// The number of a bad line, and what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, (usize, String)> {
        let mut content = Self::default();
        let mut numbers = BTreeSet::new();
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let end = content.length + line.len();
            match line::read(line) {
                Ok(text) => content.add(number, &text).map_err(|e| (number, e))?,
                // Torn; but a file whose first line is bad is no journal.
                Err(_) if end == bytes.len() && number > 1 => break,
                Err(problem) => return Err((number, problem)),
            }
            if let Some(game) = content.games.last()
                && number > 1
                && !numbers.insert(game.id)
            {
                return Err((number, format!("game {} stands there again", game.id)));
            }
            content.length = end;
        }
        Ok(content)
    }

    /// The head, and the games.
    ///
    /// # Errors
    /// As [`Self::read`], if the file is empty.
    pub fn with_head(self) -> Result<(Head, Vec<FinishedGame>), (usize, String)> {
        match self.head {
            Some(head) => Ok((head, self.games)),
            None => Err((1, "empty; expected what describes a match".to_owned())),
        }
    }

    /// Adds what the object `text` says, the content of line `number`.
    fn add(&mut self, number: usize, text: &str) -> Result<(), String> {
        if number == 1 {
            self.head = Some(Head::parse(text)?);
            return Ok(());
        }
        let game: FinishedGame = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if !game.is_sound() {
            return Err("expected two players, and none or one of them as the winner".to_owned());
        }
        self.games.push(game);
        Ok(())
    }
}
