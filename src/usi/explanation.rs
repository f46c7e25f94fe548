//! Why a move costs what it costs, in one line of text: for `info string` and the command line.

use super::grammar::write_score;
use crate::search::report::{Bound, Explanation, Kind, LeftOut, Omission, Term};
use std::fmt::{self, Display, Formatter};

/// An explanation as text, such as `7g7f cost 143 = 100 +growth 60 -threat 17, quiet of order
/// 812, nodes 1234, found cp 35 at 9 plies, left out below 3 plies: overdraws the budget`.
pub struct Line<'a>(pub &'a Explanation);

impl Display for Line<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Explanation {
            mv, cost, nodes, ..
        } = self.0;
        write!(out, "{mv} cost {cost} = 100")?;
        let taken = [
            ("growth", self.0.growth),
            ("similarity", self.0.similarity),
            ("implausible", self.0.implausible),
        ];
        let terms = self.0.terms.iter();
        let given = terms.map(|&(term, interest)| (term_name(term), -interest));
        for (name, cost) in taken
            .into_iter()
            .chain(given)
            .filter(|(_, cost)| *cost != 0)
        {
            let sign = if cost < 0 { '-' } else { '+' };
            write!(out, " {sign}{name} {}", cost.abs())?;
        }
        let (kind, order) = (kind_name(self.0.kind), self.0.order);
        write!(out, ", {kind} of order {order}, nodes {nodes}")?;
        if let Some(found) = self.0.found {
            out.write_str(", found ")?;
            match found.bound {
                Bound::Exact => {}
                Bound::Lower => out.write_str("at least ")?,
                Bound::Upper => out.write_str("at most ")?,
            }
            write_score(out, found.score)?;
            write!(out, " at {} plies", found.plies)?;
        }
        let Some(Omission {
            reason,
            until_plies,
        }) = self.0.left_out
        else {
            return Ok(());
        };
        write!(out, ", left out")?;
        if let Some(plies) = until_plies {
            write!(out, " below {plies} plies")?;
        }
        write!(out, ": {}", reason_name(reason))
    }
}

/// The name of a term, as it is shown.
pub fn term_name(term: Term) -> &'static str {
    match term {
        Term::Mobility => "mobility",
        Term::Reply => "reply",
        Term::Table => "table",
        Term::RootBest => "root_best",
        Term::Killer => "killer",
        Term::Counter => "counter",
        Term::FollowUp => "follow_up",
        Term::Capture => "capture",
        Term::Check => "check",
        Term::Threat => "threat",
        Term::TakesChecker => "takes_checker",
        Term::Promotion => "promotion",
        Term::Beyond => "beyond",
        Term::BestQuiet => "best_quiet",
        Term::Order => "order",
        Term::Pv => "pv",
        Term::Stagnation => "stagnation",
        Term::BesideCapture => "beside a capture",
    }
}

/// The name of a sort of move, as it is shown.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Table => "table move",
        Kind::GoodCapture => "good capture",
        Kind::Killer => "killer",
        Kind::Counter => "countermove",
        Kind::FollowUp => "follow-up",
        Kind::Quiet => "quiet",
        Kind::BadCapture => "bad capture",
    }
}

/// The name of a reason, as it is shown.
pub fn reason_name(reason: LeftOut) -> &'static str {
    match reason {
        LeftOut::Overdraft => "overdraws the budget",
        LeftOut::Futile => "futile",
        LeftOut::Late => "late",
        LeftOut::Loss => "loses material",
    }
}
