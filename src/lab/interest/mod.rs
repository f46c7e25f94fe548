//! The proof that interest search works: matches against the same program with interest off and
//! with the conventional search, and with each idea switched off alone.
//!
//! What must hold: everything that is shown comes from journals, each of which is that of a match
//! which `selfplay` plays too; a run that was stopped in any way is continued by the same command;
//! games of another run (players, limits, seed) never count.

mod experiments;
mod outcome;

pub use experiments::{EXPERIMENTS, Experiment};
pub use outcome::{Outcome, picture, table};

use super::LabError;
use super::campaign::{Bout, Campaign};
use experiments::Limit;
use matches::players::limit::MoveLimit;
use std::io::Write;

/// What the players of all experiments have, beyond what is of the experiments themselves.
#[derive(Clone, Debug)]
pub struct Handicap {
    /// Settings of both players, `key=value,…`: the evaluation, for one.
    pub with: String,
    /// How much of their time they have.
    pub scale: Scale,
    /// The first player's time where it is asked when both are equal, in ms.
    pub parity_ms: u64,
}

/// How an experiment's limits become those of its matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// So many percent of the time or the nodes, at least 1 ms or one node.
    Percent(u64),
    /// So many nodes instead of anything else, for trying out.
    Nodes(u64),
}

impl Handicap {
    /// The match of `experiment` in which the second player may use `ratio` times as much.
    fn bout(&self, experiment: &Experiment, ratio: u64) -> Bout {
        let name = experiment.name;
        let name = match experiment.limit {
            Limit::Parity => format!("{name}-{ratio}"),
            Limit::Time(_) | Limit::Nodes(_) | Limit::Iterations(_) => name.to_owned(),
        };
        let players = experiment.players.map(|text| match self.with.as_str() {
            "" => text.to_owned(),
            with => format!("{text},{with}"),
        });
        let limits = [1, ratio].map(|ratio| self.limit(experiment.limit, ratio));
        Bout {
            limits,
            ..Bout::new(name, players, limits[0], experiment.games)
        }
    }

    /// How long a player may think that has `ratio` times as much as the first.
    fn limit(&self, limit: Limit, ratio: u64) -> MoveLimit {
        let part = |limit: u64, percent| (limit.saturating_mul(percent) / 100).max(1);
        match (self.scale, limit) {
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

/// Plays what is missing of the `chosen` experiments, as far as there is time, and shows in
/// `progress` how far it is. Returns what all experiments have shown so far.
///
/// # Errors
/// If a player's text is wrong, or a journal cannot be used.
pub fn run(
    campaign: &Campaign,
    handicap: &Handicap,
    chosen: &[&Experiment],
    progress: &mut dyn Write,
) -> Result<Vec<Outcome>, LabError> {
    let outcomes = EXPERIMENTS.iter().map(|experiment| {
        let is_chosen = chosen.iter().any(|it| it.name == experiment.name);
        let bout = |ratio| handicap.bout(experiment, ratio);
        let steps = campaign.climb(experiment.ratios(), bout, is_chosen, progress)?;
        let steps = steps.into_iter().map(|(ratio, played)| {
            let wanted = experiment.games;
            outcome::Step::new(ratio, wanted, &played)
        });
        Ok(Outcome::new(experiment, bout(1).players, steps.collect()))
    });
    outcomes.collect()
}

#[cfg(test)]
mod tests;
