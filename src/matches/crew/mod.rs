//! Playing a match: workers play its games, and observers are told of them.
//!
//! What must hold: neither the number of workers nor the order in which they finish shows in what
//! the observers are told in order. From the bottom: `pinning` ← `workers` ← `observer` ← this
//! file.

pub mod observer;
pub mod pinning;
mod workers;

pub use workers::AtWork;

use super::contest::Match;
use super::referee::finished::FinishedGame;
use observer::{Instruction, Observer};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use workers::{Crew, News, Open};

/// How often observers are shown what is being played.
const TICK: Duration = Duration::from_millis(200);

/// Plays what of `contest` is not among `earlier`, the games of an earlier run, and tells the
/// observers, until one of them has seen enough, or the match is to be stopped.
///
/// # Errors
/// The first error of an observer, after the games being played have ended.
pub fn run(
    contest: &Match,
    earlier: Vec<FinishedGame>,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    run_part(contest, 0..contest.schedule().games(), earlier, observers)
}

/// As [`run`], but only the games numbered `part`, which must be whole pairs.
///
/// # Errors
/// As there.
pub fn run_part(
    contest: &Match,
    part: Range<u64>,
    earlier: Vec<FinishedGame>,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    let mut order = InOrder::after(part.start);
    let mut played = BTreeSet::new();
    for game in earlier {
        if part.contains(&game.id) && played.insert(game.id) {
            order.add(game, observers)?;
        }
    }
    if enough(observers) {
        return Ok(());
    }
    let open = Open::new(contest.schedule(), part, played, contest.concurrency);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut crew = Crew::new(scope, contest, &open, sender);
        let mut ticked = Instant::now();
        crew.fill();
        loop {
            // First: those who heed it may be gone by now.
            if contest.conduct.stop.load(Relaxed) {
                // Workers end with their next move, unheard.
                open.want(0);
                note(
                    "interrupted: the games being played are abandoned",
                    observers,
                )?;
                break;
            }
            if crew.is_gone() {
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
                        open.want(0);
                        break;
                    }
                }
                Ok(News::Note(text)) => note(&text, observers)?,
                Ok(News::Left(worker)) => crew.left(worker),
                Err(_) => {}
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                follow(tick(&crew.at_work(), observers)?, &open, observers)?;
                crew.fill();
            }
        }
        Ok(())
    })
}

/// Games that have been played, told to observers as in a match: in the order of the schedule up
/// to the first that is missing, until one of the observers has seen enough.
#[derive(Default)]
pub struct Retelling {
    order: InOrder,
    is_over: bool,
}

impl Retelling {
    /// Tells the next game; numbers rise. Returns whether it was told.
    ///
    /// # Errors
    /// The first error of an observer.
    pub fn game(
        &mut self,
        game: FinishedGame,
        observers: &mut [&mut dyn Observer],
    ) -> io::Result<bool> {
        if self.is_over || game.id != self.order.told {
            self.is_over = true;
            return Ok(false);
        }
        self.order.add(game, observers)?;
        self.is_over = enough(observers);
        Ok(true)
    }

    /// How many games have been told.
    pub fn told(&self) -> u64 {
        self.order.told
    }
}

fn enough(observers: &[&mut dyn Observer]) -> bool {
    observers.iter().any(|observer| observer.has_seen_enough())
}

fn note(text: &str, observers: &mut [&mut dyn Observer]) -> io::Result<()> {
    let mut observers = observers.iter_mut();
    observers.try_for_each(|observer| observer.note(text))
}

/// Shows the observers what is being played, and returns what they want.
fn tick(at_work: &[AtWork], observers: &mut [&mut dyn Observer]) -> io::Result<Vec<Instruction>> {
    let mut instructions = Vec::new();
    for observer in observers {
        instructions.extend(observer.tick(at_work)?);
    }
    Ok(instructions)
}

/// Does what observers want, and tells them.
fn follow(
    instructions: Vec<Instruction>,
    open: &Open,
    observers: &mut [&mut dyn Observer],
) -> io::Result<()> {
    for instruction in instructions {
        let text = match instruction {
            Instruction::Note(text) => text,
            Instruction::Workers(workers) => {
                open.want(workers);
                format!("from now on {workers} workers")
            }
            Instruction::Stop => {
                open.want(0);
                "stopping after the games being played".to_owned()
            }
        };
        note(&text, observers)?;
    }
    Ok(())
}

/// Games as they end, told in the order of the schedule.
#[derive(Default)]
struct InOrder {
    waiting: BTreeMap<u64, FinishedGame>,
    /// The number before which all games have been told.
    told: u64,
    /// The first game of a pair whose second is still to come.
    first: Option<FinishedGame>,
}

impl InOrder {
    /// Begins with the game numbered `told`.
    fn after(told: u64) -> Self {
        Self {
            told,
            ..Self::default()
        }
    }

    fn add(&mut self, game: FinishedGame, observers: &mut [&mut dyn Observer]) -> io::Result<()> {
        self.waiting.insert(game.id, game);
        while let Some(game) = self.waiting.remove(&self.told) {
            self.told += 1;
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
