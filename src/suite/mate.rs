//! Mates: positions in which the side to move mates, or does not.
//!
//! A mate counts only with a line that is one: legal, every move of the attacker a check, mate at
//! its end, and no shorter than the row says the shortest is.

use super::kind::{Answer, Examinee, Kind, Task};
use super::operation::{Form, Operation, OperationError, list};
use engine::shogi::game::{Ending, Game};
use engine::shogi::{Checks, Move};
use engine::usi::grammar::Checkmate;
use matches::players::Fault;

/// The kind.
pub struct Mate;

/// What is known of a position.
enum Problem {
    /// There is a mate.
    Mate {
        /// The plies of a shortest, if that is known.
        plies: Option<usize>,
        /// The moves that begin one; empty if that is not known.
        first: Vec<Move>,
    },
    /// There is none.
    NoMate,
}

impl Kind for Mate {
    fn name(&self) -> &'static str {
        "mate"
    }

    fn forms(&self) -> &'static [Form] {
        &[
            Form {
                name: "mate",
                argument: "[PLIES]",
            },
            Form {
                name: "nomate",
                argument: "",
            },
            Form {
                name: "bm",
                argument: "MOVE…",
            },
        ]
    }

    fn asks_player(&self) -> bool {
        true
    }

    fn read(&self, operations: &[Operation]) -> Result<Box<dyn Task>, OperationError> {
        let named = |name| operations.iter().find(|operation| operation.name == name);
        let problem = match (named("mate"), named("nomate")) {
            (Some(mate), None) => Problem::Mate {
                plies: plies(mate)?,
                first: named("bm").map_or(Ok(Vec::new()), Operation::moves)?,
            },
            (_, Some(nomate)) => {
                nomate.expect_nothing()?;
                let other = operations.iter().find(|it| it.name != "nomate");
                if let Some(other) = other {
                    return Err(nomate.unexpected(&other.name, "no further operation"));
                }
                Problem::NoMate
            }
            // `kind_of` gives rows with nothing but best moves to that kind.
            (None, None) => Problem::Mate {
                plies: None,
                first: Vec::new(),
            },
        };
        Ok(Box::new(problem))
    }
}

fn plies(mate: &Operation) -> Result<Option<usize>, OperationError> {
    let expected = "an odd number of plies, or nothing";
    if mate.argument.is_empty() {
        return Ok(None);
    }
    match mate.read(&mate.argument, expected)? {
        plies if plies % 2 == 1 => Ok(Some(plies)),
        _ => Err(mate.unexpected(&mate.argument, expected)),
    }
}

impl Problem {
    /// What is wrong with the answer that `line` mates in the position of `game`, if anything is.
    fn fault_of(&self, game: &Game, line: &[Move]) -> Option<String> {
        let Self::Mate { plies, first } = self else {
            return Some("there is none".to_owned());
        };
        if let Some(plies) = plies.filter(|&plies| line.len() < plies) {
            return Some(format!("none is shorter than {plies}"));
        }
        let begins = line.first().is_some_and(|mv| first.contains(mv));
        if !first.is_empty() && !begins {
            return Some("no mate begins so".to_owned());
        }
        fault_of_line(game, line)
    }
}

/// Why `line` is no mate of checks in the position of `game`, if it is none.
fn fault_of_line(game: &Game, line: &[Move]) -> Option<String> {
    let mut game = Game::new(game.position().clone());
    for (ply, &mv) in line.iter().enumerate() {
        if game.play(mv).is_err() {
            return Some(format!("{mv} is not legal"));
        }
        if ply % 2 == 0 && !Checks::of(game.position()).in_check() {
            return Some(format!("{mv} is no check"));
        }
    }
    let is_mate = line.len() % 2 == 1 && matches!(game.ending(None), Some(Ending::NoMoves { .. }));
    (!is_mate).then(|| "its line does not end in mate".to_owned())
}

impl Task for Problem {
    fn wanted(&self) -> String {
        let Self::Mate { plies, first } = self else {
            return "no mate".to_owned();
        };
        let mate = match plies {
            Some(plies) => format!("mate in {plies}"),
            None => "a mate".to_owned(),
        };
        match &first[..] {
            [] => mate,
            moves => format!("{mate} by {}", list(moves)),
        }
    }

    fn check(&self, game: &Game, examinee: &mut Examinee) -> Result<Answer, Fault> {
        let Examinee { player, turn } = examinee;
        player.new_game()?;
        let report = player.solve_mate(game, turn)?;
        let (is_right, found) = match &report.checkmate {
            Checkmate::Line(line) => {
                let fault = self.fault_of(game, line);
                let note = fault.as_ref().map(|it| format!(", but {it}"));
                let note = note.unwrap_or_default();
                (fault.is_none(), format!("mate in {}{note}", line.len()))
            }
            Checkmate::NoMate => (matches!(self, Self::NoMate), "no mate".to_owned()),
            Checkmate::Timeout => (false, "not decided".to_owned()),
            Checkmate::NotImplemented => (false, "looks for no mates".to_owned()),
        };
        Ok(Answer {
            is_right,
            hit_limit: report.checkmate == Checkmate::Timeout,
            found,
            nodes: report.nodes,
            time: report.elapsed,
            first_solved: None,
            line: match report.checkmate {
                Checkmate::Line(line) => line,
                _ => Vec::new(),
            },
        })
    }
}
