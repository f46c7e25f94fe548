//! Thinking in the time of the opponent, and problems of mate.

use super::{
    DECLARABLE, MATE_IN_ONE, MATED, ONE_MOVE, PATIENT, QUICK, QUIET, SHARP, SHORT, START, STOPPED,
};
use crate::check::Check;
use crate::check::Expected::{Any, Checkmate, Mate, Move, NoMate, OneOf, Resign};
use crate::check::Step::{
    Answer, Ask, At, Begin, Hit, NoAnswer, Play, Ready, Replies, Say, Silence, Stopped, Times,
};

const EXPECTED: &str = "position startpos moves 7g7f 3c3d";
const PONDER: &str = "go ponder btime 0 wtime 0 byoyomi 500";

pub(super) const PONDER_CHECKS: [Check; 9] = [
    Check {
        id: "ponder-stop",
        expected: "`go ponder` is not answered before `stop`, and then within 1 s.",
        script: &[
            At(EXPECTED),
            Say(PONDER),
            NoAnswer(700),
            Say("stop"),
            Answer(Any, STOPPED),
        ],
    },
    Check {
        id: "ponderhit",
        expected: "After `ponderhit` the move comes within its time, here 500 ms.",
        script: &[At(EXPECTED), Hit(PONDER, Move, 500)],
    },
    Check {
        id: "ponderhit-times",
        expected: "`go ponder` without times takes those of `ponderhit btime …`.",
        script: &[
            At(EXPECTED),
            Say("go ponder"),
            NoAnswer(QUIET),
            Say("ponderhit btime 0 wtime 0 byoyomi 500"),
            Answer(Move, 500),
        ],
    },
    Check {
        id: "ponder-depth",
        expected: "`go ponder depth 1` waits for `ponderhit`.",
        script: &[At(EXPECTED), Hit("go ponder depth 1", Move, PATIENT)],
    },
    Check {
        id: "mated-ponder",
        expected: "`go ponder` waits for `stop` even where the game is over.",
        script: &[At(MATED), Stopped(PONDER, Resign)],
    },
    Check {
        id: "one-move-ponder",
        expected: "`go ponder` waits for `ponderhit` even with one legal move.",
        script: &[At(ONE_MOVE), Hit(PONDER, OneOf(&["9a9b"]), 500)],
    },
    Check {
        id: "declaration-ponder",
        expected: "`go ponder` waits for `ponderhit` even where a win can be declared.",
        script: &[At(DECLARABLE), Hit(PONDER, Any, 500)],
    },
    Check {
        id: "ponder-named",
        expected: "Each `bestmove` names the reply to think about, unless the game ends with it.",
        script: &[
            At(SHARP),
            Play(20, "go btime 0 wtime 0 byoyomi 100", PATIENT),
            Replies,
            Times(
                10,
                &[
                    Say(SHARP),
                    Say("go infinite"),
                    NoAnswer(50),
                    Say("stop"),
                    Answer(Any, STOPPED),
                ],
            ),
            Replies,
        ],
    },
    Check {
        id: "ponder-miss",
        expected: "After a wrong guess and `stop` the next `go` has an answer of its own.",
        script: &[
            Begin,
            Times(
                5,
                &[
                    Say(EXPECTED),
                    Say(PONDER),
                    Say("stop"),
                    Answer(Any, STOPPED),
                    Say("position startpos moves 7g7f 8c8d"),
                    Ask(QUICK, Move, PATIENT),
                ],
            ),
        ],
    },
];

/// Black mates in five plies.
const IN_FIVE: &str = "position sfen \
     k8/l1S6/b+L1pp1G2/p3r2n1/2PP2+p2/P1G2s3/1PK+BP2+p1/4G4/LN1G4L b S2N7Prsp 123";
/// Black has no check.
const NO_CHECK: &str = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1";
/// Megalopolis, a mate in 515 plies.
const HARD: &str = "position sfen \
     2G1+n3S/1gnP+lpkP1/3SS2ps/2G+pNG1+r1/2+p+pp+ppL1/1+p+p1+p4/+p+p1+p2N2/2+p2P3/9 b R2L2b 1";

pub(super) const MATE: [Check; 6] = [
    Check {
        id: "mate",
        expected: "`go mate` has one answer, `checkmate`, never `bestmove`.",
        script: &[
            At(MATE_IN_ONE),
            Ask("go mate 2000", Checkmate, 3000),
            Silence(QUIET),
        ],
    },
    Check {
        id: "mate-found",
        expected: "`go mate infinite` finds mates in one and five, with the whole line.",
        script: &[
            At(MATE_IN_ONE),
            Ask("go mate infinite", Mate, PATIENT),
            Say(IN_FIVE),
            Ask("go mate infinite", Mate, PATIENT),
        ],
    },
    Check {
        id: "nomate",
        expected: "Where there is no mate `go mate` says so, or that time was out.",
        script: &[At(NO_CHECK), Ask("go mate 1000", NoMate, 2000)],
    },
    Check {
        id: "mate-time",
        expected: "`go mate N` is answered after N ms at the latest, give or take half a second.",
        script: &[At(HARD), Ask("go mate 300", Checkmate, 800)],
    },
    Check {
        id: "mate-stop",
        expected: "`stop` during `go mate infinite` has one `checkmate` as its answer.",
        script: &[
            At(HARD),
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
            At(HARD),
            Say("go mate infinite"),
            Say("stop"),
            Say("gameover lose"),
            Answer(Checkmate, STOPPED),
            Ready(PATIENT),
            Say("usinewgame"),
            Say(START),
            Ask(SHORT, Move, PATIENT),
        ],
    },
];
