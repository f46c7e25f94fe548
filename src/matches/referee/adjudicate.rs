//! Ending games that the players agree about, to save time; off unless asked for.
//!
//! What must hold: one score alone, a mate least of all, never ends a game. Both players must have
//! said the same, each from its own side, with several moves in a row.

use engine::search::Score;
use engine::shogi::Color;
use serde::{Deserialize, Serialize};

/// Ends a game as lost when both players say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// The loser's scores are at or below minus this, the winner's at or above it, in
    /// centipawns.
    pub score: i32,
    /// With so many moves in a row of each, 2 or more.
    pub moves: u32,
}

/// Ends a game as drawn when both players say that it is level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Scores are at most this far from 0, in centipawns.
    pub score: i32,
    /// With so many moves in a row of each, 2 or more.
    pub moves: u32,
    /// Not before so many moves of the game, counted as the position counts them.
    pub from_move: u32,
}

/// What it came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Both players see this side winning.
    Win(Color),
    /// Both players see a level game.
    Draw,
}

/// The runs of like scores in one game.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    /// By side: how many of its last moves in a row it scored as winning, losing, level.
    winning: [u32; 2],
    losing: [u32; 2],
    level: [u32; 2],
}

impl Adjudicator {
    /// Before the first move.
    pub fn new(resign: Option<ResignRule>, draw: Option<DrawRule>) -> Self {
        Self {
            resign,
            draw,
            ..Self::default()
        }
    }

    /// `side` has made a move and gave it `score`, from its own side; none if it gave none. It
    /// was move number `number` of the game.
    pub fn add(&mut self, side: Color, score: Option<Score>, number: u32) -> Option<Agreement> {
        let (own, other) = (side.array_index(), side.flip().array_index());
        let run = |count: u32, goes_on: bool| if goes_on { count + 1 } else { 0 };
        if let Some(rule) = self.resign {
            // A mate is beyond all others.
            let cp = score.map(|it| it.number(i32::MAX));
            let is_winning = cp.is_some_and(|cp| cp >= rule.score);
            let is_losing = cp.is_some_and(|cp| cp <= -rule.score);
            self.winning[own] = run(self.winning[own], is_winning);
            self.losing[own] = run(self.losing[own], is_losing);
            let is_won = |by: usize, against: usize| {
                self.winning[by] >= rule.moves && self.losing[against] >= rule.moves
            };
            if is_won(own, other) {
                return Some(Agreement::Win(side));
            }
            if is_won(other, own) {
                return Some(Agreement::Win(side.flip()));
            }
        }
        if let Some(rule) = self.draw {
            let is_level = score
                .and_then(Score::cp)
                .is_some_and(|cp| (-rule.score..=rule.score).contains(&cp));
            self.level[own] = run(self.level[own], is_level);
            if number >= rule.from_move && self.level.iter().all(|&run| run >= rule.moves) {
                return Some(Agreement::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn adjudicator() -> Adjudicator {
        let resign = ResignRule {
            score: 1000,
            moves: 2,
        };
        let draw = DrawRule {
            score: 10,
            moves: 2,
            from_move: 6,
        };
        Adjudicator::new(Some(resign), Some(draw))
    }

    #[test]
    fn both_must_agree_several_times() {
        let mut game = adjudicator();
        assert_eq!(game.add(Black, Some(Score::Mate(3)), 1), None);
        assert_eq!(game.add(White, Some(Score::Cp(-2000)), 2), None);
        assert_eq!(game.add(Black, Some(Score::Cp(1000)), 3), None);
        let last = game.add(White, Some(Score::Mate(-2)), 4);
        assert_eq!(last, Some(Agreement::Win(Black)));
    }

    #[test]
    fn a_run_is_broken_by_any_other_score_or_none() {
        for broken in [Some(Score::Cp(999)), None] {
            let mut game = adjudicator();
            for (number, score) in [
                (1, Some(Score::Mate(3))),
                (3, broken),
                (5, Some(Score::Mate(1))),
            ] {
                assert_eq!(game.add(Black, score, number), None);
                assert_eq!(game.add(White, Some(Score::Mated), number + 1), None);
            }
        }
    }

    #[test]
    fn a_level_game_is_drawn_from_its_move_on() {
        let mut game = adjudicator();
        for number in 1..=5 {
            let side = if number % 2 == 1 { Black } else { White };
            assert_eq!(game.add(side, Some(Score::Cp(-10)), number), None);
        }
        assert_eq!(game.clone().add(White, Some(Score::Cp(i32::MIN)), 6), None);
        let verdict = game.add(White, Some(Score::Cp(10)), 6);
        assert_eq!(verdict, Some(Agreement::Draw));
    }
}
