//! Searches, with and without limits, and what they print.

use super::{
    DECLARABLE, HUNTED, MATE_IN_ONE, MATED, ONE_MOVE, PATIENT, QUICK, QUIET, SHARP, SHORT, START,
    STOPPED,
};
use crate::check::Expected::{Any, Move, OneOf, Resign};
use crate::check::Step::{
    Answer, Ask, AskEach, At, Begin, End, Holds, NoAnswer, Play, Ready, Say, SayLong, Set, Silence,
    Stopped, Times,
};
use crate::check::{Check, lines};

/// Black has three legal moves.
const THREE_MOVES: &str = "position sfen 8k/9/9/9/9/9/9/9/K8 b - 1";
/// White may not declare a win.
const NOT_DECLARABLE: &str = "position sfen 4K4/9/9/9/9/9/9/4k4/9 w - 1";
/// A pawn of Black's stands on every file, and it has another in hand.
const PAWN_FILES: &str =
    "position sfen lnsgkgsnl/1r5b1/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1";

pub(super) const SEARCH: [Check; 19] = [
    Check {
        id: "ready-while-searching",
        expected: "`isready` during `go infinite` is answered and does not end the search.",
        script: &[
            At(START),
            Say("go infinite"),
            Ready(PATIENT),
            NoAnswer(100),
            Say("stop"),
            Answer(Move, STOPPED),
        ],
    },
    Check {
        id: "infinite",
        expected: "`go infinite` is not answered before `stop`, and then within 1 s.",
        script: &[At(START), Stopped("go infinite", Move)],
    },
    Check {
        id: "stop-at-once",
        expected: "`stop` right after `go infinite` is never lost: one `bestmove` each time.",
        script: &[
            At(START),
            Times(
                20,
                &[Say("go infinite"), Say("stop"), Answer(Move, STOPPED)],
            ),
        ],
    },
    Check {
        id: "stop-idle",
        expected: "`stop` without a search prints nothing.",
        script: &[At(START), Say("stop"), Silence(QUIET), Ready(PATIENT)],
    },
    Check {
        id: "one-answer",
        expected: "Each `go` has exactly one `bestmove`.",
        script: &[
            At(START),
            Times(3, &[Ask(QUICK, Move, PATIENT), Silence(100)]),
        ],
    },
    Check {
        id: "mated",
        expected: "A side without a legal move answers `bestmove resign`.",
        script: &[At(MATED), Ask(SHORT, Resign, PATIENT)],
    },
    Check {
        id: "mated-infinite",
        expected: "`go infinite` waits for `stop` even where the game is over.",
        script: &[At(MATED), Stopped("go infinite", Resign)],
    },
    Check {
        id: "one-move-infinite",
        expected: "`go infinite` waits for `stop` even with one legal move.",
        script: &[At(ONE_MOVE), Stopped("go infinite", OneOf(&["9a9b"]))],
    },
    Check {
        id: "declaration-infinite",
        expected: "`go infinite` waits for `stop` even where a win can be declared.",
        script: &[At(DECLARABLE), Stopped("go infinite", Any)],
    },
    Check {
        id: "false-win",
        expected: "`bestmove win` only where the 27-point rule gives it.",
        script: &[
            At(NOT_DECLARABLE),
            Ask(QUICK, Move, PATIENT),
            Say(DECLARABLE),
            Ask(QUICK, Any, PATIENT),
        ],
    },
    Check {
        id: "legal-moves",
        expected: "Moves and expected replies are legal, also with a pawn in hand on full files.",
        script: &[
            At(PAWN_FILES),
            Ask(QUICK, Move, PATIENT),
            Say(MATE_IN_ONE),
            Ask(QUICK, Move, PATIENT),
            Say(START),
            Play(20, "go btime 0 wtime 0 byoyomi 50", PATIENT),
        ],
    },
    Check {
        id: "searchmoves",
        expected: "`go searchmoves A B infinite` waits for `stop` and answers A or B.",
        script: &[
            At(START),
            Stopped(
                "go searchmoves 9g9f 1g1f infinite",
                OneOf(&["9g9f", "1g1f"]),
            ),
        ],
    },
    Check {
        id: "searchmoves-last",
        expected: "`go infinite searchmoves A B` does the same.",
        script: &[
            At(START),
            Stopped(
                "go infinite searchmoves 9g9f 1g1f",
                OneOf(&["9g9f", "1g1f"]),
            ),
        ],
    },
    Check {
        id: "info-lines",
        expected: "`info` has the words, order and legal `pv` that every program reads.",
        script: &[
            At(START),
            Ask("go btime 0 wtime 0 byoyomi 500", Move, PATIENT),
            Holds(lines::analysis),
            Say(MATE_IN_ONE),
            Ask(SHORT, Move, PATIENT),
            Holds(lines::analysis),
            Say(MATED),
            Ask(SHORT, Any, PATIENT),
            Holds(lines::analysis),
        ],
    },
    Check {
        id: "info-before-move",
        expected: "An `info` with `score` and `pv` comes before each move, also the only legal one.",
        script: &[
            At(START),
            Ask(SHORT, Move, PATIENT),
            Holds(lines::last_word),
            Say(ONE_MOVE),
            Ask(SHORT, Move, PATIENT),
            Holds(lines::last_word),
        ],
    },
    Check {
        id: "last-line",
        expected: "A search cut off ends with a whole line, or says that its score is a bound.",
        script: &[
            At(SHARP),
            AskEach(
                &["go nodes 40000", "go nodes 60000", "go nodes 90000", QUICK],
                PATIENT,
                lines::last_line,
            ),
            Times(
                4,
                &[
                    Say("go infinite"),
                    NoAnswer(150),
                    Say("stop"),
                    Answer(Move, STOPPED),
                    Holds(lines::last_line),
                ],
            ),
        ],
    },
    Check {
        id: "false-mated",
        expected: "A search cut off where some moves are mated does not say that all are.",
        script: &[
            At(HUNTED),
            AskEach(
                &[
                    "go nodes 1000",
                    "go nodes 2000",
                    "go nodes 3000",
                    "go nodes 5000",
                    "go nodes 8000",
                    QUICK,
                ],
                PATIENT,
                lines::not_mated,
            ),
        ],
    },
    Check {
        id: "multipv",
        expected: "With MultiPV 5 and three legal moves there are at most three lines.",
        script: &[
            Begin,
            Set(&["MultiPV", "USI_MultiPV"], "5"),
            Say(THREE_MOVES),
            Ask(SHORT, Move, PATIENT),
            Holds(lines::ranks),
        ],
    },
    Check {
        id: "standard-error",
        expected: "Nothing is written on standard error.",
        script: &[
            At(START),
            Ask(SHORT, Move, PATIENT),
            Say("quit"),
            End(1000),
            Holds(lines::no_errors),
        ],
    },
];

pub(super) const LIMITS: [Check; 6] = [
    Check {
        id: "byoyomi",
        expected: "A game on byoyomi of 1 s, with no main time, overruns it at no move.",
        script: &[At(START), Play(3, "go btime 0 wtime 0 byoyomi 1000", 1000)],
    },
    Check {
        id: "byoyomi-short",
        expected: "Neither at 300 ms.",
        script: &[At(START), Play(10, SHORT, 300)],
    },
    Check {
        id: "increment",
        expected: "A clock of 1 s and an increment of 1 s is not overrun.",
        script: &[
            At(START),
            Play(3, "go btime 1000 wtime 1000 binc 1000 winc 1000", 1000),
        ],
    },
    Check {
        id: "mixed-limits",
        expected: "`go movetime 300 depth 3 nodes 1000` ends at whatever is reached first.",
        script: &[
            At(START),
            Ask("go movetime 300 depth 3 nodes 1000", Move, 400),
        ],
    },
    Check {
        id: "bare-go",
        expected: "`go` alone is answered within 5 s.",
        script: &[At(START), Ask("go", Move, PATIENT)],
    },
    Check {
        id: "long-game",
        expected: "A game of 600 moves is read and searched.",
        script: &[Begin, SayLong(long_game), Ask(SHORT, Any, PATIENT)],
    },
];

/// Rooks that go to and fro.
fn long_game() -> String {
    format!(
        "position startpos moves{}",
        " 2h3h 8b7b 3h2h 7b8b".repeat(150)
    )
}
