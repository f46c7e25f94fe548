//! Mistakes of a game as questions: which moves answer them, and what is wrong with those that do not.
//!
//! What must hold: with a number of nodes as the effort, the same game gives the same lessons; every bad
//! move that the analysis names has one, unless there was no move to find.

use super::chance::chance;
use super::fault::{Case, Fault, faults};
use super::theme::{Theme, themes};
use super::think::Thinker;
use super::{Analysis, Judged};
use engine::record::Evaluation;
use engine::shogi::Move;

/// A bad move as a question.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The number of the move in its game, from 1.
    pub number: usize,
    /// What there was to see.
    pub themes: Vec<Theme>,
    /// The moves of which something is known: the best, the one that was played, then others.
    pub choices: Vec<Choice>,
}

/// A move that may be the answer.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move, and what follows.
    pub line: Vec<Move>,
    /// What the position is worth with it.
    pub value: Evaluation,
    /// How much winning chance it loses, in permille.
    pub loss: u32,
    /// Whether it is good enough: it loses at most half as much as the move that was played.
    pub is_good: bool,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// The lessons of `analysis`, in the order of its moves. `thinker` searches the position before each bad move once
/// more.
pub fn lessons(analysis: &Analysis, thinker: &Thinker) -> Vec<Lesson> {
    let bad = analysis.moves.iter().filter(|it| it.is_bad());
    let lessons = bad.filter_map(|it| lesson(analysis, it, thinker));
    lessons.collect()
}

fn lesson(analysis: &Analysis, it: &Judged, thinker: &Thinker) -> Option<Lesson> {
    let game = analysis.record.game().up_to(it.number - 1)?;
    it.line.first()?;
    let study = thinker.study(game.clone());
    let mut choices = vec![
        Choice {
            line: it.line.clone(),
            value: it.before,
            loss: 0,
            is_good: true,
            faults: Vec::new(),
        },
        Choice {
            line: [&[it.mv][..], &analysis.thoughts[it.number].line].concat(),
            value: it.after,
            loss: it.loss,
            is_good: false,
            faults: it.faults.clone(),
        },
    ];
    let lines = study.lines.iter().map(|info| {
        let value = Evaluation::of_score(info.score, it.side);
        (info.pv.clone(), value, chance(value, it.side))
    });
    let lines: Vec<_> = lines.filter(|(line, ..)| !line.is_empty()).collect();
    let most = lines.iter().map(|&(_, _, chance)| chance).max();
    for (line, value, chance) in lines {
        let loss = most.unwrap_or(chance) - chance;
        let is_known = choices.iter().any(|it| it.line.first() == line.first());
        if is_known {
            continue;
        }
        let is_good = it.missed_mate.is_none() && 2 * loss <= it.loss;
        let case = Case {
            game: &game,
            mv: line[0],
            best: &it.line,
            answer: &line[1..],
            misses_mate: it.missed_mate.is_some(),
            mated: None,
        };
        choices.push(Choice {
            faults: if is_good { Vec::new() } else { faults(&case) },
            line,
            value,
            loss,
            is_good,
        });
    }
    Some(Lesson {
        number: it.number,
        themes: themes(it),
        choices,
    })
}
