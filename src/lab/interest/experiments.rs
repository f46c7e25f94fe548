//! The experiments, as data: who plays whom, how long, what was published, what is wanted.

use serde::Serialize;
use std::fmt;

/// One question to the engine, answered by matches.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Experiment {
    /// Its name, also that of its journals.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// The players, as `selfplay` reads them. Results are the first one's.
    #[serde(skip)]
    pub players: [&'static str; 2],
    /// How long they may think.
    #[serde(skip)]
    pub limit: Limit,
    /// Games wanted; for each step of the ladder with `Limit::Parity`.
    #[serde(skip)]
    pub games: u64,
    /// What its authors measured.
    pub published: &'static [Figure],
    /// What has to be reached.
    pub must: Option<Figure>,
    /// What would be good to reach.
    pub aim: Option<Figure>,
}

/// How long the players may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many ms of CPU time.
    Time(u64),
    /// So many nodes.
    Nodes(u64),
    /// So many iterations; it is asked how many times as many nodes the second one needs.
    Iterations(u32),
    /// The second has more and more time, in the steps of [`LADDER`], until the first scores less
    /// than half; it is asked where they are equal.
    Parity,
}

/// How many times as much time the second player has, step by step.
pub const LADDER: [u64; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// Something that can be measured, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// The share of points, in percent.
    Score(f64),
    /// What the lower end of the 95 % interval of that share has to exceed, in percent.
    Above(f64),
    /// The Elo difference.
    Elo(f64),
    /// How many times as much the second player needs: of nodes, or of time at parity.
    Ratio(f64),
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(percent) => write!(f, "{percent} %"),
            Self::Above(percent) => write!(f, "surely > {percent} %"),
            Self::Elo(elo) => write!(f, "{elo:+} Elo"),
            Self::Ratio(ratio) => write!(f, "{ratio}×"),
        }
    }
}

const INTEREST: &str = "search=interest";
const ALPHABETA: &str = "search=alphabeta";
const CONVENTIONAL: &str = "search=conventional";

/// The limit at which ideas are switched off, in ms.
const MEDIUM: Limit = Limit::Time(30);

/// The least of an idea of which 2,000 games can hardly show more than that it does no harm: it
/// surely costs no more than 5 Elo.
const NO_LOSS: Figure = Figure::Above(49.3);

/// Every experiment, in the order in which they are played and shown.
pub const EXPERIMENTS: &[Experiment] = &[
    against("alphabeta-10ms", ALPHABETA, Limit::Time(10), 400)
        .shows("equal time against full width")
        .published(&[Figure::Score(90.5)])
        .wanted(Figure::Score(75.0), Figure::Score(80.0)),
    against("alphabeta-100ms", ALPHABETA, Limit::Time(100), 400)
        .shows("equal time against full width")
        .published(&[Figure::Score(90.5)])
        .wanted(Figure::Score(85.0), Figure::Score(92.0)),
    against("alphabeta-1s", ALPHABETA, Limit::Time(1000), 100)
        .shows("equal time against full width")
        .published(&[Figure::Score(90.5)])
        .wanted(Figure::Score(90.5), Figure::Score(97.0)),
    against("iterations", ALPHABETA, Limit::Iterations(5), 100)
        .shows("nodes saved, and points lost, at equal iterations")
        .published(&[Figure::Ratio(119.0), Figure::Score(8.3)])
        .must(Figure::Ratio(119.0)),
    against("parity", ALPHABETA, Limit::Parity, 100)
        .shows("how much more time full width needs to be equal")
        .published(&[Figure::Ratio(14.0)])
        .wanted(Figure::Ratio(14.0), Figure::Ratio(30.0)),
    against("conventional-10ms", CONVENTIONAL, Limit::Time(10), 400)
        .shows("equal time against the conventional search"),
    against("conventional-30ms", CONVENTIONAL, Limit::Time(30), 1000)
        .shows("equal time against the conventional search")
        .wanted(Figure::Above(50.0), Figure::Elo(100.0)),
    against("conventional-100ms", CONVENTIONAL, Limit::Time(100), 600)
        .shows("equal time against the conventional search")
        .wanted(Figure::Above(50.0), Figure::Elo(100.0)),
    against("conventional-1s", CONVENTIONAL, Limit::Time(1000), 100)
        .shows("equal time against the conventional search"),
    against("conventional-10k", CONVENTIONAL, Limit::Nodes(10_000), 1000)
        .shows("equal nodes against the conventional search")
        .wanted(Figure::Above(50.0), Figure::Elo(100.0)),
    against("conventional-100k", CONVENTIONAL, Limit::Nodes(100_000), 400)
        .shows("equal nodes against the conventional search")
        .wanted(Figure::Above(50.0), Figure::Elo(100.0)),
    against(
        "similarity",
        "same_drop_cost=0,same_check_cost=0,same_piece_cost=0,same_square_cost=0,same_victim_cost=0",
        MEDIUM,
        2000,
    )
    .shows("surcharges for similar moves, on against off")
    .wanted(NO_LOSS, Figure::Above(50.0)),
    against("similar-drops", "same_drop_cost=0", MEDIUM, 400)
        .shows("the article's surcharge for drops alike, on against off"),
    against("similar-checks", "same_check_cost=0", MEDIUM, 400)
        .shows("the article's surcharge for further checks, on against off"),
    against(
        "negative-plausibility",
        "implausible_cost=0,implausible_order=0",
        MEDIUM,
        2000,
    )
    .shows("penalties of moves that keep failing, on against off")
    .published(&[Figure::Score(56.5)])
    .wanted(NO_LOSS, Figure::Score(56.5)),
];

/// Interest search against `opponent`.
const fn against(
    name: &'static str,
    opponent: &'static str,
    limit: Limit,
    games: u64,
) -> Experiment {
    Experiment {
        name,
        shows: "",
        players: [INTEREST, opponent],
        limit,
        games,
        published: &[],
        must: None,
        aim: None,
    }
}

impl Experiment {
    const fn shows(self, shows: &'static str) -> Self {
        Self { shows, ..self }
    }

    const fn published(self, published: &'static [Figure]) -> Self {
        Self { published, ..self }
    }

    const fn must(self, must: Figure) -> Self {
        Self {
            must: Some(must),
            ..self
        }
    }

    const fn wanted(self, must: Figure, aim: Figure) -> Self {
        Self {
            aim: Some(aim),
            ..self.must(must)
        }
    }

    /// How many times as much the second player may use, match by match.
    pub fn ratios(&self) -> &'static [u64] {
        match self.limit {
            Limit::Parity => &LADDER,
            Limit::Time(_) | Limit::Nodes(_) | Limit::Iterations(_) => &[1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matches::players::PlayerSpec;
    use std::collections::BTreeSet;

    #[test]
    fn every_experiment_is_between_two_different_players_and_has_its_own_name() {
        let names: BTreeSet<_> = EXPERIMENTS.iter().map(|it| it.name).collect();
        assert_eq!(names.len(), EXPERIMENTS.len());
        for experiment in EXPERIMENTS {
            let players = experiment.players.map(|text| {
                let spec = PlayerSpec::parse(text, 16);
                spec.unwrap().settings().unwrap().effective()
            });
            assert_ne!(players[0], players[1], "{}", experiment.name);
            assert!(!experiment.shows.is_empty() && experiment.games % 2 == 0);
            assert!(experiment.must.is_some() || experiment.aim.is_none());
        }
    }

    #[test]
    fn an_idea_switched_off_leaves_all_else_as_it_is() {
        let off = |experiment: &&Experiment| !experiment.players[1].contains("search=");
        for experiment in EXPERIMENTS.iter().filter(off) {
            let spec = PlayerSpec::parse(experiment.players[1], 16).unwrap();
            let search = spec.settings().unwrap().search.clone();
            let default = engine::search::SearchConfig::default();
            let changed = engine::search::config::KNOBS
                .iter()
                .filter(|knob| search.get(knob) != default.get(knob));
            let named = experiment.players[1].split(',').count();
            assert!(changed.count() <= named, "{}", experiment.name);
        }
    }
}
