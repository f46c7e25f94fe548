//! What a player put into its moves: depth, nodes, and nodes a second.

use crate::referee::finished::FinishedGame;
use std::fmt;
use std::time::Duration;

/// Sums over the moves of one player. What was not reported does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Moves made.
    pub moves: u64,
    depth: Mean,
    nodes: Mean,
    /// Nodes of moves of which the time is known too, and that time.
    timed: (u64, Duration),
    /// How many such moves there are.
    timed_moves: u64,
}

/// A sum, and of how many values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mean(u64, u64);

impl Effort {
    /// Adds what `player` did in `game`.
    pub fn add(&mut self, game: &FinishedGame, player: usize) {
        let measured = game
            .measured
            .map(|times| times[usize::from(game.white == player)]);
        let before = self.moves;
        for (_, ply) in game.plies_of(player) {
            self.moves += 1;
            self.depth.add(ply.depth.map(u64::from));
            self.nodes.add(ply.nodes);
            if measured.is_some() {
                self.add_timed(ply.nodes.unwrap_or_default(), Duration::ZERO);
            } else if let (Some(nodes), Some(ms)) = (ply.nodes, ply.ms) {
                self.timed_moves += 1;
                self.add_timed(nodes, Duration::from_millis(ms));
            }
        }
        if measured.is_some() {
            self.timed_moves += self.moves - before;
        }
        self.add_timed(0, measured.unwrap_or_default());
    }

    fn add_timed(&mut self, nodes: u64, time: Duration) {
        self.timed.0 = self.timed.0.saturating_add(nodes);
        self.timed.1 = self.timed.1.saturating_add(time);
    }

    /// Mean depth of a move.
    pub fn depth(&self) -> Option<f64> {
        self.depth.value()
    }

    /// Mean nodes of a move.
    pub fn nodes(&self) -> Option<f64> {
        self.nodes.value()
    }

    /// Mean time of a move in ms, as far as it is known.
    pub fn ms(&self) -> Option<f64> {
        let ms = self.timed.1.as_secs_f64() * 1000.0;
        (self.timed_moves > 0 && ms > 0.0).then(|| ms / self.timed_moves as f64)
    }

    /// Nodes per second of the player's time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let (nodes, time) = self.timed;
        (nodes > 0 && !time.is_zero()).then(|| nodes as f64 / time.as_secs_f64())
    }
}

impl Mean {
    fn add(&mut self, value: Option<u64>) {
        self.0 = self.0.saturating_add(value.unwrap_or_default());
        self.1 += u64::from(value.is_some());
    }

    fn value(self) -> Option<f64> {
        (self.1 > 0).then(|| self.0 as f64 / self.1 as f64)
    }
}

/// Depth, nodes and nodes a second, as far as they are known.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} moves", self.moves)?;
        if let Some(depth) = self.depth() {
            write!(f, ", mean depth {depth:.1}")?;
        }
        if let Some(nodes) = self.nodes() {
            write!(f, ", {nodes:.0} nodes a move")?;
        }
        if let Some(speed) = self.nodes_per_second() {
            write!(f, ", {speed:.0} nodes/s")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::finished::Ply;
    use engine::shogi::sfen;

    fn game(plies: &[(Option<u64>, Option<u64>)]) -> FinishedGame {
        let ply = |&(nodes, ms): &(Option<u64>, Option<u64>)| Ply {
            depth: nodes.map(|_| 4),
            nodes,
            ..Ply::new(sfen::parse_move("7g7f").unwrap(), None, ms)
        };
        FinishedGame {
            start: "startpos moves 7g7f".to_owned(),
            plies: plies.iter().map(ply).collect(),
            ..FinishedGame::without_moves(1, 0, None)
        }
    }

    #[test]
    fn what_was_not_reported_does_not_count() {
        let game = game(&[(Some(500), Some(10)), (Some(9), Some(9)), (None, Some(90))]);
        let mut effort = Effort::default();
        effort.add(&game, 0);
        let text = "2 moves, mean depth 4.0, 500 nodes a move, 50000 nodes/s";
        assert_eq!(effort.to_string(), text);
        assert_eq!(Effort::default().to_string(), "0 moves");
    }

    #[test]
    fn measured_times_are_believed_rather_than_whole_milliseconds() {
        let mut game = game(&[(Some(500), Some(0)), (Some(9), Some(0))]);
        game.measured = Some([Duration::from_secs(1), Duration::from_micros(100)]);
        let mut effort = Effort::default();
        effort.add(&game, 0);
        assert_eq!(effort.nodes_per_second(), Some(5e6));
    }
}
