//! How many times as many nodes another search needs to be as strong as what was bred.

use super::run::Plan;
use crate::LabError;
use crate::interest::ratio::at_parity;
use crate::played::{Journaled, contest, is_over};
use matches::players::limit::MoveLimit;
use matches::referee::finished::FinishedGame;
use matches::stats::{Interval, Sample, Trinomial};
use serde::Serialize;
use std::io::Write;

/// Whom it is held against, and how many times as many nodes were published to be needed.
pub const OTHERS: [(&str, &str, f64); 2] = [
    ("plain alpha-beta", "search=alphabeta,eval=handmade", 100.0),
    ("conventional search", "search=modern,eval=handmade", 10.0),
];
/// How many times as many nodes the other has, step by step, until what was bred scores less than half.
const LADDER: [u64; 6] = [1, 2, 4, 8, 16, 32];

/// What a ladder of matches says.
#[derive(Clone, Debug, Serialize)]
pub struct Parity {
    /// Against whom.
    pub other: &'static str,
    /// How many times as many nodes the other had, with the share of points of what was bred.
    pub ladder: Vec<(u64, Interval)>,
    /// Games in all.
    pub games: u64,
    /// Where both are equal; none if the ladder does not say.
    pub ratio: Option<Interval>,
    /// What was published.
    pub published: f64,
}

/// Plays `player` against each of [`OTHERS`], `games` on each step, with journals in the folder of
/// `plan`.
///
/// # Errors
/// If a journal cannot be used.
pub fn parity(
    plan: &Plan,
    player: &str,
    games: u64,
    progress: &mut dyn Write,
) -> Result<Vec<Parity>, LabError> {
    let mut all = Vec::new();
    for (place, (other, text, published)) in OTHERS.into_iter().enumerate() {
        let mut ladder = Vec::new();
        let mut played = 0;
        for ratio in LADDER {
            let nodes = [plan.nodes, plan.nodes.saturating_mul(ratio)];
            let path = plan.folder.join(format!("parity-{place}-{ratio}.jsonl"));
            let players = [player, text].map(str::to_owned);
            let limits = nodes.map(MoveLimit::Nodes);
            let contest = contest(players, limits, games, plan.seed, plan.threads)?;
            let journaled = Journaled::new(contest, path);
            let mut finished = journaled.games()?;
            if (finished.len() as u64) < games {
                journaled.play(plan.until, progress)?;
                finished = journaled.games()?;
            }
            played += finished.len() as u64;
            let Some(score) = score(&finished) else {
                break;
            };
            ladder.push((ratio, score));
            if score.value < 0.5 || is_over(plan.until) {
                break;
            }
        }
        let steps: Vec<_> = ladder
            .iter()
            .map(|&(ratio, score)| (ratio as f64, score))
            .collect();
        all.push(Parity {
            other,
            ratio: at_parity(&steps),
            ladder,
            games: played,
            published,
        });
    }
    Ok(all)
}

/// The first player's share of the points.
fn score(games: &[FinishedGame]) -> Option<Interval> {
    let count =
        |wanted: Option<usize>| games.iter().filter(|it| it.winner == wanted).count() as u64;
    let counts = Trinomial {
        wins: count(Some(0)),
        losses: count(Some(1)),
        draws: count(None),
    };
    Sample::from(&counts).score()
}
