//! What the controls of the page say, for its template and its script.

use serde::Serialize;

/// By where it stands.
#[derive(Serialize)]
pub struct Words {
    result: &'static str,
    any: &'static str,
    failed: &'static str,
    right: &'static str,
    kind: &'static str,
    file: &'static str,
    rows: &'static str,
    example: &'static str,
    legend: &'static str,
    tables: &'static str,
    columns: Columns,
    is_right: &'static str,
    is_wrong: &'static str,
    effort: &'static str,
}

/// The heads of the list, in their order, by the fields of a row.
#[derive(Serialize)]
struct Columns {
    mark: &'static str,
    id: &'static str,
    found: &'static str,
    wanted: &'static str,
    kind: &'static str,
    place: &'static str,
    by: &'static str,
    nodes: &'static str,
    ms: &'static str,
}

/// In English; names in braces are filled in by the script.
pub static WORDS: Words = Words {
    result: "Result",
    any: "any",
    failed: "not right",
    right: "right",
    kind: "Kind",
    file: "File",
    rows: "rows",
    example: "mate in 5, null:",
    legend: "Blue: what was expected. Orange: what was answered instead.",
    tables: "File by file",
    columns: Columns {
        mark: "",
        id: "name",
        found: "answered",
        wanted: "expected",
        kind: "kind",
        place: "row",
        by: "by",
        nodes: "nodes",
        ms: "ms",
    },
    is_right: "{found}: right",
    is_wrong: "{found}, expected {wanted}",
    effort: "{place} {id}, by {by} ({nodes} nodes, {ms} ms)",
};
