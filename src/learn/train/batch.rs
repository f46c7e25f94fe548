//! A batch of positions, laid out for the arithmetic: the inputs of each position, and for each
//! input the positions that have it.
//!
//! The second is the first transposed. With it the gradient of an input's row is a sum of rows
//! that are only read, which is twice as fast as adding to 80 scattered rows for each position.

use super::example::Example;
use super::parallel;
use super::rows::{Layout, List, Lists};
use arrayvec::ArrayVec;
use engine::eval::nnue::features::{Feature, INPUTS, MOST_ACTIVE, flipped};

/// Positions in a block. Their neurons in one tile, two rows each, take 256 KB.
const BLOCK: usize = 1024;

/// What each fact becomes when the board is mirrored.
const FLIPPED: [Feature; INPUTS] = {
    let mut facts = [0; INPUTS];
    let mut fact = 0;
    while fact < INPUTS {
        facts[fact] = flipped(fact as Feature);
        fact += 1;
    }
    facts
};

/// Positions to learn from in one step.
#[derive(Default)]
pub struct Batch {
    inputs: Vec<Lists>,
    slopes: Vec<f32>,
    blocks: Vec<Block>,
}

/// A part of a batch, transposed.
#[derive(Default)]
pub struct Block {
    first: usize,
    /// Where the users of each input begin in `users`, and where the last ones end.
    starts: Vec<u32>,
    users: Vec<u16>,
}

/// One of the positions to put into a batch.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The position.
    pub example: &'a Example,
    /// Whether to mirror it.
    pub flip: bool,
}

impl Batch {
    /// Fills the batch with `count` positions, of which `item` gives each, for tables laid out as
    /// `layout` says, on `threads` threads.
    pub fn fill<'a>(
        &mut self,
        threads: usize,
        layout: &Layout,
        count: usize,
        item: impl Fn(usize) -> Item<'a> + Sync,
    ) {
        self.inputs.resize(count, [const { List::new_const() }; 2]);
        self.blocks
            .resize_with(count.div_ceil(BLOCK), Block::default);
        let blocks = self.blocks.iter_mut().zip(self.inputs.chunks_mut(BLOCK));
        let mut work: Vec<_> = (0..count).step_by(BLOCK).zip(blocks).collect();
        parallel::for_each(threads, &mut work, |(first, (block, inputs))| {
            for (lists, number) in inputs.iter_mut().zip(*first..) {
                *lists = lists_of(item(number), layout);
            }
            block.transpose(*first, inputs, layout);
        });
    }

    /// The inputs of each position.
    pub fn inputs(&self) -> &[Lists] {
        &self.inputs
    }

    /// By how much the loss grows with the output, for each position.
    pub fn slopes(&self) -> &[f32] {
        &self.slopes
    }

    /// Sets the slopes, one for each position.
    pub fn set_slopes(&mut self, slopes: impl Iterator<Item = f32>) {
        self.slopes.clear();
        self.slopes.extend(slopes);
    }

    /// The batch in blocks, transposed.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

impl Block {
    /// The block's first position in the batch.
    pub fn first(&self) -> usize {
        self.first
    }

    /// For each input, who has it on: twice the number of a position in the block as seen by the
    /// side to move, or that and 1 as seen by the other side.
    pub fn users(&self) -> impl Iterator<Item = &[u16]> {
        self.starts
            .windows(2)
            .map(|ends| &self.users[ends[0] as usize..ends[1] as usize])
    }

    /// A counting sort of all (input, user) by input.
    fn transpose(&mut self, first: usize, inputs: &[Lists], layout: &Layout) {
        self.first = first;
        let perspectives = inputs.as_flattened();
        self.starts.clear();
        // Counts of each input, two places further on.
        self.starts.resize(layout.count + 2, 0);
        for &input in perspectives.iter().flatten() {
            self.starts[input as usize + 2] += 1;
        }
        for row in 1..self.starts.len() {
            self.starts[row] += self.starts[row - 1];
        }
        self.users
            .resize(perspectives.iter().map(List::len).sum(), 0);
        for (user, list) in (0..).zip(perspectives) {
            for &input in list {
                let next = &mut self.starts[input as usize + 1];
                self.users[*next as usize] = user;
                *next += 1;
            }
        }
        self.starts.truncate(layout.inputs + 1);
    }
}

fn lists_of(item: Item, layout: &Layout) -> Lists {
    let facts = item.example.active().iter();
    let own: ArrayVec<_, MOST_ACTIVE> = facts
        .map(|&fact| {
            if item.flip {
                FLIPPED[usize::from(fact)]
            } else {
                fact
            }
        })
        .collect();
    layout.lists(&own)
}
