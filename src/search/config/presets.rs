//! The kinds of search, each as what it changes of the default.

/// Values of knobs by name.
type Changes = &'static [(&'static str, i32)];

/// A kind of search: its name, and what it changes of the default, part by part; of two values of
/// a knob the later holds.
pub type Preset = (&'static str, &'static [Changes]);

/// No node ends by its static value, and no move is left out.
const FULL_WIDTH: Changes = &[
    ("overdraft", 0),
    ("null_move_cost", 0),
    ("reverse_futility_margin", 0),
    ("razor_margin", 0),
    ("futility_margin", 0),
    ("late_move_base", 0),
    ("exchange_margin", 0),
    ("check_exchange_margin", 0),
    ("quiet_exchange_margin", 0),
];

/// The static value is what the evaluation says, and budgets do not shrink.
const PLAIN: Changes = &[("correction_percent", 0), ("untried_cost", 0)];

/// What was searched at a node says nothing of like moves.
const NO_LIKENESS: Changes = &[
    ("same_drop_cost", 0),
    ("same_check_cost", 0),
    ("same_piece_cost", 0),
    ("same_square_cost", 0),
    ("same_victim_cost", 0),
];

/// What failed elsewhere is as plausible as anything.
const NO_PLAUSIBILITY: Changes = &[("implausible_cost", 0), ("implausible_order", 0)];

/// Each move costs a ply.
const EQUAL_COSTS: Changes = &[
    ("growth_cost", 0),
    ("growth_log_cost", 0),
    ("order_cost", 0),
    ("stagnation_cost", 0),
    ("beside_capture_cost", 0),
    ("threat_permille", 0),
    ("surplus_limit", 0),
];

/// The terms of the article with its weights, and the law that makes costs of them.
const ARTICLE: Changes = &[
    ("share_percent", 0),
    ("evasion_cost", 100),
    ("evasion_percent", 100),
    ("reciprocal_scale", 2000),
    ("mobility_bonus", 1000),
    ("reply_bonus", 1000),
    ("table_bonus", 25),
    ("root_best_bonus", 100),
    ("follow_up_bonus", 100),
    ("best_quiet_bonus", 100),
    ("capture_permille", 200),
    ("promotion_bonus", 100),
    ("check_bonus", 100),
    ("check_again_bonus", 100),
    ("take_checker_bonus", 100),
    ("threat_permille", 200),
    ("pawn_attack_percent", 100),
    ("unpin_percent", 50),
    ("beyond_cost", 5),
    ("order_bonus", 0),
    ("pv_bonus", 0),
    ("verify_from", 10_000),
    ("leave_out_captures", 1),
    ("same_drop_cost", 40),
    ("same_check_cost", 40),
    ("same_piece_cost", 15),
];

/// Kinds of search by name, each as what it changes of the default, which is `interest`.
///
/// - `alphabeta` is full-width iterative deepening with the same table, ordering and quiescence:
///   every move costs a ply, a move out of check nothing (the check extension), nor a singular one
///   from six plies on; nothing is left out and no null move is made. It is the "interest off" of
///   the articles.
/// - `modern` is the conventional selective search of today's engines: one common depth, null
///   move, logarithmic reductions corrected by histories, pruning of late quiets by count,
///   futility both ways, razoring, pruning by exchange, singular extensions and correction
///   history. Its numbers were screened in the same way as those of `interest`, whose finds about
///   what both have in common it shares (`knobs.rs`).
/// - `interest-classic` reads the article literally, for the record: a move costs the reciprocal
///   of its interest and what the moves searched before it cost, its terms have the article's
///   weights, and a branch ends hard. The prototype's 0–7 % against plain alpha-beta (spec
///   `search.md` §1.1) says why it is not the default.
pub const PRESETS: &[Preset] = &[
    ("interest", &[]),
    (
        "alphabeta",
        &[
            FULL_WIDTH,
            PLAIN,
            EQUAL_COSTS,
            NO_LIKENESS,
            NO_PLAUSIBILITY,
            &[("evasion_cost", 0)],
        ],
    ),
    (
        "modern",
        &[
            NO_LIKENESS,
            NO_PLAUSIBILITY,
            &[
                ("surplus_limit", 0),
                ("evasion_cost", 55),
                ("evasion_percent", 52),
                ("growth_cost", 50),
                ("growth_log_cost", 51),
                ("counter_bonus", 110),
                ("check_bonus", 110),
                ("threat_permille", 0),
                ("order_divisor", 85),
                ("pv_bonus", 60),
                ("stagnation_cost", 65),
                ("beside_capture_cost", 50),
                ("malus_percent", 115),
                ("check_order", 5500),
                ("threat_order", 12),
                ("overdraft", 0),
                ("late_move_base", 6),
                ("null_move_cost", 300),
                ("reverse_futility_margin", 140),
                ("razor_margin", 240),
                ("futility_margin", 100),
                ("futility_limit", 700),
                ("quiet_exchange_margin", 45),
                ("untried_cost", 85),
                ("singular_margin", 3),
            ],
        ],
    ),
    (
        "interest-classic",
        &[
            FULL_WIDTH,
            PLAIN,
            EQUAL_COSTS,
            NO_LIKENESS,
            NO_PLAUSIBILITY,
            ARTICLE,
            &[("overdraft", 1)],
        ],
    ),
];
