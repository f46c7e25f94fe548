//! The list of knobs: what can be varied, in the order in which options and helps show it.
//!
//! A paragraph (§) is one of spec `search.md`; what has no source is from there or our own.
//!
//! "Screened" in a knob's lines are results of `lab screen`: Elo of the second value against the
//! first, all knobs of a screening varied at once, in the order in which they were found; "then"
//! begins those of the second day where there are earlier ones. ± 18 at 95 % unless said.
//!
//! - 2026-11-20, network of generation 2, 8 ms of CPU time a move: three of `interest` (1,920 games,
//!   ± 15; then 1,280 and 1,408, each around what had won before) and two of `modern` (1,920, then
//!   1,280 games); all but the last by a script of the same design.
//! - 2026-11-21, generation 4, 10 ms (the second of `interest` 15): four of `interest` and two of
//!   `modern`, 1,408 games each. Effects below 9 are not shown. What came of them, each by 400 games
//!   at 10 ms against the numbers before: `interest` +57 (+25 to +90), `modern` +27 (−5 to +59).
//! - The same day, 15 ms, 1,408 games: `interest` around less growth and dearer likeness, behind
//!   "at last". Growth of 42 and 25 with half the surcharges had made them worthless: +3 (−22 to +28)
//!   for all at 30 ms (720 games). With growth of 30 and 20 and about twice the surcharges the search
//!   was as strong, +6 (−26 to +39) in 400 games at 10 ms, and they were worth +56 (+17 to +96) in
//!   300; with growth of 20 and 10 and four times the surcharges it lost −53 (−87 to −19). But what
//!   they are worth goes with the time: with the numbers below, +55 (+19 to +92) at 1 ms and +36
//!   (+2 to +70) at 10 ms, 400 games each; at 30 ms −12 (−33 to +8) in 1,000 games, and in 306
//!   others +22 (−16 to +59). Those learned (`tune interest`) are smaller: 12
//!   for a like drop, 20 for a check, 19 for a move of the piece, 33 for a capture of it, 7 for
//!   the square.
//! - The same day, 20 ms, 1,408 games: what a regression of the moves that raise alpha suggests
//!   (`tune interest` with more facts). Records of answers counted twice (+20), cheaper moves the
//!   farther the static value after them is above alpha (+9), dearer ones after the opponent's
//!   evasion (+11), fewer surcharges for drops (+8) and squares (+5), more for checks (+11); dearer
//!   ones where the table says that the node failed low (−10). The best of it together, at 30 ms:
//!   −6 (−37 to +24) in 442 games; dropped.
//! - The same day, 30 ms, 1,408 games, ± 17, all numbers that might go with the time: `growth_log_cost`
//!   25 → 33: +20; `order_cost` 110 → 180: −21; `evasion_percent` 33 → 50: +17; likeness counted up
//!   to four times instead of two: −17; `implausible_cost` 5 → 40: −17; `overdraft` 70 → 150: −17;
//!   `aspiration` 40 → 85: −15; `same_square_cost` 10 → 28 and `same_victim_cost` 12 → 32: +13;
//!   the other 22 at most 12, among them the logarithm of likeness (−2) and negative plausibility
//!   of captures (−4). The best of it together: −15 (−52 to +21) in 340 games; dropped. Such
//!   screenings no longer tell more than their noise.
//! - 2026-11-22, 10 ms, two of `interest` with seed 7, 1,408 games each, behind "the 22nd", all
//!   effects shown: what each number is worth against being off (or against the other value given),
//!   the others being so in half of the games. First the terms that stand at 0, the parts of a
//!   threat and some numbers of limits and null moves, then the rest, ± 16. The three best found,
//!   `check_again_bonus` 100, `pawn_attack_percent` 100 and `singular_margin` 0, together at 30 ms:
//!   −48 (−82 to −15) in 410 games; dropped.
//! - The same day, 30 ms, seed 51, 1,408 games, ± 18: likeness, each surcharge against none, and what
//!   grows with rank: drops +3, checks +7, the same piece −7, captures of one piece −16, squares 0;
//!   `growth_cost` 20 → 35: +17; `growth_log_cost` 30 → 40: +14. These two together at 100 ms: +6 (−25 to
//!   +38) in 434 games; dropped.
//!
//! Tried so and dropped, for they were worth nothing, interest's Elo unless said: `ProbCut` (−2;
//! modern +1); the table's value in place of the static one when a node is judged (−3; modern +4);
//! dearer moves where one before was expected to cut (+3; modern −10); a smaller margin of reverse
//! futility when the position improves (−18; modern −15). On the second day: cheaper moves where
//! the principal variation once went (+7, +3; modern +1); a reward for the move before a node that
//! failed low (−8; modern −5) and for the table's move that cuts (+8, −14; modern −12); budgets
//! corrected in hindsight of how dull the last move was (0; modern −11); checks in quiescence (+5,
//! −27; modern −16), few quiet evasions there (+3), another delta there (−6); dearer moves where
//! many replies cut (+6, +5; modern −7); a deeper second search of surprises (+5; modern −4);
//! cheaper recaptures (−11), moves near the last one (−10), with the same piece as before (0),
//! capturing checks (+13, −2, −5), dearer king moves (+3); threats to the squares beside the king
//! (+25, −7; modern −15, −9); futility of captures (−3), leaving out by record (−3), captures that
//! may lose more the better their record is (+2; modern +5); a dearer table's move that is not
//! singular (−6), a cheaper one that is so twice over (+20, −14; modern −1, 0); cheaper moves under
//! a threat of mate (+9, −7), out of the null move's refutation (0) or dearer ones that ignore it
//! (−2); like moves counted twice among the late ones (+3, −8); moves dearer the farther the best
//! is from alpha (−12), cheaper close to it (+8), dearer the worse like ones failed (−3).

use super::Knob;

knobs! {
    /// How far both budgets grow from one iteration to the next; 100 is a ply. The article lets
    /// limits grow by any step; half plies scored 43 % in the prototype (§1.3). The 22nd 50 → 100:
    /// +57.
    iteration_step = 100, 25..=400;
    /// Share of a move's cost that is charged to the other side, in percent: 0 keeps two tallies
    /// apart, 50 is one common depth. Worth of 50 against 0, 2026-11-20: Elo +66 ± 50 with the
    /// hand-made evaluation (160 games at 10 ms), +44 ± 49 with the network (200 games at 8 ms); 30
    /// against 50: −25 ± 41 (240 games). At 30 ms, 2026-11-22: +111 (95 %: +77 to +148; 400 games).
    share_percent = 50, 0..=50;
    /// Cost of a move made in check, before lost interest; 100 is neutral. A whole ply (and
    /// `evasion_percent` 50) instead: −53 ± 37 (300 games at 8 ms, 2026-11-20); modern screened 60
    /// → 100: −28.
    evasion_cost = 50, 0..=100;
    /// Part of the lost interest that counts when in check, in percent; 100 is neutral. Screened 25
    /// → 55: +10; modern 25 → 55: +18; modern 42 → 60: +11. The 22nd 40 → 100: −5.
    evasion_percent = 40, 0..=100;

    /// How much less than otherwise a move of much interest may cost. Worth of 8 and of 20, each
    /// 200 games at 10 ms, 2026-11-20: +33 ± 48 and +30 ± 45. (A cost of 20 instead of
    /// `evasion_cost` for the only move out of a check: +9 ± 51, dropped.) The 22nd 0 → 15: +13.
    surplus_limit = 15, 0..=90;

    /// Lost interest of every move after the first. Law and first numbers: §2. The 22nd 0 → 20: 0.
    growth_cost = 20, 0..=400;
    /// Lost interest per logarithm of rank and logarithm of depth. Idea: late-move reductions, as
    /// in Stockfish. Screened 38 → 52: −15; 32 → 44: 0; 38 → 49: +9; modern 40 → 54: +14; then 37 →
    /// 43: +9; 40 → 46: −13; modern 46 → 53: +16; at last 25 → 35: −4. The 22nd 0 → 30: +19.
    growth_log_cost = 30, 0..=200;
    /// Lost interest per rank. The article's law. The 22nd 0 → 3: +15.
    growth_linear_cost = 0, 0..=100;
    /// Part of the growth that counts for captures and promotions that lose nothing. From §2, as
    /// the next. Screened modern 20 → 40: −16. The 22nd 30 → 100: +4.
    good_capture_percent = 30, 0..=100;
    /// Part of the growth that counts for captures that lose material. Screened 50 → 100: −45; 40 →
    /// 70: −17; 10 → 40: −9; modern 30 → 70: −15; modern 25 → 60: −23. The 22nd 25 → 100: +18.
    bad_capture_percent = 25, 0..=100;
    /// Cost of a move of one point of interest: a move costs this over its interest, and what
    /// the moves searched before it cost. 0: the logarithmic law instead.
    reciprocal_scale = 0, 0..=1_000_000;

    /// Interest of each of a node's moves, divided by their number. The 22nd 0 → 1000: −30.
    mobility_bonus = 0, 0..=10_000;
    /// Interest of each of the moves out of a check, divided by their number. The 22nd 0 → 1000:
    /// −13.
    reply_bonus = 0, 0..=10_000;
    /// Interest of the table's move. The 22nd 0 → 25: +1.
    table_bonus = 0, 0..=1000;
    /// Interest of the last iteration's best move at the root. The 22nd 0 → 100: 0.
    root_best_bonus = 0, 0..=1000;
    /// Interest of a killer. Idea: killer moves (S. Akl and M. Newborn, 1977). Screened 60 → 130:
    /// −14; 75 → 110: +11. The 22nd 0 → 100: +3.
    killer_bonus = 100, 0..=1000;
    /// Interest of the countermove. Idea: countermoves (J. Uiterwijk, 1992). Screened 90 → 125:
    /// +11; modern 50 → 120: +16; at last 90 → 130: −17. The 22nd 0 → 105: −7.
    counter_bonus = 105, 0..=1000;
    /// Interest of the follow-up move, which is then tried after the killers. Screened 0 → 80: −10.
    /// The 22nd 0 → 100: +8.
    follow_up_bonus = 0, 0..=1000;
    /// Interest of the first quiet move in order. The 22nd 0 → 100: +14.
    best_quiet_bonus = 0, 0..=1000;
    /// Interest of a capture or promotion, in permille of the centipawns it gains at once. The 22nd
    /// 0 → 200: +6.
    capture_permille = 0, 0..=2000;
    /// Interest of a promotion. The 22nd 0 → 100: +3.
    promotion_bonus = 0, 0..=1000;
    /// Interest of a check. Screened 50 → 100: +14; 70 → 140: −14; then 60 → 120: +28; modern 100 →
    /// 130: −12. The 22nd 0 → 105: +28.
    check_bonus = 105, 0..=1000;
    /// Further interest of a check when the side's last move was one too. The 22nd 0 → 100: +20.
    check_again_bonus = 0, 0..=1000;
    /// Interest of capturing a piece that gives check. The 22nd 0 → 100: +12.
    take_checker_bonus = 0, 0..=1000;
    /// Interest of a threat, in permille of its centipawns. Screened 0 → 100: 0; 0 → 150: −4; 0 →
    /// 60: −15; then 0 → 60: +18; at last 0 → 50: +19. With `threat_order`: `interest/threat.rs`.
    /// The 22nd 0 → 40: +7.
    threat_permille = 40, 0..=2000;
    /// Part of the second piece's value that a fork counts as threat, in percent. The 22nd 0 → 100:
    /// +3.
    fork_percent = 100, 0..=400;
    /// Further part of the piece's value that a pawn's attack counts as threat, in percent. The
    /// 22nd 0 → 100: +22.
    pawn_attack_percent = 0, 0..=400;
    /// Part of a piece's value that moving it out of an attack counts as threat, in percent. The
    /// 22nd 0 → 50: +13.
    escape_percent = 50, 0..=400;
    /// Part of a piece's value that moving it into an attack takes from its threat, in percent. The
    /// 22nd 0 → 50: −1.
    exposure_percent = 50, 0..=400;
    /// Part of a piece's value that pinning it counts as threat, in percent. The 22nd 0 → 50: −5.
    pin_percent = 0, 0..=400;
    /// Part of a piece's value that moving it, or the king, out of a pin counts as threat, in
    /// percent. The 22nd 0 → 50: −4.
    unpin_percent = 0, 0..=400;
    /// Lost interest per ply beyond the iteration's number. The 22nd 0 → 5: +1.
    beyond_cost = 0, 0..=400;
    /// Order score that makes up one centi-ply of interest. Idea: reductions by history, as in
    /// Stockfish; numbers from §2. Screened 60 → 110: −23; 45 → 75: −4; 55 → 85: −15; modern 60 →
    /// 100: +21.
    order_divisor = 55, 1..=1000;
    /// Greatest interest of a good order score. The 22nd 0 → 200: 0.
    order_bonus = 200, 0..=600;
    /// Greatest lost interest of a bad order score. The 22nd 0 → 150: +8.
    order_cost = 150, 0..=600;
    /// Interest of every move in nodes of the principal variation. Screened 50 → 100: −19; 30 → 70:
    /// −10; then 25 → 60: +15. The 22nd 0 → 40: +14.
    pv_bonus = 40, 0..=400;
    /// Lost interest when the static value is not better than two plies before. Idea: "improving",
    /// as in Stockfish. Screened 50 → 75: −5; modern 30 → 80: +15. The 22nd 0 → 55: +8.
    stagnation_cost = 55, 0..=400;
    /// Lost interest of a quiet move where the table's move captures. Idea: as in Stockfish.
    /// Screened 0 → 40: −5; 0 → 30: +11; modern 0 → 40: +18; 10 → 40: +13; then 20 → 50: +17; 35 →
    /// 55: +26; 50 → 75: +10; modern 15 → 50: +17. The 22nd 0 → 60: +7.
    beside_capture_cost = 60, 0..=400;

    /// More cost for each like drop already searched at the node. Screened 25 → 60: −9; 15 → 45:
    /// −4. All three surcharges of then off: −33 ± 39 (300 games at 8 ms, 2026-11-20); 0 → 30: +8; at
    /// last 30 → 70: −14.
    same_drop_cost = 42, 0..=400;
    /// More cost for each check already searched at the node, if this is one. Screened 25 → 60:
    /// −24; 10 → 40: +14; 0 → 30: 0; then 10 → 50: −23; 10 → 30: −14.
    same_check_cost = 18, 0..=400;
    /// More cost for each move of the same piece already searched at the node. Screened 8 → 25:
    /// −17; 0 → 16: +12; 0 → 12: +12; at last 20 → 40: −15.
    same_piece_cost = 25, 0..=400;
    /// More cost for each capture of the same piece already searched at the node. Screened at last
    /// 0 → 30: +21.
    same_victim_cost = 25, 0..=400;
    /// More cost for each quiet move or drop to the same square already searched at the node.
    /// Screened 0 → 20: +9; 0 → 15: +6; then 5 → 25: −9.
    same_square_cost = 25, 0..=400;
    /// More cost per logarithm of a move's negative plausibility. Screened 0 → 15: +4; 0 → 20: +3;
    /// 0 → 15: +10; then 10 → 30: −13.
    implausible_cost = 15, 0..=200;
    /// Order score lost per point of negative plausibility. Screened 0 → 5: −12; 0 → 4: −5; 0 → 2:
    /// −3.
    implausible_order = 1, 0..=200;
    /// What the records of moves take off those searched before a cut, in percent of what they give
    /// the move that cut. Idea: as in Stockfish. Screened 95 → 120: −8; modern 80 → 120: +21; then
    /// modern 90 → 130: +19; modern 110 → 140: −14. The 22nd 0 → 100: +80.
    malus_percent = 100, 0..=200;
    /// Order score of a check. Screened 4000 → 7000: +14; 4500 → 8000: +15; 5500 → 8000: +12; then
    /// 7500 → 9500: −10. The 22nd 0 → 7500: +44.
    check_order = 7500, 0..=20_000;
    /// Order score per centipawn of threat. Screened 6 → 14: −11; 5 → 12: 0; modern 6 → 14: +12;
    /// then modern 8 → 14: −10. The 22nd 0 → 8: +33.
    threat_order = 8, 0..=100;

    /// Lost interest from which a move that beats alpha is searched again at ordinary cost; 10000
    /// never does. Idea: the second search of late-move reductions; §1.5. Screened 10 → 60: +12.
    /// Worth at 30 ms, 2026-11-22: +30 (−3 to +65; 400 games).
    verify_from = 25, 1..=10_000;
    /// How far a quiet move may overdraw its side's budget; costlier ones are left out. 0: none is
    /// ever left out. Idea: how the article ends a branch, for each move by itself; §1.3. Screened
    /// 60 → 200: +5; 70 → 180: −8; 0 → 100: +17; then 60 → 160: +17. Worth at 30 ms, 2026-11-22:
    /// +21 (−12 to +54; 400 games).
    overdraft = 100, 0..=1000;
    /// Whether captures are left out by budget too. The 22nd 0 → 1: −14.
    leave_out_captures = 0, 0..=1;
    /// Quiet moves of a node that are searched at a mean budget of nothing. 0: no limit. Idea:
    /// late-move pruning by count, as in Stockfish. Screened 0 → 4: +10; 4 → 7: +28; modern 3 → 6:
    /// +21; 5 → 8: −13; then modern 5 → 8: −10. The 22nd 0 → 5: +25.
    late_move_base = 5, 0..=100;
    /// Further ones, in hundredths per squared ply of mean budget; half when not improving.
    /// Screened 70 → 105: −27; modern 70 → 140: −16; then modern 55 → 85: −17; modern 55 → 68:
    /// +17.
    late_move_growth = 65, 0..=1000;
    /// Both budgets lose this much after a null move. 0: no null move. Idea: null moves (D. Beal,
    /// 1989; C. Donninger, 1993), in terms of budgets (§2). Screened 300 → 360: +10; 300 → 370: +5;
    /// then 320 → 350: −19; modern 290 → 320: −20. The 22nd 0 → 325: +12.
    null_move_cost = 325, 0..=800;
    /// Value above beta that makes up one centi-ply of further null-move cost. The 22nd 2 → 6: −8.
    null_move_divisor = 2, 1..=16;
    /// Mean budget from which a null-move cut is verified by a search. Idea: as in Stockfish. The
    /// 22nd 900 → 10000: +5.
    null_verify_from = 900, 0..=10_000;
    /// Margin per ply of reverse futility. 0: none. Idea: as in Stockfish. Screened 85 → 140: +14;
    /// 105 → 145: −15; then modern 110 → 150: +12. The 22nd 0 → 115: +38.
    reverse_futility_margin = 115, 0..=400;
    /// How far below alpha quiescence decides, and per squared ply. 0: never. Idea: razoring (J.
    /// Birmingham and P. Kent, 1977), as in Stockfish. Screened 0 → 200: +23; 150 → 250: +5; modern
    /// 0 → 200: +35; 200 → 270: −2; modern 150 → 250: +23. The 22nd 0 → 220: +58.
    razor_margin = 220, 0..=1000;
    /// Margin per ply of futility. 0: none. Idea: futility pruning (J. Schaeffer, 1986; E. Heinz,
    /// 1998). Screened 100 → 160: −20; 80 → 120: −29; then 75 → 95: −10. The 22nd 0 → 85: +88.
    futility_margin = 85, 0..=400;
    /// Mean budget up to which both futilities apply. Screened 600 → 850: −17; then modern 600 →
    /// 800: +10.
    futility_limit = 680, 0..=2000;
    /// Material per ply that a capture may lose without being left out. 0: none is. Idea: pruning
    /// by static exchange, as in Stockfish. Screened 70 → 130: +14; 100 → 160: +19; modern 70 →
    /// 130: +18; modern 100 → 160: +22; then 150 → 220: +12; modern 120 → 200: +31; modern 170 →
    /// 230: +12. The 22nd 0 → 210: 0.
    exchange_margin = 210, 0..=400;
    /// Material per squared ply that a quiet move may lose without being left out. 0: none is.
    /// Worth together with `correction_percent` 100: Elo +85 ± 51 (200 games at 8 ms, network,
    /// 2026-11-20). Screened 20 → 45: 0, −11; 22 → 48: +21; modern 25 → 55: +19; then 45 → 65: −10.
    /// The 22nd 0 → 45: +16.
    quiet_exchange_margin = 45, 0..=400;
    /// The same for a quiet move that gives check: shogi is won by sacrifices, but most of those
    /// near the leaves are not sound. Screened 0 → 45: +26; 45 → 80: +26; modern 45 → 110: +17. The
    /// 22nd 0 → 90: +27.
    check_exchange_margin = 90, 0..=400;
    /// Cost to both budgets of having no move from the table. 0: none. Idea: internal iterative
    /// reductions (E. Schröder, 2020). Screened 50 → 130: −6; 60 → 140: −7. The 22nd 0 → 90: −4.
    untried_cost = 90, 0..=300;
    /// How much worse per ply of mean budget all other moves must be for the table's move to be
    /// singular. 0: none is. Source: `node/singular.rs`. Screened 0 → 2: +6, +19; modern 0 → 2:
    /// +17. Worth of 15, 2026-11-20 at 10 ms: −60 ± 46 (interest, from 500, 200 games), −33 ± 55
    /// (modern, 160 games). Screened 1 → 3: −12. The 22nd 0 → 2: −18.
    singular_margin = 2, 0..=400;
    /// Mean budget from which a move can be singular. Screened 500 → 600: +13.
    singular_from = 600, 300..=2000;
    /// Less cost for a singular move. The 22nd 40 → 100: +19.
    singular_bonus = 100, 0..=200;
    /// Part of the correction learned for positions of this kind that is added to the static value,
    /// in percent. 0: none. Source: `correction.rs`. Worth: see `quiet_exchange_margin`. The 22nd 0
    /// → 100: −2.
    correction_percent = 100, 0..=200;
    /// Mean budget from which a mate in one is looked for before anything else; 10000: never. The
    /// 22nd 1 → 10000: −24.
    mate_one_from = 1, 1..=10_000;
    /// Whether quiescence begins by looking for a mate in one. Worth: 51.2 % in 400 games at 10 ms
    /// (95 %: −24 to +42 Elo), and a mate in three found in 4,140 nodes instead of 109,802. The
    /// 22nd 0 → 1: +10.
    mate_one_quiescence = 1, 0..=1;
    /// First aspiration window, in centipawns to each side. 0: none. The 22nd 0 → 60: +26.
    aspiration = 60, 0..=1000;
}
