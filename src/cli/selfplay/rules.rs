//! The rules of a match as typed.

use super::super::whole;
use clap::Args;
use engine::shogi::declaration::EnteringKingRule;
use matches::referee::adjudicate::{DrawRule, ResignRule};
use matches::referee::game::Rules;
use std::str::FromStr;

/// `--resign`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ResignArg {
    /// End a game as lost when both players say so by CP centipawns, MOVES times in a row each.
    #[arg(long, value_name = "CP,MOVES", value_parser = resign_rule)]
    pub(in crate::cli) resign: Option<ResignRule>,
}

/// What games are played by.
#[derive(Debug, Args)]
pub(super) struct RuleArgs {
    /// After how many moves a game is drawn.
    #[arg(long, value_name = "N", default_value_t = Rules::STANDARD.max_moves)]
    #[arg(value_parser = whole(1..=100_000_u32))]
    pub(super) max_moves: u32,
    /// Which declaration of an entering king wins: `NoEnteringKing`, `CSARule24`, `CSARule24H`,
    /// `CSARule27`, `CSARule27H` or `TryRule`.
    #[arg(long, value_name = "RULE", default_value = "CSARule27")]
    pub(super) entering_king: EnteringKingRule,
    #[command(flatten)]
    resign: ResignArg,
    /// End a game as drawn when both players say it is level within CP centipawns, MOVES times
    /// in a row each, from move number FROM on.
    #[arg(long, value_name = "CP,MOVES,FROM", value_parser = draw_rule)]
    draw: Option<DrawRule>,
}

impl RuleArgs {
    /// The rules, under which a move may overrun its time by `margin_ms`.
    pub(super) fn rules(&self, margin_ms: u64) -> Rules {
        Rules {
            margin_ms,
            max_moves: self.max_moves,
            entering_king: self.entering_king,
            resign: self.resign.resign,
            draw: self.draw,
        }
    }
}

/// Reads the parts of `text` between commas.
fn numbers<const N: usize>(text: &str, expected: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|n| u32::from_str(n).ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("expected {expected}"))
}

pub(in crate::cli) fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let expected = "CP,MOVES with 1 to 30000 centipawns and 2 to 1000 moves, such as 2000,4";
    match numbers(text, expected)? {
        [score @ 1..=30_000, moves @ 2..=1000] => Ok(ResignRule {
            score: score as i32,
            moves,
        }),
        _ => Err(format!("expected {expected}")),
    }
}

fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let expected = "CP,MOVES,FROM with up to 30000 centipawns and 2 to 1000 moves, such as \
                    20,8,120";
    match numbers(text, expected)? {
        [score @ 0..=30_000, moves @ 2..=1000, from_move] => Ok(DrawRule {
            score: score as i32,
            moves,
            from_move,
        }),
        _ => Err(format!("expected {expected}")),
    }
}
