//! A game as onlookers see it while it is played.
//!
//! What must hold: looking never holds the game up for longer than it takes to copy what is seen.

use crate::players::limit::SideClock;
use engine::search::Info;
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, Position};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is seen of a game; whoever plays it shows it, whoever likes looks.
#[derive(Debug, Default)]
pub struct View(Mutex<Scene>);

/// A game at a moment. Lists of two are for Black and White.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The start position; none before the first game.
    pub start: Option<Position>,
    /// All moves from there, those of the opening first.
    pub moves: Vec<Move>,
    /// How many of them the players made.
    pub plies: u32,
    /// The clocks when the turn began; none without a game.
    pub clocks: Option<[SideClock; 2]>,
    /// When the turn began.
    pub since: Option<Instant>,
    /// What was said last of the best line.
    pub said: Option<BestLine>,
}

/// What a player said of its best line.
#[derive(Clone, Debug)]
pub struct BestLine {
    /// Who.
    pub by: Color,
    /// After how many of the moves.
    pub after: usize,
    /// What it said.
    pub info: Info,
}

impl Scene {
    /// What `side` has left of the time for its move, the turn that runs counted; none without a clock.
    pub fn time_left(&self, side: Color, on_move: Color) -> Option<Duration> {
        let clock = &self.clocks.as_ref()?[side.array_index()];
        let used = self.since.filter(|_| side == on_move);
        let used = used.map_or(Duration::ZERO, |since| since.elapsed());
        Some(clock.allowance()?.saturating_sub(used))
    }
}

impl View {
    /// What is seen now.
    pub fn look(&self) -> Scene {
        self.locked().clone()
    }

    /// How many moves the players have made.
    pub fn plies(&self) -> u32 {
        self.locked().plies
    }

    /// A game begins, from `opening` on.
    pub fn begin(&self, opening: &Game) {
        *self.locked() = Scene {
            start: Some(opening.start().clone()),
            moves: opening.moves().to_vec(),
            ..Scene::default()
        };
    }

    /// A turn begins, with the clocks as they stand.
    pub fn turn(&self, clocks: [SideClock; 2]) {
        let mut scene = self.locked();
        scene.clocks = Some(clocks);
        scene.since = Some(Instant::now());
    }

    /// The player of `side` says something of its best line.
    pub fn said(&self, side: Color, info: &Info) {
        let mut scene = self.locked();
        scene.said = Some(BestLine {
            by: side,
            after: scene.moves.len(),
            info: info.clone(),
        });
    }

    /// A move was made.
    pub fn made(&self, mv: Move) {
        let mut scene = self.locked();
        scene.moves.push(mv);
        scene.plies += 1;
    }

    /// Nothing is played any more.
    pub fn clear(&self) {
        *self.locked() = Scene::default();
    }

    fn locked(&self) -> MutexGuard<'_, Scene> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::limit::MoveLimit;
    use engine::shogi::sfen;

    #[test]
    fn onlookers_see_the_moves_and_the_clocks() {
        let view = View::default();
        let (opening, _) = Game::parse("startpos moves 7g7f").unwrap();
        view.begin(&opening);
        view.turn([MoveLimit::MoveTimeMs(60_000), MoveLimit::Nodes(5)].map(SideClock::new));
        view.made(sfen::parse_move("3c3d").unwrap());
        let scene = view.look();
        assert_eq!((view.plies(), scene.moves.len()), (1, 2));
        let left = |side| scene.time_left(side, Color::Black);
        assert!(left(Color::Black) > Some(Duration::from_secs(1)));
        assert_eq!(left(Color::White), None);
        view.clear();
        assert!(view.look().start.is_none());
    }
}
