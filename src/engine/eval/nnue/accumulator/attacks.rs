//! What attacks add to the accumulators.
//!
//! Which of these inputs are on follows from the board alone. So the sums of a ply are led from those of
//! the nearest ply before it that was valued, and it does not matter which moves lie between. What
//! must hold: the sums of every ply are those of the inputs noted there, whatever position that was.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::Feature;
use super::super::features::attacks::Attacks;
use super::super::network::Transformer;
use super::super::products::{Chunk, change};
use super::VIEWS;
use crate::shogi::Position;

/// The sums of each ply.
pub struct AttackSums {
    /// The first is no ply: nothing attacks, and nothing is summed. The root is the second.
    plies: Vec<Ply>,
    /// For each of them Black's, then White's.
    sums: Vec<Chunk>,
    /// The whole of both accumulators, Black's first.
    totals: Vec<Chunk>,
}

#[derive(Clone, Default)]
struct Ply {
    /// What is summed.
    attacks: Attacks,
    /// Whether that is what the ply's position has.
    is_current: bool,
}

impl AttackSums {
    /// Sums of nothing for the root and `plies` after it, for accumulators of `length` chunks.
    pub fn new(plies: usize, length: usize) -> Self {
        let mut entries = vec![Ply::default(); plies + 2];
        entries[0].is_current = true;
        Self {
            sums: vec![Chunk::ZERO; entries.len() * 2 * length],
            plies: entries,
            totals: vec![Chunk::ZERO; 2 * length],
        }
    }

    /// The position of `ply` is another now.
    #[inline]
    pub fn forget(&mut self, ply: usize) {
        self.plies[ply + 1].is_current = false;
    }

    /// Both accumulators of `ply`, whose position is `pos`, Black's first; `pieces` are what pieces add to
    /// them. Sums are held at the ends of the range, where activations no longer change.
    #[inline(always)]
    pub fn totals(
        &mut self,
        transformer: &Transformer,
        (ply, pos): (usize, &Position),
        pieces: &[Chunk],
    ) -> &[Chunk] {
        if !self.plies[ply + 1].is_current {
            self.update(transformer, ply, pos);
        }
        let sums = &self.sums[(ply + 1) * pieces.len()..][..pieces.len()];
        for ((total, sum), piece) in self.totals.iter_mut().zip(sums).zip(pieces) {
            *total = piece.plus_saturating(*sum);
        }
        &self.totals
    }

    /// Brings the sums of `ply` up to date.
    #[inline(always)]
    fn update(&mut self, transformer: &Transformer, ply: usize, pos: &Position) {
        let (earlier, here) = self.plies.split_at_mut(ply + 1);
        let here = &mut here[0];
        here.attacks = Attacks::of(pos);
        here.is_current = true;
        let from = earlier.iter().rposition(|it| it.is_current).unwrap_or(0);
        let length = transformer.length();
        let (before, after) = self.sums.split_at_mut(2 * (ply + 1) * length);
        let before = &before[2 * from * length..][..2 * length];
        for view in VIEWS {
            let at = view.array_index() * length;
            let (before, after) = (&before[at..][..length], &mut after[at..][..length]);
            let [removed, added] = earlier[from].attacks.changes(&here.attacks, view);
            after.copy_from_slice(before);
            follow(transformer, after, &removed, &added);
        }
    }
}

/// Takes the rows of `removed` off `sums` and adds those of `added`.
#[inline(always)]
fn follow(transformer: &Transformer, sums: &mut [Chunk], removed: &[Feature], added: &[Feature]) {
    let row = |input: Feature| transformer.row(usize::from(input));
    let pairs = removed.len().min(added.len());
    let (removed, fewer) = removed.split_at(pairs);
    let (added, more) = added.split_at(pairs);
    let (twos, _) = removed.as_chunks::<2>();
    let (others, _) = added.as_chunks::<2>();
    for (removed, added) in twos.iter().zip(others) {
        let first = row(removed[0]).iter().zip(row(added[0]));
        let second = row(removed[1]).iter().zip(row(added[1]));
        for (sum, (first, second)) in sums.iter_mut().zip(first.zip(second)) {
            let one = sum.minus(*first.0).plus(*first.1);
            *sum = one.minus(*second.0).plus(*second.1);
        }
    }
    if pairs % 2 == 1 {
        let rows = row(removed[pairs - 1]).iter().zip(row(added[pairs - 1]));
        for (sum, (removed, added)) in sums.iter_mut().zip(rows) {
            *sum = sum.minus(*removed).plus(*added);
        }
    }
    for &input in fewer {
        change(sums, row(input), false);
    }
    for &input in more {
        change(sums, row(input), true);
    }
}
