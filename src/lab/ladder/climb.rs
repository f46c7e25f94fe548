//! One rung on one position, depth by depth.

use super::rung::{RUNGS, player, settings};
use cpu_time::ThreadTime;
use engine::search::{End, Engine, Limits, Score};
use engine::shogi::Move;
use engine::shogi::game::Game;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// What searching to a depth took and found.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The depth, in plies or iterations.
    pub depth: u32,
    /// Nodes, those of the iterations before it included.
    pub nodes: u64,
    /// Nodes at which the budget was spent.
    pub leaves: u64,
    /// CPU time in seconds.
    pub seconds: f64,
    /// The value for the side to move.
    pub score: Score,
    /// The best move; none where there is none.
    pub best: String,
    /// The line of play.
    pub line: Vec<String>,
}

/// A rung on a position.
#[derive(Clone, Debug, Serialize)]
pub struct Climb {
    /// The rung.
    pub rung: &'static str,
    /// The same as a player's text.
    pub player: String,
    /// Its depths, from 1.
    pub steps: Vec<Step>,
    /// How many seconds the next depth was expected to take; none if it was not wanted.
    pub next_seconds: Option<f64>,
}

/// Shares time among rungs that are climbed one after the other.
pub struct Climber {
    left: Duration,
    depth: u32,
    /// How many rungs are still to be climbed.
    rungs: usize,
}

impl Climber {
    /// So much time for so many rungs, each to `depth` at most.
    pub fn new(time: Duration, depth: u32, rungs: usize) -> Self {
        Self {
            left: time,
            depth,
            rungs,
        }
    }

    /// Climbs the rung at `place` in its share of the time left.
    pub fn climb(&mut self, place: usize, game: &Game) -> Climb {
        let share = self.left.as_secs_f64() / self.rungs.max(1) as f64;
        let mut engine = Engine::new(settings(place));
        let (mut steps, mut spent, mut next) = (Vec::new(), 0.0, None);
        for depth in 1..=self.depth {
            let expected = expected(&steps);
            next = (spent + expected > share).then_some(expected);
            if next.is_some() {
                break;
            }
            let step = search(&mut engine, game, depth, &[]);
            spent += step.seconds;
            steps.push(step);
        }
        self.left = self.left.saturating_sub(Duration::from_secs_f64(spent));
        self.rungs = self.rungs.saturating_sub(1);
        Climb {
            rung: RUNGS[place].name,
            player: player(place),
            steps,
            next_seconds: next,
        }
    }
}

/// How long the depth after `steps` will take, in seconds, if it grows as the last two did on average.
fn expected(steps: &[Step]) -> f64 {
    match steps {
        [] | [_] => 0.0,
        [only, last] => last.seconds * growth(only, last),
        [.., before, _, last] => last.seconds * growth(before, last).sqrt(),
    }
}

fn growth(from: &Step, to: &Step) -> f64 {
    to.nodes as f64 / from.nodes.max(1) as f64
}

/// Searches `game` to `depth` from an empty table; of the moves at the root only `moves`, if there are any.
pub fn search(engine: &mut Engine, game: &Game, depth: u32, moves: &[Move]) -> Step {
    engine.new_game();
    engine.set_game(game.clone());
    let limits = Limits {
        moves: moves.to_vec(),
        ..Limits::depth(depth)
    };
    let start = ThreadTime::now();
    let outcome = engine.search(limits, &mut ());
    let info = outcome.info;
    let line: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
    Step {
        depth,
        nodes: info.nodes,
        leaves: engine.ends().of(End::Spent),
        seconds: start.elapsed().as_secs_f64(),
        score: outcome.score,
        best: line.first().cloned().unwrap_or_default(),
        line,
    }
}

impl Climb {
    /// The step to `depth`, if it came so far.
    pub fn at(&self, depth: u32) -> Option<&Step> {
        self.steps.iter().find(|step| step.depth == depth)
    }
}

impl fmt::Display for Climb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.steps.last().map_or(0, |step| step.depth);
        write!(f, "{} to depth {depth}", self.rung)?;
        match self.next_seconds {
            Some(seconds) => write!(f, "; the next would take about {seconds:.0} s"),
            None => Ok(()),
        }
    }
}
