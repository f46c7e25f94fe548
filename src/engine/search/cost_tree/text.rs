//! Expressions as text.

use super::{Expression, Fact, Operator};
use crate::shogi::sfen::Token;
use std::fmt;
use std::str::FromStr;

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
        let fact = || Fact::of_word(word).map(Expression::Fact);
        return number.or_else(fact).ok_or_else(|| unknown(word));
    }
    let deeper = deepest
        .checked_sub(1)
        .ok_or("too deep an expression; expected fewer brackets")?;
    let word = words.next().unwrap_or_default();
    let mut part = || read(&mut *words, deeper);
    let expression = match word {
        "ln" => Expression::Ln(Box::new(part()?)),
        "if" => Expression::If(Box::new([part()?, part()?, part()?])),
        _ => match Operator::of_word(word) {
            Some(operator) => Expression::Two(operator, Box::new([part()?, part()?])),
            None => return Err(unknown(word)),
        },
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
    let facts: Vec<_> = Fact::ALL.iter().map(|(_, word)| *word).collect();
    format!(
        "{}; expected a number, one of {}, or `(` with ln, if, +, -, *, min or max",
        Token::new(word),
        facts.join(", ")
    )
}
