//! What a player will do by its habits.
//!
//! A move is predicted if it completes a habit: puts the one piece in place that a group lacks, or
//! makes the next move of a sequence. The belief in it begins with the share of such moments at which
//! the player did complete it, and is raised where the habit is large, has big pieces, is one of this
//! part of the game, and won games. A group that was whole before or after the player's last move has
//! just been broken up, and counts no more.

use super::chunk::Image;
use super::habit::{Habit, Pattern, Phase};
use super::model::Model;
use super::situation::Situation;
use crate::shogi::{Class, Move, MoveList, PieceKind, movegen};
use std::collections::{BTreeMap, BTreeSet};

/// The most that is believed.
const MOST: f64 = 0.95;
/// What a piece of a group beyond the third adds, as a share of the belief.
const LARGE: f64 = 0.04;
/// What a bishop or rook in the group adds.
const BIG: f64 = 0.1;
/// What it adds that the habit is one of this part of the game.
const TIMELY: f64 = 0.2;
/// What it adds if all games with the habit were won; half as much if half of them.
const WON: f64 = 0.2;
/// So many completions say nothing: without them it would not be known as a habit.
const SELECTED: f64 = 1.7;
/// So many moments that nobody saw, at none of which the habit was completed.
const DOUBT: f64 = 1.0;

/// A move that a player is expected to make.
#[derive(Clone, Debug)]
pub struct Prediction<'a> {
    /// The move, as it is written.
    pub mv: Move,
    /// The belief in it, 0–1.
    pub belief: f64,
    /// The habit that it would complete.
    pub habit: &'a Habit,
}

impl Model {
    /// What the player will do in `situation`, the likeliest first, each move once.
    pub fn predict(&self, situation: &Situation) -> Vec<Prediction<'_>> {
        let mut best: BTreeMap<Move, Prediction> = BTreeMap::new();
        for (habit, mv) in self.completing(situation) {
            let belief = belief(habit, situation);
            let mv = situation.written(mv);
            let prediction = Prediction { mv, belief, habit };
            let known = best.entry(mv).or_insert_with(|| prediction.clone());
            if known.belief < belief {
                *known = prediction;
            }
        }
        let mut best: Vec<_> = best.into_values().collect();
        best.sort_by(|one, other| other.belief.total_cmp(&one.belief));
        best
    }

    /// Every habit that a legal move completes, with the moves that do, as the player sees them.
    pub fn completing(&self, situation: &Situation) -> Vec<(&Habit, Move)> {
        let mut moves = MoveList::new();
        movegen::legal(&situation.pos, &mut moves);
        let mut found = Vec::new();
        for habit in &self.habits {
            let by_habit = completing(&habit.pattern, situation, &moves);
            found.extend(by_habit.into_iter().map(|mv| (habit, mv)));
        }
        found
    }
}

fn completing(pattern: &Pattern, situation: &Situation, moves: &MoveList) -> Vec<Move> {
    match pattern {
        Pattern::Visual(chunk) => {
            let found = chunk
                .images()
                .map(|it| completing_image(it, situation, moves));
            let found: BTreeSet<_> = found.into_iter().flatten().collect();
            found.into_iter().collect()
        }
        Pattern::Text(sequence) => match sequence.split_last() {
            Some((last, before)) if situation.moves.ends_with(before) => {
                Vec::from_iter(moves.contains(last).then_some(*last))
            }
            _ => Vec::new(),
        },
    }
}

fn completing_image(image: Image, situation: &Situation, moves: &MoveList) -> Vec<Move> {
    let Situation { pos, earlier, .. } = situation;
    let Some(missing) = image.missing(pos) else {
        return Vec::new();
    };
    if earlier.iter().any(|pos| image.is_whole(pos)) {
        return Vec::new();
    }
    let completes = |mv: &&Move| {
        let keeps_others = mv.from().is_none_or(|from| !image.covers(from));
        mv.to() == missing.square && pos.placed(**mv) == missing.piece && keeps_others
    };
    moves.iter().filter(completes).copied().collect()
}

/// How surely the player completes `habit` in `situation`.
fn belief(habit: &Habit, situation: &Situation) -> f64 {
    let phase = Phase::of(situation.pos.ply());
    let timely = if habit.is_of(phase) { TIMELY } else { 0.0 };
    let raise = 1.0 + worth(&habit.pattern) + timely + WON * habit.score();
    let share = (f64::from(habit.did) - SELECTED).max(0.0) / (f64::from(habit.could) + DOUBT);
    (share * raise).min(MOST)
}

/// What size and pieces of a pattern add.
fn worth(pattern: &Pattern) -> f64 {
    let Pattern::Visual(chunk) = pattern else {
        return 0.0;
    };
    let is_big =
        |kind: PieceKind| matches!(Class::of(kind).promoted(), Class::Horse | Class::Dragon);
    let mut kinds = chunk.stones().iter().map(|it| it.piece.piece_kind());
    let big = if kinds.any(is_big) { BIG } else { 0.0 };
    LARGE * chunk.size().saturating_sub(3) as f64 + big
}
