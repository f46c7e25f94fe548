//! One game between two players, and its referee.
//!
//! What must hold: every game ends with a result, whatever the players do; who commits a fault
//! loses; nothing is believed that can be verified.

use super::adjudicate::{Adjudicator, DrawRule, ResignRule, Verdict};
use super::finished::{Ply, Reason};
use super::limit::{MoveLimit, SideClock};
use super::players::{Answer, Fault, FaultKind, Player, Transcript, Turn};
use crate::search::Decision;
use crate::shogi::declaration::{Declaration, EnteringKingRule};
use crate::shogi::game::{Ending, Game};
use crate::shogi::repetition::Sennichite;
use crate::shogi::{Color, Move};
use crate::usi::grammar::{Command, GameResult};
use std::time::Duration;

/// What games are played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The limit of each player.
    pub limits: [MoveLimit; 2],
    /// How far a move may overrun its time.
    pub margin: Duration,
    /// A game is drawn after this many moves.
    pub max_moves: u32,
    /// Which declaration of an entering king wins.
    pub entering_king: EnteringKingRule,
    /// When a game is ended as lost.
    pub resign: Option<ResignRule>,
    /// When a game is ended as drawn.
    pub draw: Option<DrawRule>,
}

impl Rules {
    /// Whether a game between reproducible players comes out the same each time.
    pub fn is_reproducible(&self) -> bool {
        self.limits.iter().all(|limit| limit.is_reproducible())
    }
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves from the opening on.
    pub plies: Vec<Ply>,
    /// The side that won; none for a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub reason: Reason,
    /// The fault that it ended with.
    pub incident: Option<Incident>,
}

/// A fault of a player, by which it lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// The player, 0 or 1.
    pub player: usize,
    /// What was wrong, in one line.
    pub detail: String,
    /// By how much the time was overrun.
    pub overrun: Option<Duration>,
    /// What was said; the position it was about in any case.
    pub transcript: Transcript,
}

/// The end of a game.
struct End {
    winner: Option<Color>,
    reason: Reason,
    fault: Option<(usize, String, Option<Duration>)>,
}

impl End {
    fn won(winner: Color, reason: Reason) -> Self {
        Self {
            winner: Some(winner),
            reason,
            fault: None,
        }
    }

    fn drawn(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
            fault: None,
        }
    }
}

/// A game being played.
struct Table<'a> {
    players: &'a mut [Box<dyn Player>; 2],
    /// The player with Black.
    black: usize,
    rules: &'a Rules,
    clocks: [SideClock; 2],
    adjudicator: Adjudicator,
    game: Game,
    plies: Vec<Ply>,
    /// What the players agree about.
    verdict: Option<Verdict>,
}

/// Plays on from `opening`; Black is the player `black`, 0 or 1.
pub fn play(
    players: &mut [Box<dyn Player>; 2],
    black: usize,
    opening: Game,
    rules: &Rules,
) -> Played {
    let mut table = Table {
        players,
        black,
        rules,
        clocks: rules.limits.map(SideClock::new),
        adjudicator: Adjudicator::new(rules.resign, rules.draw),
        game: opening,
        plies: Vec::new(),
        verdict: None,
    };
    let end = table.begin().unwrap_or_else(|| table.play_out());
    table.finish(end)
}

impl Table<'_> {
    fn player_of(&self, side: Color) -> usize {
        match side {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    fn side_of(&self, player: usize) -> Color {
        if player == self.black {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Calls the players; who does not come has lost.
    fn begin(&mut self) -> Option<End> {
        (0..2).find_map(|player| {
            let fault = self.players[player].new_game().err()?;
            Some(self.lost_by(player, fault))
        })
    }

    fn play_out(&mut self) -> End {
        loop {
            if let Some(ending) = self.game.ending(Some(self.rules.max_moves)) {
                return by_rule(ending);
            }
            match self.verdict {
                Some(Verdict::Win(winner)) => return End::won(winner, Reason::ResignAdjudication),
                Some(Verdict::Draw) => return End::drawn(Reason::DrawAdjudication),
                None => {}
            }
            if let Some(end) = self.turn() {
                return end;
            }
        }
    }

    /// One move; the end if it was the last.
    fn turn(&mut self) -> Option<End> {
        let side = self.game.position().side();
        let player = self.player_of(side);
        let clock = &self.clocks[player];
        let turn = Turn {
            limit: clock.limit(),
            other_main_ms: main_ms(self.clocks[1 - player].limit()),
            deadline: clock.allowance().map(|time| time + self.rules.margin),
        };
        let answer = match self.players[player].choose(&self.game, &turn) {
            Ok(answer) => answer,
            Err(fault) => return Some(self.lost_by(player, fault)),
        };
        if let Err(overrun) = self.clocks[player].charge(answer.elapsed, self.rules.margin) {
            let kind = FaultKind::Late(overrun);
            let detail = format!("answered after {} ms", answer.elapsed.as_millis());
            return Some(self.lost_by(player, Fault { kind, detail }));
        }
        match answer.decision {
            Decision::Play { best, .. } => self.make(player, best, &answer),
            Decision::Resign => Some(End::won(side.flip(), Reason::Resignation)),
            Decision::DeclareWin => Some(self.declared(player)),
        }
    }

    fn make(&mut self, player: usize, mv: Move, answer: &Answer) -> Option<End> {
        let side = self.side_of(player);
        let number = self.game.position().ply();
        let verdict = self.rules.entering_king.verdict(self.game.position());
        if let Err(error) = self.game.play(mv) {
            return Some(self.lost(player, Reason::IllegalMove, error.to_string(), None));
        }
        let is_timed = !self.rules.is_reproducible();
        let ms = is_timed.then_some(answer.elapsed.as_millis() as u64);
        self.plies.push(Ply::new(mv, answer.info.as_ref(), ms));
        if verdict == Declaration::Try(mv) {
            return Some(End::won(side, Reason::Try));
        }
        let score = answer.info.as_ref().map(|info| info.score);
        self.verdict = self.adjudicator.heard(side, score, number);
        None
    }

    fn declared(&self, player: usize) -> End {
        let rule = self.rules.entering_king;
        match rule.verdict(self.game.position()) {
            Declaration::Win => End::won(self.side_of(player), Reason::Declaration),
            Declaration::Draw => End::drawn(Reason::Impasse),
            Declaration::Try(_) | Declaration::None => {
                let detail = format!("declared a win that {rule} does not give");
                self.lost(player, Reason::FalseDeclaration, detail, None)
            }
        }
    }

    fn lost_by(&self, player: usize, fault: Fault) -> End {
        let (reason, overrun) = match fault.kind {
            FaultKind::Crash => (Reason::Crash, None),
            FaultKind::Stall => (Reason::Stall, None),
            FaultKind::Late(overrun) => (Reason::Time, Some(overrun)),
            FaultKind::Garbage => (Reason::Garbage, None),
        };
        self.lost(player, reason, fault.detail, overrun)
    }

    fn lost(
        &self,
        player: usize,
        reason: Reason,
        detail: String,
        overrun: Option<Duration>,
    ) -> End {
        End {
            winner: Some(self.side_of(player).flip()),
            reason,
            fault: Some((player, detail, overrun)),
        }
    }

    /// Tells the players, and restarts the one that committed a fault.
    fn finish(self, end: End) -> Played {
        let incident = end.fault.map(|(player, detail, overrun)| {
            let mut transcript = self.players[player].transcript();
            if transcript.position.is_empty() {
                transcript.position = Command::Position(self.game.to_string()).to_string();
            }
            Incident {
                player,
                detail,
                overrun,
                transcript,
            }
        });
        for player in 0..2 {
            if incident.as_ref().is_some_and(|it| it.player == player) {
                self.players[player].restart();
                continue;
            }
            self.players[player].game_over(match end.winner {
                None => GameResult::Draw,
                Some(winner) if self.player_of(winner) == player => GameResult::Win,
                Some(_) => GameResult::Lose,
            });
        }
        Played {
            plies: self.plies,
            winner: end.winner,
            reason: end.reason,
            incident,
        }
    }
}

fn by_rule(ending: Ending) -> End {
    match ending {
        Ending::NoMoves { loser } => End::won(loser.flip(), Reason::Mate),
        Ending::Repetition(Sennichite::PerpetualCheck { loser }) => {
            End::won(loser.flip(), Reason::PerpetualCheck)
        }
        Ending::Repetition(Sennichite::Draw) => End::drawn(Reason::Repetition),
        Ending::MaxMoves => End::drawn(Reason::MaxMoves),
    }
}

fn main_ms(limit: MoveLimit) -> u64 {
    match limit {
        MoveLimit::Clock(clock) => clock.main_ms,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
