//! What happened in a match, by colour and by the way games ended.

use super::finished::{FinishedGame, Reason};
use super::observer::Observer;
use std::collections::BTreeMap;
use std::fmt;
use std::io;

/// Counts over all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// By player, then by colour (Black, White): games won, lost and drawn.
    results: [[[u64; 3]; 2]; 2],
    /// By reason: games that the first player won and lost, and drawn ones.
    reasons: BTreeMap<Reason, [u64; 3]>,
    games: u64,
    plies: u64,
}

const WON: usize = 0;
const LOST: usize = 1;
const DRAWN: usize = 2;

impl Tables {
    /// Counts one more game.
    pub fn add(&mut self, game: &FinishedGame) {
        for player in 0..2 {
            let result = match game.winner {
                Some(winner) if winner == player => WON,
                Some(_) => LOST,
                None => DRAWN,
            };
            let color = game.color_of(player).array_index();
            self.results[player][color][result] += 1;
            if player == 0 {
                self.reasons.entry(game.reason).or_default()[result] += 1;
            }
        }
        self.games += 1;
        self.plies += game.plies.len() as u64;
    }

    /// By player, then by colour (Black, White): games won, lost and drawn.
    pub fn results(&self) -> &[[[u64; 3]; 2]; 2] {
        &self.results
    }

    /// The ways in which games ended, each with the games that the first player won and lost, and
    /// the drawn ones.
    pub fn reasons(&self) -> impl Iterator<Item = (Reason, [u64; 3])> {
        self.reasons.iter().map(|(reason, games)| (*reason, *games))
    }

    /// The share of all games that the side `color` (0 for Black) won, in percent.
    pub fn share_won_by(&self, color: usize) -> f64 {
        let won: u64 = self.results.iter().map(|player| player[color][WON]).sum();
        100.0 * won as f64 / self.games.max(1) as f64
    }
}

impl Observer for Tables {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.add(game);
        Ok(())
    }
}

/// Several lines, the last without its end.
impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, results) in ["A", "B"].iter().zip(&self.results) {
            for (color, [won, lost, drawn]) in ["sente", "gote"].iter().zip(results) {
                writeln!(
                    f,
                    "{name} as {color:<5}  {won} won, {lost} lost, {drawn} drawn"
                )?;
            }
        }
        let (sente, gote) = (self.share_won_by(0), self.share_won_by(1));
        writeln!(f, "sente wins {sente:.1} %, gote wins {gote:.1} %")?;
        for (reason, [won, lost, drawn]) in &self.reasons {
            let reason = reason.name();
            match (won, lost, drawn) {
                (0, 0, drawn) => writeln!(f, "{reason}: {drawn} drawn")?,
                (won, lost, _) => writeln!(f, "{reason}: {won} won by A, {lost} by B")?,
            }
        }
        let mean = self.plies as f64 / self.games.max(1) as f64;
        write!(f, "{} plies, {mean:.1} a game", self.plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(black: usize, winner: Option<usize>, reason: Reason) -> FinishedGame {
        FinishedGame {
            id: 0,
            black,
            start: "startpos".to_owned(),
            plies: Vec::new(),
            winner,
            reason,
            fault: None,
        }
    }

    #[test]
    fn games_are_counted_by_player_and_colour() {
        let mut tables = Tables::default();
        for (black, winner, reason) in [
            (0, Some(0), Reason::Mate),
            (1, Some(0), Reason::Mate),
            (0, Some(1), Reason::Time),
            (1, None, Reason::Repetition),
        ] {
            tables.add(&game(black, winner, reason));
        }
        let text = tables.to_string();
        for line in [
            "A as sente  1 won, 1 lost, 0 drawn",
            "A as gote   1 won, 0 lost, 1 drawn",
            "B as sente  0 won, 1 lost, 1 drawn",
            "sente wins 25.0 %, gote wins 50.0 %",
            "mate: 2 won by A, 0 by B",
            "repetition: 1 drawn",
            "time: 0 won by A, 1 by B",
        ] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
    }
}
