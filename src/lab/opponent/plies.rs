//! What a model gains a search: how much further the same nodes reach.

use super::games::PlayedGame;
use crate::mean::Mean;
use crate::spread::spread_in_order;
use engine::habits::ModelFile;
use engine::search::{Engine, Limits, Settings};
use engine::shogi::game::Game;
use serde::Serialize;

/// What a model gains.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    /// Positions searched, the other side to move.
    pub positions: usize,
    /// Nodes of each search.
    pub nodes: u64,
    /// The last iteration without the model.
    pub without: Option<Mean>,
    /// How much later it is with it.
    pub gained: Option<Mean>,
    /// How often both choose the same move, in percent.
    pub same_move: Option<Mean>,
}

/// What both searches of a position came to.
struct Both {
    depths: [u32; 2],
    is_same: bool,
}

/// Searches up to `count` positions of `games`, at which the player's opponent is to move, to `nodes`
/// without and with the model in `file`, by so many threads.
pub fn gain(
    games: &[PlayedGame],
    file: &ModelFile,
    count: usize,
    nodes: u64,
    threads: usize,
) -> Gain {
    let positions = positions(games, count);
    let both = spread_in_order(
        &positions,
        threads,
        || engines(file),
        |engines, game| both(engines, game, nodes),
    );
    Gain {
        positions: both.len(),
        nodes,
        without: Mean::of(both.iter().map(|it| f64::from(it.depths[0]))),
        gained: Mean::of(
            both.iter()
                .map(|it| f64::from(it.depths[1]) - f64::from(it.depths[0])),
        ),
        same_move: Mean::percent(both.iter().map(|it| it.is_same)),
    }
}

/// Positions before moves against the player, spread over all of them.
fn positions(games: &[PlayedGame], count: usize) -> Vec<Game> {
    let against = |game: &'_ PlayedGame| -> Vec<Game> {
        let choices = game.choices(game.player.flip());
        choices.map(|(before, _)| before).collect()
    };
    let all: Vec<Game> = games.iter().flat_map(against).collect();
    let count = count.min(all.len());
    (0..count)
        .map(|it| all[it * all.len() / count].clone())
        .collect()
}

fn engines(file: &ModelFile) -> [Engine; 2] {
    [None, Some(file.clone())].map(|opponent| {
        Engine::new(Settings {
            hash_mb: 16,
            opponent,
            ..Settings::default()
        })
    })
}

fn both(engines: &mut [Engine; 2], game: &Game, nodes: u64) -> Both {
    let [without, with] = engines.each_mut().map(|engine| {
        engine.new_game();
        engine.set_game(game.clone());
        engine.search(Limits::nodes(nodes), &mut ())
    });
    Both {
        depths: [without.info.depth, with.info.depth],
        is_same: without.decision == with.decision,
    }
}
