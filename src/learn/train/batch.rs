//! A batch of positions, laid out for the arithmetic: which rows of a tile's table each position uses,
//! and for each row the positions that use it.
//!
//! The second is the first transposed. With it the gradient of an input's row is a sum of rows
//! that are only read, which is twice as fast as adding to 80 scattered rows for each position.

use super::activations::HALF;
use super::examples::Example;
use arrayvec::ArrayVec;
use base::work::for_each;
use engine::eval::nnue::accumulator::each_row;
use engine::eval::nnue::choice::Choice;
use engine::eval::nnue::features::attacks::{ATTACKS, Attacks, MOST_ATTACKS};
use engine::eval::nnue::features::near::NEAR;
use engine::eval::nnue::features::{Feature, INPUTS, MOST_ACTIVE, flipped, position, turned};
use engine::eval::nnue::shape::{FeatureSet, LANES, Layers, Shape};
use engine::shogi::Color;
use std::ops::Range;

/// The rows that are on as a side sees them: no more than two for each piece, and those of attacks.
pub type List = ArrayVec<u32, { 2 * MOST_ACTIVE + MOST_ATTACKS }>;
/// Those that the side to move sees, then the other side's.
pub type Lists = [List; 2];

/// The most stacks of layers that can be trained.
pub const MOST_STACKS: usize = 1024;

/// Where everything is in the table of a tile.
///
/// Where inputs are there for each square of the own king anew, most of them are seldom on. Then there is one row more
/// for all those of a kind: what a piece is worth wherever the king is. It is on with each of them, and is added to
/// each when the network is written. The rows of inputs, the rare ones, come first; then what learns in every step: the
/// shared rows, the biases, the first layers. Without such inputs no row is rare.
#[derive(Clone, Debug)]
pub struct Layout {
    /// What inputs there are.
    features: FeatureSet,
    /// How many rows are rare.
    pub rare: usize,
    /// Rows of inputs that are not.
    pub common: usize,
    /// Outputs of the first layer of each stack.
    pub outputs: usize,
    /// Stacks of layers.
    pub stacks: usize,
    /// How one of them is chosen.
    choice: Choice,
    /// How many rows there are.
    pub count: usize,
}

impl Layout {
    /// The table of a network of `shape`; none if it cannot be trained.
    pub fn of(shape: Shape) -> Option<Self> {
        let features = shape.features;
        // The outputs of a first layer are a row, and so are the inputs of a second.
        let (outputs, choice) = match shape.layers {
            Layers::Squared if features.is_ours() => (1, Choice::default()),
            Layers::Dense { first, .. } if first <= LANES => (first, Choice::default()),
            Layers::Stacked(layers) if layers.is_plain() && layers.first <= HALF => {
                (layers.first_outputs(), layers.choice)
            }
            _ => return None,
        };
        let (rows, stacks) = (features.rows(), choice.count());
        let (rare, common) = match features.kings() {
            1 => (0, rows),
            kings => (rows, rows / kings),
        };
        (stacks <= MOST_STACKS).then_some(Self {
            features,
            rare,
            common,
            outputs,
            stacks,
            choice,
            count: rare + common + 1 + 2 * stacks * outputs,
        })
    }

    /// The rows of the `facts` that the side to move sees, of which there are at most [`MOST_ACTIVE`],
    /// and of what the other side sees then.
    pub fn lists(&self, facts: &[Feature]) -> Lists {
        let others: ArrayVec<_, MOST_ACTIVE> = facts.iter().copied().map(turned).collect();
        let mut lists = [facts, &others].map(|facts| self.list(facts));
        if self.features == FeatureSet::Attacks {
            let attacks = Attacks::of(&position(facts));
            for (list, view) in lists.iter_mut().zip(Color::all()) {
                list.extend(attacks.seen_by(view).into_iter().map(u32::from));
            }
        }
        lists
    }

    /// The rows of the `facts` that a side sees, attacks left out.
    fn list(&self, facts: &[Feature]) -> List {
        let mut list = List::new();
        each_row(self.features, facts, |row| {
            list.push(row as u32);
            list.extend(self.shared(row).map(|row| row as u32));
        });
        list
    }

    /// The row that the input of `row` shares with others, if it does.
    pub fn shared(&self, row: usize) -> Option<usize> {
        (self.rare > 0).then(|| self.rare + row % self.common)
    }

    /// The stack for the position of which the side to move sees `facts`.
    fn stack(&self, facts: &[Feature]) -> u16 {
        if self.stacks == 1 {
            return 0;
        }
        self.choice.of(None, &position(facts), Color::Black) as u16
    }

    /// The rows of pieces near the own king.
    pub fn near(&self) -> Range<usize> {
        self.own(INPUTS)..self.own(INPUTS + NEAR)
    }

    /// The rows of what is attacked.
    pub fn attacks(&self) -> Range<usize> {
        self.own(INPUTS + NEAR)..self.own(INPUTS + NEAR + ATTACKS)
    }

    /// `row`, or the end of the inputs if there are no more of our own.
    fn own(&self, row: usize) -> usize {
        if self.features.is_ours() {
            row.min(self.common)
        } else {
            self.common
        }
    }

    /// The row of biases.
    pub fn bias(&self) -> usize {
        self.rare + self.common
    }

    /// The rows of the first layers' weights, one for each output, stack by stack: for what the side to move
    /// sees (0) or the other side (1).
    pub fn weights(&self, side: usize) -> Range<usize> {
        let length = self.stacks * self.outputs;
        let from = self.bias() + 1 + side * length;
        from..from + length
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
    /// The stack of layers for each position.
    pub stacks: Vec<u16>,
    /// The rare rows that are on for any of them, in order.
    pub rare: Vec<usize>,
    /// By how much the loss grows with the output, for each position.
    pub slopes: Vec<f32>,
    pub blocks: Vec<Block>,
}

/// A part of a batch, transposed.
#[derive(Default)]
pub struct Block {
    /// Its first position in the batch.
    pub first: usize,
    /// The rows that have users.
    rows: Vec<usize>,
    /// Where the users of each row begin in `users`, and where the last ones end.
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
        self.stacks.resize(count, 0);
        self.blocks
            .resize_with(count.div_ceil(BLOCK), Block::default);
        let positions = self.inputs.chunks_mut(BLOCK);
        let positions = positions.zip(self.stacks.chunks_mut(BLOCK));
        let blocks = self.blocks.iter_mut().zip(positions);
        let mut work: Vec<_> = (0..count).step_by(BLOCK).zip(blocks).collect();
        for_each(threads, &mut work, |(first, (block, (inputs, stacks)))| {
            let positions = inputs.iter_mut().zip(stacks.iter_mut());
            for ((lists, stack), number) in positions.zip(*first..) {
                let facts = facts(item(number));
                *lists = layout.lists(&facts);
                *stack = layout.stack(&facts);
            }
            block.transpose(*first, inputs, layout);
        });
        let mut is_on = vec![false; layout.rare];
        let rows = self.blocks.iter().flat_map(|block| &block.rows);
        for &row in rows.filter(|row| **row < layout.rare) {
            is_on[row] = true;
        }
        let rows = (0..layout.rare).filter(|row| is_on[*row]);
        self.rare.clear();
        self.rare.extend(rows);
    }
}

impl Block {
    /// For each row that is on for anyone, who has it on: twice the number of a position in the block as seen by
    /// the side to move, or that and 1 as seen by the other side.
    pub fn users(&self) -> impl Iterator<Item = (usize, &[u16])> {
        self.rows.iter().map(|&row| (row, self.users_of(row)))
    }

    fn users_of(&self, row: usize) -> &[u16] {
        &self.users[self.starts[row] as usize..self.starts[row + 1] as usize]
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
        let rows = (0..layout.bias()).filter(|&row| self.starts[row] < self.starts[row + 1]);
        self.rows.clear();
        self.rows.extend(rows);
    }
}

/// What the side to move sees in a position, mirrored or not.
fn facts((example, flip): Item) -> ArrayVec<Feature, MOST_ACTIVE> {
    let mut own: ArrayVec<_, MOST_ACTIVE> = example.active().iter().copied().collect();
    if flip {
        for fact in &mut own {
            *fact = FLIPPED[usize::from(*fact)];
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::nnue::features::active;
    use engine::eval::nnue::features::halfkp::ABSENT;
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
        let halfkp = layout("halfkp_256x2-32-96").unwrap();
        let (real, shared) = (125_388, 1548);
        assert_eq!((halfkp.rare, halfkp.common), (real, shared));
        assert_eq!(halfkp.count, real + shared + 1 + 64);
        assert_eq!(halfkp.shared(3 * 1548 + 5), Some(real + 5));
        let sfnn = layout("SFNN1536").unwrap();
        assert_eq!((sfnn.rare, sfnn.common), (73_305, 1629));
        assert_eq!((sfnn.stacks, sfnn.outputs), (9, 16));
        for name in [
            "kp_256x2-64-32",
            "SFNN_halfka2_256_23_32",
            "SFNN_halfka2_256_7_32_progress8",
            "SFNN_halfka2_512_7_32_c256_s64x4",
            "SFNN_halfka2_256_7_32_hand1024_k3k3",
        ] {
            assert!(layout(name).is_none(), "{name}");
        }
    }

    #[test]
    fn lists_have_a_row_for_each_piece_and_what_the_shape_adds() {
        let list = |name: &str, pos: &Position| {
            let facts: Vec<_> = active(pos, Color::White).collect();
            let layout = Layout::of(name.parse().unwrap()).unwrap();
            let rows = layout.list(&facts).into_iter();
            rows.map(|row| row as usize).collect::<Vec<_>>()
        };
        let pos = sfen::parse("4k4/4p4/9/9/9/9/9/9/4K4 b G 1").unwrap();
        let flat = list("flat_32x2", &pos);
        assert_eq!(flat.len(), 4);
        let near = list("near_32x2", &pos);
        assert_eq!(near[..4], flat);
        assert!(near.len() == 5 && near[4] >= INPUTS, "the pawn: {near:?}");
        let kp = list("kp_128x2-16-32", &pos);
        assert_eq!((kp.len(), &kp[4..]), (MOST_ACTIVE, &[ABSENT; 36][..]));
        // The kings have no rows; each row comes with the one it shares.
        let by_king = list("halfkp_128x2-16-32", &pos);
        assert_eq!(by_king.len(), 2 * 38);
        let king = 44 * 1548;
        assert!(
            by_king
                .chunks(2)
                .all(|rows| rows[0] - king == rows[1] - 125_388)
        );
        assert_eq!(by_king[4..6], [king + ABSENT, 125_388 + ABSENT]);
    }
}
