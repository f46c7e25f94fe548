//! Conversations with the real program. Whatever it prints is checked by `dialogue.rs`. No verdict depends on how busy the machine is.

mod answers;
mod book;
mod clients;
mod dialogue;
mod grammar;
mod introduction;
mod levels;
mod log;
mod mates;
mod networks;
mod requests;

use std::time::Duration;

/// Long enough for something that must not be said to be said.
const A_WHILE: Duration = Duration::from_millis(300);

/// White is mated.
const MATED: &str = "sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1";

/// White has one legal move, 9a9b.
const ONE_MOVE: &str = "sfen k8/2G6/9/9/9/9/9/9/K8 w - 1";

/// Black has three legal moves.
const THREE_MOVES: &str = "sfen 8k/9/9/9/9/9/9/9/K8 b - 1";

/// Black mates by G*5b.
const MATE_IN_ONE: &str = "sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1";

/// White may declare a win under the 27-point rule.
const DECLARABLE: &str = "sfen 4K4/9/9/9/9/9/+r+bgggg+b+r1/ssssk4/9 w - 1";

/// White may not declare a win.
const NOT_DECLARABLE: &str = "sfen 4K4/9/9/9/9/9/9/4k4/9 w - 1";

/// Megalopolis, a mate in 515 plies.
const HARD_MATE: &str =
    "sfen 2G1+n3S/1gnP+lpkP1/3SS2ps/2G+pNG1+r1/2+p+pp+ppL1/1+p+p1+p4/+p+p1+p2N2/2+p2P3/9 b R2L2b 1";
