//! Talking to a graphical interface: [`grammar`] turns lines into types and back and does nothing else,
//! `options` is what can be set, `session` holds the conversation. [`Line`] says why a move costs what it
//! costs, in one line of text: for `info string` and the command line.

pub mod grammar;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod session;

use crate::search::Bound;
use crate::search::explanation::{Cost, ExplainedMove, Pruned};
use grammar::write_score;
use std::fmt::{self, Display, Formatter};

/// An explained move as text, such as `7g7f cost 143 = 100 + 60 late moves - 17 threat, quiet of order
/// 812, nodes 1234, found cp 35 at 9 plies, pruned below 3 plies: exchange`.
pub struct Line<'a>(pub &'a ExplainedMove);

impl Display for Line<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let it = self.0;
        write!(out, "{} cost {}", it.mv, Sum(&it.cost))?;
        let (kind, order, nodes) = (it.kind.name(), it.order, it.nodes);
        write!(out, ", {kind} of order {order}, nodes {nodes}")?;
        if let Some(found) = it.found {
            out.write_str(", found ")?;
            out.write_str(match found.bound {
                Bound::Exact => "",
                Bound::Lower => "at least ",
                Bound::Upper => "at most ",
            })?;
            write_score(out, found.score)?;
            write!(out, " at {} plies", found.plies)?;
        }
        let Some(Pruned { rule, until_plies }) = it.pruned else {
            return Ok(());
        };
        write!(out, ", pruned")?;
        if let Some(plies) = until_plies {
            write!(out, " below {plies} plies")?;
        }
        write!(out, ": {}", rule.name())
    }
}

/// A cost as the sum of its parts, such as `143 = 100 + 60 late moves - 17 threat`.
pub struct Sum<'a>(pub &'a Cost);

impl Display for Sum<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} = {}", self.0.total, self.0.ordinary)?;
        for &(term, cost) in &self.0.parts {
            let sign = if cost < 0 { '-' } else { '+' };
            write!(out, " {sign} {} {}", cost.abs(), term.name())?;
        }
        Ok(())
    }
}
