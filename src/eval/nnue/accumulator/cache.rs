//! Accumulators to begin with when the own king has moved, which changes every `HalfKP` input:
//! for each side and square of its king the last accumulator that was made with it there, so that
//! only the facts that have changed since are summed.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::chunk::Chunk;
use super::super::features::facts::Facts;
use super::super::features::numbers::BOARD_SQUARES;
use super::super::network::Transformer;
use super::inputs::Inputs;
use super::seen;
use crate::shogi::Color;

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
        let count = if by_king { 2 * BOARD_SQUARES } else { 0 };
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
        let index = view.array_index() * BOARD_SQUARES + king;
        let (length, entry) = (transformer.length(), &mut self.entries[index]);
        let sums = &mut self.sums[index * length..][..length];
        for (fact, is_on) in entry.facts.changes(facts) {
            let row = transformer.row(S::row(king, seen(view, fact)));
            change(sums, row, is_on);
        }
        let nowhere = transformer.row(S::absent(king));
        for _ in 0..entry.absent.abs_diff(absent) {
            change(sums, nowhere, entry.absent < absent);
        }
        entry.facts.clone_from(facts);
        entry.absent = absent;
        sums
    }
}

#[inline(always)]
fn change(sums: &mut [Chunk], row: &[Chunk], is_on: bool) {
    for (sum, row) in sums.iter_mut().zip(row) {
        *sum = if is_on {
            sum.plus(*row)
        } else {
            sum.minus(*row)
        };
    }
}
