//! Which moves are legal.

use super::{check, check_legal};

#[test]
fn a_file_holds_one_unpromoted_pawn_of_a_side() {
    check_legal(&[
        ("8k/9/9/9/4P4/9/9/9/K8 b P 1", "P*5c", false),
        ("8k/9/9/9/4+P4/9/9/9/K8 b P 1", "P*5c", true),
        ("8k/9/9/9/4p4/9/9/9/K8 b P 1", "P*5c", true),
        ("8k/9/9/9/P7P/9/9/9/K8 b P 1", "P*9c", false),
        ("8k/9/9/9/P7P/9/9/9/K8 b P 1", "P*1c", false),
        ("k8/9/9/9/4p4/9/9/9/8K w p 1", "P*5g", false),
    ]);
    check(&[("8k/9/9/9/P7P/9/9/9/K8 b P 1", "-", "ndrops", "-", "56")]);
}

#[test]
fn a_dropped_pawn_may_check_but_not_mate() {
    check_legal(&[
        // Mate: the head is covered, the king has no way out.
        ("7nk/9/7S1/6b2/9/9/9/9/9 b P 1", "P*1b", false),
        // A gold can take the pawn.
        ("7nk/9/7Sg/6b2/9/9/9/9/9 b P 1", "P*1b", true),
        // The gold that could take it is pinned by the rook, so it is mate.
        ("R6gk/9/7S1/9/9/9/9/9/9 b P 1", "P*1b", false),
        // Pinned too, but along the line on which the pawn arrives.
        ("7nk/9/7Sg/9/9/9/9/9/8R b P 1", "P*1b", true),
        // Not a check at all, though nothing else could move: allowed.
        ("8k/9/7G1/9/9/9/9/9/4K4 b 2P 1", "P*2b", true),
        // Only a drop is forbidden: the pawn on the board mates.
        ("7nk/9/7SP/9/9/9/9/9/9 b - 1", "1c1b", true),
        // White's drops follow the same rule.
        ("9/9/9/9/9/6B2/7s1/9/7NK w p 1", "P*1h", false),
    ]);
    check(&[
        ("7nk/9/7SP/9/9/9/9/9/9 b - 1", "1c1b", "mated", "-", "true"),
        // No enemy king, no mate.
        ("9/9/9/9/9/9/9/9/K8 b P 1", "-", "ndrops", "-", "71"),
    ]);
}

#[test]
fn pieces_must_keep_a_further_move() {
    check_legal(&[
        ("8k/4P4/9/9/9/9/9/9/K8 b - 1", "5b5a", false),
        ("8k/4P4/9/9/9/9/9/9/K8 b - 1", "5b5a+", true),
        ("8k/4L4/9/9/9/9/9/9/K8 b - 1", "5b5a", false),
        ("8k/9/4L4/9/9/9/9/9/K8 b - 1", "5c5b", true),
        ("8k/9/9/4N4/9/9/9/9/K8 b - 1", "5d4b", false),
        ("8k/9/9/9/4N4/9/9/9/K8 b - 1", "5e4c", true),
        ("8k/9/9/9/9/9/9/9/K8 b PLN 1", "N*5b", false),
        ("8k/9/9/9/9/9/9/9/K8 b PLN 1", "N*5c", true),
        ("8k/9/9/9/9/9/9/9/K8 b PLN 1", "L*5a", false),
    ]);
    check(&[
        ("8k/9/9/9/9/9/9/9/K8 b PLN 1", "-", "ndrops", "-", "204"),
        (
            "8k/9/9/9/9/9/4p4/9/K8 w pln 1",
            "5g5h",
            "legal",
            "5h5i",
            "false",
        ),
    ]);
}

#[test]
fn promotion_needs_the_zone_and_a_piece_that_promotes() {
    check_legal(&[
        ("8k/9/9/4S4/9/9/9/9/K8 b - 1", "5d5c+", true),
        ("8k/9/4S4/9/9/9/9/9/K8 b - 1", "5c4d+", true),
        ("8k/9/9/4S4/9/9/9/9/K8 b - 1", "5d4e+", false),
        ("8k/9/9/4G4/9/9/9/9/K8 b - 1", "5d5c+", false),
        ("8k/9/9/4+S4/9/9/9/9/K8 b - 1", "5d5c+", false),
        ("8k/9/9/4K4/9/9/9/9/9 b - 1", "5d5c+", false),
        ("7k1/9/9/9/4B4/9/9/9/K8 b - 1", "5e7c", true),
    ]);
}
