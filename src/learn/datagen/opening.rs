//! Where games begin: random moves, from the start position or from one of an earlier game.
//!
//! Games that begin alike teach the same thing twice, so the first moves are drawn at random, for
//! one half of the games more of them, and not all games begin at the start position.

use crate::files::sha256;
use crate::learn::dataset::{self, DatasetError, GameRecord};
use crate::random::generator;
use crate::shogi::{Move, MoveList, Position, movegen};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// How many further random moves every second game from the start position begins with.
const FURTHER_PLIES: RangeInclusive<usize> = 4..=16;
/// How many random moves follow a position of an earlier game.
const PLIES_FROM_POOL: RangeInclusive<usize> = 1..=6;
/// After so many beginnings were refused, the next are from the start position.
const TRIES_FROM_POOL: usize = 50;

/// Where games begin.
#[derive(Clone, Debug)]
pub struct Openings {
    /// Random moves from the start position: so many, or one less, so that either side may be
    /// the first to choose. 1 or more.
    pub plies: usize,
    /// Positions of earlier games.
    pub pool: Pool,
    /// How many games in a hundred begin from the pool, if there is one.
    pub pool_percent: u32,
}

/// Positions of earlier games, one of each.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    positions: Vec<Position>,
    /// What tells this pool from another.
    sum: String,
}

impl Pool {
    /// Takes a position of each game in the files and folders `paths`, which one following from
    /// `seed`.
    ///
    /// # Errors
    /// If games cannot be read.
    pub fn read(paths: &[PathBuf], seed: u64) -> Result<Self, DatasetError> {
        let mut pool = Self::default();
        let mut texts = String::new();
        for (number, game) in (0..).zip(dataset::games(paths)?) {
            let mut rng = generator(seed, number);
            if let Some(position) = position_of(&game?, &mut rng) {
                texts.push_str(&crate::shogi::sfen::write(&position));
                pool.positions.push(position);
            }
        }
        pool.sum = sha256(texts);
        Ok(pool)
    }
}

/// A position of `game` that was searched; none if there is none, or the game makes no sense.
fn position_of(game: &GameRecord, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let wanted = rng.random_range(0..game.plies.len().max(1)) as u32;
    let mut found = None;
    let replayed = game.replay(|sample| {
        if sample.ply == wanted {
            found = Some(sample.position.clone());
        }
    });
    replayed.ok().and(found)
}

impl Openings {
    /// What tells these openings from others.
    pub fn describe(&self) -> String {
        let plies = self.plies;
        if self.has_pool() {
            let (percent, count) = (self.pool_percent, self.pool.positions.len());
            let sum = &self.pool.sum;
            format!("{plies} random plies; {percent} % from {count} positions, sha256 {sum}")
        } else {
            format!("{plies} random plies")
        }
    }

    fn has_pool(&self) -> bool {
        self.pool_percent > 0 && !self.pool.positions.is_empty()
    }

    /// The beginning of game `id` under `seed`: a position and random moves from there, drawn
    /// until `accepts` is content with a position after them that is no end of the game.
    pub fn draw(
        &self,
        seed: u64,
        id: u64,
        mut accepts: impl FnMut(&Position, &[Move]) -> bool,
    ) -> (Position, Vec<Move>) {
        let mut rng = generator(seed, id);
        let from_pool = self.has_pool() && rng.random_ratio(self.pool_percent.min(100), 100);
        let mut tries = 0;
        loop {
            let (start, plies) = if from_pool && tries < TRIES_FROM_POOL {
                let place = rng.random_range(0..self.pool.positions.len());
                let start = self.pool.positions[place].clone();
                (start, rng.random_range(PLIES_FROM_POOL))
            } else {
                let mut plies = self.plies - usize::from(rng.random_bool(0.5));
                if rng.random_bool(0.5) {
                    plies += rng.random_range(FURTHER_PLIES);
                }
                (Position::default(), plies)
            };
            if let Some(moves) = random_moves(&start, plies, &mut rng)
                && accepts(&start, &moves)
            {
                return (start, moves);
            }
            tries += 1;
        }
    }
}

/// So many random legal moves from `start`; none if they end the game.
fn random_moves(start: &Position, plies: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    let mut list = MoveList::new();
    loop {
        list.clear();
        movegen::legal(&position, &mut list);
        if list.is_empty() {
            return None;
        }
        if moves.len() == plies {
            return Some(moves);
        }
        let mv = list[rng.random_range(0..list.len())];
        let _ = position.do_move(mv);
        moves.push(mv);
    }
}
