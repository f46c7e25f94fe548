//! How the experiments are played this time: where, at what limits, on what evaluation.

use super::LabError;
use super::experiments::{Experiment, Limit};
use crate::selfplay::limit::MoveLimit;
use crate::selfplay::players::PlayerSpec;
use crate::selfplay::{HASH_MB, Match};
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
    /// So many percent of the time, at least 1 ms.
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
        let [one, other] = self.texts(experiment).map(|text| {
            PlayerSpec::parse(&text, HASH_MB).map_err(|source| LabError::Player { text, source })
        });
        let Allowance { limit, value, .. } = self.allowance(experiment);
        Ok(Match::between(
            [one?, other?],
            [1, ratio].map(|ratio| limit(value.saturating_mul(ratio))),
            self.games(experiment),
            self.seed,
            self.concurrency,
        ))
    }

    /// Where the journal of that match is.
    pub fn journal(&self, experiment: &Experiment, ratio: u64) -> PathBuf {
        let name = experiment.name;
        self.folder.join(match experiment.limit {
            Limit::Parity => format!("{name}-{ratio}.jsonl"),
            Limit::Time(_) | Limit::Iterations(_) => format!("{name}.jsonl"),
        })
    }

    /// The command that plays the same games.
    pub fn command(&self, experiment: &Experiment, ratio: u64) -> String {
        let [one, other] = self.texts(experiment);
        let Allowance { option, value, .. } = self.allowance(experiment);
        let mut values = vec![value.to_string(), value.saturating_mul(ratio).to_string()];
        values.dedup();
        let (values, games, seed) = (values.join(","), self.games(experiment), self.seed);
        format!(
            "usi-engine selfplay \"{one}\" \"{other}\" --games {games} {option} {values} --seed {seed}"
        )
    }

    /// Games of each match of `experiment`: whole pairs.
    fn games(&self, experiment: &Experiment) -> u64 {
        let wanted = experiment.games;
        let games = self.most_games.map_or(wanted, |most| most.min(wanted));
        games.next_multiple_of(2)
    }

    fn allowance(&self, experiment: &Experiment) -> Allowance {
        let ms = match (self.scale, experiment.limit) {
            (Scale::Nodes(nodes), _) => {
                return Allowance {
                    option: "--nodes",
                    limit: MoveLimit::Nodes,
                    value: nodes,
                };
            }
            (Scale::Percent(_), Limit::Iterations(depth)) => {
                return Allowance {
                    option: "--depth",
                    limit: |depth| MoveLimit::Depth(depth as u32),
                    value: depth.into(),
                };
            }
            (Scale::Percent(percent), Limit::Time(ms)) => ms.saturating_mul(percent) / 100,
            (Scale::Percent(_), Limit::Parity) => self.parity_ms,
        };
        Allowance {
            option: "--cpu-time",
            limit: MoveLimit::CpuTimeMs,
            value: ms.max(1),
        }
    }
}

/// How much the first player may use for a move.
struct Allowance {
    /// The option of `selfplay`.
    option: &'static str,
    /// The limit with a value.
    limit: fn(u64) -> MoveLimit,
    value: u64,
}
