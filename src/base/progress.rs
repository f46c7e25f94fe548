//! How far a long run is: a bar on a terminal, elsewhere a line now and then.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Stderr, Write};
use std::time::{Duration, Instant};

/// Least time between two lines.
const INTERVAL: Duration = Duration::from_secs(5);

/// Where progress goes.
pub enum Screen<'a> {
    /// Lines, now and then.
    Lines(&'a mut dyn Write),
    /// Something that is kept up to date.
    Terminal(ProgressDrawTarget),
}

impl<'a> Screen<'a> {
    /// Standard error, as what it is.
    pub fn of(stderr: &'a mut Stderr) -> Self {
        if stderr.is_terminal() {
            Self::Terminal(ProgressDrawTarget::stderr())
        } else {
            Self::Lines(stderr)
        }
    }
}

/// Tells how far a run of so many steps is. A bar leaves the screen when this is dropped.
pub struct Progress<'a> {
    display: Display<'a>,
    length: u64,
    /// How many steps were done when it began.
    first: u64,
    began: Instant,
    last: Option<Instant>,
}

enum Display<'a> {
    Lines(&'a mut dyn Write),
    Bar(ProgressBar),
}

impl<'a> Progress<'a> {
    /// The progress of a run of `length` steps, of which `done` are done.
    pub fn new(screen: Screen<'a>, done: u64, length: u64) -> Self {
        Self {
            display: match screen {
                Screen::Lines(lines) => Display::Lines(lines),
                Screen::Terminal(target) => Display::Bar(bar(target, length)),
            },
            length,
            first: done,
            began: Instant::now(),
            last: None,
        }
    }

    /// So many steps are done; `account` says more about it, if it will be seen.
    ///
    /// # Errors
    /// If writing fails.
    pub fn show(&mut self, done: u64, account: impl FnOnce() -> String) -> io::Result<()> {
        let is_due = done == self.length || self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        let left = time_left(self.left(done));
        match &mut self.display {
            Display::Bar(bar) => {
                bar.set_message(format!("{}; {left} left", account()));
                bar.set_position(done);
            }
            Display::Lines(lines) if is_due => {
                self.last = Some(Instant::now());
                writeln!(lines, "{}; {left} left", account())?;
            }
            Display::Lines(_) => {}
        }
        Ok(())
    }

    /// Writes a line that stays.
    ///
    /// # Errors
    /// If writing fails.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        match &mut self.display {
            Display::Lines(lines) => writeln!(lines, "{text}"),
            Display::Bar(bar) => {
                bar.println(text);
                Ok(())
            }
        }
    }

    /// Seconds since it began, more than none.
    pub fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64().max(1e-3)
    }

    /// How long the steps left will take if they take as long as those done so far.
    fn left(&self, done: u64) -> Option<Duration> {
        let seconds = self.seconds() * (self.length - done) as f64 / (done - self.first) as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if let Display::Bar(bar) = &self.display {
            bar.finish_and_clear();
        }
    }
}

/// A bar with a message below it.
pub fn bar(target: ProgressDrawTarget, length: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template("[{wide_bar}] {pos}/{len}\n{msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// A time left in words: hours, minutes and seconds, or `?`.
pub fn time_left(left: Option<Duration>) -> String {
    let Some(seconds) = left.map(|left| left.as_secs()) else {
        return "?".to_owned();
    };
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min {seconds} s"),
        _ => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_exact_as_matters() {
        let words = |seconds| time_left(Some(Duration::from_secs(seconds)));
        assert_eq!(words(9), "9 s");
        assert_eq!(words(69), "1 min 9 s");
        assert_eq!(words(3 * 3600 + 65), "3 h 1 min");
        assert_eq!(time_left(None), "?");
    }

    #[test]
    fn lines_are_the_first_the_last_and_those_that_stay() {
        let mut lines = Vec::new();
        let mut progress = Progress::new(Screen::Lines(&mut lines), 0, 9);
        for done in 1..=9 {
            progress.show(done, || format!("step {done}")).unwrap();
        }
        progress.line("over").unwrap();
        drop(progress);
        let text = String::from_utf8(lines).unwrap();
        let begins: Vec<_> = text.lines().map(|line| line.split(';').next()).collect();
        assert_eq!(begins, ["step 1", "step 9", "over"].map(Some));
    }
}
