//! The kinds of search, each as what it changes of the default.

/// Values of knobs by name.
type Changes = &'static [(&'static str, i32)];

/// Kinds of search by name, each as what it changes of the default, which is the first.
///
/// - `interest` is the search of this engine.
/// - `conventional` is the base under it: one of the strongest conventional searches of 2026, node by node
///   (`tests/all/tree.rs`).
pub const PRESETS: &[(&str, Changes)] = &[("interest", &[]), ("conventional", CONVENTIONAL)];

const CONVENTIONAL: Changes = &[
    ("interest", 0),
    ("lateness_bonus", 65),
    ("near_pv_bonus", 2819),
    ("answers_cut_percent", 100),
    ("move_count_percent", 100),
    ("futility_margin", 120),
    ("noisy_futility_margin", 218),
    ("exchange_margin", 167),
    ("reverse_futility_margin", 76),
    ("null_move_margin", 378),
    ("probcut_margin", 224),
    ("singular_margin", 60),
    ("correction_percent", 100),
    ("main_order", 200),
    ("pawn_order", 200),
];
