//! Perft suites: positions with the number of their legal move sequences.
//!
//! A file has one row a line, `SFEN`, depth and nodes separated by tabs; further columns, empty
//! lines and lines that begin with `#` mean nothing.

use crate::shogi::perft::{Convention, perft};
use crate::shogi::sfen::{self, SfenError, Token};

/// What a row looks like, for messages.
pub const FORM: &str = "SFEN<tab>DEPTH<tab>NODES";

/// The greatest depth of a row.
pub const MAX_DEPTH: u32 = 30;

/// One row of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The position.
    pub sfen: String,
    /// How many moves the sequences have, 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// How many sequences there are.
    pub nodes: u64,
}

/// Why a line is not a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// There are fewer than three columns.
    #[error("unexpected line {0}; expected {FORM}")]
    Columns(Token),
    /// The first column is not a position.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// The second column is not a depth.
    #[error("unexpected depth {0}; expected a whole number from 1 to {MAX_DEPTH}")]
    Depth(Token),
    /// The third column is not a number of nodes.
    #[error("unexpected number of nodes {0}; expected a whole number")]
    Nodes(Token),
}

/// What became of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The count is right.
    Pass(Row),
    /// The count is wrong.
    Fail {
        /// The row.
        row: Row,
        /// What was counted.
        found: u64,
    },
    /// The row has more nodes than wanted.
    Skipped,
    /// The line is not a row.
    Unusable(RowError),
}

/// A line and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The number of the line, from 1.
    pub line: usize,
    /// What became of it.
    pub verdict: Verdict,
}

/// Checks the rows of `text`, each when the iterator comes to it, but for those of more than
/// `max_nodes` nodes.
pub fn check(text: &str, max_nodes: Option<u64>) -> impl Iterator<Item = Report> {
    (1..)
        .zip(text.lines())
        .filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'))
        .map(move |(line, text)| Report {
            line,
            verdict: check_line(text, max_nodes).unwrap_or_else(Verdict::Unusable),
        })
}

fn check_line(text: &str, max_nodes: Option<u64>) -> Result<Verdict, RowError> {
    let row = parse_row(text)?;
    let mut pos = sfen::parse(&row.sfen)?;
    if max_nodes.is_some_and(|max| row.nodes > max) {
        return Ok(Verdict::Skipped);
    }
    let found = perft(&mut pos, row.depth, Convention::Count);
    Ok(if found == row.nodes {
        Verdict::Pass(row)
    } else {
        Verdict::Fail { row, found }
    })
}

fn parse_row(text: &str) -> Result<Row, RowError> {
    let mut columns = text.split('\t').map(str::trim);
    let (Some(sfen), Some(depth), Some(nodes)) = (columns.next(), columns.next(), columns.next())
    else {
        return Err(RowError::Columns(Token::new(text)));
    };
    let parsed = depth
        .parse()
        .ok()
        .filter(|depth| (1..=MAX_DEPTH).contains(depth));
    Ok(Row {
        sfen: sfen.to_owned(),
        depth: parsed.ok_or_else(|| RowError::Depth(Token::new(depth)))?,
        nodes: nodes
            .parse()
            .map_err(|_| RowError::Nodes(Token::new(nodes)))?,
    })
}
