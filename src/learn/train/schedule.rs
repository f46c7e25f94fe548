//! What a run does when: the order of the examples and the rate of learning.
//!
//! What must hold: both follow from the seed and the number of the epoch or step alone, so that a
//! run can go on in the middle.

use engine::random::generator;
use rand::seq::SliceRandom;
use std::f64::consts::PI;
use std::ops::Range;

/// Steps until the full rate, where there are enough; a tenth of all otherwise.
const WARM_UP: u64 = 200;
/// What the rate ends at, as a share of its greatest.
const LAST: f64 = 0.01;

/// The numbers below `count`, shuffled for the `time`th time.
pub fn order(seed: u64, time: u64, count: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.shuffle(&mut generator(seed, time));
    order
}

/// How many batches of about `batch` an epoch of `count` examples has: at least one.
pub fn batches(count: usize, batch: usize) -> u64 {
    (count as f64 / batch as f64).round().max(1.0) as u64
}

/// The examples of batch `number` of `batches`, which are all of one size, or nearly.
pub fn batch(number: u64, batches: u64, count: usize) -> Range<usize> {
    let end = |number: u64| (count as u128 * u128::from(number) / u128::from(batches)) as usize;
    end(number)..end(number + 1)
}

/// The rate of step `step` of `steps`, counted from 0, as a share of the greatest: it grows
/// linearly, then falls along half a cosine.
pub fn rate(step: u64, steps: u64) -> f64 {
    let warm_up = WARM_UP.min(steps / 10);
    if step < warm_up {
        return (step + 1) as f64 / warm_up as f64;
    }
    let done = (step - warm_up) as f64 / (steps - warm_up).max(1) as f64;
    LAST + (1.0 - LAST) * (1.0 + libm::cos(PI * done)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_has_all_examples_in_its_own_order() {
        let mut first = order(1, 0, 1000);
        assert_eq!(first, order(1, 0, 1000));
        assert_ne!(first, order(1, 1, 1000));
        assert_ne!(first, order(2, 0, 1000));
        first.sort_unstable();
        assert!(first.into_iter().eq(0..1000));
    }

    #[test]
    fn batches_divide_an_epoch_evenly() {
        for (count, size, expected) in [(1000, 300, 3), (10, 300, 1), (900, 300, 3)] {
            let all = batches(count, size);
            assert_eq!(all, expected);
            let parts: Vec<_> = (0..all).map(|number| batch(number, all, count)).collect();
            assert_eq!(parts.iter().cloned().flatten().count(), count);
            let sizes = parts.iter().map(Range::len);
            assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        }
    }

    #[test]
    fn the_rate_rises_to_one_and_falls_to_a_hundredth() {
        let rates: Vec<_> = (0..10_000).map(|step| rate(step, 10_000)).collect();
        assert_eq!((rates[0], rates[199], rates[200]), (0.005, 1.0, 1.0));
        assert!(rates[..200].is_sorted() && rates[200..].iter().rev().is_sorted());
        assert!((rates[9999] - 0.01).abs() < 1e-6);
        assert!((rate(0, 1) - 1.0).abs() < 1e-12);
    }
}
