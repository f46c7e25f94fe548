//! This engine against another one at equal and unequal nodes: how many nodes of the other one are ours worth?
//!
//! A score far from one half says little per game, so the other engine gets fewer or more nodes until both are
//! level: each batch of games is played at the ratio where the games so far put the level (`level`). The factor
//! is the other's nodes over ours there; above 1 we are ahead.
//!
//! What must hold: everything that is shown comes from the journals of matches that `selfplay` plays too; which
//! ratio comes next follows from them alone, so that a run goes on after any end.

use crate::LabError;
use crate::campaign::{Bout, Campaign, Points};
use crate::results::or_dash;
use base::table::Table;
use matches::players::limit::MoveLimit;
use matches::players::shown;
use matches::referee::adjudicate::ResignRule;
use matches::stats::{Interval, score_of_elo};
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::fmt;
use std::io::Write;

/// Games that are played at a ratio before it is chosen anew.
const BATCH: u64 = 8;
/// The ratios: this many half octaves to each side of equal nodes.
const MOST_STEPS: i32 = 10;

/// What is measured.
#[derive(Clone, Debug)]
pub struct Yardstick {
    /// The players that are measured, as `selfplay` reads them.
    pub players: Vec<String>,
    /// The other engine.
    pub opponent: String,
    /// The nodes of a move of the players.
    pub nodes: Vec<u64>,
    /// Games for each player and number of nodes, at all ratios together.
    pub games: u64,
    /// When games that both call lost end.
    pub resign: Option<ResignRule>,
}

/// What one player has shown at one number of nodes.
#[derive(Clone, Debug, Serialize)]
struct Row {
    player: String,
    /// Its nodes a move.
    nodes: u64,
    /// Games at all ratios.
    games: u64,
    /// The games at equal nodes.
    equal: Points,
    /// The other's nodes over its own at which both are level. None without games.
    factor: Option<Interval>,
    /// The ratios that were played, with what came of it.
    ratios: Vec<Ratio>,
}

/// The games at one ratio.
#[derive(Clone, Debug, Serialize)]
struct Ratio {
    /// The nodes of the other engine.
    nodes: u64,
    /// The command that plays the same games.
    command: String,
    /// What came of it.
    #[serde(flatten)]
    points: Points,
    /// How many half octaves these are from ours.
    #[serde(skip)]
    steps: i32,
}

/// All rows.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    opponent: String,
    rows: Vec<Row>,
}

impl Yardstick {
    /// Plays what is missing, as far as there is time, and shows in `progress` how far it is.
    ///
    /// # Errors
    /// If a player's text is wrong, or a journal cannot be used.
    pub fn run(&self, campaign: &Campaign, progress: &mut dyn Write) -> Result<Measured, LabError> {
        let mut rows = Vec::new();
        for place in 0..self.players.len() {
            for &nodes in &self.nodes {
                rows.push(self.measure(campaign, place, nodes, progress)?);
            }
        }
        let opponent = self.opponent.clone();
        Ok(Measured { opponent, rows })
    }

    fn measure(
        &self,
        campaign: &Campaign,
        place: usize,
        nodes: u64,
        progress: &mut dyn Write,
    ) -> Result<Row, LabError> {
        loop {
            let row = self.row(campaign, place, nodes)?;
            let next = row.next_steps();
            if row.games >= self.games || campaign.is_over() {
                return Ok(row);
            }
            let there = row.ratios.iter().find(|it| it.steps == next);
            let played = there.map_or(0, |it| it.points.games);
            let batch = BATCH.min(self.games - row.games);
            let bout = self.bout(place, nodes, next, played + batch);
            let after = campaign.play(&bout, progress)?.points().games;
            if after == played {
                return self.row(campaign, place, nodes);
            }
        }
    }

    /// What has been played.
    fn row(&self, campaign: &Campaign, place: usize, nodes: u64) -> Result<Row, LabError> {
        let mut row = Row {
            player: self.players[place].clone(),
            nodes,
            games: 0,
            equal: Points::default(),
            factor: None,
            ratios: Vec::new(),
        };
        for steps in -MOST_STEPS..=MOST_STEPS {
            let played = campaign.played(&self.bout(place, nodes, steps, 0))?;
            let points = played.points();
            if points.games > 0 {
                row.games += points.games;
                row.ratios.push(Ratio {
                    nodes: others_nodes(nodes, steps),
                    command: played.command,
                    points: points.clone(),
                    steps,
                });
            }
            if steps == 0 {
                row.equal = points;
            }
        }
        row.factor = row.octaves().map(|it| it.map(f64::exp2));
        Ok(row)
    }

    /// The match at `steps` half octaves, of so many games.
    fn bout(&self, place: usize, nodes: u64, steps: i32, games: u64) -> Bout {
        let others = others_nodes(nodes, steps);
        let players = [self.players[place].clone(), self.opponent.clone()];
        Bout {
            limits: [nodes, others].map(MoveLimit::Nodes),
            resign: self.resign,
            ..Bout::new(
                format!("{}-{nodes}-{others}", place + 1),
                players,
                MoveLimit::Nodes(nodes),
                games,
            )
        }
    }
}

fn others_nodes(nodes: u64, steps: i32) -> u64 {
    ((nodes as f64) * (f64::from(steps) / 2.0).exp2())
        .round()
        .max(1.0) as u64
}

impl Row {
    /// The half octaves at which the next games are played: where the level is likely, but no more than two from any
    /// that were played, since a few games won or lost without exception put it anywhere.
    fn next_steps(&self) -> i32 {
        let Some(level) = self.octaves() else {
            return 0;
        };
        let played = self.ratios.iter().map(|it| it.steps);
        let least = played.clone().min().unwrap_or(0) - 2;
        let most = played.max().unwrap_or(0) + 2;
        let next = (2.0 * level.value).round() as i32;
        next.clamp(least, most).clamp(-MOST_STEPS, MOST_STEPS)
    }

    fn octaves(&self) -> Option<Interval> {
        let games: Vec<_> = self
            .ratios
            .iter()
            .map(|it| (f64::from(it.steps) / 2.0, it.points.clone()))
            .collect();
        level(&games)
    }
}

impl Measured {
    /// The drawing: the factor over nodes, a curve for each player.
    pub fn picture(&self) -> Chart {
        let x = Axis::through(self.rows.iter().map(|row| row.nodes as f64));
        let players = self.rows.chunk_by(|one, next| one.player == next.player);
        let curves = players.map(|rows| {
            let known = rows.iter().filter_map(|row| {
                let Interval { low, value, high } = row.factor?;
                Some((row.nodes as f64, [low, value, high]))
            });
            Curve::with_errors(shown(&rows[0].player), &known.collect::<Vec<_>>())
        });
        let even = Curve::guide(x.ends().map(|nodes| [nodes, 1.0]));
        Chart(vec![Panel {
            title: "nodes of the other engine that ours are worth, for each of ours".to_owned(),
            x,
            y: Axis::of([0.1, 4.0])
                .logarithmic()
                .with_ticks([0.1, 0.25, 0.5, 1.0, 2.0, 4.0], 2),
            curves: curves.chain([even]).collect(),
        }])
    }
}

/// The table.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new([
            "player",
            "nodes",
            "games",
            "W-L-D at equal nodes",
            "factor (95 %)",
        ]);
        for row in &self.rows {
            let factor = row
                .factor
                .map(|Interval { low, value, high }| format!("{value:.2} ({low:.2} to {high:.2})"));
            table.push([
                shown(&row.player),
                row.nodes.to_string(),
                row.games.to_string(),
                row.equal.won(),
                or_dash(factor),
            ]);
        }
        write!(f, "{table}")
    }
}

/// Places of the grid, in octaves (doublings of the second player's nodes): from −`REACH` to `REACH`.
const REACH: f64 = 6.0;
const STEP: f64 = 0.02;
/// What a doubling may be worth, in Elo.
const SLOPES: [f64; 8] = [60.0, 90.0, 120.0, 160.0, 200.0, 250.0, 300.0, 360.0];

/// Where the players are level, in octaves: the median, and 95 % of what is likely. `games` are the octaves at which
/// they met, with what came of it. None where nothing was played.
///
/// The first player's expected share of the points falls by a logistic curve with the logarithm of the second
/// player's nodes over its own. Where it falls through one half is wanted, how steeply it falls is not known: both
/// are weighed over a grid by how well they explain the games (a draw is half a win), all values of the grid being
/// equally likely before.
fn level(games: &[(f64, Points)]) -> Option<Interval> {
    if games.iter().all(|(_, points)| points.games == 0) {
        return None;
    }
    let places = (0..).map(|it| f64::from(it) * STEP - REACH);
    let places: Vec<f64> = places.take_while(|&it| it <= REACH).collect();
    let table: Vec<Vec<f64>> = places
        .iter()
        .map(|&place| SLOPES.map(|slope| likelihood(games, place, slope)).to_vec())
        .collect();
    let most = table.iter().flatten().copied().fold(f64::MIN, f64::max);
    let weights = table
        .iter()
        .map(|row| row.iter().map(|it| (it - most).exp()).sum::<f64>());
    let weights: Vec<f64> = weights.collect();
    let sum: f64 = weights.iter().sum();
    let quantile = |share: f64| {
        let mut rest = share * sum;
        let found = weights.iter().position(|weight| {
            rest -= weight;
            rest <= 0.0
        });
        places[found.unwrap_or(places.len() - 1)]
    };
    Some(Interval {
        low: quantile(0.025),
        value: quantile(0.5),
        high: quantile(0.975),
    })
}

/// The logarithm of how likely `games` are if the players are level at `place` and a doubling is worth `slope`.
fn likelihood(games: &[(f64, Points)], place: f64, slope: f64) -> f64 {
    let one = |(octaves, points): &(f64, Points)| {
        let expected = score_of_elo(slope * (place - octaves));
        let won = points.wins as f64 + points.draws as f64 / 2.0;
        let lost = points.games as f64 - won;
        won * expected.ln() + lost * (1.0 - expected).ln()
    };
    games.iter().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use tempfile::tempdir;

    #[test]
    fn games_are_played_where_the_players_are_level_and_not_again() {
        let folder = tempdir().unwrap();
        let campaign = Campaign::of_test(folder.path(), None);
        let yardstick = Yardstick {
            players: vec![String::new()],
            opponent: "material:".to_owned(),
            nodes: vec![200],
            games: 2 * BATCH,
            resign: None,
        };
        let measured = yardstick.run(&campaign, &mut io::sink()).unwrap();
        let [row] = &measured.rows[..] else {
            panic!("{measured}")
        };
        assert_eq!(row.games, 2 * BATCH);
        assert!(row.ratios.len() > 1, "{measured}");
        assert!(measured.picture().to_string().starts_with("<svg "));
        assert!(measured.to_string().contains("Kyomi"), "{measured}");
        let mut said = Vec::new();
        let again = yardstick.run(&campaign, &mut said).unwrap();
        assert!(said.is_empty());
        assert_eq!(again.to_string(), measured.to_string());
    }

    fn points(wins: u64, losses: u64) -> Points {
        Points {
            games: wins + losses,
            wins,
            losses,
            ..Points::default()
        }
    }

    #[test]
    fn the_level_is_where_the_score_falls_through_a_half() {
        assert_eq!(level(&[(0.0, points(0, 0))]), None);
        let even = level(&[(-1.0, points(50, 50))]).unwrap();
        assert!((even.value + 1.0).abs() < 0.1, "{even:?}");
        let between = level(&[(-2.0, points(15, 5)), (-1.0, points(5, 15))]).unwrap();
        assert!((between.value + 1.5).abs() < 0.1, "{between:?}");
        assert!(between.low > -2.2 && between.high < -0.8, "{between:?}");
    }

    #[test]
    fn games_lost_without_exception_say_only_that_it_lies_lower() {
        let lost = level(&[(0.0, points(0, 20))]).unwrap();
        assert!(lost.high < 0.0 && lost.low < -4.0, "{lost:?}");
    }
}
