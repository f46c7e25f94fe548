//! What the model of the opponent foretells, as the search uses it.
//!
//! What must hold: without a model nothing is done. A move that is foretold begins the search with a
//! history as if it had often been good: it is looked at earlier and further, at all nodes of the
//! opponent, as long as what the search finds does not speak against it. Nodes do nothing for that:
//! they read the histories that they always read.

use crate::habits::{Model, Prediction, Situation, name};
use crate::search::histories::{Arrival, Context, Histories, MOST};
use crate::shogi::game::Game;

/// What is foretold of the opponent's next moves.
pub struct Foresight {
    /// Pieces arriving on squares, with the belief in them.
    moves: Vec<(Arrival, f64)>,
    /// The same and what the opponent is building, in words.
    words: Vec<String>,
}

impl Foresight {
    /// What `model` foretells of the side that does not have the move in `game`; none where that
    /// side gives check, for then nothing can be said of a next move.
    pub fn new(model: &Model, game: &Game) -> Option<Self> {
        let situation = Situation::of(game, game.position().side().flip())?;
        let mut pos = game.position().clone();
        pos.do_null_move();
        let predictions = model.predict(&situation);
        let arrival = |it: &Prediction| (Arrival::new(pos.placed(it.mv), it.mv.to()), it.belief);
        Some(Self {
            moves: predictions.iter().map(arrival).collect(),
            words: words(model, &situation, &predictions),
        })
    }

    /// Puts it into the histories of a thread.
    pub fn teach(&self, histories: &mut Histories) {
        for &(arrival, belief) in &self.moves {
            let bonus = (f64::from(MOST) * belief) as i32;
            histories.reward_quiet(Context::default(), arrival, bonus);
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
    use crate::shogi::{Piece, Square};

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
        let scores = histories.after(Context::default());
        let quiet = |to| scores.of(Piece::W_G).at(to);
        assert!(quiet(Square::SQ_5B) > MOST && quiet(Square::SQ_6B) == 0);
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
