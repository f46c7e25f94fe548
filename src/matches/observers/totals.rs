//! What happened in a match: by colour, by the way games ended, and what the players put into their
//! moves.

use crate::referee::finished::{FinishedGame, Reason};
use crate::stats::GamePoints;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Counts over all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The results of each player.
    pub players: Vec<Results>,
    /// What each player put into its moves.
    pub efforts: Vec<Effort>,
    /// The ways in which games ended.
    pub reasons: BTreeMap<Reason, Endings>,
    /// Games won by Black and by White.
    won_by: [u64; 2],
    /// By pairing.
    games: BTreeMap<[usize; 2], u64>,
    plies: u64,
}

/// Results of a player by its colour (Black, White): games won, lost and drawn.
pub type Results = [[u64; 3]; 2];

/// Games that ended in one way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// Games that each player won.
    pub won: Vec<u64>,
    /// Games that each player lost.
    pub lost: Vec<u64>,
    /// Drawn games.
    pub drawn: u64,
}

impl Totals {
    /// Totals for so many players.
    pub fn new(players: usize) -> Self {
        Self {
            players: vec![Results::default(); players],
            efforts: vec![Effort::default(); players],
            ..Self::default()
        }
    }

    /// Counts one more game, if its players are among those that there are.
    pub fn add(&mut self, game: &FinishedGame) {
        let count = self.players.len();
        if game.pairing()[1] >= count {
            return;
        }
        for (color, player) in [game.black, game.white].into_iter().enumerate() {
            let result = match game.points_of(player) {
                GamePoints::Win => 0,
                GamePoints::Loss => 1,
                GamePoints::Draw => 2,
            };
            self.players[player][color][result] += 1;
            self.efforts[player].add(game, player);
            self.won_by[color] += u64::from(result == 0);
        }
        let endings = self.reasons.entry(game.reason).or_insert_with(|| Endings {
            won: vec![0; count],
            lost: vec![0; count],
            drawn: 0,
        });
        match game.winner.zip(game.loser()) {
            Some((winner, loser)) => {
                endings.won[winner] += 1;
                endings.lost[loser] += 1;
            }
            None => endings.drawn += 1,
        }
        *self.games.entry(game.pairing()).or_default() += 1;
        self.plies += game.plies.len() as u64;
    }

    /// The share of all games that the side `color` (0 for Black) won, in percent.
    pub fn share_won_by(&self, color: usize) -> f64 {
        100.0 * self.won_by[color] as f64 / self.games().max(1) as f64
    }

    fn games(&self) -> u64 {
        self.games.values().sum()
    }

    /// The games of the two players who met most often.
    pub fn most_games_of_a_pairing(&self) -> u64 {
        self.games.values().copied().max().unwrap_or(0)
    }
}

/// [`Totals`] of players who are called so, as a few lines, the last without its end.
pub struct Called<'a>(pub &'a Totals, pub &'a [String]);

impl fmt::Display for Called<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(totals, labels) = *self;
        let (sente, gote) = (totals.share_won_by(0), totals.share_won_by(1));
        write!(f, "sente wins {sente:.1} %, gote {gote:.1} %")?;
        if let ([[as_sente, as_gote], _], [label, _]) = (&totals.players[..], labels) {
            let [as_sente, as_gote] =
                [as_sente, as_gote].map(|it| it.map(|n| n.to_string()).join("-"));
            write!(
                f,
                "; {label} as sente {as_sente}, as gote {as_gote} (won-lost-drawn)"
            )?;
        }
        let endings = totals.reasons.iter();
        let endings = endings.map(|(reason, endings)| format!("{reason}: {}", endings.of(labels)));
        let endings = match &endings.collect::<Vec<_>>()[..] {
            [] => "no game has ended".to_owned(),
            endings => endings.join("; "),
        };
        writeln!(f, "\n{endings}")?;
        for (label, effort) in labels.iter().zip(&totals.efforts) {
            writeln!(f, "{label}: {effort}")?;
        }
        let plies = totals.plies;
        let mean = plies as f64 / totals.games().max(1) as f64;
        write!(f, "{plies} plies after the openings, {mean:.1} a game")
    }
}

impl Endings {
    /// In words, of players who are called so.
    fn of(&self, labels: &[String]) -> String {
        match (&self.won[..], labels) {
            _ if self.won.iter().sum::<u64>() == 0 => format!("{} drawn", self.drawn),
            ([by_one, by_other], [one, other]) => {
                format!("{by_one} won by {one}, {by_other} by {other}")
            }
            _ => {
                let scores = labels.iter().zip(&self.won).zip(&self.lost);
                let scores =
                    scores.map(|((label, won), lost)| format!("{label} {won} won {lost} lost"));
                scores.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

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
    use crate::contest::schedule::letters;
    use crate::referee::finished::Ply;

    fn in_words(totals: &Totals) -> String {
        Called(totals, &letters(totals.players.len())).to_string()
    }

    fn game(black: usize, winner: Option<usize>, reason: Reason) -> FinishedGame {
        FinishedGame {
            reason,
            ..FinishedGame::without_moves(black, 1 - black, winner)
        }
    }

    #[test]
    fn before_the_first_game_no_line_is_empty() {
        let text = in_words(&Totals::new(2));
        assert!(text.lines().all(|line| !line.is_empty()), "{text}");
    }

    #[test]
    fn games_are_counted_by_player_and_colour() {
        let mut tables = Totals::new(2);
        for (black, winner, reason) in [
            (0, Some(0), Reason::Mate),
            (1, Some(0), Reason::Mate),
            (0, Some(1), Reason::Time),
            (1, None, Reason::Repetition),
        ] {
            tables.add(&game(black, winner, reason));
        }
        let text = in_words(&tables);
        for line in [
            "sente wins 25.0 %, gote 50.0 %",
            "A as sente 1-1-0, as gote 1-0-1 (won-lost-drawn)",
            "mate: 2 won by A, 0 by B; repetition: 1 drawn; time: 0 won by A, 1 by B",
        ] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
    }

    #[test]
    fn more_than_two_players_are_told_apart_by_what_they_lost() {
        let mut tables = Totals::new(3);
        for (white, winner) in [(1, Some(0)), (2, Some(2)), (3, Some(3))] {
            let mut game = game(0, winner, Reason::Time);
            game.white = white;
            tables.add(&game);
        }
        let text = in_words(&tables);
        let line = "time: A 1 won 1 lost, B 0 won 1 lost, C 1 won 0 lost";
        assert!(text.contains(line), "{text}");
        // The third game was with somebody who does not take part.
        assert_eq!(tables.players[0][0], [1, 1, 0]);
    }

    fn game_of(plies: &[(Option<u64>, Option<u64>)]) -> FinishedGame {
        let ply = |&(nodes, ms): &(Option<u64>, Option<u64>)| Ply {
            depth: nodes.map(|_| 4),
            nodes,
            ..Ply::new("7g7f".parse().unwrap(), None, ms)
        };
        FinishedGame {
            start: "startpos moves 7g7f".to_owned(),
            plies: plies.iter().map(ply).collect(),
            ..FinishedGame::without_moves(1, 0, None)
        }
    }

    #[test]
    fn what_was_not_reported_does_not_count() {
        let game = game_of(&[(Some(500), Some(10)), (Some(9), Some(9)), (None, Some(90))]);
        let mut effort = Effort::default();
        effort.add(&game, 0);
        let text = "2 moves, mean depth 4.0, 500 nodes a move, 50000 nodes/s";
        assert_eq!(effort.to_string(), text);
        assert_eq!(Effort::default().to_string(), "0 moves");
    }

    #[test]
    fn measured_times_are_believed_rather_than_whole_milliseconds() {
        let mut game = game_of(&[(Some(500), Some(0)), (Some(9), Some(0))]);
        game.measured = Some([Duration::from_secs(1), Duration::from_micros(100)]);
        let mut effort = Effort::default();
        effort.add(&game, 0);
        assert_eq!(effort.nodes_per_second(), Some(5e6));
    }
}
