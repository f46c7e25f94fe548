//! The kinds of search, each as what it changes of the default.

/// Kinds of search by name, each as what it changes of the default, which is `interest`.
///
/// - `alphabeta` is full-width iterative deepening with the same table, ordering and quiescence:
///   every move costs a ply, a move out of check nothing (the check extension), nothing is left
///   out and no null move is made. It is the "interest off" of the articles.
/// - `modern` is the conventional selective search of today's engines: one common depth, null
///   move, logarithmic reductions corrected by histories, pruning of late quiets by count,
///   futility both ways, pruning by exchange, and correction history. Singular extensions are
///   there (`singular_margin`), but it was weaker with them.
/// - `interest-classic` reads the article literally, for the record: a move costs the reciprocal
///   of its interest and what the moves searched before it cost, its terms have the article's
///   weights, and a branch ends hard. The prototype's 0–7 % against plain alpha-beta (spec
///   `search.md` §1.1) says why it is not the default.
pub const PRESETS: &[(&str, &[(&str, i32)])] = &[
    ("interest", &[]),
    (
        "alphabeta",
        &[
            ("evasion_cost", 0),
            ("growth_cost", 0),
            ("growth_log_cost", 0),
            ("order_cost", 0),
            ("stagnation_cost", 0),
            ("same_drop_cost", 0),
            ("same_check_cost", 0),
            ("same_piece_cost", 0),
            ("implausible_cost", 0),
            ("implausible_order", 0),
            ("overdraft", 0),
            ("null_move_cost", 0),
            ("reverse_futility_margin", 0),
            ("futility_margin", 0),
            ("exchange_margin", 0),
            ("quiet_exchange_margin", 0),
            ("correction_percent", 0),
            ("untried_cost", 0),
        ],
    ),
    (
        "modern",
        &[
            ("evasion_cost", 100),
            ("evasion_percent", 50),
            ("growth_cost", 40),
            ("growth_log_cost", 42),
            ("check_bonus", 100),
            ("threat_permille", 0),
            ("same_drop_cost", 0),
            ("same_check_cost", 0),
            ("same_piece_cost", 0),
            ("implausible_cost", 0),
            ("implausible_order", 0),
            ("overdraft", 0),
            ("late_move_base", 4),
            ("late_move_growth", 100),
        ],
    ),
    (
        "interest-classic",
        &[
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
            ("order_cost", 0),
            ("pv_bonus", 0),
            ("stagnation_cost", 0),
            ("implausible_cost", 0),
            ("implausible_order", 0),
            ("verify_from", 10_000),
            ("overdraft", 1),
            ("leave_out_captures", 1),
            ("null_move_cost", 0),
            ("reverse_futility_margin", 0),
            ("futility_margin", 0),
            ("exchange_margin", 0),
            ("quiet_exchange_margin", 0),
            ("correction_percent", 0),
            ("untried_cost", 0),
        ],
    ),
];
