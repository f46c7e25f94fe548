//! One game between two players, and its referee.
//!
//! What must hold: every game ends with a result, whatever the players do; who commits a fault
//! loses; nothing is believed that can be verified.

use super::adjudicate::{Adjudicator, Agreement, DrawRule, ResignRule};
use super::finished::{Foreseen, Ply, Reason};
use super::view::View;
use crate::players::limit::{MoveLimit, SideClock};
use crate::players::{Answer, Fault, FaultKind, Player, Transcript, Turn};
use base::files::as_text;
use engine::search::{Decision, Info};
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::{Ending, Game};
use engine::shogi::repetition::Sennichite;
use engine::shogi::{Color, Move};
use engine::usi::grammar::{Command, GameResult};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What games are played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// How far a move may overrun its time, in ms.
    pub margin_ms: u64,
    /// A game is drawn after this many moves.
    pub max_moves: u32,
    /// Which declaration of an entering king wins.
    #[serde(with = "as_text")]
    pub entering_king: EnteringKingRule,
    /// When a game is ended as lost.
    pub resign: Option<ResignRule>,
    /// When a game is ended as drawn.
    pub draw: Option<DrawRule>,
}

impl Rules {
    /// Those of a match for which nothing else is said.
    pub const STANDARD: Self = Self {
        margin_ms: 50,
        max_moves: 320,
        entering_king: EnteringKingRule::CsaRule27,
        resign: None,
        draw: None,
    };

    /// The options of `selfplay` that say them, each with its value; none for what is standard.
    pub fn options(&self) -> Vec<String> {
        let said = |rules: &Self| {
            let resign = rules.resign;
            let draw = rules.draw;
            [
                Some(format!("--max-moves {}", rules.max_moves)),
                Some(format!("--margin {}", rules.margin_ms)),
                Some(format!("--entering-king {}", rules.entering_king.name())),
                resign.map(|it| format!("--resign {},{}", it.score, it.moves)),
                draw.map(|it| format!("--draw {},{},{}", it.score, it.moves, it.from_move)),
            ]
        };
        let options = said(self).into_iter().zip(said(&Self::STANDARD));
        let other = options.filter(|(own, standard)| own != standard);
        other.filter_map(|(own, _)| own).collect()
    }

    /// How far a move may overrun its time.
    fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }
}

/// A player at the board.
pub struct Seat<'a> {
    /// Who.
    pub player: &'a mut dyn Player,
    /// How long it may think.
    pub limit: MoveLimit,
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
    /// How long Black and White took for the moves that they reported on.
    pub measured: [Duration; 2],
}

/// A game that was not played, for a player was not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPlayed {
    /// Whose.
    pub side: Color,
    /// Why it is not there, in one line.
    pub detail: String,
}

/// A fault of a player, by which it lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// Whose.
    pub side: Color,
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
    fault: Option<(Color, String, Option<Duration>)>,
}

impl End {
    /// One without a fault.
    fn new(winner: Option<Color>, reason: Reason) -> Self {
        Self {
            winner,
            reason,
            fault: None,
        }
    }
}

/// A game being played. Lists of two are for Black and White.
struct Table<'a> {
    seats: [Seat<'a>; 2],
    rules: &'a Rules,
    clocks: [SideClock; 2],
    /// Whether the time that moves take is kept: where it may decide a game.
    is_timed: bool,
    adjudicator: Adjudicator,
    game: Game,
    plies: Vec<Ply>,
    measured: [Duration; 2],
    /// Where the game is shown to whoever looks.
    view: &'a View,
    /// What the players agree about.
    agreement: Option<Agreement>,
}

/// Plays on from `opening`; Black has the first of the seats. Onlookers see it in `view`. The players are in this
/// process; one that cannot be started has lost, see [`play_if_there`].
pub fn play<'a>(seats: [Seat<'a>; 2], opening: Game, rules: &'a Rules, view: &'a View) -> Played {
    let played = play_if_there(seats, opening, rules, view);
    played.unwrap_or_else(|NotPlayed { side, .. }| Played {
        plies: Vec::new(),
        winner: Some(side.flip()),
        reason: Reason::Crash,
        incident: None,
        measured: [Duration::ZERO; 2],
    })
}

/// The same with any players.
///
/// # Errors
/// If one cannot be started: nobody has lost. Both begin their next game afresh.
pub fn play_if_there<'a>(
    seats: [Seat<'a>; 2],
    opening: Game,
    rules: &'a Rules,
    view: &'a View,
) -> Result<Played, NotPlayed> {
    view.begin(&opening);
    let limits = seats.each_ref().map(|seat| seat.limit);
    let mut table = Table {
        seats,
        rules,
        clocks: limits.map(SideClock::new),
        is_timed: !limits.into_iter().all(MoveLimit::is_reproducible),
        adjudicator: Adjudicator::new(rules.resign, rules.draw),
        game: opening,
        plies: Vec::new(),
        measured: [Duration::ZERO; 2],
        view,
        agreement: None,
    };
    let end = match table.begin()? {
        Some(end) => end,
        None => table.play_out(),
    };
    Ok(table.finish(end))
}

impl Table<'_> {
    fn player(&mut self, side: Color) -> &mut dyn Player {
        self.seats[side.array_index()].player
    }

    /// Calls the players; who is there and does not come has lost.
    fn begin(&mut self) -> Result<Option<End>, NotPlayed> {
        for side in Color::all() {
            match self.player(side).new_game() {
                Ok(()) => {}
                Err(Fault {
                    kind: FaultKind::Absent,
                    detail,
                }) => {
                    for side in Color::all() {
                        self.player(side).restart();
                    }
                    return Err(NotPlayed { side, detail });
                }
                Err(fault) => return Ok(Some(lost_by(side, fault))),
            }
        }
        Ok(None)
    }

    fn play_out(&mut self) -> End {
        loop {
            if let Some(ending) = self.game.ending(Some(self.rules.max_moves)) {
                return by_rule(ending);
            }
            match self.agreement {
                Some(Agreement::Win(winner)) => {
                    return End::new(Some(winner), Reason::ResignAdjudication);
                }
                Some(Agreement::Draw) => return End::new(None, Reason::DrawAdjudication),
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
        let clock = &self.clocks[side.array_index()];
        let turn = Turn {
            limit: clock.limit(),
            other: match self.clocks[side.flip().array_index()].limit() {
                MoveLimit::Clock(clock) => Some(clock),
                _ => None,
            },
            deadline: clock.allowance().map(|time| time + self.rules.margin()),
        };
        let (seat, view) = (&mut self.seats[side.array_index()], self.view);
        view.turn(self.clocks);
        let mut hear = |info: &Info| view.said(side, info);
        let answer = match seat.player.choose_aloud(&self.game, &turn, &mut hear) {
            Ok(answer) => answer,
            Err(fault) => return Some(lost_by(side, fault)),
        };
        let clock = &mut self.clocks[side.array_index()];
        if let Err(overrun) = clock.charge(answer.elapsed, self.rules.margin()) {
            let kind = FaultKind::Late(overrun);
            let detail = format!("answered after {} ms", answer.elapsed.as_millis());
            return Some(lost_by(side, Fault { kind, detail }));
        }
        match answer.decision {
            Decision::Play { best, .. } => self.make(side, best, &answer),
            Decision::Resign => Some(End::new(Some(side.flip()), Reason::Resignation)),
            Decision::DeclareWin => Some(self.declared(side)),
        }
    }

    fn make(&mut self, side: Color, mv: Move, answer: &Answer) -> Option<End> {
        let number = self.game.position().ply();
        let verdict = self.rules.entering_king.verdict(self.game.position());
        if let Err(error) = self.game.play(mv) {
            return Some(lost(side, Reason::IllegalMove, error.to_string(), None));
        }
        let ms = self.is_timed.then_some(answer.elapsed.as_millis() as u64);
        let line = answer.info.as_ref().map(|info| &info.pv[..]);
        self.plies.push(Ply {
            line: Foreseen::new(line.unwrap_or_default(), &self.game),
            ..Ply::new(mv, Some(answer), ms)
        });
        self.view.made(mv);
        if answer.info.is_some() {
            self.measured[side.array_index()] += answer.elapsed;
        }
        if verdict == Declaration::Try(mv) {
            return Some(End::new(Some(side), Reason::Try));
        }
        self.agreement = self.adjudicator.add(side, answer.score, number);
        None
    }

    fn declared(&self, side: Color) -> End {
        let rule = self.rules.entering_king;
        match rule.verdict(self.game.position()) {
            Declaration::Win => End::new(Some(side), Reason::Declaration),
            Declaration::Draw => End::new(None, Reason::Impasse),
            Declaration::Try(_) | Declaration::None => {
                let detail = format!("declared a win that {rule} does not give");
                lost(side, Reason::FalseDeclaration, detail, None)
            }
        }
    }

    /// Tells the players, and restarts the one that committed a fault.
    fn finish(mut self, end: End) -> Played {
        let incident = end.fault.map(|(side, detail, overrun)| {
            let mut transcript = self.player(side).transcript();
            if transcript.position.is_empty() {
                transcript.position = Command::Position(self.game.to_string()).to_string();
            }
            Incident {
                side,
                detail,
                overrun,
                transcript,
            }
        });
        for side in Color::all() {
            if incident.as_ref().is_some_and(|it| it.side == side) {
                self.player(side).restart();
                continue;
            }
            self.player(side).game_over(match end.winner {
                None => GameResult::Draw,
                Some(winner) if winner == side => GameResult::Win,
                Some(_) => GameResult::Lose,
            });
        }
        Played {
            plies: self.plies,
            winner: end.winner,
            reason: end.reason,
            incident,
            measured: self.measured,
        }
    }
}

fn lost_by(side: Color, fault: Fault) -> End {
    let (reason, overrun) = match fault.kind {
        FaultKind::Absent | FaultKind::Crash => (Reason::Crash, None),
        FaultKind::Stall => (Reason::Stall, None),
        FaultKind::Late(overrun) => (Reason::Time, Some(overrun)),
        FaultKind::Garbage => (Reason::Garbage, None),
    };
    lost(side, reason, fault.detail, overrun)
}

fn lost(side: Color, reason: Reason, detail: String, overrun: Option<Duration>) -> End {
    End {
        winner: Some(side.flip()),
        reason,
        fault: Some((side, detail, overrun)),
    }
}

fn by_rule(ending: Ending) -> End {
    match ending {
        Ending::NoMoves { loser } => End::new(Some(loser.flip()), Reason::Mate),
        Ending::Repetition(Sennichite::PerpetualCheck { loser }) => {
            End::new(Some(loser.flip()), Reason::PerpetualCheck)
        }
        Ending::Repetition(Sennichite::Draw) => End::new(None, Reason::Repetition),
        Ending::MaxMoves => End::new(None, Reason::MaxMoves),
    }
}

#[cfg(test)]
mod tests;
