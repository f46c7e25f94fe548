//! What values are worth as forecasts: of positions of recorded games each player says how likely the side to move
//! is to win, and the results say how right it was. They favour nobody's network.
//!
//! What must hold: positions are taken at fixed plies of decided games, never by what anybody thinks of them. Errors
//! come from games, since all positions of a game have one result. A value becomes a chance by the curve that fits
//! that player's values best, so that their scale does not matter.

use super::LabError;
use super::results::{Mean, mean, mean_by_game, spread};
use super::searches::{Found, Request, Searcher, Searches};
use base::progress::Screen;
use base::table::Table;
use base::work::Workers;
use engine::shogi::checks::attacked_by;
use engine::shogi::game::Game;
use engine::shogi::geometry::empty_board;
use engine::shogi::{Class, Color, Position};
use matches::games::NamedGame;
use matches::stats::{GamePoints, WinRate, win_chance};
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

/// A position is taken after so many moves of a game, and then every so many.
const FROM: usize = 20;
const EVERY: usize = 10;
/// Into how many steps chances from one half to one are divided.
const STEPS: usize = 10;
/// The surest that a value may be. No result costs more than its logarithm.
const SUREST: f64 = 0.999;

/// A measurement.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Where searches are kept.
    pub folder: PathBuf,
    /// The positions.
    pub samples: Vec<Sample>,
    /// Whose values are measured.
    pub players: Vec<Searcher>,
    /// After how many nodes, from the fewest to the most.
    pub nodes: Vec<u64>,
    /// Who makes the searches.
    pub workers: Workers,
}

/// A position of a decided game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The game so far.
    game: Game,
    /// The number of the game.
    number: usize,
    /// Whether the side to move won.
    won: bool,
    /// Its kind in each of [`KINDS`].
    kinds: [usize; KINDS.len()],
}

/// By what positions are divided, with the names of the kinds.
pub(super) const KINDS: [(&str, [&str; 3]); 3] = [
    ("moves played", ["below 50", "50 to 89", "90 or more"]),
    ("pieces in hand", ["below 4", "4 to 7", "8 or more"]),
    ("king in more danger", ["favourite's", "neither", "other's"]),
];

/// Positions of all decided ones of `games`, so many of them, evenly spread; all if there are no more.
pub fn samples(games: &[NamedGame], count: usize) -> Vec<Sample> {
    let mut all = Vec::new();
    for (number, named) in games.iter().enumerate() {
        let Some(winner) = named.winner() else {
            continue;
        };
        let plies = (FROM.max(named.given)..named.game.moves().len()).step_by(EVERY);
        all.extend(plies.filter_map(|plies| {
            let game = named.game.up_to(plies)?;
            game.ending(None).is_none().then(|| Sample {
                number,
                won: game.position().side() == winner,
                kinds: kinds(game.position(), plies),
                game,
            })
        }));
    }
    spread(&all, count)
}

/// The kinds of `position`, after so many moves; the danger is seen from the side to move.
pub(super) fn kinds(position: &Position, plies: usize) -> [usize; KINDS.len()] {
    let in_hand: u32 = Color::all()
        .into_iter()
        .flat_map(|color| position.hand(color).iter())
        .map(|(_, count)| count)
        .sum();
    let side = position.side();
    let danger = danger(position, side).cmp(&danger(position, side.flip()));
    [
        usize::from(plies >= 50) + usize::from(plies >= 90),
        usize::from(in_hand >= 4) + usize::from(in_hand >= 8),
        (1 - danger as i32) as usize,
    ]
}

/// How many squares beside the king of `color` the other side attacks.
fn danger(position: &Position, color: Color) -> usize {
    let attacked = attacked_by(position, color.flip());
    let king = position.king(color);
    let beside = |king| empty_board(Class::King, color, king);
    king.map_or(0, |king| (attacked & beside(king)).into_iter().count())
}

/// What the values of the players are worth.
#[derive(Clone, Debug, Serialize)]
pub struct Worths {
    positions: usize,
    games: usize,
    rows: Vec<Row>,
}

/// The values of a player after so many nodes.
#[derive(Clone, Debug, Serialize)]
struct Row {
    player: String,
    nodes: u64,
    /// With a value of this many centipawns a side wins e times as often as it loses.
    scale: f64,
    /// What a result costs on average: minus the natural logarithm of the chance that it was given. 0.693 is what
    /// knowing nothing costs.
    log_loss: Option<Mean>,
    /// How much more that is than after as many nodes of the first player, position by position.
    more_than_first: Option<Mean>,
    /// How far what was said of favourites is from what came of it, on average, in points of a hundred.
    calibration_error: f64,
    /// What was said of favourites and how often they won, both from 0 to 1, by rising chance.
    calibration: Vec<[f64; 2]>,
    /// How much more was said of favourites than came of it, by kind of position.
    too_sure: Vec<Surplus>,
}

/// How much too sure a player is in positions of a kind.
#[derive(Clone, Debug, Serialize)]
struct Surplus {
    kind: String,
    positions: usize,
    /// In points of a hundred; negative where favourites won more often than was said.
    points: Option<Mean>,
}

/// What a player says of a position: the chance of the side that it likes better.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Forecast {
    /// The chance of the favourite.
    chance: f64,
    /// Whether the favourite is to move.
    to_move: bool,
    /// Whether it won.
    came_true: bool,
}

impl Forecast {
    fn new(cp: i32, scale: f64, sample: &Sample) -> Self {
        let to_move = cp >= 0;
        let chance = win_chance(cp.abs(), scale);
        Self {
            chance: chance.min(SUREST),
            to_move,
            came_true: to_move == sample.won,
        }
    }

    /// What the result costs.
    fn loss(self) -> f64 {
        let given = if self.came_true {
            self.chance
        } else {
            1.0 - self.chance
        };
        -libm::log(given)
    }

    /// How much too sure it was.
    fn surplus(self) -> f64 {
        self.chance - f64::from(u8::from(self.came_true))
    }
}

/// Makes the searches that are missing, shows in `progress` how far it is, and returns what they show.
///
/// # Errors
/// If a player gives no answer, the folder's file cannot be used, or the workers are stopped.
pub fn run(measurement: &Measurement, progress: &mut dyn Write) -> Result<Worths, LabError> {
    let mut searches = Searches::open(&measurement.folder, &measurement.workers)?;
    let players = measurement.players.iter();
    let series: Vec<_> = players
        .flat_map(|by| measurement.nodes.iter().map(move |&nodes| (by, nodes)))
        .collect();
    let requests = |&(by, nodes)| {
        let request = move |sample: &Sample| Request {
            by,
            nodes,
            game: sample.game.clone(),
        };
        measurement.samples.iter().map(request)
    };
    let all: Vec<_> = series.iter().flat_map(requests).collect();
    searches.make(&all, Screen::Lines(progress))?;
    let values = series.iter().map(|one| {
        let found = requests(one).filter_map(|it| searches.found(&it).map(Found::cp));
        found.collect::<Vec<i32>>()
    });
    Ok(Worths::new(
        measurement,
        &series,
        &values.collect::<Vec<_>>(),
    ))
}

impl Worths {
    /// What `values`, a list for each of `series`, are worth.
    fn new(measurement: &Measurement, series: &[(&Searcher, u64)], values: &[Vec<i32>]) -> Self {
        let samples = &measurement.samples[..];
        let forecasts: Vec<_> = values.iter().map(|it| forecasts(samples, it)).collect();
        let counts = measurement.nodes.len();
        let rows = series.iter().zip(&forecasts).enumerate();
        let rows = rows.map(|(place, (&(by, nodes), (scale, own)))| {
            let first = (place >= counts).then(|| &forecasts[place % counts].1[..]);
            Row::new(samples, by.name(), nodes, *scale, own, first)
        });
        let mut numbers: Vec<_> = samples.iter().map(|it| it.number).collect();
        numbers.dedup();
        Self {
            positions: samples.len(),
            games: numbers.len(),
            rows: rows.collect(),
        }
    }
}

/// The scale of `values`, and what they say of each of `samples`.
fn forecasts(samples: &[Sample], values: &[i32]) -> (f64, Vec<Forecast>) {
    let mut curve = WinRate::default();
    for (sample, &cp) in samples.iter().zip(values) {
        let result = [GamePoints::Loss, GamePoints::Win][usize::from(sample.won)];
        curve.add(cp, result);
    }
    let scale = curve.likeliest_scale();
    // Where results do not follow values, these say nothing.
    let scale = if scale > 0.0 { scale } else { f64::INFINITY };
    let forecasts = samples.iter().zip(values);
    let forecasts = forecasts.map(|(sample, &cp)| Forecast::new(cp, scale, sample));
    (scale, forecasts.collect())
}

/// The mean of what is known of `samples`, with the error of as many games.
fn mean_of<'a>(
    samples: impl IntoIterator<Item = &'a Sample>,
    known: impl IntoIterator<Item = f64>,
) -> Option<Mean> {
    let numbers = samples.into_iter().map(|it| it.number);
    mean_by_game(&numbers.zip(known).collect::<Vec<_>>())
}

impl Row {
    fn new(
        samples: &[Sample],
        player: &str,
        nodes: u64,
        scale: f64,
        own: &[Forecast],
        first: Option<&[Forecast]>,
    ) -> Self {
        let losses = |of: &[Forecast]| of.iter().map(|it| it.loss()).collect::<Vec<_>>();
        let own_losses = losses(own);
        let more = first.map(|first| {
            let pairs = own_losses.iter().zip(losses(first));
            pairs.map(|(own, first)| own - first).collect::<Vec<_>>()
        });
        let steps = steps(own);
        let off = steps.iter().map(|it| (it[1] - it[2]).abs());
        Self {
            player: player.to_owned(),
            nodes,
            scale,
            more_than_first: more.and_then(|more| mean_of(samples, more)),
            calibration_error: 100.0 * off.sum::<f64>() / own.len().max(1) as f64,
            calibration: steps
                .iter()
                .map(|it| [it[1] / it[0], it[2] / it[0]])
                .collect(),
            too_sure: surpluses(samples, own),
            log_loss: mean_of(samples, own_losses),
        }
    }
}

/// By rising chance: how many positions, the sum of what was said of favourites, and how many of these won.
fn steps(forecasts: &[Forecast]) -> Vec<[f64; 3]> {
    let mut steps = [[0.0; 3]; STEPS];
    for it in forecasts {
        let step = ((it.chance - 0.5) * 2.0 * STEPS as f64) as usize;
        let step = &mut steps[step.min(STEPS - 1)];
        step[0] += 1.0;
        step[1] += it.chance;
        step[2] += f64::from(u8::from(it.came_true));
    }
    steps.into_iter().filter(|it| it[0] > 0.0).collect()
}

fn surpluses(samples: &[Sample], forecasts: &[Forecast]) -> Vec<Surplus> {
    let all = KINDS.iter().enumerate();
    all.flat_map(|(by, (what, names))| {
        let of = move |(kind, name): (usize, &&str)| {
            let pairs = samples.iter().zip(forecasts);
            let chosen = pairs.filter(|(sample, it)| kind_for(by, sample, it) == kind);
            let (samples, points): (Vec<_>, Vec<_>) = chosen
                .map(|(sample, it)| (sample, 100.0 * it.surplus()))
                .unzip();
            Surplus {
                kind: format!("{what}: {name}"),
                positions: samples.len(),
                points: mean_of(samples, points),
            }
        };
        names.iter().enumerate().map(of).collect::<Vec<_>>()
    })
    .collect()
}

/// The kind of `sample` by entry `by` of [`KINDS`]; danger, the last, is seen from the favourite.
fn kind_for(by: usize, sample: &Sample, forecast: &Forecast) -> usize {
    let kind = sample.kinds[by];
    if by + 1 == KINDS.len() && !forecast.to_move {
        2 - kind
    } else {
        kind
    }
}

impl fmt::Display for Worths {
    /// Two tables, without an end after the last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} positions of {} games", self.positions, self.games)?;
        let mut table = Table::new([
            "player",
            "nodes",
            "scale, cp",
            "log-loss",
            "more than first",
            "calibration error, points",
        ]);
        for row in &self.rows {
            table.push([
                row.player.clone(),
                row.nodes.to_string(),
                format!("{:.0}", row.scale),
                mean(row.log_loss, 4),
                mean(row.more_than_first, 4),
                format!("{:.1}", row.calibration_error),
            ]);
        }
        writeln!(f, "{table}\n\nToo sure, in points of a hundred:")?;
        let head = self
            .rows
            .iter()
            .map(|row| format!("{} {}", row.player, row.nodes));
        let mut table = Table::new(["favourites where".to_owned()].into_iter().chain(head));
        for place in 0..self.rows.first().map_or(0, |row| row.too_sure.len()) {
            let kind = self.rows[0].too_sure[place].kind.clone();
            let cells = self
                .rows
                .iter()
                .map(|row| mean(row.too_sure[place].points, 1));
            table.push([kind].into_iter().chain(cells));
        }
        write!(f, "{table}")
    }
}

impl Worths {
    /// The drawing: how often favourites won, by what was said of them.
    pub fn picture(&self) -> Chart {
        let curves = self.rows.iter().map(|row| {
            let name = format!("{} {}", row.player, row.nodes);
            let points = row.calibration.iter().map(|it| it.map(|it| 100.0 * it));
            Curve::new(name, points.collect())
        });
        let right = Curve::guide([[50.0, 50.0], [100.0, 100.0]]);
        Chart(vec![Panel {
            title: "favourites that won, %, by what was said of them".to_owned(),
            x: Axis::of([50.0, 100.0]).divided(5, 0),
            y: Axis::of([0.0, 100.0]).divided(5, 0),
            curves: std::iter::once(right).chain(curves).collect(),
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matches::games::{GameFacts, GameResult};

    fn named(moves: &str, winner: Option<Color>) -> NamedGame {
        let (game, _) = Game::parse(&format!("startpos moves {moves}")).unwrap();
        NamedGame {
            game,
            given: 0,
            names: [String::new(), String::new()],
            facts: GameFacts::of_result(GameResult::of(winner)),
        }
    }

    /// Two games of 24 and 34 moves, in which rooks go to and fro, won by Black and by nobody.
    fn games() -> [NamedGame; 2] {
        let moves = |turns: usize| "2h3h 8b7b 3h2h 7b8b ".repeat(turns / 4);
        let long = "1g1f 1c1d ".to_owned() + &moves(8) + "9g9f 9c9d " + &moves(8) + "7g7f 3c3d";
        [named(&long, Some(Color::Black)), named(&long, None)]
    }

    /// The only position of the first.
    fn sample() -> Sample {
        samples(&games()[..1], 1).remove(0)
    }

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn positions_come_from_decided_games_at_fixed_plies() {
        let [won, open] = games();
        let plies = won.game.moves().len();
        let taken = samples(&[open, won], 100);
        assert_eq!(plies, 22);
        assert_eq!(taken.len(), 1);
        assert_eq!((taken[0].number, taken[0].won), (1, true));
        assert_eq!(taken[0].game.moves().len(), FROM);
        assert_eq!(taken[0].kinds, [0, 0, 1]);
    }

    #[test]
    fn kinds_are_seen_from_the_side_that_is_liked() {
        let (game, _) = Game::parse("sfen 4k4/4g4/9/9/9/9/4R4/9/4K4 b 2P8p 90").unwrap();
        // The rook attacks the gold beside White's king.
        assert_eq!(kinds(game.position(), 89), [1, 2, 2]);
        let sample = Sample {
            kinds: [1, 2, 2],
            ..sample()
        };
        let liked = Forecast::new(100, 600.0, &sample);
        let disliked = Forecast::new(-100, 600.0, &sample);
        let kinds = |by| [liked, disliked].map(|it| kind_for(by, &sample, &it));
        assert_eq!([kinds(2), kinds(1)], [[2, 0], [2, 2]]);
    }

    #[test]
    fn a_forecast_costs_what_was_not_expected() {
        let sample = sample();
        let scale = 300.0 / libm::log(3.0);
        let right = Forecast::new(300, scale, &sample);
        assert!(close(right.chance, 0.75) && right.came_true);
        assert!(close(right.loss(), -libm::log(0.75)));
        let wrong = Forecast::new(-300, scale, &sample);
        assert!(close(wrong.loss(), -libm::log(0.25)));
        assert!(close(wrong.surplus(), 0.75) && close(right.surplus(), -0.25));
        assert!(close(
            Forecast::new(900, f64::INFINITY, &sample).chance,
            0.5
        ));
        assert!(close(Forecast::new(1500, 1.0, &sample).chance, SUREST));
    }

    #[test]
    fn steps_tell_what_was_said_from_what_came() {
        let said = |chance, came_true| Forecast {
            chance,
            to_move: true,
            came_true,
        };
        let steps = steps(&[said(0.52, true), said(0.54, false), said(0.9995, true)]);
        assert_eq!(steps.len(), 2);
        let expected = [[2.0, 1.06, 1.0], [1.0, 0.9995, 1.0]];
        let pairs = steps.iter().flatten().zip(expected.iter().flatten());
        assert!(pairs.into_iter().all(|(&one, &other)| close(one, other)));
    }
}
