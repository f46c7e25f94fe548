//! The workers of a match: threads that take the next open game and play it.
//!
//! What must hold: a worker ends only between games, and says so whatever it ends by; what it
//! plays can be seen at any time without holding it up.

use super::pinning;
use crate::contest::Match;
use crate::contest::schedule::{Schedule, Ticket, letter};
use crate::players::limit::MoveLimit;
use crate::players::{Conduct, Player, PlayerSpec};
use crate::referee::finished::FinishedGame;
use crate::referee::game::{self, Incident, Seat};
use shogi_core::Color;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::thread::{Scope, sleep};
use std::time::{Duration, Instant};

/// What workers say.
pub(super) enum News {
    /// A game begins.
    Started(Ticket),
    /// A game has ended, perhaps with a fault.
    Finished(Box<(FinishedGame, Option<Incident>)>),
    /// Something worth a line.
    Note(String),
    /// The worker with this number has ended.
    Left(usize),
}

/// A game being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtWork {
    /// The number of the worker, from 0.
    pub worker: usize,
    /// What it plays.
    pub game: Ticket,
    /// Moves made after the opening.
    pub plies: u32,
}

/// What is left to play, and by how many.
pub(super) struct Open {
    schedule: Schedule,
    /// The numbers of games that are not to be played again.
    played: BTreeSet<u64>,
    /// The number from which on games have not been given out.
    next: AtomicU64,
    /// The number before which games are given out.
    end: u64,
    /// Workers with this number or a higher one take no more games.
    wanted: AtomicUsize,
}

impl Open {
    /// The games of `schedule` numbered `part`, without those `played`.
    pub fn new(
        schedule: Schedule,
        part: Range<u64>,
        played: BTreeSet<u64>,
        workers: usize,
    ) -> Self {
        Self {
            schedule,
            played,
            next: AtomicU64::new(part.start),
            end: part.end,
            wanted: AtomicUsize::new(workers),
        }
    }

    /// Changes the number of workers; with 0 the match ends with the games being played.
    pub fn want(&self, workers: usize) {
        self.wanted.store(workers, Relaxed);
    }

    /// How many workers can be of use.
    fn useful(&self) -> usize {
        let rest = self.end.saturating_sub(self.next.load(Relaxed));
        self.wanted.load(Relaxed).min(rest as usize)
    }

    /// A game for `worker` that nobody plays yet.
    fn take(&self, worker: usize) -> Option<Ticket> {
        while worker < self.wanted.load(Relaxed) {
            let id = Some(self.next.fetch_add(1, Relaxed)).filter(|&id| id < self.end)?;
            let ticket = self.schedule.ticket(id)?;
            if !self.played.contains(&ticket.id) {
                return Some(ticket);
            }
        }
        None
    }
}

/// What a worker shows of its game.
#[derive(Default)]
struct Desk {
    /// The number of the game after that being played; 0 before the first.
    game: AtomicU64,
    plies: AtomicU32,
}

/// All workers.
pub(super) struct Crew<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    contest: &'env Match,
    open: &'env Open,
    news: Sender<News>,
    /// Of those that have not ended, by number.
    desks: BTreeMap<usize, Arc<Desk>>,
}

impl<'scope, 'env> Crew<'scope, 'env> {
    /// A crew without workers.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        contest: &'env Match,
        open: &'env Open,
        news: Sender<News>,
    ) -> Self {
        Self {
            scope,
            contest,
            open,
            news,
            desks: BTreeMap::new(),
        }
    }

    /// Starts the workers that are wanted and not there.
    pub fn fill(&mut self) {
        for worker in 0..self.open.useful() {
            if let Entry::Vacant(place) = self.desks.entry(worker) {
                let desk = Arc::clone(place.insert(Arc::default()));
                let (contest, open, news) = (self.contest, self.open, self.news.clone());
                self.scope
                    .spawn(move || work(worker, contest, open, &desk, &news));
            }
        }
    }

    /// The worker with this number has ended.
    pub fn left(&mut self, worker: usize) {
        self.desks.remove(&worker);
    }

    /// Whether all workers have ended.
    pub fn is_gone(&self) -> bool {
        self.desks.is_empty()
    }

    /// What is being played.
    pub fn at_work(&self) -> Vec<AtWork> {
        let seen = |(&worker, desk): (&usize, &Arc<Desk>)| {
            let id = desk.game.load(Relaxed).checked_sub(1)?;
            let game = self.open.schedule.ticket(id)?;
            let plies = desk.plies.load(Relaxed);
            Some(AtWork {
                worker,
                game,
                plies,
            })
        };
        self.desks.iter().filter_map(seen).collect()
    }
}

/// Says that a worker has ended, also if it panicked.
struct Farewell<'a>(usize, &'a Sender<News>);

impl Drop for Farewell<'_> {
    fn drop(&mut self) {
        // Failing means that nobody listens any more.
        let _ = self.1.send(News::Left(self.0));
    }
}

/// A player of one worker.
struct Entrant {
    player: Box<dyn Player>,
    limit: MoveLimit,
    /// The number of the game that it played last.
    last: Option<u64>,
}

/// Plays until nothing is left, the worker is not wanted, or nobody listens.
fn work(worker: usize, contest: &Match, open: &Open, desk: &Desk, news: &Sender<News>) {
    let _farewell = Farewell(worker, news);
    let mut conduct = contest.conduct.clone();
    if contest.pin {
        match pinning::pin(worker) {
            Ok(core) => conduct.core = Some(core),
            Err(problem) => {
                let _ = news.send(News::Note(problem));
            }
        }
    }
    let mut players = entrants(contest, &conduct);
    while let Some(ticket) = open.take(worker) {
        desk.plies.store(0, Relaxed);
        desk.game.store(ticket.id + 1, Relaxed);
        if news.send(News::Started(ticket)).is_err() {
            return;
        }
        let told = play(contest, &mut players, &ticket, &desk.plies);
        let notes = revivals(&mut players, &ticket).into_iter();
        let mut told = notes.map(News::Note).chain(told);
        // A game that was abandoned has no result.
        if conduct.stop.load(Relaxed) || told.any(|told| news.send(told).is_err()) {
            return;
        }
        rest(contest.pause, &conduct.stop);
    }
}

/// Sleeps for `pause`, or until `stop` is raised.
fn rest(pause: Duration, stop: &AtomicBool) {
    const LOOK: Duration = Duration::from_millis(50);
    let end = Instant::now() + pause;
    while !stop.load(Relaxed) && Instant::now() < end {
        sleep(LOOK.min(pause));
    }
}

fn entrants(contest: &Match, conduct: &Conduct) -> Vec<Entrant> {
    let players = contest.players.iter().zip(&contest.limits);
    let entrant = |(player, limit): (&PlayerSpec, &MoveLimit)| Entrant {
        player: player.create(conduct),
        limit: *limit,
        last: None,
    };
    players.map(entrant).collect()
}

/// What is to be told of those in the game `ticket` that had ended since their last one, the result
/// of which stands. From now on this game is their last.
fn revivals(players: &mut [Entrant], ticket: &Ticket) -> Vec<String> {
    let mut notes = Vec::new();
    for seat in ticket.seats() {
        let Some(entrant) = players.get_mut(seat) else {
            continue;
        };
        let last = entrant.last.replace(ticket.id);
        if let Some((game, detail)) = last.zip(entrant.player.fault_between_games()) {
            let name = letter(seat);
            notes.push(format!(
                "game {game}: afterwards {name} ended by itself: {detail}; the result stands"
            ));
        }
    }
    notes
}

/// Plays a game; none if a player of it is not there.
fn play(
    contest: &Match,
    players: &mut [Entrant],
    ticket: &Ticket,
    shown: &AtomicU32,
) -> Option<News> {
    let [black, white] = ticket.seats();
    let seats = players.get_disjoint_mut([black, white]).ok()?;
    let seats = seats.map(|entrant| Seat {
        player: entrant.player.as_mut(),
        limit: entrant.limit,
    });
    let opening = contest.openings.opening(contest.seed, ticket.pair);
    let start = opening.to_string();
    let played = game::play(seats, opening, &contest.rules, shown);
    let game = FinishedGame {
        id: ticket.id,
        black,
        white,
        start,
        plies: played.plies,
        winner: played.winner.map(|side| match side {
            Color::Black => black,
            Color::White => white,
        }),
        reason: played.reason,
        fault: played.incident.as_ref().map(|it| it.detail.clone()),
        measured: Some(played.measured),
    };
    Some(News::Finished(Box::new((game, played.incident))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::schedule::Format;

    #[test]
    fn games_are_given_out_once_and_not_to_those_unwanted() {
        let schedule = Schedule::new(Format::Match, 2, 6);
        let open = Open::new(schedule, 0..6, BTreeSet::from([1, 2]), 2);
        let take = |worker| open.take(worker).map(|ticket| ticket.id);
        assert_eq!((take(0), take(2), take(1)), (Some(0), None, Some(3)));
        open.want(0);
        assert_eq!((take(0), open.useful()), (None, 0));
        open.want(9);
        assert_eq!(open.useful(), 2);
        assert_eq!((take(8), take(0), take(1)), (Some(4), Some(5), None));
    }
}
