//! What games to play, by what, which of them here, and where they begin.
//!
//! Games that begin alike teach the same thing twice, so the first moves are drawn at random, for
//! one half of the games more of them, and not all games begin at the start position.

use super::searcher::Searches;
use crate::LearnError;
use crate::dataset::Source;
use crate::games;
use base::files::Checksum;
use base::random::{Generator, generator};
use engine::shogi::game::Game;
use engine::shogi::{Move, Position, sfen};
use matches::contest::openings::random_game;
use matches::contest::schedule::Part;
use matches::games::NamedGame;
use matches::referee::adjudicate::ResignRule;
use rand::RngExt;
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// How far ahead a side may be where a game begins by default, in centipawns.
pub const EVEN: i32 = 1000;

/// What games to play, and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// How positions are searched.
    pub searches: Searches,
    /// Games to play, those of all parts together.
    pub games: u64,
    /// Which of them are played here.
    pub part: Part,
    /// Games played at the same time, 1 or more.
    pub threads: usize,
    /// Everything random follows from this.
    pub seed: u64,
    /// Where games begin.
    pub openings: Openings,
    /// No game begins where one side is further ahead than this, in centipawns.
    pub even: i32,
    /// A game is broken off after this many moves.
    pub max_moves: u32,
    /// When a game is ended as lost.
    pub resign: Option<ResignRule>,
}

impl Job {
    /// What the games follow from beside their numbers, the program among it.
    pub fn source(&self) -> Source {
        let fields = [
            ("games", json!("kyomi datagen")),
            ("seed", json!(self.seed)),
            ("openings", json!(self.openings.describe())),
            ("max_moves", json!(self.max_moves)),
            (
                "resign",
                json!(self.resign.map(|rule| (rule.score, rule.moves))),
            ),
        ];
        let mut source = self.searches.source();
        source.extend(fields.map(|(name, value)| (name.to_owned(), value)));
        source
    }
}

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
    pub fn read(paths: &[PathBuf]) -> Result<Self, LearnError> {
        let mut pool = Self::default();
        let mut sum = Checksum::default();
        games::each(paths, |NamedGame { game, .. }| {
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
    /// until `accepts` is content.
    pub fn draw(&self, seed: u64, id: u64, mut accepts: impl FnMut(&Game) -> bool) -> Game {
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
            if let Some(game) = random_game(&Game::new(start), &mut rng, plies)
                && accepts(&game)
            {
                return game;
            }
            tries += 1;
        }
    }
}
