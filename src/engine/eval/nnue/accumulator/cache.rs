//! Accumulators to begin with when the own king has moved, which changes every `HalfKP` input and
//! what is near the king: for each side and square of its king the last accumulator that was made
//! with it there, so that only the facts that have changed since are summed.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::chunk::{Chunk, change};
use super::super::features::facts::Facts;
use super::super::features::near::NO_KING;
use super::super::network::Transformer;
use super::inputs::Inputs;
use super::seen;
use crate::shogi::Color;

/// Where a king can be: on a square, or nowhere.
const SQUARES: usize = NO_KING + 1;

/// The last accumulators, by side and square of its king.
pub struct Cache {
    entries: Vec<Entry>,
    sums: Vec<Chunk>,
}

/// Of what an accumulator is the sum.
#[derive(Clone)]
struct Entry {
    facts: Facts,
    absent: usize,
}

impl Cache {
    /// Accumulators of empty boards, if `transformer` has inputs by the square of a king.
    pub fn new(transformer: &Transformer, by_king: bool) -> Self {
        let count = if by_king { 2 * SQUARES } else { 0 };
        let entry = Entry {
            facts: Facts::NONE,
            absent: 0,
        };
        Self {
            entries: vec![entry; count],
            sums: transformer.biases.repeat(count),
        }
    }

    /// The accumulator of `view`, whose king is on `king`, for these facts and so many pieces that
    /// are nowhere.
    #[inline(always)]
    pub fn refreshed<S: Inputs>(
        &mut self,
        transformer: &Transformer,
        (view, king): (Color, usize),
        facts: &Facts,
        absent: usize,
    ) -> &[Chunk] {
        let index = view.array_index() * SQUARES + king;
        let (length, entry) = (transformer.length(), &mut self.entries[index]);
        let sums = &mut self.sums[index * length..][..length];
        for (fact, is_on) in entry.facts.changes(facts) {
            let fact = seen(view, fact);
            for row in [S::row(king, fact)]
                .into_iter()
                .chain(S::second(king, fact))
            {
                change(sums, transformer.row(row), is_on);
            }
        }
        if S::COUNT_ABSENT {
            let nowhere = transformer.row(S::absent(king));
            for _ in 0..entry.absent.abs_diff(absent) {
                change(sums, nowhere, entry.absent < absent);
            }
        }
        entry.facts.clone_from(facts);
        entry.absent = absent;
        sums
    }
}
