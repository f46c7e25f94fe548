//! Castles and formations that have a name, and what a player is building.

use super::chunk::Chunk;
use super::habit::{Habit, Pattern};
use super::model::Model;
use super::situation::Situation;
use crate::shogi::{PieceKind, Position};

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
    let is_king = |kind| kind == PieceKind::King;
    if !chunk
        .stones()
        .iter()
        .any(|it| is_king(it.piece.piece_kind()))
    {
        return Vec::new();
    }
    let building = |chunk: Chunk| Building {
        missing: chunk.stones().iter().filter(|it| !it.stands(pos)).count(),
        habit,
        chunk,
    };
    let images = [chunk.clone(), chunk.mirrored()].map(building);
    let most = MOST_MISSING.min(chunk.size() / 2);
    let in_work = |it: &Building| (1..=most).contains(&it.missing);
    images.into_iter().filter(in_work).collect()
}
