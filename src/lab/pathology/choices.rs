//! The question asked of this engine: does it choose better when it searches deeper?
//!
//! On each position two fixed-depth searches and the engine's own go depth by depth, and their moves are held
//! against that of a long search. A line of the journal for each position, with all of them.

use super::finding::{Curve, Point};
use crate::LabError;
use crate::mean::Mean;
use crate::spread::spread;
use engine::files::journal::JournalFile;
use engine::search::{Bound, Engine, Info, Limits, Listener, SearchConfig, Settings};
use engine::shogi::game::Game;
use matches::players::head::own_program;
use matches::progress::{Progress, Screen};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;

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
        preset: "modern",
        name: "fixed depth (search=modern)",
        depth: |reach| reach.depth,
    },
    Kind {
        preset: "interest",
        name: "interest limit",
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
    /// The greatest interest limit, in ordinary plies.
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

/// How often the moves in `games` are not those of the long search, by depth. The journal is in `folder`.
///
/// # Errors
/// If the journal cannot be used or is that of another run, or progress cannot be told.
pub fn run(
    games: &[Game],
    reach: Reach,
    folder: &Path,
    threads: usize,
    screen: Screen,
) -> Result<Vec<Curve>, LabError> {
    let build = own_program().map_or_else(String::new, |sum| sum[..12].to_owned());
    let head = json!({ "journal": "pathology choices", "reach": reach, "build": build });
    let path = folder.join("choices.jsonl");
    let (mut journal, mut made) = JournalFile::open_entries::<Choices>(&path, &head)?;
    let is_missing = |game: &&Game| {
        let position = game.to_string();
        !made.iter().any(|it| it.position == position)
    };
    let missing: Vec<&Game> = games.iter().filter(is_missing).collect();
    let mut progress = Progress::new(screen, 0, missing.len() as u64);
    let mut count = 0;
    spread(
        &missing,
        threads,
        || (),
        |(), game| choose(game, reach),
        |_, choices| {
            journal.append(&serde_json::to_string(&choices)?)?;
            made.push(choices);
            count += 1;
            let account = || format!("{count} of {} positions", missing.len());
            Ok::<(), LabError>(progress.show(count, account)?)
        },
    )?;
    let wanted: Vec<String> = games.iter().map(ToString::to_string).collect();
    made.retain(|it| wanted.contains(&it.position));
    Ok((0..KINDS.len()).map(|kind| curve(kind, &made)).collect())
}

fn choose(game: &Game, reach: Reach) -> Choices {
    let moves = |preset: &str, limits| {
        let mut moves = Moves::default();
        engine(preset, game).search(limits, &mut moves);
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
fn engine(preset: &str, game: &Game) -> Engine {
    let mut engine = Engine::new(Settings {
        hash_mb: HASH_MB,
        search: SearchConfig::preset(preset).unwrap_or_default(),
        ..Settings::default()
    });
    engine.set_game(game.clone());
    engine
}

/// Hears the best move of every iteration, and keeps the last word on each.
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
fn curve(kind: usize, made: &[Choices]) -> Curve {
    let deepest = made.iter().map(|it| it.by_depth[kind].len()).max();
    let point = |depth: usize| {
        // A search that ended early, with nothing more to find, would have kept to its move.
        let wrong = made.iter().filter_map(|it| {
            let moves = &it.by_depth[kind];
            Some(*moves.get(depth - 1).or(moves.last())? != it.reference)
        });
        Point {
            depth: depth as u32,
            move_error: Mean::of(wrong.map(|it| if it { 1.0 } else { 0.0 })),
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
        engine("interest", &game).search(Limits::depth(4), &mut moves);
        assert_eq!(moves.0.len(), 4);
        let shorter = engine("interest", &game).search(Limits::depth(3), &mut ());
        assert_eq!(moves.0[2], shorter.info.pv[0].to_string());
    }

    #[test]
    fn a_run_goes_on_with_the_positions_that_are_missing() {
        let folder = tempdir().unwrap();
        let games = [
            "startpos",
            "startpos moves 7g7f",
            "startpos moves 2g2f 8c8d",
        ]
        .map(game);
        let curves = |games: &[Game], threads| {
            let mut told = Vec::new();
            let curves = run(
                games,
                REACH,
                folder.path(),
                threads,
                Screen::Lines(&mut told),
            );
            (serde_json::to_string(&curves.unwrap()).unwrap(), told.len())
        };
        curves(&games[..1], 1);
        let (whole, told) = curves(&games, 2);
        assert!(told > 0);
        assert_eq!(curves(&games, 1), (whole, 0));
    }
}
