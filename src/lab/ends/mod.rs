//! What ends the branches of a search: the positions of `bench`, each searched afresh, and every node
//! counted by the way in which it ends. From the bottom: `account` ← `table`, `picture` ← this file.

mod account;
mod picture;
mod table;

pub use account::Account;
pub use table::Table;

use super::LabError;
use super::results::write_json;
use super::searches::Searcher;
use engine::bench;
use engine::files::durable;
use engine::search::{Ends, Engine, Limits, Settings};
use engine::shogi::game::Game;
use std::path::Path;

/// Searches `depth` iterations as each of `players`, which have to be this engine.
///
/// # Errors
/// If one is not.
pub fn run(players: &[Searcher], depth: u32) -> Result<Vec<Account>, LabError> {
    let account = |player: &Searcher| {
        let (nodes, ends) = search(player.settings()?, depth);
        Ok(Account::new(player.name(), nodes, &ends))
    };
    players.iter().map(account).collect()
}

/// Writes `ends.json` and `ends.svg` into `folder`.
///
/// # Errors
/// If they cannot be written.
pub fn write(folder: &Path, accounts: &[Account]) -> Result<(), LabError> {
    write_json(&folder.join("ends.json"), &accounts)?;
    let picture = picture::picture(accounts).to_string();
    durable::write(&folder.join("ends.svg"), picture.as_bytes())?;
    Ok(())
}

fn search(settings: &Settings, depth: u32) -> (u64, Ends) {
    let mut engine = Engine::new(settings.clone());
    let (mut nodes, mut ends) = (0, Ends::default());
    for sfen in bench::positions() {
        let game = Game::parse(sfen).map_or_else(|_| Game::default(), |(game, _)| game);
        engine.new_game();
        engine.set_game(game);
        nodes += engine.search(Limits::depth(depth), &mut ()).info.nodes;
        ends.add(&engine.ends());
    }
    (nodes, ends)
}

#[cfg(test)]
mod tests {
    use super::account::Share;
    use super::*;
    use matches::standard_conduct;
    use tempfile::tempdir;

    #[test]
    fn every_node_ends_in_one_way_and_only_selective_searches_prune() {
        let searcher = |text| Searcher::new(text, 1, standard_conduct()).unwrap();
        let accounts = run(&["", "search=alphabeta"].map(searcher), 3).unwrap();
        let [interest, alphabeta] = &accounts[..] else {
            panic!("two accounts");
        };
        let count = |shares: &[Share], name| {
            let mut shares = shares.iter();
            shares.find(|it| it.name == name).unwrap().count
        };
        let razored = [interest, alphabeta].map(|it| count(&it.ends, "razoring"));
        assert!(razored[0] > 0 && razored[1] == 0, "{razored:?}");
        let pruned = alphabeta.pruned.iter().map(|it| it.count);
        assert_eq!(pruned.sum::<u64>(), 0);
        for account in &accounts {
            let all: u64 = account.ends.iter().map(|it| it.count).sum();
            assert!(all <= account.nodes && all > 500, "{account:?}");
            let branches: f64 = account.ends.iter().map(|it| it.percent_of_branches).sum();
            assert!((branches - 100.0).abs() < 1e-6, "{account:?}");
        }
        let table = Table(&accounts).to_string();
        assert!(table.contains("budget spent"), "{table}");
        let folder = tempdir().unwrap();
        write(folder.path(), &accounts).unwrap();
        assert!(folder.path().join("ends.svg").exists());
    }
}
