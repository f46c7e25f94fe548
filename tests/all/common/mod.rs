//! What several tests share: positions, seeded random play, random networks, the test material beside the
//! repository; below it the program itself.

pub mod program;

use engine::eval::nnue::features::{Feature, INPUTS, in_hand, on_board, turned};
use engine::eval::nnue::network::{MOST_OUTPUT_WEIGHT, Network, Parameters, QA};
use engine::eval::nnue::shape::FeatureSet;
use engine::shogi::movegen::{self, Variety};
use engine::shogi::moves::HAND_KINDS;
use engine::shogi::{
    CheckSquares, Checks, Color, Move, MoveList, Piece, PieceKind, Position, Square, sfen,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Handicaps, single kings, and no king at all.
pub const ODD_STARTS: [&str; 8] = [
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "8k/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L9P9p 1",
    "9/9/9/9/9/9/9/9/K8 w 2r2b4g4s4n4l9p9P 1",
    "lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1",
    "9/9/9/3k5/9/5K3/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
    "7lk/9/8S/9/9/9/9/7L1/8K b P 1",
    "8k/9/7G1/9/9/9/9/9/4K4 b 2P 1",
];

/// The rows of a perft file in `sfen-suites/perft`: position, depth, nodes.
pub fn agreed_perft() -> Vec<(String, u32, u64)> {
    include_str!("../../../sfen-suites/perft/agreed.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let number = |column: usize| columns[column].parse().expect("a number");
            (columns[0].to_owned(), number(1) as u32, number(2))
        })
        .collect()
}

/// The positions that random play starts from: every one of the perft file, and the odd ones.
pub fn starts() -> Vec<Position> {
    let agreed: BTreeSet<String> = agreed_perft().into_iter().map(|row| row.0).collect();
    agreed
        .iter()
        .map(String::as_str)
        .chain(ODD_STARTS)
        .map(|text| sfen::parse(text).expect("a valid SFEN"))
        .collect()
}

/// The position that a well-formed SFEN describes, read without any check of the rules: for
/// positions that the engine refuses, and to compare with those it accepts.
pub fn place(text: &str) -> Position {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let side = if fields[1] == "b" {
        Color::Black
    } else {
        Color::White
    };
    let ply = fields
        .get(3)
        .map_or(1, |number| number.parse().expect("a move number"));
    let mut pos = Position::empty(side, ply);
    for (rank, row) in (1..).zip(fields[0].split('/')) {
        let (mut file, mut promoted) = (9, false);
        for symbol in row.chars() {
            if symbol == '+' {
                promoted = true;
            } else if let Some(empty) = symbol.to_digit(10) {
                file -= empty as u8;
            } else {
                let (kind, color) = unpromoted_piece(symbol);
                let kind = if promoted {
                    kind.promote().expect("a kind that promotes")
                } else {
                    kind
                };
                let square = Square::new(file, rank).expect("a square");
                pos.put(Piece::new(kind, color), square);
                (file, promoted) = (file.saturating_sub(1), false);
            }
        }
    }
    let mut count = 0;
    for symbol in fields[2].chars().filter(|&symbol| symbol != '-') {
        if let Some(digit) = symbol.to_digit(10) {
            count = 10 * count + digit;
        } else {
            let (kind, color) = unpromoted_piece(symbol);
            (0..count.max(1)).for_each(|_| pos.hand_mut(color).add(kind));
            count = 0;
        }
    }
    pos
}

fn unpromoted_piece(letter: char) -> (PieceKind, Color) {
    let index = "PLNSGBRK"
        .find(letter.to_ascii_uppercase())
        .expect("a piece");
    let kind = PieceKind::from_u8(index as u8 + 1).expect("a kind");
    (
        kind,
        if letter.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        },
    )
}

/// Every legal move, in order of bits.
pub fn legal_moves(pos: &Position) -> Vec<Move> {
    sorted(&movegen::legal_moves(pos))
}

/// Every legal checking move, in order of bits.
pub fn checking_moves(pos: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    let (checks, squares) = (Checks::of(pos), CheckSquares::of(pos));
    movegen::checking(pos, &checks, &squares, Variety::All, &mut list);
    sorted(&list)
}

/// `moves` in order of bits.
pub fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

/// A seeded generator, for choices that must replay.
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Plays random games of at most `MAX_PLIES` from [`starts`] in turn, and calls `visit` with each
/// position and its legal moves, and the move that will be played next, until `positions` have
/// been visited. One move in four is a check if there is one, since checks are where rules are
/// intricate and random play seldom gives any.
pub fn random_play(seed: u64, positions: usize, mut visit: impl FnMut(&Position, &[Move], Move)) {
    const MAX_PLIES: usize = 150;
    let mut rng = rng(seed);
    let starts = starts();
    let mut visited = 0;
    for start in starts.iter().cycle() {
        let mut pos = start.clone();
        for _ in 0..MAX_PLIES {
            let moves = legal_moves(&pos);
            let checks = if rng.random_ratio(1, 4) {
                checking_moves(&pos)
            } else {
                Vec::new()
            };
            let Some(&next) = checks.choose(&mut rng).or_else(|| moves.choose(&mut rng)) else {
                visit(&pos, &moves, Move::NONE);
                visited += 1;
                break;
            };
            visit(&pos, &moves, next);
            visited += 1;
            let _ = pos.do_move(next);
            if visited == positions {
                return;
            }
        }
    }
}

/// What each fact adds to the material of the side that sees it, if pieces are worth so much.
pub fn material(worth: impl Fn(PieceKind) -> i16) -> Vec<i16> {
    let us = Color::Black;
    let mut worths = vec![0; INPUTS];
    let mut set = |fact: Feature, kind| {
        worths[usize::from(fact)] = worth(kind);
        worths[usize::from(turned(fact))] = -worth(kind);
    };
    for kind in PieceKind::all() {
        for square in Square::all() {
            set(on_board(us, Piece::new(kind, us), square), kind);
        }
    }
    for (kind, count) in HAND_KINDS.into_iter().zip([2, 2, 4, 4, 4, 4, 18]) {
        for fewer in 0..count {
            set(in_hand(us, us, kind, fewer), kind);
        }
    }
    worths
}

/// An untrained network with these inputs and accumulators of `hidden`, whose numbers are mostly within the
/// range where they count.
pub fn random_network(features: FeatureSet, hidden: usize, seed: u64) -> Arc<Network> {
    let mut rng = rng(seed);
    let mut numbers = |count: usize, range: RangeInclusive<i16>| -> Vec<i16> {
        (0..count)
            .map(|_| rng.random_range(range.clone()))
            .collect()
    };
    let parameters = Parameters {
        origin: format!("untrained: random numbers, seed {seed}"),
        scale: 400,
        features,
        weights: numbers(features.inputs() * hidden, -160..=160),
        biases: numbers(hidden, 0..=QA),
        output_weights: numbers(2 * hidden, -MOST_OUTPUT_WEIGHT..=MOST_OUTPUT_WEIGHT),
        output_bias: 0,
    };
    Arc::new(Network::new(parameters).expect("a network"))
}

/// Says, past the harness, which keeps what a test that passes prints, that a test is skipped.
pub fn skipped(why: &str) {
    let test = std::thread::current();
    let name = test.name().unwrap_or("a test");
    let _ = writeln!(io::stderr(), "skipped: {name}: {why}");
}

/// The lines below the header of a file in the shared test material, cut into columns; none, with
/// a word about it, in a clone that has not got the folder.
pub fn shared_rows(file: &str) -> Vec<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let Ok(text) = fs::read_to_string(root.join(file)) else {
        skipped(&format!("no ../shared/data/{file} here"));
        return Vec::new();
    };
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// Where the mock engine is (`tests/support/mock_engine.rs`).
pub fn mock_path() -> PathBuf {
    let program = Path::new(program::PROGRAM);
    let name = format!("examples/mock_engine{}", std::env::consts::EXE_SUFFIX);
    let path = program.with_file_name(name);
    assert!(
        path.exists(),
        "first run `cargo build --example mock_engine`"
    );
    path
}
