//! Two games between two individuals, each with Black once.

use super::genome::Genome;
use crate::LabError;
use engine::shogi::Color;
use engine::shogi::game::Game;
use matches::contest::openings::Openings;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, Player, PlayerSpec};
use matches::referee::game::{Played, Rules, Seat, play};
use matches::standard_conduct;
use matches::stats::GamePoints;
use std::sync::atomic::AtomicU32;

/// The size of a player's table in MiB: enough for the few nodes of a move.
const HASH_MB: usize = 1;
/// What games are played by: a few moves fewer than usual, for nobody adjudicates.
const RULES: Rules = Rules {
    max_moves: 256,
    ..Rules::STANDARD
};

/// How two games went.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// The points of the first individual.
    pub points: [GamePoints; 2],
    /// Moves made, by both.
    pub moves: u64,
    /// Nodes of these.
    pub nodes: u64,
}

/// Plays the two games of `pair` under `seed`, with `nodes` a move; the first has Black in the first.
///
/// # Errors
/// If the settings of one cannot be read.
pub fn duel<G: Genome>(two: [&G; 2], nodes: u64, seed: u64, pair: u64) -> Result<Duel, LabError> {
    let opening = Openings::RANDOM.opening(seed, pair);
    let mut duel = Duel {
        points: [GamePoints::Draw; 2],
        moves: 0,
        nodes: 0,
    };
    for (first_is, points) in Color::all().into_iter().zip(&mut duel.points) {
        let [first, second] = two;
        let seated = match first_is {
            Color::Black => [first, second],
            Color::White => [second, first],
        };
        let played = game(seated, nodes, opening.clone())?;
        duel.moves += played.plies.len() as u64;
        duel.nodes += played.plies.iter().filter_map(|ply| ply.nodes).sum::<u64>();
        *points = match played.winner {
            None => GamePoints::Draw,
            Some(winner) if winner == first_is => GamePoints::Win,
            Some(_) => GamePoints::Loss,
        };
    }
    Ok(duel)
}

fn game<G: Genome>(seated: [&G; 2], nodes: u64, opening: Game) -> Result<Played, LabError> {
    let [black, white] = seated.map(player);
    let (mut black, mut white) = (black?, white?);
    let limit = MoveLimit::Nodes(nodes);
    let seat = |player| Seat { player, limit };
    let seats = [seat(black.as_mut()), seat(white.as_mut())];
    Ok(play(seats, opening, &RULES, &AtomicU32::new(0)))
}

fn player<G: Genome>(genome: &G) -> Result<Box<dyn Player>, LabError> {
    let text = genome.settings();
    let spec = PlayerSpec::parse(&text, HASH_MB);
    let spec = spec.map_err(|source| LabError::Player { text, source })?;
    Ok(spec.create(&Conduct {
        max_moves: RULES.max_moves,
        ..standard_conduct()
    }))
}
