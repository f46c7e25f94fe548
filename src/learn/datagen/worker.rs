//! One game after another, on one thread, by one engine that plays both sides.

use super::job::Job;
use super::searcher::Searcher;
use crate::dataset::{GameRecord, Ply};
use cpu_time::ThreadTime;
use engine::search::Score;
use engine::shogi::game::Game;
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
    searcher: Rc<RefCell<Searcher<'a>>>,
    rules: Rules,
}

impl<'a> Worker<'a> {
    /// An engine for games of `job`.
    pub fn new(job: &'a Job) -> Self {
        Self {
            job,
            searcher: Rc::new(RefCell::new(Searcher::new(&job.searches))),
            rules: Rules {
                margin_ms: 0,
                max_moves: job.max_moves,
                entering_king: job.searches.settings.entering_king_rule,
                resign: job.resign,
                draw: None,
            },
        }
    }

    /// Plays game `id`; also the CPU time that it took.
    pub fn play(&mut self, id: u64) -> (GameRecord, Duration) {
        let began = ThreadTime::now();
        let job = self.job;
        self.searcher.borrow_mut().new_game();
        let from = job.openings.draw(job.seed, id, |game| {
            let goes_on = game.ending(Some(job.max_moves)).is_none();
            goes_on && self.searcher.borrow_mut().is_even(game, job.even)
        });
        let (start, opening) = (from.start().clone(), from.moves().to_vec());
        let first = from.position().clone();
        let limit = MoveLimit::Nodes(job.searches.nodes);
        let mut sides = [(); 2].map(|()| Side(Rc::clone(&self.searcher)));
        let seats = sides.each_mut().map(|player| Seat { player, limit });
        let played = game::play(seats, from, &self.rules, &View::default());
        let plies: Vec<_> = played.plies.iter().map(searched).collect();
        let record = GameRecord {
            id,
            start,
            opening,
            side_lines: self.searcher.borrow_mut().side_lines(&plies, first),
            plies,
            winner: played.winner,
            reason: played.reason,
        };
        (record, began.elapsed())
    }
}

fn searched(ply: &finished::Ply) -> Ply {
    Ply {
        mv: ply.mv,
        // The engine says something of every move that it makes.
        score: ply.score.unwrap_or(Score::Mated),
    }
}

/// One player of a game: both play by the same engine.
struct Side<'a>(Rc<RefCell<Searcher<'a>>>);

/// The worker makes the engine ready.
impl Player for Side<'_> {
    fn choose_aloud(&mut self, game: &Game, _turn: &Turn, _hear: Hear) -> Result<Answer, Fault> {
        let outcome = self.0.borrow_mut().next(game.clone());
        Ok(Answer {
            decision: outcome.decision,
            elapsed: Duration::ZERO,
            info: Some(outcome.info),
            score: Some(outcome.score),
        })
    }
}
