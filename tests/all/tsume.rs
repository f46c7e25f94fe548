//! The mate solver: the rules that trip solvers, and limits.

use crate::brute_force::{assert_mates, small_position};
use crate::common::rng;
use engine::mate::{
    MateAnswer, MateLength, MateLimits, MateProblem, MateReport, length_without_futile,
};
use engine::shogi::repetition::History;
use engine::shogi::{Move, Position, sfen};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn problem(position: &Position) -> MateProblem {
    MateProblem {
        position: position.clone(),
        limits: MateLimits {
            nodes: Some(200_000),
            until: None,
        },
        hash_mb: 16,
        length: MateLength::Any,
    }
}

fn solve(problem: &MateProblem) -> MateReport {
    problem.solve(&AtomicBool::new(false), &mut |_| {})
}

fn parse(text: &str) -> Position {
    sfen::parse(text).expect("a valid SFEN")
}

/// The plies of a shortest mate, none if there is no mate.
fn plies(text: &str) -> Option<usize> {
    let shortest = MateProblem {
        length: MateLength::Shortest,
        ..problem(&parse(text))
    };
    match solve(&shortest).answer {
        MateAnswer::Mate(line) => Some(line.len()),
        MateAnswer::NoMate => None,
        MateAnswer::NotDecided => panic!("not decided: {text}"),
    }
}

/// The line of a mate that is there, found in this way.
fn mate(length: MateLength, position: &Position) -> Vec<Move> {
    let report = solve(&MateProblem {
        length,
        ..problem(position)
    });
    let MateAnswer::Mate(line) = report.answer else {
        panic!("no mate in {position:?}: {report:?}")
    };
    line
}

#[test]
fn a_pawn_may_not_be_dropped_for_mate_but_may_move() {
    // P*9b would be mate.
    let dropped = "kn7/1s7/9/1N7/9/9/9/9/9 b P2r2b4g3s2n4l17p 1";
    assert_eq!(plies(dropped), None);
    // 9c9b+ is mate.
    let moved = "k8/9/PK7/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1";
    assert_eq!(plies(moved), Some(1));
}

#[test]
fn not_promoting_mates_where_promoting_does_not() {
    // A dragon would make the pawn's drop mate, and so illegal.
    let pos = parse("5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1");
    let line = mate(MateLength::Shortest, &pos);
    assert_eq!(line[0].to_string(), "4a2c");
    assert_eq!(line.len(), 5);
}

#[test]
fn what_is_no_mate() {
    for text in [
        // The rook checks for ever.
        "k8/9/9/9/9/9/9/9/1R6K b - 1",
        "4k4/9/9/9/5R3/9/9/9/9 b - 1",
        // There is no king to check, or nothing to check with.
        "9/9/9/9/9/9/9/9/4K4 b RG 1",
        "4k4/9/9/9/9/9/9/9/9 b - 1",
        // G*5b would mate, were Black not in check himself.
        "4k4/9/4G4/9/9/9/4r4/9/4K4 b G 1",
    ] {
        let report = solve(&problem(&parse(text)));
        assert_eq!(report.answer, MateAnswer::NoMate, "{text}");
    }
}

#[test]
fn the_fourth_occurrence_of_a_position_is_no_mate() {
    // 4a2c is the only mate.
    let pos = parse("5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1");
    let mut after = pos.clone();
    let _ = after.do_move(sfen::parse_move("4a2c").expect("a move"));
    let mut history = History::default();
    let stop = AtomicBool::new(false);
    for occurred in 1..=3 {
        history.push(&after, true);
        let answer = problem(&pos).solve_here(&history, 50, &stop, &mut |_| {});
        let is_mate = matches!(answer.answer, MateAnswer::Mate(_));
        assert_eq!(is_mate, occurred < 3, "{occurred} times: {answer:?}");
    }
}

#[test]
fn futile_interpositions_count_in_the_line_only() {
    // The bishops mate at once but for seven pieces stepping in between in vain.
    let pos = parse("k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1");
    let line = mate(MateLength::Shortest, &pos);
    assert_eq!(line.len(), 13);
    assert_eq!(length_without_futile(&pos, &line), 1);
}

#[test]
fn pieces_that_move_in_between_in_vain_do_not_count_either() {
    // 2h mates at once, but for the rook and then the lance stepping in between in vain.
    let pos = parse("k2lr4/9/1K7/9/9/9/8B/8B/9 b - 1");
    let line = mate(MateLength::Shortest, &pos);
    assert_eq!(line.len(), 5, "{line:?}");
    assert_eq!(length_without_futile(&pos, &line), 1);
    let pos = parse("k2l5/9/1K7/9/9/9/8B/8B/9 b - 1");
    let line = mate(MateLength::Shortest, &pos);
    assert_eq!((line.len(), length_without_futile(&pos, &line)), (3, 1));
}

#[test]
fn an_interposition_is_futile_where_the_mate_goes_on_without_it() {
    // G*2e is taken by the dragon, which then mates from where it could have mated before.
    let pos =
        parse("ln6l/1B2S+N1p1/ppp+N1lR1p/3p4k/6L2/2P1s4/PPKPPPP1P/2G1g+n3/1G4sP+r b S3Pbg 115");
    let line = mate(MateLength::Shortest, &pos);
    assert_eq!(line.len(), 11);
    assert_eq!(length_without_futile(&pos, &line), 9);
}

/// A mate in 11, first proven in 19.
const IN_ELEVEN: &str =
    "l7l/4+Sp3/6Gsk/ppp1+RPppp/5N1n1/1PP3P1P/P1S6/1KGP1+b3/LN3r3 b GN3Pbgslp 129";

#[test]
fn a_mate_is_shortened_and_each_shorter_one_is_told() {
    let pos = parse(IN_ELEVEN);
    let mut told = Vec::new();
    let shortened = MateProblem {
        length: MateLength::Shortened,
        ..problem(&pos)
    };
    let report = shortened.solve(&AtomicBool::new(false), &mut |now| told.push(now.clone()));
    let MateAnswer::Mate(line) = report.answer else {
        panic!("a mate")
    };
    let first = mate(MateLength::Any, &pos);
    assert!(first.len() > 11, "{} plies", first.len());
    assert_eq!((line.len(), report.is_shortest), (11, true));
    assert_eq!(report.progress.line, line);
    for progress in &told {
        assert!(progress.is_mate && progress.depth > 10);
        assert_mates(&pos, &progress.line);
    }
    assert!(told.iter().any(|progress| progress.line.len() == 11));
}

#[test]
fn no_limit_makes_a_mate_look_shorter_than_is_proven() {
    let shortest = 11;
    let pos = parse("ln4g1l/3+Bs4/p1p1p3p/3p5/P2s2pkP/1PP6/KGSPPPP2/6N2/LNs2+r3 b RPb2gnl3p 125");
    assert_eq!(mate(MateLength::Shortest, &pos).len(), shortest);
    let (mut mates, mut bounds) = (0, 0);
    for nodes in (120..=1260).step_by(20) {
        for length in [MateLength::Any, MateLength::Shortened] {
            let mut told = Vec::new();
            let cut = MateProblem {
                length,
                limits: MateLimits {
                    nodes: Some(nodes),
                    until: None,
                },
                ..problem(&pos)
            };
            let report = cut.solve(&AtomicBool::new(false), &mut |now| told.push(now.clone()));
            let is_bound = report.is_bound();
            let MateAnswer::Mate(line) = report.answer else {
                continue;
            };
            mates += 1;
            assert_mates(&pos, &line);
            assert!(line.len() >= shortest || is_bound, "{nodes}: {line:?}");
            bounds += usize::from(is_bound);
            told.push(report.progress);
            for progress in told.iter().filter(|progress| progress.is_mate) {
                assert!(usize::from(progress.plies) >= shortest, "{progress:?}");
            }
            assert!(usize::from(report.plies) >= shortest, "{nodes}: {line:?}");
        }
    }
    // The longest defence was found out each time.
    assert!(mates > 50 && bounds == 0, "{mates} mates, {bounds} bounds");
}

#[test]
fn to_shorten_costs_no_more_than_the_limit() {
    let pos = parse(IN_ELEVEN);
    for nodes in [1200, 2000] {
        let report = solve(&MateProblem {
            length: MateLength::Shortened,
            limits: MateLimits {
                nodes: Some(nodes),
                until: None,
            },
            ..problem(&pos)
        });
        assert!(matches!(report.answer, MateAnswer::Mate(_)), "{nodes}");
        assert!(report.progress.nodes <= nodes + 20, "{report:?}");
    }
}

#[test]
fn a_line_does_not_wander() {
    // Mates in 5, 7, 9 and 11, whose lines took all the plies that were allowed.
    for text in [
        "3RS3l/1k3g3/plp3npp/2s2pp2/1P6R/1K7/P2P1PN1P/5S3/1+b1G1G2L b G6Pbs2nlp 77",
        "3g2s1l/+R1ng2k2/p2pppnpp/2Pb5/9/2KPSP1P1/P3P1P1P/5S1R1/Ls1g3NL w BN3Pglp 80",
        "lnB4kl/2r6/p1p4pp/3ppN3/1pP2N1P1/P3P4/1PNP2+b2/2KS5/L5r2 b 2GP2g3sl4p 95",
        "ln1g4l/2s1p1Gb1/p5ppp/3p5/5+b3/PGKnNk3/1P1gP1+l2/1S1P+r4/L2N5 w R2S8p 178",
    ] {
        let pos = parse(text);
        let line = mate(MateLength::Any, &pos);
        assert_mates(&pos, &line);
        assert!(line.len() < 30, "{} plies: {text}", line.len());
    }
}

#[test]
fn a_proof_that_takes_more_than_the_memory_is_found() {
    // Shogi Zuko 97 (1755), 77 plies: 67,000 nodes, in a table of 16,000 entries.
    let pos = parse("lnsgkgsnl/s8/1RPp1+Rppp/LP1Np4/+PG2P1PsB/+l2N5/5G1P1/9/9 b BP6p 1");
    let report = solve(&MateProblem {
        limits: MateLimits::default(),
        hash_mb: 1,
        ..problem(&pos)
    });
    let MateAnswer::Mate(line) = report.answer else {
        panic!("a mate")
    };
    assert_mates(&pos, &line);
    let nodes = report.progress.nodes;
    assert!(nodes > 50_000, "{nodes} nodes");
}

#[test]
fn several_threads_give_the_answer_of_one() {
    let mut rng = rng(5);
    let (stop, past) = (AtomicBool::new(false), History::default());
    let small = (0..100).filter_map(|_| small_position(&mut rng));
    let fine = parse("ln1g4l/2s1p1Gb1/p5ppp/3p5/5+b3/PGKnNk3/1P1gP1+l2/1S1P+r4/L2N5 w R2S8p 178");
    for pos in small.chain([fine]) {
        let alone = solve(&problem(&pos)).answer;
        let report = problem(&pos).solve_after(&past, 4, &stop, &mut |_| {});
        match report.answer {
            MateAnswer::Mate(line) => assert_mates(&pos, &line),
            other => assert_eq!(other, alone, "{pos:?}"),
        }
    }
}

#[test]
fn several_threads_heed_the_limits() {
    let stop = AtomicBool::new(false);
    let report = problem(&parse(HARD)).solve_after(&History::default(), 3, &stop, &mut |_| {});
    assert_eq!(report.answer, MateAnswer::NotDecided);
    let nodes = report.progress.nodes;
    assert!((200_000..210_000).contains(&nodes), "{nodes} nodes");
}

#[test]
fn limits_end_a_search_that_is_not_decided() {
    let pos = parse(HARD);
    let few = MateProblem {
        limits: MateLimits {
            nodes: Some(1000),
            until: None,
        },
        ..problem(&pos)
    };
    let report = solve(&few);
    assert_eq!(report.answer, MateAnswer::NotDecided);
    assert_eq!(report.progress.nodes, 1000);

    let began = Instant::now();
    let short = MateProblem {
        limits: MateLimits {
            nodes: None,
            until: Some(began + Duration::from_millis(50)),
        },
        ..few.clone()
    };
    assert_eq!(solve(&short).answer, MateAnswer::NotDecided);
    assert!(began.elapsed() >= Duration::from_millis(50));

    let stopped = few.solve(&AtomicBool::new(true), &mut |_| {});
    assert_eq!(stopped.answer, MateAnswer::NotDecided);
    assert!(stopped.progress.nodes < 1000);
}

/// Megalopolis, a mate in 515 plies.
const HARD: &str =
    "2G1+n3S/1gnP+lpkP1/3SS2ps/2G+pNG1+r1/2+p+pp+ppL1/1+p+p1+p4/+p+p1+p2N2/2+p2P3/9 b R2L2b 1";
