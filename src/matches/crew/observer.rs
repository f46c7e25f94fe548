//! Who follows a match: the journal, the tally, the tables, what a person sees.

use super::workers::AtWork;
use crate::contest::schedule::Ticket;
use crate::referee::finished::FinishedGame;
use crate::referee::game::Incident;
use std::io;

/// What an observer wants of a running match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// So many workers from now on, 1 or more; those too many end with the games they play.
    Workers(usize),
    /// An end after the games being played.
    Stop,
    /// Nothing; it is to be told to all observers.
    Note(String),
}

/// Follows a match, on the thread that runs it. Whoever has nothing to say about an event leaves
/// its method out. An error ends the match.
pub trait Observer {
    /// A game begins, in whatever order games begin.
    ///
    /// # Errors
    /// If it cannot be written down.
    fn started(&mut self, _ticket: &Ticket) -> io::Result<()> {
        Ok(())
    }

    /// A game has ended, in whatever order games end. Not called for games of an earlier run.
    ///
    /// # Errors
    /// If it cannot be written down.
    fn arrived(&mut self, _game: &FinishedGame) -> io::Result<()> {
        Ok(())
    }

    /// A player committed a fault, by which it lost `game`. Not called for games of an earlier
    /// run.
    ///
    /// # Errors
    /// If it cannot be written down.
    fn incident(&mut self, _game: &FinishedGame, _incident: &Incident) -> io::Result<()> {
        Ok(())
    }

    /// The next game in the order of the schedule, those of an earlier run included.
    ///
    /// # Errors
    /// If it cannot be written down.
    fn game(&mut self, _game: &FinishedGame) -> io::Result<()> {
        Ok(())
    }

    /// Whether the match may end before all its games are played. Asked after each game.
    fn has_seen_enough(&self) -> bool {
        false
    }

    /// What is being played, several times a second. Returns what is to be done about the match.
    ///
    /// # Errors
    /// If it cannot be shown.
    fn tick(&mut self, _at_work: &[AtWork]) -> io::Result<Vec<Instruction>> {
        Ok(Vec::new())
    }

    /// Something that is worth a line.
    ///
    /// # Errors
    /// If it cannot be written down.
    fn note(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    /// The next pair in the order of the schedule, after [`Observer::game`] for both its games.
    ///
    /// # Errors
    /// If it cannot be written down.
    fn pair(&mut self, _games: &[FinishedGame; 2]) -> io::Result<()> {
        Ok(())
    }
}

/// Keeps the games as a journal does, in the order of the schedule.
impl Observer for Vec<FinishedGame> {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.push(FinishedGame {
            measured: None,
            ..game.clone()
        });
        Ok(())
    }
}
