//! The accounts as a table for people.

use super::account::Account;
use super::control::Control;
use crate::columns::{grouped, padded};
use std::fmt;

/// The widths of the columns after the first two.
const WIDTH: usize = 10;

/// A table of accounts, with a line for each time control.
pub struct Table<'a>(pub &'a [(&'static Control, Account)]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = [
            "delay ms", "games", "moves", "overruns", "used %", "left ms",
        ];
        line(f, ["time", "settings"], &heads.map(str::to_owned))?;
        for (control, account) in self.0 {
            let settings = if control.is_local { "match" } else { "default" };
            let left = account.least_left_us.map_or(0.0, |us| us as f64 / 1000.0);
            let cells = [
                control.delay_ms.to_string(),
                grouped(account.games),
                grouped(account.moves),
                grouped(account.overruns),
                format!("{:.1}", account.share_percent()),
                format!("{left:.1}"),
            ];
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
        padded(name, 22, false),
        padded(settings, 8, false)
    )
}
