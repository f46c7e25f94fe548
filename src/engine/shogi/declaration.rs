//! The entering-king rules: when a side may declare, or has walked its king to, a win because
//! its king has reached the enemy camp.
//!
//! After the CSA rules and what `YaneuraOu` and `ShogiHome` make of them. A
//! declaration needs the own turn, the king in the enemy camp and not in check, ten other own
//! pieces there, and enough points: big pieces (rook, bishop, promoted or not) count five, others
//! one, the king none, and only those in hand or in the enemy camp. The sixth condition, time on
//! the clock, is for the caller.

use super::bitboard::Bitboard;
use super::checks::{Checks, attackers};
use super::geometry::PROMOTION_ZONE;
use super::movegen::is_legal;
use super::moves::Move;
use super::pieces::{Class, Hand};
use super::position::Position;
use super::sfen::Token;
use shogi_core::{Color, PieceKind, Square};
use std::fmt;
use std::str::FromStr;

/// How a game ends when a king enters the enemy camp; by the names of the USI option
/// `EnteringKingRule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnteringKingRule {
    /// No declaration.
    NoEnteringKing,
    /// 31 points win, 24 to 30 draw.
    CsaRule24,
    /// The same, with the points of the pieces missing from the set credited to White, the side
    /// that gives a handicap.
    CsaRule24H,
    /// 28 points win for Black, 27 for White.
    CsaRule27,
    /// The same, with White credited as in [`EnteringKingRule::CsaRule24H`].
    CsaRule27H,
    /// The king wins by stepping to where the enemy king started: 5a for Black, 5i for White.
    TryRule,
}

/// What the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// Nothing.
    None,
    /// A draw, by declaring.
    Draw,
    /// The win, by declaring.
    Win,
    /// The win, by making this move of the king.
    Try(Move),
}

/// A text that names none of the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown entering-king rule {0}; expected one of NoEnteringKing, CSARule24, CSARule24H, \
     CSARule27, CSARule27H, TryRule"
)]
pub struct UnknownRule(Token);

/// The points of a whole set, kings not counted.
const ALL_POINTS: u32 = 54;

const BIG: [Class; 4] = [Class::Rook, Class::Dragon, Class::Bishop, Class::Horse];

impl EnteringKingRule {
    /// All six, in the order in which GUIs list them.
    pub const ALL: [Self; 6] = [
        Self::NoEnteringKing,
        Self::CsaRule24,
        Self::CsaRule24H,
        Self::CsaRule27,
        Self::CsaRule27H,
        Self::TryRule,
    ];

    /// The name as a value of the USI option.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoEnteringKing => "NoEnteringKing",
            Self::CsaRule24 => "CSARule24",
            Self::CsaRule24H => "CSARule24H",
            Self::CsaRule27 => "CSARule27",
            Self::CsaRule27H => "CSARule27H",
            Self::TryRule => "TryRule",
        }
    }

    /// What the side to move may claim in `pos`. Cheap unless its king is in the enemy camp.
    #[inline]
    pub fn verdict(self, pos: &Position) -> Declaration {
        match pos.king(pos.side()) {
            Some(king) if PROMOTION_ZONE[pos.side().array_index()].contains(king) => {
                self.verdict_crediting(pos, missing_points(pos))
            }
            _ => Declaration::None,
        }
    }

    /// [`EnteringKingRule::verdict`] with `credit` points for the handicap, to which only the
    /// rules for handicap games pay heed. They are [`missing_points`] of the position, unless
    /// pieces have been taken off the board since the game began.
    pub fn verdict_crediting(self, pos: &Position, credit: u32) -> Declaration {
        let credit = match (self, pos.side()) {
            (Self::CsaRule24H | Self::CsaRule27H, Color::White) => credit,
            _ => 0,
        };
        let (win, draw) = match (self, pos.side()) {
            (Self::NoEnteringKing, _) => return Declaration::None,
            (Self::TryRule, _) => return try_move(pos).map_or(Declaration::None, Declaration::Try),
            (Self::CsaRule24 | Self::CsaRule24H, _) => (31, 24),
            (Self::CsaRule27 | Self::CsaRule27H, Color::Black) => (28, 28),
            (Self::CsaRule27 | Self::CsaRule27H, Color::White) => (27, 27),
        };
        match points(pos).map(|points| points + credit) {
            Some(points) if points >= win => Declaration::Win,
            Some(points) if points >= draw => Declaration::Draw,
            _ => Declaration::None,
        }
    }
}

/// The points of the side to move, if it meets every other condition of a declaration.
fn points(pos: &Position) -> Option<u32> {
    let us = pos.side();
    let camp = PROMOTION_ZONE[us.array_index()];
    let king = pos.king(us).filter(|&king| camp.contains(king))?;
    let others = (pos.color(us) & camp) ^ Bitboard::single(king);
    let in_check = attackers(pos, king, us.flip(), pos.occupied()).any();
    (others.count() >= 10 && !in_check)
        .then(|| points_on_board(pos, others) + points_in_hand(pos.hand(us)))
}

/// The points that `pos` lacks of a whole set: what the giver of a handicap gave.
pub fn missing_points(pos: &Position) -> u32 {
    let pieces = pos.occupied().without(pos.class(Class::King));
    let hands = Color::all().map(|color| points_in_hand(pos.hand(color)));
    ALL_POINTS.saturating_sub(points_on_board(pos, pieces) + hands[0] + hands[1])
}

fn points_on_board(pos: &Position, squares: Bitboard) -> u32 {
    let big: u32 = BIG
        .iter()
        .map(|&class| (pos.class(class) & squares).count())
        .sum();
    squares.count() + 4 * big
}

fn points_in_hand(hand: Hand) -> u32 {
    hand.iter()
        .map(|(kind, count)| match kind {
            PieceKind::Rook | PieceKind::Bishop => 5 * count,
            _ => count,
        })
        .sum()
}

/// The king's step to the square where the enemy king started, if it is legal.
fn try_move(pos: &Position) -> Option<Move> {
    let goal = match pos.side() {
        Color::Black => Square::SQ_5A,
        Color::White => Square::SQ_5I,
    };
    let step = Move::normal(pos.king(pos.side())?, goal, false);
    is_legal(pos, &Checks::of(pos), step).then_some(step)
}

impl fmt::Display for EnteringKingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EnteringKingRule {
    type Err = UnknownRule;

    /// Reads a name, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownRule(Token::new(text)))
    }
}
