//! A population, the games in which its members meet, and the rules by which they are then changed.
//!
//! The rules are those by which G. Kendall and G. Whitwell evolved the values of chess pieces. Two meet twice,
//! each with Black once. The printed source has the mutation as w + RAND[−.5, 5] · s · factor; that this
//! reads ±.5 is our reading, for else every weight would grow.

use super::pieces::Pieces;
use crate::LabError;
use base::random::generator;
use base::work::Workers;
use engine::shogi::Color;
use engine::shogi::game::Game;
use matches::contest::openings::Openings;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, Player, PlayerSpec};
use matches::referee::game::{Played, Rules, Seat, play};
use matches::referee::view::View;
use matches::standard_conduct;
use matches::stats::GamePoints;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// What one of the two becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Of which of the two: 0 for the first.
    pub parent: usize,
    /// By how much it is mutated; not at all by 0.
    pub factor: f64,
}

/// What the two become, when the first had these points in the two games:
///
/// - Who won both stays; the loser becomes a mutant of it, by 2.
/// - After a win and a draw the winner is mutated by 0.2, and the loser becomes a mutant of it, by 1.
/// - After two draws both are mutated by 0.5; so they are if each won a game, of which the source says
///   nothing.
pub fn changes(points: [GamePoints; 2]) -> [Change; 2] {
    // 2 is even.
    let won: usize = points.iter().map(|it| it.half_points()).sum();
    let winner = usize::from(won < 2);
    let change = |parent, factor| Change { parent, factor };
    let [stays, replaced] = match won.abs_diff(2) {
        2 => [0.0, 2.0],
        1 => [0.2, 1.0],
        _ => return [0, 1].map(|parent| change(parent, 0.5)),
    };
    [0, 1].map(|place| change(winner, if place == winner { stays } else { replaced }))
}

/// `weight` mutated by `factor`, where its standard deviation in the population is `deviation`.
pub fn mutated(weight: f64, deviation: f64, factor: f64, random: &mut impl Rng) -> f64 {
    weight + (random.random::<f64>() - 0.5) * deviation * factor
}

/// The standard deviation of each weight in a population.
pub fn deviations(population: &[Vec<f64>]) -> Vec<f64> {
    let weights = population.first().map_or(0, Vec::len);
    let count = population.len().max(1) as f64;
    let deviation = |weight: usize| {
        let of_all = || population.iter().map(|it| it[weight]);
        let mean = of_all().sum::<f64>() / count;
        let squares: f64 = of_all().map(|it| (it - mean).powi(2)).sum();
        (squares / count).sqrt()
    };
    (0..weights).map(deviation).collect()
}

/// The members of a population of so many, two by two, in `generation` under `seed`; one is left out
/// of an odd number.
pub fn pairs(count: usize, seed: u64, generation: u64) -> Vec<[usize; 2]> {
    let mut places: Vec<_> = (0..count).collect();
    places.shuffle(&mut generator(seed, generation));
    places.as_chunks().0.to_vec()
}

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
fn duel(two: [&Pieces; 2], nodes: u64, seed: u64, pair: u64) -> Result<Duel, LabError> {
    let opening = Openings::RANDOM.opening(seed, pair);
    let mut duel = Duel {
        points: [GamePoints::Draw; 2],
        moves: 0,
        nodes: 0,
    };
    for (first_is, points) in Color::all().into_iter().zip(&mut duel.points) {
        let mut seated = two;
        seated.rotate_left(first_is.array_index());
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

fn game(seated: [&Pieces; 2], nodes: u64, opening: Game) -> Result<Played, LabError> {
    let [black, white] = seated.map(player);
    let (mut black, mut white) = (black?, white?);
    let limit = MoveLimit::Nodes(nodes);
    let seat = |player| Seat { player, limit };
    let seats = [seat(black.as_mut()), seat(white.as_mut())];
    Ok(play(seats, opening, &RULES, &View::default()))
}

fn player(pieces: &Pieces) -> Result<Box<dyn Player>, LabError> {
    let text = pieces.settings();
    let spec = PlayerSpec::parse(&text, HASH_MB).map_err(LabError::player(&text))?;
    Ok(spec.create(&Conduct {
        max_moves: RULES.max_moves,
        ..standard_conduct()
    }))
}

/// What keeps the numbers of openings, of pairs and of changes apart under one seed.
const OPENINGS: u64 = 0x0BE2_11C6_5EED_0001;
const CHANGES: u64 = 0xC4A2_6E55_5EED_0002;
const FIRST: u64 = 0xF1A5_7000_5EED_0003;
/// No generation has more pairs than this.
const MOST_PAIRS: u64 = 1 << 20;

/// A population after a number of generations: a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Population {
    /// How many generations led to it.
    pub generation: u64,
    /// Its members.
    pub members: Vec<Pieces>,
    /// The half points that each member, or its parent, won in the last generation, 0–4.
    pub points: Vec<u32>,
    /// Games of the last generation.
    pub games: u64,
    /// Moves of these, by both sides.
    pub moves: u64,
    /// Nodes of these.
    pub nodes: u64,
}

/// How a generation is played.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// Everything random follows from this.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Who plays; nothing follows from it.
    pub workers: &'a Workers,
}

impl Population {
    /// The first one, of `count` members.
    pub fn first(count: usize, seed: u64) -> Self {
        let member = |number: u64| Pieces::random(&mut generator(seed ^ FIRST, number));
        Self {
            generation: 0,
            members: (0..count as u64).map(member).collect(),
            points: vec![0; count],
            games: 0,
            moves: 0,
            nodes: 0,
        }
    }

    /// The next one.
    pub fn next(&self, course: &Course) -> Result<Self, LabError> {
        let pairs = pairs(self.members.len(), course.seed, self.generation);
        let numbered: Vec<_> = (self.generation * MOST_PAIRS..).zip(pairs).collect();
        let duels = course.workers.all(&numbered, || {
            |(number, pair): &(u64, [usize; 2])| {
                let two = pair.map(|place| &self.members[place]);
                duel(two, course.nodes, course.seed ^ OPENINGS, *number)
            }
        })?;
        let mut next = Self {
            generation: self.generation + 1,
            games: 0,
            moves: 0,
            nodes: 0,
            ..self.clone()
        };
        let numbers: Vec<_> = self.members.iter().map(Pieces::numbers).collect();
        let deviations = deviations(&numbers);
        for ((number, pair), duel) in numbered.iter().zip(duels) {
            let duel = duel?;
            next.count(*pair, &duel);
            let changed = self.changed(*number, *pair, &duel, &deviations, course);
            for (place, member) in pair.iter().zip(changed) {
                next.members[*place] = member;
            }
        }
        Ok(next)
    }

    fn count(&mut self, pair: [usize; 2], duel: &Duel) {
        self.games += 2;
        self.moves += duel.moves;
        self.nodes += duel.nodes;
        let won: u32 = duel.points.iter().map(|it| it.half_points() as u32).sum();
        let parents = changes(duel.points).map(|it| it.parent);
        for (place, parent) in pair.into_iter().zip(parents) {
            self.points[place] = if parent == 0 { won } else { 4 - won };
        }
    }

    /// What the members of `pair` become.
    fn changed(
        &self,
        number: u64,
        pair: [usize; 2],
        duel: &Duel,
        deviations: &[f64],
        course: &Course,
    ) -> [Pieces; 2] {
        let mut random = generator(course.seed ^ CHANGES, number);
        let changes = changes(duel.points);
        [0, 1].map(|place| {
            let Change { parent, factor } = changes[place];
            let member = &self.members[pair[parent]];
            member.mutated(deviations, factor, &mut random)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use super::GamePoints::{Draw, Loss, Win};

    #[test]
    fn what_two_become_follows_from_their_points() {
        // As (parent, factor) of the first and of the second.
        for (points, expected) in [
            ([Win, Win], [(0, 0.0), (0, 2.0)]),
            ([Loss, Loss], [(1, 2.0), (1, 0.0)]),
            ([Win, Draw], [(0, 0.2), (0, 1.0)]),
            ([Draw, Win], [(0, 0.2), (0, 1.0)]),
            ([Loss, Draw], [(1, 1.0), (1, 0.2)]),
            ([Draw, Loss], [(1, 1.0), (1, 0.2)]),
            ([Draw, Draw], [(0, 0.5), (1, 0.5)]),
            ([Win, Loss], [(0, 0.5), (1, 0.5)]),
            ([Loss, Win], [(0, 0.5), (1, 0.5)]),
        ] {
            let found = changes(points).map(|it| (it.parent, it.factor));
            assert_eq!(found, expected, "{points:?}");
        }
    }

    #[test]
    fn a_mutation_lies_within_half_a_deviation_times_the_factor_on_either_side() {
        let mut random = generator(1, 0);
        let mut many = (0..1000).map(|_| mutated(100.0, 20.0, 2.0, &mut random));
        let [low, high] = many.by_ref().fold([f64::MAX, f64::MIN], |[low, high], it| {
            [low.min(it), high.max(it)]
        });
        assert!(
            low > 80.0 && low < 81.0 && high < 120.0 && high > 119.0,
            "{low} {high}"
        );
        assert!((mutated(100.0, 20.0, 0.0, &mut random) - 100.0).abs() < 1e-9);
        let deviations = deviations(&[vec![1.0, 5.0], vec![3.0, 5.0]]);
        assert_eq!(deviations, [1.0, 0.0]);
    }

    #[test]
    fn everyone_meets_somebody_once_a_generation() {
        let pairs_of = |generation| pairs(7, 3, generation);
        let mut met: Vec<_> = pairs_of(0).into_iter().flatten().collect();
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 6);
        assert_eq!(pairs_of(0), pairs_of(0));
        assert_ne!(pairs_of(0), pairs_of(1));
    }
}
