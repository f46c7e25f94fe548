//! The accounts as a table for people.

use super::account::{Account, PLIES_TOLD};
use super::control::Control;
use engine::columns::{grouped, padded};
use std::fmt;

/// The widths of the columns after the first two.
const WIDTH: usize = 11;

/// A table of accounts, with a line for each time control.
pub struct Table<'a>(pub &'a [(&'static Control, Account)]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by_ply = PLIES_TOLD.map(|ply| format!("by ply {ply}"));
        let heads = ["delay ms", "games", "moves", "overruns"].map(str::to_owned);
        let last = ["used %", "left ms"].map(str::to_owned);
        let heads = [&heads[..], &by_ply, &last].concat();
        line(f, ["time", "settings"], &heads)?;
        for (control, account) in self.0 {
            let settings = if control.is_local { "match" } else { "default" };
            let left = account.least_left_us.map_or(0.0, |us| us as f64 / 1000.0);
            let counts = [
                control.delay_ms.to_string(),
                grouped(account.games),
                grouped(account.moves),
                grouped(account.overruns),
            ];
            let shares = account.by_ply.into_iter().chain([account.whole]);
            let shares = shares.map(|used| format!("{:.1}", used.share_percent()));
            let cells: Vec<String> = counts
                .into_iter()
                .chain(shares)
                .chain([format!("{left:.1}")])
                .collect();
            line(f, [control.name, settings], &cells)?;
        }
        Ok(())
    }
}

fn line(f: &mut fmt::Formatter<'_>, [name, settings]: [&str; 2], cells: &[String]) -> fmt::Result {
    let cells: String = cells.iter().map(|it| padded(it, WIDTH, true)).collect();
    writeln!(
        f,
        "{}{}{cells}",
        padded(name, 23, false),
        padded(settings, 8, false)
    )
}
