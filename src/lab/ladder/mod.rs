//! The ladder: what each technique of game-tree search is worth, one step from the last.
//!
//! Every rung but the last is a setting of the textbook, from plain minimax up; the last is the search as it plays. Measured are nodes, CPU time, value and best move to each depth, from an empty table, by
//! one thread; nodes, values and moves follow from rung, position and depth alone. What must hold: the rungs
//! up to the table keep minimax's value.

mod horizon;
mod savings;

pub use savings::Ladder;

use super::LabError;
use cpu_time::ThreadTime;
use engine::player::{Engine, Settings};
use engine::search::{End, Limits, Score};
use engine::shogi::Move;
use engine::shogi::game::Game;
use engine::textbook::{Knob, Rules};
use horizon::Horizon;
use savings::Place;
use serde::Serialize;
use std::fmt;
use std::io::Write;
use std::time::Duration;

/// Climbs all rungs on all positions to `depth` at most, in so much CPU time together, shows in `progress` how
/// far it is, and returns what it shows. A rung stops before the depth that would take longer than its share of
/// the time left.
///
/// # Errors
/// If `progress` cannot be written to.
pub fn run(time: Duration, depth: u32, progress: &mut dyn Write) -> Result<Ladder, LabError> {
    let mut climber = Climber::new(time, depth, POSITIONS.len() * RUNGS.len());
    let mut places = Vec::new();
    for (name, text) in POSITIONS {
        let game = game(text);
        let mut climbs = Vec::new();
        for rung in 0..RUNGS.len() {
            let climb = climber.climb(rung, &game);
            writeln!(progress, "{name}: {climb}")?;
            climbs.push(climb);
        }
        places.push(Place::new(name, &game, climbs));
    }
    Ok(Ladder::new(places, Horizon::look()))
}

/// The positions, each with its name.
const POSITIONS: [(&str, &str); 3] = [
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
fn game(text: &str) -> Game {
    Game::parse(text).map_or_else(|_| Game::default(), |(game, _)| game)
}

/// Values of knobs by name.
type Changes = &'static [(&'static str, i32)];

/// A technique, added to all before it.
#[derive(Debug)]
struct Rung {
    name: &'static str,
    /// What it changes of the rung before.
    changes: Changes,
}

/// The rungs from the lowest. The last is the search as it plays, with all its numbers.
const RUNGS: [Rung; 10] = [
    rung("minimax", &[]),
    rung("alpha-beta", &[("cuts", 1)]),
    // A mate in one is found before any move is tried; at the last ply it would look further.
    rung("ordering", &[("ordering", 1), ("mate_in_one", 1)]),
    rung("iterative deepening", &[("deepening", 1)]),
    rung("zero windows", &[("zero_windows", 1)]),
    rung("table", &[("table", 1)]),
    rung("null move", &[("null_move", 1)]),
    rung("quiescence", &[("quiescence", 1)]),
    rung(
        "singular moves",
        &[
            ("singular_moves", 1),
            ("check_extension", 50),
            ("mate_in_one", 2),
        ],
    ),
    rung("interest", &[]),
];

const fn rung(name: &'static str, changes: Changes) -> Rung {
    Rung { name, changes }
}

/// The place of the rung whose static values come after captures only.
const QUIESCENCE: usize = 7;

/// The table's size, in MiB.
const HASH_MB: usize = 16;

/// The settings of the rung at `place`.
fn settings(place: usize) -> Settings {
    Settings {
        hash_mb: HASH_MB,
        all_moves: true,
        textbook: rules(place),
        ..Settings::default()
    }
}

/// The rules of the rung at `place`; none for the last.
fn rules(place: usize) -> Option<Rules> {
    if place + 1 >= RUNGS.len() {
        return None;
    }
    let mut rules = Rules::of_preset("minimax")?;
    let changes = RUNGS[..=place].iter().flat_map(|rung| rung.changes);
    for (name, value) in changes {
        // The names are known: a test sets every rung.
        rules.put(Knob::named(name)?, *value);
    }
    Some(rules)
}

/// The rung at `place` as a player's text.
fn player(place: usize) -> String {
    let effective = settings(place).effective();
    let changes = effective.changes.iter();
    let changes = changes.map(|(name, value)| format!("{name}={value}"));
    let entries = std::iter::once(format!("search={}", effective.preset)).chain(changes);
    entries.collect::<Vec<_>>().join(",")
}

/// What searching to a depth took and found.
#[derive(Clone, Debug, Serialize)]
struct Step {
    /// The depth, in plies or iterations.
    depth: u32,
    /// Nodes, those of the iterations before it included.
    nodes: u64,
    /// Nodes at which the budget was spent.
    leaves: u64,
    /// CPU time in seconds.
    seconds: f64,
    /// The value for the side to move.
    score: Score,
    /// The best move; none where there is none.
    best: String,
    line: Vec<String>,
}

/// A rung on a position.
#[derive(Clone, Debug, Serialize)]
struct Climb {
    rung: &'static str,
    /// The same as a player's text.
    player: String,
    /// Its depths, from 1.
    steps: Vec<Step>,
    /// How many seconds the next depth was expected to take; none if it was not wanted.
    next_seconds: Option<f64>,
}

/// Shares time among rungs that are climbed one after the other.
struct Climber {
    left: Duration,
    depth: u32,
    /// How many rungs are still to be climbed.
    rungs: usize,
}

impl Climber {
    /// So much time for so many rungs, each to `depth` at most.
    fn new(time: Duration, depth: u32, rungs: usize) -> Self {
        Self {
            left: time,
            depth,
            rungs,
        }
    }

    /// Climbs the rung at `place` in its share of the time left.
    fn climb(&mut self, place: usize, game: &Game) -> Climb {
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
fn search(engine: &mut Engine, game: &Game, depth: u32, moves: &[Move]) -> Step {
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

/// A value as people read it.
fn score_text(score: Score) -> String {
    match score {
        Score::Cp(cp) => cp.to_string(),
        Score::Mate(plies) => format!("mate {plies}"),
        Score::Mated => "mated".to_owned(),
    }
}

impl Climb {
    /// The step to `depth`, if it came so far.
    fn at(&self, depth: u32) -> Option<&Step> {
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

#[cfg(test)]
mod tests;
