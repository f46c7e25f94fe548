//! Searches that are limited.

use super::{PATIENT, START};
use crate::check::script::Check;
use crate::check::script::Expected::{Any, Move};
use crate::check::script::Step::{Answer, Begin, Play, Say, SayLong};

pub(super) const CHECKS: [Check; 6] = [
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
            Say("go movetime 300 depth 3 nodes 1000"),
            Answer(Move, 400),
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
            Say("go btime 0 wtime 0 byoyomi 300"),
            Answer(Any, PATIENT),
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
