//! A mate at the root: before the search begins, the mate solver looks for one with a share of what
//! the search may spend, if the side to move stands well enough for a mate to be likely.
//!
//! What must hold: without a share nothing is done; the nodes of the solver count as nodes of the
//! search; a mate that is found is proven, and short enough for the game.

use crate::mate::{DEEPEST_HERE, MateAnswer, MateLength, MateLimits, MateProblem, NODES_PER_MS};
use crate::platform::Instant;
use crate::player::settings::Settings;
use crate::search::signals::Shared;
use crate::search::{Bound, Info, Score};
use crate::shogi::Move;
use crate::shogi::game::Game;
use std::time::Duration;

/// What it may spend where there is no limit but a stop.
const FREE_NODES: u64 = 100_000;
/// With fewer nodes it is not asked. In so short a search its nodes are missed more than what it
/// finds is worth: −63 (−154 to +21; 30 ms, 2026-11-23), against half as many lost wins at 1 s.
const LEAST_NODES: u64 = 10_000;
/// Memory for its table, in MiB.
const HASH_MB: usize = 16;

/// What the solver found, and how many nodes that took.
#[derive(Debug, Default)]
pub struct RootMate {
    /// A line that mates, and how many plies the mate is proven to take at most.
    pub line: Option<(Vec<Move>, u16)>,
    pub nodes: u64,
}

/// Looks for a mate in the last position of `game`, whose static value is `value` units, with
/// the share of the limits that `settings` give it.
pub fn find(game: &Game, value: i32, settings: &Settings, shared: &Shared) -> RootMate {
    let one_line = settings.multi_pv <= 1 && !settings.explain && shared.limits.moves.is_empty();
    if !one_line || value < settings.search.mate_from {
        return RootMate::default();
    }
    let Some(limits) = share(shared, settings.search.mate_share_percent as u64) else {
        return RootMate::default();
    };
    let problem = MateProblem {
        position: game.position().clone(),
        limits,
        hash_mb: HASH_MB,
        length: MateLength::Any,
    };
    let stop = shared.signals.prelude_ends();
    let report = problem.solve_here(game.history(), DEEPEST_HERE, stop, &mut |_| {});
    let line = match report.answer {
        MateAnswer::Mate(line) if in_time(game, settings, report.plies) => {
            Some((line, report.plies))
        }
        _ => None,
    };
    RootMate {
        line,
        nodes: report.progress.nodes,
    }
}

/// `info`, of the search so far, with a `line` that mates, in so many `plies` at most, as what was found.
pub fn report((line, plies): (Vec<Move>, u16), mut info: Info) -> Info {
    info.depth = line.len() as u32;
    info.selective_depth = line.len() as u32;
    info.score = Score::Mate(i32::from(plies));
    info.bound = if line.len() == usize::from(plies) {
        Bound::Exact
    } else {
        Bound::Lower
    };
    info.pv = line;
    info
}

/// `percent` of what the search may spend; none if that is too little, or if it has a limit of
/// neither nodes nor time.
fn share(shared: &Shared, percent: u64) -> Option<MateLimits> {
    if percent == 0 {
        return None;
    }
    let limits = shared.limits;
    let planned_ms = shared.clock().planned_ms();
    let of_time =
        [planned_ms, limits.cpu_time_ms].map(|ms| ms.map(|ms| ms.saturating_mul(NODES_PER_MS)));
    let least = [limits.nodes, limits.soft_nodes]
        .into_iter()
        .chain(of_time)
        .flatten()
        .min();
    let free = (limits.infinite || limits.ponder).then_some(FREE_NODES);
    let nodes = least
        .map(|most| most.saturating_mul(percent) / 100)
        .or(free)?;
    if nodes < LEAST_NODES {
        return None;
    }
    // Twice the planned share, for a slow machine.
    let until = planned_ms.and_then(|ms| {
        let share = Duration::from_millis(ms.saturating_mul(percent) / 50);
        Instant::now().checked_add(share)
    });
    Some(MateLimits {
        nodes: Some(nodes),
        until,
    })
}

/// Whether a mate in so many `plies` comes before the game is drawn by its number of moves.
fn in_time(game: &Game, settings: &Settings, plies: u16) -> bool {
    let last = game.position().ply() as usize + usize::from(plies) - 1;
    settings.max_moves == 0 || last <= settings.max_moves as usize
}

#[cfg(test)]
mod tests {
    use crate::player::{Engine, Settings};
    use crate::search::{Decision, Limits, Score, SearchConfig};
    use crate::shogi::game::Game;

    /// A mate in five plies, by a bishop that does not promote.
    const MATE: &str = "sfen 5B1n1/8k/6Rpp/9/9/9/9/9/K8 b rb4g4s3n4l16p 1";

    fn engine(percent: i32) -> Engine {
        engine_from(percent, -10_000)
    }

    /// An engine that asks the solver where the static value is at least `from`.
    fn engine_from(percent: i32, from: i32) -> Engine {
        let search = SearchConfig {
            mate_share_percent: percent,
            mate_from: from,
            ..SearchConfig::default()
        };
        let mut engine = Engine::new(Settings {
            hash_mb: 1,
            search,
            ..Settings::default()
        });
        engine.set_game(Game::parse(MATE).expect("a game").0);
        engine
    }

    #[test]
    fn a_mate_at_the_root_is_played_with_its_whole_line() {
        let outcome = engine(50).search(Limits::nodes(20_000), &mut ());
        let plies = outcome.info.pv.len();
        assert!(plies % 2 == 1, "{plies} plies");
        assert_eq!(outcome.info.score, Score::Mate(plies as i32));
        let best = outcome.info.pv[0];
        assert!(matches!(outcome.decision, Decision::Play { best: played, .. } if played == best));
        assert!(outcome.info.nodes < 500, "{}", outcome.info.nodes);
    }

    #[test]
    fn the_solver_does_not_add_to_the_nodes() {
        let mut engine = engine(50);
        engine.set_game(Game::default());
        let outcome = engine.search(Limits::nodes(20_000), &mut ());
        assert_eq!(outcome.info.nodes, 20_000);
    }

    #[test]
    fn who_does_not_stand_well_is_not_asked() {
        let nodes = |percent, from| {
            let outcome = engine_from(percent, from).search(Limits::nodes(20_000), &mut ());
            outcome.info.nodes
        };
        let without = nodes(0, -10_000);
        assert!(nodes(50, -10_000) < without, "the mate was not looked for");
        assert_eq!(nodes(50, 10_000), without);
    }

    #[test]
    fn a_share_too_small_to_find_much_is_not_asked_for() {
        let nodes = |percent| {
            let outcome = engine(percent).search(Limits::nodes(19_999), &mut ());
            outcome.info.nodes
        };
        assert_eq!(nodes(50), nodes(0));
    }
}
