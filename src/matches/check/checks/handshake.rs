//! What comes before the first move.

use super::{PATIENT, QUIET, START};
use crate::check::lines;
use crate::check::script::Check;
use crate::check::script::Expected::Move;
use crate::check::script::Step::{
    Answer, Begin, Holds, Introduce, Introduced, Ready, Say, SetAll, Silence,
};
use crate::check::script::Value;

/// How long `readyok` may take when nothing has changed, in ms.
const AGAIN: u64 = 1000;

pub(super) const CHECKS: [Check; 15] = [
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
        script: &[
            Say(START),
            Say("go btime 0 wtime 0 byoyomi 300"),
            Answer(Move, PATIENT),
        ],
    },
    Check {
        id: "white-space",
        expected: "Lines may end with CR LF and have any white space between words.",
        script: &[
            Begin,
            Say("position   startpos  moves\t7g7f \r"),
            Say(" go  btime 0 wtime 0 \tbyoyomi 300\r"),
            Answer(Move, PATIENT),
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
            Say("go btime 0 wtime 0 byoyomi 300"),
            Answer(Move, PATIENT),
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
            Begin,
            Say(START),
            Say("go btime 0 wtime 0 byoyomi 300"),
            Answer(Move, PATIENT),
            Say("gameover win"),
            Ready(PATIENT),
            Holds(lines::known),
        ],
    },
];
