//! The rules, case by case: written by hand, and, where the shared test material is at hand, all
//! of `suites/rules` besides.

mod declaration;
mod moves;
mod repetition;
mod shared;

use crate::common::{checking_moves, legal_moves, place};
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::Game;
use engine::shogi::movegen::is_legal;
use engine::shogi::position::turned;
use engine::shogi::repetition::{Repetition, Sennichite};
use engine::shogi::sfen::{self, SfenError};
use engine::shogi::{CheckSquares, Checks, Move};
use shogi_core::Color;

/// The game from `start` with `moves` (`-` for none), all of which must be legal. A few of the
/// shared cases start where [`sfen::parse`] refuses to: with five silvers, with a king that could
/// be taken.
fn game(start: &str, moves: &str) -> Game {
    let placed = place(start);
    if let Ok(parsed) = sfen::parse(start) {
        assert_eq!(parsed, placed);
    }
    let mut game = Game::new(placed);
    for text in moves.split_whitespace().filter(|&text| text != "-") {
        game.play(mv(text)).expect(start);
    }
    game
}

fn mv(text: &str) -> Move {
    sfen::parse_move(text).expect("a move")
}

/// What the rules say to a question, in the words of the shared cases (see the README there).
fn answer(start: &str, moves: &str, query: &str, arg: &str) -> String {
    if query == "parse" {
        return parse_answer(start).to_owned();
    }
    let game = game(start, moves);
    let pos = game.position();
    let legal = legal_moves(pos);
    let checks = Checks::of(pos);
    match query {
        "legal" => {
            assert_eq!(is_legal(pos, &checks, mv(arg)), legal.contains(&mv(arg)));
            legal.contains(&mv(arg)).to_string()
        }
        "nlegal" => legal.len().to_string(),
        "ndrops" => legal.iter().filter(|mv| mv.is_drop()).count().to_string(),
        "nchecks" => checking_moves(pos).len().to_string(),
        "givescheck" => CheckSquares::of(pos).gives_check(pos, mv(arg)).to_string(),
        "check" => checks.in_check().to_string(),
        "mated" => (checks.in_check() && legal.is_empty()).to_string(),
        "sfen" => sfen::write(pos),
        "flip" => sfen::write(&turned(pos)),
        "rep4" => fourfold_answer(&game).to_owned(),
        "rep1" => recurrence_answer(&game).to_owned(),
        "decl27" => {
            let verdict = EnteringKingRule::CsaRule27.verdict(pos);
            (verdict == Declaration::Win).to_string()
        }
        "decl24" => declaration_answer(EnteringKingRule::CsaRule24.verdict(pos)).to_owned(),
        _ => panic!("unknown query {query}"),
    }
}

fn parse_answer(text: &str) -> &'static str {
    match sfen::parse(text) {
        Ok(_) => "ok",
        Err(SfenError::Nifu { .. }) => "nifu",
        Err(SfenError::TooMany { .. }) => "overcount",
        Err(_) => "err",
    }
}

fn fourfold_answer(game: &Game) -> &'static str {
    match game.history().fourfold() {
        None => "none",
        Some(Sennichite::Draw) => "draw",
        Some(Sennichite::PerpetualCheck { loser }) => match loser {
            Color::Black => "perpetual_b",
            Color::White => "perpetual_w",
        },
    }
}

fn recurrence_answer(game: &Game) -> &'static str {
    match game.history().in_search(16) {
        Repetition::None => "none",
        Repetition::Draw => "draw",
        Repetition::Win => "win",
        Repetition::Loss => "lose",
        Repetition::Superior => "superior",
        Repetition::Inferior => "inferior",
    }
}

fn declaration_answer(verdict: Declaration) -> &'static str {
    match verdict {
        Declaration::None => "lose",
        Declaration::Draw => "draw",
        Declaration::Win | Declaration::Try(_) => "win",
    }
}

/// Checks rows of (start, moves, query, argument, expected answer).
fn check(cases: &[(&str, &str, &str, &str, &str)]) {
    for &(start, moves, query, arg, expected) in cases {
        let found = answer(start, moves, query, arg);
        assert_eq!(found, expected, "{query} {arg} in {start} after {moves}");
    }
}

/// Checks rows of (start, move, whether it is legal there).
fn check_legal(cases: &[(&str, &str, bool)]) {
    for &(start, mv, is_legal) in cases {
        check(&[(start, "-", "legal", mv, &is_legal.to_string())]);
    }
}
