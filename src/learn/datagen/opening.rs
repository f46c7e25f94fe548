//! Where games begin: random moves, from the start position or from one of an earlier game.
//!
//! Games that begin alike teach the same thing twice, so the first moves are drawn at random, for
//! one half of the games more of them, and not all games begin at the start position.

use crate::games::{self, GamesError};
use engine::files::Checksum;
use engine::random::{Generator, generator};
use engine::shogi::{Move, MoveList, Position, movegen, sfen};
use rand::RngExt;
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
    /// Earlier games.
    pub pool: Pool,
    /// How many games in a hundred begin from the pool, if there is one.
    pub pool_percent: u32,
}

/// Earlier games, to begin at any of their positions.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Where each began, and its moves. One move or more.
    games: Vec<(Position, Vec<Move>)>,
    /// What tells this pool from another.
    sum: String,
}

impl Pool {
    /// The games of `paths`, of every kind that [`games::each`] reads.
    ///
    /// # Errors
    /// If games cannot be read.
    pub fn read(paths: &[PathBuf]) -> Result<Self, GamesError> {
        let mut pool = Self::default();
        let mut sum = Checksum::default();
        games::each(paths, |game| {
            let (start, moves) = (game.start(), game.moves());
            if !moves.is_empty() {
                sum.add(sfen::write(start));
                for mv in moves {
                    sum.add(mv.bits().to_le_bytes());
                }
                pool.games.push((start.clone(), moves.to_vec()));
            }
        })?;
        pool.sum = sum.text();
        Ok(pool)
    }

    /// A position of a game, before one of its moves.
    fn draw(&self, rng: &mut Generator) -> Position {
        let (start, moves) = &self.games[rng.random_range(0..self.games.len())];
        let mut position = start.clone();
        for &mv in &moves[..rng.random_range(0..moves.len())] {
            let _ = position.do_move(mv);
        }
        position
    }
}

impl Openings {
    /// What tells these openings from others.
    pub fn describe(&self) -> String {
        let plies = self.plies;
        if self.has_pool() {
            let (percent, count) = (self.pool_percent, self.pool.games.len());
            let sum = &self.pool.sum;
            format!("{plies} random plies; {percent} % from {count} games, sha256 {sum}")
        } else {
            format!("{plies} random plies")
        }
    }

    fn has_pool(&self) -> bool {
        self.pool_percent > 0 && !self.pool.games.is_empty()
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
                (self.pool.draw(&mut rng), rng.random_range(PLIES_FROM_POOL))
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
fn random_moves(start: &Position, plies: usize, rng: &mut Generator) -> Option<Vec<Move>> {
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
