//! What recurring positions mean, and how games end.

use super::{check, game};
use crate::common::{checking_moves, legal_moves, rng};
use engine::shogi::game::{Ending, Game};
use engine::shogi::repetition::Sennichite;
use engine::shogi::sfen::STARTPOS;
use engine::shogi::{Checks, Move, Position, sfen};
use rand::RngExt;
use rand::seq::IndexedRandom;
use shogi_core::{Color, Square};

/// Sequences about which other programs were wrong among them.
#[test]
fn the_fourth_occurrence_ends_the_game() {
    let rooks = "2h3h 8b7b 3h2h 7b8b ";
    let kings = "5i4h 5a5b 4h5h 5b5a 5h5i ";
    let shuttle = "8b7b 2h3h 7b8b 3h2h ";
    let chase = "4h5h 5a4a 5h4h 4a5a ";
    let rook_and_kings = "4k4/9/9/9/9/9/9/5R3/4K4 b - 1";
    check(&[
        (STARTPOS, &rooks.repeat(2), "rep4", "-", "none"),
        (STARTPOS, &rooks.repeat(3), "rep4", "-", "draw"),
        (
            STARTPOS,
            &(kings.to_owned() + &shuttle.repeat(2)),
            "rep4",
            "-",
            "none",
        ),
        (
            STARTPOS,
            &(kings.to_owned() + &shuttle.repeat(3)),
            "rep4",
            "-",
            "draw",
        ),
        // The checking side completes it.
        (
            rook_and_kings,
            &(chase.repeat(3) + "4h5h"),
            "rep4",
            "-",
            "perpetual_b",
        ),
        // The checked side completes it; the very first position was no check.
        (rook_and_kings, &chase.repeat(3), "rep4", "-", "perpetual_b"),
        // One quiet move among the checks, and it is a draw.
        (
            rook_and_kings,
            &(chase.repeat(2) + "4h3h 5a4a 3h4h 4a5a " + chase),
            "rep4",
            "-",
            "draw",
        ),
    ]);
}

#[test]
fn the_first_recurrence_is_judged_for_the_search() {
    let chase = "4h5h 5a4a 5h4h 4a5a";
    let rook_and_kings = "4k4/9/9/9/9/9/9/5R3/4K4 b - 1";
    let walk_2 = "P*5b 5a5b P*5c 5b5c 1i1h 5c5b 1h1i 5b5a";
    let walk_3 = "5a5b P*5c 5b5c P*5d 5c5d 1i1h 5d5c 1h1i 5c5b 1i1h 5b5a 1h1i";
    check(&[
        (STARTPOS, "2h3h 8b7b 3h2h", "rep1", "-", "none"),
        (STARTPOS, "2h3h 8b7b 3h2h 7b8b", "rep1", "-", "draw"),
        (rook_and_kings, chase, "rep1", "-", "lose"),
        (rook_and_kings, &format!("{chase} 4h5h"), "rep1", "-", "win"),
        (
            "4k4/9/9/9/9/9/9/9/4K3R b 2P 1",
            walk_2,
            "rep1",
            "-",
            "inferior",
        ),
        (
            "4k4/9/9/9/9/9/9/9/4K3R w 2P 1",
            walk_3,
            "rep1",
            "-",
            "superior",
        ),
    ]);
}

/// A slow and plain account of the history, from whole positions.
struct Account(Vec<(Position, bool)>);

impl Account {
    fn same(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.0[a].0, &self.0[b].0);
        let board = |pos: &Position| Square::all().map(|s| pos.piece_at(s)).collect::<Vec<_>>();
        let hands = |pos: &Position| [pos.hand(Color::Black), pos.hand(Color::White)];
        a.side() == b.side() && hands(a) == hands(b) && board(a) == board(b)
    }

    fn fourfold(&self) -> Option<Sennichite> {
        let last = self.0.len() - 1;
        let occurrences: Vec<usize> = (0..=last).filter(|&at| self.same(at, last)).collect();
        let first = *occurrences.iter().rev().nth(3)?;
        let only_checks = |mover: Color| {
            (first + 1..=last)
                .filter(|&at| self.0[at].0.side() != mover)
                .all(|at| self.0[at].1)
        };
        Some(match Color::all().map(only_checks) {
            [true, false] => Sennichite::PerpetualCheck {
                loser: Color::Black,
            },
            [false, true] => Sennichite::PerpetualCheck {
                loser: Color::White,
            },
            _ => Sennichite::Draw,
        })
    }
}

#[test]
fn repetition_agrees_with_a_plain_account_of_random_shuffling() {
    let starts = [
        "4k4/9/9/9/9/9/9/5R3/4K4 b - 1",
        "3rk4/9/9/9/9/9/9/9/4KR3 b - 1",
    ];
    let mut rng = rng(31);
    let (mut draws, mut losses) = (0, 0);
    for round in 0..2_000 {
        let mut game = Game::new(sfen::parse(starts[round % 2]).expect("a valid SFEN"));
        let mut account = Account(vec![(game.position().clone(), false)]);
        for _ in 0..60 {
            let (moves, checks) = (
                legal_moves(game.position()),
                checking_moves(game.position()),
            );
            let back = game.moves().iter().rev().nth(1).and_then(|own_last| {
                let back = Move::normal(own_last.to(), own_last.from()?, false);
                moves.contains(&back).then_some(back)
            });
            let choice = match rng.random_range(0..10) {
                0 => moves.choose(&mut rng).copied(),
                1..=3 => checks.choose(&mut rng).copied().or(back),
                _ => back.or_else(|| checks.choose(&mut rng).copied()),
            };
            let Some(next) = choice.or_else(|| moves.choose(&mut rng).copied()) else {
                break;
            };
            game.play(next).expect("a legal move");
            let in_check = Checks::of(game.position()).in_check();
            account.0.push((game.position().clone(), in_check));
            let ending = account.fourfold();
            assert_eq!(game.history().fourfold(), ending, "{:?}", game.moves());
            match ending {
                Some(Sennichite::Draw) => draws += 1,
                Some(_) => losses += 1,
                None => {}
            }
        }
    }
    assert!(
        draws > 500 && losses > 50,
        "{draws} draws and {losses} losses are too few"
    );
}

#[test]
fn a_game_ends_by_mate_before_it_ends_by_its_length() {
    let start = "4k4/9/4G4/9/9/9/9/9/4K4 b G 30";
    let mated = game(start, "G*5b");
    let loser = Color::White;
    assert_eq!(mated.ending(Some(30)), Some(Ending::NoMoves { loser }));
    assert_eq!(game(start, "G*1a").ending(Some(30)), Some(Ending::MaxMoves));
    assert_eq!(game(start, "G*1a").ending(Some(31)), None);
    assert_eq!(game(start, "-").ending(None), None);
    let repeated = game(STARTPOS, &"2h3h 8b7b 3h2h 7b8b ".repeat(3));
    let draw = Ending::Repetition(Sennichite::Draw);
    assert_eq!(repeated.ending(Some(12)), Some(draw));
}
