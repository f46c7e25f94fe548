//! What the rungs are climbed on.

use engine::shogi::game::Game;

/// The positions, each with its name.
pub const POSITIONS: [(&str, &str); 3] = [
    ("start", "startpos"),
    (
        "quiet",
        "sfen l4gsnl/1s2r1kb1/ppn1gppp1/2p1p3p/3p5/P1PBP3P/1PNP1PPPL/3S1GGR1/L4KSN1 b - 25",
    ),
    (
        "tactical",
        "sfen l6n1/1s2gsk2/pp5pl/2s1g1p1p/PPBp1p3/L7P/R4PPPL/1+b1+p1S1R1/3P1K1N1 b 2N2g3p 83",
    ),
];

/// The game of `text`, which is one of this program's.
pub fn game(text: &str) -> Game {
    Game::parse(text).map_or_else(|_| Game::default(), |(game, _)| game)
}
