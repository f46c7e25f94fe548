//! One game after another, on one thread, by one engine that plays both sides.

use super::job::{HARD_LIMIT, Job, SideLines};
use crate::dataset::{GameRecord, Ply, SideLine};
use cpu_time::ThreadTime;
use engine::player::Engine;
use engine::search::{Limits, Outcome, Score};
use engine::shogi::game::Game;
use engine::shogi::{Checks, Move, Position};
use matches::players::limit::MoveLimit;
use matches::players::{Answer, Fault, Hear, Player, Turn};
use matches::referee::finished;
use matches::referee::game::{self, Rules, Seat};
use matches::referee::view::View;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// What plays the games of a thread.
pub struct Worker<'a> {
    job: &'a Job,
    engine: Rc<RefCell<SharedEngine>>,
    players: [Box<dyn Player>; 2],
    rules: Rules,
}

impl<'a> Worker<'a> {
    /// An engine for games of `job`, which plays both sides with one table: each side's search
    /// is the other's preparation.
    pub fn new(job: &'a Job) -> Self {
        let engine = Rc::new(RefCell::new(SharedEngine {
            engine: Engine::new(job.settings.clone()),
            nodes: job.nodes,
            draws: job.side_lines.map_or(0, |it| it.draws),
            drawn: Vec::new(),
        }));
        let player = || -> Box<dyn Player> { Box::new(Side(Rc::clone(&engine))) };
        Self {
            job,
            players: [player(), player()],
            engine,
            rules: Rules {
                margin_ms: 0,
                max_moves: job.max_moves,
                entering_king: job.settings.entering_king_rule,
                resign: job.resign,
                draw: None,
            },
        }
    }

    /// Plays game `id`; also the CPU time that it took.
    pub fn play(&mut self, id: u64) -> (GameRecord, Duration) {
        let began = ThreadTime::now();
        let job = self.job;
        self.engine.borrow_mut().engine.new_game();
        let from = job.openings.draw(job.seed, id, |game| {
            game.ending(Some(job.max_moves)).is_none() && self.is_even(game)
        });
        let (start, opening) = (from.start().clone(), from.moves().to_vec());
        let first = from.position().clone();
        self.engine.borrow_mut().drawn.clear();
        let limit = MoveLimit::Nodes(job.nodes);
        let seats = self.players.each_mut().map(|player| Seat {
            player: player.as_mut(),
            limit,
        });
        let played = game::play(seats, from, &self.rules, &View::default());
        let mut record = GameRecord {
            id,
            start,
            opening,
            plies: played.plies.iter().map(searched).collect(),
            winner: played.winner,
            reason: played.reason,
            side_lines: Vec::new(),
        };
        if let Some(SideLines { nodes, .. }) = job.side_lines {
            record.side_lines = self.side_lines(&record.plies, first, nodes);
        }
        (record, began.elapsed())
    }

    /// The lines drawn from the searches of `plies` from `position` on, but for those whose end is in check, has no
    /// move or is won or lost by force. Each end is searched with `nodes`.
    fn side_lines(&self, plies: &[Ply], mut position: Position, nodes: u64) -> Vec<SideLine> {
        let shared = &mut *self.engine.borrow_mut();
        let drawn = std::mem::take(&mut shared.drawn);
        let mut side_lines = Vec::new();
        for ((after, ply), lines) in (0..).zip(plies).zip(drawn) {
            for moves in lines {
                let reached = SideLine::end(&position, &moves).ok();
                let quiet = reached.filter(|it| !Checks::of(it).in_check());
                let best = quiet.and_then(|it| best(&shared.search(Game::new(it), nodes, 0)));
                if let Some(best) = best {
                    side_lines.push(SideLine { after, moves, best });
                }
            }
            let _ = position.do_move(ply.mv);
        }
        side_lines
    }

    fn is_even(&self, game: &Game) -> bool {
        let nodes = self.job.nodes;
        let outcome = self.engine.borrow_mut().search(game.clone(), nodes, 0);
        matches!(outcome.score, Score::Cp(cp) if cp.abs() <= self.job.even)
    }
}

fn searched(ply: &finished::Ply) -> Ply {
    Ply {
        mv: ply.mv,
        // The engine says something of every move that it makes.
        score: ply.score.unwrap_or(Score::Mated),
    }
}

/// The best move of a search, with its score, if there is one and it forces no mate.
fn best(outcome: &Outcome) -> Option<Ply> {
    let score = outcome.score;
    let mv = outcome.info.pv.first().copied();
    mv.filter(|_| matches!(score, Score::Cp(_)))
        .map(|mv| Ply { mv, score })
}

/// The engine of both sides.
struct SharedEngine {
    engine: Engine,
    /// For the search of a move, and how many positions are drawn from it.
    nodes: u64,
    draws: usize,
    /// The lines drawn from the search of each move of this game.
    drawn: Vec<Vec<Vec<Move>>>,
}

impl SharedEngine {
    /// A search that ends with the iteration in which it comes to `nodes`, and from which so many
    /// positions are drawn.
    fn search(&mut self, game: Game, nodes: u64, draws: usize) -> Outcome {
        self.engine.set_game(game);
        let limits = Limits {
            soft_nodes: Some(nodes),
            draws,
            ..Limits::nodes(nodes.saturating_mul(HARD_LIMIT))
        };
        self.engine.search(limits, &mut ())
    }
}

/// One player of a game: both play by the same engine.
struct Side(Rc<RefCell<SharedEngine>>);

/// The worker makes the engine ready.
impl Player for Side {
    fn choose_aloud(&mut self, game: &Game, _turn: &Turn, _hear: Hear) -> Result<Answer, Fault> {
        let shared = &mut *self.0.borrow_mut();
        let outcome = shared.search(game.clone(), shared.nodes, shared.draws);
        shared.drawn.push(shared.engine.drawn().to_vec());
        Ok(Answer {
            decision: outcome.decision,
            elapsed: Duration::ZERO,
            info: Some(outcome.info),
            score: Some(outcome.score),
        })
    }
}
