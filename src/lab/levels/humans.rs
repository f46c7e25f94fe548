//! How often players make the moves that people made.
//!
//! What must hold: each player sees every position of every game, with the moves that led to it, and
//! begins each game afresh.

use super::{RIVALS, Rating, Way, text};
use crate::LabError;
use crate::campaign::player;
use crate::results::{Mean, or_dash};
use base::table::Table;
use base::work::Workers;
use engine::player::Level;
use engine::search::Decision;
use engine::shogi::game::Game;
use engine::shogi::movegen::count_legal;
use matches::players::limit::MoveLimit;
use matches::players::{Player, Turn};
use matches::standard_conduct;
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::fmt;
use std::io::Write;

/// Moves before this one, counted from 1, are left out: people play them by heart.
const FROM: usize = 21;
/// More than any of the players uses.
const LIMIT: MoveLimit = MoveLimit::Nodes(1_000_000);

/// How often a player makes the move of the game.
#[derive(Clone, Debug, Serialize)]
struct Agreement {
    player: String,
    way: &'static str,
    /// Its Elo above level 0, if it is known.
    elo: Option<f64>,
    /// In percent, with its 95 % error.
    same: Mean,
}

/// How often all players do.
#[derive(Debug, Serialize)]
pub struct Humans {
    pub(super) games: usize,
    pub(super) positions: usize,
    /// Levels, then players with few nodes, then those by lot.
    players: Vec<Agreement>,
}

/// The ways to be weak, as they are shown.
const WAYS: [&str; 3] = ["levels", "few nodes", "moves by lot"];

/// All players as (way, text).
pub fn players() -> Vec<(&'static str, String)> {
    let levels = Level::all().filter(|&level| level != Level::FULL);
    let levels = levels.map(|level| (WAYS[0], text(level)));
    let rivals = RIVALS.iter().map(|rival| match rival.way {
        Way::Nodes => (WAYS[1], rival.text()),
        Way::Lots => (WAYS[2], rival.text()),
    });
    levels.chain(rivals).collect()
}

/// How often `players`, given as (way, text), make the moves of `games`, rated as far as `ratings` has them. Shows in
/// `progress` what each does.
///
/// # Errors
/// If a player gives no answer, `workers` are stopped, or `progress` cannot be written.
pub fn compare(
    players: &[(&'static str, String)],
    games: &[Game],
    ratings: &[Rating],
    workers: &Workers,
    progress: &mut dyn Write,
) -> Result<Humans, LabError> {
    let mut found = Vec::new();
    let mut positions = 0;
    for (way, text) in players {
        let spec = player(text)?;
        let same = workers.all(games, || {
            let mut player = spec.create(&standard_conduct());
            move |game: &Game| same_moves(player.as_mut(), game)
        })?;
        let same: Vec<bool> = same.into_iter().flatten().collect();
        positions = same.len();
        let Some(same) = Mean::percent(same) else {
            continue;
        };
        writeln!(progress, "{text}: {same} %")?;
        let rating = ratings.iter().find(|it| it.player == *text);
        found.push(Agreement {
            player: text.clone(),
            way,
            elo: rating.and_then(|it| it.elo),
            same,
        });
    }
    Ok(Humans {
        games: games.len(),
        positions,
        players: found,
    })
}

/// For each position of `game` with a choice: whether `player` makes the move of the game.
fn same_moves(player: &mut dyn Player, game: &Game) -> Vec<bool> {
    let mut so_far = Game::new(game.start().clone());
    let mut same = Vec::new();
    let turn = Turn::of(LIMIT);
    if player.new_game().is_err() {
        return same;
    }
    for (number, &mv) in (1..).zip(game.moves()) {
        if number >= FROM && count_legal(so_far.position()) > 1 {
            let answer = player.choose(&so_far, &turn);
            let played = answer.map(|answer| answer.decision);
            same.push(matches!(played, Ok(Decision::Play { best, .. }) if best == mv));
        }
        if so_far.play(mv).is_err() {
            break;
        }
    }
    same
}

impl fmt::Display for Humans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(["player", "Elo above level 0", "move of the game, %"]);
        for it in &self.players {
            let elo = or_dash(it.elo.map(|it| format!("{it:.0}")));
            table.push([it.player.clone(), elo, it.same.to_string()]);
        }
        let (games, positions) = (self.games, self.positions);
        write!(f, "{table}\n{positions} positions of {games} games")
    }
}

impl Humans {
    /// How often players make the move of the game, by what they are worth; a curve for each way to be
    /// weak.
    pub fn picture(&self) -> Chart {
        let rated = self.players.iter().filter_map(|it| Some((it.elo?, it)));
        let mut rated: Vec<_> = rated.collect();
        rated.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let ends = [rated.first(), rated.last()].map(|it| it.map_or(0.0, |(elo, _)| *elo));
        let highest = rated
            .iter()
            .map(|(_, it)| it.same.value)
            .fold(1.0, f64::max);
        let curve = |way: &str| {
            let rated = rated.iter().filter(|(_, it)| it.way == way);
            let points = rated.map(|&(elo, Agreement { same, .. })| {
                let Mean { value, error } = *same;
                (elo, [value - error, value, value + error])
            });
            Curve::with_errors(way, &points.collect::<Vec<_>>())
        };
        let [low, high] =
            [ends[0].min(0.0).abs(), ends[1].max(1.0)].map(|it| (it / 500.0).ceil() * 500.0);
        Chart(vec![Panel {
            title: "Moves that the person made, %, by Elo above level 0".to_owned(),
            x: Axis::of([-low, high]).divided(5, 0),
            y: Axis::of([0.0, (highest / 10.0).ceil() * 10.0]).divided(5, 0),
            curves: WAYS.map(curve).into(),
        }])
    }
}
