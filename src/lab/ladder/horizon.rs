//! The horizon effect: what lies one ply beyond the depth is not there.
//!
//! One position in which a search that ends after its own move takes a piece and loses a greater one.
//! A search that is deeper, or that looks at captures where it ends, does not.

use super::climb::{Step, search};
use super::positions::game;
use super::rung::{QUIESCENCE, RUNGS, settings};
use engine::search::Engine;
use engine::shogi::Move;
use engine::shogi::game::Game;
use engine::shogi::sfen::parse_move;
use serde::Serialize;

/// The position.
const POSITION: &str =
    "sfen 1nsg3nl/1r1kg1sb1/2pppppp1/lp7/p6Rp/1P4P2/P1PPPP2P/1B1KGS2L/LNSG3N1 b P 23";

/// The rung that takes static values where the depth ends, whatever is in the air there.
const BLIND: usize = QUIESCENCE - 2;

/// Who looks, to which depth.
const LOOKS: [(usize, u32); 4] = [(BLIND, 1), (BLIND, 2), (BLIND, 3), (QUIESCENCE, 1)];

/// The horizon effect on one position.
#[derive(Clone, Debug, Serialize)]
pub struct Horizon {
    /// The argument of USI's `position`.
    pub position: String,
    /// The capture that looks best where nothing after it is seen.
    pub capture: String,
    /// What is seen, from the blindest on.
    pub looks: Vec<Look>,
}

/// What a rung sees to a depth.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    /// The rung.
    pub rung: &'static str,
    /// What it thinks best.
    pub best: Step,
    /// What it thinks of the capture.
    pub capture: Step,
}

impl Horizon {
    /// Lets them look.
    pub fn look() -> Self {
        let game = game(POSITION);
        let mut capture = None;
        let looks = LOOKS.map(|(rung, depth)| {
            let look = Look::new(&game, rung, depth, capture);
            capture = capture.or(parse_move(&look.best.best).ok());
            look
        });
        Self {
            position: game.to_string(),
            capture: looks[0].best.best.clone(),
            looks: looks.into(),
        }
    }

    /// The position, the moves of the boards that show it, and what is said of each.
    pub fn views(&self) -> [View; 3] {
        let [blind, deeper, .., quiet] = &self.looks[..] else {
            return Default::default();
        };
        let game = game(&self.position);
        let reply = deeper.capture.line.get(1).cloned().unwrap_or_default();
        let mut after = game.clone();
        let _ = parse_move(&self.capture).map(|mv| after.play(mv));
        let seen = |look: &Look| format!("{}, depth {}", look.rung, look.best.depth);
        [
            View {
                title: format!("{}: {} looks best", seen(blind), self.capture),
                game: game.clone(),
                mv: self.capture.clone(),
            },
            View {
                title: format!("what it does not see: {reply}"),
                game: after,
                mv: reply,
            },
            View {
                title: format!("{}: {} instead", seen(quiet), quiet.best.best),
                game,
                mv: quiet.best.best.clone(),
            },
        ]
    }
}

/// A board to be shown.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// What it shows.
    pub title: String,
    /// The position.
    pub game: Game,
    /// A move in it.
    pub mv: String,
}

impl Look {
    /// What the rung at `place` sees of `game` to `depth`; the capture is its best move unless given.
    fn new(game: &Game, place: usize, depth: u32, capture: Option<Move>) -> Self {
        let mut engine = Engine::new(settings(place));
        let best = search(&mut engine, game, depth, &[]);
        let capture = match capture {
            Some(mv) => search(&mut engine, game, depth, &[mv]),
            None => best.clone(),
        };
        Self {
            rung: RUNGS[place].name,
            best,
            capture,
        }
    }
}
