//! What the model of the opponent foretells, as the search uses it.
//!
//! What must hold: without a model nothing is done. A move that is foretold begins the search with a
//! history as if it had often been good: it is looked at earlier and further, at all nodes of the
//! opponent, as long as what the search finds does not speak against it. Nodes do nothing for that:
//! they read the histories that they always read.

use crate::habits::{Model, Prediction, Situation, name};
use crate::search::histories::Histories;
use crate::shogi::game::Game;
use crate::shogi::{Color, Move};

/// The lesson of a move that is sure to come.
const MOST: i32 = 7183;

/// What is foretold of the opponent's next moves.
pub struct Foresight {
    /// Moves, with the belief in them.
    moves: Vec<(Move, f64)>,
    /// Whose they are.
    side: Color,
    /// The same and what the opponent is building, in words.
    words: Vec<String>,
}

impl Foresight {
    /// What `model` foretells of the side that does not have the move in `game`; none where that
    /// side gives check, for then nothing can be said of a next move.
    pub fn new(model: &Model, game: &Game) -> Option<Self> {
        let situation = Situation::of(game, game.position().side().flip())?;
        let predictions = model.predict(&situation);
        let believed = |it: &Prediction| (it.mv, it.belief);
        Some(Self {
            moves: predictions.iter().map(believed).collect(),
            side: game.position().side().flip(),
            words: words(model, &situation, &predictions),
        })
    }

    /// Puts it into the histories of a thread.
    pub fn teach(&self, histories: &mut Histories) {
        for &(mv, belief) in &self.moves {
            let bonus = (f64::from(MOST) * belief) as i32;
            histories.main.update(self.side, mv, bonus);
        }
    }

    pub fn words(&self) -> &[String] {
        &self.words
    }
}

fn words(model: &Model, situation: &Situation, predictions: &[Prediction]) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(first) = predictions.first() {
        let (mv, percent) = (first.mv, 100.0 * first.belief);
        let (pattern, games) = (&first.habit.pattern, first.habit.games);
        words.push(format!(
            "opponent {}: {mv} foretold, {percent:.0} %, for {pattern}, in {games} of {} games",
            model.player, model.games
        ));
    }
    if let Some(building) = model.building(situation) {
        let called = name(&building.chunk).map_or_else(String::new, |name| format!(" ({name})"));
        let (chunk, missing, games) = (&building.chunk, building.missing, building.habit.games);
        words.push(format!(
            "opponent {}: builds {chunk}{called}, {missing} to come, in {games} of {} games",
            model.player, model.games
        ));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::habits::Habit;

    /// White's castle lacks the gold that stands on 4a.
    const CASTLE: &str = "sfen ln1g1g3/1ks6/ppppp4/9/9/9/9/9/4K4 b R 1";

    fn foresight(text: &str) -> Option<Foresight> {
        let mut habit = Habit::new("K2h S3h G4i G5h".parse().unwrap());
        (habit.games, habit.could, habit.did) = (8, 8, 8);
        let model = Model {
            player: "somebody".to_owned(),
            games: 10,
            habits: vec![habit],
        };
        Foresight::new(&model, &Game::parse(text).unwrap().0)
    }

    #[test]
    fn what_is_foretold_has_a_good_history_and_is_told() {
        let foresight = foresight(CASTLE).unwrap();
        let mut histories = Histories::new();
        foresight.teach(&mut histories);
        let quiet = |text: &str| histories.main.get(Color::White, text.parse().unwrap());
        assert!(quiet("4a5b") > MOST / 2 && quiet("4a3b") == 0);
        let words = foresight.words().join("\n");
        assert!(words.contains("somebody: 4a5b foretold, "), "{words}");
        assert!(
            words.contains("(Mino), 1 to come, in 8 of 10 games"),
            "{words}"
        );
    }

    #[test]
    fn nothing_is_foretold_of_a_side_that_gives_check() {
        assert!(foresight(&CASTLE.replace("4K4 b", "4K2r1 b")).is_none());
    }
}
