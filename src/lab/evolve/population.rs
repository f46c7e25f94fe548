//! A population, and what a generation makes of it.

use super::duel::{Duel, duel};
use super::genome::Genome;
use super::rules::{Change, changes, deviations, pairs};
use crate::LabError;
use crate::spread::spread_in_order;
use engine::random::generator;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// What keeps the numbers of openings, of pairs and of changes apart under one seed.
const OPENINGS: u64 = 0x0BE2_11C6_5EED_0001;
const CHANGES: u64 = 0xC4A2_6E55_5EED_0002;
const FIRST: u64 = 0xF1A5_7000_5EED_0003;
/// No generation has more pairs than this.
const MOST_PAIRS: u64 = 1 << 20;

/// A population after a number of generations: a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Population<G: Genome> {
    /// How many generations led to it.
    pub generation: u64,
    /// Its members.
    pub members: Vec<G>,
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
pub struct Course {
    /// Everything random follows from this.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Whether those who lose are replaced by children of the winner and another one.
    pub mates: bool,
    /// Pairs that play at a time; nothing follows from it.
    pub threads: usize,
}

impl<G: Genome> Population<G> {
    /// The first one, of `count` members.
    pub fn first(count: usize, seed: u64) -> Self {
        let member = |number: u64| G::random(&mut generator(seed ^ FIRST, number));
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
    ///
    /// # Errors
    /// If a member is no player.
    pub fn next(&self, course: &Course) -> Result<Self, LabError> {
        let pairs = pairs(self.members.len(), course.seed, self.generation);
        let numbered: Vec<_> = (self.generation * MOST_PAIRS..).zip(pairs).collect();
        let meet = |(): &mut (), (number, pair): &(u64, [usize; 2])| {
            let two = pair.map(|place| &self.members[place]);
            duel(two, course.nodes, course.seed ^ OPENINGS, *number)
        };
        let duels = spread_in_order(&numbered, course.threads, || (), meet);
        let mut next = Self {
            generation: self.generation + 1,
            games: 0,
            moves: 0,
            nodes: 0,
            ..self.clone()
        };
        let numbers: Vec<_> = self.members.iter().map(Genome::numbers).collect();
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
    ) -> [G; 2] {
        let mut random = generator(course.seed ^ CHANGES, number);
        let changes = changes(duel.points);
        [0, 1].map(|place| {
            let Change { parent, factor } = changes[place];
            let member = &self.members[pair[parent]];
            let is_replaced = parent != place;
            if course.mates && is_replaced {
                let mate = &self.members[random.random_range(0..self.members.len())];
                let child = member.crossed(mate, &mut random);
                return child.mutated(deviations, factor, &mut random);
            }
            member.mutated(deviations, factor, &mut random)
        })
    }

    /// The place of the best member: who won most in the last generation, the first of equals.
    pub fn best(&self) -> usize {
        let places = 0..self.members.len();
        let best = places.max_by_key(|&place| (self.points[place], std::cmp::Reverse(place)));
        best.unwrap_or(0)
    }

    /// Takes `immigrant` in, in the place of the member that won least, the last of equals.
    pub fn take_in(&mut self, immigrant: G) {
        let places = 0..self.members.len();
        let worst = places.min_by_key(|&place| (self.points[place], std::cmp::Reverse(place)));
        if let Some(member) = worst.and_then(|place| self.members.get_mut(place)) {
            *member = immigrant;
        }
    }
}
