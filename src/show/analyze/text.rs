//! An analysis as lines of text for a terminal.

use super::judge::{Analysis, Judged};
use super::turning::turning_points;
use super::words::{Language, black_percent, percent};
use engine::columns::{padded, width};
use engine::shogi::Color;
use std::fmt::{self, Display, Formatter};

/// An analysis as text; displays as lines, each with its end.
pub struct Text<'a> {
    /// What is shown.
    pub analysis: &'a Analysis,
    /// In which language.
    pub language: Language,
}

/// How many moves of the engine's line are shown.
const SHOWN: usize = 5;
const GAP: &str = "  ";

/// The cells of a line of the table.
type Cells = [String; 7];

/// The columns that are aligned at their right.
const RIGHT: [bool; 7] = [true, false, true, true, true, false, false];

impl Display for Text<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for side in Color::all() {
            writeln!(out, "{}", self.language.summary(self.analysis, side))?;
        }
        writeln!(out)?;
        let points = turning_points(self.analysis);
        for point in &points {
            let words = self.language.turning_point(self.analysis, point);
            writeln!(out, "{words}")?;
        }
        if !points.is_empty() {
            writeln!(out)?;
        }
        self.write_table(out)
    }
}

impl Text<'_> {
    fn write_table(&self, out: &mut Formatter) -> fmt::Result {
        let mut lines = vec![self.head()];
        lines.extend(self.analysis.moves.iter().map(|it| self.cells(it)));
        let widths: [usize; 7] = std::array::from_fn(|column| {
            let widths = lines.iter().map(|cells| width(&cells[column]));
            widths.max().unwrap_or(0)
        });
        for cells in &lines {
            let cells = cells.iter().zip(widths).zip(RIGHT);
            let cells: Vec<_> = cells
                .map(|((cell, width), right)| padded(cell, width, right))
                .collect();
            writeln!(out, "{}", cells.join(GAP).trim_end())?;
        }
        Ok(())
    }

    fn head(&self) -> Cells {
        let words = [
            ("", ""),
            ("move", "指し手"),
            ("value", "評価値"),
            ("Black wins", "先手勝率"),
            ("loss", "損失"),
            ("", ""),
            ("engine", "最善"),
        ];
        words.map(|(english, japanese)| self.language.of(english, japanese).to_owned())
    }

    fn cells(&self, it: &Judged) -> Cells {
        let loss = if it.loss < 10 {
            String::new()
        } else {
            percent(it.loss)
        };
        [
            it.number.to_string(),
            format!("{} {}", it.name, it.mv),
            self.language.value(it.after),
            black_percent(it.after),
            loss,
            self.mark(it),
            line(it),
        ]
    }

    /// What is wrong with a move, in a word or two.
    fn mark(&self, it: &Judged) -> String {
        let class = it.class.map(|class| self.language.class(class).to_owned());
        let missed = it.missed_mate.map(|plies| match self.language {
            Language::English => format!("mate in {plies} missed"),
            Language::Japanese => format!("{plies}手詰逃し"),
        });
        let seen = it
            .seen
            .map(|(level, is_seen)| match (self.language, is_seen) {
                (Language::English, true) => format!("level {level} sees it"),
                (Language::English, false) => format!("level {level} does not"),
                (Language::Japanese, true) => format!("レベル{level}○"),
                (Language::Japanese, false) => format!("レベル{level}×"),
            });
        let words: Vec<_> = class.into_iter().chain(missed).chain(seen).collect();
        words.join(", ")
    }
}

/// The engine's line, if it is not that of the game.
fn line(it: &Judged) -> String {
    if it.is_choice() {
        return String::new();
    }
    let shown = &it.line_names[..it.line_names.len().min(SHOWN)];
    shown.join(" ")
}
