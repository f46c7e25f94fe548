//! Problems of mate.

use super::{PATIENT, QUIET, START, STOPPED};
use crate::check::script::Check;
use crate::check::script::Expected::{Checkmate, Mate, Move, NoMate};
use crate::check::script::Step::{Answer, Begin, Ready, Say, Silence};

/// Black mates by G*5b.
const IN_ONE: &str = "position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1";
/// Black mates in five plies.
const IN_FIVE: &str = "position sfen \
     k8/l1S6/b+L1pp1G2/p3r2n1/2PP2+p2/P1G2s3/1PK+BP2+p1/4G4/LN1G4L b S2N7Prsp 123";
/// Black has no check.
const NO_CHECK: &str = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1";
/// Megalopolis, a mate in 515 plies.
const HARD: &str = "position sfen \
     2G1+n3S/1gnP+lpkP1/3SS2ps/2G+pNG1+r1/2+p+pp+ppL1/1+p+p1+p4/+p+p1+p2N2/2+p2P3/9 b R2L2b 1";

pub(super) const CHECKS: [Check; 6] = [
    Check {
        id: "mate",
        expected: "`go mate` has one answer, `checkmate`, never `bestmove`.",
        script: &[
            Begin,
            Say(IN_ONE),
            Say("go mate 2000"),
            Answer(Checkmate, 3000),
            Silence(QUIET),
        ],
    },
    Check {
        id: "mate-found",
        expected: "`go mate infinite` finds mates in one and five, with the whole line.",
        script: &[
            Begin,
            Say(IN_ONE),
            Say("go mate infinite"),
            Answer(Mate, PATIENT),
            Say(IN_FIVE),
            Say("go mate infinite"),
            Answer(Mate, PATIENT),
        ],
    },
    Check {
        id: "nomate",
        expected: "Where there is no mate `go mate` says so, or that time was out.",
        script: &[
            Begin,
            Say(NO_CHECK),
            Say("go mate 1000"),
            Answer(NoMate, 2000),
        ],
    },
    Check {
        id: "mate-time",
        expected: "`go mate N` is answered after N ms at the latest, give or take half a second.",
        script: &[Begin, Say(HARD), Say("go mate 300"), Answer(Checkmate, 800)],
    },
    Check {
        id: "mate-stop",
        expected: "`stop` during `go mate infinite` has one `checkmate` as its answer.",
        script: &[
            Begin,
            Say(HARD),
            Say("go mate infinite"),
            Say("stop"),
            Answer(Checkmate, STOPPED),
            Silence(QUIET),
        ],
    },
    Check {
        id: "mate-then-game",
        expected: "An abandoned `go mate` leaves no answer behind for the next game.",
        script: &[
            Begin,
            Say(HARD),
            Say("go mate infinite"),
            Say("stop"),
            Say("gameover lose"),
            Answer(Checkmate, STOPPED),
            Ready(PATIENT),
            Say("usinewgame"),
            Say(START),
            Say("go btime 0 wtime 0 byoyomi 300"),
            Answer(Move, PATIENT),
        ],
    },
];
