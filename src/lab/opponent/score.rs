//! How well a model foretells moves of games that it was not learned from, and what it gains a search:
//! how much further the same nodes reach.

use super::PlayedGame;
use crate::results::{Mean, mean, or_dash, spread};
use base::table::Table;
use base::work::Workers;
use engine::habits::{Model, ModelFile};
use engine::player::{Engine, Settings};
use engine::search::Limits;
use engine::shogi::game::Game;
use matches::stats::win_share;
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::{fmt, io};

/// Where the classes of belief begin, in percent.
const CLASSES: [f64; 5] = [0.0, 25.0, 30.0, 40.0, 50.0];
/// How many of the first predictions are looked at.
const FIRST: usize = 5;
/// How sure the interval of a share is.
const LEVEL: f64 = 0.95;

/// What Walczak published: games learned from, then for each class of belief the right predictions
/// and all.
const PUBLISHED: [(u32, [[u32; 2]; 5]); 3] = [
    (12, [[5, 31], [4, 9], [3, 6], [3, 5], [3, 4]]),
    (22, [[6, 47], [3, 7], [3, 6], [3, 4], [3, 3]]),
    (80, [[6, 36], [3, 6], [3, 3], [3, 3], [3, 3]]),
];

/// How well a model foretells.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    player: String,
    /// Games that it was learned from.
    learned: u32,
    /// Games that it was tried on.
    games: usize,
    /// Moves of the player there.
    pub moves: u64,
    /// Of these foretold at all: some habit could be completed.
    pub foretold: u64,
    /// By the belief in the likeliest move.
    classes: Vec<Class>,
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

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            player,
            learned,
            games,
            moves,
            foretold,
            classes,
            among,
        } = self;
        writeln!(
            f,
            "{player}: {learned} games learned from; tried on {games} others with {moves} of its moves, \
             of which {foretold} were foretold at all"
        )?;
        let mut table = Table::new([
            "belief, %",
            "right",
            "of",
            "%",
            "95 %",
            "published, 12 games",
            "22 games",
            "80 games",
        ]);
        for (place, class) in classes.iter().enumerate() {
            let name = match classes.get(place + 1) {
                Some(next) => format!("{:.0}–{:.0}", class.from, next.from),
                None => format!("> {:.0}", class.from),
            };
            let share = (class.all > 0).then(|| class.share());
            let published = PUBLISHED.map(|(_, published)| {
                let [right, all] = published[place];
                format!("{right}/{all}")
            });
            let cells = [
                name,
                class.right.to_string(),
                class.all.to_string(),
                or_dash(share.map(|[_, share, _]| format!("{share:.0}"))),
                or_dash(share.map(|[low, _, high]| format!("{low:.0}–{high:.0}"))),
            ];
            table.push(cells.into_iter().chain(published));
        }
        writeln!(f, "{table}")?;
        let shares = among.iter().map(|&count| {
            let share = 100.0 * count as f64 / (*foretold).max(1) as f64;
            format!("{share:.1} %")
        });
        let shares: Vec<_> = shares.collect();
        let count = among.len();
        write!(
            f,
            "The move was among the first 1 to {count} predictions in {} of these.",
            shares.join(", ")
        )
    }
}

/// The middle of each class of belief, in percent; of the open last one by eye.
const MIDDLES: [f64; 5] = [12.5, 27.5, 35.0, 45.0, 65.0];

impl Score {
    /// The drawing: the share of right predictions by belief, with 95 % intervals, and the published ones.
    pub fn picture(&self) -> Chart {
        let known = self.classes.iter().zip(MIDDLES);
        let known = known.filter(|(class, _)| class.all > 0);
        let shares: Vec<_> = known.map(|(class, x)| (x, class.share())).collect();
        let ours = Curve::with_errors(format!("{}, {}", self.player, self.learned), &shares);
        let equal = Curve::guide([[0.0, 0.0], [100.0, 100.0]]);
        let published = PUBLISHED.iter().map(|(games, classes)| {
            let points = MIDDLES.into_iter().zip(classes);
            let points =
                points.map(|(x, [right, all])| [x, 100.0 * f64::from(*right) / f64::from(*all)]);
            Curve::new(format!("published, {games}"), points.collect())
        });
        Chart(vec![Panel {
            title: "Right predictions, %, by stated belief, %".to_owned(),
            x: Axis::of([0.0, 100.0]).divided(10, 0),
            y: Axis::of([0.0, 100.0]).divided(4, 0),
            curves: [equal, ours].into_iter().chain(published).collect(),
        }])
    }
}

/// What a model gains.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    /// Positions searched, the other side to move.
    positions: usize,
    nodes: u64,
    /// The last iteration without the model.
    without: Option<Mean>,
    /// How much later it is with it.
    gained: Option<Mean>,
    /// How often both choose the same move, in percent.
    same_move: Option<Mean>,
}

/// Searches up to `count` positions of `games`, at which the player's opponent is to move, to `nodes`
/// without and with the model in `file`.
///
/// # Errors
/// If `workers` are stopped.
pub fn gain(
    games: &[PlayedGame],
    file: &ModelFile,
    count: usize,
    nodes: u64,
    workers: &Workers,
) -> io::Result<Gain> {
    let positions = positions(games, count);
    let both = workers.all(&positions, || {
        let mut engines = engines(file);
        move |game: &Game| {
            engines.each_mut().map(|engine| {
                engine.new_game();
                engine.set_game(game.clone());
                engine.search(Limits::nodes(nodes), &mut ())
            })
        }
    })?;
    let depths = both
        .iter()
        .map(|two| two.each_ref().map(|it| f64::from(it.info.depth)));
    let is_same = both
        .iter()
        .map(|[without, with]| without.decision == with.decision);
    Ok(Gain {
        positions: both.len(),
        nodes,
        without: Mean::of(depths.clone().map(|[without, _]| without)),
        gained: Mean::of(depths.map(|[without, with]| with - without)),
        same_move: Mean::percent(is_same),
    })
}

/// Positions before moves against the player, spread over all of them.
fn positions(games: &[PlayedGame], count: usize) -> Vec<Game> {
    let against = |game: &'_ PlayedGame| -> Vec<Game> {
        let choices = game.choices(game.player.flip());
        choices.map(|(before, _)| before).collect()
    };
    let all: Vec<Game> = games.iter().flat_map(against).collect();
    spread(&all, count)
}

fn engines(file: &ModelFile) -> [Engine; 2] {
    [None, Some(file.clone())].map(|opponent| {
        Engine::new(Settings {
            hash_mb: 16,
            opponent,
            ..Settings::default()
        })
    })
}

impl fmt::Display for Gain {
    /// A sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            positions,
            nodes,
            without,
            gained,
            same_move,
        } = self;
        let percent = gained.zip(*without);
        let percent = percent.map(|(it, of)| format!("{:+.1}", 100.0 * it.value / of.value));
        write!(
            f,
            "{positions} positions, {nodes} nodes: iteration {} without the model, {} more with it, \
             {} % (published: +12.5 %); the same move in {} %",
            mean(*without, 2),
            mean(*gained, 2),
            or_dash(percent),
            mean(*same_move, 2)
        )
    }
}
