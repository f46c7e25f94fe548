//! What is known of a player's habits, and what that player will do by them: `kyomi-lab opponent` learns models,
//! the search uses them.
//!
//! The idea is that players think in *chunks* (S. Walczak's Inductive Adversary Modeler, IJPRAI
//! 6(5), 1992, and IEEE TKDE 15(3), 2003): groups of pieces that they like to have together, in
//! shogi above all castles, and moves that they like to make one after the other. Who has all of a
//! chunk but one piece, and can put that piece there, will often do so.
//!
//! Everything here sees the board from the player's own side, as Black.
//!
//! A move is predicted if it completes a habit: puts the one piece in place that a group lacks, or
//! makes the next move of a sequence. The belief in it begins with the share of such moments at which
//! the player did complete it, and is raised where the habit is large, has big pieces, is one of this
//! part of the game, and won games. A group that was whole before or after the player's last move has
//! just been broken up, and counts no more.

mod chunk;
mod model;

pub use chunk::{Chunk, found, found_in_text};
pub use model::{Habit, Model, ModelFile, Outcome, Pattern, Phase};

use crate::shogi::game::Game;
use crate::shogi::position::{turned, turned_move};
use crate::shogi::{Checks, Class, Color, Move, MoveList, PieceKind, Position, movegen};
use chunk::Image;
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
/// So many completions prove nothing: without them it would not be known as a habit.
const SELECTED: f64 = 1.7;
/// So many moments that nobody saw, at none of which the habit was completed.
const DOUBT: f64 = 1.0;

/// Names with the pieces that make them, seen from the player's side; a mirror image has the same.
const NAMED: [(&str, &str); 10] = [
    ("Yagura", "K8h G7h S7g"),
    ("Silver crown", "K8h G7h S8g"),
    ("Anaguma", "K9i L9h S8h"),
    ("Millennium", "K8i S8h G7h"),
    ("Mino", "K2h S3h G4i"),
    ("Gold Mino", "K2h G3h"),
    ("Boat", "K7h S6h G5h"),
    ("Gangi", "S5g S6g G7h"),
    ("Central king", "K5h G7h G3h"),
    ("Bonanza", "K7h G6h S7g"),
];

/// The most pieces that what is being built may lack.
const MOST_MISSING: usize = 3;

/// The board with the player to move, as Black, and what came before.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The player's colour in the game.
    pub player: Color,
    /// The board.
    pub pos: Position,
    /// The same before and after the player's last move.
    pub earlier: Vec<Position>,
    /// The player's own moves so far.
    pub moves: Vec<Move>,
}

impl Situation {
    /// That after the moves of `game`, as if `player` were to move. None if the other side is to
    /// move and in check, which it cannot leave standing.
    pub fn of(game: &Game, player: Color) -> Option<Self> {
        let mut pos = game.start().clone();
        let (mut earlier, mut moves) = (Vec::new(), Vec::new());
        for &mv in game.moves() {
            let is_own = pos.side() == player;
            let before = is_own.then(|| pos.clone());
            let _ = pos.do_move(mv);
            if let Some(before) = before {
                moves.push(seen(mv, player));
                earlier = vec![view(&before, player), view(&pos, player)];
            }
        }
        if pos.side() != player {
            if Checks::of(&pos).in_check() {
                return None;
            }
            pos.do_null_move();
        }
        Some(Self {
            player,
            pos: view(&pos, player),
            earlier,
            moves,
        })
    }

    /// `mv`, as the player sees it, as it is written.
    pub fn written(&self, mv: Move) -> Move {
        seen(mv, self.player)
    }
}

/// `pos` as `player` sees it.
pub fn view(pos: &Position, player: Color) -> Position {
    match player {
        Color::Black => pos.clone(),
        Color::White => turned(pos),
    }
}

/// `mv` as `player` sees it; and the other way round.
pub fn seen(mv: Move, player: Color) -> Move {
    match player {
        Color::Black => mv,
        Color::White => turned_move(mv),
    }
}

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
        let moves = movegen::legal_moves(&situation.pos);
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

/// The name of the castle or formation that `chunk` has in it.
pub fn name(chunk: &Chunk) -> Option<&'static str> {
    let board = chunk.board();
    let named = NAMED.iter().find(|(_, pieces)| {
        let pieces = pieces.parse::<Chunk>();
        pieces.is_ok_and(|it| it.images().iter().any(|image| image.is_whole(&board)))
    });
    named.map(|(name, _)| *name)
}

/// What a player is building.
#[derive(Clone, Debug)]
pub struct Building<'a> {
    /// The habit.
    pub habit: &'a Habit,
    /// The group, as it is built: it or its mirror image.
    pub chunk: Chunk,
    /// How many of its pieces are still missing.
    pub missing: usize,
}

impl Model {
    /// The castle that the player is likeliest to be building: of the groups with the king that
    /// lack few pieces the most frequent for what it lacks.
    pub fn building(&self, situation: &Situation) -> Option<Building<'_>> {
        let weight = |it: &Building| self.frequency(it.habit) / (it.missing + 1) as f64;
        let castles = self
            .habits
            .iter()
            .flat_map(|it| in_work(it, &situation.pos));
        castles.max_by(|one, other| weight(one).total_cmp(&weight(other)))
    }
}

/// The habit's group and its mirror image, where they are in work.
fn in_work<'a>(habit: &'a Habit, pos: &Position) -> Vec<Building<'a>> {
    let Pattern::Visual(chunk) = &habit.pattern else {
        return Vec::new();
    };
    let mut kinds = chunk.stones().iter().map(|it| it.piece.piece_kind());
    if !kinds.any(|kind| kind == PieceKind::King) {
        return Vec::new();
    }
    let building = |chunk: Chunk| Building {
        missing: chunk.missing(pos),
        habit,
        chunk,
    };
    let images = [chunk.clone(), chunk.mirrored()].map(building);
    let most = MOST_MISSING.min(chunk.size() / 2);
    let in_work = |it: &Building| (1..=most).contains(&it.missing);
    images.into_iter().filter(in_work).collect()
}

#[cfg(test)]
mod tests;
