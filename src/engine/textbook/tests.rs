//! With plain switches the textbook finds minimax's value, and moves cost what they should.

use super::order::Kind;
use super::*;
use crate::eval::{Evaluator, mated_in};
use crate::player::{Engine, Settings};
use crate::search::{Limits, Score};
use crate::shogi::exchange::WORTHS;
use crate::shogi::game::Game;
use crate::shogi::movegen::legal_moves;
use crate::shogi::threats::Threats;
use crate::shogi::{Color, PieceKind, Position, Square};

/// The value by the definition, for the side to move.
fn minimax(pos: &mut Position, depth: u32, evaluator: &mut Evaluator) -> i32 {
    if depth == 0 {
        evaluator.start(pos);
        return evaluator.units(0, pos, pos.side());
    }
    let mut best = mated_in(0);
    for &mv in &*legal_moves(pos) {
        let undo = pos.do_move(mv);
        best = best.max(-minimax(pos, depth - 1, evaluator));
        pos.undo_move(mv, undo);
    }
    best
}

#[test]
fn plain_switches_find_minimaxs_value() {
    let game = Game::parse("startpos moves 7g7f 8c8d 8h3c+").unwrap().0;
    let mut rules = Rules::default();
    (rules.quiescence, rules.mate_in_one, rules.check_extension) = (0, 1, 0);
    let settings = Settings {
        textbook: Some(rules),
        ..Settings::default()
    };
    let mut evaluator = Evaluator::new(&settings.evaluation, 0);
    let value = minimax(&mut game.position().clone(), 2, &mut evaluator);
    let mut engine = Engine::new(settings);
    engine.set_game(game);
    let found = engine.search(Limits::depth(2), &mut ());
    assert_eq!(found.score, Score::of_value(value));
}

#[test]
fn what_is_known_of_a_move_makes_it_cheap_and_moves_like_it_make_it_dear() {
    let line = Worker::at(&Settings::default(), &Game::default()).line;
    let threats = Threats::of(&line.pos, &WORTHS);
    let candidate = |mv, kind, check| Candidate {
        mv,
        kind,
        order: 0,
        check,
    };
    let push = Move::normal(Square::SQ_1G, Square::SQ_1F, false);
    let interest =
        |kind, check| article::interest(candidate(push, kind, check), &line, 0, &threats, 25);
    assert_eq!(interest(Kind::Quiet, false), 1000 / 25);
    assert_eq!(interest(Kind::Killer, true), 1000 / 25 + 200);
    let drop = |kind| candidate(Move::drop(kind, Square::SQ_5E), Kind::Quiet, true);
    let [rook, gold] = [PieceKind::Rook, PieceKind::Gold].map(drop);
    let alike = |it, in_check| article::alike(it, &[rook; 5], in_check);
    assert_eq!([alike(rook, false), alike(gold, false)], [8, 4]);
    assert_eq!(alike(rook, true), 4);
}

#[test]
fn one_account_is_a_depth_and_two_are_paid_by_the_side_that_moves() {
    let after = |two_accounts| Budget([500, 300]).after(Color::Black, PLY, two_accounts);
    assert_eq!(after(false), Budget([400, 200]));
    assert_eq!(after(true), Budget([300, 300]));
}
