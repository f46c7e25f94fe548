//! The law of costs: a move costs an ordinary ply and its *reduction*, a sum of terms with names.
//!
//! The terms of the base are those of `YaneuraOu` 33ccf1f, which follows Stockfish; the terms of interest come from the
//! article (J. Rollason, "Interest Search", AI Factory, 2014). A move is charged in two steps: what can be said of it at
//! once decides whether it is pruned, and all together how far it is searched. The search adds up numbers; `explain`
//! has the same terms written down one by one.

use super::config::SearchConfig;
use super::explanation::{Part, Term};
use super::similarity::{ONE, SharedTraits};

/// An ordinary ply, in the unit of costs.
pub const PLY: i32 = 1024;

/// What the cost of a move depends on, as far as it is known before the move is made.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Depth of the node in plies, at least 1.
    pub depth: i32,
    /// How many moves of the node were handed out, this one counted.
    pub number: i32,
    /// Width of the window.
    pub window: i32,
    /// Width of the root's window.
    pub root_window: i32,
    /// Whether the side to move stands better than two plies before.
    pub improving: bool,
    /// Whether the node is, or was, on a principal variation or near one.
    pub was_pv: bool,
    /// How many moves searched before it share its traits, and how far they fell short.
    pub traits: SharedTraits,
    /// Its negative plausibility, in points.
    pub points: i32,
}

/// What more the cost of a move depends on that is searched.
#[derive(Clone, Copy, Debug)]
pub struct MoreFacts {
    /// Whether the node is on the principal variation.
    pub pv: bool,
    /// Whether a cut is expected.
    pub cut: bool,
    /// Whether the table's value is above alpha, or there is none.
    pub table_is_above: bool,
    /// Whether the table's value was found with the depth of the node.
    pub table_is_deep: bool,
    /// Whether the table has a move.
    pub has_table_move: bool,
    /// Whether that takes something.
    pub table_captures: bool,
    /// Whether this is it.
    pub is_table_move: bool,
    /// How far static values like the node's are corrected, in 131,072ths of a unit.
    pub correction: i32,
    /// How many nodes after such moves have cut.
    pub cuts_after: i32,
    /// How good histories have it.
    pub order: i32,
    /// Whether it gives check.
    pub check: bool,
}

/// Where costs are added up.
pub trait Account {
    /// Adds what `term` costs; negative for what makes the move cheaper.
    fn charge(&mut self, term: Term, cost: i32);

    /// The sum.
    fn total(&self) -> i32;
}

/// The sum alone, for the search.
impl Account for i32 {
    #[inline]
    fn charge(&mut self, _: Term, cost: i32) {
        *self += cost;
    }

    #[inline]
    fn total(&self) -> i32 {
        *self
    }
}

/// All terms, for those who ask why.
impl Account for Vec<Part> {
    fn charge(&mut self, term: Term, cost: i32) {
        match self.iter_mut().find(|(name, _)| *name == term) {
            Some((_, sum)) => *sum += cost,
            None => self.push((term, cost)),
        }
    }

    fn total(&self) -> i32 {
        self.iter().map(|(_, cost)| cost).sum()
    }
}

/// Charges a move for what can be said of it at once, and says what of that is for similarity and what for negative
/// plausibility.
#[inline]
pub fn charge_at_once(
    account: &mut impl Account,
    config: &SearchConfig,
    facts: &Facts,
) -> [i32; 2] {
    let lateness =
        REDUCTION[(facts.depth as usize).min(MOST)] * REDUCTION[(facts.number as usize).min(MOST)];
    account.charge(Term::LateMoves, lateness + 1133);
    account.charge(Term::Window, -(facts.window * 585 / facts.root_window));
    if !facts.improving {
        account.charge(Term::NotImproving, lateness * 206 / 512);
    }
    if facts.was_pv {
        account.charge(Term::NearPv, 1013);
    }
    if config.interest == 0 {
        return [0; 2];
    }
    let before = account.total();
    charge_similarity(account, config, &facts.traits);
    let between = account.total();
    account.charge(
        Term::Implausible,
        times_log(facts.points, config.implausible_cost),
    );
    [between - before, account.total() - between]
}

/// Charges a move for traits that it shares with moves searched before it.
#[inline]
fn charge_similarity(account: &mut impl Account, config: &SearchConfig, traits: &SharedTraits) {
    for (term, shared, cost) in [
        (Term::SimilarDrops, traits.drop, config.same_drop_cost),
        (Term::SimilarChecks, traits.check, config.same_check_cost),
        (Term::SamePiece, traits.piece, config.same_piece_cost),
        (Term::SameVictim, traits.victim, config.same_victim_cost),
        (Term::SameSquare, traits.square, config.same_square_cost),
    ] {
        account.charge(term, shared * cost / ONE);
    }
}

/// Charges a move that is searched for all else.
#[inline]
pub fn charge_rest(
    account: &mut impl Account,
    config: &SearchConfig,
    facts: &Facts,
    more: &MoreFacts,
) {
    if facts.was_pv {
        let of_table = 905 * i32::from(more.table_is_above)
            + (935 + 959 * i32::from(more.cut)) * i32::from(more.table_is_deep);
        let of_kind = config.near_pv_bonus + 973 * i32::from(more.pv);
        account.charge(Term::NearPv, -of_kind - of_table);
    }
    account.charge(Term::LateMoves, 691 - config.lateness_bonus * facts.number);
    account.charge(Term::Correction, -(more.correction.abs() / 25_600));
    if more.cut {
        let unknown = 985 * i32::from(!more.has_table_move);
        account.charge(Term::CutExpected, 3611 + unknown);
    }
    if more.table_captures {
        account.charge(Term::TableCaptures, 1054);
    }
    let is_all = !more.pv && !more.cut;
    if more.cuts_after > 1 {
        let often = 1124 * i32::from(more.cuts_after > 2);
        let cuts = 251 + often + 1042 * i32::from(is_all);
        account.charge(Term::AnswersCut, cuts * config.answers_cut_percent / 100);
    }
    if more.is_table_move {
        account.charge(Term::TableMove, -2239);
    }
    account.charge(Term::Order, -(more.order * 428 / 4096));
    if config.interest > 0 {
        account.charge(Term::Check, -(i32::from(more.check) * config.check_bonus));
    }
    if is_all {
        let share = account.total() * 273 / (256 * facts.depth + 260);
        account.charge(Term::NoCutExpected, share);
    }
}

/// `weight` times the binary logarithm of 1 + `points` / 64, which is taken for straight between powers of two.
#[inline]
fn times_log(points: i32, weight: i32) -> i32 {
    let number = 64 + points;
    let whole = number.ilog2();
    let rest = (number << 10 >> whole) - 1024;
    let log = ((whole as i32 - 6) << 10) + rest;
    weight * log / 1024
}

/// The greatest number for which there is a logarithm.
const MOST: usize = 600;

/// 21.586 times the natural logarithm of a number. Built from ln((n + 1)/n) = 2 artanh(1/(2n + 1)) with basic
/// arithmetic only, so that every machine has the same table and the same tree.
static REDUCTION: [i32; MOST + 1] = {
    let mut table = [0; MOST + 1];
    let (mut sum, mut n) = (0.0_f64, 1);
    while n < MOST {
        let z = 1.0 / (2 * n + 1) as f64;
        let (mut term, mut power, mut k) = (0.0, z, 1);
        while k < 30 {
            term += power / k as f64;
            power *= z * z;
            k += 2;
        }
        sum += 2.0 * term;
        table[n + 1] = (sum * 21.586) as i32;
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (n, &found) in REDUCTION.iter().enumerate().skip(1) {
            let expected = (21.586 * (n as f64).ln()) as i32;
            assert_eq!(found, expected, "{n}");
        }
    }
}
