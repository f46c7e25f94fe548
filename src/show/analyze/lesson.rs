//! Mistakes of a game as questions: which moves answer them, by what they were missed, and why the engine
//! prefers what it prefers.
//!
//! What must hold: with a number of nodes as the effort, the same game gives the same lessons; every bad
//! move that the analysis names has one, unless there was no move to find.

use super::chance::chance;
use super::think::Thinker;
use super::words::{InNotations, in_notations};
use super::{Analysis, Judged};
use crate::language::Reader;
use engine::record::Evaluation;
use engine::shogi::exchange::{EXCHANGE, Pins, exchange_reaches};
use engine::shogi::{Checks, Move, Position};

/// A bad move as a question.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The number of the move in its game, from 1.
    pub number: usize,
    /// What there was to see.
    pub themes: Vec<Theme>,
    /// The moves of which something is known: the best, the one that was played, then others.
    pub choices: Vec<Choice>,
    /// What the search says of the best move and of the one that was played.
    pub reasons: Vec<InNotations>,
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
}

/// What was missed by a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// A mate in one.
    MateInOne,
    /// A mate in three.
    MateInThree,
    /// A mate in five.
    MateInFive,
    /// A longer mate.
    LongMate,
    /// That the opponent mates.
    Mated,
    /// That the opponent wins a piece.
    Hanging,
    /// That a piece could be won.
    Capture,
    /// A drop.
    Drop,
    /// A check.
    Check,
}

impl Theme {
    /// All of them, as pages list them.
    pub const ALL: [Self; 9] = [
        Self::MateInOne,
        Self::MateInThree,
        Self::MateInFive,
        Self::LongMate,
        Self::Mated,
        Self::Hanging,
        Self::Capture,
        Self::Drop,
        Self::Check,
    ];
}

/// The lessons of `analysis` for `reader`, in the order of its moves. `thinker` searches the position before
/// each bad move once more.
pub fn lessons(analysis: &Analysis, thinker: &Thinker, reader: Reader) -> Vec<Lesson> {
    let bad = analysis.moves.iter().filter(|it| it.is_bad());
    let lessons = bad.filter_map(|it| lesson(analysis, it, thinker, reader));
    lessons.collect()
}

fn lesson(analysis: &Analysis, it: &Judged, thinker: &Thinker, reader: Reader) -> Option<Lesson> {
    let game = analysis.record.game().up_to(it.number - 1)?;
    let best = *it.line.first()?;
    let study = thinker.study(game, it.mv);
    let told = [best, it.mv].into_iter();
    let reason = |mv| {
        study.reason(mv, reader)?;
        let words = |reader| study.reason(mv, reader).unwrap_or_default();
        Some(in_notations(reader, words))
    };
    let reasons = told.filter_map(reason).collect();
    let mut choices = vec![
        Choice {
            line: it.line.clone(),
            value: it.before,
            loss: 0,
            is_good: true,
        },
        Choice {
            line: [&[it.mv][..], &analysis.thoughts[it.number].line].concat(),
            value: it.after,
            loss: it.loss,
            is_good: false,
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
        if !is_known {
            choices.push(Choice {
                line,
                value,
                loss,
                is_good: it.missed_mate.is_none() && 2 * loss <= it.loss,
            });
        }
    }
    Some(Lesson {
        number: it.number,
        themes: themes(study.position(), it, &analysis.thoughts[it.number].line),
        choices,
        reasons,
    })
}

/// What was missed by `it`, made in `pos`; `answer` is how the opponent goes on.
fn themes(pos: &Position, it: &Judged, answer: &[Move]) -> Vec<Theme> {
    let best = it.line[0];
    let after = played(pos, it.mv);
    let mate = it.missed_mate.map(|plies| match plies {
        1 => Theme::MateInOne,
        3 => Theme::MateInThree,
        5 => Theme::MateInFive,
        _ => Theme::LongMate,
    });
    let is_mated = matches!(it.after, Evaluation::Mate { winner, .. } if winner != it.side);
    let hangs = answer.first().is_some_and(|&mv| wins_piece(&after, mv));
    let seen = [
        (is_mated, Theme::Mated),
        (hangs && !is_mated, Theme::Hanging),
        (mate.is_none() && wins_piece(pos, best), Theme::Capture),
        (mate.is_none() && best.is_drop(), Theme::Drop),
        (
            mate.is_none() && Checks::of(&played(pos, best)).in_check(),
            Theme::Check,
        ),
    ];
    let seen = seen.into_iter().filter(|(is_so, _)| *is_so);
    mate.into_iter()
        .chain(seen.map(|(_, theme)| theme))
        .collect()
}

fn played(pos: &Position, mv: Move) -> Position {
    let mut pos = pos.clone();
    let _ = pos.do_move(mv);
    pos
}

/// Whether `mv` captures a piece and comes out ahead by more than a pawn.
fn wins_piece(pos: &Position, mv: Move) -> bool {
    const MORE_THAN_A_PAWN: i32 = 200;
    pos.captured(mv).is_some()
        && exchange_reaches(pos, mv, &EXCHANGE, MORE_THAN_A_PAWN, Pins::default())
}
