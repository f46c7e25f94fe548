//! An examination as events for programs: one JSON object a line.

use super::RowResult;
use super::exam::Exam;
use super::summary::{Summary, answered, suites};
use engine::shogi::sfen;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes what cannot be used, every answer, the totals of every suite, and the summary.
///
/// # Errors
/// If writing fails.
pub fn write(
    exam: &Exam,
    results: &[RowResult],
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    for file in &exam.files {
        for (line, problem) in &file.bad {
            let (file, line) = (&file.name, Some(line).filter(|&&line| line > 0));
            let event = json!({"event": "bad", "file": file, "line": line, "problem": problem});
            writeln!(out, "{event}")?;
        }
    }
    let answered = answered(exam, results);
    for one in &answered {
        let row = one.job.row;
        let mut event = json!({
            "event": "row",
            "id": row.id,
            "kind": row.kind.name(),
            "sfen": sfen::write(row.game.position()),
            "wanted": row.task.wanted(),
            "by": exam.name(row.kind, one.result.player),
        });
        add(&mut event, &json!(one.result));
        writeln!(out, "{event}")?;
    }
    for suite in suites(exam, &answered) {
        for (name, totals) in &suite.lines {
            let mut event = json!({
                "event": "suite", "file": suite.file, "kind": suite.kind, "by": name,
            });
            add(&mut event, &json!(totals));
            writeln!(out, "{event}")?;
        }
    }
    let mut event = json!({"event": "end"});
    add(&mut event, &json!(summary));
    writeln!(out, "{event}")
}

/// Adds the fields of `more` to `event`.
fn add(event: &mut Value, more: &Value) {
    for (name, value) in more.as_object().into_iter().flatten() {
        event[name] = value.clone();
    }
}
