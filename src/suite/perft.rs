//! Perft suites: positions with the number of their legal move sequences.
//!
//! The columns of a row are SFEN, depth and nodes; further columns mean nothing.

use super::kind::{Answer, Kind, Row};
use crate::shogi::Position;
use crate::shogi::perft::{Convention, perft};
use crate::shogi::sfen::{self, Token};
use std::error::Error;

/// The greatest depth of a row.
const MAX_DEPTH: u32 = 30;

/// The kind.
pub struct Perft;

/// How many sequences of `depth` moves a position has.
struct Count {
    sfen: String,
    position: Position,
    depth: u32,
    nodes: u64,
}

/// Why a row is not well formed; the position has its own error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum RowError {
    #[error("unexpected depth {0}; expected a whole number from 1 to {MAX_DEPTH}")]
    Depth(Token),
    #[error("unexpected number of nodes {0}; expected a whole number")]
    Nodes(Token),
}

impl Kind for Perft {
    fn form(&self) -> &'static str {
        "SFEN<tab>DEPTH<tab>NODES"
    }

    fn owns(&self, columns: &[&str]) -> bool {
        columns.len() >= 3
    }

    fn read(&self, columns: &[&str]) -> Result<Box<dyn Row>, Box<dyn Error>> {
        let (sfen, depth, nodes) = (columns[0], columns[1], columns[2]);
        let number = depth.parse().ok();
        let number = number.filter(|depth| (1..=MAX_DEPTH).contains(depth));
        Ok(Box::new(Count {
            depth: number.ok_or_else(|| RowError::Depth(Token::new(depth)))?,
            nodes: nodes
                .parse()
                .map_err(|_| RowError::Nodes(Token::new(nodes)))?,
            position: sfen::parse(sfen)?,
            sfen: sfen.to_owned(),
        }))
    }
}

impl Row for Count {
    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn check(&mut self) -> Answer {
        let Self { sfen, depth, .. } = self;
        let nodes = perft(&mut self.position, *depth, Convention::Count);
        Answer {
            found: format!("depth {depth} {nodes} nodes"),
            expected: (nodes != self.nodes).then(|| format!("{}: {sfen}", self.nodes)),
            nodes,
        }
    }
}
