//! Rows that accumulators gain and lose, and the pass that adds them up.
//!
//! A pass holds some registers of sums at a time and takes all rows into them, so that sums are read and
//! written once however many rows there are: 26 for an evaluation of our own network. An evaluation executes
//! 0.92 of the instructions that it did with a pass for each row or pair of rows, and reads and writes
//! sums far less (callgrind, AVX2, 2026-11-27).
//!
//! What must hold: sums wrap round, so that the order of rows does not matter.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::attacks::{Attacks, MOST_ATTACKS};
use super::super::features::{Difference, Feature, seen_by};
use super::super::network::Transformer;
use super::super::products::{Products, Vector};
use super::{Inputs, Perspective};
use crate::shogi::Color;
use arrayvec::ArrayVec;
use bytemuck::cast;

/// Rows that a move changes at most in each direction: two pieces, each with a second row.
const MOST_OF_MOVE: usize = 4;
/// Rows kept at most in each direction: those of all attacks and of some moves.
const MOST: usize = MOST_ATTACKS + 4 * MOST_OF_MOVE + 1;

/// The rows that an accumulator loses and gains.
pub struct Rows<'a> {
    transformer: &'a Transformer,
    /// Each by its number.
    lost: ArrayVec<usize, MOST>,
    gained: ArrayVec<usize, MOST>,
}

impl<'a> Rows<'a> {
    /// None yet, of `transformer`.
    #[inline(always)]
    pub fn of(transformer: &'a Transformer) -> Self {
        Self {
            transformer,
            lost: ArrayVec::new(),
            gained: ArrayVec::new(),
        }
    }

    /// Whether they have to be added up before those of another move, lest attacks find no room.
    #[inline(always)]
    pub fn are_many(&self) -> bool {
        self.lost.len().max(self.gained.len()) > MOST - MOST_ATTACKS - MOST_OF_MOVE
    }

    /// Notes row `row`, which comes on or goes.
    #[inline(always)]
    pub fn note(&mut self, row: usize, is_on: bool) {
        if is_on {
            self.gained.push(row);
        } else {
            self.lost.push(row);
        }
    }

    /// Notes the rows of `fact`, which the side sees whose king is on `king`.
    #[inline(always)]
    pub fn note_fact(&mut self, inputs: impl Inputs, king: usize, fact: Feature, is_on: bool) {
        self.note(inputs.row(king, fact), is_on);
        if let Some(row) = inputs.second(king, fact) {
            self.note(row, is_on);
        }
    }

    /// Notes what a move changed, from this perspective.
    #[inline(always)]
    pub fn note_move(
        &mut self,
        inputs: impl Inputs,
        Perspective { view, king }: Perspective,
        difference: Difference,
    ) {
        for step in difference.steps() {
            self.note_fact(inputs, king, seen_by(view, step.removed), false);
            self.note_fact(inputs, king, seen_by(view, step.added), true);
        }
    }

    /// Notes what `view` sees of attacks that were `before` and are `after`.
    #[inline(always)]
    pub fn note_attacks(&mut self, view: Color, before: &Attacks, after: &Attacks) {
        before.changes(after, view, |input, is_on| {
            self.note(usize::from(input), is_on);
        });
    }

    /// Makes the accumulator that begins at `to` in `sums` of the one at `from`, which may be the same, and
    /// forgets the rows.
    #[inline(always)]
    pub fn apply(&mut self, products: impl Products, sums: &mut [Vector], from: usize, to: usize) {
        let length = self.transformer.length();
        if length.is_multiple_of(8) {
            self.add_up::<_, 8>(products, sums, from, to);
        } else if length.is_multiple_of(4) {
            self.add_up::<_, 4>(products, sums, from, to);
        } else {
            self.add_up::<_, 1>(products, sums, from, to);
        }
        self.lost.clear();
        self.gained.clear();
    }

    /// The same with so many vectors in registers, of which a row must be a multiple.
    #[inline(always)]
    fn add_up<P: Products, const COUNT: usize>(
        &self,
        products: P,
        sums: &mut [Vector],
        from: usize,
        to: usize,
    ) {
        let (weights, _) = self.transformer.weights.as_chunks::<COUNT>();
        let blocks = self.transformer.length() / COUNT;
        for block in 0..blocks {
            let mut lanes = [cast::<_, P::Lanes>(Vector::ZERO); COUNT];
            for (lanes, sums) in lanes.iter_mut().zip(&sums[from + block * COUNT..][..COUNT]) {
                *lanes = cast(*sums);
            }
            for &row in &self.lost {
                for (lanes, row) in lanes.iter_mut().zip(&weights[row * blocks + block]) {
                    *lanes = products.minus(*lanes, row);
                }
            }
            for &row in &self.gained {
                for (lanes, row) in lanes.iter_mut().zip(&weights[row * blocks + block]) {
                    *lanes = products.plus(*lanes, row);
                }
            }
            for (sums, lanes) in sums[to + block * COUNT..][..COUNT].iter_mut().zip(lanes) {
                *sums = cast(lanes);
            }
        }
    }
}
