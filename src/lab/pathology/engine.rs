//! The model's question and its assumption, asked of this engine: does it choose better when it searches
//! deeper, and are its values what the model takes them for?
//!
//! On each position two fixed-depth searches and the engine's own go depth by depth, and their moves are held
//! against that of a long search. A line of the journal for each position, with all of them.

use super::differences::Differences;
use super::models::{curve, densities};
use super::{Curve, ErrorCurves, Panel, Point, Shape};

use crate::LabError;
use crate::positions::Positions;
use crate::results::Mean;
use crate::searches::build;
use base::progress::Screen;
use base::work::{Answer, Answers, Shown, Workers};
use engine::eval::Evaluation;
use engine::player::{Engine, Settings};
use engine::search::{Bound, Info, Limits, Listener, SearchConfig};
use engine::shogi::game::Game;
use engine::textbook::Rules;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is measured.
#[derive(Clone, Debug)]
pub struct Question {
    /// Where games and moves are kept.
    pub folder: PathBuf,
    /// On how many positions, each of another game.
    pub positions: usize,
    /// At most so many differences of static values.
    pub differences: usize,
    /// How far is searched.
    pub reach: Reach,
    /// From which the games follow.
    pub seed: u64,
    /// Who plays and searches.
    pub workers: Workers,
}

/// Plays the games and makes the searches that are missing, shows on `screen` how far it is, and returns what
/// they show.
///
/// # Errors
/// If a file in the folder cannot be used, or the workers are stopped.
pub fn run(question: &Question, screen: Screen) -> Result<ErrorCurves, LabError> {
    let positions = Positions::of_own_games(
        &question.folder,
        question.seed,
        question.positions,
        &question.workers,
    )?;
    let games: Vec<_> = positions.rows.into_iter().map(|row| row.game).collect();
    let differences = Differences::of(&games, &Evaluation::default(), question.differences);
    let mut curves = errors_by_depth(
        &games,
        question.reach,
        &question.folder,
        &question.workers,
        screen,
    )?;
    curves.push(curve(&densities(question.reach.limit)));
    Ok(ErrorCurves {
        title: format!(
            "This engine: {} positions of own games, seed {}; reference: its move after {} nodes",
            question.positions, question.seed, question.reach.reference_nodes
        ),
        remarks: differences.iter().flat_map(remarks).collect(),
        panels: vec![Panel {
            title: "moves that are not the reference's".to_owned(),
            curves,
        }],
        shapes_title: "a move's static value minus that before it, cp: density, and the normal one"
            .to_owned(),
        shapes: differences.iter().flat_map(shapes).collect(),
    })
}

fn remarks(differences: &Differences) -> Vec<String> {
    let Differences {
        count,
        whole,
        middle,
        ends: [low, high],
        distance,
        ..
    } = differences;
    let limit = 1.36 / (*count as f64).sqrt();
    vec![
        format!(
            "Static value after a move minus that before it, {count} moves: mean {:.0}, deviation {:.0} cp, skewness \
             {:.2}, excess {:.2}",
            whole.mean, whole.deviation, whole.skewness, whole.excess
        ),
        format!(
            "Without the outer hundredths, from {low:.0} to {high:.0} cp: deviation {:.0}, skewness {:.2}, excess \
             {:.2}; a normal one so cut has 0 and -0.46",
            middle.deviation, middle.skewness, middle.excess
        ),
        format!(
            "Greatest distance from the normal distribution {distance:.4}; a normal sample of this size stays \
             below {limit:.4} in 95 % of cases: {}",
            if *distance < limit {
                "normal"
            } else {
                "not normal"
            }
        ),
    ]
}

fn shapes(differences: &Differences) -> Vec<Shape> {
    let normal = |&[value, _]: &[f64; 2]| [value, differences.whole.normal(value)];
    let shape = |name: &str, points| Shape {
        name: name.to_owned(),
        points,
    };
    vec![
        shape("moves", differences.bars.clone()),
        shape("normal", differences.bars.iter().map(normal).collect()),
    ]
}

/// A kind of search that goes deeper and deeper.
struct Kind {
    preset: &'static str,
    /// What its curve is called.
    name: &'static str,
    /// Its greatest depth.
    depth: fn(Reach) -> u32,
}

const KINDS: [Kind; 3] = [
    Kind {
        preset: "alphabeta",
        name: "full width (search=alphabeta)",
        depth: |reach| reach.full_width,
    },
    Kind {
        preset: "conventional",
        name: "fixed depth (search=conventional)",
        depth: |reach| reach.depth,
    },
    Kind {
        preset: "interest",
        name: "fixed depth (search=interest)",
        depth: |reach| reach.limit,
    },
];

/// The size of every table, in MiB.
const HASH_MB: usize = 64;

/// How far is searched.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Reach {
    /// The greatest depth of the full-width search.
    pub full_width: u32,
    /// The greatest depth of the conventional search.
    pub depth: u32,
    /// The greatest depth of the interest search.
    pub limit: u32,
    /// The nodes of the long search.
    pub reference_nodes: u64,
}

/// The moves chosen in a position; a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Choices {
    position: String,
    /// That of the long search.
    reference: String,
    /// Those of each kind of search, by depth from 1.
    by_depth: [Vec<String>; KINDS.len()],
}

impl Answer for Choices {
    type Key = String;

    fn key(&self) -> String {
        self.position.clone()
    }
}

/// How often the moves in `games` are not those of the long search, by depth. The journal is in `folder`.
fn errors_by_depth(
    games: &[Game],
    reach: Reach,
    folder: &Path,
    workers: &Workers,
    screen: Screen,
) -> Result<Vec<Curve>, LabError> {
    let head = json!({ "journal": "pathology choices", "reach": reach, "build": build() });
    let mut made: Answers<Choices> = Answers::open(&folder.join("choices.jsonl"), &head)?;
    let worker = || |game: &Game| Ok::<_, LabError>(choose(game, reach));
    let shown = Shown::counted(screen, "positions");
    workers.resume(games, ToString::to_string, worker, &mut made, shown)?;
    let wanted: BTreeSet<String> = games.iter().map(ToString::to_string).collect();
    let made: Vec<_> = wanted.iter().filter_map(|it| made.get(it)).collect();
    let kinds = 0..KINDS.len();
    Ok(kinds.map(|kind| errors_of(kind, &made)).collect())
}

fn choose(game: &Game, reach: Reach) -> Choices {
    let moves = |preset: &str, limits| {
        let mut moves = Moves::default();
        searcher(preset, game).search(limits, &mut moves);
        moves.0
    };
    let long = moves("interest", Limits::nodes(reach.reference_nodes));
    Choices {
        position: game.to_string(),
        reference: long.last().cloned().unwrap_or_default(),
        by_depth: KINDS
            .each_ref()
            .map(|kind| moves(kind.preset, Limits::depth((kind.depth)(reach)))),
    }
}

/// An engine of this preset with an empty table, on `game`.
fn searcher(preset: &str, game: &Game) -> Engine {
    let mut engine = Engine::new(Settings {
        hash_mb: HASH_MB,
        textbook: Rules::of_preset(preset),
        search: SearchConfig::preset(preset).unwrap_or_default(),
        ..Settings::default()
    });
    engine.set_game(game.clone());
    engine
}

/// Keeps the last best move of every iteration.
#[derive(Default)]
struct Moves(Vec<String>);

impl Listener for Moves {
    fn info(&mut self, info: &Info) {
        let Some(best) = info.pv.first().filter(|_| info.bound == Bound::Exact) else {
            return;
        };
        self.0.truncate(info.depth as usize - 1);
        self.0.resize(info.depth as usize, best.to_string());
    }
}

/// The errors of one of [`KINDS`].
fn errors_of(kind: usize, made: &[&Choices]) -> Curve {
    let deepest = made.iter().map(|it| it.by_depth[kind].len()).max();
    let point = |depth: usize| {
        // A search that ended early, with nothing more to find, would have kept to its move.
        let wrong = made.iter().filter_map(|it| {
            let moves = &it.by_depth[kind];
            Some(*moves.get(depth - 1).or(moves.last())? != it.reference)
        });
        Point {
            depth: depth as u32,
            move_error: Mean::of(wrong.map(|it| f64::from(u8::from(it)))),
            position_error: None,
        }
    };
    Curve {
        name: KINDS[kind].name.to_owned(),
        points: (1..=deepest.unwrap_or(0)).map(point).collect(),
        expected: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    const REACH: Reach = Reach {
        full_width: 1,
        depth: 2,
        limit: 3,
        reference_nodes: 500,
    };

    fn game(text: &str) -> Game {
        Game::parse(text).unwrap().0
    }

    #[test]
    fn moves_of_iterations_are_those_of_searches_that_end_there() {
        let game = game("startpos moves 7g7f 3c3d");
        let mut moves = Moves::default();
        searcher("interest", &game).search(Limits::depth(4), &mut moves);
        assert_eq!(moves.0.len(), 4);
        let shorter = searcher("interest", &game).search(Limits::depth(3), &mut ());
        assert_eq!(moves.0[2], shorter.info.pv[0].to_string());
    }

    #[test]
    fn a_run_goes_on_with_the_positions_that_are_missing() {
        let folder = tempdir().unwrap();
        let games = ["startpos", "startpos moves 7g7f"].map(game);
        let curves = |games: &[Game]| {
            let (mut progress, workers) = (Vec::new(), Workers::new(2));
            let screen = Screen::Lines(&mut progress);
            let curves = errors_by_depth(games, REACH, folder.path(), &workers, screen);
            let curves = serde_json::to_string(&curves.unwrap()).unwrap();
            (curves, String::from_utf8(progress).unwrap())
        };
        curves(&games[..1]);
        let (whole, progress) = curves(&games);
        assert!(progress.starts_with("2 of 2 positions"), "{progress}");
        assert_eq!(curves(&games), (whole, String::new()));
    }
}
