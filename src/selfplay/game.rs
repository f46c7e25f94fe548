//! One game between two engines, and its referee.

use super::MoveLimit;
use super::stats::Outcome;
use crate::search::{Decision, Engine};
use crate::shogi::declaration::{Declaration, EnteringKingRule};
use crate::shogi::game::{Ending, Game};
use crate::shogi::repetition::Sennichite;
use shogi_core::Color;

/// Plays on from `game`; the first engine has the side `first`. A side that decides on
/// something the rules do not allow loses.
pub fn play(
    engines: &mut [Engine; 2],
    first: Color,
    mut game: Game,
    limit: MoveLimit,
    max_moves: u32,
) -> Outcome {
    loop {
        let side = game.position().side();
        if let Some(ending) = game.ending(Some(max_moves)) {
            return match ending {
                Ending::NoMoves { loser } => of_winner(loser.flip(), first),
                Ending::Repetition(Sennichite::PerpetualCheck { loser }) => {
                    of_winner(loser.flip(), first)
                }
                Ending::Repetition(Sennichite::Draw) | Ending::MaxMoves => Outcome::Draw,
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
        return of_winner(winner, first);
    }
}

fn of_winner(winner: Color, first: Color) -> Outcome {
    if winner == first {
        Outcome::Win
    } else {
        Outcome::Loss
    }
}
