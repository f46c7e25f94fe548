//! What ends the branches of a search: the positions of `bench`, each searched afresh, and every node
//! counted by the way in which it ends. From the bottom: `table`, `picture` ← this file.

mod picture;
mod table;

pub use table::Table;

use super::LabError;
use super::results::write_json;
use super::searches::Searcher;
use crate::bench;
use crate::files::durable;
use crate::search::explanation::Pruning;
use crate::search::{End, Ends, Engine, Limits, Settings};
use crate::shogi::game::Game;
use serde::Serialize;
use std::path::Path;

/// The branches of a player.
#[derive(Clone, Debug, Serialize)]
pub struct Account {
    /// The player.
    pub player: String,
    /// Nodes in all, those of quiescence included.
    pub nodes: u64,
    /// The ways in which nodes end, those of quiescence left out.
    pub ends: Vec<Share>,
    /// The rules by which moves were pruned one by one.
    pub pruned: Vec<Share>,
}

/// One way among others.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    /// What it is called.
    pub name: &'static str,
    /// Whether a branch ends there, without a move tried.
    pub ends_branch: bool,
    /// How often it was taken.
    pub count: u64,
    /// How often among all nodes, or all pruned moves, in percent.
    pub percent: f64,
    /// How often among the ends of branches, in percent; 0 if it is none.
    pub percent_of_branches: f64,
}

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

impl Account {
    fn new(player: &str, nodes: u64, ends: &Ends) -> Self {
        let of_nodes = End::ALL.map(|end| (end.name(), end.is_of_branch(), ends.of(end)));
        let of_moves = Pruning::ALL.map(|rule| (rule.name(), false, ends.pruned_by(rule)));
        Self {
            player: player.to_owned(),
            nodes,
            ends: shares(&of_nodes),
            pruned: shares(&of_moves),
        }
    }
}

fn shares(counted: &[(&'static str, bool, u64)]) -> Vec<Share> {
    let percent = |count: u64, all: u64| 100.0 * count as f64 / all.max(1) as f64;
    let all = counted.iter().map(|&(_, _, count)| count).sum();
    let branches = counted.iter().filter(|&&(_, ends_branch, _)| ends_branch);
    let branches = branches.map(|&(_, _, count)| count).sum();
    let share = |&(name, ends_branch, count)| Share {
        name,
        ends_branch,
        count,
        percent: percent(count, all),
        percent_of_branches: if ends_branch {
            percent(count, branches)
        } else {
            0.0
        },
    };
    counted.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::standard_conduct;
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
