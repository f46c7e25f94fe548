//! Steps before the work of players begins: remarks on what they name, and what cannot be is refused.

use anyhow::{anyhow, bail};
use engine::book::Book;
use engine::player::Settings;
use matches::contest::schedule::letter;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, PlayerSpec};
use std::io::{self, Write};

/// Says on standard error what is strange about the network and the book that `settings` name, which
/// belong to what is called `name`.
///
/// # Errors
/// If standard error cannot be written to.
pub fn remark(name: &str, settings: &Settings) -> io::Result<()> {
    let network = settings.evaluation.remarks().map(str::to_owned);
    let book = match Book::open(&settings.book) {
        Ok(book) => book.and_then(|book| book.remark()),
        Err(error) => Some(error.to_string()),
    };
    let mut remarks = network.chain(book);
    remarks.try_for_each(|remark| writeln!(io::stderr(), "note: {name}: {remark}"))
}

/// Refuses CPU time as the limit of a player in another process.
///
/// # Errors
/// If there is such a player: which.
pub fn check_limits<'a>(
    players: &[PlayerSpec],
    limits: impl IntoIterator<Item = &'a MoveLimit>,
) -> anyhow::Result<()> {
    for (index, (player, limit)) in players.iter().zip(limits).enumerate() {
        if matches!(limit, MoveLimit::CpuTimeMs(_)) && !player.is_in_process() {
            let (name, text) = (letter(index), &player.text);
            bail!(
                "--cpu-time for player {name}, `{text}`; expected another limit for a player \
                 in another process"
            );
        }
    }
    Ok(())
}

/// Says what is strange about networks that players name, and starts every engine in another
/// process once, so that no work is done in vain. Returns their names.
///
/// # Errors
/// If one does not start or answer: which, and why.
pub fn probe(players: &[PlayerSpec], conduct: &Conduct) -> anyhow::Result<Vec<Option<String>>> {
    for (index, player) in players.iter().enumerate() {
        if let Some(settings) = player.settings() {
            remark(&format!("player {}", letter(index)), settings)?;
        }
    }
    let name_of = |(index, player): (usize, &PlayerSpec)| {
        player.probe(conduct).map_err(|fault| {
            let (name, text) = (letter(index), &player.text);
            anyhow!("player {name}, `{text}`: {}", fault.detail)
        })
    };
    players.iter().enumerate().map(name_of).collect()
}
