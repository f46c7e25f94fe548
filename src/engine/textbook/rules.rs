//! What of the textbook is on: one list of small numbers with names, and three named settings of them.

use crate::knobs;

/// A number of the textbook: a switch, if it may be 0 or 1.
pub type Knob = knobs::Knob<Rules>;

knobs! {
    /// What is on, and the preset that was changed to make it.
    pub struct Rules: PRESETS, "textbook ";

    /// Whether a move that the opponent would not have allowed ends its node. Idea: alpha-beta (D. Knuth and
    /// R. Moore, 1975); 0 is minimax.
    cuts = 1, 0..=1;
    /// Whether moves are tried in order (`order.rs`); 0: as they are generated, but the table's first.
    ordering = 1, 0..=1;
    /// Whether a search to a depth begins with the depths before it, each of which puts its best move first at the
    /// root. Idea: iterative deepening (D. Slate and L. Atkin, 1977).
    deepening = 1, 0..=1;
    /// Whether all moves but the first are asked only whether they are better. Idea: principal variation search
    /// (J. Fishburn, 1981; T. Marsland and M. Campbell, 1982).
    zero_windows = 1, 0..=1;
    /// Whether anything is kept in the transposition table. Idea: R. Greenblatt, 1967.
    table = 1, 0..=1;
    /// Whether captures are searched where the depth ends; 0: the static value counts.
    quiescence = 1, 0..=1;
    /// Where a mate in one is looked for before any move: 1: with two plies left or more, which looks no further than
    /// the depth; 2: everywhere; 0: nowhere.
    mate_in_one = 2, 0..=2;
    /// Whether the mate solver is asked first.
    mate_solver = 1, 0..=1;
    /// How much less than a ply a move out of check costs, in hundredths.
    check_extension = 100, 0..=100;
    /// Whether a node ends if even passing holds beta. Idea: D. Beal, 1989; C. Donninger, 1993.
    null_move = 0, 0..=1;
    /// Whether late quiet moves are searched less deep, and again if they are good. Idea: late-move reductions.
    late_moves = 0, 0..=1;
    /// Whether the table's move is searched deeper where all others are worse. Idea: T. Anantharaman, M. Campbell
    /// and F. Hsu, 1988.
    singular_moves = 0, 0..=1;
    /// Whether each side pays for its moves from an account of its own; the table knows the mean. Source: J. Rollason,
    /// 2014.
    two_accounts = 0, 0..=1;
    /// Cost of a move of one point of interest by the article's law, in hundredths of a ply (`article.rs`); 0: a
    /// move costs a ply. Source: J. Rollason, 2014.
    article_scale = 0, 0..=1_000_000;
    /// What the article's law charges for each drop of the same kind, and a check for each check, tried before.
    article_similarity = 0, 0..=400;
}

/// The kinds of search of the textbook, each as what it changes of the first:
///
/// - `alphabeta`: full width and full depth. Every move costs a ply, one out of check nothing; nothing is pruned,
///   reduced or extended otherwise. It is the "interest off" of the articles.
/// - `minimax`: every legal move of every line, and the static value at its end; the first rung of `kyomi-lab ladder`.
/// - `interest-classic`: the article read literally (`article.rs`).
pub const PRESETS: [(&str, &[(&str, i32)]); 3] = [
    ("alphabeta", &[]),
    (
        "minimax",
        &[
            ("cuts", 0),
            ("ordering", 0),
            ("deepening", 0),
            ("zero_windows", 0),
            ("table", 0),
            ("quiescence", 0),
            ("mate_in_one", 0),
            ("mate_solver", 0),
            ("check_extension", 0),
        ],
    ),
    (
        "interest-classic",
        &[
            ("mate_solver", 0),
            ("check_extension", 0),
            ("two_accounts", 1),
            ("article_scale", 2000),
            ("article_similarity", 40),
        ],
    ),
];
