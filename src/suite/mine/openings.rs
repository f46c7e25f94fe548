//! Openings: even positions early in games, spread over castles.

use super::lists::{List, Lists, Origin};
use super::miner::{Miner, after, search};
use engine::search::{Engine, Limits, Score, Settings};
use engine::shogi::game::Game;
use engine::shogi::{Checks, Color, Position, Square};

/// How far from even a position may be, in centipawns.
const EVEN: i32 = 60;
/// Looks before the long one: the nodes, and how far from even it may be.
const LOOKS: [(u64, i32); 2] = [(20_000, 2 * EVEN), (100_000, EVEN + EVEN / 2)];
/// Of how many rows at least one may have the same castles.
const SPREAD: usize = 20;

/// Finds openings, one a game.
pub struct Openings {
    engine: Engine,
    nodes: u64,
    plies: usize,
    /// The most rows with the same castles.
    most: usize,
}

impl Openings {
    /// A miner for `count` positions after so many `plies` that a search of so many `nodes` with
    /// `settings` finds even.
    pub fn new(settings: &Settings, nodes: u64, plies: usize, count: usize) -> Self {
        Self {
            engine: Engine::new(settings.clone()),
            nodes,
            plies,
            most: count.div_ceil(SPREAD),
        }
    }

    /// The list that it fills. `origin` says where the games are from.
    pub fn lists(&self, count: usize, origin: Origin) -> Lists {
        let (nodes, plies, most) = (self.nodes, self.plies, self.most);
        let head = vec![
            format!("Openings of {plies} plies that {nodes} nodes find even, within {EVEN} cp;"),
            format!("no more than {most} have both kings on the same squares."),
        ];
        let list = List::new("openings/games.sfen".to_owned(), count, head);
        Lists::new(vec![list], origin)
    }

    /// The value of `game`'s position for the side to move, if every look finds it even.
    fn even(&mut self, game: &Game) -> Option<i32> {
        for (nodes, margin) in LOOKS {
            self.within(game, nodes, margin)?;
        }
        self.within(game, self.nodes, EVEN)
    }

    /// What so many nodes find the position of `game` worth, if it is no further from even than
    /// `margin`.
    fn within(&mut self, game: &Game, nodes: u64, margin: i32) -> Option<i32> {
        self.engine.new_game();
        let (_, score) = search(&mut self.engine, game, Limits::nodes(nodes), &mut ())?;
        match score {
            Score::Cp(cp) if cp.abs() <= margin => Some(cp),
            _ => None,
        }
    }
}

impl Miner for Openings {
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists) {
        let opening = after(game, self.plies);
        let position = opening.position();
        let is_quiet = !Checks::of(position).in_check();
        if opening.moves().len() < self.plies || !is_quiet {
            return;
        }
        let same = lists.positions(0).filter(|it| kings(it) == kings(position));
        if same.count() >= self.most {
            return;
        }
        let Some(cp) = self.even(&opening) else {
            return;
        };
        let row = format!("{opening}; c0 game {number}, {cp:+} cp");
        lists.add(0, position, row);
    }
}

/// Where the kings of Black and White are, by which castles are told apart.
fn kings(position: &Position) -> [Option<Square>; 2] {
    Color::all().map(|color| position.king(color))
}
