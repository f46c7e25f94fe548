//! A fixed piece of work whose node count is the engine's signature: one thread, cleared tables,
//! fixed positions, a fixed number of iterations.
//!
//! The count changes exactly when the search, its ordering or the evaluation does; the expected
//! number is kept in `tests/bench.txt` and checked by CI. The speed beside it means something
//! only against another build measured in the same hour.

use crate::platform::Instant;
use crate::player::{Engine, Settings};
use crate::search::explanation::Pruning;
use crate::search::{End, Ends, Limits};
use crate::shogi::game::Game;
use base::table::Table;
use std::io::{self, Write};

/// Positions from self-play games of this engine (`sfen-suites/bench.sfen`), one SFEN a line.
pub const POSITIONS: &str = include_str!("../../sfen-suites/bench.sfen");
/// Iterations on each position unless asked otherwise.
pub const DEPTH: u32 = 12;
/// Size of the table, which the signature depends on, in MiB.
pub const HASH_MB: usize = 16;

/// Why this build is slower than it could be and what to do, in one line; none if all is well.
///
/// Without `popcnt` it takes a dozen instructions to count bits. `.cargo/config.toml` asks for it, but Cargo
/// reads that only below the folder of the sources.
pub const SLOW_BUILD: Option<&str> = if cfg!(target_arch = "x86_64")
    && !cfg!(target_feature = "popcnt")
{
    Some(
        "built without popcnt, which makes it slower: build in the folder of the sources, or with \
         RUSTFLAGS=\"-C target-cpu=x86-64-v2\"",
    )
} else {
    None
};

/// Searches every position `depth` iterations deep with `settings`, writing what is in force, a
/// line for each and `N nodes N nps` last; before that [`SLOW_BUILD`], if there is something to say. Returns
/// the number of all nodes, and the ways in which they ended.
///
/// # Errors
/// If writing fails.
pub fn run(settings: Settings, depth: u32, out: &mut dyn Write) -> io::Result<(u64, Ends)> {
    writeln!(out, "config {}", settings.effective())?;
    let mut engine = Engine::new(settings);
    let started = Instant::now();
    let (mut nodes, mut ends) = (0, Ends::default());
    for (i, sfen) in positions().enumerate() {
        let game = Game::parse(sfen).map_or_else(|_| Game::default(), |(game, _)| game);
        engine.new_game();
        engine.set_game(game);
        let info = engine.search(Limits::depth(depth), &mut ()).info;
        nodes += info.nodes;
        ends.add(&engine.ends());
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
    let elapsed_ms = started.elapsed().as_millis() as u64;
    if let Some(problem) = SLOW_BUILD {
        writeln!(out, "note: {problem}")?;
    }
    let nps = nodes * 1000 / elapsed_ms.max(1);
    writeln!(out, "{nodes} nodes {nps} nps")?;
    Ok((nodes, ends))
}

/// Writes by what nodes before quiescence ended, in shares, and by which rules moves were pruned one by one.
/// A branch ends where no move is tried.
///
/// # Errors
/// If writing fails.
pub fn write_ends(ends: &Ends, out: &mut dyn Write) -> io::Result<()> {
    let of_nodes = End::ALL.map(|end| (end.name(), ends.of(end), end.is_of_branch()));
    let of_moves = Pruning::ALL.map(|rule| (rule.name(), ends.pruned_by(rule), false));
    writeln!(
        out,
        "\n{}",
        shares("nodes end by", "% of branches", &of_nodes)
    )?;
    writeln!(out, "\n{}", shares("moves are pruned by", "", &of_moves))?;
    let [all, similar, implausible] = ends.mean_reductions();
    writeln!(
        out,
        "\nlate moves cost {all:.3} plies above an ordinary one, {similar:.3} for similarity, {implausible:.3} for negative \
         plausibility"
    )
}

/// A table of what was counted, with the share of each among all, and among the ends of branches.
fn shares(what: &str, of_branches: &str, counted: &[(&str, u64, bool)]) -> Table {
    let percent = |count: u64, all: u64| format!("{:.1}", 100.0 * count as f64 / all.max(1) as f64);
    let sum = |only_branches: bool| -> u64 {
        let counted = counted.iter();
        let wanted = counted.filter(|(_, _, of_branch)| *of_branch || !only_branches);
        wanted.map(|(_, count, _)| count).sum()
    };
    let (all, branches) = (sum(false), sum(true));
    let mut table = Table::new([what, "count", "%", of_branches]).right([1, 2, 3]);
    for &(name, count, of_branch) in counted {
        let share = if of_branch {
            percent(count, branches)
        } else {
            String::new()
        };
        table.push([
            name.to_owned(),
            count.to_string(),
            percent(count, all),
            share,
        ]);
    }
    table
}

/// The positions of the work.
pub fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
