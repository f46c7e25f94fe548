//! The players in this process: an [`Engine`] with its own table and configuration, and players to measure
//! by: one that does not think, one that counts material one ply ahead, and one that sometimes plays any
//! legal move.
//!
//! What must hold: the moves of the latter follow from the position and the number of the move, so that games
//! between them can be repeated.

use super::limit::MoveLimit;
use super::{Answer, Fault, Hear, MateAnswer, Player, Turn};
use base::random::generator;
use cpu_time::ProcessTime;
use engine::mate::{self, DEEPEST, MateLength, MateLimits, MateProblem};
use engine::player::Engine;
use engine::search::{Decision, Info, Limits, Listener};
use engine::shogi::exchange::EXCHANGE;
use engine::shogi::game::Game;
use engine::shogi::movegen::{self, count_legal};
use engine::shogi::{Move, Position};
use engine::usi::grammar::Checkmate;
use rand::RngExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// At fixed nodes or depth and with one thread its games are a function of their opening.
impl Player for Engine {
    fn new_game(&mut self) -> Result<(), Fault> {
        Engine::new_game(self);
        Ok(())
    }

    fn choose_aloud(&mut self, game: &Game, turn: &Turn, hear: Hear) -> Result<Answer, Fault> {
        let limits = limits(turn);
        let received = limits.received;
        self.set_game(game.clone());
        let outcome = self.search(limits, &mut Ears(hear));
        Ok(Answer {
            decision: outcome.decision,
            elapsed: received.elapsed(),
            info: Some(outcome.info),
            score: Some(outcome.score),
        })
    }

    /// By the solver that answers `go mate`; a limit of iterations means nothing to it.
    fn solve_mate(&mut self, game: &Game, turn: &Turn) -> Result<MateAnswer, Fault> {
        let received = Instant::now();
        let mut limits = MateLimits::default();
        match turn.limit {
            MoveLimit::Nodes(nodes) => limits.nodes = Some(nodes),
            MoveLimit::MoveTimeMs(ms) => {
                limits.until = received.checked_add(Duration::from_millis(ms));
            }
            MoveLimit::Clock(_) | MoveLimit::Depth(_) | MoveLimit::CpuTimeMs(_) => {}
        }
        let problem = MateProblem {
            position: game.position().clone(),
            limits,
            hash_mb: self.settings().hash_mb,
            length: MateLength::Shortened,
        };
        let stop = AtomicBool::new(false);
        let solve = || problem.solve_here(game.history(), DEEPEST, &stop, &mut |_| {});
        let report = match turn.limit {
            MoveLimit::CpuTimeMs(ms) => within(Duration::from_millis(ms), &stop, solve),
            _ => solve(),
        };
        Ok(MateAnswer {
            checkmate: match report.answer {
                mate::MateAnswer::Mate(line) => Checkmate::Line(line),
                mate::MateAnswer::NoMate => Checkmate::NoMate,
                mate::MateAnswer::NotDecided => Checkmate::Timeout,
            },
            elapsed: received.elapsed(),
            nodes: report.progress.nodes,
        })
    }
}

fn limits(turn: &Turn) -> Limits {
    let mut limits = Limits::none();
    match turn.limit {
        MoveLimit::Clock(clock) => limits.clock = Some(clock),
        MoveLimit::MoveTimeMs(ms) => limits.move_time_ms = Some(ms),
        MoveLimit::Nodes(nodes) => limits.nodes = Some(nodes),
        MoveLimit::Depth(depth) => limits.depth = Some(depth),
        MoveLimit::CpuTimeMs(ms) => limits.cpu_time_ms = Some(ms),
    }
    limits
}

/// Passes on what a search says of its best line.
struct Ears<'a>(Hear<'a>);

impl Listener for Ears<'_> {
    fn info(&mut self, info: &Info) {
        if info.multi_pv == 1 {
            (self.0)(info);
        }
    }
}

/// How often the clock is looked at.
const INTERVAL: Duration = Duration::from_millis(2);

/// Does `work`, and sets `stop` when it has taken `limit`.
fn within<T>(limit: Duration, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let began = ProcessTime::now();
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        scope.spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(INTERVAL) {
                if began.elapsed() >= limit {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Mates if it can; else makes the move after which it has most material, by lot among equals. It does
/// not look at replies.
pub struct Material;

/// In `permille` of a thousand turns makes any legal move, by lot; else the move of `engine`.
pub struct Careless {
    pub permille: u32,
    pub engine: Engine,
}

/// What a mate counts, in centipawns: more than all pieces.
const MATE: i32 = 1_000_000;

impl Player for Material {
    fn choose_aloud(&mut self, game: &Game, _turn: &Turn, _hear: Hear) -> Result<Answer, Fault> {
        let start = Instant::now();
        let pos = game.position();
        let moves = movegen::legal_moves(pos);
        let gains: Vec<i32> = moves.iter().map(|&mv| gain(pos, mv)).collect();
        let most = gains.iter().copied().max();
        let best = moves.iter().zip(&gains);
        let best = best.filter(|&(_, gain)| Some(*gain) == most);
        let best: Vec<Move> = best.map(|(&mv, _)| mv).collect();
        Ok(answer(by_lot(pos, &best), start.elapsed()))
    }
}

impl Player for Careless {
    fn new_game(&mut self) -> Result<(), Fault> {
        Player::new_game(&mut self.engine)
    }

    fn choose_aloud(&mut self, game: &Game, turn: &Turn, hear: Hear) -> Result<Answer, Fault> {
        let pos = game.position();
        let lot = generator(pos.key(), u64::from(pos.ply())).random_range(0..1000_u32);
        if lot < self.permille {
            return Ok(answer(
                by_lot(pos, &movegen::legal_moves(pos)),
                Duration::ZERO,
            ));
        }
        self.engine.choose_aloud(game, turn, hear)
    }
}

/// What `mv` wins at once, in centipawns.
fn gain(pos: &Position, mv: Move) -> i32 {
    let mut after = pos.clone();
    let _ = after.do_move(mv);
    if count_legal(&after) == 0 {
        return MATE;
    }
    EXCHANGE.gain(pos, mv)
}

/// One of `moves`, by a lot that follows from the position and the number of the move.
fn by_lot(pos: &Position, moves: &[Move]) -> Option<Move> {
    let mut lots = generator(!pos.key(), u64::from(pos.ply()));
    let place = lots.random_range(0..moves.len().max(1));
    moves.get(place).copied()
}

fn answer(best: Option<Move>, elapsed: Duration) -> Answer {
    let decision = best.map_or(Decision::Resign, |best| Decision::Play {
        best,
        ponder: None,
    });
    Answer {
        decision,
        elapsed,
        info: None,
        score: None,
    }
}

/// Plays a legal move that follows from the position alone.
pub struct Null;

impl Player for Null {
    fn choose_aloud(&mut self, game: &Game, _turn: &Turn, _hear: Hear) -> Result<Answer, Fault> {
        let pos = game.position();
        let moves = movegen::legal_moves(pos);
        let pick = pos.key() % moves.len().max(1) as u64;
        Ok(answer(moves.get(pick as usize).copied(), Duration::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::PlayerSpec;
    use crate::standard_conduct;

    fn choice(player: &str, position: &str) -> String {
        let spec = PlayerSpec::parse(player, 1).unwrap();
        let mut player = spec.create(&standard_conduct());
        let (game, _) = Game::parse(position).unwrap();
        let turn = Turn::of(MoveLimit::Nodes(200));
        player.new_game().unwrap();
        match player.choose(&game, &turn).unwrap().decision {
            Decision::Play { best, .. } => best.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn material_takes_what_is_worth_most_and_mates_before_that() {
        let takes = "sfen 4k4/9/9/3p1r3/4B4/9/9/9/4K4 b - 1";
        assert_eq!(choice("material:", takes), "5e4d");
        let mates = "sfen 4k4/9/4P4/9/R7r/9/9/9/4K4 b G 1";
        assert_eq!(choice("material:", mates), "G*5b");
    }

    #[test]
    fn careless_players_play_by_lot_as_often_as_they_say() {
        let moves = |player: &str| -> Vec<String> {
            let after = ["", "7g7f", "2g2f", "2g2f 8c8d", "9g9f"];
            let after = after.map(|it| format!("startpos moves {it}"));
            after.map(|it| choice(player, &it)).into()
        };
        assert_eq!(moves("random:permille=0"), moves(""));
        assert_ne!(moves("random:"), moves(""));
        assert_eq!(moves("random:"), moves("random:permille=1000,hash=2"));
    }
}
