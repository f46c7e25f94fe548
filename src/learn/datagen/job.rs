//! What games to play, by what, which of them here, and where they begin.
//!
//! Games that begin alike teach the same thing twice, so the first moves are drawn at random, for
//! one half of the games more of them, and not all games begin at the start position.

use crate::LearnError;
use crate::dataset::Source;
use crate::games;
use engine::files::Checksum;
use engine::player::Settings;
use engine::random::{Generator, generator};
use engine::shogi::game::Game;
use engine::shogi::{Move, Position, sfen};
use matches::contest::openings::random_game;
use matches::contest::schedule::Part;
use matches::players::head::{evaluation_of, own_program};
use matches::referee::adjudicate::ResignRule;
use rand::RngExt;
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// A search may take this many times the nodes at which it should end.
pub(super) const HARD_LIMIT: u64 = 8;

/// How far ahead a side may be where a game begins by default, in centipawns.
pub const EVEN: i32 = 1000;

/// What games to play, and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The engine as it was typed, see
    /// [`PlayerSpec`](matches::players::PlayerSpec).
    pub engine: String,
    /// The same as settings, with one thread.
    pub settings: Settings,
    /// Games to play, those of all parts together.
    pub games: u64,
    /// Which of them are played here.
    pub part: Part,
    /// Games played at the same time, 1 or more.
    pub threads: usize,
    /// Everything random follows from this.
    pub seed: u64,
    /// Nodes after which a search ends with its iteration; it is cut off at eight times as many.
    pub nodes: u64,
    /// Whether and how side lines are kept.
    pub side_lines: Option<SideLines>,
    /// Where games begin.
    pub openings: Openings,
    /// No game begins where one side is further ahead than this, in centipawns.
    pub even: i32,
    /// A game is broken off after this many moves.
    pub max_moves: u32,
    /// When a game is ended as lost.
    pub resign: Option<ResignRule>,
}

/// How lines that leave a game are drawn from its searches and kept.
#[derive(Clone, Copy, Debug)]
pub struct SideLines {
    /// How many of each move's search, 1 or more.
    pub draws: usize,
    /// The same as [`Job::nodes`] for the search of the position at the end of each.
    pub nodes: u64,
}

impl Job {
    /// What the games follow from beside their numbers, the program among it.
    pub fn source(&self) -> Source {
        let settings = &self.settings;
        let fields = [
            ("games", json!("kyomi datagen")),
            ("version", json!(env!("CARGO_PKG_VERSION"))),
            ("program", json!(own_program())),
            ("engine", json!(self.engine)),
            ("search", json!(settings.search.effective())),
            ("evaluation", json!(evaluation_of(settings))),
            ("hash_mb", json!(settings.hash_mb)),
            ("entering_king", json!(settings.entering_king_rule.name())),
            ("seed", json!(self.seed)),
            ("nodes", json!(self.nodes)),
            ("openings", json!(self.openings.describe())),
            ("max_moves", json!(self.max_moves)),
            (
                "resign",
                json!(self.resign.map(|rule| (rule.score, rule.moves))),
            ),
        ];
        // Without any there are no such fields, as in files of before there were any.
        let side_lines = self.side_lines.map(|SideLines { draws, nodes }| {
            [("asides", json!(draws)), ("aside_nodes", json!(nodes))]
        });
        let side_lines = side_lines.into_iter().flatten();
        let named = |(name, value): (&str, Value)| (name.to_owned(), value);
        fields.into_iter().chain(side_lines).map(named).collect()
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
