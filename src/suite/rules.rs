//! What the rules of this program answer: how many move sequences there are (perft), which moves are
//! legal, how a game has ended, who may declare.

use super::kind::{Examinee, Kind, Operation, Task};
use super::results::RowResult;
use cpu_time::ThreadTime;
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::{Ending, Game};
use engine::shogi::movegen::{self, count_legal, is_legal, perft_while};
use engine::shogi::repetition::Sennichite;
use engine::shogi::{Checks, Color, Move};
use matches::players::Fault;

/// The greatest depth of a row.
const MAX_DEPTH: u32 = 30;

/// Positions with the number of their legal move sequences.
pub const PERFT: Kind = Kind {
    name: "perft",
    forms: &["perft DEPTH LEAVES"],
    asks_player: false,
    read: read_counts,
};

/// How many sequences of so many moves there are.
struct Count {
    depth: u32,
    leaves: u64,
}

fn read_counts(operations: &[Operation]) -> Result<Box<dyn Task>, String> {
    let counts: Vec<Count> = operations.iter().map(count).collect::<Result<_, _>>()?;
    Ok(Box::new(counts))
}

fn count(operation: &Operation) -> Result<Count, String> {
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
        let text = |count: &Count| format!("depth {} {} leaves", count.depth, count.leaves);
        self.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    fn leaves(&self) -> Option<u64> {
        let sum = |sum: u64, count: &Count| sum.saturating_add(count.leaves);
        Some(self.iter().fold(0, sum))
    }

    fn check(&self, game: &Game, _examinee: &mut Examinee) -> Result<RowResult, Fault> {
        let began = ThreadTime::now();
        let mut position = game.position().clone();
        let mut nodes = 0_u64;
        let mut count = |claim: &Count| {
            // A claim that is wrong may be wrong by any number.
            let mut goes_on = |counted| counted <= claim.leaves;
            let counted = perft_while(&mut position, claim.depth, &mut goes_on);
            let counted = counted.filter(|&counted| counted <= claim.leaves);
            nodes = nodes.saturating_add(counted.unwrap_or(claim.leaves.saturating_add(1)));
            counted
        };
        let counted: Vec<Option<u64>> = self.iter().map(&mut count).collect();
        let found = |(claim, counted): (&Count, &Option<u64>)| match counted {
            Some(leaves) => format!("depth {} {leaves} leaves", claim.depth),
            None => format!("depth {} more than {} leaves", claim.depth, claim.leaves),
        };
        let found: Vec<_> = self.iter().zip(&counted).map(found).collect();
        let found = found.join(", ");
        Ok(RowResult {
            right: found == self.wanted(),
            found,
            nodes,
            us: began.elapsed().as_micros() as u64,
            ..RowResult::default()
        })
    }
}

/// Cases of the rules.
pub const RULES: Kind = Kind {
    name: "rules",
    forms: &[
        "legal COUNT|MOVE…",
        "illegal MOVE…",
        "outcome open|repetition|mate WINNER|perpetual-check WINNER",
        "declare RULE win|draw|none|MOVE",
    ],
    asks_player: false,
    read: read_claims,
};

/// What a row says of a position.
enum Claim {
    /// It has so many legal moves.
    Count(u64),
    /// This move is legal, or not.
    Legal(Move, bool),
    /// The game stands so, in words.
    Outcome(String),
    /// By this rule the side to move may claim so much, in words.
    Declare(EnteringKingRule, String),
}

fn read_claims(operations: &[Operation]) -> Result<Box<dyn Task>, String> {
    let mut claims = Vec::new();
    for operation in operations {
        let is_legal = operation.name == "legal";
        match (operation.name.as_str(), operation.argument.parse()) {
            ("legal", Ok(count)) => claims.push(Claim::Count(count)),
            ("legal" | "illegal", _) => {
                let moves = operation.moves()?.into_iter();
                claims.extend(moves.map(|mv| Claim::Legal(mv, is_legal)));
            }
            ("outcome", _) => claims.push(outcome_claim(operation)?),
            _ => claims.push(declare_claim(operation)?),
        }
    }
    Ok(Box::new(claims))
}

fn outcome_claim(operation: &Operation) -> Result<Claim, String> {
    let text = operation.words().collect::<Vec<_>>().join(" ");
    let is_known = match text.split_once(' ') {
        None => ["open", "repetition"].contains(&text.as_str()),
        Some((word, winner)) => {
            ["mate", "perpetual-check"].contains(&word) && ["black", "white"].contains(&winner)
        }
    };
    if is_known {
        return Ok(Claim::Outcome(text));
    }
    let expected = "`open`, `repetition`, or `mate` or `perpetual-check` and the winner, `black` \
                    or `white`";
    Err(operation.unexpected(&operation.argument, expected))
}

fn declare_claim(operation: &Operation) -> Result<Claim, String> {
    let expected = "a rule such as CSARule27, and `win`, `draw`, `none` or a move";
    let words: Vec<&str> = operation.words().collect();
    let &[rule, claim] = &words[..] else {
        return Err(operation.unexpected(&operation.argument, expected));
    };
    let rule = operation.read(rule, expected)?;
    let is_move = claim.parse::<Move>().is_ok();
    if is_move || ["win", "draw", "none"].contains(&claim) {
        return Ok(Claim::Declare(rule, claim.to_owned()));
    }
    Err(operation.unexpected(claim, expected))
}

/// How `game` stands, in the words of a row.
fn outcome(game: &Game) -> String {
    let winner = |loser: Color| match loser {
        Color::Black => "white",
        Color::White => "black",
    };
    match game.ending(None) {
        None | Some(Ending::MaxMoves) => "open".to_owned(),
        Some(Ending::NoMoves { loser }) => format!("mate {}", winner(loser)),
        Some(Ending::Repetition(Sennichite::Draw)) => "repetition".to_owned(),
        Some(Ending::Repetition(Sennichite::PerpetualCheck { loser })) => {
            format!("perpetual-check {}", winner(loser))
        }
    }
}

impl Claim {
    /// What should be found, in words.
    fn wanted(&self) -> String {
        match self {
            Self::Count(count) => format!("{count} legal moves"),
            Self::Legal(mv, is_legal) => legality(*mv, *is_legal),
            Self::Outcome(outcome) => format!("outcome {outcome}"),
            Self::Declare(rule, claim) => format!("{rule} {claim}"),
        }
    }

    /// What is found, in the same words.
    fn found(&self, game: &Game) -> String {
        let position = game.position();
        match self {
            Self::Count(_) => format!("{} legal moves", count_legal(position)),
            Self::Legal(mv, _) => {
                let list = movegen::legal_moves(position);
                let one_by_one = is_legal(position, &Checks::of(position), *mv);
                if list.contains(mv) == one_by_one {
                    legality(*mv, one_by_one)
                } else {
                    format!("{mv} legal in the list or alone, not both")
                }
            }
            Self::Outcome(_) => format!("outcome {}", outcome(game)),
            Self::Declare(rule, _) => match rule.verdict(position) {
                Declaration::Win => format!("{rule} win"),
                Declaration::Draw => format!("{rule} draw"),
                Declaration::None => format!("{rule} none"),
                Declaration::Try(mv) => format!("{rule} {mv}"),
            },
        }
    }
}

fn legality(mv: Move, is_legal: bool) -> String {
    let word = if is_legal { "legal" } else { "illegal" };
    format!("{mv} {word}")
}

impl Task for Vec<Claim> {
    fn wanted(&self) -> String {
        let claims: Vec<_> = self.iter().map(Claim::wanted).collect();
        claims.join(", ")
    }

    fn check(&self, game: &Game, _examinee: &mut Examinee) -> Result<RowResult, Fault> {
        let began = ThreadTime::now();
        let found: Vec<_> = self.iter().map(|claim| claim.found(game)).collect();
        let found = found.join(", ");
        Ok(RowResult {
            right: found == self.wanted(),
            found,
            nodes: 1,
            us: began.elapsed().as_micros() as u64,
            ..RowResult::default()
        })
    }
}
