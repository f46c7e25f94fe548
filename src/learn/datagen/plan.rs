//! What games to play, by what, and which of them here.

use super::opening::Openings;
use crate::dataset::Source;
use engine::search::Settings;
use matches::players::head::{evaluation_of, own_program};
use matches::referee::adjudicate::ResignRule;
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A search may take this many times the nodes at which it should end.
pub(super) const HARD_LIMIT: u64 = 8;

/// How far ahead a side may be where a game begins, unless something else is said, in centipawns.
pub const EVEN: i32 = 1000;

/// What games to play, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine as it was typed, see
    /// [`PlayerSpec`](matches::players::PlayerSpec).
    pub engine: String,
    /// The same as settings, with one thread.
    pub settings: Settings,
    /// Games to play, those of all shards together.
    pub games: u64,
    /// Which of them are played here.
    pub shard: Shard,
    /// Games played at the same time, 1 or more.
    pub threads: usize,
    /// Everything random follows from this.
    pub seed: u64,
    /// Nodes after which a search ends with its iteration; it is cut off at eight times as many.
    pub nodes: u64,
    /// What is kept beside the games.
    pub asides: Option<Asides>,
    /// Where games begin.
    pub openings: Openings,
    /// No game begins where one side is further ahead than this, in centipawns.
    pub even: i32,
    /// A game is broken off after this many moves.
    pub max_moves: u32,
    /// When a game is ended as lost.
    pub resign: Option<ResignRule>,
}

/// Positions drawn from the searches of a game and kept beside it.
#[derive(Clone, Copy, Debug)]
pub struct Asides {
    /// How many of each move's search, 1 or more.
    pub draws: usize,
    /// The same as [`Plan::nodes`] for the search of each of them.
    pub nodes: u64,
}

/// One of several equal parts of the games: those whose number leaves `index` when divided by
/// `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

/// A text is no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected I/N with I from 0 to N-1, such as 0/40")]
pub struct NoShard;

impl Shard {
    /// All games.
    pub const ALL: Self = Self { index: 0, of: 1 };

    /// The numbers of its games, of `games` in all.
    pub fn games(self, games: u64) -> impl Iterator<Item = u64> {
        (self.index..games).step_by(self.of as usize)
    }

    /// Whether item `number` is one of its.
    pub fn owns(self, number: u64) -> bool {
        number % self.of == self.index
    }

    /// The name of its file, without extension.
    pub fn name(self) -> String {
        format!("shard-{}-of-{}", self.index, self.of)
    }
}

/// As it is read.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (index, of) = text.split_once('/').ok_or(NoShard)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| NoShard);
        let (index, of) = (number(index)?.into(), number(of)?.into());
        if index < of {
            Ok(Self { index, of })
        } else {
            Err(NoShard)
        }
    }
}

impl Plan {
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
        let of_asides =
            |Asides { draws, nodes }| [("asides", json!(draws)), ("aside_nodes", json!(nodes))];
        // Without any there are no such fields, as in files of before there were any.
        let asides = self.asides.map(of_asides).into_iter().flatten();
        let named = |(name, value): (&str, Value)| (name.to_owned(), value);
        fields.into_iter().chain(asides).map(named).collect()
    }
}
