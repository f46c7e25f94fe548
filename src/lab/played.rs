//! The matches that experiments consist of: each that of a `selfplay` command, with a journal from
//! which it is continued.
//!
//! What must hold: games of another match (players, limits, seed) never count; those of another
//! build of the program are told, but not continued.

use super::LabError;
use matches::crew::AtWork;
use matches::crew::observer::{Instruction, Observer};
use matches::journal::head::Head;
use matches::journal::{Journal, JournalError, Order};
use matches::observers::console::Console;
use matches::observers::tally::Tally;
use matches::players::PlayerSpec;
use matches::players::limit::MoveLimit;
use matches::progress::Screen;
use matches::referee::finished::FinishedGame;
use matches::shell;
use matches::{self, HASH_MB, Match};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// The match of two players with these texts.
///
/// # Errors
/// If a text is wrong.
pub(super) fn contest(
    players: [String; 2],
    limits: [MoveLimit; 2],
    games: u64,
    seed: u64,
    concurrency: usize,
) -> Result<Match, LabError> {
    let [one, other] = players.map(|text| {
        PlayerSpec::parse(&text, HASH_MB).map_err(|source| LabError::Player { text, source })
    });
    let players = [one?, other?];
    Ok(Match::between(players, limits, games, seed, concurrency))
}

/// The command that plays the same games as `contest`, whose limits are of one kind.
pub(super) fn command(contest: &Match) -> String {
    let players = shell::line(contest.players.iter().map(|it| &it.text));
    let limits = contest.limits.iter().map(|limit| limit.option());
    let (mut names, mut values): (Vec<_>, Vec<_>) = limits.unzip();
    names.dedup();
    values.dedup();
    let limit = format!("{} {}", names.join(" "), values.join(","));
    let options = [vec![limit], contest.rules.options()].concat();
    let options = options.join(" ");
    let Match { games, seed, .. } = contest;
    format!("usi-engine selfplay {players} --games {games} {options} --seed {seed}")
}

/// A match with the journal that it is continued from.
pub(super) struct Journaled {
    contest: Match,
    head: Head,
    path: PathBuf,
}

impl Journaled {
    /// `contest` with its journal at `path`, which need not be there yet.
    pub fn new(contest: Match, path: PathBuf) -> Self {
        let head = Head::new(&contest, &[None, None]);
        Self {
            contest,
            head,
            path,
        }
    }

    /// The command that plays the same games.
    pub fn command(&self) -> String {
        command(&self.contest)
    }

    /// The games in the journal, in the order of the schedule; none where there is no journal.
    pub fn games(&self) -> Result<Vec<FinishedGame>, LabError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let (there, games) = Journal::read(&self.path)?;
        let here = self.head.clone().of_any_build();
        match here.difference(&there.of_any_build()) {
            None => Ok(games),
            Some(difference) => Err(LabError::Journal(JournalError::OtherRun {
                path: self.path.clone(),
                difference,
            })),
        }
    }

    /// Plays what is missing, until a time has come.
    pub fn play(&self, until: Option<Instant>, progress: &mut dyn Write) -> Result<(), LabError> {
        let contest = &self.contest;
        let order = Order::of(contest);
        let (mut journal, earlier) = Journal::open(&self.path, &self.head, order)?;
        let mut console = Console::new(contest, Tally::new(2, None), Screen::Lines(progress));
        let mut deadline = Deadline(until);
        let observers: &mut [&mut dyn Observer] = &mut [&mut journal, &mut deadline, &mut console];
        Ok(matches::run(contest, earlier, observers)?)
    }
}

/// Whether a time has come.
pub(super) fn is_over(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

/// Ends a match when a time has come, after the games being played. None: not, or no more.
struct Deadline(Option<Instant>);

impl Observer for Deadline {
    fn tick(&mut self, _at_work: &[AtWork]) -> io::Result<Vec<Instruction>> {
        let is_over = self.0.take_if(|until| Instant::now() >= *until).is_some();
        Ok(Vec::from_iter(is_over.then_some(Instruction::Stop)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_time_that_comes_stops_a_match_once() {
        let mut deadline = Deadline(Some(Instant::now()));
        assert_eq!(deadline.tick(&[]).unwrap(), [Instruction::Stop]);
        assert_eq!(deadline.tick(&[]).unwrap(), []);
        let mut later = Deadline(Some(Instant::now() + Duration::from_secs(3600)));
        assert_eq!(later.tick(&[]).unwrap(), []);
        assert_eq!(Deadline(None).tick(&[]).unwrap(), []);
    }
}
