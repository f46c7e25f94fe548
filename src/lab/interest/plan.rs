//! How the experiments are played this time: where, at what limits, on what evaluation.

use super::experiments::{Experiment, Limit};
use crate::LabError;
use crate::played::contest;
use matches::Match;
use matches::players::limit::MoveLimit;
use std::path::PathBuf;

/// How the experiments are played. What is not of the experiments themselves is the same for all.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the journals are.
    pub folder: PathBuf,
    /// No more games than this in a match.
    pub most_games: Option<u64>,
    /// Settings of both players, `key=value,…`: the evaluation, for one.
    pub with: String,
    /// How much of their time the players have.
    pub scale: Scale,
    /// The first player's time at [`Limit::Parity`], in ms.
    pub parity_ms: u64,
    /// Everything random follows from this.
    pub seed: u64,
    /// Games played at the same time, 1 or more.
    pub concurrency: usize,
}

/// How an experiment's limits become those of its matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// So many percent of the time or the nodes, at least 1 ms or one node.
    Percent(u64),
    /// So many nodes instead of anything else, for trying out.
    Nodes(u64),
}

impl Plan {
    /// The players of `experiment`, as `selfplay` reads them.
    pub fn texts(&self, experiment: &Experiment) -> [String; 2] {
        experiment.players.map(|text| match self.with.as_str() {
            "" => text.to_owned(),
            with => format!("{text},{with}"),
        })
    }

    /// The match of `experiment` in which the second player may use `ratio` times as much.
    ///
    /// # Errors
    /// If a player's text is wrong.
    pub fn contest(&self, experiment: &Experiment, ratio: u64) -> Result<Match, LabError> {
        contest(
            self.texts(experiment),
            [1, ratio].map(|ratio| self.limit(experiment, ratio)),
            self.games(experiment),
            self.seed,
            self.concurrency,
        )
    }

    /// Where the journal of that match is.
    pub fn journal(&self, experiment: &Experiment, ratio: u64) -> PathBuf {
        let name = experiment.name;
        self.folder.join(match experiment.limit {
            Limit::Parity => format!("{name}-{ratio}.jsonl"),
            Limit::Time(_) | Limit::Nodes(_) | Limit::Iterations(_) => format!("{name}.jsonl"),
        })
    }

    /// Games of each match of `experiment`: whole pairs.
    fn games(&self, experiment: &Experiment) -> u64 {
        let wanted = experiment.games;
        let games = self.most_games.map_or(wanted, |most| most.min(wanted));
        games.next_multiple_of(2)
    }

    /// How long a player may think that has `ratio` times as much as the first.
    fn limit(&self, experiment: &Experiment, ratio: u64) -> MoveLimit {
        let part = |limit: u64, percent| (limit.saturating_mul(percent) / 100).max(1);
        match (self.scale, experiment.limit) {
            (Scale::Nodes(nodes), _) => MoveLimit::Nodes(nodes.saturating_mul(ratio)),
            (Scale::Percent(_), Limit::Iterations(depth)) => MoveLimit::Depth(depth),
            (Scale::Percent(percent), Limit::Nodes(nodes)) => {
                MoveLimit::Nodes(part(nodes, percent))
            }
            (Scale::Percent(percent), Limit::Time(ms)) => MoveLimit::CpuTimeMs(part(ms, percent)),
            (Scale::Percent(_), Limit::Parity) => {
                MoveLimit::CpuTimeMs(self.parity_ms.max(1).saturating_mul(ratio))
            }
        }
    }
}
