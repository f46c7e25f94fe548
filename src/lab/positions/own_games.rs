//! A position of a game of the engine against itself.

use engine::random::generator;
use engine::search::{Decision, Engine, Limits, Score, Settings};
use engine::shogi::game::Game;
use matches::contest::openings::Openings;
use rand::RngExt;
use std::ops::RangeInclusive;

/// How many moves after the opening a position is taken.
const PLIES: RangeInclusive<usize> = 4..=90;
/// Nodes for each move of the game.
const NODES: u64 = 300;
/// A position of which the engine thinks that one side is so far ahead, in centipawns, is not taken.
const DECIDED: i32 = 1000;
/// What keeps the openings apart from those of matches with the same seed.
const APART: u64 = 0x5EED_0F9A_3E5C_A1E5;

/// Position `number` under `seed`: a standard opening, played on for as many moves as are drawn;
/// drawn again until the game goes on there and is open.
pub fn position(seed: u64, number: u64) -> Game {
    let mut random = generator(seed ^ APART, number);
    let mut engine = Engine::new(Settings {
        hash_mb: 1,
        ..Settings::default()
    });
    loop {
        let opening = Openings::RANDOM.opening(random.random(), number);
        let plies = random.random_range(PLIES);
        engine.new_game();
        if let Some(game) = played_on(&mut engine, opening, plies) {
            return game;
        }
    }
}

/// The game so many plies later, if it is open.
fn played_on(engine: &mut Engine, mut game: Game, plies: usize) -> Option<Game> {
    for _ in 0..plies {
        let (decision, _) = searched(engine, &game);
        let Decision::Play { best, .. } = decision else {
            return None;
        };
        game.play(best).ok()?;
        if game.ending(None).is_some() {
            return None;
        }
    }
    let (_, score) = searched(engine, &game);
    matches!(score, Score::Cp(cp) if cp.abs() < DECIDED).then_some(game)
}

fn searched(engine: &mut Engine, game: &Game) -> (Decision, Score) {
    engine.set_game(game.clone());
    let outcome = engine.search(Limits::nodes(NODES), &mut ());
    (outcome.decision, outcome.score)
}
