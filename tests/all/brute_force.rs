//! The mate solver against brute force on small random positions.

use crate::common::{legal_moves, rng};
use engine::mate::{
    DEEPEST, MateAnswer, MateLength, MateLimits, MateProblem, MateReport, STACK_BYTES,
};
use engine::shogi::movegen;
use engine::shogi::repetition::History;
use engine::shogi::{Checks, Color, Move, Piece, PieceKind, Position, Square, sfen};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::thread;

/// Mates by trying everything.
#[derive(Default)]
struct BruteForce {
    /// Whether the side to move mates, by position and plies.
    known: HashMap<(u64, u32), bool>,
}

impl BruteForce {
    /// The fewest plies, up to `most`, in which the side to move mates by checks.
    fn fewest_plies(&mut self, pos: &mut Position, most: u32) -> Option<u32> {
        self.known.clear();
        (1..=most)
            .step_by(2)
            .find(|&plies| self.mates_within(pos, plies))
    }

    fn mates_within(&mut self, pos: &mut Position, plies: u32) -> bool {
        let key = (pos.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mates = legal_moves(pos).iter().any(|&mv| {
            may_check(pos, mv) && {
                let undo = pos.do_move(mv);
                let mates = Checks::of(pos).in_check() && self.is_lost_within(pos, plies - 1);
                pos.undo_move(mv, undo);
                mates
            }
        });
        self.known.insert(key, mates);
        mates
    }

    fn is_lost_within(&mut self, pos: &mut Position, plies: u32) -> bool {
        if plies < 2 {
            return movegen::count_legal(pos) == 0;
        }
        legal_moves(pos).iter().all(|&mv| {
            let undo = pos.do_move(mv);
            let lost = self.mates_within(pos, plies - 1);
            pos.undo_move(mv, undo);
            lost
        })
    }
}

/// Whether the move touches a square near the other king or in line with it. No other move checks.
fn may_check(pos: &Position, mv: Move) -> bool {
    let Some(king) = pos.king(pos.side().flip()) else {
        return false;
    };
    let touches = |square: Square| {
        let files = square.file().abs_diff(king.file());
        let ranks = square.rank().abs_diff(king.rank());
        files == 0 || ranks == 0 || files == ranks || files.max(ranks) <= 2
    };
    touches(mv.to()) || mv.from().is_some_and(touches)
}

/// The solver, with a thread's worth of stack.
fn solve(position: &Position, length: MateLength) -> MateReport {
    let problem = MateProblem {
        position: position.clone(),
        limits: MateLimits {
            nodes: Some(20_000),
            until: None,
        },
        hash_mb: 4,
        length,
    };
    let (past, stop) = (History::default(), AtomicBool::new(false));
    problem.solve_here(&past, DEEPEST, &stop, &mut |_| {})
}

/// Panics unless `line` is legal, checks all the way, and ends in mate.
pub fn assert_mates(pos: &Position, line: &[Move]) {
    let mut pos = pos.clone();
    assert_eq!(line.len() % 2, 1, "{pos:?} {line:?}");
    for (ply, &mv) in line.iter().enumerate() {
        assert!(
            legal_moves(&pos).contains(&mv),
            "{mv} of {line:?} in {pos:?}"
        );
        let _ = pos.do_move(mv);
        assert!(ply % 2 == 1 || Checks::of(&pos).in_check(), "{line:?}");
    }
    assert!(legal_moves(&pos).is_empty(), "{line:?} ends at {pos:?}");
}

/// A position with the white king in a corner or at an edge, perhaps a black one far away, a few
/// pieces around it, and small hands.
pub fn small_position(rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    use PieceKind::{
        Bishop, Gold, Knight, Lance, Pawn, ProBishop, ProPawn, ProRook, ProSilver, Rook, Silver,
    };
    const KINDS: [PieceKind; 13] = [
        Pawn, Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, ProPawn, ProSilver, ProBishop,
        ProRook, Pawn,
    ];
    let mut pos = Position::empty(Color::Black, 1);
    let square = |rng: &mut Xoshiro256PlusPlus, ranks: u8| {
        Square::new(rng.random_range(1..=4), rng.random_range(1..=ranks))
    };
    pos.put(Piece::W_K, square(rng, 2)?);
    if rng.random_bool(0.5) {
        pos.put(
            Piece::B_K,
            Square::new(rng.random_range(2..=4), rng.random_range(5..=6))?,
        );
    }
    for _ in 0..rng.random_range(2..=7) {
        let kind = *KINDS.choose(rng)?;
        let color = if rng.random_bool(0.5) {
            Color::Black
        } else {
            Color::White
        };
        let to = square(rng, 5)?;
        if pos.piece_at(to).is_none() {
            pos.put(Piece::new(kind, color), to);
        }
    }
    for color in [Color::Black, Color::White] {
        for _ in 0..rng.random_range(0..=2) {
            let kind = *KINDS[..7].choose(rng)?;
            pos.hand_mut(color).add(kind);
        }
    }
    // Written and read again: what breaks the rules is refused.
    let pos = sfen::parse(&sfen::write(&pos)).ok()?;
    let capturable = Checks::against(&pos, Color::White).in_check();
    (!capturable).then_some(pos)
}

/// What came of a comparison.
#[derive(Default)]
struct Tally {
    mates: usize,
    refuted: usize,
}

/// Compares the solver with brute force up to five plies on `count` positions.
fn compare(count: usize, seed: u64) -> Tally {
    let mut rng = rng(seed);
    let mut tally = Tally::default();
    let mut brute_force = BruteForce::default();
    for _ in 0..count {
        let mut pos = std::iter::repeat_with(|| small_position(&mut rng))
            .find_map(|pos| pos)
            .expect("a position");
        let fewest = brute_force.fewest_plies(&mut pos, 5);
        match solve(&pos, MateLength::Any).answer {
            MateAnswer::Mate(line) => {
                tally.mates += 1;
                assert_mates(&pos, &line);
                assert_is_shortest(&pos, fewest);
            }
            MateAnswer::NoMate => {
                tally.refuted += 1;
                assert_eq!(fewest, None, "{pos:?}");
            }
            MateAnswer::NotDecided => assert_eq!(fewest, None, "{pos:?}"),
        }
    }
    tally
}

/// Panics unless the solver finds a shortest mate, of `fewest` plies or of more than five.
fn assert_is_shortest(pos: &Position, fewest: Option<u32>) {
    let report = solve(pos, MateLength::Shortest);
    let MateAnswer::Mate(line) = report.answer else {
        panic!("{pos:?}: {:?}", report.answer)
    };
    assert_mates(pos, &line);
    match fewest {
        Some(plies) => {
            assert!(report.is_shortest, "{pos:?}");
            assert_eq!(line.len(), plies as usize, "{pos:?} {line:?}");
        }
        None => assert!(line.len() > 5, "{pos:?} {line:?}"),
    }
}

/// Compares on two threads that have the stack for it.
fn compare_with_brute_force(count: usize, seed: u64) {
    let half = |seed: u64| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        thread.spawn(move || compare(count / 2, seed))
    };
    let halves = [2 * seed, 2 * seed + 1].map(|seed| half(seed).expect("a thread"));
    let tallies = halves.map(|half| half.join().expect("agreement"));
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    let (mates, refuted) = (sum(|it| it.mates), sum(|it| it.refuted));
    println!("{count} positions: {mates} mates, {refuted} without");
    assert!(
        mates * 20 > count && refuted * 20 > count,
        "{mates}, {refuted}"
    );
}

#[test]
fn brute_force_agrees_on_small_positions() {
    compare_with_brute_force(500, 1);
}

#[test]
#[ignore = "20,000 positions"]
fn brute_force_agrees_on_many_small_positions() {
    compare_with_brute_force(20_000, 2);
}

#[test]
fn brute_force_tries_every_check() {
    let mut rng = rng(3);
    for pos in (0..2000).filter_map(|_| small_position(&mut rng)) {
        for mv in legal_moves(&pos) {
            let mut after = pos.clone();
            let _ = after.do_move(mv);
            let checks = Checks::of(&after).in_check();
            assert!(may_check(&pos, mv) || !checks, "{mv} in {pos:?}");
        }
    }
}
