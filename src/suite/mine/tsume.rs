//! Mates with one first move and a proven length, and positions that look like mates and are not.

use super::{List, Lists, Miner};
use crate::shogi::game::Game;
use crate::shogi::movegen::{self, Variety};
use crate::shogi::{CheckSquares, Checks, Move, MoveList, Position, sfen};
use crate::tsume::{MateAnswer, MateLimits, MateProblem, MateReport};
use std::sync::atomic::AtomicBool;

/// How many of a game's last positions are looked at: before these nobody is mated.
const LAST: usize = 40;
/// The memory of a search for mate, in MiB.
const HASH_MB: usize = 16;
/// What the shortest mate may cost more than any mate.
const SHORTEST_FACTOR: u64 = 8;
/// A "no mate" of fewer nodes is seen at a glance.
const LEAST_FOR_NO_MATE: u64 = 200;

/// Finds mates.
pub struct Tsume {
    /// The lengths that are wanted, in plies: a list for each, in this order.
    lengths: Vec<usize>,
    /// The nodes in which a mate must be found.
    nodes: u64,
}

impl Tsume {
    /// A miner for mates of these `lengths`, which must be found in so many `nodes`.
    pub fn new(lengths: Vec<usize>, nodes: u64) -> Self {
        Self { lengths, nodes }
    }

    /// The lists that it fills: `count` mates of each length, `no_mates` positions without one.
    /// `origin` says where the games are from.
    pub fn lists(&self, count: usize, no_mates: usize, origin: &str) -> Lists {
        let nodes = self.nodes;
        let mates = self.lengths.iter().map(|plies| {
            let title =
                format!("Mates in {plies}, proven shortest, with one first move that mates.");
            let how = format!(
                "Found within {nodes} nodes; no other check mates: each has a defence proven."
            );
            let path = format!("tsume/{plies:02}.sfen");
            List::new(path, count, vec![title, origin.to_owned(), how])
        });
        let title = "No mate, proven; the side to move has checks.".to_owned();
        let how = format!("Proven within {LEAST_FOR_NO_MATE} to {nodes} nodes.");
        let no_mate = vec![title, origin.to_owned(), how];
        let no_mate = List::new("nomate/nomate.sfen".to_owned(), no_mates, no_mate);
        Lists::new(mates.chain([no_mate]).collect())
    }

    /// The number of the list for `position`, and its operations.
    fn row(&self, position: &Position, lists: &Lists) -> Option<(usize, String)> {
        let report = solve(position, self.nodes, false);
        let no_mates = self.lengths.len();
        match report.answer {
            MateAnswer::NoMate if report.progress.nodes >= LEAST_FOR_NO_MATE => {
                Some((no_mates, "nomate".to_owned()))
            }
            MateAnswer::Mate(_) => {
                let (plies, first) = self.shortest(position)?;
                let list = self.lengths.iter().position(|&it| it == plies)?;
                let is_wanted = !lists.is_full(list) && self.is_only(position, first);
                is_wanted.then(|| (list, format!("mate {plies}; bm {first}")))
            }
            _ => None,
        }
    }

    /// The plies of a shortest mate, and its first move.
    fn shortest(&self, position: &Position) -> Option<(usize, Move)> {
        let report = solve(position, self.nodes * SHORTEST_FACTOR, true);
        let MateAnswer::Mate(line) = report.answer else {
            return None;
        };
        report
            .is_shortest
            .then(|| Some((line.len(), *line.first()?)))?
    }

    /// Whether it is proven that no check but `first` mates.
    fn is_only(&self, position: &Position, first: Move) -> bool {
        let mut position = position.clone();
        let checks = checks(&position);
        checks
            .iter()
            .all(|&mv| mv == first || self.is_refuted(&mut position, mv))
    }

    /// Whether the check `mv` has an answer after which there is no mate.
    fn is_refuted(&self, position: &mut Position, mv: Move) -> bool {
        let undo = position.do_move(mv);
        let mut answers = MoveList::new();
        movegen::evasions(position, &Checks::of(position), Variety::All, &mut answers);
        let refuted = answers.iter().any(|&answer| {
            let undo = position.do_move(answer);
            let report = solve(position, self.nodes, false);
            position.undo_move(answer, undo);
            report.answer == MateAnswer::NoMate
        });
        position.undo_move(mv, undo);
        refuted
    }
}

impl Miner for Tsume {
    /// Takes at most one row a list from a game.
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists) {
        let mut taken = vec![false; self.lengths.len() + 1];
        let mut position = game.start().clone();
        let first = game.moves().len().saturating_sub(LAST);
        for (ply, &mv) in (1..).zip(game.moves()) {
            let _ = position.do_move(mv);
            if ply < first || checks(&position).is_empty() {
                continue;
            }
            let row = self.row(&position, lists);
            let Some((list, operations)) = row.filter(|(list, _)| !taken[*list]) else {
                continue;
            };
            let text = sfen::write(&position);
            let row = format!("{text}; {operations}; c0 game {number} after {ply} plies");
            taken[list] |= lists.add(list, &position, row);
        }
    }
}

fn checks(position: &Position) -> MoveList {
    let (own, squares) = (Checks::of(position), CheckSquares::of(position));
    let mut checks = MoveList::new();
    movegen::checking(position, &own, &squares, Variety::All, &mut checks);
    checks
}

fn solve(position: &Position, nodes: u64, shortest: bool) -> MateReport {
    let problem = MateProblem {
        position: position.clone(),
        limits: MateLimits {
            nodes: Some(nodes),
            ..MateLimits::default()
        },
        hash_mb: HASH_MB,
        shortest,
    };
    problem.solve(&AtomicBool::new(false), &mut |_| {})
}
