//! The list of knobs: what can be varied, in the order in which options and helps show it.

use super::Knob;

knobs! {
    /// How far both budgets grow from one iteration to the next; 100 is a ply.
    iteration_step = 100, 25..=400;
    /// Share of a move's cost that is charged to the other side, in percent: 0 keeps two
    /// tallies apart, 50 is one common depth. Worth of 50 against 0, 2026-11-20: Elo +66 ± 50 with
    /// the hand-made evaluation (160 games at 10 ms), +44 ± 49 with the network (200 games at 8 ms);
    /// 30 against 50: −25 ± 41 (240 games). Longer times were not measured.
    share_percent = 50, 0..=50;
    /// Cost of a move made in check, before lost interest; 100 is neutral.
    evasion_cost = 50, 0..=100;
    /// Part of the lost interest that counts when in check, in percent; 100 is neutral.
    evasion_percent = 40, 0..=100;

    /// Lost interest of every move after the first.
    growth_cost = 20, 0..=400;
    /// Lost interest per logarithm of rank and logarithm of depth.
    growth_log_cost = 45, 0..=200;
    /// Lost interest per rank.
    growth_linear_cost = 0, 0..=100;
    /// Part of the growth that counts for captures and promotions that lose nothing.
    good_capture_percent = 30, 0..=100;
    /// Part of the growth that counts for captures that lose material.
    bad_capture_percent = 70, 0..=100;
    /// Cost of a move of one point of interest: a move costs this over its interest, and what
    /// the moves searched before it cost. 0: the logarithmic law instead.
    reciprocal_scale = 0, 0..=1_000_000;

    /// Interest of each of a node's moves, divided by their number.
    mobility_bonus = 0, 0..=10_000;
    /// Interest of each of the moves out of a check, divided by their number.
    reply_bonus = 0, 0..=10_000;
    /// Interest of the table's move.
    table_bonus = 0, 0..=1000;
    /// Interest of the last iteration's best move at the root.
    root_best_bonus = 0, 0..=1000;
    /// Interest of a killer.
    killer_bonus = 100, 0..=1000;
    /// Interest of the countermove.
    counter_bonus = 100, 0..=1000;
    /// Interest of the follow-up move, which is then tried after the killers.
    follow_up_bonus = 0, 0..=1000;
    /// Interest of the first quiet move in order.
    best_quiet_bonus = 0, 0..=1000;
    /// Interest of a capture or promotion, in permille of the centipawns it gains at once.
    capture_permille = 0, 0..=2000;
    /// Interest of a promotion.
    promotion_bonus = 0, 0..=1000;
    /// Interest of a check.
    check_bonus = 50, 0..=1000;
    /// Further interest of a check when the side's last move was one too.
    check_again_bonus = 0, 0..=1000;
    /// Interest of capturing a piece that gives check.
    take_checker_bonus = 0, 0..=1000;
    /// Interest of a threat, in permille of its centipawns.
    threat_permille = 100, 0..=2000;
    /// Part of the second piece's value that a fork counts as threat, in percent.
    fork_percent = 100, 0..=400;
    /// Further part of the piece's value that a pawn's attack counts as threat, in percent.
    pawn_attack_percent = 0, 0..=400;
    /// Part of a piece's value that moving it out of an attack counts as threat, in percent.
    escape_percent = 50, 0..=400;
    /// Part of a piece's value that moving it into an attack takes from its threat, in percent.
    exposure_percent = 50, 0..=400;
    /// Part of a piece's value that pinning it counts as threat, in percent.
    pin_percent = 0, 0..=400;
    /// Part of a piece's value that moving it, or the king, out of a pin counts as threat, in
    /// percent.
    unpin_percent = 0, 0..=400;
    /// Lost interest per ply beyond the iteration's number.
    beyond_cost = 0, 0..=400;
    /// Order score that makes up one centi-ply of interest.
    order_divisor = 80, 1..=1000;
    /// Greatest interest of a good order score.
    order_bonus = 200, 0..=600;
    /// Greatest lost interest of a bad order score.
    order_cost = 150, 0..=600;
    /// Interest of every move in nodes of the principal variation.
    pv_bonus = 70, 0..=400;
    /// Lost interest when the static value is not better than two plies before.
    stagnation_cost = 50, 0..=400;

    /// More cost for each like drop already searched at the node.
    same_drop_cost = 40, 0..=400;
    /// More cost for each check already searched at the node, if this is one.
    same_check_cost = 40, 0..=400;
    /// More cost for each move of the same piece already searched at the node.
    same_piece_cost = 15, 0..=400;
    /// More cost for each capture of the same piece already searched at the node.
    same_victim_cost = 0, 0..=400;
    /// More cost per logarithm of a move's negative plausibility.
    implausible_cost = 15, 0..=200;
    /// Order score lost per point of negative plausibility.
    implausible_order = 5, 0..=200;
    /// What the records of moves take off those searched before a cut, in percent of what they
    /// give the move that cut.
    malus_percent = 100, 0..=200;
    /// Order score of a check.
    check_order = 4000, 0..=20_000;
    /// Order score per centipawn of threat.
    threat_order = 10, 0..=100;

    /// Lost interest from which a move that beats alpha is searched again at ordinary cost;
    /// 10000 never does.
    verify_from = 25, 1..=10_000;
    /// How far a quiet move may overdraw its side's budget; costlier ones are left out. 0: none
    /// is ever left out.
    overdraft = 100, 0..=1000;
    /// Whether captures are left out by budget too.
    leave_out_captures = 0, 0..=1;
    /// Quiet moves of a node that are searched at a mean budget of nothing. 0: no limit.
    late_move_base = 0, 0..=100;
    /// Further ones, in hundredths per squared ply of mean budget; half when not improving.
    late_move_growth = 100, 0..=1000;
    /// Both budgets lose this much after a null move. 0: no null move.
    null_move_cost = 300, 0..=800;
    /// Value above beta that makes up one centi-ply of further null-move cost.
    null_move_divisor = 2, 1..=16;
    /// Mean budget from which a null-move cut is verified by a search.
    null_verify_from = 900, 0..=10_000;
    /// Margin per ply of reverse futility. 0: none.
    reverse_futility_margin = 110, 0..=400;
    /// Margin per ply of futility. 0: none.
    futility_margin = 130, 0..=400;
    /// Mean budget up to which both futilities apply.
    futility_limit = 700, 0..=2000;
    /// Material per ply that a capture may lose without being left out. 0: none is.
    exchange_margin = 100, 0..=400;
    /// Material per squared ply that a quiet move may lose without being left out. 0: none is.
    /// Worth together with `correction_percent` 100: Elo +85 ± 51 (200 games at 8 ms, network,
    /// 2026-11-20).
    quiet_exchange_margin = 30, 0..=400;
    /// Cost to both budgets of having no move from the table. 0: none.
    untried_cost = 100, 0..=300;
    /// How much worse per ply of mean budget all other moves must be for the table's move to be
    /// singular. 0: none is. Worth of 15, 2026-11-20 at 10 ms: −60 ± 46 (interest, from 500, 200
    /// games), −33 ± 55 (modern, 160 games); other margins were not measured.
    singular_margin = 0, 0..=400;
    /// Mean budget from which a move can be singular.
    singular_from = 600, 300..=2000;
    /// Less cost for a singular move.
    singular_bonus = 100, 0..=200;
    /// Part of the correction learned for positions of this kind that is added to the static
    /// value, in percent. 0: none. Worth: see `quiet_exchange_margin`.
    correction_percent = 100, 0..=200;
    /// Mean budget from which a mate in one is looked for before anything else; 10000: never.
    mate_one_from = 1, 1..=10_000;
    /// Whether quiescence begins by looking for a mate in one. Worth: 51.2 % in 400 games at 10 ms
    /// (95 %: −24 to +42 Elo), and a mate in three found in 4,140 nodes instead of 109,802.
    mate_one_quiescence = 1, 0..=1;
    /// First aspiration window, in centipawns to each side. 0: none.
    aspiration = 60, 0..=1000;
}
