//! The question asked of this engine: does it choose better when it searches deeper?
//!
//! On each position a fixed-depth search and the engine's own go depth by depth, and their moves are held
//! against that of a long search. A line of the journal for each position, with all three.

use super::finding::{Curve, Point};
use crate::files::journal::JournalFile;
use crate::lab::LabError;
use crate::lab::mean::Mean;
use crate::lab::spread::spread;
use crate::progress::{Progress, Screen};
use crate::search::{Bound, Engine, Info, Limits, Listener, SearchConfig, Settings};
use crate::selfplay::players::head::own_program;
use crate::shogi::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;

/// The kinds of search that go deeper and deeper.
const KINDS: [&str; 2] = ["alphabeta", "interest"];

/// The size of every table, in MiB.
const HASH_MB: usize = 64;

/// How far is searched.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Reach {
    /// The greatest depth of the fixed-depth search.
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
    let moves = |kind: usize, limits| {
        let mut moves = Moves::default();
        engine(KINDS[kind], game).search(limits, &mut moves);
        moves.0
    };
    let long = moves(1, Limits::nodes(reach.reference_nodes));
    Choices {
        position: game.to_string(),
        reference: long.last().cloned().unwrap_or_default(),
        by_depth: [
            moves(0, Limits::depth(reach.depth)),
            moves(1, Limits::depth(reach.limit)),
        ],
    }
}

/// An engine of this kind with an empty table, on `game`.
fn engine(kind: &str, game: &Game) -> Engine {
    let mut engine = Engine::new(Settings {
        hash_mb: HASH_MB,
        search: SearchConfig::preset(kind).unwrap_or_default(),
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

fn curve(kind: usize, made: &[Choices]) -> Curve {
    let moves = made.iter().map(|it| it.by_depth[kind].len());
    let depth = moves.max().unwrap_or(0);
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
    let names = ["fixed depth (search=alphabeta)", "interest limit"];
    Curve {
        name: names[kind].to_owned(),
        points: (1..=depth).map(point).collect(),
        expected: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    const REACH: Reach = Reach {
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
