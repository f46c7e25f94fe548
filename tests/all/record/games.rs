//! Random games with everything that can be noted about a game, and branches.

use crate::common::{legal_moves, starts};
use engine::record::{Ending, Evaluation, MoveInfo, Record, Termination};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, Position, sfen};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Every ending there is; the ones with a loser for this one.
fn endings(loser: Color) -> [Termination; 14] {
    [
        Termination::Resignation,
        Termination::Mate,
        Termination::TimeUp,
        Termination::IllegalMove,
        Termination::Foul { loser },
        Termination::PerpetualCheck { loser },
        Termination::Forfeit { loser },
        Termination::NoMate,
        Termination::Declaration,
        Termination::Repetition,
        Termination::Impasse,
        Termination::MaxMoves,
        Termination::Draw,
        Termination::Interrupted,
    ]
}

const COMMENTS: [&str; 5] = [
    "",
    "good",
    "two\nlines, 'quoted' and\n\n&more: 同　銀",
    "  blanks  ",
    "** 12 was meant",
];

/// Starts: even games, those of random play, handicaps with White first, and late move numbers.
fn start(rng: &mut Xoshiro256PlusPlus) -> Position {
    const HANDICAPS: [&str; 4] = [
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 24",
    ];
    match rng.random_range(0..3) {
        0 => Position::default(),
        1 => sfen::parse(HANDICAPS.choose(rng).expect("some")).expect("a valid SFEN"),
        _ => starts().choose(rng).expect("some").clone(),
    }
}

fn maybe<T>(
    rng: &mut Xoshiro256PlusPlus,
    value: impl FnOnce(&mut Xoshiro256PlusPlus) -> T,
) -> Option<T> {
    rng.random_bool(0.5).then(|| value(rng))
}

fn time(rng: &mut Xoshiro256PlusPlus) -> Option<u64> {
    maybe(rng, |rng| {
        let unit = *[1, 10, 1000].choose(rng).expect("some");
        unit * rng.random_range(0..10_000)
    })
}

fn side(rng: &mut Xoshiro256PlusPlus) -> Color {
    *Color::all().choose(rng).expect("some")
}

fn evaluation(rng: &mut Xoshiro256PlusPlus) -> Evaluation {
    match rng.random_range(0..4) {
        0 => Evaluation::Mate {
            winner: side(rng),
            plies: maybe(rng, |rng| rng.random_range(0..2_000)),
        },
        _ => Evaluation::Centipawns(rng.random_range(-40_000..40_000)),
    }
}

/// Some random legal moves from `pos` on.
fn line(rng: &mut Xoshiro256PlusPlus, mut pos: Position, plies: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Some(&mv) = legal_moves(&pos).choose(rng) else {
            break;
        };
        moves.push(mv);
        let _ = pos.do_move(mv);
    }
    moves
}

/// What is noted about a move that leads to `after`; a time for certain if `timed`.
fn info(rng: &mut Xoshiro256PlusPlus, after: &Position, timed: bool) -> MoveInfo {
    let evaluation = maybe(rng, evaluation);
    let length = evaluation.map_or(0, |_| rng.random_range(0..6));
    MoveInfo {
        time_ms: time(rng).or(timed.then_some(0)),
        evaluation,
        depth: maybe(rng, |rng| rng.random_range(0..200)),
        nodes: maybe(rng, Rng::next_u64),
        pv: line(rng, after.clone(), length),
        comment: comment(rng),
    }
}

/// A comment that needs no change to be written: without a `*` at the start of a line.
fn comment(rng: &mut Xoshiro256PlusPlus) -> String {
    let comment = *COMMENTS.choose(rng).expect("some");
    comment.replace("**", "+*")
}

/// A random game with what `rng` says of it, and branches as deep as three.
pub fn random_tree(rng: &mut Xoshiro256PlusPlus) -> Record {
    let mut record = random_record(rng);
    add_branches(rng, &mut record, 0);
    record
}

fn add_branches(rng: &mut Xoshiro256PlusPlus, record: &mut Record, depth: usize) {
    // In place of the first move of a branch is what is in place of that of the line that it leaves.
    let first = depth.min(1);
    let moves = record.game().moves().len();
    for _ in 0..rng.random_range(0..4) {
        let after = rng.random_range(first..=moves.max(first));
        let mut others: Vec<Move> = record
            .game()
            .moves()
            .get(after)
            .copied()
            .into_iter()
            .collect();
        let same = record.branches().iter().filter(|it| it.after() == after);
        others.extend(same.filter_map(|it| it.line().game().moves().first().copied()));
        let Some(branch) = record.branch(after) else {
            continue;
        };
        let plies = rng.random_range(0..12);
        let moves = line(rng, branch.game().start().clone(), plies);
        let moves = moves
            .first()
            .filter(|first| !others.contains(first))
            .map(|_| &moves[..]);
        for &mv in moves.unwrap_or_default() {
            let mut pos = branch.game().position().clone();
            let _ = pos.do_move(mv);
            let info = info(rng, &pos, false);
            branch.push(mv, info).expect("a legal move");
        }
        branch.ending = ending(rng);
        if branch.game().moves().is_empty() && branch.ending.is_none() {
            branch.ending = Some(Termination::Interrupted.into());
        }
        if depth < 2 {
            add_branches(rng, branch, depth + 1);
        }
    }
}

fn ending(rng: &mut Xoshiro256PlusPlus) -> Option<Ending> {
    maybe(rng, |rng| Ending {
        reason: *endings(side(rng)).choose(rng).expect("some"),
        time_ms: time(rng),
        comment: comment(rng),
    })
}

/// A random game with what `rng` says of it.
pub fn random_record(rng: &mut Xoshiro256PlusPlus) -> Record {
    let start = start(rng);
    let plies = rng.random_range(0..160);
    let timed = rng.random_bool(0.5);
    let mut record = Record::new(Game::new(start.clone()));
    for mv in line(rng, start, plies) {
        let mut after = record.game().position().clone();
        let _ = after.do_move(mv);
        let info = info(rng, &after, timed);
        record.push(mv, info).expect("a legal move");
    }
    record.names = ["Kyomi 0.1", "ななし, <x>"]
        .map(|name| maybe(rng, |_| name.to_owned()))
        .map(Option::unwrap_or_default);
    for (name, value) in [
        ("EVENT", "floodgate: 第1回"),
        ("START_TIME", "2026/11/20 09:05:03"),
        ("X-MATCH", "17"),
    ] {
        if rng.random_bool(0.5) {
            record.headers.push((name.to_owned(), value.to_owned()));
        }
    }
    if record.header("START_TIME").is_some() {
        for (name, rating) in [("BLACK_RATE", "3105.5"), ("WHITE_RATE", "2950.0")] {
            record.headers.push((name.to_owned(), rating.to_owned()));
        }
    }
    record.comment = comment(rng);
    record.ending = ending(rng);
    record
}

/// All lines of `record`, as KIF has them: each with all moves that lead to its end, in USI notation, and how many of
/// them are before it.
pub fn lines(record: &Record) -> Vec<(usize, String)> {
    lines_after(record, &[])
}

/// Asserts that these are the lines of `record`.
pub fn assert_lines(record: &Record, wanted: &[(usize, &str)]) {
    let found = lines(record);
    let found: Vec<_> = found.iter().map(|(at, line)| (*at, &**line)).collect();
    assert_eq!(found, wanted);
}

fn lines_after(line: &Record, before: &[Move]) -> Vec<(usize, String)> {
    let moves = [before, line.game().moves()].concat();
    let names: Vec<_> = moves.iter().map(ToString::to_string).collect();
    let mut found = vec![(before.len(), names.join(" "))];
    for branch in line.branches() {
        let before = &moves[..before.len() + branch.after()];
        found.extend(lines_after(branch.line(), before));
    }
    found
}
