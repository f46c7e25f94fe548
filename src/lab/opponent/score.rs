//! How well a model foretells moves of games that it was not learned from.

use super::games::PlayedGame;
use engine::habits::Model;
use matches::stats::binomial::win_share;
use serde::Serialize;

/// Where the classes of belief begin, in percent.
const CLASSES: [f64; 5] = [0.0, 25.0, 30.0, 40.0, 50.0];
/// How many of the first predictions are looked at.
const FIRST: usize = 5;
/// How sure the interval of a share is.
const LEVEL: f64 = 0.95;

/// What Walczak published: games learned from, then for each class of belief the right predictions
/// and all.
pub const PUBLISHED: [(u32, [[u32; 2]; 5]); 3] = [
    (12, [[5, 31], [4, 9], [3, 6], [3, 5], [3, 4]]),
    (22, [[6, 47], [3, 7], [3, 6], [3, 4], [3, 3]]),
    (80, [[6, 36], [3, 6], [3, 3], [3, 3], [3, 3]]),
];

/// How well a model foretells.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// Whose model.
    pub player: String,
    /// Games that it was learned from.
    pub learned: u32,
    /// Games that it was tried on.
    pub games: usize,
    /// Moves of the player there.
    pub moves: u64,
    /// Of these foretold at all: some habit could be completed.
    pub foretold: u64,
    /// By the belief in the likeliest move.
    pub classes: Vec<Class>,
    /// How often the move was among the first one, two, … predictions.
    pub among: Vec<u64>,
}

/// The predictions of like belief.
#[derive(Clone, Debug, Serialize)]
pub struct Class {
    /// The least belief, in percent; the greatest is the least of the next.
    pub from: f64,
    /// Predictions.
    pub all: u64,
    /// The right ones.
    pub right: u64,
}

impl Class {
    /// The share of right ones in percent, with its 95 % interval.
    pub fn share(&self) -> [f64; 3] {
        let (right, wrong) = (self.right, self.all - self.right);
        let [low, high] = win_share(right, wrong, LEVEL);
        let share = right as f64 / self.all.max(1) as f64;
        [low, share, high].map(|it| 100.0 * it)
    }
}

/// Tries `model` on `games`.
pub fn score(model: &Model, games: &[PlayedGame]) -> Score {
    let class = |from| Class {
        from,
        all: 0,
        right: 0,
    };
    let mut score = Score {
        player: model.player.clone(),
        learned: model.games,
        games: games.len(),
        moves: 0,
        foretold: 0,
        classes: CLASSES.map(class).into(),
        among: vec![0; FIRST],
    };
    for (situation, mv) in games.iter().flat_map(PlayedGame::moments) {
        score.moves += 1;
        let predictions = model.predict(&situation);
        let place = predictions.iter().position(|it| it.mv == mv);
        if let Some(first) = predictions.first() {
            score.count(100.0 * first.belief, place);
        }
    }
    score
}

impl Score {
    /// Counts a move that was the prediction at `place`, where the belief in the first was so many
    /// percent.
    fn count(&mut self, belief: f64, place: Option<usize>) {
        self.foretold += 1;
        let mut classes = self.classes.iter_mut().rev();
        if let Some(class) = classes.find(|class| class.from <= belief) {
            class.all += 1;
            class.right += u64::from(place == Some(0));
        }
        let missed = place.unwrap_or(FIRST).min(FIRST);
        for among in &mut self.among[missed..] {
            *among += 1;
        }
    }
}
