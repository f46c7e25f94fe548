//! Move generation side by side with `shunsai`, in one run: single thread, CPU time, the three
//! conventions of perft kept apart.
//!
//! `cargo bench --bench movegen` prints, per position and convention, both speeds in millions of
//! leaves per second (median of interleaved rounds) and their ratio, and then the engine's
//! slider lookups beside a table-free version. `-- --quick` does one round of each. Only the
//! ratios mean something: absolute speeds belong to one machine on one day.

#![allow(clippy::expect_used, clippy::print_stdout)]

use cpu_time::ThreadTime;
use engine::shogi::movegen::{Convention, perft};
use engine::shogi::sfen::STARTPOS;
use engine::shogi::{Bitboard, MoveList, Position, movegen, moves::HAND_KINDS, sfen, sliders};
use shogi_core::{Color, Hand, PartialPosition, Square};
use std::hint::black_box;
use std::ops::ControlFlow;

const POSITIONS: [(&str, u32, &str); 3] = [
    ("start position", 5, STARTPOS),
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

/// Interleaved rounds of each measurement.
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

fn compare_generators(rounds: usize) {
    println!("leaves per second of thread CPU time, in millions; median of {rounds} rounds");
    println!("| position | convention | Kyomi | shunsai | ratio |");
    println!("|---|---|---|---|---|");
    for (name, depth, text) in POSITIONS {
        let mut ours = sfen::parse(text).expect("a valid SFEN");
        let mut theirs = to_shunsai(&ours);
        for convention in [Convention::Count, Convention::List, Convention::Full] {
            let expected = perft(&mut ours, depth, convention);
            let mut lists = vec![Vec::with_capacity(600); depth as usize];
            let (mut a, mut b) = (Vec::new(), Vec::new());
            for _ in 0..rounds {
                a.push(speed(|| perft(&mut ours, depth, convention), expected));
                b.push(speed(
                    || shunsai_perft(&mut theirs, &mut lists, convention),
                    expected,
                ));
            }
            let (a, b) = (median(&mut a) / 1e6, median(&mut b) / 1e6);
            let convention = format!("{convention:?}").to_lowercase();
            println!(
                "| {name}, depth {depth} | {convention} | {a:.1} | {b:.1} | {:.2} |",
                a / b
            );
        }
    }
}

/// Bishop and rank attacks without tables of attacks: going up, subtracting one from the blockers
/// borrows through to the first; going down, the same on the bytes in reverse order. A rank or
/// diagonal has at most one square in a byte, so that reversing the bytes reverses the line.
struct TableFree {
    /// Per square and line: the squares above it and, bytes reversed, those below it.
    rays: [[(u128, u128); 3]; 81],
}

fn bits(set: Bitboard) -> u128 {
    u128::from(set.high()) << 64 | u128::from(set.low())
}

impl TableFree {
    fn new() -> Self {
        let steps = [(1, 0), (1, 1), (1, -1)];
        let ray = |square: Square, (files, ranks): (i8, i8)| {
            std::iter::successors(Some(square), |at| at.shift(files, ranks))
                .skip(1)
                .map(Bitboard::single)
                .fold(0, |set, single| set | bits(single))
        };
        let mut rays = [[(0, 0); 3]; 81];
        for square in Square::all() {
            rays[square.array_index()] = steps.map(|(files, ranks)| {
                let below = ray(square, (-files, -ranks));
                (ray(square, (files, ranks)), below.swap_bytes())
            });
        }
        Self { rays }
    }

    #[inline]
    fn along(&self, square: Square, line: usize, up: u128, down: u128) -> u128 {
        let (above, below) = self.rays[square.array_index()][line];
        let (blockers_up, blockers_down) = (up & above, down & below);
        let seen_up = (blockers_up ^ blockers_up.wrapping_sub(1)) & above;
        let seen_down = (blockers_down ^ blockers_down.wrapping_sub(1)) & below;
        seen_up | seen_down.swap_bytes()
    }

    #[inline]
    fn bishop(&self, square: Square, occupied: Bitboard) -> u128 {
        let up = bits(occupied);
        let down = up.swap_bytes();
        self.along(square, 1, up, down) | self.along(square, 2, up, down)
    }
}

fn occupancies() -> Vec<Bitboard> {
    let mut pos = Position::default();
    let mut sets = Vec::new();
    for number in 0..4096_usize {
        let mut list = MoveList::new();
        movegen::legal(&pos, &mut list);
        if list.is_empty() {
            pos = Position::default();
            continue;
        }
        let _ = pos.do_move(list[number * 7919 % list.len()]);
        sets.push(pos.occupied());
    }
    sets
}

fn compare_sliders(rounds: usize) {
    let sets = occupancies();
    let table_free = TableFree::new();
    let lookups = (sets.len() * 81) as u64;
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for &set in &sets {
        for square in Square::all() {
            assert_eq!(
                bits(sliders::bishop(square, set)),
                table_free.bishop(square, set)
            );
        }
    }
    for _ in 0..rounds {
        let all = || {
            sets.iter()
                .flat_map(|&set| Square::all().map(move |square| (square, set)))
        };
        a.push(speed(
            || {
                all().for_each(|(square, set)| {
                    black_box(sliders::bishop(square, set));
                });
                lookups
            },
            lookups,
        ));
        b.push(speed(
            || {
                all().for_each(|(square, set)| {
                    black_box(table_free.bishop(square, set));
                });
                lookups
            },
            lookups,
        ));
    }
    let (a, b) = (median(&mut a) / 1e6, median(&mut b) / 1e6);
    println!();
    println!(
        "bishop lookups per second, in millions: {a:.0}; table-free: {b:.0}; ratio {:.2}",
        a / b
    );
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let rounds = if quick { 1 } else { ROUNDS };
    compare_generators(rounds);
    compare_sliders(rounds);
}
