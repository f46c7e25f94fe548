//! What a value costs: single thread, CPU time, the least of several rounds.
//!
//! `cargo bench --bench evaluate` prints, for untrained networks of several sizes and every set
//! of instructions that this processor has, the nanoseconds to bring both accumulators up to date
//! after a move and compute the value, and those to sum the accumulators of a position anew; then
//! the same for the hand-made evaluation. `-- --quick` does one round of each. With
//! `-- --write FILE H` it writes such a network, with accumulators of H, for measuring the search.

#![allow(clippy::expect_used, clippy::print_stdout)]

#[path = "../tests/all/common/mod.rs"]
#[allow(dead_code)] // The tests use the rest.
mod common;

use common::{random_network, random_play};
use cpu_time::ThreadTime;
use engine::eval::handmade::Accumulator;
use engine::eval::nnue::accumulator::Stack;
use engine::eval::nnue::features::{Difference, difference};
use engine::eval::nnue::instructions::Instructions;
use engine::eval::nnue::shape::FeatureSet;
use engine::shogi::{Color, Move, Piece, Position};
use std::hint::black_box;
use std::sync::Arc;

/// Rounds of each measurement.
const ROUNDS: usize = 25;
/// Positions of the lines that are evaluated.
const POSITIONS: usize = 8000;
const SEED: u64 = 1;

/// A position and the moves that follow.
struct Line {
    start: Position,
    /// Each move, what it took, what it changed, and the position after it.
    moves: Vec<(Move, Option<Piece>, Difference, Position)>,
}

fn lines() -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut expected: Option<Position> = None;
    random_play(SEED, POSITIONS, |pos, _, next| {
        if expected.as_ref() != Some(pos) {
            lines.push(Line {
                start: pos.clone(),
                moves: Vec::new(),
            });
        }
        expected = None;
        if let (true, Some(line)) = (next.is_some(), lines.last_mut()) {
            let mut after = pos.clone();
            let captured = after.do_move(next).captured();
            let change = difference(&after, next, captured);
            line.moves.push((next, captured, change, after.clone()));
            expected = Some(after);
        }
    });
    lines
}

/// Nanoseconds of CPU time that `work` takes in the best round.
fn nanoseconds(rounds: usize, mut work: impl FnMut() -> i32) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = ThreadTime::now();
        black_box(work());
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e9
}

fn measure_networks(rounds: usize, lines: &[Line]) {
    let longest = lines.iter().map(|line| line.moves.len()).max();
    for hidden in [64, 256, 512] {
        let network = random_network(FeatureSet::Flat, hidden, SEED);
        for set in Instructions::available() {
            let plies = longest.unwrap_or_default();
            let mut stack = Stack::with_instructions(Arc::clone(&network), plies, set);
            let by_moves = nanoseconds(rounds, || {
                let mut sum = 0_i32;
                for line in lines {
                    stack.start(&line.start);
                    for (ply, (.., change, pos)) in (1..).zip(&line.moves) {
                        stack.push(ply, *change);
                        sum = sum.wrapping_add(stack.value(ply, pos, pos.side()));
                    }
                }
                sum
            });
            let anew = nanoseconds(rounds, || {
                let moves = lines.iter().flat_map(|line| &line.moves);
                let last = moves.fold(None, |_, (.., pos)| {
                    stack.start(pos);
                    Some(pos)
                });
                last.map_or(0, |pos| stack.value(0, pos, Color::Black))
            });
            print_row(
                &format!("network, H = {hidden} | {set}"),
                by_moves,
                anew,
                lines,
            );
        }
    }
}

fn measure_handmade(rounds: usize, lines: &[Line]) {
    let by_moves = nanoseconds(rounds, || {
        let mut sum = 0_i32;
        for line in lines {
            let mut sums = Accumulator::of(&line.start);
            for (mv, captured, _, pos) in &line.moves {
                sums.follow(pos, *mv, *captured);
                sum = sum.wrapping_add(sums.value(pos.side()));
            }
        }
        sum
    });
    let anew = nanoseconds(rounds, || {
        let moves = lines.iter().flat_map(|line| &line.moves);
        moves.fold(0, |sum: i32, (.., pos)| {
            sum.wrapping_add(Accumulator::of(pos).value(pos.side()))
        })
    });
    print_row("hand-made | baseline", by_moves, anew, lines);
}

/// Of what all lines took by way of moves, the sums of their starts are not the moves'.
fn print_row(name: &str, by_moves: f64, anew: f64, lines: &[Line]) {
    let moves = count_moves(lines) as f64;
    let starts = anew / moves * lines.len() as f64;
    let (by_moves, anew) = ((by_moves - starts) / moves, anew / moves);
    println!("| {name} | {by_moves:.1} | {anew:.0} |");
}

fn count_moves(lines: &[Line]) -> usize {
    lines.iter().map(|line| line.moves.len()).sum()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--write") {
        let hidden = arguments[at + 2].parse().expect("a number");
        let bytes = random_network(FeatureSet::Flat, hidden, SEED).to_bytes();
        std::fs::write(&arguments[at + 1], bytes).expect("a file that can be written");
        return;
    }
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let rounds = if quick { 1 } else { ROUNDS };
    let lines = lines();
    let moves = count_moves(&lines);
    println!("nanoseconds of thread CPU time; least of {rounds} rounds of {moves} moves");
    println!("| evaluation | instructions | move and value | sums anew |");
    println!("|---|---|---|---|");
    measure_networks(rounds, &lines);
    measure_handmade(rounds, &lines);
}
