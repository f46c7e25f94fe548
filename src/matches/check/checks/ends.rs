//! The end of a game, and of the program; positions that are out of the ordinary.

use super::{PATIENT, START, STOPPED};
use crate::check::script::Check;
use crate::check::script::Expected::{Any, Move};
use crate::check::script::Step::{Answer, Begin, CloseInput, End, Ready, Say};

/// How long the program may take to end, in ms.
const ENDED: u64 = 1000;
const SHORT: &str = "go btime 0 wtime 0 byoyomi 300";

pub(super) const CHECKS: [Check; 9] = [
    Check {
        id: "gameover-stop",
        expected: "`stop` and `gameover` together have one `bestmove`; the next game has its own.",
        script: &[
            Begin,
            Say(START),
            Say("go infinite"),
            Say("stop"),
            Say("gameover win"),
            Answer(Any, STOPPED),
            Ready(PATIENT),
            Say("usinewgame"),
            Say("position startpos moves 7g7f"),
            Say(SHORT),
            Answer(Move, PATIENT),
        ],
    },
    Check {
        id: "gameover-ponder",
        expected: "`gameover` ends `go ponder` with one `bestmove`; the next game has its own.",
        script: &[
            Begin,
            Say("position startpos moves 7g7f 3c3d"),
            Say("go ponder btime 0 wtime 0 byoyomi 500"),
            Say("gameover lose"),
            Answer(Any, STOPPED),
            Ready(PATIENT),
            Say("usinewgame"),
            Say("position startpos moves 7g7f"),
            Say(SHORT),
            Answer(Move, PATIENT),
        ],
    },
    Check {
        id: "gameover-bare",
        expected: "`gameover` without a result does no harm.",
        script: &[
            Begin,
            Say("gameover"),
            Ready(PATIENT),
            Say(START),
            Say(SHORT),
            Answer(Move, PATIENT),
        ],
    },
    Check {
        id: "handicap",
        expected: "Handicap games, in which White begins, are played.",
        script: &[
            Begin,
            Say("position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            Say(SHORT),
            Answer(Move, PATIENT),
            Say("position sfen 4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
            Say(SHORT),
            Answer(Move, PATIENT),
        ],
    },
    Check {
        id: "odd-positions",
        expected: "Positions without a king, and records with illegal moves, end no program.",
        script: &[
            Begin,
            Say("position sfen lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1"),
            Ready(PATIENT),
            Say("position startpos moves 7g7f 7g7f 3c3d"),
            Ready(PATIENT),
            Say("position startpos moves"),
            Say(SHORT),
            Answer(Move, PATIENT),
        ],
    },
    Check {
        id: "quit",
        expected: "`quit` ends the program within 1 s with exit code 0.",
        script: &[Begin, Say("quit"), End(ENDED)],
    },
    Check {
        id: "quit-searching",
        expected: "`quit` during a search does the same; at most the open `bestmove` is printed.",
        script: &[
            Begin,
            Say(START),
            Say("go infinite"),
            Say("quit"),
            End(ENDED),
        ],
    },
    Check {
        id: "input-ends",
        expected: "The end of its input ends the program within 1 s with exit code 0.",
        script: &[Begin, CloseInput, End(ENDED)],
    },
    Check {
        id: "input-ends-searching",
        expected: "The end of its input during `go infinite` does the same.",
        script: &[
            Begin,
            Say(START),
            Say("go infinite"),
            CloseInput,
            End(ENDED),
        ],
    },
];
