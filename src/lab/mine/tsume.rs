//! Mates with one first move and a proven length, and positions that look like mates and are not.

use super::Miner;
use super::lists::{List, Lists, Origin};
use engine::mate::{MateAnswer, MateLength, MateLimits, MateProblem, MateReport};
use engine::shogi::game::Game;
use engine::shogi::movegen::{self, Variety};
use engine::shogi::{CheckSquares, Checks, Move, MoveList, Position, sfen};
use std::sync::atomic::AtomicBool;

/// How many of a game's last positions are looked at: before these nobody is mated.
const LAST: usize = 30;
/// The memory of a search for mate, in MiB.
const HASH_MB: usize = 16;
/// What the shortest mate may cost more than any mate.
const SHORTEST_FACTOR: u64 = 4;
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
    pub fn lists(&self, count: usize, no_mates: usize, origin: Origin) -> Lists {
        let nodes = self.nodes;
        let mates = self.lengths.iter().map(|plies| {
            let title =
                format!("Mates in {plies}, proven shortest, with one first move that mates.");
            let how = format!(
                "Found within {nodes} nodes; no other check mates: each has a defence proven."
            );
            let path = format!("tsume/{plies:02}.sfen");
            List::new(path, count, vec![title, how])
        });
        let title = "No mate, proven; the side to move has checks.".to_owned();
        let how = format!("Proven within {LEAST_FOR_NO_MATE} to {nodes} nodes.");
        let no_mate = vec![title, how];
        let no_mate = List::new("nomate/games.sfen".to_owned(), no_mates, no_mate);
        Lists::new(mates.chain([no_mate]).collect(), origin)
    }

    /// Looks at a position from a game, which `place` names.
    fn look_at_position(&self, position: &Position, place: &str, lists: &mut Wanted) {
        let report = solve(position, self.nodes, MateLength::Any);
        match report.answer {
            MateAnswer::NoMate if report.progress.nodes >= LEAST_FOR_NO_MATE => {
                lists.add(self.lengths.len(), position, "nomate", place);
            }
            MateAnswer::Mate(_) => self.follow(position, place, lists),
            _ => {}
        }
    }

    /// Takes a position with a mate, and those further down its line.
    fn follow(&self, position: &Position, place: &str, lists: &mut Wanted) {
        let mut position = position.clone();
        let mut made = 0;
        while let Some(line) = self.shortest(&position) {
            let plies = line.len();
            if let Some(list) = self.lengths.iter().position(|&it| it == plies)
                && lists.wants(list)
                && self.is_only(&position, line[0])
            {
                let operations = format!("mate {plies}; bm {}", line[0]);
                let place = match made {
                    0 => place.to_owned(),
                    made => format!("{place} and {made} of the mate"),
                };
                lists.add(list, &position, &operations, &place);
            }
            let &[attack, defence, _, ..] = &line[..] else {
                return;
            };
            let _ = position.do_move(attack);
            let _ = position.do_move(defence);
            made += 2;
        }
    }

    /// A mate that is proven to be a shortest.
    fn shortest(&self, position: &Position) -> Option<Vec<Move>> {
        let report = solve(position, self.nodes * SHORTEST_FACTOR, MateLength::Shortest);
        match report.answer {
            MateAnswer::Mate(line) if report.is_shortest => Some(line),
            _ => None,
        }
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
        // One that is not decided is given up: it would cost too much.
        let refuted = answers.iter().find_map(|&answer| {
            let undo = position.do_move(answer);
            let report = solve(position, self.nodes, MateLength::Any);
            position.undo_move(answer, undo);
            let is_mate = matches!(report.answer, MateAnswer::Mate(_));
            (!is_mate).then_some(report.answer == MateAnswer::NoMate)
        });
        position.undo_move(mv, undo);
        refuted == Some(true)
    }
}

impl Miner for Tsume {
    /// Takes at most one row a list from a game. Once there are enough positions without a mate,
    /// only those of the side that made the last move are looked at: it is the one that mates.
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists) {
        let winner = game.position().side().flip();
        let no_mates = self.lengths.len();
        let mut lists = Wanted {
            taken: vec![false; no_mates + 1],
            lists,
        };
        let mut position = game.start().clone();
        let first = game.moves().len().saturating_sub(LAST);
        for (ply, &mv) in (1..).zip(game.moves()) {
            let _ = position.do_move(mv);
            let may_mate = position.side() == winner || lists.wants(no_mates);
            if ply >= first && may_mate && !checks(&position).is_empty() {
                let place = format!("game {number} after {ply} plies");
                self.look_at_position(&position, &place, &mut lists);
            }
        }
    }
}

/// The lists, and which of them have a row from the present game.
struct Wanted<'a> {
    lists: &'a mut Lists,
    taken: Vec<bool>,
}

impl Wanted<'_> {
    fn wants(&self, list: usize) -> bool {
        !self.taken[list] && !self.lists.is_full(list)
    }

    fn add(&mut self, list: usize, position: &Position, operations: &str, place: &str) {
        let text = sfen::write(position);
        let row = format!("{text}; {operations}; c0 {place}");
        if self.wants(list) {
            self.taken[list] = self.lists.add(list, position, row);
        }
    }
}

fn checks(position: &Position) -> MoveList {
    let (own, squares) = (Checks::of(position), CheckSquares::of(position));
    let mut checks = MoveList::new();
    movegen::checking(position, &own, &squares, Variety::All, &mut checks);
    checks
}

fn solve(position: &Position, nodes: u64, length: MateLength) -> MateReport {
    let problem = MateProblem {
        position: position.clone(),
        limits: MateLimits {
            nodes: Some(nodes),
            ..MateLimits::default()
        },
        hash_mb: HASH_MB,
        length,
    };
    problem.solve(&AtomicBool::new(false), &mut |_| {})
}
