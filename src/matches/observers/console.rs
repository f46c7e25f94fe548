//! What a person sees of a match: progress and faults while it runs, the report at its end. A terminal
//! shows a block that is kept up to date: a bar for the whole, a line a worker.

use super::tally::{Account, Tally};
use crate::Match;
use crate::crew::{AtWork, Observer, cores};
use crate::referee::finished::FinishedGame;
use crate::referee::game::Incident;
use base::files::text::shortened;
use base::progress::{Screen, bar, time_left};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How many characters are shortened of what an engine said, and of a note.
const LONGEST_LINE: usize = 300;
const LONGEST_NOTE: usize = 1000;

/// Least time between lines of progress.
const INTERVAL: Duration = Duration::from_secs(1);

/// Shows progress as it comes, and counts for the report.
pub struct Console<'a> {
    display: Display<'a>,
    /// When a line of progress was written last.
    last: Option<Instant>,
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
        let games = contest.to_play().count() as u64;
        Self {
            display: match screen {
                Screen::Lines(lines) => Display::Lines(lines),
                Screen::Terminal(target) => Display::Block(Live::new(target, games)),
            },
            last: None,
            account: Account::new(tally, games),
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

/// Writes what `contest` is, in a few lines; `earlier` of its games have been played.
///
/// # Errors
/// If writing fails.
pub fn introduce(contest: &Match, earlier: usize, out: &mut dyn Write) -> io::Result<()> {
    let players = contest.players.iter().zip(&contest.limits);
    for (label, (player, limit)) in contest.labels().iter().zip(players) {
        let name = shortened(player.name(), LONGEST_LINE);
        if name == *label {
            writeln!(out, "{label}: {limit}")?;
        } else {
            writeln!(out, "{label}: {name}, {limit}")?;
        }
    }
    let schedule = contest.schedule();
    if contest.players.len() > 2 {
        let (format, pairings) = (contest.format, schedule.pairings().len());
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
    if let Some(count) = contest
        .openings
        .longer_after()
        .filter(|&count| count < pairs)
    {
        writeln!(
            out,
            "note: {pairs} pairs begin at {count} openings, which then come again with random moves after them"
        )?;
    }
    let (workers, cores) = (contest.concurrency, cores());
    if contest.pin && workers > cores {
        writeln!(out, "note: {workers} workers share {cores} cores")?;
    }
    if let Some(part) = contest.part {
        let games = contest.to_play();
        let (first, last) = (games.start, games.end - 1);
        writeln!(out, "part {part}: games {first} to {last}")?;
    }
    if earlier > 0 {
        writeln!(out, "resumed after {earlier} games")?;
    }
    Ok(())
}

impl Observer for Console<'_> {
    fn incident(&mut self, game: &FinishedGame, incident: &Incident) -> io::Result<()> {
        let labels = &self.account.tally.standings.labels;
        let (id, name) = (game.id, &labels[game.player_of(incident.side)]);
        let transcript = &incident.transcript;
        let detail = shortened(&incident.detail, LONGEST_LINE);
        let mut text = format!("game {id}: {name} loses: {detail}");
        for (part, longest) in [
            (&transcript.position, usize::MAX),
            (&transcript.go, usize::MAX),
            (&transcript.answer, LONGEST_LINE),
        ] {
            if !part.is_empty() {
                text += "; ";
                text += &shortened(part, longest);
            }
        }
        self.print(&text)
    }

    fn arrived(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.account.arrived(game)
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.account.game(game)
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        let account = &mut self.account;
        account.pair(games)?;
        let (played, games) = (account.played(), account.games);
        let is_due = played == games || self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if let Display::Lines(lines) = &mut self.display
            && is_due
        {
            self.last = Some(Instant::now());
            let (seconds, standing) = (account.elapsed().as_secs(), account.standing());
            writeln!(lines, "{played} of {games} games, {seconds} s: {standing}")?;
        }
        Ok(())
    }

    fn tick(&mut self, at_work: &[AtWork]) -> io::Result<()> {
        let account = &self.account;
        if let Display::Block(live) = &mut self.display {
            let left = time_left(account.time_left());
            let standing = format!("{}; {left} left", account.standing());
            let labels = &account.tally.standings.labels;
            live.show(account.played(), standing, lines(at_work, labels));
        }
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.print(&shortened(text, LONGEST_NOTE))
    }

    fn has_seen_enough(&self) -> bool {
        self.account.tally.has_seen_enough()
    }
}

/// Lines of workers at most; more would not fit on a screen.
const MOST_LINES: usize = 16;

/// The block. It is taken off the screen when it is dropped.
pub struct Live {
    block: MultiProgress,
    total: ProgressBar,
    workers: Vec<ProgressBar>,
}

impl Live {
    /// A block on `target` for a match of so many games.
    pub fn new(target: ProgressDrawTarget, games: u64) -> Self {
        let block = MultiProgress::with_draw_target(target);
        let total = block.add(bar(ProgressDrawTarget::hidden(), games));
        Self {
            block,
            total,
            workers: Vec::new(),
        }
    }

    /// Shows how far the match is, and a line for each worker.
    pub fn show(&mut self, played: u64, standing: String, lines: Vec<String>) {
        self.total.set_message(standing);
        self.total.set_position(played);
        while self.workers.len() < lines.len() {
            let bar = self.block.add(ProgressBar::new(0));
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                bar.set_style(style);
            }
            self.workers.push(bar);
        }
        for bar in self.workers.drain(lines.len()..) {
            self.block.remove(&bar);
        }
        for (bar, line) in self.workers.iter().zip(lines) {
            bar.set_message(line);
        }
    }

    /// Writes `text` above the block.
    pub fn print(&self, text: &str) {
        // A terminal that cannot be written to shows nothing.
        let _ = self.block.println(text);
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let _ = self.block.clear();
    }
}

/// A line for each worker, as far as they fit, about players who are called so.
fn lines(at_work: &[AtWork], labels: &[String]) -> Vec<String> {
    let line = |it: &AtWork| {
        let [black, white] = it.game.seats().map(|player| &labels[player]);
        let (worker, id, plies) = (it.worker + 1, it.game.id, it.view.plies());
        format!("worker {worker}: game {id}, {black} against {white}, ply {plies}")
    };
    let mut lines: Vec<String> = at_work.iter().take(MOST_LINES).map(line).collect();
    if at_work.len() > MOST_LINES {
        lines.push(format!("and {} more", at_work.len() - MOST_LINES));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::schedule::{Format, Schedule, letters};
    use std::sync::Arc;

    fn at_work(workers: usize) -> Vec<AtWork> {
        let schedule = Schedule::new(Format::RoundRobin, 3, 100);
        let seen = |worker: usize| AtWork {
            worker,
            game: schedule.ticket(3 + worker as u64).unwrap(),
            view: Arc::default(),
        };
        (0..workers).map(seen).collect()
    }

    #[test]
    fn each_worker_has_a_line_as_far_as_they_fit() {
        let expected = ["worker 1: game 3, C against A, ply 0"];
        assert_eq!(lines(&at_work(1), &letters(3)), expected);
        let many = lines(&at_work(MOST_LINES + 3), &letters(3));
        assert_eq!(many.len(), MOST_LINES + 1);
        assert_eq!(many[MOST_LINES], "and 3 more");
    }

    #[test]
    fn the_block_follows_the_workers() {
        let mut live = Live::new(ProgressDrawTarget::hidden(), 10);
        for workers in [2, 5, 1, 0] {
            let lines = lines(&at_work(workers), &letters(3));
            live.show(4, "level".to_owned(), lines);
            assert_eq!(live.workers.len(), workers);
        }
        assert_eq!(live.total.position(), 4);
        assert_eq!(live.total.message(), "level");
    }
}
