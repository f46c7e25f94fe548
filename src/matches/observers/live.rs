//! The block that a terminal shows while a match runs: a bar for the whole, a line a worker.

use crate::contest::schedule::letter;
use crate::crew::AtWork;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

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
        let total = block.add(ProgressBar::new(games));
        if let Ok(style) = ProgressStyle::with_template("[{wide_bar}] {pos}/{len}\n{msg}") {
            total.set_style(style.progress_chars("=> "));
        }
        Self {
            block,
            total,
            workers: Vec::new(),
        }
    }

    /// Shows how far the match is and what is being played.
    pub fn show(&mut self, played: u64, standing: String, at_work: &[AtWork]) {
        self.total.set_message(standing);
        self.total.set_position(played);
        let lines = lines(at_work);
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

/// A line for each worker, as far as they fit.
fn lines(at_work: &[AtWork]) -> Vec<String> {
    let line = |it: &AtWork| {
        let [black, white] = it.game.seats().map(letter);
        let (worker, id, plies) = (it.worker + 1, it.game.id, it.plies);
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
    use crate::contest::schedule::{Format, Schedule};

    fn at_work(workers: usize) -> Vec<AtWork> {
        let schedule = Schedule::new(Format::RoundRobin, 3, 100);
        let seen = |worker: usize| AtWork {
            worker,
            game: schedule.ticket(3 + worker as u64).unwrap(),
            plies: 45,
        };
        (0..workers).map(seen).collect()
    }

    #[test]
    fn each_worker_has_a_line_as_far_as_they_fit() {
        let expected = ["worker 1: game 3, C against A, ply 45"];
        assert_eq!(lines(&at_work(1)), expected);
        let many = lines(&at_work(MOST_LINES + 3));
        assert_eq!(many.len(), MOST_LINES + 1);
        assert_eq!(many[MOST_LINES], "and 3 more");
    }

    #[test]
    fn the_block_follows_the_workers() {
        let mut live = Live::new(ProgressDrawTarget::hidden(), 10);
        for workers in [2, 5, 1, 0] {
            live.show(4, "level".to_owned(), &at_work(workers));
            assert_eq!(live.workers.len(), workers);
        }
        assert_eq!(
            (live.total.position(), live.total.message()),
            (4, "level".to_owned())
        );
    }
}
