//! Perft suites: positions with the number of their legal move sequences.

use super::kind::{Answer, Examinee, Kind, Task};
use super::operation::{Form, Operation, OperationError};
use cpu_time::ThreadTime;
use engine::shogi::game::Game;
use engine::shogi::perft::{Convention, perft};
use matches::players::Fault;

/// The greatest depth of a row.
const MAX_DEPTH: u32 = 30;

/// The kind.
pub struct Perft;

/// How many sequences of so many moves there are.
struct Count {
    depth: u32,
    leaves: u64,
}

impl Kind for Perft {
    fn name(&self) -> &'static str {
        "perft"
    }

    fn forms(&self) -> &'static [Form] {
        &[Form {
            name: "perft",
            argument: "DEPTH LEAVES",
        }]
    }

    fn asks_player(&self) -> bool {
        false
    }

    fn read(&self, operations: &[Operation]) -> Result<Box<dyn Task>, OperationError> {
        let counts: Vec<Count> = operations.iter().map(count).collect::<Result<_, _>>()?;
        Ok(Box::new(counts))
    }
}

fn count(operation: &Operation) -> Result<Count, OperationError> {
    let words: Vec<&str> = operation.words().collect();
    let &[depth, leaves] = &words[..] else {
        return Err(operation.unexpected(&operation.argument, "a depth and a number of leaves"));
    };
    let expected = "a depth: a whole number from 1 to 30";
    let number: u32 = operation.read(depth, expected)?;
    if !(1..=MAX_DEPTH).contains(&number) {
        return Err(operation.unexpected(depth, expected));
    }
    Ok(Count {
        depth: number,
        leaves: operation.read(leaves, "a number of leaves: a whole number")?,
    })
}

impl Task for Vec<Count> {
    fn wanted(&self) -> String {
        let counts: Vec<_> = self.iter().map(Count::to_text).collect();
        counts.join(", ")
    }

    fn leaves(&self) -> Option<u64> {
        let sum = |sum: u64, count: &Count| sum.saturating_add(count.leaves);
        Some(self.iter().fold(0, sum))
    }

    fn check(&self, game: &Game, _examinee: &mut Examinee) -> Result<Answer, Fault> {
        let began = ThreadTime::now();
        let mut position = game.position().clone();
        let counted = self.iter().map(|count| Count {
            leaves: perft(&mut position, count.depth, Convention::Count),
            ..*count
        });
        let counted: Vec<Count> = counted.collect();
        Ok(Answer {
            is_right: counted
                .iter()
                .map(|it| it.leaves)
                .eq(self.iter().map(|it| it.leaves)),
            found: counted.wanted(),
            nodes: counted.leaves().unwrap_or(0),
            time: began.elapsed(),
            ..Answer::default()
        })
    }
}

impl Count {
    fn to_text(&self) -> String {
        format!("depth {} {} leaves", self.depth, self.leaves)
    }
}
