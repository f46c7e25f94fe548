//! The kinds of search, each as what it changes of the default.

/// Values of knobs by name.
type Changes = &'static [(&'static str, i32)];

/// Full width and full depth: each node searches all its moves as far as any other.
const PLAIN: Changes = &[
    // No node ends by its static value, and no move is pruned.
    ("overdraft", 0),
    ("null_move_cost", 0),
    ("reverse_futility_margin", 0),
    ("razor_margin", 0),
    ("futility_margin", 0),
    ("capture_exchange_margin", 0),
    ("check_exchange_margin", 0),
    ("quiet_exchange_margin", 0),
    // The static value is what the evaluation says, values are what was found, and budgets do not shrink.
    ("correction_percent", 0),
    ("internal_reduction_cost", 0),
    ("table_guess", 0),
    ("towards_beta", 0),
    ("kinds", 0),
    ("hindsight", 0),
    ("probcut_margin", 0),
    // No move is looked at more closely because it stands alone, and no node ends because several hold.
    ("singular_margin", 0),
    // Each move costs a ply.
    ("late_move_cost", 0),
    ("late_move_log_cost", 0),
    ("order_cost", 0),
    ("not_improving_cost", 0),
    ("table_capture_cost", 0),
    ("threat_permille", 0),
    ("surplus_limit", 0),
];

/// Moves searched before say nothing of those that share their traits, nor do failures elsewhere.
const NO_PENALTIES: Changes = &[
    ("same_drop_cost", 0),
    ("same_check_cost", 0),
    ("same_piece_cost", 0),
    ("same_square_cost", 0),
    ("same_victim_cost", 0),
    ("implausible_cost", 0),
    ("implausible_order", 0),
];

/// None of the techniques that save nodes or look further where a branch ends.
const BARE: Changes = &[
    ("evasion_cost", 100),
    ("mate_one_from", 10_000),
    ("mate_one_quiescence", 0),
    ("mate_share_percent", 0),
    ("aspiration_window", 0),
    ("cuts", 0),
    ("ordering", 0),
    ("deepening", 0),
    ("zero_windows", 0),
    ("table", 0),
    ("quiescence", 0),
];

/// The article's law instead of ours: `styles/classic.rs` has its terms.
const ARTICLE: Changes = &[
    ("classic_scale", 2000),
    ("mate_share_percent", 0),
    ("share_percent", 0),
    ("evasion_cost", 100),
    ("evasion_percent", 100),
    ("killer_bonus", 0),
    ("countermove_bonus", 0),
    ("check_bonus", 0),
    ("order_bonus", 0),
    ("pv_bonus", 0),
    ("verify_from", 10_000),
    ("same_drop_cost", 40),
    ("same_check_cost", 40),
    ("overdraft", 1),
];

/// Kinds of search by name, each as what it changes of the default, which is the first, part by part; of two values
/// of a knob the later holds.
///
/// - `interest` is the search of this engine.
/// - `alphabeta` is full-width iterative deepening with the same table, ordering and quiescence:
///   every move costs a ply, a move out of check nothing (the check extension); nothing is pruned,
///   reduced or extended otherwise, and no null move is made. It is the "interest off" of the
///   articles.
/// - `modern` is the conventional selective search of today's engines: one common depth, null move,
///   logarithmic reductions corrected by histories, late-move pruning, futility both ways, razoring,
///   pruning by exchange, singular extensions and correction history. Its numbers were screened in
///   the same way as those of `interest`, whose finds about what both have in common it shares.
///   Each rule prunes moves by itself (`node/pruning.rs`).
/// - `interest-classic` reads the article literally, for the record: moves sorted by cost, which is the
///   reciprocal of interest and what the moves before cost, with the article's weights; a branch ends
///   hard (`styles/classic.rs`). A prototype of it scored 0–7 % against plain alpha-beta.
/// - `minimax` tries every legal move of every line of so many plies and takes the static value at its end;
///   only a mate ends a node early, since no move is better. It is the first rung of `lab ladder`.
pub const PRESETS: &[(&str, &[Changes])] = &[
    ("interest", &[]),
    ("alphabeta", &[PLAIN, NO_PENALTIES, &[("evasion_cost", 0)]]),
    (
        "modern",
        &[
            NO_PENALTIES,
            &[
                ("surplus_limit", 0),
                ("evasion_cost", 55),
                ("evasion_percent", 52),
                ("late_move_cost", 50),
                ("late_move_log_cost", 51),
                ("countermove_bonus", 110),
                ("check_bonus", 110),
                ("threat_permille", 0),
                ("order_divisor", 85),
                ("pv_bonus", 60),
                ("not_improving_cost", 65),
                ("table_capture_cost", 50),
                ("malus_percent", 115),
                ("check_order", 5500),
                ("threat_order", 12),
                ("overdraft", 0),
                ("late_move_pruning_base", 6),
                ("null_move_cost", 300),
                ("reverse_futility_margin", 140),
                ("razor_margin", 240),
                ("futility_margin", 100),
                ("futility_limit", 700),
                ("capture_exchange_margin", 210),
                ("quiet_exchange_margin", 45),
                ("check_exchange_margin", 90),
                ("internal_reduction_cost", 85),
                ("singular_margin", 3),
            ],
        ],
    ),
    ("interest-classic", &[PLAIN, NO_PENALTIES, ARTICLE]),
    ("minimax", &[PLAIN, NO_PENALTIES, BARE]),
];
