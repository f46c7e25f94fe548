//! What was published of the ladder: checkers, nodes at depth 4, 6 and 8. Source: J. Hsu, "Adversarial
//! Search" (lecture), and MIT, "Cognitive Game Theory" (lecture, part 1).

use serde::Serialize;

/// The depths.
pub const DEPTHS: [u32; 3] = [4, 6, 8];

/// A technique's nodes at [`DEPTHS`], where they were published.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Published {
    /// What was searched with.
    pub name: &'static str,
    /// From the opening.
    pub opening: [Option<u64>; 3],
    /// In a position with many jumps.
    pub jumps: [Option<u64>; 3],
}

/// The published table.
pub const PUBLISHED: [Published; 6] = [
    Published {
        name: "minimax",
        opening: [Some(3308), Some(217_537), Some(15_237_252)],
        jumps: [Some(8484), Some(695_547), Some(56_902_251)],
    },
    Published {
        name: "alpha-beta",
        opening: [Some(278), Some(5026), Some(129_183)],
        jumps: [Some(2960), Some(99_944), Some(2_676_433)],
    },
    Published {
        name: "ordering",
        opening: [Some(271), Some(3204), Some(36_753)],
        jumps: [Some(268), Some(2436), Some(22_383)],
    },
    Published {
        name: "with quiescence",
        opening: [None, Some(41_219), Some(649_760)],
        jumps: [None, Some(170_637), Some(2_993_949)],
    },
    Published {
        name: "with table",
        opening: [Some(2237), Some(50_688), Some(859_184)],
        jumps: [Some(5855), Some(172_742), Some(3_488_690)],
    },
    Published {
        name: "all together",
        opening: [None, None, Some(4835)],
        jumps: [None, None, Some(6648)],
    },
];
