//! Thinking in the time of the opponent.

use super::{DECLARABLE, MATED, ONE_MOVE, PATIENT, QUIET, SHARP, STOPPED};
use crate::check::script::Check;
use crate::check::script::Expected::{Any, Move, OneOf, Resign};
use crate::check::script::Step::{Answer, Begin, NoAnswer, Play, Replies, Say, Times};

const EXPECTED: &str = "position startpos moves 7g7f 3c3d";
const PONDER: &str = "go ponder btime 0 wtime 0 byoyomi 500";

pub(super) const CHECKS: [Check; 9] = [
    Check {
        id: "ponder-stop",
        expected: "`go ponder` is not answered before `stop`, and then within 1 s.",
        script: &[
            Begin,
            Say(EXPECTED),
            Say(PONDER),
            NoAnswer(700),
            Say("stop"),
            Answer(Any, STOPPED),
        ],
    },
    Check {
        id: "ponderhit",
        expected: "After `ponderhit` the move comes within its time, here 500 ms.",
        script: &[
            Begin,
            Say(EXPECTED),
            Say(PONDER),
            NoAnswer(QUIET),
            Say("ponderhit"),
            Answer(Move, 500),
        ],
    },
    Check {
        id: "ponderhit-times",
        expected: "`go ponder` without times takes those of `ponderhit btime …`.",
        script: &[
            Begin,
            Say(EXPECTED),
            Say("go ponder"),
            NoAnswer(QUIET),
            Say("ponderhit btime 0 wtime 0 byoyomi 500"),
            Answer(Move, 500),
        ],
    },
    Check {
        id: "ponder-depth",
        expected: "`go ponder depth 1` waits for `ponderhit`.",
        script: &[
            Begin,
            Say(EXPECTED),
            Say("go ponder depth 1"),
            NoAnswer(QUIET),
            Say("ponderhit"),
            Answer(Move, PATIENT),
        ],
    },
    Check {
        id: "mated-ponder",
        expected: "`go ponder` waits for `stop` even where the game is over.",
        script: &[
            Begin,
            Say(MATED),
            Say(PONDER),
            NoAnswer(QUIET),
            Say("stop"),
            Answer(Resign, STOPPED),
        ],
    },
    Check {
        id: "one-move-ponder",
        expected: "`go ponder` waits for `ponderhit` even with one legal move.",
        script: &[
            Begin,
            Say(ONE_MOVE),
            Say(PONDER),
            NoAnswer(QUIET),
            Say("ponderhit"),
            Answer(OneOf(&["9a9b"]), 500),
        ],
    },
    Check {
        id: "declaration-ponder",
        expected: "`go ponder` waits for `ponderhit` even where a win can be declared.",
        script: &[
            Begin,
            Say(DECLARABLE),
            Say(PONDER),
            NoAnswer(QUIET),
            Say("ponderhit"),
            Answer(Any, 500),
        ],
    },
    Check {
        id: "ponder-named",
        expected: "Each `bestmove` names the reply to think about, unless the game ends with it.",
        script: &[
            Begin,
            Say(SHARP),
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
                    Say("go btime 0 wtime 0 byoyomi 200"),
                    Answer(Move, PATIENT),
                ],
            ),
        ],
    },
];
