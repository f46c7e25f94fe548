//! What a person sees of a match: progress and faults while it runs, the report at its end.

use super::live::Live;
use super::standings::share_of_points;
use super::tally::Tally;
use crate::Match;
use crate::contest::schedule::letter;
use crate::crew::AtWork;
use crate::crew::observer::{Instruction, Observer};
use crate::crew::pinning::cores;
use crate::progress::{Screen, time_left};
use crate::referee::finished::FinishedGame;
use crate::referee::game::Incident;
use crate::stats::summary;
use crate::stats::text::percent;
use engine::files::line::shown;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How many characters are shown of what an engine said, and of a note.
const LONGEST_SAID: usize = 300;
const LONGEST_NOTE: usize = 1000;

/// Least time between lines of progress.
const INTERVAL: Duration = Duration::from_secs(1);

/// Shows progress as it comes, and counts for the report.
pub struct Console<'a> {
    display: Display<'a>,
    /// When a line of progress was written last.
    told: Option<Instant>,
    account: Account,
}

enum Display<'a> {
    Lines(&'a mut dyn Write),
    Block(Live),
}

impl<'a> Console<'a> {
    /// A console for `contest` that shows progress on `screen`, and ends the match when the test of
    /// `tally`, which is empty, is decided.
    pub fn new(contest: &Match, tally: Tally, screen: Screen<'a>) -> Self {
        let games = contest.schedule().games();
        Self {
            display: match screen {
                Screen::Lines(lines) => Display::Lines(lines),
                Screen::Terminal(target) => Display::Block(Live::new(target, games)),
            },
            told: None,
            account: Account {
                tally,
                games,
                arrived: 0,
                started: Instant::now(),
            },
        }
    }

    /// Clears the screen of what is not to stay and returns what has been counted.
    pub fn into_tally(self) -> Tally {
        self.account.tally
    }

    /// Writes a line that stays.
    fn print(&mut self, text: &str) -> io::Result<()> {
        match &mut self.display {
            Display::Lines(lines) => writeln!(lines, "{text}"),
            Display::Block(live) => {
                live.print(text);
                Ok(())
            }
        }
    }
}

/// How far a match is.
struct Account {
    tally: Tally,
    /// Games in all.
    games: u64,
    /// Games played in this run.
    arrived: u64,
    started: Instant,
}

impl Account {
    /// Games in complete pairs.
    fn played(&self) -> u64 {
        self.tally.standings().games()
    }

    fn standing(&self) -> String {
        if self.tally.is_match() {
            let llr = self.tally.test().and_then(|test| {
                let [low, high] = test.hypotheses().bounds();
                Some(format!(", LLR {:.2} in [{low:.2}, {high:.2}]", test.llr()?))
            });
            return summary(&self.tally.counts()) + &llr.unwrap_or_default();
        }
        let standings = self.tally.standings();
        let score = |player| {
            let share = percent(share_of_points(standings.of(player)), 1);
            format!("{} {share}", letter(player))
        };
        let scores: Vec<_> = (0..standings.players()).map(score).collect();
        scores.join(", ")
    }

    /// How long the games left will take if they take as long as those of this run did. A test
    /// is expected to end as early as its statistics say.
    fn time_left(&self) -> Option<Duration> {
        let left = (self.games - self.played()) as f64;
        let pairs = self
            .tally
            .test()
            .and_then(|_| self.tally.statistics().pairs);
        let by_test = pairs.and_then(|pairs| pairs.sprt?.games_left);
        let left = by_test.map_or(left, |games| games.min(left));
        let seconds = self.started.elapsed().as_secs_f64() * left / self.arrived as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

/// Writes what `contest` is, in a few lines; `earlier` of its games have been played.
///
/// # Errors
/// If writing fails.
pub fn introduce(contest: &Match, earlier: usize, out: &mut dyn Write) -> io::Result<()> {
    for (index, (player, limit)) in contest.players.iter().zip(&contest.limits).enumerate() {
        let name = shown(player.name(), LONGEST_SAID);
        writeln!(out, "{}: {name}, {limit}", letter(index))?;
    }
    let schedule = contest.schedule();
    if contest.players.len() > 2 {
        let (format, pairings) = (contest.format.name(), schedule.pairings().len());
        let games = 2 * schedule.rounds();
        writeln!(out, "{format}: {pairings} pairings of {games} games")?;
    }
    let openings = contest.openings.describe();
    writeln!(out, "openings: {openings}; seed {}", contest.seed)?;
    let pairs = schedule.rounds();
    if contest.games % 2 == 1 {
        let (asked, games) = (contest.games, 2 * pairs);
        writeln!(
            out,
            "note: {asked} games are played as {games}: each opening with both colours"
        )?;
    }
    if let Some(different) = contest.openings.different().filter(|&count| count < pairs) {
        writeln!(
            out,
            "note: {pairs} pairs begin at only {different} different openings"
        )?;
    }
    let (workers, cores) = (contest.concurrency, cores());
    if contest.pin && workers > cores {
        writeln!(out, "note: {workers} workers share {cores} cores")?;
    }
    if earlier > 0 {
        writeln!(out, "resumed after {earlier} games")?;
    }
    Ok(())
}

impl Observer for Console<'_> {
    fn incident(&mut self, game: &FinishedGame, incident: &Incident) -> io::Result<()> {
        let (id, name) = (game.id, letter(game.player_of(incident.side)));
        let said = &incident.transcript;
        let detail = shown(&incident.detail, LONGEST_SAID);
        let mut text = format!("game {id}: {name} loses: {detail}");
        for (part, longest) in [
            (&said.position, usize::MAX),
            (&said.go, usize::MAX),
            (&said.answer, LONGEST_SAID),
        ] {
            if !part.is_empty() {
                text += "; ";
                text += &shown(part, longest);
            }
        }
        self.print(&text)
    }

    fn arrived(&mut self, _game: &FinishedGame) -> io::Result<()> {
        self.account.arrived += 1;
        Ok(())
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.account.tally.game(game)
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        let account = &mut self.account;
        account.tally.pair(games)?;
        let (played, games) = (account.played(), account.games);
        let is_due = played == games || self.told.is_none_or(|told| told.elapsed() >= INTERVAL);
        if let Display::Lines(lines) = &mut self.display
            && is_due
        {
            self.told = Some(Instant::now());
            let (seconds, standing) = (account.started.elapsed().as_secs(), account.standing());
            writeln!(lines, "{played} of {games} games, {seconds} s: {standing}")?;
        }
        Ok(())
    }

    fn tick(&mut self, at_work: &[AtWork]) -> io::Result<Vec<Instruction>> {
        let account = &self.account;
        if let Display::Block(live) = &mut self.display {
            let left = time_left(account.time_left());
            let standing = format!("{}; {left} left", account.standing());
            live.show(account.played(), standing, at_work);
        }
        Ok(Vec::new())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.print(&shown(text, LONGEST_NOTE))
    }

    fn has_seen_enough(&self) -> bool {
        self.account.tally.has_seen_enough()
    }
}
