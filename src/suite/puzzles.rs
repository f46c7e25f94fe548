//! What players are asked: best moves, and mates.
//!
//! A player passes a position with best moves if its final move is right; the node from which on its best
//! line began with a right move without a break says how early it saw that. A mate counts only with a
//! line that is one: legal, every move of the attacker a check, mate at its end, and no shorter than the
//! row says the shortest is.

use super::kind::{Examinee, Kind, Operation, Task, list};
use super::results::RowResult;
use engine::search::{Decision, Info};
use engine::shogi::game::{Ending, Game};
use engine::shogi::{Checks, Move};
use engine::usi::grammar::Checkmate;
use matches::players::Fault;

/// Positions in which some moves are right, or some are wrong.
pub const BEST_MOVE: Kind = Kind {
    name: "bestmove",
    forms: &["bm MOVE…", "am MOVE…"],
    asks_player: true,
    read: read_choice,
};

/// Which moves are right.
#[derive(Debug, Default)]
struct Choice {
    /// One of these, if there are any.
    best: Vec<Move>,
    /// None of these.
    avoided: Vec<Move>,
}

fn read_choice(operations: &[Operation]) -> Result<Box<dyn Task>, String> {
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

impl Choice {
    fn is_right(&self, mv: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoided.contains(&mv)
    }
}

impl Task for Choice {
    fn wanted(&self) -> String {
        match (list(&self.best), list(&self.avoided)) {
            (best, avoided) if avoided.is_empty() => best,
            (best, avoided) if best.is_empty() => format!("not {avoided}"),
            (best, avoided) => format!("{best}, not {avoided}"),
        }
    }

    fn right_moves(&self) -> &[Move] {
        &self.best
    }

    fn check(&self, game: &Game, examinee: &mut Examinee) -> Result<RowResult, Fault> {
        let mut first_right = None;
        let mut line = Vec::new();
        let mut watch = |info: &Info| {
            if let Some(&best) = info.pv.first() {
                let nodes = Some(info.nodes).filter(|_| self.is_right(best));
                first_right = nodes.and(first_right.or(nodes));
                line.clone_from(&info.pv);
            }
        };
        let Examinee { player, turn } = examinee;
        player.new_game()?;
        let answer = player.choose_aloud(game, turn, &mut watch)?;
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
        Ok(RowResult {
            right: is_right,
            found,
            nodes,
            us: answer.elapsed.as_micros() as u64,
            first_solved: is_right.then(|| first_right.unwrap_or(nodes)),
            moves: line.iter().map(Move::to_string).collect(),
            ..RowResult::default()
        })
    }
}

/// Positions in which the side to move mates, or does not.
pub const MATE: Kind = Kind {
    name: "mate",
    forms: &["mate [PLIES]", "nomate", "bm MOVE…"],
    asks_player: true,
    read: read_problem,
};

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

fn read_problem(operations: &[Operation]) -> Result<Box<dyn Task>, String> {
    let named = |name| operations.iter().find(|operation| operation.name == name);
    let problem = match (named("mate"), named("nomate")) {
        (Some(mate), None) => Problem::Mate {
            plies: plies(mate)?,
            first: named("bm").map_or(Ok(Vec::new()), Operation::moves)?,
        },
        (_, Some(nomate)) => {
            if !nomate.argument.is_empty() {
                return Err(nomate.unexpected(&nomate.argument, "nothing"));
            }
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

fn plies(mate: &Operation) -> Result<Option<usize>, String> {
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

    fn right_moves(&self) -> &[Move] {
        match self {
            Self::Mate { first, .. } => first,
            Self::NoMate => &[],
        }
    }

    fn check(&self, game: &Game, examinee: &mut Examinee) -> Result<RowResult, Fault> {
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
        Ok(RowResult {
            right: is_right,
            limit: report.checkmate == Checkmate::Timeout,
            found,
            nodes: report.nodes,
            us: report.elapsed.as_micros() as u64,
            moves: match report.checkmate {
                Checkmate::Line(line) => line.iter().map(Move::to_string).collect(),
                _ => Vec::new(),
            },
            ..RowResult::default()
        })
    }
}
