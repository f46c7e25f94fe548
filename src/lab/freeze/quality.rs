//! What the frozen searches show: as data, in a table, and as a drawing.

use super::{Frozen, Line, MOST_LOSS};
use crate::results::{Mean, or_dash};
use base::table::Table;
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::fmt;

/// A move that loses more than this many centipawns is junk.
const JUNK: i32 = 300;

/// A line with what its moves lose.
pub type Scored<'a> = (&'a Line, Vec<i32>);

/// What a measurement shows.
#[derive(Clone, Debug, Serialize)]
pub struct LineQuality {
    positions: usize,
    moments: u64,
    nodes: u64,
    reference: String,
    reference_nodes: u64,
    /// The players.
    pub players: Vec<Quality>,
}

/// The lines of a player. Losses are in centipawns.
#[derive(Clone, Debug, Serialize)]
pub struct Quality {
    pub player: String,
    /// How many of the moments had a line with a move in it.
    pub lines: usize,
    /// Moves in a line.
    pub length: Option<Mean>,
    /// How many lines went on with a null move, in percent.
    pub passes: Option<Mean>,
    /// How many lines have a move that is junk, in percent.
    pub junk_lines: Option<Mean>,
    /// The median of what the worst move of a line loses.
    pub worst_median: i32,
    /// What the worst move of a line loses at most in 90 % of the lines.
    pub worst_90: i32,
    /// How many moves are junk, in percent; the error counts lines, whose moves belong together.
    pub junk_moves: Option<Mean>,
    /// What a move loses at most in 90 % of the cases.
    pub move_90: i32,
    /// What the worst move of each line loses, from the least to the most.
    pub worst: Vec<i32>,
}

impl LineQuality {
    /// What `scored` shows, the lines of each player of `frozen`.
    pub(super) fn new(frozen: &Frozen, scored: &[Vec<Scored>]) -> Self {
        let players = frozen.players.iter().zip(scored);
        Self {
            positions: frozen.games.len(),
            moments: frozen.moments,
            nodes: frozen.nodes,
            reference: frozen.reference.name().to_owned(),
            reference_nodes: frozen.reference_nodes,
            players: players
                .map(|(it, scored)| Quality::new(it.name(), scored))
                .collect(),
        }
    }
}

impl Quality {
    fn new(player: &str, scored: &[Scored]) -> Self {
        let lines: Vec<_> = scored
            .iter()
            .filter(|(_, losses)| !losses.is_empty())
            .collect();
        let worst = |(_, losses): &&Scored| losses.iter().copied().max().unwrap_or(0);
        let worst = sorted(lines.iter().map(worst));
        let moves = sorted(lines.iter().flat_map(|(_, losses)| losses.iter().copied()));
        let length = Mean::of(lines.iter().map(|(_, losses)| losses.len() as f64));
        Self {
            player: player.to_owned(),
            lines: lines.len(),
            passes: Mean::percent(scored.iter().map(|(line, _)| line.passes)),
            junk_lines: Mean::percent(worst.iter().map(|&loss| loss > JUNK)),
            worst_median: share_below(&worst, 0.5),
            worst_90: share_below(&worst, 0.9),
            junk_moves: length.and_then(|length| junk_moves(&lines, length.value)),
            move_90: share_below(&moves, 0.9),
            length,
            worst,
        }
    }
}

/// How many moves of the lines, so many in one on average, are junk, in percent: a ratio of sums,
/// whose error is that of what the lines differ by from it.
fn junk_moves(lines: &[&Scored], length: f64) -> Option<Mean> {
    let junk = |losses: &[i32]| losses.iter().filter(|&&loss| loss > JUNK).count() as f64;
    let all = Mean::of(lines.iter().map(|(_, losses)| junk(losses)))?;
    let ratio = all.value / length;
    let differences = lines
        .iter()
        .map(|(_, losses)| junk(losses) - ratio * losses.len() as f64);
    let error = Mean::of(differences)?.error / length;
    Some(Mean {
        value: 100.0 * ratio,
        error: 100.0 * error,
    })
}

fn sorted(losses: impl Iterator<Item = i32>) -> Vec<i32> {
    let mut losses: Vec<i32> = losses.collect();
    losses.sort_unstable();
    losses
}

/// The least of the `sorted` losses that this share of them does not exceed; 0 of none.
fn share_below(sorted: &[i32], share: f64) -> i32 {
    let place = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(place.saturating_sub(1)).copied().unwrap_or(0)
}

impl fmt::Display for LineQuality {
    /// A table and a sentence, without an end after the last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            positions,
            moments,
            nodes,
            reference,
            reference_nodes,
            players,
        } = self;
        writeln!(
            f,
            "{moments} moments in searches of {nodes} nodes on {positions} positions; \
             reference: {reference}, {reference_nodes} nodes"
        )?;
        writeln!(f, "junk: a move that loses more than {JUNK} cp")?;
        let mut table = Table::new([
            "player",
            "lines",
            "moves",
            "null move after, %",
            "worst move: median, cp",
            "90 %",
            "lines with junk, %",
            "junk moves, %",
            "a move: 90 %, cp",
        ]);
        for it in players {
            table.push([
                it.player.clone(),
                it.lines.to_string(),
                or_dash(it.length),
                or_dash(it.passes),
                it.worst_median.to_string(),
                it.worst_90.to_string(),
                or_dash(it.junk_lines),
                or_dash(it.junk_moves),
                it.move_90.to_string(),
            ]);
        }
        write!(f, "{table}\n{}", sentence(players))
    }
}

/// What the lines are like, from the player with the fewest junk moves to that with the most.
fn sentence(players: &[Quality]) -> String {
    let junk = |it: &&Quality| it.junk_moves.map_or(0.0, |mean| mean.value);
    let mut players: Vec<&Quality> = players.iter().collect();
    players.sort_by(|one, other| junk(one).total_cmp(&junk(other)));
    let shares = players
        .iter()
        .map(|it| format!("{:.0} % with {}", junk(it), it.player));
    let shares: Vec<_> = shares.collect();
    format!(
        "Of the moves of a line that is being examined at a random moment, so many lose more than \
         {JUNK} cp: {}.",
        shares.join(", ")
    )
}

impl LineQuality {
    /// The drawing: the cumulative distribution of what the worst move of a line loses.
    pub fn picture(&self) -> Chart {
        let players = self.players.iter();
        let curve = |it: &Quality| Curve::new(&it.player, distribution(&it.worst));
        Chart(vec![Panel {
            title: "Lines, %, whose worst move loses at most so many centipawns".to_owned(),
            x: Axis::of([0.0, MOST_LOSS.into()]).divided(10, 0),
            y: Axis::of([0.0, 100.0]).divided(4, 0),
            curves: players.map(curve).collect(),
        }])
    }
}

/// The share of the `sorted` losses up to each of 101 places.
fn distribution(sorted: &[i32]) -> Vec<[f64; 2]> {
    let point = |part: i32| {
        let loss = MOST_LOSS * part / 100;
        let count = sorted.partition_point(|&it| it <= loss) as f64;
        [loss.into(), 100.0 * count / sorted.len().max(1) as f64]
    };
    (0..=100).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::shogi::game::Game;

    #[test]
    fn lines_are_judged_by_their_worst_moves() {
        let line = |passes| Line {
            start: Game::default(),
            moves: Vec::new(),
            passes,
        };
        let (calm, passing) = (line(false), line(true));
        let scored = [
            (&calm, vec![0, 10]),
            (&calm, vec![500, 0, 301, 0]),
            (&passing, vec![300]),
            (&passing, vec![]),
        ];
        let quality = Quality::new("x", &scored);
        assert_eq!(
            (quality.lines, &quality.worst[..]),
            (3, &[10, 300, 500][..])
        );
        assert_eq!((quality.worst_median, quality.worst_90), (300, 500));
        assert_eq!(quality.move_90, 500);
        let value = |mean: Option<Mean>| mean.unwrap().value.round() as i32;
        assert_eq!(
            (value(quality.junk_lines), value(quality.junk_moves)),
            (33, 29)
        );
        assert_eq!((value(quality.length), value(quality.passes)), (2, 50));
    }
}
