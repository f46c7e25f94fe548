//! The list of what can be varied: the terms of a move's cost, then the other knobs.
//!
//! A term is one entry: its name, the knobs that weigh it, and what it adds to the cost of a move
//! (negative where it makes one cheaper), in centi-plies. The search, `explain`, the options and
//! the texts of players all read this list; a new heuristic is one more entry.
//!
//! A knob's lines say the idea and its source, then what it is worth: Elo with its 95 % error, how it
//! was measured, and when. "Screening" is `lab screen` at 10 ms of CPU time a move unless said; "for A
//! against B" compares two values, "for A" compares A with 0. "The prototype" is one that another
//! team measured. `docs/notebook/screenings.md` has the whole history.

use super::{Knob, Term};
use crate::search::facts::{Facts, Kind, when};

search_config! {
    (config, facts)
    terms {
        "late moves" {
            /// Lost interest of every move after the first. From the prototype.
            /// Worth: +10 ± 32 (match, 10,000 nodes, 2026-11-24). 35, with the next at 40: +6 ± 31 (match, 100 ms).
            late_move_cost = 20, 0..=400;
            /// Lost interest per logarithm of rank and of depth. Idea: late-move reductions (Stockfish).
            /// Worth: +19 ± 16 (screening, 2026-11-22).
            late_move_log_cost = 30, 0..=200;
            /// Percentage of the late-move cost for captures and promotions that lose nothing. Prototype.
            /// Worth: +8 ± 12 for 30 against 100 (screening, 2026-11-24).
            good_capture_percent = 30, 0..=100;
            /// Percentage of the late-move cost for captures that lose material. From the prototype.
            /// Worth: +27 ± 28 for 25 against 100 (match, 10,000 nodes, 2026-11-24).
            bad_capture_percent = 25, 0..=100;
        } => facts.if_late(
            config.late_move_cost + facts.times_log_rank_and_depth(config.late_move_log_cost),
            config.good_capture_percent,
            config.bad_capture_percent,
        );
        "similar drops" {
            /// More cost per drop of the same kind already searched at the node. Source: Rollason 2014.
            /// Worth: +22 ± 12 (screening, 2026-11-24). All five together: see `penalties.rs`.
            same_drop_cost = 42, 0..=400;
        } => i32::from(facts.traits.drop) * config.same_drop_cost;
        "similar checks" {
            /// More cost of a check per check already searched at the node. Source: Rollason 2014.
            /// Worth: 0 ± 12 (screening, 2026-11-24).
            same_check_cost = 18, 0..=400;
        } => i32::from(facts.traits.check) * config.same_check_cost;
        "same piece" {
            /// More cost per move of the same piece already searched at the node. Idea: Rollason 2007.
            /// Worth: +8 ± 12 (screening, 2026-11-24).
            same_piece_cost = 25, 0..=400;
        } => i32::from(facts.traits.piece) * config.same_piece_cost;
        "same victim" {
            /// More cost per capture of the same piece already searched at the node. Our own.
            /// Worth: −6 ± 12 (screening, 2026-11-24).
            same_victim_cost = 25, 0..=400;
        } => i32::from(facts.traits.victim) * config.same_victim_cost;
        "same square" {
            /// More cost per quiet move or drop to the same square already searched at the node. Our own.
            /// Worth: −6 ± 12 (screening, 2026-11-24).
            same_square_cost = 25, 0..=400;
        } => i32::from(facts.traits.square) * config.same_square_cost;
        "implausible" {
            /// More cost per logarithm of a move's negative plausibility. Source: Rollason 2007.
            /// Worth: +7 ± 12 (screening, 2026-11-24); with `implausible_order` +12 ± 15 (match, 30 ms, 2026-11-26).
            implausible_cost = 15, 0..=200;
        } => facts.times_log_points(config.implausible_cost);
        "killer" {
            /// Interest of a killer. Idea: killer moves (S. Akl and M. Newborn, 1977).
            /// Worth: −2 ± 12 (screening, 2026-11-24).
            killer_bonus = 100, 0..=1000;
        } => -facts.if_kind(Kind::Killer, config.killer_bonus);
        "countermove" {
            /// Interest of the countermove. Idea: countermoves (J. Uiterwijk, 1992).
            /// Worth: −2 ± 31 (match, 10,000 nodes, 2026-11-24).
            countermove_bonus = 105, 0..=1000;
        } => -facts.if_kind(Kind::Countermove, config.countermove_bonus);
        "check" {
            /// Interest of a check. Source: Rollason 2014.
            /// Worth: +28 ± 16 (screening, 2026-11-22).
            check_bonus = 105, 0..=1000;
        } => -when(facts.check, config.check_bonus);
        "threat" {
            /// Interest of a threat, in permille of its centipawns. Source: Rollason 2014; the prototype.
            /// Worth: +6 ± 12 (screening, 2026-11-24); with `threat_order` +21 (−14 to +57; match, 30 ms).
            threat_permille = 40, 0..=2000;
        } => -(facts.threat * config.threat_permille / 1000);
        "order" {
            /// Order score that makes up one centi-ply of interest. Idea: Stockfish.
            /// Worth: +15 ± 18 for 55 against 85 (screening, 8 ms, 2026-11-20); all three as they are: `histories.rs`.
            order_divisor = 100, 1..=1000;
            /// Greatest interest of a good order score. From the prototype.
            /// Worth: +15 ± 31 (match, 10,000 nodes, 2026-11-24).
            order_bonus = 250, 0..=600;
            /// Greatest lost interest of a bad order score. From the prototype.
            /// Worth: +18 ± 12 (screening, 2026-11-24).
            order_cost = 350, 0..=600;
        } => -facts.if_kind(
            Kind::Quiet,
            (facts.order / config.order_divisor).clamp(-config.order_cost, config.order_bonus),
        );
        "principal variation" {
            /// Interest of every move in nodes of the principal variation. From the prototype.
            /// Worth: +14 ± 16 (screening, 2026-11-22), −16 ± 12 (screening, 2026-11-24).
            pv_bonus = 40, 0..=400;
        } => -when(facts.pv, config.pv_bonus);
        "not improving" {
            /// Lost interest when the static value is no better than two plies before. Idea: Stockfish.
            /// Worth: −9 ± 12 (screening, 2026-11-24).
            not_improving_cost = 55, 0..=400;
        } => when(!facts.improving, config.not_improving_cost);
        "table move captures" {
            /// Lost interest of a quiet move where the table's move captures. Idea: as in Stockfish.
            /// Worth: +7 ± 12 (screening, 2026-11-24).
            table_capture_cost = 60, 0..=400;
        } => when(
            facts.table_captures && facts.kind.is_quiet(),
            config.table_capture_cost,
        );
    }
    knobs {
        /// How far both budgets grow from one iteration to the next. Source: Rollason 2014 (any step).
        /// Worth: +57 ± 18 for 100 against 50 (screening, 2026-11-22).
        iteration_step = 100, 25..=400;
        /// Share of a move's cost that the other side pays, in percent: 0 is two tallies, 50 one depth.
        /// Worth: +34 (−3 to +71) for 50 against 0 with `overdraft=200` (match, 10,000 nodes, 2026-11-24).
        share_percent = 50, 0..=50;
        /// Cost of a move made in check, before lost interest; 100 is neutral. From the prototype.
        /// Worth: +53 ± 37 with the next, for 50, 40 against 100, 50 (match, 8 ms, 2026-11-20).
        evasion_cost = 50, 0..=100;
        /// Percentage of the lost interest that counts in check; 100 is neutral. From the prototype.
        /// Worth: +3 ± 12 for 40 against 100 (screening, 2026-11-24).
        evasion_percent = 40, 0..=100;
        /// How far a move of much interest may cost less than an ordinary one. Our own.
        /// Worth: +3 ± 12 (screening, 2026-11-24); +30 ± 45 for 20 (match, 10 ms, 2026-11-20).
        surplus_limit = 15, 0..=90;
        /// Cost of a move of one point of interest under the law of `interest-classic`; 0: off. Source:
        /// Rollason 2014, read literally. Worth: 0–7 % against alpha-beta in the prototype.
        classic_scale = 0, 0..=1_000_000;
        /// Percentage of the second piece's value that a fork counts as threat. Source: Rollason 2014.
        /// Worth: +5 ± 12 (screening, 2026-11-24).
        fork_percent = 100, 0..=400;
        /// Percentage of a piece's value that escaping an attack counts as threat. From the prototype.
        /// Worth: −5 ± 12 (screening, 2026-11-24).
        escape_percent = 50, 0..=400;
        /// Percentage of a piece's value that entering an attack takes from its threat. Prototype.
        /// Worth: +40 ± 29 (match, 10,000 nodes, 2026-11-24).
        exposure_percent = 50, 0..=400;
        /// Order score lost per point of negative plausibility. Source: Rollason 2007.
        /// Worth: +4 ± 12 (screening, 2026-11-24).
        implausible_order = 1, 0..=200;
        /// Malus of moves searched before a cut, in percent of what `histories.rs` makes it. Idea:
        /// Stockfish's histories. Worth: +80 ± 16 (screening, 2026-11-22).
        malus_percent = 100, 0..=200;
        /// Order score of a check. From the prototype.
        /// Worth: +44 ± 16 (screening, 2026-11-22).
        check_order = 7500, 0..=20_000;
        /// Order score per centipawn of threat. From the prototype.
        /// Worth: +33 ± 16 (screening, 2026-11-22).
        threat_order = 8, 0..=100;
        /// Lost interest from which a move that beats alpha is searched again at ordinary cost.
        /// 10000: never. Worth: +20 ± 12 (screening, 2026-11-24).
        verify_from = 25, 1..=10_000;
        /// How far the prices of a move may overdraw its side's budget before it is pruned
        /// (`node/pruning.rs`); 0: each rule prunes by itself. Our own.
        /// Worth: +27 ± 12 beside those rules (screening, 2026-11-24).
        overdraft = 100, 0..=1000;
        /// Quiet moves searched at a mean budget of 0, where each rule prunes by itself; 0: no limit. Idea:
        /// late-move pruning. Worth: +25 ± 16 for 5 (screening, 2026-11-22).
        late_move_pruning_base = 0, 0..=100;
        /// Further ones, in hundredths per squared ply of mean budget; half when not improving.
        /// Worth: +27 ± 18 for 70 against 105 (screening, 8 ms, 2026-11-20).
        late_move_pruning_growth = 65, 0..=1000;
        /// Price of a late quiet move, in centi-plies per square root of its number; 0: none. Idea: late-move
        /// pruning. Worth: +10 ± 20 with all prices against rules that prune each for itself
        /// (match, 10,000 nodes, 2026-11-26).
        late_price = 80, 0..=400;
        /// What both budgets lose by a null move; 0: none. Idea: D. Beal, 1989; C. Donninger, 1993.
        /// Worth: +12 ± 16 (screening, 2026-11-22).
        null_move_cost = 325, 0..=800;
        /// Centipawns above beta per centi-ply of further null-move cost. From the prototype.
        /// Worth: −3 ± 12 for 2 against 16 (screening, 2026-11-24).
        null_move_divisor = 2, 1..=16;
        /// Margin per ply of reverse futility; 0: none. Idea: as in Stockfish.
        /// Worth: +38 ± 16 (screening, 2026-11-22).
        reverse_futility_margin = 115, 0..=400;
        /// How far below alpha, per ply, quiescence decides; with `overdraft` 0 that far, and per squared ply.
        /// 0: never. Idea: razoring (J. Birmingham and P. Kent, 1977). Worth: +58 ± 16 for 220 by the square
        /// (screening, 2026-11-22).
        razor_margin = 450, 0..=1000;
        /// Centipawns below alpha that a quiet move pays a ply for; 0: it pays nothing. Idea: futility
        /// (J. Schaeffer, 1986; E. Heinz, 1998). Worth of all prices: `node/pruning.rs`.
        futility_margin = 94, 0..=400;
        /// Mean budget up to which reverse futility applies, and the rules where each prunes by itself.
        /// Worth: +17 ± 18 for 600 against 850, with those rules (screening, 8 ms, 2026-11-20).
        futility_limit = 2000, 0..=2000;
        /// Material that a capture may lose per ply that is left to it; 0: any. Idea: Stockfish.
        /// Worth of all prices: `node/pruning.rs`.
        capture_exchange_margin = 280, 0..=400;
        /// The same for a quiet move; with `overdraft` 0 per squared ply.
        /// Worth of all prices: `node/pruning.rs`.
        quiet_exchange_margin = 100, 0..=400;
        /// The same for a quiet check: most sacrifices near the leaves are not sound. Our own.
        /// Worth of all prices: `node/pruning.rs`.
        check_exchange_margin = 220, 0..=400;
        /// What both budgets lose where the table has no move; 0: nothing. Idea: internal iterative
        /// reductions (E. Schröder, 2020). Worth: +19 ± 30 (match, 10,000 nodes, 2026-11-24).
        internal_reduction_cost = 90, 0..=300;
        /// How much worse per ply all others must be for a singular table move; 0: none is.
        /// Worth: +9 ± 12 (screening, 2026-11-24), −18 ± 16 (screening, 2026-11-22).
        singular_margin = 2, 0..=400;
        /// Mean budget from which a move can be singular.
        /// Worth: +13 ± 18 for 600 against 500 (screening, 10 ms, 2026-11-21).
        singular_from = 600, 300..=2000;
        /// How much less a singular move costs.
        /// Worth: +19 ± 18 for 100 against 40 (screening, 2026-11-22).
        singular_bonus = 100, 0..=200;
        /// Whether the table's value stands for the static one where its bound says that it is nearer.
        table_guess = 1, 0..=1;
        /// Whether values above beta are drawn towards it.
        towards_beta = 1, 0..=1;
        /// Whether nodes make more of what they are: at low depths the table answers only as was expected, a side that
        /// stands above beta improves, and in check the static value of two plies before stands. Idea: Stockfish.
        kinds = 1, 0..=1;
        /// Whether a node corrects how far the move before was reduced.
        hindsight = 1, 0..=1;
        /// How far above beta, in centipawns, the value of a capture in a shallow search ends the node; 0: none does.
        probcut_margin = 140, 0..=1000;
        /// The same of the table's value from a search that was a little shallower.
        table_probcut_margin = 326, 1..=1000;
        /// Percentage of the learned correction that is added to the static value (`histories.rs`).
        /// Worth: +24 ± 29 (match, 10,000 nodes, 2026-11-24); with `quiet_exchange_margin` +85 ± 51 (match, 2026-11-20).
        correction_percent = 100, 0..=200;
        /// Mean budget from which a mate in one is looked for before anything else; 10000: never.
        /// Worth: +24 ± 18 for 1 against never (screening, 2026-11-22).
        mate_one_from = 1, 1..=10_000;
        /// Whether quiescence looks for a mate in one first, 2: in all its nodes (a mate in 3: 4 k nodes, not 110 k).
        /// Worth: +10 ± 18 (screening, 2026-11-22); +9 (−24 to +42; match, 10 ms, 2026-11-20).
        mate_one_quiescence = 2, 0..=2;
        /// Whether quiescence looks at two captures and at recaptures only, and out of check at captures once a move
        /// does not lose. Idea: Stockfish.
        lean_quiescence = 1, 0..=1;
        /// Share of the limits that the mate solver has before the search begins, if that is worth its
        /// while; 0: it is not asked. Worth: 32-8 instead of 27-13 against gpsshogi at 1 s, and 5 losses
        /// instead of 10 after it stood at +500 (2026-11-23).
        mate_share_percent = 10, 0..=50;
        /// Static value of the root, in centipawns, from which the mate solver is asked; −10000: always.
        /// Worth: 39 of the 40 mates that 69 games of 20 k nodes missed, for 48 % of the solver's nodes.
        mate_from = 200, -10_000..=10_000;
        /// First aspiration window, in centipawns to each side; 0: none.
        /// Worth: +26 ± 16 (screening, 2026-11-22).
        aspiration_window = 60, 0..=1000;
        /// Whether a move that the opponent would not have allowed ends its node. Idea: alpha-beta
        /// (D. Knuth and R. Moore, 1975); 0 is minimax. This and all below: `lab ladder`.
        cuts = 1, 0..=1;
        /// Whether moves are tried in order; 0: as they are generated, but the table's first.
        ordering = 1, 0..=1;
        /// Whether a search to a depth begins with the depths before it, each of which puts its best
        /// move first at the root. Idea: iterative deepening (D. Slate and L. Atkin, 1977).
        deepening = 1, 0..=1;
        /// Whether all moves but the first are asked only whether they are better. Idea: principal
        /// variation search (J. Fishburn, 1981; T. Marsland and M. Campbell, 1982).
        zero_windows = 1, 0..=1;
        /// Whether anything is kept in the transposition table. Idea: R. Greenblatt, 1967.
        table = 1, 0..=1;
        /// Whether captures are searched where the budget ends; 0: the static value counts.
        quiescence = 1, 0..=1;
        /// Standard deviation of what is added to static values, in centipawns; 0: nothing is. For levels
        /// (`levels.rs`). Worth: `lab levels` has what levels with it are worth.
        value_noise = 0, 0..=5000;
    }
}
