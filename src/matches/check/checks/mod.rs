//! All checks, by what they are about.

mod ends;
mod handshake;
mod limits;
mod mate;
mod ponder;
mod search;

use super::script::Check;

/// In the order in which they are made.
pub(super) const ALL: [&[Check]; 6] = [
    &handshake::CHECKS,
    &search::CHECKS,
    &limits::CHECKS,
    &ponder::CHECKS,
    &mate::CHECKS,
    &ends::CHECKS,
];

/// How long the answer to `stop` may take, in ms.
const STOPPED: u64 = 1000;
/// How long silence is listened to, in ms.
const QUIET: u64 = 300;
/// How long the answer to a search may take that is small, but not limited in time; in ms.
const PATIENT: u64 = 5000;

const START: &str = "position startpos";
/// White is mated.
const MATED: &str = "position sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1";
/// White has one legal move, 9a9b.
const ONE_MOVE: &str = "position sfen k8/2G6/9/9/9/9/9/9/K8 w - 1";
/// White may declare a win.
const DECLARABLE: &str = "position sfen 4K4/9/9/9/9/9/+r+bgggg+b+r1/ssssk4/9 w - 1";
/// A middle game in which the value changes from iteration to iteration.
const SHARP: &str =
    "position sfen l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1";
