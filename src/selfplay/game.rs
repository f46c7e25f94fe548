//! One game between two engines, and its referee.

use super::MoveLimit;
use crate::search::{Decision, Engine};
use crate::shogi::declaration::{Declaration, EnteringKingRule};
use crate::shogi::game::{Ending, Game};
use crate::shogi::repetition::Sennichite;
use shogi_core::Color;

/// How a game ended for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It won.
    Win,
    /// Neither won.
    Draw,
    /// It lost.
    Loss,
}

impl End {
    /// Half points: 2 for a win, 1 for a draw.
    pub fn points(self) -> u32 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }

    fn of_winner(winner: Color, first: Color) -> Self {
        if winner == first {
            Self::Win
        } else {
            Self::Loss
        }
    }
}

/// Plays on from `game`; the first engine has the side `first`. A side that decides on
/// something the rules do not allow loses.
pub fn play(
    engines: &mut [Engine; 2],
    first: Color,
    mut game: Game,
    limit: MoveLimit,
    max_moves: u32,
) -> End {
    loop {
        let side = game.position().side();
        if let Some(ending) = game.ending(Some(max_moves)) {
            return match ending {
                Ending::NoMoves { loser } => End::of_winner(loser.flip(), first),
                Ending::Repetition(Sennichite::PerpetualCheck { loser }) => {
                    End::of_winner(loser.flip(), first)
                }
                Ending::Repetition(Sennichite::Draw) | Ending::MaxMoves => End::Draw,
            };
        }
        let engine = &mut engines[usize::from(side != first)];
        engine.set_game(game.clone());
        let outcome = engine.search(limit.limits(), &mut ());
        let winner = match outcome.decision {
            Decision::Play { best, .. } => match game.play(best) {
                Ok(()) => continue,
                Err(_) => side.flip(),
            },
            Decision::Resign => side.flip(),
            Decision::DeclareWin => {
                let rule = EnteringKingRule::CsaRule27;
                if rule.verdict(game.position()) == Declaration::Win {
                    side
                } else {
                    side.flip()
                }
            }
        };
        return End::of_winner(winner, first);
    }
}
