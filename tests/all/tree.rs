//! The base of the search walks the trees of the reference, node by node: from empty tables and in games searched in
//! turn, with a network of generated numbers everywhere and with a public one where the shared test material is.
//! `engine::search::proof` says what the reference fixes that does not matter.

use crate::common::shared_rows;
use crate::networks::generated::RECIPES;
use engine::eval::Evaluation;
use engine::eval::nnue::{NetworkFile, Scaling};
use engine::search::Limits;
use engine::search::proof::{Iteration, Proof};
use engine::shogi::game::Game;
use std::path::{Path, PathBuf};
use std::thread;

/// What the reference says of a search: the last position, and what each whole iteration and the whole came to.
struct Expected {
    position: String,
    iterations: Vec<Iteration>,
    best: String,
}

/// A file of the project, cut into columns.
fn rows(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect())
        .collect()
}

/// The iteration that the cells `depth`, `nodes`, `score` tell of.
fn iteration(cells: &[String]) -> Iteration {
    Iteration {
        depth: cells[0].parse().expect("a depth"),
        nodes: cells[1].parse().expect("nodes"),
        score: cells[2].clone(),
    }
}

/// The searches of a file of cold ones (position, depth, nodes, score, best move), to `depth` at most.
fn cold(rows: &[Vec<String>], depth: u32) -> Vec<Expected> {
    let searches = rows.chunk_by(|one, next| one[0] == next[0]);
    let read = |rows: &[Vec<String>]| {
        let iterations = rows.iter().map(|row| iteration(&row[1..]));
        let iterations: Vec<_> = iterations.filter(|it| it.depth <= depth).collect();
        let deepest = rows.last().filter(|_| iterations.len() == rows.len());
        Expected {
            position: rows[0][0].clone(),
            iterations,
            best: deepest.map_or_else(String::new, |row| row[4].clone()),
        }
    };
    searches.map(read).collect()
}

/// The games of a file of warm searches (ply, position or moves since, depth, nodes, score, best move, behind a column for
/// the game if there is one).
fn warm(rows: &[Vec<String>]) -> Vec<Vec<Expected>> {
    let cells = |row: &[String]| row[row.len() - 6..].to_vec();
    let rows: Vec<_> = rows.iter().map(|row| cells(row)).collect();
    let mut games: Vec<Vec<Expected>> = Vec::new();
    for rows in rows.chunk_by(|one, next| one[..2] == next[..2]) {
        let moves = &rows[0][1];
        let position = if rows[0][0] == "0" {
            games.push(Vec::new());
            moves.clone()
        } else {
            let before = games.last().and_then(|game| game.last());
            format!("{} {moves}", before.expect("a search before").position)
        };
        let (best, iterations) = rows.split_last().expect("a row");
        games.last_mut().expect("a game").push(Expected {
            position,
            iterations: iterations.iter().map(|row| iteration(&row[2..])).collect(),
            best: best[5].clone(),
        });
    }
    games
}

/// Searches and compares. What is expected may lack the last whole iteration.
fn compare(proof: &mut Proof, expected: &Expected, limits: &Limits) {
    let (game, error) = Game::parse(&expected.position).expect("a position");
    assert!(error.is_none(), "{}", expected.position);
    let (found, best) = proof.search(&game, limits);
    let count = expected.iterations.len();
    assert_eq!(
        found[..count],
        expected.iterations[..],
        "{}",
        expected.position
    );
    assert!(found.len() <= count + 1, "{}", expected.position);
    if !expected.best.is_empty() {
        assert_eq!(best.to_string(), expected.best, "{}", expected.position);
    }
}

/// Compares searches from empty tables, on all processors.
fn compare_cold(evaluation: &Evaluation, searches: &[Expected]) {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for part in searches.chunks(searches.len().div_ceil(processors).max(1)) {
            scope.spawn(move || {
                let mut proof = Proof::new(evaluation);
                for expected in part {
                    proof.new_game();
                    let depth = expected.iterations.last().map_or(1, |it| it.depth);
                    compare(&mut proof, expected, &Limits::depth(depth));
                }
            });
        }
    });
}

/// Compares the searches of games in turn, each with so many nodes.
fn compare_warm(evaluation: &Evaluation, games: &[Vec<Expected>], nodes: u64) {
    let mut proof = Proof::new(evaluation);
    for game in games {
        proof.new_game();
        for expected in game {
            compare(&mut proof, expected, &Limits::nodes(nodes));
        }
    }
}

/// A network in the scale of the reference.
fn of(network: NetworkFile) -> Evaluation {
    Evaluation {
        file: Some(network),
        scaling: Scaling {
            fv_scale: 16,
            ..Scaling::default()
        },
        ..Evaluation::default()
    }
}

/// That of the generated network.
fn generated() -> Evaluation {
    of(NetworkFile {
        path: PathBuf::from("generated"),
        network: RECIPES[0].network(),
    })
}

/// That of the public network; none where it is not.
fn public() -> Option<Evaluation> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let file = root.join("nnue/suisho_petite_kp256.bin");
    NetworkFile::load(&file, None).ok().map(of)
}

#[test]
fn trees_of_the_generated_network_are_those_of_the_reference() {
    let searches = cold(&rows(include_str!("../data/tree_cold.tsv")), 9);
    assert_eq!(searches.len(), 23);
    compare_cold(&generated(), &searches);
}

#[test]
fn trees_of_a_game_with_the_generated_network_are_those_of_the_reference() {
    let games = warm(&rows(include_str!("../data/tree_warm.tsv")));
    assert_eq!(games.iter().map(Vec::len).collect::<Vec<_>>(), [24]);
    compare_warm(&generated(), &games, 5000);
}

/// Trees of the public network from empty tables, to `depth` at most.
fn compare_public(depth: u32) {
    let searches = cold(&shared_rows("tree/cold.tsv"), depth);
    if let Some(evaluation) = public() {
        assert!(!searches.is_empty());
        compare_cold(&evaluation, &searches);
    }
}

#[test]
fn trees_of_the_public_network_are_those_of_the_reference() {
    compare_public(11);
}

#[test]
#[ignore = "some seconds more"]
fn deeper_trees_of_the_public_network_are_those_of_the_reference() {
    compare_public(13);
}

#[test]
fn trees_of_three_games_with_the_public_network_are_those_of_the_reference() {
    let games = warm(&shared_rows("tree/warm.tsv"));
    if let Some(evaluation) = public() {
        assert!(!games.is_empty());
        compare_warm(&evaluation, &games, 20_000);
    }
}
