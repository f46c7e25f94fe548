//! A batch of positions, laid out for the arithmetic: which rows of a tile's table each position uses,
//! and for each row the positions that use it.
//!
//! The second is the first transposed. With it the gradient of an input's row is a sum of rows
//! that are only read, which is twice as fast as adding to 80 scattered rows for each position.

use super::examples::Example;
use arrayvec::ArrayVec;
use base::work::for_each;
use engine::eval::nnue::features::attacks::{ATTACKS, Attacks, MOST_ATTACKS};
use engine::eval::nnue::features::halfkp::{ABSENT, number};
use engine::eval::nnue::features::near::{NEAR, beside};
use engine::eval::nnue::features::{Feature, INPUTS, MOST_ACTIVE, flipped, position, turned};
use engine::eval::nnue::shape::{FeatureSet, LANES, Layers, Shape};
use engine::shogi::Color;
use std::ops::Range;

/// The rows that are on as a side sees them: no more than two for each piece, and those of attacks.
pub type List = ArrayVec<Feature, { 2 * MOST_ACTIVE + MOST_ATTACKS }>;
/// Those that the side to move sees, then the other side's.
pub type Lists = [List; 2];

/// Where everything is in the table of a tile.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The row of each fact.
    row_of: Vec<Feature>,
    /// The row of each piece that is neither on the board nor in a hand, if it has one.
    absent: Option<Feature>,
    /// What rows there are.
    features: FeatureSet,
    /// Rows of inputs; that of the biases follows.
    pub inputs: usize,
    outputs: usize,
    pub count: usize,
}

impl Layout {
    /// The table of a network of `shape`; none if it cannot be trained.
    pub fn of(shape: Shape) -> Option<Self> {
        match (shape.features, shape.layers) {
            (features, Layers::Squared) if features.is_ours() => Some(Self::new(shape.features, 1)),
            // Layers are a row or a table of rows.
            (FeatureSet::Kp, Layers::Dense { first, second })
                if first <= LANES && second <= LANES =>
            {
                Some(Self::new(shape.features, first))
            }
            _ => None,
        }
    }

    fn new(features: FeatureSet, outputs: usize) -> Self {
        let ours = features != FeatureSet::Kp;
        let row = |fact| if ours { fact } else { number(fact) as Feature };
        Self {
            row_of: (0..INPUTS as Feature).map(row).collect(),
            absent: (!ours).then_some(ABSENT as Feature),
            features,
            inputs: features.inputs(),
            outputs,
            count: features.inputs() + 1 + 2 * outputs,
        }
    }

    /// The rows of the `facts` that the side to move sees, of which there are at most [`MOST_ACTIVE`],
    /// and of what the other side sees then.
    pub fn lists(&self, facts: &[Feature]) -> Lists {
        let others: ArrayVec<_, MOST_ACTIVE> = facts.iter().copied().map(turned).collect();
        let mut lists = [facts, &others].map(|facts| self.list(facts));
        if self.features == FeatureSet::Attacks {
            let attacks = Attacks::of(&position(facts));
            for (list, view) in lists.iter_mut().zip(Color::all()) {
                list.extend(attacks.seen_by(view));
            }
        }
        lists
    }

    /// The rows of the `facts` that a side sees, attacks left out.
    fn list(&self, facts: &[Feature]) -> List {
        let mut list: List = facts
            .iter()
            .map(|&fact| self.row_of[usize::from(fact)])
            .collect();
        if let Some(absent) = self.absent {
            list.extend((facts.len()..MOST_ACTIVE).map(|_| absent));
        }
        if self.features.is_ours() && self.features.by_king() {
            list.extend(beside(facts));
        }
        list
    }

    /// The rows of pieces near the own king.
    pub fn near(&self) -> Range<usize> {
        self.row(INPUTS)..self.row(INPUTS + NEAR)
    }

    /// The rows of what is attacked.
    pub fn attacks(&self) -> Range<usize> {
        self.row(INPUTS + NEAR)..self.row(INPUTS + NEAR + ATTACKS)
    }

    /// `row`, or the end of the inputs if there are no more.
    fn row(&self, row: usize) -> usize {
        row.min(self.inputs)
    }

    /// The row of biases.
    pub fn bias(&self) -> usize {
        self.inputs
    }

    /// The rows of the first layer's weights, one for each output: for what the side to move sees
    /// (0) or the other side (1).
    pub fn weights(&self, side: usize) -> Range<usize> {
        let from = self.inputs + 1 + side * self.outputs;
        from..from + self.outputs
    }
}

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
    pub inputs: Vec<Lists>,
    /// By how much the loss grows with the output, for each position.
    pub slopes: Vec<f32>,
    pub blocks: Vec<Block>,
}

/// A part of a batch, transposed.
#[derive(Default)]
pub struct Block {
    /// Its first position in the batch.
    pub first: usize,
    /// Where the users of each input begin in `users`, and where the last ones end.
    starts: Vec<u32>,
    users: Vec<u16>,
}

/// One of the positions to put into a batch, and whether to mirror it.
pub type Item<'a> = (&'a Example, bool);

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
        for_each(threads, &mut work, |(first, (block, inputs))| {
            for (lists, number) in inputs.iter_mut().zip(*first..) {
                *lists = lists_of(item(number), layout);
            }
            block.transpose(*first, inputs, layout);
        });
    }
}

impl Block {
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

fn lists_of((example, flip): Item, layout: &Layout) -> Lists {
    let mut own: ArrayVec<_, MOST_ACTIVE> = example.active().iter().copied().collect();
    if flip {
        for fact in &mut own {
            *fact = FLIPPED[usize::from(*fact)];
        }
    }
    layout.lists(&own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::nnue::features::active;
    use engine::shogi::{Position, sfen};

    #[test]
    fn only_shapes_with_a_trainer_have_a_table() {
        let layout = |name: &str| Layout::of(name.parse().unwrap());
        let flat = layout("flat_32x2").unwrap();
        assert_eq!((flat.weights(1), flat.count), (2346..2347, 2347));
        let near = layout("near_32x2").unwrap();
        assert_eq!((near.weights(1), near.count), (3718..3719, 3719));
        let kp = layout("kp_128x2-16-32").unwrap();
        assert_eq!((kp.weights(1), kp.count), (1727..1743, 1743));
        for name in ["halfkp_256x2-32-32", "kp_256x2-64-32", "kp_256x2-32-96"] {
            assert!(layout(name).is_none(), "{name}");
        }
    }

    #[test]
    fn lists_have_a_row_for_each_piece_and_what_the_shape_adds() {
        let list = |name: &str, pos: &Position| {
            let facts: Vec<_> = active(pos, Color::White).collect();
            let layout = Layout::of(name.parse().unwrap()).unwrap();
            let rows = layout.list(&facts).into_iter().map(usize::from);
            rows.collect::<Vec<_>>()
        };
        let pos = sfen::parse("4k4/4p4/9/9/9/9/9/9/4K4 b G 1").unwrap();
        let flat = list("flat_32x2", &pos);
        assert_eq!(flat.len(), 4);
        let near = list("near_32x2", &pos);
        assert_eq!(near[..4], flat);
        assert!(near.len() == 5 && near[4] >= INPUTS, "the pawn: {near:?}");
        let kp = list("kp_128x2-16-32", &pos);
        assert_eq!((kp.len(), &kp[4..]), (MOST_ACTIVE, &[ABSENT; 36][..]));
    }
}
