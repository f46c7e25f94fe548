//! A set of facts: which inputs are on, one bit for each.

use super::{Difference, Feature, INPUTS};

const WORDS: usize = INPUTS.div_ceil(u64::BITS as usize);

/// The inputs that are on, as Black sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts([u64; WORDS]);

impl Facts {
    /// Nothing is on.
    pub const NONE: Self = Self([0; WORDS]);

    /// Puts `fact` on or off.
    #[inline]
    pub fn toggle(&mut self, fact: Feature) {
        self.0[usize::from(fact / 64)] ^= 1 << (fact % 64);
    }

    /// Goes on by a move.
    #[inline]
    pub fn follow(&mut self, difference: Difference) {
        for step in difference.steps() {
            self.toggle(step.removed);
            self.toggle(step.added);
        }
    }

    /// The facts that only one of the two has, each with whether it is `after`.
    #[inline]
    pub fn changes<'a>(&'a self, after: &'a Self) -> impl Iterator<Item = (Feature, bool)> + 'a {
        let words = (0..).zip(self.0.iter().zip(&after.0));
        words.flat_map(|(word, (&before, &after))| {
            let mut rest = before ^ after;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as Feature;
                let found = rest != 0;
                rest &= rest.wrapping_sub(1);
                found.then(|| (word * 64 + bit, after >> bit & 1 == 1))
            })
        })
    }
}

impl FromIterator<Feature> for Facts {
    fn from_iter<I: IntoIterator<Item = Feature>>(facts: I) -> Self {
        let mut set = Self::NONE;
        facts.into_iter().for_each(|fact| set.toggle(fact));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lead_from_one_set_to_the_other() {
        let before: Facts = [0, 63, 64, 2343].into_iter().collect();
        let after: Facts = [63, 65, 2343].into_iter().collect();
        let changes: Vec<_> = before.changes(&after).collect();
        assert_eq!(changes, [(0, false), (64, false), (65, true)]);
    }
}
