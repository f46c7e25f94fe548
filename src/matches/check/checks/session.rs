//! What comes before the first move; the end of a game, and of the program; positions that are out of the
//! ordinary.

use super::{PATIENT, QUIET, SHORT, START, STOPPED};
use crate::check::Expected::{Any, Move};
use crate::check::Step::{
    Answer, Ask, At, Begin, CloseInput, End, Holds, Introduce, Introduced, Ready, Say, SetAll,
    Silence,
};
use crate::check::{Check, Value, lines};

/// How long `readyok` may take when nothing has changed, in ms.
const AGAIN: u64 = 1000;

pub(super) const HANDSHAKE: [Check; 15] = [
    Check {
        id: "silent-start",
        expected: "Nothing is printed before `usi`.",
        script: &[Silence(QUIET)],
    },
    Check {
        id: "usiok",
        expected: "`usi` is answered up to `usiok` within 2 s.",
        script: &[Say("usi"), Introduced(2000)],
    },
    Check {
        id: "identity",
        expected: "`id name` and `id author` are there, in ASCII.",
        script: &[Introduce, Holds(lines::identity)],
    },
    Check {
        id: "option-lines",
        expected: "Options are `option name NAME type …` without spaces in names and values.",
        script: &[Introduce, Holds(lines::options)],
    },
    Check {
        id: "move-limit",
        expected: "The option `MaxMovesToDraw` or `Draw_Ply` is declared.",
        script: &[Introduce, Holds(lines::move_limit)],
    },
    Check {
        id: "usi-twice",
        expected: "A second `usi` is answered as the first.",
        script: &[Introduce, Introduce],
    },
    Check {
        id: "readyok",
        expected: "`isready` is answered by `readyok` within 5 s.",
        script: &[Introduce, Ready(5000)],
    },
    Check {
        id: "ready-twice",
        expected: "A second `isready` is answered within 1 s.",
        script: &[Begin, Ready(AGAIN)],
    },
    Check {
        id: "no-introduction",
        expected: "`position` and `go` work without `usi` and `isready` before them.",
        script: &[Say(START), Ask(SHORT, Move, PATIENT)],
    },
    Check {
        id: "white-space",
        expected: "Lines may end with CR LF and have any white space between words.",
        script: &[
            At("position   startpos  moves\t7g7f \r"),
            Ask(" go  btime 0 wtime 0 \tbyoyomi 300\r", Move, PATIENT),
        ],
    },
    Check {
        id: "unknown-lines",
        expected: "Unknown commands and empty lines are ignored in silence.",
        script: &[
            Begin,
            Say("xyzzy 1 2 3"),
            Say(""),
            Say("debug on"),
            Silence(QUIET),
            Ready(AGAIN),
        ],
    },
    Check {
        id: "option-defaults",
        expected: "Every option can be set to its own default.",
        script: &[
            Introduce,
            SetAll(Value::Default),
            Ready(PATIENT),
            Say(START),
            Ask(SHORT, Move, PATIENT),
        ],
    },
    Check {
        id: "option-empty",
        expected: "Options set to nothing, and unknown ones, do no harm.",
        script: &[
            Introduce,
            SetAll(Value::Empty),
            Say("setoption name No_Such_Option value 3"),
            Say("setoption name No_Such_Button"),
            Ready(PATIENT),
        ],
    },
    Check {
        id: "option-nonsense",
        expected: "Options set to what they cannot be do no harm.",
        script: &[Introduce, SetAll(Value::Nonsense), Ready(PATIENT)],
    },
    Check {
        id: "known-lines",
        expected: "Nothing is printed in a game that is no line of the protocol.",
        script: &[
            At(START),
            Ask(SHORT, Move, PATIENT),
            Say("gameover win"),
            Ready(PATIENT),
            Holds(lines::known),
        ],
    },
];

/// How long the program may take to end, in ms.
const ENDED: u64 = 1000;

pub(super) const ENDS: [Check; 9] = [
    Check {
        id: "gameover-stop",
        expected: "`stop` and `gameover` together have one `bestmove`; the next game has its own.",
        script: &[
            At(START),
            Say("go infinite"),
            Say("stop"),
            Say("gameover win"),
            Answer(Any, STOPPED),
            Ready(PATIENT),
            Say("usinewgame"),
            Say("position startpos moves 7g7f"),
            Ask(SHORT, Move, PATIENT),
        ],
    },
    Check {
        id: "gameover-ponder",
        expected: "`gameover` ends `go ponder` with one `bestmove`; the next game has its own.",
        script: &[
            At("position startpos moves 7g7f 3c3d"),
            Say("go ponder btime 0 wtime 0 byoyomi 500"),
            Say("gameover lose"),
            Answer(Any, STOPPED),
            Ready(PATIENT),
            Say("usinewgame"),
            Say("position startpos moves 7g7f"),
            Ask(SHORT, Move, PATIENT),
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
            Ask(SHORT, Move, PATIENT),
        ],
    },
    Check {
        id: "handicap",
        expected: "Handicap games, in which White begins, are played.",
        script: &[
            At("position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            Ask(SHORT, Move, PATIENT),
            Say("position sfen 4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
            Ask(SHORT, Move, PATIENT),
        ],
    },
    Check {
        id: "odd-positions",
        expected: "Positions without a king, and records with illegal moves, end no program.",
        script: &[
            At("position sfen lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1"),
            Ready(PATIENT),
            Say("position startpos moves 7g7f 7g7f 3c3d"),
            Ready(PATIENT),
            Say("position startpos moves"),
            Ask(SHORT, Move, PATIENT),
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
        script: &[At(START), Say("go infinite"), Say("quit"), End(ENDED)],
    },
    Check {
        id: "input-ends",
        expected: "The end of its input ends the program within 1 s with exit code 0.",
        script: &[Begin, CloseInput, End(ENDED)],
    },
    Check {
        id: "input-ends-searching",
        expected: "The end of its input during `go infinite` does the same.",
        script: &[At(START), Say("go infinite"), CloseInput, End(ENDED)],
    },
];
