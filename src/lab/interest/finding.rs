//! What an experiment has shown so far, from the games in its journals.

use super::experiments::{Experiment, Figure, Limit};
use super::ratio;
use matches::referee::finished::{FinishedGame, whole_pairs};
use matches::stats::{Counts, Interval, Sample};
use serde::Serialize;

/// One match of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct Bout {
    /// The command that plays the same games.
    pub command: String,
    /// How many times as much the second player may use.
    pub ratio: u64,
    /// Games wanted.
    pub wanted: u64,
    /// Games asked for this time, no more than are wanted.
    #[serde(skip)]
    pub asked: u64,
    /// Games played, in whole pairs.
    pub games: u64,
    /// Of them those that the first player won.
    pub wins: u64,
    /// Those that it lost.
    pub losses: u64,
    /// Those that were drawn.
    pub draws: u64,
    /// Its share of the points, 0–1.
    pub score: Option<Interval>,
    /// The Elo difference.
    pub elo: Option<Interval>,
    /// The second player's nodes over the first one's.
    pub nodes: Option<Interval>,
}

impl Bout {
    /// The match of `experiment` that `command` plays, so many games `asked` for, of which
    /// `games` have been played.
    pub fn new(
        experiment: &Experiment,
        command: String,
        ratio: u64,
        asked: u64,
        games: &[FinishedGame],
    ) -> Self {
        let pairs = whole_pairs(games);
        let mut counts = Counts::default();
        for pair in &pairs {
            counts.add_pair(pair.map(FinishedGame::points));
        }
        let sample = Sample::from(&counts.pairs);
        let nodes = |pair: &[&FinishedGame; 2], player| -> f64 {
            let plies = pair.iter().flat_map(|game| game.plies_of(player));
            plies.map(|(_, ply)| ply.nodes.unwrap_or(0) as f64).sum()
        };
        let nodes: Vec<_> = pairs
            .iter()
            .map(|pair| [nodes(pair, 0), nodes(pair, 1)])
            .collect();
        Self {
            command,
            ratio,
            wanted: experiment.games,
            asked,
            games: counts.games.games(),
            wins: counts.games.wins,
            losses: counts.games.losses,
            draws: counts.games.draws,
            score: sample.score(),
            elo: sample.elo(),
            nodes: ratio::of_sums(&nodes),
        }
    }

    /// Whether all games that were asked for have been played.
    pub fn is_over(&self) -> bool {
        self.games >= self.asked
    }

    /// Whether the first player has at least half of the points.
    pub fn is_held(&self) -> bool {
        self.score.is_some_and(|score| score.value >= 0.5)
    }
}

/// What an experiment has shown.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The experiment's name.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// The players.
    pub players: [String; 2],
    /// Its matches; more than one only for a ladder.
    pub bouts: Vec<Bout>,
    /// Whether all games that are wanted have been played.
    pub is_complete: bool,
    /// The first player's share of the points, 0–1. None for a ladder.
    pub score: Option<Interval>,
    /// The Elo difference. None for a ladder.
    pub elo: Option<Interval>,
    /// How many times as much the second player needed, where that is asked.
    pub ratio: Option<Interval>,
    /// What was published.
    pub published: &'static [Figure],
    /// What has to be reached.
    pub must: Option<Figure>,
    /// What would be good to reach.
    pub aim: Option<Figure>,
    /// What has been reached by the games played so far.
    pub reached: Option<Reached>,
}

/// How much of what was wanted has been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    /// Not what has to be.
    Nothing,
    /// What has to be.
    Must,
    /// All that is aimed at.
    Aim,
}

impl Finding {
    /// What `bouts` say about `experiment` between `players`.
    pub fn new(experiment: &Experiment, players: [String; 2], bouts: Vec<Bout>) -> Self {
        let one = bouts.first().filter(|_| experiment.limit != Limit::Parity);
        let ladder = bouts.iter().filter(|bout| bout.is_over());
        let ladder: Vec<_> = ladder
            .filter_map(|bout| Some((bout.ratio as f64, bout.score?)))
            .collect();
        let is_end = |bout: &Bout| {
            let is_top = experiment.ratios().last() == Some(&bout.ratio);
            is_top || !bout.is_held()
        };
        let is_played = bouts.iter().all(|bout| bout.games >= bout.wanted);
        let mut finding = Self {
            name: experiment.name,
            shows: experiment.shows,
            players,
            is_complete: is_played && bouts.last().is_some_and(is_end),
            score: one.and_then(|bout| bout.score),
            elo: one.and_then(|bout| bout.elo),
            ratio: match experiment.limit {
                Limit::Time(_) | Limit::Nodes(_) => None,
                Limit::Iterations(_) => one.and_then(|bout| bout.nodes),
                Limit::Parity => ratio::at_parity(&ladder),
            },
            published: experiment.published,
            must: experiment.must,
            aim: experiment.aim,
            reached: None,
            bouts,
        };
        finding.reached = finding.how_much();
        finding
    }

    /// Games played in all matches.
    pub fn games(&self) -> u64 {
        self.bouts.iter().map(|bout| bout.games).sum()
    }

    fn how_much(&self) -> Option<Reached> {
        let must = self.has_reached(self.must?)?;
        let aim = self.aim.and_then(|aim| self.has_reached(aim));
        Some(match (must, aim) {
            (false, _) => Reached::Nothing,
            (true, Some(true)) => Reached::Aim,
            (true, _) => Reached::Must,
        })
    }

    /// Whether `figure` has been reached; none if nothing is known about it.
    fn has_reached(&self, figure: Figure) -> Option<bool> {
        match figure {
            Figure::Score(percent) => Some(100.0 * self.score?.value >= percent),
            Figure::Above(percent) => Some(100.0 * self.score?.low > percent),
            Figure::Elo(elo) => Some(self.elo?.value >= elo),
            Figure::Ratio(ratio) => Some(self.ratio?.value >= ratio),
        }
    }
}
