//! How a recorded game ended, and who won by it.

use crate::shogi::repetition::Sennichite;
use crate::shogi::{Color, game};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why it ended.
    pub reason: Termination,
    /// Time spent by the side to move until it ended, in milliseconds.
    pub time_ms: Option<u64>,
    /// What people said about it; may have several lines.
    pub comment: String,
}

impl From<Termination> for Ending {
    /// An ending with nothing more to say.
    fn from(reason: Termination) -> Self {
        Self {
            reason,
            time_ms: None,
            comment: String::new(),
        }
    }
}

/// Why a game ended. "The mover" is the side to move after the last move of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The mover resigned.
    Resignation,
    /// The mover has no legal move.
    Mate,
    /// The mover used up its time.
    TimeUp,
    /// The mover answered with a move that is not legal.
    IllegalMove,
    /// `loser` broke another rule, or could not go on: a wrong declaration, a crash.
    Foul {
        /// The side that loses.
        loser: Color,
    },
    /// `loser` gave perpetual check until a position occurred for the fourth time.
    PerpetualCheck {
        /// The side that loses.
        loser: Color,
    },
    /// `loser` did not come to play.
    Forfeit {
        /// The side that loses.
        loser: Color,
    },
    /// The mover declared a win by entering king.
    Declaration,
    /// A position occurred for the fourth time: a draw.
    Repetition,
    /// Both kings have entered: a draw.
    Impasse,
    /// The greatest number of moves has been made: a draw.
    MaxMoves,
    /// A draw for another reason, such as agreement or adjudication.
    Draw,
    /// There is no mate where one was looked for, without a result.
    NoMate,
    /// The game was broken off, without a result. So is one that ended in a way that has no name here.
    Interrupted,
}

impl From<game::Ending> for Termination {
    fn from(ending: game::Ending) -> Self {
        match ending {
            game::Ending::NoMoves { .. } => Self::Mate,
            game::Ending::Repetition(Sennichite::Draw) => Self::Repetition,
            game::Ending::Repetition(Sennichite::PerpetualCheck { loser }) => {
                Self::PerpetualCheck { loser }
            }
            game::Ending::MaxMoves => Self::MaxMoves,
        }
    }
}

impl Termination {
    /// The side that wins so when `mover` is to move; none for draws and games without a result.
    pub fn winner(self, mover: Color) -> Option<Color> {
        match self {
            Self::Resignation | Self::Mate | Self::TimeUp | Self::IllegalMove => Some(mover.flip()),
            Self::Foul { loser } | Self::PerpetualCheck { loser } | Self::Forfeit { loser } => {
                Some(loser.flip())
            }
            Self::Declaration => Some(mover),
            _ => None,
        }
    }

    /// The side that loses so when `mover` is to move.
    pub(super) fn loser(self, mover: Color) -> Option<Color> {
        let winner = self.winner(mover)?;
        Some(winner.flip())
    }

    /// Whether it is a draw.
    pub fn is_draw(self) -> bool {
        matches!(
            self,
            Self::Repetition | Self::Impasse | Self::MaxMoves | Self::Draw
        )
    }

    /// The word for what the endings of a format cannot say themselves; see
    /// [`Termination::refined`].
    pub(super) fn fine_point(self) -> Option<&'static str> {
        match self {
            Self::PerpetualCheck { .. } => Some("連続王手の千日手"),
            Self::Foul { .. } => Some("反則行為"),
            Self::Forfeit { .. } => Some("不戦敗"),
            Self::MaxMoves => Some("最大手数"),
            Self::Draw => Some("引き分け"),
            _ => None,
        }
    }

    /// What `self`, as a format has it, means together with the word `fine_point`; `self` if that
    /// makes no sense.
    pub(super) fn refined(self, fine_point: &str, mover: Color) -> Self {
        let loser = match self {
            Self::Foul { loser } => Some(loser),
            Self::IllegalMove => Some(mover),
            _ => None,
        };
        match (loser, fine_point) {
            (Some(loser), "連続王手の千日手") => Self::PerpetualCheck { loser },
            (Some(loser), "反則行為") => Self::Foul { loser },
            (Some(loser), "不戦敗") => Self::Forfeit { loser },
            (None, "最大手数") if self.is_draw() => Self::MaxMoves,
            (None, "引き分け") if self.is_draw() => Self::Draw,
            _ => self,
        }
    }
}
