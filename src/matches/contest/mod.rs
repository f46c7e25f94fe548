//! What a match is: who meets whom, where games begin, how long players think, by which rules.

pub mod openings;
pub mod schedule;

use super::players::limit::MoveLimit;
use super::players::{Conduct, PlayerSpec, labels};
use super::referee::game::Rules;
use openings::Openings;
use schedule::{Format, Part, PartOfMatch, Schedule};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// The size of a player's table in MiB, unless something else is said.
pub const HASH_MB: usize = 16;

/// How long another engine may take to become ready, unless something else is said.
pub const READY_TIME: Duration = Duration::from_secs(30);
/// How long a move without a limit in time may take, unless something else is said.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What is asked of players, unless something else is said.
pub fn standard_conduct() -> Conduct {
    Conduct {
        guard: None,
        ready_time: READY_TIME,
        patience: PATIENCE,
        max_moves: Rules::STANDARD.max_moves,
        entering_king: Rules::STANDARD.entering_king,
        stop: Arc::default(),
    }
}

/// A match, or a tournament.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players, as many as `PLAYERS` allows; results of a match are told from the
    /// first one's side.
    pub players: Vec<PlayerSpec>,
    /// How long each player may think, in the same order.
    pub limits: Vec<MoveLimit>,
    /// Who meets whom.
    pub format: Format,
    /// Games to play in every pairing; an odd number is rounded up to whole pairs.
    pub games: u64,
    /// Which part of them is played; all unless given.
    pub part: Option<Part>,
    /// Everything random follows from this.
    pub seed: u64,
    /// Games played at the same time, 1 or more.
    pub concurrency: usize,
    /// Whether each worker keeps to one core.
    pub pin: bool,
    /// How long a worker rests after each game.
    pub pause: Duration,
    /// Where games begin.
    pub openings: Openings,
    /// What they are played by.
    pub rules: Rules,
    /// What is asked of the players.
    pub conduct: Conduct,
}

impl Match {
    /// What each player is called where there is little room: by the name in its text, or by its letter.
    pub fn labels(&self) -> Vec<String> {
        labels(self.players.iter().map(|it| it.text.as_str()))
    }

    /// A match of two players in this process, by what `selfplay` has unless told otherwise.
    pub fn between(
        players: [PlayerSpec; 2],
        limits: [MoveLimit; 2],
        games: u64,
        seed: u64,
        concurrency: usize,
    ) -> Self {
        Self {
            players: players.into(),
            limits: limits.into(),
            format: Format::Match,
            games,
            part: None,
            seed,
            concurrency,
            pin: false,
            pause: Duration::ZERO,
            openings: Openings::standard(),
            rules: Rules::STANDARD,
            conduct: standard_conduct(),
        }
    }

    /// All games of the match.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.games)
    }

    /// The part of it that is played, unless that is all.
    pub fn part_of_match(&self) -> Option<PartOfMatch> {
        let games = self.schedule().games();
        self.part.map(|part| PartOfMatch { part, games })
    }

    /// The numbers of the games that are played.
    pub fn to_play(&self) -> Range<u64> {
        let all = 0..self.schedule().games();
        self.part_of_match().map_or(all, PartOfMatch::range)
    }

    /// Whether every game comes out the same each time.
    pub fn is_reproducible(&self) -> bool {
        self.players.iter().all(PlayerSpec::is_reproducible)
            && self.limits.iter().all(|limit| limit.is_reproducible())
    }
}
