//! The search of every position of a game: forward, and back again with the same table, so that
//! what later positions taught is known of earlier ones. On the way back the mate solver looks at
//! each position too. Then players of a level are asked about bad moves.
//!
//! What must hold: with a number of nodes as the effort, the same game gives the same thoughts.

use super::fault::passed;
use crate::explain::Study;
use engine::mate::{DEEPEST_HERE, MateAnswer, MateLength, MateLimits, MateProblem, NODES_PER_MS};
use engine::player::{Engine, Level, Settings};
use engine::record::Evaluation;
use engine::search::{Decision, Limits};
use engine::shogi::game::Game;
use engine::shogi::{Checks, Move, Position};
use std::io;
use std::sync::atomic::AtomicBool;

/// How much is searched for one position of the game, in its two searches together.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// Nodes.
    Nodes(u64),
    /// CPU time in milliseconds.
    CpuTime(u64),
}

/// How often each position is searched.
const PASSES: u64 = 2;
/// The part of the effort that the mate solver may use besides.
const MATE_SHARE: u64 = 4;
/// Memory for the table of the mate solver, in MiB.
const MATE_HASH_MB: usize = 16;
/// How many moves a question knows the worth of.
const CHOICES: usize = 4;
/// How often the level is asked.
const OPINIONS: u64 = 3;
/// How many of the opinions have to be better.
pub const MAJORITY: usize = 2;
/// Memory of one opinion, in MiB.
const OPINION_HASH_MB: usize = 4;

impl Effort {
    /// The limits of one search.
    fn limits(self) -> Limits {
        match self {
            Self::Nodes(nodes) => Limits::nodes((nodes / PASSES).max(1)),
            Self::CpuTime(ms) => Limits {
                cpu_time_ms: Some((ms / PASSES).max(1)),
                ..Limits::none()
            },
        }
    }

    fn mate_nodes(self) -> u64 {
        let nodes = match self {
            Self::Nodes(nodes) => nodes,
            Self::CpuTime(ms) => ms.saturating_mul(NODES_PER_MS),
        };
        (nodes / MATE_SHARE).max(1)
    }
}

/// What is thought of a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Its value.
    pub evaluation: Evaluation,
    /// The best play that was found; empty if there is no move.
    pub line: Vec<Move>,
    /// The iterations of the search.
    pub depth: u32,
    /// The deepest ply it reached.
    pub selective_depth: u32,
    /// The nodes it searched.
    pub nodes: u64,
    /// In how many plies the side to move mates, if the solver has proven it.
    pub mate: Option<usize>,
}

/// `game` after none of its moves, after one, and so on, one at a time: together they would take memory
/// by the square of its length.
fn parts(game: &Game) -> impl DoubleEndedIterator<Item = Game> {
    (0..=game.moves().len()).filter_map(|plies| game.up_to(plies))
}

/// An engine that thinks about the positions of games.
pub struct Thinker {
    engine: Engine,
    effort: Effort,
    /// Players of a level, by whom it is known whether one of that level would have seen a better move: each
    /// searches the position with another seed.
    level_players: Option<(Level, Vec<Engine>)>,
}

impl Thinker {
    /// A thinker with `settings` that makes this `effort` for each position.
    pub fn new(settings: Settings, effort: Effort) -> Self {
        let engine = Engine::new(Settings {
            analysis: true,
            ..settings
        });
        Self {
            engine,
            effort,
            level_players: None,
        }
    }

    /// The same, who also says which mistakes a player of `level` would have seen. `settings` are those
    /// of that player.
    #[must_use]
    pub fn with_level(self, settings: &Settings, level: Level) -> Self {
        let player = |seed| {
            let settings = Settings {
                hash_mb: OPINION_HASH_MB,
                noise_seed: seed,
                ..settings.clone()
            };
            Engine::new(settings.at_level(level))
        };
        Self {
            level_players: Some((level, (1..=OPINIONS).map(player).collect())),
            ..self
        }
    }

    /// A search of the position of `game` that says what its best moves are worth.
    pub fn study(&self, game: Game) -> Study {
        let settings = Settings {
            multi_pv: CHOICES,
            ..self.engine.settings().clone()
        };
        Study::new(game, settings, self.effort.limits(), None)
    }

    /// The level whose players are asked, and what they would play in the last position of
    /// `game`; none if none is.
    pub fn choices_at_level(&mut self, game: &Game) -> Option<(Level, Vec<Move>)> {
        let (level, players) = self.level_players.as_mut()?;
        let choice = |player: &mut Engine| {
            player.new_game();
            player.set_game(game.clone());
            match player.search(self.effort.limits(), &mut ()).decision {
                Decision::Play { best, .. } => Some(best),
                Decision::Resign | Decision::DeclareWin => None,
            }
        };
        Some((*level, players.iter_mut().filter_map(choice).collect()))
    }

    /// Forgets what was learned of other games.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// What is thought of the positions of `game` but for the first `known`. `step` is called after each search, twice
    /// for each position.
    ///
    /// # Errors
    /// If `step` fails.
    pub fn think(
        &mut self,
        game: &Game,
        known: usize,
        step: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Vec<Thought>> {
        let unknown = (game.moves().len() + 1).saturating_sub(known);
        for game in parts(game).skip(known) {
            self.look(game);
            step()?;
        }
        let mut thoughts = Vec::new();
        for game in parts(game).rev().take(unknown) {
            thoughts.push(self.look_for_mate_too(game));
            step()?;
        }
        thoughts.reverse();
        Ok(thoughts)
    }

    /// What is thought of the last position of `game`, by one search.
    pub fn look(&mut self, game: Game) -> Thought {
        let side = game.position().side();
        self.engine.set_game(game);
        let outcome = self.engine.search(self.effort.limits(), &mut ());
        let info = outcome.info;
        Thought {
            evaluation: Evaluation::of_score(outcome.score, side),
            line: info.pv,
            depth: info.depth,
            selective_depth: info.selective_depth,
            nodes: info.nodes,
            mate: None,
        }
    }

    fn look_for_mate_too(&mut self, game: Game) -> Thought {
        let mate = self.mate(&game);
        let side = game.position().side();
        let mut thought = self.look(game);
        let Some((line, plies)) = mate else {
            return thought;
        };
        thought.mate = Some(usize::from(plies));
        thought.evaluation = Evaluation::Mate {
            winner: side,
            plies: Some(u32::from(plies)),
        };
        thought.line = line;
        thought
    }

    /// Whether the solver finds a mate by the opponent of the side to move in `pos`, if that side passes.
    pub fn is_mate_threatened(&self, pos: &Position) -> bool {
        !Checks::of(pos).in_check() && self.mate(&Game::new(passed(pos))).is_some()
    }

    /// The line of a mate, and how many plies the mate is proven to take at most.
    fn mate(&self, game: &Game) -> Option<(Vec<Move>, u16)> {
        let problem = MateProblem {
            position: game.position().clone(),
            limits: MateLimits {
                nodes: Some(self.effort.mate_nodes()),
                until: None,
            },
            hash_mb: MATE_HASH_MB,
            length: MateLength::Shortest,
        };
        let never = AtomicBool::new(false);
        let report = problem.solve_here(game.history(), DEEPEST_HERE, &never, &mut |_| {});
        match report.answer {
            MateAnswer::Mate(line) => Some((line, report.plies)),
            _ => None,
        }
    }
}
