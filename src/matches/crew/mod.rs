//! Playing a match: workers play its games, and observers follow it: the journal, the tally, what a
//! person sees.
//!
//! What must hold: neither the number of workers nor the order in which they finish shows in what
//! the observers are given in order.

mod workers;

pub use workers::{AtWork, CAN_PIN, cores};

use super::contest::Match;
use super::contest::schedule::Ticket;
use super::referee::finished::FinishedGame;
use super::referee::game::Incident;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{io, thread};
use thiserror::Error;
use workers::{Crew, News, Open};

/// A player could not be started, twice: the machine is short of something, or its program is gone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Shortage(String);

impl Shortage {
    /// What `error` of [`run`] says of it.
    ///
    /// # Errors
    /// `error`, if it is another.
    pub fn of(error: io::Error) -> io::Result<Self> {
        error.downcast()
    }
}

/// How often observers are shown what is being played.
const TICK: Duration = Duration::from_millis(200);

/// The most games that can be played at a time.
pub const MOST_WORKERS: usize = 512;

/// Follows a match, on the thread that runs it. Whoever has nothing to say about an event leaves
/// its method out. An error, such as that something cannot be written down, ends the match.
#[expect(clippy::missing_errors_doc, reason = "said once, above")]
pub trait Observer {
    /// A game begins, in whatever order games begin.
    fn started(&mut self, _ticket: &Ticket) -> io::Result<()> {
        Ok(())
    }

    /// A game has ended, in whatever order games end. Not called for games of an earlier run.
    fn arrived(&mut self, _game: &FinishedGame) -> io::Result<()> {
        Ok(())
    }

    /// A player committed a fault, by which it lost `game`. Not called for games of an earlier
    /// run.
    fn incident(&mut self, _game: &FinishedGame, _incident: &Incident) -> io::Result<()> {
        Ok(())
    }

    /// The next game in the order of the schedule, those of an earlier run included.
    fn game(&mut self, _game: &FinishedGame) -> io::Result<()> {
        Ok(())
    }

    /// Whether the match may end before all its games are played. Asked after each game.
    fn has_seen_enough(&self) -> bool {
        false
    }

    /// Whether no further game is to begin; those being played end, and count. Asked several times a
    /// second.
    fn wants_no_more(&self) -> bool {
        false
    }

    /// What is being played, several times a second.
    fn tick(&mut self, _at_work: &[AtWork]) -> io::Result<()> {
        Ok(())
    }

    /// Something that is worth a line.
    fn note(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    /// The next pair in the order of the schedule, after [`Observer::game`] for both its games.
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

/// Plays what of `contest` is not among `earlier`, the games of an earlier run, and tells the
/// observers, until one of them has seen enough, or the match is to be stopped.
///
/// # Errors
/// The first error of an observer, after the games being played have ended; a [`Shortage`], after the games being
/// played by others have ended and been counted: the game that could not be played is left.
pub fn run(
    contest: &Match,
    earlier: Vec<FinishedGame>,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    let to_play = contest.to_play();
    let mut order = InOrder {
        next: to_play.start,
        ..InOrder::default()
    };
    let mut played = BTreeSet::new();
    for game in earlier {
        if to_play.contains(&game.id) && played.insert(game.id) {
            order.add(game, observers)?;
        }
    }
    if enough(observers) {
        return Ok(());
    }
    let open = Open::new(contest.schedule(), to_play, played);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let crew = Crew::start(scope, contest, &open, &sender);
        // Only workers hold one now: when the last has ended, nothing more can come.
        drop(sender);
        let mut ticked = Instant::now();
        let mut is_ending = false;
        let mut shortage = None;
        loop {
            // First: those who heed it may be gone by now.
            if contest.conduct.stop.load(Relaxed) {
                // Workers end with their next move, unheard.
                open.close();
                let text = "interrupted: the games being played are abandoned";
                note(text, observers)?;
                break;
            }
            match receiver.recv_timeout(TICK) {
                Ok(News::Started(ticket)) => {
                    let mut observers = observers.iter_mut();
                    observers.try_for_each(|observer| observer.started(&ticket))?;
                }
                Ok(News::Finished(finished)) => {
                    let (game, incident) = *finished;
                    for observer in observers.iter_mut() {
                        if let Some(incident) = &incident {
                            observer.incident(&game, incident)?;
                        }
                        observer.arrived(&game)?;
                    }
                    order.add(game, observers)?;
                    if enough(observers) {
                        // Workers end with the games that they are playing, unheard.
                        open.close();
                        break;
                    }
                }
                Ok(News::Note(text)) => note(&text, observers)?,
                Ok(News::Shortage(text)) => {
                    open.close();
                    shortage.get_or_insert(Shortage(text));
                }
                Err(RecvTimeoutError::Timeout) => {}
                // All workers have ended: after a stop because of it, which is said above.
                Err(RecvTimeoutError::Disconnected) if contest.conduct.stop.load(Relaxed) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                let at_work = crew.at_work();
                let mut all = observers.iter_mut();
                all.try_for_each(|observer| observer.tick(&at_work))?;
                if !is_ending && observers.iter().any(|it| it.wants_no_more()) {
                    is_ending = true;
                    open.close();
                    note("stopping after the games being played", observers)?;
                }
            }
        }
        shortage.map_or(Ok(()), |shortage| Err(io::Error::other(shortage)))
    })
}

/// Games that have been played, given to observers as in a match: in the order of the schedule up
/// to the first that is missing, until one of the observers has seen enough.
#[derive(Default)]
pub struct Replay {
    order: InOrder,
    is_over: bool,
}

impl Replay {
    /// Gives the next game to the observers; numbers rise. Returns whether it was given.
    ///
    /// # Errors
    /// The first error of an observer.
    pub fn game(
        &mut self,
        game: FinishedGame,
        observers: &mut [&mut dyn Observer],
    ) -> io::Result<bool> {
        if self.is_over || game.id != self.order.next {
            self.is_over = true;
            return Ok(false);
        }
        self.order.add(game, observers)?;
        self.is_over = enough(observers);
        Ok(true)
    }

    /// How many games have been given.
    pub fn count(&self) -> u64 {
        self.order.next
    }
}

fn enough(observers: &[&mut dyn Observer]) -> bool {
    observers.iter().any(|observer| observer.has_seen_enough())
}

fn note(text: &str, observers: &mut [&mut dyn Observer]) -> io::Result<()> {
    let mut observers = observers.iter_mut();
    observers.try_for_each(|observer| observer.note(text))
}

/// Games as they end, given to observers in the order of the schedule.
#[derive(Default)]
struct InOrder {
    waiting: BTreeMap<u64, FinishedGame>,
    /// The number of the game that comes next.
    next: u64,
    /// The first game of a pair whose second is still to come.
    first: Option<FinishedGame>,
}

impl InOrder {
    fn add(&mut self, game: FinishedGame, observers: &mut [&mut dyn Observer]) -> io::Result<()> {
        self.waiting.insert(game.id, game);
        while let Some(game) = self.waiting.remove(&self.next) {
            self.next += 1;
            for observer in observers.iter_mut() {
                observer.game(&game)?;
            }
            let Some(first) = self.first.take() else {
                self.first = Some(game);
                continue;
            };
            let pair = [first, game];
            for observer in observers.iter_mut() {
                observer.pair(&pair)?;
            }
        }
        Ok(())
    }
}
