//! What the rungs keep: minimax's value, and the bounds of alpha-beta.

use super::*;
use base::random::generator;
use engine::shogi::Position;
use engine::shogi::movegen::{self, count_legal};
use engine::shogi::sfen::parse_move;
use rand::RngExt;

/// The rungs below the null move: none of them looks further or less far than minimax.
const KEEPING: usize = 6;

/// Trees with more leaves at depth 4 are too large to be searched by minimax a hundred times over.
const MOST_LEAVES: u64 = 30_000;

/// Pieces that are laid on an empty board beside the kings.
const PIECES: [&str; 8] = ["P", "S", "G", "N", "p", "s", "g", "l"];

/// Positions of few pieces and so few moves, in which neither side can be mated at once.
fn positions(count: usize) -> Vec<Game> {
    let mut random = generator(24, 0);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = vec!["1"; 81];
        let pieces = ["K", "k"].into_iter();
        let others = (0..3).map(|_| PIECES[random.random_range(0..PIECES.len())]);
        for piece in pieces.chain(others.collect::<Vec<_>>()) {
            board[random.random_range(0..81)] = piece;
        }
        let ranks: Vec<String> = board.chunks(9).map(<[&str]>::concat).collect();
        let Ok((game, None)) = Game::parse(&format!("sfen {} b - 1", ranks.join("/"))) else {
            continue;
        };
        let mut pos = game.position().clone();
        let goes_on = game.ending(None).is_none() && count_legal(&pos) > 1;
        if goes_on && movegen::perft(&mut pos, 4, movegen::Convention::Count) <= MOST_LEAVES {
            found.push(game);
        }
    }
    found
}

fn engine(place: usize) -> Engine {
    Engine::new(Settings {
        hash_mb: 1,
        ..settings(place)
    })
}

/// All rungs that keep the value find it on `count` positions at each of `depths`.
fn all_find_minimax(count: usize, depths: &[u32]) {
    let mut engines: Vec<_> = (0..KEEPING).map(engine).collect();
    let (mut all, mut last) = (0, 0);
    for game in positions(count) {
        for &depth in depths {
            let steps = engines.iter_mut().map(|it| search(it, &game, depth, &[]));
            let steps: Vec<Step> = steps.collect();
            let (minimax, table) = (&steps[0], &steps[KEEPING - 1]);
            for (step, rung) in steps.iter().zip(&RUNGS) {
                assert_eq!(
                    step.score, minimax.score,
                    "{} on {game}, {depth}",
                    rung.name
                );
            }
            all += minimax.nodes;
            last += table.nodes;
        }
    }
    assert!(last < all, "{last} of {all} nodes");
}

#[test]
fn the_rungs_below_the_null_move_keep_minimaxs_value() {
    all_find_minimax(40, &[1, 2]);
}

#[test]
#[ignore = "many nodes: a release runs it"]
fn the_rungs_below_the_null_move_keep_minimaxs_value_on_200_positions() {
    all_find_minimax(200, &[1, 2, 3, 4]);
}

#[test]
fn minimax_visits_every_node() {
    let step = search(&mut engine(0), &Game::default(), 3, &[]);
    assert_eq!(step.nodes, 30 + 900 + 25_470);
    assert_eq!(step.leaves, 25_470);
}

/// The least and the greatest number of moves of any node above the leaves.
fn breadth(pos: &mut Position, depth: u32) -> [u64; 2] {
    let moves = movegen::legal_moves(pos);
    let mut breadths = [moves.len() as u64; 2];
    for &mv in moves.iter().filter(|_| depth > 1) {
        let undo = pos.do_move(mv);
        let below = breadth(pos, depth - 1);
        pos.undo_move(mv, undo);
        breadths = [breadths[0].min(below[0]), breadths[1].max(below[1])];
    }
    breadths
}

/// The fewest leaves that alpha-beta can visit in a tree of so many moves a node: those with the best
/// move first everywhere. Source: D. Knuth and R. Moore, 1975.
fn fewest_leaves(branching: u64, depth: u32) -> u64 {
    branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1
}

/// The leaves of alpha-beta so many plies after `first` when minimax has left the best move of every
/// position there in the table. The root's moves have an order of their own: it gets one.
fn leaves_in_perfect_order(first: Move, depth: u32) -> u64 {
    let with = |changes: &[(&str, i32)]| {
        let mut rules = Rules::of_preset("minimax").unwrap();
        for (name, value) in changes {
            rules.put(Knob::named(name).unwrap(), *value);
        }
        Settings {
            hash_mb: 16,
            textbook: Some(rules),
            ..settings(0)
        }
    };
    let limits = Limits {
        moves: vec![first],
        ..Limits::depth(depth + 1)
    };
    let mut engine = Engine::new(with(&[("table", 1)]));
    engine.search(limits.clone(), &mut ());
    engine.configure(&with(&[("table", 1), ("cuts", 1), ("ordering", 1)]));
    engine.search(limits, &mut ());
    engine.ends().of(End::Spent)
}

#[test]
fn leaves_of_perfectly_ordered_alpha_beta_are_within_their_bounds() {
    let first = parse_move("6g6f").unwrap();
    let mut pos = Position::default();
    let _ = pos.do_move(first);
    for depth in 1..=3 {
        let bounds = breadth(&mut pos, depth).map(|it| fewest_leaves(it, depth));
        let leaves = leaves_in_perfect_order(first, depth);
        let within = bounds[0] <= leaves && leaves <= bounds[1];
        assert!(within, "{depth}: {leaves}, {bounds:?}");
        let unordered = search(&mut engine(1), &Game::default(), depth + 1, &[first]);
        assert_eq!(
            unordered.leaves > bounds[1],
            depth > 1,
            "{depth}: {bounds:?}"
        );
    }
}

#[test]
fn the_capture_beyond_the_horizon_is_seen_through() {
    let horizon = Horizon::look();
    let worth = |place: usize| horizon.looks[place].capture.score.cp().unwrap();
    let best = |place: usize| horizon.looks[place].best.best.as_str();
    assert_eq!(best(0), horizon.capture);
    for place in 1..4 {
        assert_ne!(best(place), horizon.capture);
    }
    assert!(worth(0) > worth(1) + 300 && worth(0) > worth(3) + 300);
    let mv = parse_move(&horizon.capture).unwrap();
    let game = game(&horizon.position);
    assert!(game.position().captured(mv).is_some());
}

#[test]
fn all_rungs_are_climbed_shown_and_drawn() {
    let mut progress = Vec::new();
    let ladder = run(Duration::from_secs(600), 1, &mut progress).unwrap();
    let progress = String::from_utf8(progress).unwrap();
    assert!(
        progress.contains("tactical: interest to depth 1\n"),
        "{progress}"
    );
    assert_eq!(ladder.places[0].rungs[0].rows[0].step.nodes, 30);
    let tables = ladder.to_string();
    assert!(tables.contains("15237252"), "{tables}");
    assert!(ladder.horizon.picture().to_string().contains(">飛<"));
    assert!(ladder.picture().to_string().contains("b^(3d/4)"));
}

#[test]
fn a_rung_stops_before_the_depth_that_does_not_fit() {
    let mut climber = Climber::new(Duration::from_millis(1), 9, 1);
    let climb = climber.climb(0, &Game::default());
    assert!(climb.next_seconds.is_some(), "{climb}");
    assert!(climb.steps.len() < 9 && !climb.steps.is_empty());
}

#[test]
fn every_rung_is_one_step_from_the_last_and_names_its_knobs() {
    assert_eq!(player(0), "search=minimax");
    assert_eq!(player(2), "search=minimax,cuts=1,mate_in_one=1,ordering=1");
    assert_eq!(player(9), "search=interest");
    for (place, rung) in RUNGS.iter().enumerate().take(9).skip(1) {
        let (rules, before) = (rules(place), rules(place - 1));
        for (name, value) in rung.changes {
            assert!(
                player(place).contains(&format!(",{name}={value}")),
                "{name}"
            );
        }
        assert_ne!(rules, before, "{}", rung.name);
    }
    assert_eq!(RUNGS[QUIESCENCE].name, "quiescence");
}
