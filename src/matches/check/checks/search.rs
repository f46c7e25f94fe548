//! Searches, with and without limits, and what they print.

use super::{DECLARABLE, MATED, ONE_MOVE, PATIENT, QUIET, SHARP, START, STOPPED};
use crate::check::Expected::{Any, Move, OneOf, Resign};
use crate::check::Step::{
    Answer, Ask, Begin, End, Holds, NoAnswer, Play, Ready, Say, SayLong, Set, Silence, Times,
};
use crate::check::{Check, lines};

/// Black has three legal moves.
const THREE_MOVES: &str = "position sfen 8k/9/9/9/9/9/9/9/K8 b - 1";
/// Black mates by G*5b.
const MATE_IN_ONE: &str = "position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1";
/// White may not declare a win.
const NOT_DECLARABLE: &str = "position sfen 4K4/9/9/9/9/9/9/4k4/9 w - 1";
/// A pawn of Black's stands on every file, and it has another in hand.
const PAWN_FILES: &str =
    "position sfen lnsgkgsnl/1r5b1/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1";

pub(super) const SEARCH: [Check; 18] = [
    Check {
        id: "ready-while-searching",
        expected: "`isready` during `go infinite` is answered and does not end the search.",
        script: &[
            Begin,
            Say(START),
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
        script: &[
            Begin,
            Say(START),
            Say("go infinite"),
            NoAnswer(QUIET),
            Say("stop"),
            Answer(Move, STOPPED),
        ],
    },
    Check {
        id: "stop-at-once",
        expected: "`stop` right after `go infinite` is never lost: one `bestmove` each time.",
        script: &[
            Begin,
            Say(START),
            Times(
                20,
                &[Say("go infinite"), Say("stop"), Answer(Move, STOPPED)],
            ),
        ],
    },
    Check {
        id: "stop-idle",
        expected: "`stop` without a search prints nothing.",
        script: &[
            Begin,
            Say(START),
            Say("stop"),
            Silence(QUIET),
            Ready(PATIENT),
        ],
    },
    Check {
        id: "one-answer",
        expected: "Each `go` has exactly one `bestmove`.",
        script: &[
            Begin,
            Say(START),
            Times(
                3,
                &[
                    Ask("go btime 0 wtime 0 byoyomi 200", Move, PATIENT),
                    Silence(100),
                ],
            ),
        ],
    },
    Check {
        id: "mated",
        expected: "A side without a legal move answers `bestmove resign`.",
        script: &[
            Begin,
            Say(MATED),
            Ask("go btime 0 wtime 0 byoyomi 300", Resign, PATIENT),
        ],
    },
    Check {
        id: "mated-infinite",
        expected: "`go infinite` waits for `stop` even where the game is over.",
        script: &[
            Begin,
            Say(MATED),
            Say("go infinite"),
            NoAnswer(QUIET),
            Say("stop"),
            Answer(Resign, STOPPED),
        ],
    },
    Check {
        id: "one-move-infinite",
        expected: "`go infinite` waits for `stop` even with one legal move.",
        script: &[
            Begin,
            Say(ONE_MOVE),
            Say("go infinite"),
            NoAnswer(QUIET),
            Say("stop"),
            Answer(OneOf(&["9a9b"]), STOPPED),
        ],
    },
    Check {
        id: "declaration-infinite",
        expected: "`go infinite` waits for `stop` even where a win can be declared.",
        script: &[
            Begin,
            Say(DECLARABLE),
            Say("go infinite"),
            NoAnswer(QUIET),
            Say("stop"),
            Answer(Any, STOPPED),
        ],
    },
    Check {
        id: "false-win",
        expected: "`bestmove win` only where the 27-point rule gives it.",
        script: &[
            Begin,
            Say(NOT_DECLARABLE),
            Ask("go btime 0 wtime 0 byoyomi 200", Move, PATIENT),
            Say(DECLARABLE),
            Ask("go btime 0 wtime 0 byoyomi 200", Any, PATIENT),
        ],
    },
    Check {
        id: "legal-moves",
        expected: "Moves and expected replies are legal, also with a pawn in hand on full files.",
        script: &[
            Begin,
            Say(PAWN_FILES),
            Ask("go btime 0 wtime 0 byoyomi 200", Move, PATIENT),
            Say(MATE_IN_ONE),
            Ask("go btime 0 wtime 0 byoyomi 200", Move, PATIENT),
            Say(START),
            Play(20, "go btime 0 wtime 0 byoyomi 50", PATIENT),
        ],
    },
    Check {
        id: "searchmoves",
        expected: "`go searchmoves A B infinite` waits for `stop` and answers A or B.",
        script: &[
            Begin,
            Say(START),
            Say("go searchmoves 9g9f 1g1f infinite"),
            NoAnswer(QUIET),
            Say("stop"),
            Answer(OneOf(&["9g9f", "1g1f"]), STOPPED),
        ],
    },
    Check {
        id: "searchmoves-last",
        expected: "`go infinite searchmoves A B` does the same.",
        script: &[
            Begin,
            Say(START),
            Say("go infinite searchmoves 9g9f 1g1f"),
            NoAnswer(QUIET),
            Say("stop"),
            Answer(OneOf(&["9g9f", "1g1f"]), STOPPED),
        ],
    },
    Check {
        id: "info-lines",
        expected: "`info` has the words, order and legal `pv` that every program reads.",
        script: &[
            Begin,
            Say(START),
            Ask("go btime 0 wtime 0 byoyomi 500", Move, PATIENT),
            Holds(lines::analysis),
            Say(MATE_IN_ONE),
            Ask("go btime 0 wtime 0 byoyomi 300", Move, PATIENT),
            Holds(lines::analysis),
            Say(MATED),
            Ask("go btime 0 wtime 0 byoyomi 300", Any, PATIENT),
            Holds(lines::analysis),
        ],
    },
    Check {
        id: "info-before-move",
        expected: "An `info` with `score` and `pv` comes before each move, also the only legal one.",
        script: &[
            Begin,
            Say(START),
            Ask("go btime 0 wtime 0 byoyomi 300", Move, PATIENT),
            Holds(lines::last_word),
            Say(ONE_MOVE),
            Ask("go btime 0 wtime 0 byoyomi 300", Move, PATIENT),
            Holds(lines::last_word),
        ],
    },
    Check {
        id: "last-line",
        expected: "A search cut off ends with a whole line, or says that its score is a bound.",
        script: &[
            Begin,
            Say(SHARP),
            Ask("go nodes 40000", Move, PATIENT),
            Holds(lines::last_line),
            Ask("go nodes 60000", Move, PATIENT),
            Holds(lines::last_line),
            Ask("go nodes 90000", Move, PATIENT),
            Holds(lines::last_line),
            Ask("go btime 0 wtime 0 byoyomi 200", Move, PATIENT),
            Holds(lines::last_line),
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
        id: "multipv",
        expected: "With MultiPV 5 and three legal moves there are at most three lines.",
        script: &[
            Begin,
            Set(&["MultiPV", "USI_MultiPV"], "5"),
            Say(THREE_MOVES),
            Ask("go btime 0 wtime 0 byoyomi 300", Move, PATIENT),
            Holds(lines::ranks),
        ],
    },
    Check {
        id: "standard-error",
        expected: "Nothing is written on standard error.",
        script: &[
            Begin,
            Say(START),
            Ask("go btime 0 wtime 0 byoyomi 300", Move, PATIENT),
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
        script: &[
            Begin,
            Say(START),
            Play(3, "go btime 0 wtime 0 byoyomi 1000", 1000),
        ],
    },
    Check {
        id: "byoyomi-short",
        expected: "Neither at 300 ms.",
        script: &[
            Begin,
            Say(START),
            Play(10, "go btime 0 wtime 0 byoyomi 300", 300),
        ],
    },
    Check {
        id: "increment",
        expected: "A clock of 1 s and an increment of 1 s is not overrun.",
        script: &[
            Begin,
            Say(START),
            Play(3, "go btime 1000 wtime 1000 binc 1000 winc 1000", 1000),
        ],
    },
    Check {
        id: "mixed-limits",
        expected: "`go movetime 300 depth 3 nodes 1000` ends at whatever is reached first.",
        script: &[
            Begin,
            Say(START),
            Ask("go movetime 300 depth 3 nodes 1000", Move, 400),
        ],
    },
    Check {
        id: "bare-go",
        expected: "`go` alone is answered within 5 s.",
        script: &[Begin, Say(START), Say("go"), Answer(Move, PATIENT)],
    },
    Check {
        id: "long-game",
        expected: "A game of 600 moves is read and searched.",
        script: &[
            Begin,
            SayLong(long_game),
            Ask("go btime 0 wtime 0 byoyomi 300", Any, PATIENT),
        ],
    },
];

/// Rooks that go to and fro.
fn long_game() -> String {
    format!(
        "position startpos moves{}",
        " 2h3h 8b7b 3h2h 7b8b".repeat(150)
    )
}
