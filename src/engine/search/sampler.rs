//! Lines to positions drawn at random from all those at which a search asks for a static value.
//!
//! Most of what an evaluation is asked about never comes about in a game: it follows moves that a
//! search looks at and refutes. An evaluation that has learned from games alone is worst there. To learn
//! from the whole tree is the idea of Veness, Silver, Uther and Blair ("Bootstrapping from Game Tree
//! Search", 2009).
//!
//! What must hold: each position is drawn with the same probability (Vitter's algorithm R, 1985), which
//! ones follows from the root and the search alone, and a search that draws none costs a comparison
//! for each value.

use crate::shogi::Move;
use base::random::{self, Generator};

/// What is drawn from a search.
pub struct Sampler {
    wanted: usize,
    seen: usize,
    rng: Generator,
    lines: Vec<Vec<Move>>,
}

impl Sampler {
    /// Draws no more than `wanted` positions; everything random follows from `seed`.
    pub fn new(wanted: usize, seed: u64) -> Self {
        Self {
            wanted,
            seen: 0,
            rng: random::generator(seed, 0),
            lines: Vec::new(),
        }
    }

    /// Whether any are wanted.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.wanted > 0
    }

    /// Takes note of the position to which `line` leads from the root.
    pub fn see(&mut self, line: impl Iterator<Item = Move>) {
        self.seen += 1;
        if self.lines.len() < self.wanted {
            self.lines.push(line.collect());
            return;
        }
        let place = random::below(&mut self.rng, self.seen);
        if let Some(drawn) = self.lines.get_mut(place) {
            drawn.clear();
            drawn.extend(line);
        }
    }

    /// The lines drawn, with [`Move::NONE`] for a null move.
    pub fn lines(&self) -> &[Vec<Move>] {
        &self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_drawn_equally_often() {
        let mut often = [0; 10];
        for seed in 0..3000 {
            let mut sampler = Sampler::new(3, seed);
            for number in 0..10 {
                sampler.see(std::iter::repeat_n(Move::NONE, number));
            }
            assert_eq!(sampler.lines().len(), 3);
            sampler.lines().iter().for_each(|it| often[it.len()] += 1);
        }
        assert!(often.iter().all(|it| (820..980).contains(it)), "{often:?}");
    }

    #[test]
    fn fewer_than_wanted_are_all_drawn() {
        let mut sampler = Sampler::new(3, 1);
        sampler.see(std::iter::empty());
        assert_eq!(sampler.lines(), [Vec::new()]);
        assert!(sampler.is_on() && !Sampler::new(0, 1).is_on());
    }
}
