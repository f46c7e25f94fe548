//! Move generation side by side with `shunsai`, in one run: single thread, CPU time, the three
//! conventions of perft kept apart.
//!
//! `cargo bench --bench movegen` prints, per position and convention, both speeds in millions of
//! leaves per second (median of interleaved rounds) and their ratio; `-- sliders` compares the
//! slider lookups with a table-free version. Only the ratios mean something: absolute speeds
//! belong to one machine on one day.

use cpu_time::ThreadTime;
use shogi_core::{Color, Hand, PartialPosition, Piece, PieceKind, Square};
use std::ops::ControlFlow;
use usi_engine::shogi::perft::{Convention, perft};
use usi_engine::shogi::{Position, moves::HAND_KINDS, sfen};

const POSITIONS: [(&str, u32, &str); 3] = [
    ("start position", 5, usi_engine::shogi::position::STARTPOS),
    (
        "matsuri",
        3,
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ),
    (
        "593 moves",
        2,
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    ),
];

const ROUNDS: usize = 9;

fn to_shunsai(pos: &Position) -> shunsai::Position {
    let mut partial = PartialPosition::empty();
    for square in Square::all() {
        partial.piece_set(square, pos.piece_at(square));
    }
    for color in Color::all() {
        let mut hand = Hand::new();
        for kind in HAND_KINDS {
            for _ in 0..pos.hand(color).count(kind) {
                hand = hand.added(kind).expect("a kind that can be held");
            }
        }
        *partial.hand_of_a_player_mut(color) = hand;
    }
    partial.side_to_move_set(pos.side());
    shunsai::Position::new(partial)
}

/// The same three conventions on shunsai's own interface, lists kept and reused.
fn shunsai_perft(
    pos: &mut shunsai::Position,
    lists: &mut [Vec<shogi_core::Move>],
    convention: Convention,
) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return 1;
    };
    let last = rest.is_empty();
    if last && convention == Convention::Count {
        let mut count = 0;
        let _ = pos.generate_moves(|set| {
            count += set.len() as u64;
            ControlFlow::Continue(())
        });
        return count;
    }
    list.clear();
    let _ = pos.generate_moves(|set| {
        set.write_into(list);
        ControlFlow::Continue(())
    });
    if last && convention == Convention::List {
        return list.len() as u64;
    }
    let mut leaves = 0;
    for &mv in list.iter() {
        let undo = pos.do_move(mv);
        leaves += shunsai_perft(pos, rest, convention);
        pos.undo_move(mv, undo);
    }
    leaves
}

/// Leaves per CPU second of one call.
fn speed(mut count: impl FnMut() -> u64, expected: u64) -> f64 {
    let start = ThreadTime::now();
    let leaves = count();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(leaves, expected, "the two generators must agree");
    leaves as f64 / seconds
}

fn median(speeds: &mut [f64]) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds[speeds.len() / 2]
}

fn main() {
    println!("leaves per second of thread CPU time, in millions; median of {ROUNDS} rounds");
    println!("| position | convention | Kyomi | shunsai | ratio |");
    println!("|---|---|---|---|---|");
    for (name, depth, text) in POSITIONS {
        let mut ours = sfen::parse(text).expect("a valid SFEN");
        let mut theirs = to_shunsai(&ours);
        for convention in [Convention::Count, Convention::List, Convention::Full] {
            let expected = perft(&mut ours, depth, convention);
            let mut lists = vec![Vec::with_capacity(600); depth as usize];
            let (mut a, mut b) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                a.push(speed(|| perft(&mut ours, depth, convention), expected));
                b.push(speed(|| shunsai_perft(&mut theirs, &mut lists, convention), expected));
            }
            let (a, b) = (median(&mut a) / 1e6, median(&mut b) / 1e6);
            let convention = format!("{convention:?}").to_lowercase();
            println!("| {name}, depth {depth} | {convention} | {a:.1} | {b:.1} | {:.2} |", a / b);
        }
    }
    let _ = (Piece::B_P, PieceKind::Pawn);
}
