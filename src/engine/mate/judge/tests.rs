//! Judgements of problems whose solutions are known.

use super::*;
use crate::shogi::sfen;

/// The problem of `text`, with a limit that all of these take less than.
fn question(text: &str) -> Question {
    Question {
        position: sfen::parse(text).unwrap(),
        defends: false,
        solution: Vec::new(),
        announced: None,
        limits: MateLimits {
            nodes: Some(1_000_000),
            until: None,
        },
        hash_mb: 16,
    }
}

fn judge(question: &Question) -> Judgement {
    question.judge(&AtomicBool::new(false), &mut |_| {})
}

fn moves(text: &str) -> Vec<Move> {
    let moves = text.split_whitespace();
    moves.map(|mv| sfen::parse_move(mv).unwrap()).collect()
}

/// The moves beside the main line that are `way`, with the ply.
fn beside(found: &Judgement, way: Way) -> Vec<(usize, String)> {
    let others = found.others.iter().filter(|it| it.way == way);
    others.map(|it| (it.ply, it.moves[0].to_string())).collect()
}

#[test]
fn sound_problems_are_sound() {
    for (text, line) in [
        ("8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b"),
        (
            "l6Gl/5g3/2+R1+Bp1s1/p2p2pp1/5k2p/P2Pp1P2/4PP+sPP/3+r1GK1L/+p4G1N1 b b2s3nl3p 91",
            "2i3g 4e3f S*4e",
        ),
        (
            "ln4knl/7P1/2p+PG2+Pp/pr4p2/2Pp1s2P/P1Sl2P2/KPNS5/2GG1+b1+b1/g4+r2L b Psn4p 133",
            "2b2a+ 3a2a P*2b 2a3a N*4c 3a4a 5c5b",
        ),
        (
            "1k1s+R2nl/2bG5/lpp1pp1pp/3pl1p2/p4n1S1/1PP1P4/P2PbPP1+n/1RK3G+p1/LNSG5 b Gsp 71",
            "6b7b 8a7b B*8a 7b8a 5a6a G*7a S*7b 8a9b G*9a 9b9a 6a7a 9a9b G*8b",
        ),
    ] {
        let found = judge(&question(text));
        assert_eq!(found.verdict, Verdict::Sound, "{found:?}");
        assert_eq!((found.plies, found.is_exact), (found.line.len(), true));
        assert!(found.left.is_empty() && beside(&found, Way::Second).is_empty());
        // Of equal replies the solution's is taken.
        let solution = moves(line);
        let found = judge(&Question {
            solution: solution.clone(),
            ..question(text)
        });
        assert_eq!((found.verdict, &found.line), (Verdict::Sound, &solution));
        assert_eq!(found.announced, Some(solution.len() as u16));
    }
}

#[test]
fn futile_interpositions_do_not_count() {
    // Seven pieces dropped in vain; a rook and a lance moved in between in vain.
    for text in [
        "k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1",
        "k2lr4/9/1K7/9/9/9/8B/8B/9 b - 1",
        "k2l5/9/1K7/9/9/9/8B/8B/9 b - 1",
    ] {
        let found = judge(&question(text));
        assert_eq!((found.plies, found.line.len()), (1, 1), "{found:?}");
        assert_eq!(found.verdict, Verdict::Sound);
    }
    // L*2e would be taken by the dragon, which mates then as it could have before.
    let text = "ln6l/1B2S+N1p1/ppp+N1lR1p/3p4k/6L2/2P1s4/PPKPPPP1P/2G1g+n3/1G4sP+r b S3Pbg 115";
    assert_eq!(judge(&question(text)).plies, 9);
}

#[test]
fn an_interposition_that_leads_to_a_longer_mate_counts() {
    // Nothing else answers R*9a, but what is dropped and taken makes room for another defence.
    let text = "1l2pg1n1/4n1k1l/5psp1/+R5p1p/KsS4P1/P2P4P/1P1G1+b3/1SGL2+r2/LN4+b2 w GN5P3p 98";
    let found = judge(&question(text));
    assert_eq!(found.line.len(), found.plies, "{found:?}");
    assert_eq!(found.plies, 5);
}

#[test]
fn an_interposition_that_the_king_supports_counts() {
    // G*4c is taken by the dragon, and that by the king.
    let text =
        "1+R2S4/2R3+L2/+P2pp3p/2p1l1pk1/1+bsn1N3/2+b1PP2P/2gP1KP+p1/4S3L/5GSN1 b G2Pgnl4p 111";
    let found = judge(&question(text));
    assert_eq!((found.plies, found.line.len()), (11, 11));
}

/// A dragon's checks lead to and fro before a mate that also comes at once.
const TWO_WAYS: &str =
    "ln6l/1B2S+N1p1/ppp+N1lR1p/3p4k/6L2/2P1s4/PPKPPPP1P/2G1g+n3/1G4sP+r b S3Pbg 115";

#[test]
fn another_move_that_mates_is_a_second_solution_but_for_detours() {
    let found = judge(&question(TWO_WAYS));
    assert_eq!(found.flaws, [Flaw::SecondSolution, Flaw::PiecesLeft]);
    assert_eq!(beside(&found, Way::Second), [(7, "2e3f".to_owned())]);
    assert_eq!(beside(&found, Way::Detour), [(5, "2e1f".to_owned())]);
    assert_eq!(beside(&found, Way::LastMove), []);
    // Where it is the only move, another last one counts. The one that uses up the hand is the solution.
    let found = judge(&question("8k/9/7GP/9/9/9/9/9/9 b G 1"));
    assert_eq!(found.line, moves("G*1b"));
    assert_eq!(found.flaws, [Flaw::SecondSolution]);
    let second = beside(&found, Way::Second).into_iter();
    let second: Vec<_> = second.map(|(_, mv)| mv).collect();
    assert_eq!(second, ["1c1b+", "1c1b", "2c1b", "G*2b"]);
}

#[test]
fn pieces_left_in_hand_are_a_flaw() {
    let found = judge(&question("4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"));
    assert_eq!(found.flaws, [Flaw::PiecesLeft]);
    assert_eq!(found.left.count(PieceKind::Gold), 1);
}

#[test]
fn what_is_announced_is_compared() {
    let said = |text, plies| {
        judge(&Question {
            announced: Some(plies),
            ..question(text)
        })
        .flaws
    };
    let in_one = "8k/9/8P/9/9/9/9/9/9 b G 1";
    assert_eq!(said(in_one, 1), []);
    assert_eq!(said(in_one, 3), [Flaw::Early]);
    let in_three =
        "l6Gl/5g3/2+R1+Bp1s1/p2p2pp1/5k2p/P2Pp1P2/4PP+sPP/3+r1GK1L/+p4G1N1 b b2s3nl3p 91";
    assert_eq!(said(in_three, 1), [Flaw::Late]);
    // With futile interpositions it is 13.
    let futile = "k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1";
    assert_eq!(said(futile, 13), []);
    assert_eq!(said(futile, 15), [Flaw::Early]);
}

#[test]
fn the_defender_may_be_to_move() {
    let text = "ln4knl/7P1/2p+PG2+Pp/pr4p2/2Pp1s2P/P1Sl2P2/KPNS5/2GG1+b1+b1/g4+r2L b Psn4p 133";
    let mut after = question(text);
    let _ = after.position.do_move(moves("2b2a+")[0]);
    after.defends = true;
    let found = judge(&after);
    assert_eq!((found.verdict, found.plies), (Verdict::Sound, 6));
    // He need not be in check, and may then play anything.
    let free = Question {
        defends: true,
        ..question("p6lk/7p1/8P/9/9/9/9/9/9 w G 1")
    };
    let found = judge(&free);
    assert_eq!((found.plies, found.is_exact), (2, true), "{found:?}");
    assert_eq!(found.variations.len() + 1, 2, "{found:?}");
    let text = "8k/9/8P/9/9/9/9/9/9 w Gp 1";
    let free = Question {
        defends: true,
        ..question(text)
    };
    assert_eq!(judge(&free).verdict, Verdict::NoMate);
}

#[test]
fn what_a_limit_leaves_unproven_is_open() {
    let (mut open, mut bounds) = (0, 0);
    for nodes in [1, 100, 1000, 5000, 10_000, 40_000] {
        let limits = MateLimits {
            nodes: Some(nodes),
            until: None,
        };
        let text =
            "1k1s+R2nl/2bG5/lpp1pp1pp/3pl1p2/p4n1S1/1PP1P4/P2PbPP1+n/1RK3G+p1/LNSG5 b Gsp 71";
        let found = judge(&Question {
            limits,
            ..question(text)
        });
        assert!([Verdict::Open, Verdict::Sound].contains(&found.verdict));
        assert_eq!(
            found.verdict == Verdict::Sound,
            found.nodes < nodes,
            "{found:?}"
        );
        open += usize::from(found.verdict == Verdict::Open);
        let is_cut = found.variations.iter().any(|it| !it.is_exact);
        assert!(!is_cut || found.verdict == Verdict::Open, "{found:?}");
        bounds += usize::from(is_cut);
    }
    assert!(open > 1 && bounds > 0, "{open}, {bounds}");
}
