//! The rules by which two individuals that met are changed.
//!
//! From G. Kendall and G. Whitwell, who evolved the values of chess pieces so. Two meet twice, each
//! with Black once. The printed source has the mutation as w + RAND[−.5, 5] · s · factor; that this
//! reads ±.5 is our reading, for else every weight would grow.

use engine::random::generator;
use matches::stats::GamePoints;
use rand::{Rng, RngExt};

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
    let [stays, replaced] = match won.abs_diff(2) {
        2 => [0.0, 2.0],
        1 => [0.2, 1.0],
        _ => {
            return [0, 1].map(|parent| Change {
                parent,
                factor: 0.5,
            });
        }
    };
    [0, 1].map(|place| Change {
        parent: winner,
        factor: if place == winner { stays } else { replaced },
    })
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
    use rand::seq::SliceRandom;
    let mut places: Vec<_> = (0..count).collect();
    places.shuffle(&mut generator(seed, generation));
    places.as_chunks().0.to_vec()
}

#[cfg(test)]
mod tests {
    use super::GamePoints::{Draw, Loss, Win};
    use super::*;

    /// As (parent, factor) of the first and of the second.
    fn told(points: [GamePoints; 2]) -> [(usize, f64); 2] {
        changes(points).map(|it| (it.parent, it.factor))
    }

    #[test]
    fn both_won_makes_the_loser_a_mutant_of_the_winner_by_2() {
        assert_eq!(told([Win, Win]), [(0, 0.0), (0, 2.0)]);
        assert_eq!(told([Loss, Loss]), [(1, 2.0), (1, 0.0)]);
    }

    #[test]
    fn a_win_and_a_draw_mutate_the_winner_by_a_fifth_and_the_loser_becomes_its_mutant_by_1() {
        for points in [[Win, Draw], [Draw, Win]] {
            assert_eq!(told(points), [(0, 0.2), (0, 1.0)]);
        }
        for points in [[Loss, Draw], [Draw, Loss]] {
            assert_eq!(told(points), [(1, 1.0), (1, 0.2)]);
        }
    }

    #[test]
    fn two_draws_or_a_win_each_mutate_both_by_a_half() {
        for points in [[Draw, Draw], [Win, Loss], [Loss, Win]] {
            assert_eq!(told(points), [(0, 0.5), (1, 0.5)]);
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
