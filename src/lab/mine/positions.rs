//! Positions from games that searches choose.
//!
//! Best moves: positions in which many nodes are clear about one move and few nodes choose another.
//! Such positions are rare, and to ask many nodes is dear. So they are looked for where a game turned:
//! before the move that threw something away, and after it. Openings: even positions early in games,
//! spread over castles.

use super::lists::{List, Lists, Origin};
use super::{Miner, search};
use engine::player::{Engine, Settings};
use engine::search::{Info, Limits, Listener};
use engine::shogi::game::Game;
use engine::shogi::{Checks, Color, Move, Position, Square, movegen, sfen};

/// Positions before this ply are openings.
const FIRST_PLY: usize = 24;
/// The nodes that must choose another move.
const FEW: u64 = 20_000;
/// The nodes of a first look.
const MIDDLE: u64 = 200_000;
/// How much better than the second move the best must be, in centipawns.
const CLEAR: i32 = 150;
/// The same at a first look.
const NEARLY_CLEAR: i32 = 100;
/// A side that is further ahead has won by any move.
const DECIDED: i32 = 1000;
/// The nodes by which it is seen how a game went.
const GLANCE: u64 = 1000;
/// By how much the side to move must misjudge its position for the game to turn there, in centipawns.
const TURN: i32 = 150;
/// How many turns of a game are looked at.
const TURNS: usize = 3;

/// Finds best moves, one position a game.
pub struct BestMoves {
    engine: Engine,
    nodes: u64,
}

/// A move that a search chose.
struct Choice {
    best: Move,
    /// Its worth for the side to move.
    cp: i32,
    /// The node from which on it was the best.
    since: u64,
}

impl BestMoves {
    /// A miner that believes a search of so many `nodes` with `settings`.
    pub fn new(settings: &Settings, nodes: u64) -> Self {
        Self {
            engine: Engine::new(settings.clone()),
            nodes,
        }
    }

    /// The list that it fills.
    pub fn lists(&self, count: usize, origin: Origin) -> Lists {
        let (nodes, rest) = (self.nodes, self.nodes_for_others());
        let head = vec![
            format!("Best moves: {nodes} nodes choose them, and did so from the first half on;"),
            format!(
                "{rest} nodes find all other moves {CLEAR} cp worse; {FEW} nodes choose another."
            ),
        ];
        let list = List::new("bestmove/games.sfen".to_owned(), count, head);
        Lists::new(vec![list], origin)
    }

    /// The nodes of the search for the second move.
    fn nodes_for_others(&self) -> u64 {
        self.nodes / 4
    }

    /// The plies around which `game` turned, the sharpest turn first.
    fn turns(&mut self, game: &Game) -> Vec<usize> {
        self.engine.new_game();
        let plies = FIRST_PLY..game.moves().len();
        let scores: Vec<_> = plies
            .map(|ply| self.choose(&game.up_to(ply)?, Limits::nodes(GLANCE)))
            .map(|choice| choice.map(|choice| choice.cp))
            .collect();
        let turn = |(ply, pair): (usize, &[Option<i32>])| {
            let (before, after) = (pair[0]?, pair[1]?);
            let is_open = before.abs() <= DECIDED && before + after >= TURN;
            is_open.then_some((before + after, ply))
        };
        let turns = (FIRST_PLY..).zip(scores.windows(2)).filter_map(turn);
        let mut turns: Vec<_> = turns.collect();
        turns.sort_unstable_by(|a, b| b.cmp(a));
        let sharpest = turns.into_iter().take(TURNS);
        sharpest.flat_map(|(_, ply)| [ply, ply + 1]).collect()
    }

    /// The choice in `game`, and what few nodes choose, if the choice is clear and theirs is another.
    fn disputed(&mut self, game: &Game) -> Option<(Choice, Move)> {
        let few = self.choose_afresh(game, FEW)?.best;
        let middle = self.choose_afresh(game, MIDDLE)?;
        if middle.best == few || !self.is_clear(game, &middle, MIDDLE / 2, NEARLY_CLEAR) {
            return None;
        }
        let choice = self.choose_afresh(game, self.nodes)?;
        let is_stable = choice.best != few && choice.since <= self.nodes / 2;
        let is_clear = is_stable && self.is_clear(game, &choice, self.nodes_for_others(), CLEAR);
        is_clear.then_some((choice, few))
    }

    /// Whether so many `nodes` find every move but the choice worse by `margin`, in a game that is
    /// not decided.
    fn is_clear(&mut self, game: &Game, choice: &Choice, nodes: u64, margin: i32) -> bool {
        let legal = movegen::legal_moves(game.position());
        let others = legal.iter().copied().filter(|&mv| mv != choice.best);
        let others = Limits {
            moves: others.collect(),
            ..Limits::nodes(nodes)
        };
        if choice.cp.abs() > DECIDED || others.moves.is_empty() {
            return false;
        }
        let second = self.choose(game, others);
        second.is_some_and(|second| choice.cp - second.cp >= margin)
    }

    /// What a search that knows nothing of others chooses.
    fn choose_afresh(&mut self, game: &Game, nodes: u64) -> Option<Choice> {
        self.engine.new_game();
        self.choose(game, Limits::nodes(nodes))
    }

    /// What a search chooses; nothing if it sees a mate.
    fn choose(&mut self, game: &Game, limits: Limits) -> Option<Choice> {
        let mut course = Course::default();
        let (best, score) = search(&mut self.engine, game, limits, &mut course)?;
        let since = course.since;
        score.cp().map(|cp| Choice { best, cp, since })
    }
}

impl Miner for BestMoves {
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists) {
        for ply in self.turns(game) {
            let Some(position) = game.up_to(ply) else {
                continue;
            };
            if let Some((Choice { best, cp, .. }, few)) = self.disputed(&position) {
                let text = sfen::write(position.position());
                let remark = format!("game {number} after {ply} plies, {cp} cp, few nodes {few}");
                let row = format!("{text}; bm {best}; c0 {remark}");
                lists.add(0, position.position(), row);
                return;
            }
        }
    }
}

/// How the best move changed in a search.
#[derive(Default)]
struct Course {
    best: Option<Move>,
    /// The node from which on the best move was the same.
    since: u64,
}

impl Listener for Course {
    fn info(&mut self, info: &Info) {
        let first = info.pv.first().copied();
        if first != self.best {
            (self.best, self.since) = (first, info.nodes);
        }
    }
}

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
        score.cp().filter(|cp| cp.abs() <= margin)
    }
}

impl Miner for Openings {
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists) {
        let Some(opening) = game.up_to(self.plies) else {
            return;
        };
        let position = opening.position();
        if Checks::of(position).in_check() {
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

/// Where the kings of Black and White are, by which castles differ.
fn kings(position: &Position) -> [Option<Square>; 2] {
    Color::all().map(|color| position.king(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_turns_where_a_piece_is_thrown_away() {
        let around = "2h3h 8b7b 3h2h 7b8b ".repeat(5);
        let text = format!("startpos moves 7g7f 3c3d {around}2h3h 8b7b 8h3c+ 2a3c 9g9f");
        let game = text.parse::<Game>().unwrap();
        let settings = Settings {
            hash_mb: 1,
            ..Settings::default()
        };
        assert_eq!(BestMoves::new(&settings, 1000).turns(&game), [24, 25]);
    }
}
