//! The kinds of search, each as what it changes of the default.

/// Values of knobs by name.
type Changes = &'static [(&'static str, i32)];

/// Kinds of search by name, each as what it changes of the default, which is the first.
///
/// - `interest` is the search of this engine.
/// - `conventional` is the base under it: one of the strongest conventional searches of 2026, node by node
///   (`tests/all/tree.rs`).
pub const PRESETS: &[(&str, Changes)] = &[("interest", &[]), ("conventional", &[("interest", 0)])];
