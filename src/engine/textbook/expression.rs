//! A law of costs that is itself a value: an expression over the facts of a move, which gives the
//! move's cost.
//!
//! It is the depth module of `EvoChess`: there a few functions are combined at random and bred
//! (`lab evolve demes`). Written in prefix form, such as `(if check 50 (+ 100 (* 20 (ln rank))))`; the
//! option `CostLaw` puts one in force. What must hold: every expression has a value for every move, so
//! that any two can be crossed, and no cost is below `LEAST` or ends a search of its own.

use super::costs::{Alike, Facts, PLY};
use super::order::Kind;
use crate::shogi::sfen::Token;
use std::fmt;
use std::str::FromStr;

/// The least cost, in centi-plies; where a line is out of proportion it is a ply.
const LEAST: f32 = 25.0;
/// The greatest cost, in centi-plies.
const MOST: f32 = 1000.0;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f32),
    /// Something known about the move.
    Fact(Fact),
    /// The logarithm of 1 + |x|.
    Ln(Box<Self>),
    /// An operation on two.
    Two(Operator, Box<[Self; 2]>),
    /// The second if the first is above 0, else the third.
    If(Box<[Self; 3]>),
}

/// Declares an enum whose variants are written with the words for them, with all of them in order.
macro_rules! words {
    ($(#[$about:meta])+ pub enum $enum:ident { $($(#[$each:meta])+ $variant:ident = $word:literal,)+ }) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $enum {
            $($(#[$each])+ $variant,)+
        }

        impl $enum {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// How it is written.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
}

words! {
    /// An operation on two values.
    pub enum Operator {
        /// The sum.
        Plus = "+",
        /// The difference.
        Minus = "-",
        /// The product.
        Times = "*",
        /// The lesser one.
        Min = "min",
        /// The greater one.
        Max = "max",
    }
}

words! {
    /// Something known about a move; 1 or 0 where it is so or not.
    pub enum Fact {
        /// How many moves of the node were searched before.
        Rank = "rank",
        /// The budget of the node in plies.
        Depth = "depth",
        /// What histories say of the move, in thousands of points.
        Order = "order",
        /// What it threatens, in pawns.
        Threat = "threat",
        /// Whether it gives check.
        Check = "check",
        /// Whether the node is in check.
        InCheck = "in-check",
        /// Whether it is the table's move.
        Table = "table",
        /// Whether it is a capture that loses nothing.
        Capture = "capture",
        /// Whether it is a capture that loses material.
        BadCapture = "bad-capture",
        /// Whether it is a killer or countermove.
        Killer = "killer",
        /// Whether the node is on the principal variation.
        Pv = "pv",
        /// Whether the side stands better than two plies before.
        Improving = "improving",
        /// How many moves of the same piece, drop or check were searched before.
        Alike = "alike",
    }
}

impl Fact {
    fn of(self, facts: &Facts) -> f32 {
        let truth = |is_so: bool| if is_so { 1.0 } else { 0.0 };
        let is = |kind| truth(facts.kind == kind);
        match self {
            Self::Rank => facts.rank as f32,
            Self::Depth => facts.depth as f32 / PLY as f32,
            Self::Order => facts.order as f32 / 1000.0,
            Self::Threat => facts.threat as f32 / 100.0,
            Self::Check => truth(facts.check),
            Self::InCheck => truth(facts.in_check),
            Self::Table => is(Kind::Table),
            Self::Capture => is(Kind::Capture),
            Self::BadCapture => is(Kind::BadCapture),
            Self::Killer => truth(matches!(facts.kind, Kind::Killer | Kind::Reply)),
            Self::Pv => truth(facts.pv),
            Self::Improving => truth(facts.improving),
            Self::Alike => {
                let Alike {
                    drops,
                    checks,
                    piece,
                } = facts.alike;
                f32::from(drops + checks + piece)
            }
        }
    }
}

impl Expression {
    /// The interest that a move has lost, in centi-plies: its cost above an ordinary ply.
    pub(super) fn lost(&self, facts: &Facts) -> i32 {
        let least = if facts.in_proportion {
            LEAST
        } else {
            PLY as f32
        };
        let cost = self.value(facts);
        let cost = if cost.is_nan() { PLY as f32 } else { cost };
        cost.clamp(least, MOST) as i32 - PLY
    }

    fn value(&self, facts: &Facts) -> f32 {
        match self {
            Self::Number(number) => *number,
            Self::Fact(fact) => fact.of(facts),
            Self::Ln(of) => of.value(facts).abs().ln_1p(),
            Self::Two(operator, two) => {
                let [a, b] = two.each_ref().map(|it| it.value(facts));
                match operator {
                    Operator::Plus => a + b,
                    Operator::Minus => a - b,
                    Operator::Times => a * b,
                    Operator::Min => a.min(b),
                    Operator::Max => a.max(b),
                }
            }
            Self::If(three) => {
                let [condition, then, or] = &**three;
                if condition.value(facts) > 0.0 {
                    then
                } else {
                    or
                }
                .value(facts)
            }
        }
    }

    fn parts(&self) -> &[Self] {
        match self {
            Self::Number(_) | Self::Fact(_) => &[],
            Self::Ln(of) => std::slice::from_ref(of),
            Self::Two(_, two) => &two[..],
            Self::If(three) => &three[..],
        }
    }

    fn parts_mut(&mut self) -> &mut [Self] {
        match self {
            Self::Number(_) | Self::Fact(_) => &mut [],
            Self::Ln(of) => std::slice::from_mut(of),
            Self::Two(_, two) => &mut two[..],
            Self::If(three) => &mut three[..],
        }
    }

    /// Itself and all that it is made of, each before its parts.
    pub fn all(&self) -> Vec<&Self> {
        let parts = self.parts().iter().flat_map(Self::all);
        std::iter::once(self).chain(parts).collect()
    }

    /// How many these are.
    pub fn size(&self) -> usize {
        1 + self.parts().iter().map(Self::size).sum::<usize>()
    }

    /// Number `place` of these, to change it; none beyond the last.
    pub fn part_mut(&mut self, place: usize) -> Option<&mut Self> {
        let Some(mut rest) = place.checked_sub(1) else {
            return Some(self);
        };
        for part in self.parts_mut() {
            match rest.checked_sub(part.size()) {
                None => return part.part_mut(rest),
                Some(left) => rest = left,
            }
        }
        None
    }
}

/// How deep an expression may be.
const DEEPEST: usize = 40;

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Number(number) => return write!(f, "{number}"),
            Self::Fact(fact) => return f.write_str(fact.word()),
            Self::Ln(_) => "ln",
            Self::Two(operator, _) => operator.word(),
            Self::If(_) => "if",
        };
        write!(f, "({word}")?;
        for part in self.parts() {
            write!(f, " {part}")?;
        }
        f.write_str(")")
    }
}

impl FromStr for Expression {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        let expression = read(&mut words, DEEPEST)?;
        match words.next() {
            None => Ok(expression),
            Some(word) => Err(format!(
                "{} after the expression; expected its end",
                Token::new(word)
            )),
        }
    }
}

fn read<'a>(
    words: &mut impl Iterator<Item = &'a str>,
    deepest: usize,
) -> Result<Expression, String> {
    let word = words
        .next()
        .ok_or("end of the expression; expected a number, a fact or `(`")?;
    if word != "(" {
        let number = word.parse().ok().filter(|number: &f32| number.is_finite());
        let number = number.map(Expression::Number);
        let fact = Fact::ALL.into_iter().find(|fact| fact.word() == word);
        let leaf = number.or(fact.map(Expression::Fact));
        return leaf.ok_or_else(|| unknown(word));
    }
    let deeper = deepest
        .checked_sub(1)
        .ok_or("too deep an expression; expected fewer brackets")?;
    let word = words.next().unwrap_or_default();
    let mut part = || read(&mut *words, deeper);
    let expression = match word {
        "ln" => Expression::Ln(Box::new(part()?)),
        "if" => Expression::If(Box::new([part()?, part()?, part()?])),
        _ => {
            let mut operators = Operator::ALL.into_iter();
            let operator = operators.find(|it| it.word() == word);
            let operator = operator.ok_or_else(|| unknown(word))?;
            Expression::Two(operator, Box::new([part()?, part()?]))
        }
    };
    match words.next() {
        Some(")") => Ok(expression),
        word => Err(format!(
            "{}; expected `)`",
            Token::new(word.unwrap_or("end of the expression"))
        )),
    }
}

fn unknown(word: &str) -> String {
    let facts = Fact::ALL.map(Fact::word);
    format!(
        "{}; expected a number, one of {}, or `(` with ln, if, +, -, *, min or max",
        Token::new(word),
        facts.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of an ordinary quiet move, the first of its node.
    const ORDINARY: Facts = Facts {
        rank: 0,
        depth: 6 * PLY,
        in_proportion: true,
        kind: Kind::Quiet,
        order: 0,
        threat: 0,
        check: false,
        pv: false,
        improving: true,
        in_check: false,
        alike: Alike {
            drops: 0,
            checks: 0,
            piece: 0,
        },
    };

    #[test]
    fn expressions_are_read_and_written_and_have_values() {
        let text = "(if check 50 (+ 100 (* 20 (ln rank))))";
        let law: Expression = text.parse().unwrap();
        assert_eq!((law.to_string().as_str(), law.size()), (text, 9));
        let facts = |rank, check| Facts {
            rank,
            check,
            ..ORDINARY
        };
        // A check costs half a ply; the tenth move 20 ln 10 = 46 more than one.
        assert_eq!(law.lost(&facts(9, true)), -50);
        assert_eq!(law.lost(&facts(9, false)), 46);
        assert_eq!(law.all()[3].to_string(), "(+ 100 (* 20 (ln rank)))");
        let mut changed = law.clone();
        assert_eq!(changed.part_mut(3).as_deref(), Some(law.all()[3]));
        assert!(changed.part_mut(9).is_none());
    }

    #[test]
    fn costs_stay_within_bounds() {
        let lost = |text: &str, in_proportion| {
            let facts = Facts {
                in_proportion,
                ..ORDINARY
            };
            text.parse::<Expression>().unwrap().lost(&facts)
        };
        assert_eq!(
            [lost("-5", true), lost("-5", false), lost("1e9", true)],
            [-75, 0, 900]
        );
        assert_eq!(
            lost("(- (* 1e38 1e38) (* 1e38 1e38))", true),
            0,
            "not a number"
        );
    }

    #[test]
    fn what_is_no_expression_is_refused_by_its_token() {
        for (text, token) in [
            ("", "end"),
            ("rang", "`rang`"),
            ("(sin 1)", "`sin`"),
            ("(+ 1)", "`)`"),
            ("(+ 1 2 3)", "`3`"),
            ("1 2", "`2`"),
            ("(ln 1", "end"),
        ] {
            let problem = text.parse::<Expression>().unwrap_err();
            assert!(
                problem.contains(token) && problem.contains("expected"),
                "{text}: {problem}"
            );
        }
        let deep = "(ln ".repeat(100_000);
        assert!(deep.parse::<Expression>().unwrap_err().contains("too deep"));
    }
}
