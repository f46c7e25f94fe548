//! Best moves: positions in which some moves are right, or some are wrong.
//!
//! A player passes if its final move is right. The node from which on its best line began with a
//! right move without a break tells how early it saw that.

use super::kind::{Answer, Examinee, Kind, Task};
use super::operation::{Form, Operation, OperationError, list};
use engine::search::{Decision, Info};
use engine::shogi::Move;
use engine::shogi::game::Game;
use matches::players::Fault;

/// The kind.
pub struct BestMove;

/// Which moves are right.
#[derive(Debug, Default)]
struct Choice {
    /// One of these, if there are any.
    best: Vec<Move>,
    /// None of these.
    avoided: Vec<Move>,
}

impl Kind for BestMove {
    fn name(&self) -> &'static str {
        "bestmove"
    }

    fn forms(&self) -> &'static [Form] {
        &[
            Form {
                name: "bm",
                argument: "MOVE…",
            },
            Form {
                name: "am",
                argument: "MOVE…",
            },
        ]
    }

    fn asks_player(&self) -> bool {
        true
    }

    fn read(&self, operations: &[Operation]) -> Result<Box<dyn Task>, OperationError> {
        let mut choice = Choice::default();
        for operation in operations {
            let list = match operation.name.as_str() {
                "bm" => &mut choice.best,
                _ => &mut choice.avoided,
            };
            list.extend(operation.moves()?);
        }
        Ok(Box::new(choice))
    }
}

impl Choice {
    fn is_right(&self, mv: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoided.contains(&mv)
    }
}

impl Task for Choice {
    fn wanted(&self) -> String {
        let best = (!self.best.is_empty()).then(|| list(&self.best));
        let avoided = (!self.avoided.is_empty()).then(|| format!("not {}", list(&self.avoided)));
        let parts: Vec<_> = best.into_iter().chain(avoided).collect();
        parts.join(", ")
    }

    fn check(&self, game: &Game, examinee: &mut Examinee) -> Result<Answer, Fault> {
        let mut first_right = None;
        let mut line = Vec::new();
        let mut hear = |info: &Info| {
            if let Some(&best) = info.pv.first() {
                let nodes = Some(info.nodes).filter(|_| self.is_right(best));
                first_right = nodes.and(first_right.or(nodes));
                line.clone_from(&info.pv);
            }
        };
        let Examinee { player, turn } = examinee;
        player.new_game()?;
        let answer = player.choose_aloud(game, turn, &mut hear)?;
        let nodes = answer.info.as_ref().map_or(0, |info| info.nodes);
        let (is_right, found) = match answer.decision {
            Decision::Play { best, .. } => (self.is_right(best), best.to_string()),
            Decision::Resign => (false, "resigns".to_owned()),
            Decision::DeclareWin => (false, "declares a win".to_owned()),
        };
        if let Decision::Play { best, .. } = answer.decision
            && line.first() != Some(&best)
        {
            line = vec![best];
        }
        Ok(Answer {
            is_right,
            found,
            nodes,
            time: answer.elapsed,
            first_solved: is_right.then(|| first_right.unwrap_or(nodes)),
            line,
            ..Answer::default()
        })
    }
}
