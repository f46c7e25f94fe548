//! The branches of a player, by share.

use engine::search::explanation::Pruning;
use engine::search::{End, Ends};
use serde::Serialize;

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

impl Account {
    /// The account of `player`, whose searches had so many nodes and ended so.
    pub fn new(player: &str, nodes: u64, ends: &Ends) -> Self {
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
