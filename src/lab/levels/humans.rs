//! How often players make the moves that people made.
//!
//! What must hold: each player sees every position of every game, with the moves that led to it, and
//! begins each game afresh.

use super::bouts::{RIVALS, Way, text};
use super::rating::Rating;
use crate::LabError;
use crate::mean::Mean;
use crate::spread::spread_in_order;
use engine::search::{Decision, Level};
use engine::shogi::game::Game;
use engine::shogi::movegen::count_legal;
use matches::players::limit::MoveLimit;
use matches::players::{Player, PlayerSpec, Turn};
use matches::{HASH_MB, standard_conduct};
use serde::Serialize;
use std::io::Write;

/// Moves before this one, counted from 1, are left out: people play them by heart.
const FROM: usize = 21;
/// More than any of the players uses.
const LIMIT: MoveLimit = MoveLimit::Nodes(1_000_000);

/// How often a player makes the move of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// The player's text.
    pub player: String,
    /// In which way it is weak.
    pub way: &'static str,
    /// Its Elo above level 0, if it is known.
    pub elo: Option<f64>,
    /// In percent, with its 95 % error.
    pub same: Mean,
}

/// How often all players do.
#[derive(Debug, Serialize)]
pub struct Humans {
    /// How many games.
    pub games: usize,
    /// How many positions of them.
    pub positions: usize,
    /// The players: levels, then those with few nodes, then those by lot.
    pub players: Vec<Agreement>,
}

/// The ways to be weak, as they are told.
pub const WAYS: [&str; 3] = ["levels", "few nodes", "moves by lot"];

/// The players as (way, text).
fn players() -> Vec<(&'static str, String)> {
    let levels = Level::all().filter(|&level| level != Level::FULL);
    let levels = levels.map(|level| (WAYS[0], text(level)));
    let rivals = RIVALS.iter().map(|rival| match rival.way {
        Way::Nodes => (WAYS[1], rival.text()),
        Way::Lots => (WAYS[2], rival.text()),
    });
    levels.chain(rivals).collect()
}

pub(super) fn compare(
    games: &[Game],
    ratings: &[Rating],
    threads: usize,
    progress: &mut dyn Write,
) -> Result<Humans, LabError> {
    compare_players(&players(), games, ratings, threads, progress)
}

/// The same of these players, given as (way, text).
pub(super) fn compare_players(
    players: &[(&'static str, String)],
    games: &[Game],
    ratings: &[Rating],
    threads: usize,
    progress: &mut dyn Write,
) -> Result<Humans, LabError> {
    let mut found = Vec::new();
    let mut positions = 0;
    for (way, text) in players {
        let spec = PlayerSpec::parse(text, HASH_MB).map_err(|source| LabError::Player {
            text: text.clone(),
            source,
        })?;
        let create = || spec.create(&standard_conduct());
        let work = |player: &mut Box<dyn Player>, game: &Game| same_moves(player.as_mut(), game);
        let same = spread_in_order(games, threads, create, work);
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
    let turn = Turn {
        limit: LIMIT,
        other_main_ms: 0,
        deadline: None,
    };
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
