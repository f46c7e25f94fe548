//! What people read of an examination: what cannot be used, the failures, a table for each suite.

use super::RowResult;
use super::exam::Exam;
use super::results::{Spread, Totals};
use super::summary::{Answered, Suite, Summary, answered, suites};
use engine::shogi::diagram::Diagram;
use std::io::{self, Write};

/// Writes a line for each row and file that cannot be used.
///
/// # Errors
/// If writing fails.
pub fn write_unusable(exam: &Exam, out: &mut dyn Write) -> io::Result<()> {
    for file in &exam.files {
        for (line, problem) in &file.bad {
            match line {
                0 => writeln!(out, "bad   {}: {problem}", file.name)?,
                line => writeln!(out, "bad   {}:{line}: {problem}", file.name)?,
            }
        }
    }
    Ok(())
}

/// Writes the failures, the tables and the summary.
///
/// # Errors
/// If writing fails.
pub fn write_results(
    exam: &Exam,
    results: &[RowResult],
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    let answered = answered(exam, results);
    for one in answered.iter().filter(|one| !one.result.right) {
        write_failure(exam, one, out)?;
    }
    for suite in suites(exam, &answered) {
        write_suite(&suite, out)?;
    }
    writeln!(out, "{summary}")
}

fn write_failure(exam: &Exam, one: &Answered, out: &mut dyn Write) -> io::Result<()> {
    let (row, result) = (one.job.row, one.result);
    let id = Some(&row.id).filter(|id| !id.is_empty());
    let id = id.map(|id| format!(" ({id})")).unwrap_or_default();
    let who = exam.name(row.kind, result.player);
    let (file, line, found, wanted) = (&result.file, result.line, &result.found, row.task.wanted());
    writeln!(out, "FAIL  {file}:{line}{id}: {found}, expected {wanted}")?;
    writeln!(out, "{}", Diagram(row.game.position()))?;
    writeln!(out, "position {}", row.game)?;
    if !result.moves.is_empty() {
        writeln!(out, "line {}", result.moves.join(" "))?;
    }
    writeln!(
        out,
        "by {who}, {} nodes, {} ms\n",
        result.nodes,
        ms(result.us)
    )
}

fn write_suite(suite: &Suite, out: &mut dyn Write) -> io::Result<()> {
    const TITLES: [&str; 10] = [
        "rows", "solved", "wrong", "limit", "nodes", "90 %", "ms", "90 %", "first", "90 %",
    ];
    let rows = suite.lines.iter().map(|(_, totals)| cells(totals));
    let titles = TITLES.map(str::to_owned);
    let rows: Vec<_> = std::iter::once(titles).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    // Only best moves have a node from which on they were right.
    let has_first = suite
        .lines
        .iter()
        .any(|(_, totals)| totals.first_solved.is_some());
    let columns = if has_first { 10 } else { 8 };
    writeln!(out, "{}, {}", suite.file, suite.kind)?;
    let names = std::iter::once("").chain(suite.lines.iter().map(|(name, _)| name.as_str()));
    for (row, name) in rows.iter().zip(names) {
        let cells = (0..columns).map(|column| format!("{:>1$}", row[column], width(column)));
        let cells: Vec<_> = cells.collect();
        let line = format!("  {}  {name}", cells.join("  "));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The figures of a line, in the order of the titles.
pub(super) fn cells(totals: &Totals) -> [String; 10] {
    let pair = |spread: Option<Spread>, text: &dyn Fn(u64) -> String| {
        let texts = spread.map(|it| [text(it.median), text(it.most)]);
        texts.unwrap_or_else(|| ["-", "-"].map(str::to_owned))
    };
    let counts = [totals.rows, totals.solved, totals.wrong, totals.limit];
    let [rows, solved, wrong, limit] = counts.map(|count| count.to_string());
    let whole = |count: u64| count.to_string();
    let [nodes, most_nodes] = pair(totals.nodes, &whole);
    let [time, most_time] = pair(totals.us, &ms);
    let [first, most_first] = pair(totals.first_solved, &whole);
    [
        rows, solved, wrong, limit, nodes, most_nodes, time, most_time, first, most_first,
    ]
}

/// Microseconds as milliseconds.
fn ms(us: u64) -> String {
    format!("{:.1}", us as f64 / 1000.0)
}
