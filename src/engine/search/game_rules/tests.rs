//! What ends the game is seen at every depth, and what was played before the search began ends nothing by
//! itself.

use crate::search::{Decision, Engine, Limits, Outcome, Score, Settings};
use crate::shogi::Move;
use crate::shogi::game::Game;
use crate::shogi::sfen::parse_move;

fn game(text: &str) -> Game {
    let (game, error) = Game::parse(text).unwrap();
    assert!(error.is_none(), "{error:?}");
    game
}

/// Settings in which a draw is worth `draw` to the engine, and comes after `max_moves` moves.
fn settings(draw: i32, max_moves: u32) -> Settings {
    Settings {
        draw_values: [draw; 2],
        max_moves,
        hash_mb: 4,
        ..Settings::default()
    }
}

fn search(settings: Settings, text: &str, limits: Limits) -> Outcome {
    let mut engine = Engine::new(settings);
    engine.set_game(game(text));
    engine.search(limits, &mut ())
}

fn played(outcome: &Outcome) -> Move {
    match outcome.decision {
        Decision::Play { best, .. } => best,
        other => panic!("plays no move: {other:?}"),
    }
}

fn centipawns(outcome: &Outcome) -> i32 {
    match outcome.info.score {
        Score::Cp(cp) => cp,
        other => panic!("no mate here: {other:?}"),
    }
}

/// Both sides moved to and fro: the board of the root was there before, with a pawn more in hand.
#[test]
fn boards_of_the_game_give_no_verdict_in_the_search() {
    const START: &str = "sfen lnsgk1snl/4rg3/p1pp1pp1p/9/9/9/P1PP1PP1P/4G1K2/LNSG2SNL b RB2Pb3p 1";
    for moves in [
        "P*5e 5b5e 3h4h 5e5d 4h3h",
        "P*5e 5b5e 3h4h 5e5d",
        "P*5e 5b5e 3h4h",
    ] {
        let text = format!("{START} moves {moves}");
        let outcome = search(settings(0, 0), &text, Limits::nodes(20_000));
        let cp = centipawns(&outcome);
        assert!(cp.abs() < 5000, "{cp} after {moves}");
    }
}

/// Games in which a move, the last of a text, makes the fourth occurrence of a position.
fn fourth_occurrences() -> Vec<String> {
    let rooks = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    let rooks_of_white = format!("7g7f {}", "8b7b 2h3h 7b8b 3h2h ".repeat(3));
    // The kings go round in ten steps each: a cycle of twenty plies.
    let black = "5i4i 4i3i 3i2i 2i2h 2h3h 3h4h 4h5h 5h6h 6h6i 6i5i";
    let white = "5a6a 6a7a 7a8a 8a8b 8b7b 7b6b 6b5b 5b4b 4b4a 4a5a";
    let both = black.split(' ').zip(white.split(' '));
    let kings: Vec<_> = both.flat_map(<[&str; 2]>::from).collect();
    vec![
        format!("startpos moves {rooks}"),
        format!("startpos moves {rooks_of_white}"),
        format!(
            "sfen 4k4/9/9/ppppppppp/9/PPPPPPPPP/9/9/4K4 b - 1 moves {}",
            kings.repeat(3).join(" ")
        ),
    ]
}

#[test]
fn the_fourth_occurrence_is_seen_at_every_depth_and_after_cycles_of_any_length() {
    for text in fourth_occurrences() {
        let (before, last) = text.trim_end().rsplit_once(' ').unwrap();
        let last = parse_move(last).unwrap();
        for depth in [1, 2, 3] {
            let search = |draw| search(settings(draw, 0), before, Limits::depth(depth));
            assert_ne!(played(&search(-20_000)), last, "{text} depth {depth}");
            let sought = search(20_000);
            assert_eq!(played(&sought), last, "{text} depth {depth}");
            assert_eq!(centipawns(&sought), 20_000);
        }
    }
}

#[test]
fn a_fourth_occurrence_by_perpetual_check_loses_at_every_depth() {
    let chase = "4h5h 5a4a 5h4h 4a5a ";
    let text = format!(
        "sfen 4k4/9/9/9/9/9/9/5R3/4K4 b - 1 moves {}",
        chase.repeat(3)
    );
    // White would complete it, and win.
    let before = text.trim_end().strip_suffix(" 4a5a").unwrap();
    for depth in [1, 2, 3] {
        let outcome = search(settings(0, 0), before, Limits::depth(depth));
        assert_eq!(outcome.info.score, Score::Mate(1), "depth {depth}");
        assert_eq!(played(&outcome), parse_move("4a5a").unwrap());
    }
}

#[test]
fn the_maximum_of_moves_is_seen_at_every_depth() {
    let nine = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h";
    let eight = nine.strip_suffix(" 3i3h").unwrap();
    for (text, depths) in [(nine, 1..=4), (eight, 2..=4)] {
        for depth in depths {
            let outcome = search(settings(-7000, 10), text, Limits::depth(depth));
            assert_eq!(centipawns(&outcome), -7000, "{text} depth {depth}");
        }
    }
}

#[test]
fn that_the_other_side_will_declare_is_seen_at_every_depth() {
    let text = "sfen 4K4/9/9/9/9/4P4/+r+bgggg+b+r1/ssssk4/9 b - 1";
    for depth in [1, 2, 3] {
        let outcome = search(settings(0, 0), text, Limits::depth(depth));
        assert_eq!(outcome.info.score, Score::Mate(-2), "depth {depth}");
    }
}

#[test]
fn a_search_of_some_moves_teaches_nothing_about_the_position() {
    let parent = "startpos moves 7g7f 3c3d";
    let child = format!("{parent} 8h2b+");
    let mut engine = Engine::new(settings(0, 0));
    engine.set_game(game(&child));
    let some = Limits {
        moves: vec![parse_move("9c9d").unwrap()],
        ..Limits::depth(9)
    };
    assert!(centipawns(&engine.search(some, &mut ())) < -1000);
    engine.set_game(game(parent));
    for depth in 4..=7 {
        let cp = centipawns(&engine.search(Limits::depth(depth), &mut ()));
        assert!(cp.abs() < 500, "{cp} at depth {depth}");
    }
}
