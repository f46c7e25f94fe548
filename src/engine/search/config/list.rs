//! The list of what can be varied.
//!
//! A knob's lines say the idea and its source, then what it is worth, how that was measured, and when.

use super::PRESETS;

knobs! {
    /// The values of all knobs, and the kind of search that they change.
    pub struct SearchConfig: PRESETS, "";

    /// Whether interest decides with the conventional terms: all knobs down to `threat_order` count only then. Worth of all
    /// of them: +30 (−18 to +79; 200 games, 50,000 nodes, 2026-11-28).
    interest = 1, 0..=1;
    /// Cost per drop of the same kind already searched at the node. Source: Rollason 2014.
    /// Worth of all penalties down to `implausible_order`: +22 (−30 to +74; 160 games, 20,000 nodes, 2026-11-28).
    same_drop_cost = 60, 0..=2048;
    /// Cost of a check per check already searched at the node. Source: Rollason 2014.
    /// Worth: see `same_drop_cost`.
    same_check_cost = 30, 0..=2048;
    /// Cost per move of the same piece already searched at the node. Idea: Rollason 2007.
    /// Worth: see `same_drop_cost`.
    same_piece_cost = 24, 0..=2048;
    /// Cost per capture of the same piece already searched at the node. Our own.
    /// Worth: see `same_drop_cost`.
    same_victim_cost = 24, 0..=2048;
    /// Cost per quiet move or drop to the same square already searched at the node. Our own.
    /// Worth: see `same_drop_cost`.
    same_square_cost = 24, 0..=2048;
    /// Cost per doubling of 64 points of negative plausibility. Source: Rollason 2007.
    /// Worth: see `same_drop_cost`.
    implausible_cost = 200, 0..=2048;
    /// Order score lost per point of negative plausibility. Source: Rollason 2007.
    /// Worth: see `same_drop_cost`.
    implausible_order = 2, 0..=200;
    /// Interest of a check. Source: Rollason 2014.
    /// Worth: −13 (−63 to +36) for 512 (160 games, 20,000 nodes, 2026-11-28).
    check_bonus = 0, 0..=4096;
    /// Order score per unit of threat. Source: Rollason 2014; the prototype.
    /// Worth: +70 (+15 to +130; 160 games, 20,000 nodes, 2026-11-28). 32 against 16: +47 (−10 to +107; 140 games, 20,000
    /// nodes), but 8-16-0 at 50,000.
    threat_order = 16, 0..=100;
    /// Share of the limits that the mate solver has before the search begins, if that is worth its
    /// while; 0: it is not asked. Worth: 32-8 instead of 27-13 against gpsshogi at 1 s, and 5 losses
    /// instead of 10 after it stood at +500 (2026-11-23).
    mate_share_percent = 10, 0..=50;
    /// Static value of the root, in units, from which the mate solver is asked; −10000: always.
    /// Worth: 39 of the 40 mates that 69 games of 20 k nodes missed, for 48 % of the solver's nodes.
    mate_from = 170, -10_000..=10_000;
    /// Standard deviation of what is added to static values, in centipawns; 0: nothing is. For levels
    /// (`levels.rs`). Worth: `kyomi-lab levels` has what levels with it are worth.
    value_noise = 0, 0..=5000;
    /// Temperature in centipawns at which the move is chosen by what moves are worth one ply ahead and by what is seen at
    /// once; 0: the best is played. For levels (`levels.rs`, `choice.rs`). Worth: see `value_noise`.
    choice_temperature = 0, 0..=20_000;
}
