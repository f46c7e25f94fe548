//! Best moves: positions in which many nodes are clear about one move and few nodes choose
//! another.

use super::lists::{List, Lists};
use super::miner::{Miner, after, search};
use crate::random::generator;
use crate::search::{Engine, Info, Limits, Listener, Score, Settings};
use crate::shogi::game::Game;
use crate::shogi::{Move, sfen};
use rand::RngExt;

/// Positions before this ply are openings.
const FIRST_PLY: usize = 30;
/// The nodes that must choose another move.
const FEW: u64 = 20_000;
/// How much better than the second move the best must be, in centipawns.
const CLEAR: i32 = 150;
/// A side that is further ahead has won by any move.
const DECIDED: i32 = 1500;

/// Finds best moves, one position a game.
pub struct BestMoves {
    engine: Engine,
    nodes: u64,
}

impl BestMoves {
    /// A miner that believes a search of so many `nodes` with `settings`.
    pub fn new(settings: &Settings, nodes: u64) -> Self {
        Self {
            engine: Engine::new(settings.clone()),
            nodes,
        }
    }

    /// The list that it fills. `origin` says where the games are from.
    pub fn lists(&self, count: usize, origin: &str) -> Lists {
        let nodes = self.nodes;
        let head = vec![
            format!("Best moves: {nodes} nodes choose them, and did so from the first half on;"),
            format!("the second move is {CLEAR} cp worse; {FEW} nodes choose another."),
            origin.to_owned(),
        ];
        Lists::new(vec![List::new(
            "bestmove/games.sfen".to_owned(),
            count,
            head,
        )])
    }

    /// The move that is clearly best.
    fn clear_best(&mut self, game: &Game) -> Option<(Move, i32)> {
        let mut settings = self.engine.settings().clone();
        settings.multi_pv = 2;
        self.engine.configure(&settings);
        self.engine.new_game();
        self.engine.set_game(game.clone());
        let mut lines = Lines::default();
        self.engine.search(Limits::nodes(self.nodes), &mut lines);
        settings.multi_pv = 1;
        self.engine.configure(&settings);
        let [Some(best), Some(second)] = lines.scores else {
            return None;
        };
        let is_clear = best.abs() <= DECIDED && best - second >= CLEAR;
        let is_stable = lines.since <= self.nodes / 2;
        lines
            .best
            .filter(|_| is_clear && is_stable)
            .map(|mv| (mv, best))
    }
}

impl Miner for BestMoves {
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists) {
        let plies = game.moves().len();
        if plies <= FIRST_PLY + 1 {
            return;
        }
        let ply = generator(1, number as u64).random_range(FIRST_PLY..plies);
        let position = after(game, ply);
        let mut choose = |nodes| search(&mut self.engine, &position, nodes);
        // A move that ten times as many nodes agree on is not worth the long search.
        let (Some((quick, _)), Some((later, _))) = (choose(FEW), choose(10 * FEW)) else {
            return;
        };
        if quick == later {
            return;
        }
        let Some((best, cp)) = self.clear_best(&position).filter(|it| it.0 != quick) else {
            return;
        };
        let text = sfen::write(position.position());
        let row = format!(
            "{text}; bm {best}; c0 game {number} after {ply} plies, {cp} cp, few nodes {quick}"
        );
        lists.add(0, position.position(), row);
    }
}

/// The two best lines as they stand.
#[derive(Default)]
struct Lines {
    best: Option<Move>,
    /// The node from which on the best move was the same.
    since: u64,
    scores: [Option<i32>; 2],
}

impl Listener for Lines {
    fn info(&mut self, info: &Info) {
        let Some(place) = self.scores.get_mut(info.multi_pv as usize - 1) else {
            return;
        };
        *place = match info.score {
            Score::Cp(cp) => Some(cp),
            Score::Mate(plies) => Some(if plies > 0 { 30_000 } else { -30_000 }),
            Score::Mated => Some(-30_000),
        };
        let first = info.pv.first().copied();
        if info.multi_pv == 1 && first != self.best {
            (self.best, self.since) = (first, info.nodes);
        }
    }
}
