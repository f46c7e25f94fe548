//! The list of what can be varied.
//!
//! A knob's lines say the idea and its source, then what it is worth, how that was measured, and when.

use super::PRESETS;

knobs! {
    /// The values of all knobs, and the kind of search that they change.
    pub struct SearchConfig: PRESETS, "";

    /// Whether interest decides with the conventional terms: all knobs down to `threat_order` count only then. Worth of all
    /// of them: +14 (−20 to +48; 400 games, 100,000 nodes, 2026-12-01), with 0.87 of the nodes a second.
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
    implausible_order = 1, 0..=200;
    /// Interest of a check. Source: Rollason 2014.
    /// Worth: −13 (−63 to +36) for 512 (160 games, 20,000 nodes, 2026-11-28).
    check_bonus = 0, 0..=4096;
    /// Order score per unit of threat. Source: Rollason 2014; the prototype.
    /// Worth: +70 (+15 to +130; 160 games, 20,000 nodes, 2026-11-28). 32 against 16: +47 (−10 to +107; 140 games, 20,000
    /// nodes), but 8-16-0 at 50,000.
    threat_order = 22, 0..=100;
    /// What each move handed out before takes from the cost of a move. Source of this and the numbers down to `pawn_order`:
    /// `YaneuraOu` 33ccf1f, whose values `conventional` has.
    /// Worth of these values, with those of `threat_order` and `implausible_order`, against the base's: +124 (+68 to +188; 134
    /// games, 50,000 nodes, 2026-11-30). Chosen by SPSA for our network (`docs/notebook/2026-11-30.md`).
    lateness_bonus = 48, -1024..=1024;
    /// What takes from the cost of all moves at a node that is or was on the principal variation, or near it.
    /// Worth: see `lateness_bonus`.
    near_pv_bonus = 3150, 0..=8192;
    /// Share of the cost of moves after which nodes have cut.
    /// Worth: see `lateness_bonus`.
    answers_cut_percent = 124, 0..=400;
    /// Moves handed out until quiet ones are left out, as a share of 3 + depth².
    /// Worth: see `lateness_bonus`.
    move_count_percent = 82, 50..=1000;
    /// Units per ply left by which a quiet move may lift the static value.
    /// Worth: see `lateness_bonus`.
    futility_margin = 104, 0..=1000;
    /// Units by which a capture may lift it beside what it takes.
    /// Worth: see `lateness_bonus`.
    noisy_futility_margin = 253, -1000..=2000;
    /// Units per ply that a capture or check may lose by exchange.
    /// Worth: see `lateness_bonus`.
    exchange_margin = 149, 0..=1000;
    /// Units per ply by which a static value above beta ends a node.
    /// Worth: see `lateness_bonus`.
    reverse_futility_margin = 86, 0..=1000;
    /// Units by which the static value must be above beta before passing is tried.
    /// Worth: see `lateness_bonus`.
    null_move_margin = 328, -1000..=2000;
    /// Units above beta that a capture must bring in a shallow search to end a node.
    /// Worth: see `lateness_bonus`.
    probcut_margin = 266, 0..=2000;
    /// 55ths of a unit per ply by which other moves must fall short for the table's to be singular.
    /// Worth: see `lateness_bonus`.
    singular_margin = 67, 0..=1000;
    /// Share of the corrections of static values that is taken.
    /// Worth: see `lateness_bonus`.
    correction_percent = 118, 0..=300;
    /// What the main history weighs in the order of quiet moves, in percent.
    /// Worth: see `lateness_bonus`.
    main_order = 172, 0..=1000;
    /// What the history by the pawns weighs there, in percent.
    /// Worth: see `lateness_bonus`.
    pawn_order = 170, 0..=1000;
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
