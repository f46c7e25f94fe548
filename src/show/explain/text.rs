//! A study as lines of text for a terminal.

use super::names::{self, Named};
use super::rows::MoveRow;
use super::study::{SHOWN, Study};
use super::words;
use engine::columns::{grouped, padded, width};
use engine::record::kif;
use engine::search::explanation::Pruning;
use engine::usi::explanation::Sum;
use std::fmt::{self, Display, Formatter};

/// Columns after which the line of play is broken.
const WIDTH: usize = 78;

/// A study as text; displays as lines, each with its end.
pub struct Text<'a> {
    /// What is shown.
    pub study: &'a Study,
    /// Whether to show every move.
    pub all: bool,
    /// Whether to write the codes that make terminals show colours.
    pub colored: bool,
}

impl Display for Text<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let study = self.study;
        for line in kif::drawing(study.position()) {
            writeln!(out, "{line}")?;
        }
        let number = study.position().ply();
        writeln!(out, "{} to move, move {number}\n", study.side())?;
        if !study.info().pv.is_empty() {
            self.write_summary(out)?;
        }
        writeln!(out, "{}", self.strong(&words::finding(study)))?;
        let asked = study.asked.and_then(|mv| study.explained(mv));
        if let Some(asked) = asked {
            let sentence = words::sentence(study, asked);
            writeln!(out, "\n{}", self.strong(&sentence))?;
            writeln!(out, "cost {}", Sum(&asked.cost))?;
        }
        let rows = MoveRow::all(study);
        if rows.is_empty() {
            return Ok(());
        }
        self.write_table(out, &rows)?;
        self.write_legend(out)
    }
}

impl Text<'_> {
    fn write_summary(&self, out: &mut Formatter) -> fmt::Result {
        let (study, info) = (self.study, self.study.info());
        let (iterations, nodes) = (info.depth, grouped(info.nodes));
        let (value, side) = (words::worth(info), study.side());
        writeln!(
            out,
            "{iterations} iterations, {nodes} nodes, value {value} for {side}"
        )?;
        let line = names::line(study.position(), study.last_square(), &info.pv);
        self.write_line(out, "line", line.iter().map(|it| &it.kif))?;
        self.write_line(out, "USI ", line.iter().map(|it| &it.usi))?;
        writeln!(out)
    }

    /// Words in lines of at most [`WIDTH`], the first behind `title`.
    fn write_line<'a>(
        &self,
        out: &mut Formatter,
        title: &str,
        words: impl Iterator<Item = &'a String>,
    ) -> fmt::Result {
        write!(out, "{}", self.faint(title))?;
        let mut column = width(title);
        for word in words {
            if column + 1 + width(word) > WIDTH {
                column = width(title);
                write!(out, "\n{}", " ".repeat(column))?;
            }
            column += 1 + width(word);
            write!(out, " {word}")?;
        }
        writeln!(out)
    }

    fn write_table(&self, out: &mut Formatter, rows: &[MoveRow]) -> fmt::Result {
        let shown = if self.all { rows.len() } else { SHOWN };
        let shown = &rows[..shown.min(rows.len())];
        let mut lines = vec![HEAD.map(str::to_owned)];
        lines.extend(shown.iter().map(cells));
        let widths = widths(&lines);
        let head = aligned(&lines[0], &widths);
        writeln!(out, "\n{}", self.faint(&head))?;
        for (row, cells) in shown.iter().zip(&lines[1..]) {
            let line = aligned(cells, &widths);
            let marked = row.best || row.asked;
            let line = if marked { self.strong(&line) } else { line };
            writeln!(out, "{line}")?;
            let indent = " ".repeat(widths[0] + GAP.len());
            writeln!(out, "{}", self.faint(&format!("{indent}{}", row.sum)))?;
        }
        let more = rows.len() - shown.len();
        if more > 0 {
            writeln!(out, "and {more} more moves: --all shows them")?;
        }
        Ok(())
    }

    fn write_legend(&self, out: &mut Formatter) -> fmt::Result {
        writeln!(out, "\n{}", self.faint(LEGEND))?;
        let moves = self.study.explanation.moves.iter();
        let used: Vec<_> = moves.filter_map(|it| it.pruned.map(|it| it.rule)).collect();
        for rule in Pruning::ALL.into_iter().filter(|it| used.contains(it)) {
            let line = format!("  {}  {}", padded(rule.name(), 9, false), rule.reason());
            writeln!(out, "{}", self.faint(&line))?;
        }
        Ok(())
    }

    fn strong(&self, text: &str) -> String {
        self.styled("1", text)
    }

    fn faint(&self, text: &str) -> String {
        self.styled("2", text)
    }

    fn styled(&self, code: &str, text: &str) -> String {
        if self.colored {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// The cells of a line of the table.
type Cells = [String; 8];

const HEAD: [&str; 8] = [
    "move", "nodes", "share", "cost", "kind", "value", "plies", "pruned",
];
/// The columns that are aligned at their right.
const RIGHT: [bool; 8] = [false, true, true, true, false, true, true, false];
const GAP: &str = "  ";

const LEGEND: &str = "\
cost    what a node that looks for more than the value found pays for the move, in
        hundredths of a ply: what an ordinary move costs and what its terms add or take;
        \"least cost\" and \"first move\" are bounds that act
value   for the side to move, in hundredths of a pawn; ≤ at most, ≥ at least
plies   the budget with which that value was found
pruned  nodes with less than so many plies of budget do not search it; the root does";

fn cells(row: &MoveRow) -> Cells {
    let Named { usi, kif } = &row.name;
    [
        format!("{} {kif}", padded(usi, 5, false)),
        row.nodes.clone(),
        row.share.clone(),
        row.cost.to_string(),
        row.kind.to_owned(),
        row.value.clone(),
        row.plies.clone(),
        row.pruned.clone(),
    ]
}

fn widths(lines: &[Cells]) -> [usize; 8] {
    std::array::from_fn(|column| {
        let widths = lines.iter().map(|cells| width(&cells[column]));
        widths.max().unwrap_or(0)
    })
}

fn aligned(cells: &Cells, widths: &[usize; 8]) -> String {
    let columns = cells.iter().zip(widths).zip(RIGHT);
    let padded: Vec<_> = columns
        .map(|((cell, &width), right)| padded(cell, width, right))
        .collect();
    padded.join(GAP).trim_end().to_owned()
}
