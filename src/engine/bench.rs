//! A fixed piece of work whose node count is the engine's signature: one thread, cleared tables,
//! fixed positions, a fixed number of iterations. Layer 5.
//!
//! The count changes exactly when the search, its ordering or the evaluation does; the expected
//! number is kept in `tests/bench.txt` and checked by CI. The speed beside it means something
//! only against another build measured in the same hour.

use crate::search::{Engine, Limits, Settings};
use crate::shogi::game::Game;
use std::io::{self, Write};
use std::time::Instant;

/// Positions from self-play games of this engine (`sfen-suites/bench.sfen`), one SFEN a line.
pub const POSITIONS: &str = include_str!("../../sfen-suites/bench.sfen");
/// Iterations on each position unless asked otherwise.
pub const DEPTH: u32 = 12;
/// Size of the table, which the signature depends on, in MiB.
pub const HASH_MB: usize = 16;

/// What the work came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Nodes on all positions together.
    pub nodes: u64,
    /// Wall time in ms.
    pub elapsed_ms: u64,
}

impl Signature {
    /// Nodes per second of wall time.
    pub fn nodes_per_second(self) -> u64 {
        self.nodes * 1000 / self.elapsed_ms.max(1)
    }
}

/// Searches every position `depth` iterations deep with `settings`, writing what is in force, a
/// line for each and `N nodes N nps` last.
///
/// # Errors
/// If writing fails.
pub fn run(settings: Settings, depth: u32, out: &mut dyn Write) -> io::Result<Signature> {
    writeln!(out, "config {}", settings.search.effective())?;
    let mut engine = Engine::new(settings);
    let started = Instant::now();
    let mut nodes = 0;
    for (i, sfen) in positions().enumerate() {
        let game = Game::parse(sfen).map_or_else(|_| Game::default(), |(game, _)| game);
        engine.new_game();
        engine.set_game(game);
        let info = engine.search(Limits::depth(depth), &mut ()).info;
        nodes += info.nodes;
        let best = info
            .pv
            .first()
            .map_or_else(String::new, ToString::to_string);
        writeln!(
            out,
            "position {:2}  nodes {:9}  best {best}",
            i + 1,
            info.nodes
        )?;
    }
    let signature = Signature {
        nodes,
        elapsed_ms: started.elapsed().as_millis() as u64,
    };
    let nps = signature.nodes_per_second();
    writeln!(out, "{nodes} nodes {nps} nps")?;
    Ok(signature)
}

/// The positions of the work.
pub fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
