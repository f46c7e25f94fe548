//! The accounts in words, for people.

use super::account::{Account, Share};
use crate::results::Columns;
use std::fmt;

/// Accounts, displayed as a table for each player, without an end after the last line.
pub struct Table<'a>(pub &'a [Account]);

const HEAD: [&str; 4] = ["", "count", "%", "% of branches"];

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, account) in self.0.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n\n" };
            write!(f, "{end}{account}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: u64 = self.ends.iter().map(|it| it.count).sum();
        let pruned: u64 = self.pruned.iter().map(|it| it.count).sum();
        let (player, nodes) = (&self.player, self.nodes);
        writeln!(
            f,
            "{player}: {nodes} nodes; {all} nodes before quiescence end by"
        )?;
        writeln!(f, "{}", Columns(&rows(&self.ends)))?;
        writeln!(f, "{pruned} moves were pruned one by one, by")?;
        write!(f, "{}", Columns(&rows(&self.pruned)))
    }
}

fn rows(shares: &[Share]) -> Vec<[String; HEAD.len()]> {
    let row = |share: &Share| {
        let of_branches = if share.ends_branch {
            format!("{:.1}", share.percent_of_branches)
        } else {
            String::new()
        };
        let (count, percent) = (share.count.to_string(), format!("{:.1}", share.percent));
        [share.name.to_owned(), count, percent, of_branches]
    };
    let mut head = HEAD.map(str::to_owned);
    if !shares.iter().any(|share| share.ends_branch) {
        head[3].clear();
    }
    let mut rows = vec![head];
    rows.extend(shares.iter().map(row));
    rows
}
