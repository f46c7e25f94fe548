//! The workers of a match: threads that take the next open game and play it.
//!
//! What must hold: a worker ends only between games; what it plays can be seen at any time without
//! holding it up.

use crate::contest::Match;
use crate::contest::schedule::{Schedule, Ticket, letter};
use crate::players::limit::MoveLimit;
use crate::players::{Player, PlayerSpec};
use crate::referee::finished::FinishedGame;
use crate::referee::game::{self, Incident, NotPlayed, Seat};
use crate::referee::view::View;
use shogi_core::Color;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::Sender;
use std::thread::{self, Scope, sleep};
use std::time::{Duration, Instant};

/// What workers say.
pub(super) enum News {
    /// A game begins.
    Started(Ticket),
    /// A game has ended, perhaps with a fault.
    Finished(Box<(FinishedGame, Option<Incident>)>),
    /// Something worth a line.
    Note(String),
    /// A player could not be started, twice; in words.
    Shortage(String),
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct AtWork {
    /// The number of the worker, from 0.
    pub worker: usize,
    /// What it plays.
    pub game: Ticket,
    /// What is on its board.
    pub view: Arc<View>,
}

/// What is left to play.
pub(super) struct Open {
    schedule: Schedule,
    /// The numbers of games that are not to be played again.
    played: BTreeSet<u64>,
    /// The number from which on games have not been given out.
    next: AtomicU64,
    /// The number before which games are given out.
    end: u64,
    /// Whether no further game is given out.
    is_closed: AtomicBool,
}

impl Open {
    /// The games of `schedule` numbered `part`, without those `played`.
    pub fn new(schedule: Schedule, part: Range<u64>, played: BTreeSet<u64>) -> Self {
        Self {
            schedule,
            played,
            next: AtomicU64::new(part.start),
            end: part.end,
            is_closed: AtomicBool::new(false),
        }
    }

    /// From now on no further game is given out.
    pub fn close(&self) {
        self.is_closed.store(true, Relaxed);
    }

    /// A game that nobody plays yet.
    fn take(&self) -> Option<Ticket> {
        while !self.is_closed.load(Relaxed) {
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
    /// The number of the game after that being played; 0 before the first and after the last.
    game: AtomicU64,
    view: Arc<View>,
}

/// All workers.
pub(super) struct Crew<'a> {
    open: &'a Open,
    desks: Vec<Arc<Desk>>,
}

impl<'a> Crew<'a> {
    /// Starts the workers, no more than there are games. What they have to say comes by `news`, each
    /// holding a sender until it ends.
    pub fn start<'scope>(
        scope: &'scope Scope<'scope, 'a>,
        contest: &'a Match,
        open: &'a Open,
        news: &Sender<News>,
    ) -> Self {
        let games = open.end.saturating_sub(open.next.load(Relaxed));
        let workers = 0..contest.concurrency.min(games as usize);
        let start = |worker| {
            let desk = Arc::<Desk>::default();
            let (own, news) = (Arc::clone(&desk), news.clone());
            scope.spawn(move || work(worker, contest, open, &own, &news));
            desk
        };
        Self {
            open,
            desks: workers.map(start).collect(),
        }
    }

    /// What is being played.
    pub fn at_work(&self) -> Vec<AtWork> {
        let seen = |(worker, desk): (usize, &Arc<Desk>)| {
            let id = desk.game.load(Relaxed).checked_sub(1)?;
            let game = self.open.schedule.ticket(id)?;
            let view = Arc::clone(&desk.view);
            Some(AtWork { worker, game, view })
        };
        self.desks.iter().enumerate().filter_map(seen).collect()
    }
}

/// How long a worker waits for an engine that could not be started: a program may be being built, or others have all
/// files that may be open.
const BEFORE_ANOTHER_TRY: Duration = Duration::from_secs(5);

/// So many nodes beyond twice its limit are an excess: engines look at the clock or at their count now and then.
const FORGIVEN_NODES: u64 = 1000;

/// A player of one worker.
struct Entrant {
    player: Box<dyn Player>,
    limit: MoveLimit,
    /// Whether it has been said that it searches more nodes than it may.
    is_told_of: bool,
    /// The most nodes that it said it had searched for a move.
    most_nodes: u64,
    /// The number of the game that it played last.
    last: Option<u64>,
}

/// Plays until nothing is left or nobody listens.
fn work(worker: usize, contest: &Match, open: &Open, desk: &Desk, news: &Sender<News>) {
    if contest.pin
        && let Err(problem) = pin(worker)
    {
        // Failing means that nobody listens any more.
        let _ = news.send(News::Note(problem));
    }
    play_all(contest, open, desk, news);
    desk.game.store(0, Relaxed);
}

fn play_all(contest: &Match, open: &Open, desk: &Desk, news: &Sender<News>) {
    let mut players = entrants(contest);
    while let Some(ticket) = open.take() {
        desk.view.clear();
        desk.game.store(ticket.id + 1, Relaxed);
        if news.send(News::Started(ticket)).is_err() {
            return;
        }
        let stop = &contest.conduct.stop;
        let mut played = play(contest, &mut players, &ticket, &desk.view);
        if let Some(Err(absence)) = &played {
            let text = format!("{absence}; it is tried once more");
            if news.send(News::Note(text)).is_err() {
                return;
            }
            rest(BEFORE_ANOTHER_TRY, stop);
            desk.view.clear();
            played = play(contest, &mut players, &ticket, &desk.view);
        }
        let mut notes = revivals(&mut players, &ticket);
        let played = match played {
            Some(Ok(played)) => {
                notes.extend(excesses(&mut players, &ticket));
                Some(News::Finished(played))
            }
            Some(Err(absence)) if !stop.load(Relaxed) => {
                // Failing means that nobody listens any more.
                let _ = news.send(News::Shortage(absence));
                return;
            }
            _ => None,
        };
        let notes = notes.into_iter();
        let mut all = notes.map(News::Note).chain(played);
        // A game that was abandoned has no result.
        if stop.load(Relaxed) || all.any(|it| news.send(it).is_err()) {
            return;
        }
        rest(contest.pause, stop);
    }
}

/// Whether workers can be kept to cores on this system.
pub const CAN_PIN: bool = cfg!(target_os = "linux");

/// How many cores there are for this process; 1 if that cannot be found out.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Keeps the current thread, the worker with this number, and the processes that it starts on one of the
/// cores that it may use, in turn. Says why if the system does not allow it.
#[cfg(target_os = "linux")]
fn pin(worker: usize) -> Result<(), String> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let pinned = sched_getaffinity(None).and_then(|allowed| {
        let cores = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core));
        let mut own = CpuSet::new();
        if let Some(core) = cores.cycle().nth(worker) {
            own.set(core);
        }
        sched_setaffinity(None, &own)
    });
    pinned.map_err(|error| {
        let number = worker + 1;
        format!("worker {number} runs on any core: it cannot be pinned: {error}")
    })
}

/// Other systems are not asked, see [`CAN_PIN`].
#[cfg(not(target_os = "linux"))]
fn pin(_worker: usize) -> Result<(), String> {
    Ok(())
}

/// Sleeps for `pause`, or until `stop` is raised.
fn rest(pause: Duration, stop: &AtomicBool) {
    const LOOK: Duration = Duration::from_millis(50);
    let end = Instant::now() + pause;
    while !stop.load(Relaxed) && Instant::now() < end {
        sleep(LOOK.min(pause));
    }
}

fn entrants(contest: &Match) -> Vec<Entrant> {
    let players = contest.players.iter().zip(&contest.limits);
    let entrant = |(player, limit): (&PlayerSpec, &MoveLimit)| Entrant {
        player: player.create(&contest.conduct),
        limit: *limit,
        is_told_of: false,
        most_nodes: 0,
        last: None,
    };
    players.map(entrant).collect()
}

/// What is to be noted of those in the game `ticket` that had ended since their last one, the result
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

/// What is to be noted of those in the game `ticket` who searched many more nodes in it than they may; said once of each.
fn excesses(players: &mut [Entrant], ticket: &Ticket) -> Vec<String> {
    let mut notes = Vec::new();
    for seat in ticket.seats() {
        let Some(entrant) = players.get_mut(seat).filter(|it| !it.is_told_of) else {
            continue;
        };
        let MoveLimit::Nodes(limit) = entrant.limit else {
            continue;
        };
        let most = entrant.most_nodes;
        if most > limit.saturating_mul(2).saturating_add(FORGIVEN_NODES) {
            entrant.is_told_of = true;
            let (name, id) = (letter(seat), ticket.id);
            notes.push(format!(
                "game {id}: {name} searched {most} nodes for a move; its limit is {limit}"
            ));
        }
    }
    notes
}

/// A game and the fault that it ended with, or why it was not played, in words.
type Outcome = Result<Box<(FinishedGame, Option<Incident>)>, String>;

/// Plays a game; none if a player of it does not exist.
fn play(contest: &Match, players: &mut [Entrant], ticket: &Ticket, view: &View) -> Option<Outcome> {
    let [black, white] = ticket.seats();
    let seats = players.get_disjoint_mut([black, white]).ok()?;
    let seats = seats.map(|entrant| Seat {
        player: entrant.player.as_mut(),
        limit: entrant.limit,
    });
    let opening = contest.openings.opening(contest.seed, ticket.pair);
    let start = opening.to_string();
    let first = opening.position().side();
    let played = match game::play_if_there(seats, opening, &contest.rules, view) {
        Ok(played) => played,
        Err(NotPlayed { side, detail }) => {
            let (id, name) = (ticket.id, letter([black, white][side.array_index()]));
            return Some(Err(format!("game {id} is not played: {name}: {detail}")));
        }
    };
    for side in Color::all() {
        let own = played
            .plies
            .iter()
            .skip(usize::from(side != first))
            .step_by(2);
        let most = own.filter_map(|ply| ply.nodes).max().unwrap_or_default();
        if let Some(entrant) = players.get_mut([black, white][side.array_index()]) {
            entrant.most_nodes = entrant.most_nodes.max(most);
        }
    }
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
    Some(Ok(Box::new((game, played.incident))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::schedule::Format;

    #[test]
    fn games_are_given_out_once_and_none_after_the_end() {
        let schedule = Schedule::new(Format::Match, 2, 6);
        let open = Open::new(schedule, 0..6, BTreeSet::from([1, 2]));
        let take = || open.take().map(|ticket| ticket.id);
        assert_eq!([take(), take(), take()], [Some(0), Some(3), Some(4)]);
        open.close();
        assert_eq!(take(), None);
    }

    /// The cores of the current thread, as Linux lists them.
    #[cfg(target_os = "linux")]
    fn allowed() -> String {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        let mut lines = status.lines();
        let line = lines.find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        line.unwrap().trim().to_owned()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_pinned_thread_and_its_children_keep_to_one_core() {
        let before = allowed();
        let pinned = thread::spawn(|| {
            pin(cores()).unwrap();
            let own = allowed();
            assert!(own.parse::<usize>().is_ok(), "{own}");
            assert_eq!(thread::spawn(allowed).join().unwrap(), own);
        });
        pinned.join().unwrap();
        assert_eq!(allowed(), before);
    }
}
