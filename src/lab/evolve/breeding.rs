//! Breeding expressions: making them at random, crossing and mutating them.

use engine::random::Generator;
use engine::search::styles::expression::{Expression, Fact, Operator};
use rand::RngExt;

/// How deep a new expression is at most.
const DEEP: u32 = 3;
/// Larger expressions are not bred.
const MOST: usize = 60;
/// The greatest number of a new expression: a ply and a half.
const GREATEST: u32 = 150;

/// A small expression.
pub fn gibberish(random: &mut Generator) -> Expression {
    grown(random, DEEP)
}

fn grown(random: &mut Generator, deep: u32) -> Expression {
    if deep == 0 || random.random_range(0..4) == 0 {
        return leaf(random);
    }
    let mut part = || Box::new(grown(random, deep - 1));
    let [first, second, third] = [part(), part(), part()];
    match random.random_range(0..8) {
        0 => Expression::Ln(first),
        1 | 2 => Expression::If(Box::new([*first, *second, *third])),
        _ => {
            let (operator, _) = Operator::ALL[random.random_range(0..Operator::ALL.len())];
            Expression::Two(operator, Box::new([*first, *second]))
        }
    }
}

fn leaf(random: &mut Generator) -> Expression {
    if random.random() {
        Expression::Number(random.random_range(0..=GREATEST) as f32)
    } else {
        let (fact, _) = Fact::ALL[random.random_range(0..Fact::ALL.len())];
        Expression::Fact(fact)
    }
}

/// `one` with a part of `other` in the place of a part of its own; `one` itself if that would be too
/// large.
pub fn crossed(one: &Expression, other: &Expression, random: &mut Generator) -> Expression {
    let from = other.part(random.random_range(0..other.size()));
    replaced(one, from.unwrap_or(other).clone(), random)
}

/// `of` with something else in the place of one of its parts; by a small `factor` often a number that
/// differs a little.
pub fn mutated(of: &Expression, factor: f64, random: &mut Generator) -> Expression {
    if random.random::<f64>() * 2.0 < factor {
        let new = grown(random, DEEP - 1);
        return replaced(of, new, random);
    }
    let mut changed = of.clone();
    let place = random.random_range(0..of.size());
    if let Some(Expression::Number(number)) = changed.part_mut(place) {
        *number = (*number * random.random_range(0.7..1.4)).round();
    }
    changed
}

fn replaced(of: &Expression, new: Expression, random: &mut Generator) -> Expression {
    let mut changed = of.clone();
    if let Some(part) = changed.part_mut(random.random_range(0..of.size())) {
        *part = new;
    }
    if changed.size() <= MOST {
        changed
    } else {
        of.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::random::generator;

    #[test]
    fn what_is_bred_is_read_back_and_stays_small() {
        let mut random = generator(5, 0);
        let mut expressions: Vec<_> = (0..50).map(|_| gibberish(&mut random)).collect();
        let mut differ = 0;
        for round in 0..2000 {
            let [one, other] = [0, 1].map(|_| random.random_range(0..expressions.len()));
            let child = crossed(&expressions[one], &expressions[other], &mut random);
            let child = mutated(&child, 1.0, &mut random);
            assert!(child.size() <= MOST);
            assert_eq!(child.to_string().parse().as_ref(), Ok(&child), "{child}");
            differ += usize::from(child != expressions[one]);
            let place = round % expressions.len();
            expressions[place] = child;
        }
        assert!(differ > 1000, "{differ}");
    }
}
