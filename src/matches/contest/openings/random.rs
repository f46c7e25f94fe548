//! A few random moves that leave the game even.

use engine::random::{Generator, generator};
use engine::search::{Engine, Limits, Score, Settings};
use engine::shogi::MoveList;
use engine::shogi::game::Game;
use engine::shogi::movegen;
use rand::RngExt;

/// An opening is even if a short search finds neither side this far ahead, in centipawns.
const EVEN: i32 = 120;
/// Nodes of that search.
const NODES: u64 = 2000;
/// After so many draws in vain the most even of them is taken.
const DRAWS: usize = 1000;

/// Opening `number` under `seed`: `plies` random legal moves from the start position, drawn
/// again until a short search calls the result even.
pub fn opening(seed: u64, number: u64, plies: usize) -> Game {
    further(&Game::default(), seed, number, plies)
}

/// Opening `number` under `seed` that goes on from `start` by so many random `plies`.
pub fn further(start: &Game, seed: u64, number: u64, plies: usize) -> Game {
    if plies == 0 {
        return start.clone();
    }
    let mut rng = generator(seed, number);
    let mut judge = Engine::new(Settings {
        hash_mb: 1,
        ..Settings::default()
    });
    let mut best = (i32::MAX, start.clone());
    for _ in 0..DRAWS {
        let Some(game) = random_game(start, &mut rng, plies) else {
            continue;
        };
        let ahead = value(&mut judge, &game).map_or(i32::MAX, i32::abs);
        if ahead <= EVEN {
            return game;
        }
        if ahead < best.0 {
            best = (ahead, game);
        }
    }
    best.1
}

fn random_game(start: &Game, rng: &mut Generator, plies: usize) -> Option<Game> {
    let mut game = start.clone();
    let mut list = MoveList::new();
    for _ in 0..plies {
        list.clear();
        movegen::legal(game.position(), &mut list);
        if list.is_empty() {
            return None;
        }
        let mv = list[rng.random_range(0..list.len())];
        game.play(mv).ok()?;
    }
    Some(game)
}

/// What a short search finds `game` worth to the side to move, in centipawns; none for a mate.
fn value(judge: &mut Engine, game: &Game) -> Option<i32> {
    judge.new_game();
    judge.set_game(game.clone());
    match judge.search(Limits::nodes(NODES), &mut ()).score {
        Score::Cp(cp) => Some(cp),
        Score::Mate(_) | Score::Mated => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_follow_from_seed_and_number() {
        let moves = |seed, number| opening(seed, number, 6).moves().to_vec();
        assert_eq!(moves(1, 0), moves(1, 0));
        assert_ne!(moves(1, 0), moves(1, 1));
        assert_ne!(moves(1, 0), moves(2, 0));
        assert_eq!(moves(1, 0).len(), 6);
    }

    #[test]
    fn a_start_where_one_side_is_ahead_is_gone_on_from() {
        let place = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let start = Game::new(engine::shogi::sfen::parse(place).unwrap());
        assert_eq!(further(&start, 1, 0, 2).moves().len(), 2);
    }
}
