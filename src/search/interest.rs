//! From facts about a move to its interest and its cost. Pure functions; the node collects the
//! facts and spends the cost.
//!
//! Interest search ends a branch by lack of interest rather than by depth (J. Rollason,
//! "Interest Search – Another way to do Minimax", AI Factory, 2014). A move costs 100 centi-plies
//! plus the interest it has lost: what the moves searched before it have taken (logarithmic in
//! its rank, the article's "costs of the moves already searched at this ply"), less what makes
//! it lively, plus the surcharges for being like others. The formula and the constants' first
//! values are those of the prototype in spec `search.md` §2; its measurements are in §1 there.
//!
//! Tried and dropped: lost interest limited to half of the mean budget, so that even the
//! dullest move is looked at beyond quiescence: 43.2 % in 400 games at 10 ms of CPU time,
//! Elo −47 (95 %: −81 to −15), 2026-11-20.

use super::config::SearchConfig;
use super::ordering::Kind;
use crate::eval::handmade::EXCHANGE;
use crate::shogi::sliders::attacks;
use crate::shogi::{Bitboard, Class, Move, Position};

/// What the cost of a move depends on.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// How many moves of the node were searched before (at the root: less one).
    pub rank: usize,
    /// The mean budget of the node, in centi-plies.
    pub depth: i32,
    /// What sort of move it is to the move picker.
    pub kind: Kind,
    /// Its order score.
    pub order: i32,
    /// Its threat interest, in centipawns.
    pub threat: i32,
    /// Whether it gives check.
    pub check: bool,
    /// Whether the node is on the principal variation.
    pub pv: bool,
    /// Whether the side to move stands better than two plies before.
    pub improving: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Surcharges: similarity and negative plausibility, in centi-plies.
    pub surcharge: i32,
}

/// The interest that a move has lost, in centi-plies, 0 or more: its cost above an ordinary ply.
#[inline]
pub fn lost_interest(config: &SearchConfig, facts: &Facts) -> i32 {
    let mut lost = growth(config, facts) + facts.surcharge;
    match facts.kind {
        Kind::Killer => lost -= config.killer_bonus,
        Kind::Quiet => {
            lost -=
                (facts.order / config.order_divisor).clamp(-config.order_cost, config.order_bonus);
        }
        Kind::Table | Kind::GoodCapture | Kind::BadCapture => {}
    }
    lost -= facts.threat * config.threat_permille / 1000;
    if facts.pv {
        lost -= config.pv_bonus;
    }
    if facts.check {
        lost -= config.check_bonus;
    }
    if !facts.improving {
        lost += config.stagnation_cost;
    }
    if facts.in_check {
        lost = lost * config.evasion_percent / 100;
    }
    if facts.rank == 0 { 0 } else { lost.max(0) }
}

/// What the moves already searched at the node have taken of this one's interest.
#[inline]
fn growth(config: &SearchConfig, facts: &Facts) -> i32 {
    if facts.rank == 0 {
        return 0;
    }
    let ln_depth = (ln(facts.depth.max(100) as usize / 10) - ln(10)) as i64;
    let ln_rank = ln(facts.rank + 1) as i64;
    let log = config.growth_log_cost as i64 * ln_depth * ln_rank / (1 << 20);
    let whole = config.growth_cost + log as i32;
    match facts.kind {
        Kind::GoodCapture => whole * config.good_capture_percent / 100,
        Kind::BadCapture => whole * config.bad_capture_percent / 100,
        _ => whole,
    }
}

/// What a move of negative plausibility `points` costs more, in centi-plies.
#[inline]
pub fn implausible(config: &SearchConfig, points: i32) -> i32 {
    config.implausible_cost * (ln(64 + points as usize) - ln(64)) / 1024
}

const LN_ENTRIES: usize = 2304;

/// 1024 times the natural logarithm of 1–2303. Built from ln((n + 1)/n) = 2 artanh(1/(2n + 1))
/// with basic arithmetic only, so that every machine has the same table and the same tree.
static LN: [i32; LN_ENTRIES] = {
    let mut table = [0; LN_ENTRIES];
    let mut sum = 0.0_f64;
    let mut n = 1;
    while n + 1 < LN_ENTRIES {
        let z = 1.0 / (2 * n + 1) as f64;
        let (mut term, mut power) = (0.0, z);
        let mut k = 1;
        while k < 30 {
            term += power / k as f64;
            power *= z * z;
            k += 2;
        }
        sum += 2.0 * term;
        table[n + 1] = (sum * 1024.0) as i32;
        n += 1;
    }
    table
};

#[inline]
fn ln(n: usize) -> i32 {
    LN[n.min(LN_ENTRIES - 1)]
}

/// Greatest threat that counts, in centipawns.
const MOST_THREAT: i32 = 1000;

/// What the node knows about attacks, for the threat interest of its quiet moves.
pub struct Threats {
    attacked: Bitboard,
}

impl Threats {
    /// Maps everything the side not to move attacks.
    pub fn of(pos: &Position) -> Self {
        let them = pos.side().flip();
        let occupied = pos.occupied();
        let mut attacked = Bitboard::EMPTY;
        for class in Class::ALL {
            for from in pos.pieces(them, class) {
                attacked |= attacks(class, them, from, occupied);
            }
        }
        Self { attacked }
    }

    /// The threat interest of the quiet move or drop `mv`, in centipawns: the two best enemy
    /// pieces it attacks (worth more than itself, or unguarded), half of itself if it escapes
    /// an attack, less half if it runs into one.
    pub fn of_move(&self, pos: &Position, mv: Move) -> i32 {
        let (kind, us) = pos.placed(mv).to_parts();
        let (to, class) = (mv.to(), Class::of(kind));
        let own = EXCHANGE.taken[kind as usize] / 2;
        let occupied = mv.from().map_or(pos.occupied(), |from| {
            pos.occupied().without(Bitboard::single(from))
        });
        let reached = attacks(class, us, to, occupied) & pos.color(us.flip());
        let (mut best, mut second) = (0, 0);
        for square in reached.without(pos.class(Class::Pawn) | pos.class(Class::King)) {
            let victim = pos
                .piece_at(square)
                .map_or(0, |piece| EXCHANGE.taken[piece.piece_kind() as usize] / 2);
            if victim > own || !self.attacked.contains(square) {
                (best, second) = if victim > best {
                    (victim, best)
                } else {
                    (best, second.max(victim))
                };
            }
        }
        let mut threat = (best + second).min(MOST_THREAT);
        if class != Class::King {
            let escapes = mv.from().is_some_and(|from| self.attacked.contains(from));
            let attacked_there = self.attacked.contains(to);
            threat += if escapes { own / 2 } else { 0 };
            threat -= if attacked_there { own / 2 } else { 0 };
        }
        threat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(rank: usize) -> Facts {
        Facts {
            rank,
            depth: 600,
            kind: Kind::Quiet,
            order: 0,
            threat: 0,
            check: false,
            pv: false,
            improving: true,
            in_check: false,
            surcharge: 0,
        }
    }

    #[test]
    fn logarithms_are_right() {
        for n in [1_usize, 2, 10, 64, 1000, 2303] {
            assert!(
                (f64::from(ln(n)) - (n as f64).ln() * 1024.0).abs() < 1.5,
                "{n}"
            );
        }
    }

    #[test]
    fn later_moves_cost_more_and_the_first_is_ordinary() {
        let config = SearchConfig::default();
        let costs: Vec<_> = (0..50)
            .map(|rank| lost_interest(&config, &facts(rank)))
            .collect();
        assert_eq!(costs[0], 0);
        assert!(costs.is_sorted() && costs[49] > costs[1]);
    }

    #[test]
    fn lively_moves_cost_less_and_implausible_ones_more() {
        let config = SearchConfig::default();
        let dull = lost_interest(&config, &facts(20));
        let lively = Facts {
            check: true,
            threat: 500,
            ..facts(20)
        };
        assert!(lost_interest(&config, &lively) < dull);
        let surcharge = implausible(&config, 200);
        assert!(surcharge > 0);
        assert_eq!(
            lost_interest(
                &config,
                &Facts {
                    surcharge,
                    ..facts(20)
                }
            ),
            dull + surcharge
        );
    }

    #[test]
    fn with_interest_off_every_move_costs_a_ply() {
        let config = SearchConfig::preset("alphabeta").unwrap();
        for rank in 0..100 {
            let dull = Facts {
                order: -9000,
                improving: false,
                ..facts(rank)
            };
            assert_eq!(lost_interest(&config, &dull), 0);
        }
    }
}
