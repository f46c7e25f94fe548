//! Themes of mistakes: what there was to see, as one word for the choice of questions and for the kinds of losses.

use super::Judged;
use super::fault::{Fault, played};
use engine::record::Evaluation;
use engine::shogi::Checks;

/// What was missed by a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// A mate in one.
    MateInOne,
    /// A mate in three.
    MateInThree,
    /// A mate in five.
    MateInFive,
    /// A longer mate.
    LongMate,
    /// That the opponent mates.
    Mated,
    /// That the opponent wins a piece.
    Hanging,
    /// An attack of two pieces, by either side.
    Fork,
    /// That a piece could be won.
    Capture,
    /// A promotion, by either side.
    Promotion,
    /// Material that goes, or could be won, in the moves that follow.
    Material,
    /// A tempo.
    Tempo,
    /// A drop.
    Drop,
    /// A check.
    Check,
}

impl Theme {
    /// All of them, as pages list them: the first of a move is the kind of its loss.
    pub const ALL: [Self; 13] = [
        Self::MateInOne,
        Self::MateInThree,
        Self::MateInFive,
        Self::LongMate,
        Self::Mated,
        Self::Hanging,
        Self::Fork,
        Self::Capture,
        Self::Promotion,
        Self::Material,
        Self::Tempo,
        Self::Drop,
        Self::Check,
    ];

    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Self::MateInOne => "mate_in_one",
            Self::MateInThree => "mate_in_three",
            Self::MateInFive => "mate_in_five",
            Self::LongMate => "long_mate",
            Self::Mated => "mated",
            Self::Hanging => "hanging",
            Self::Fork => "fork",
            Self::Capture => "capture",
            Self::Promotion => "promotion",
            Self::Material => "material",
            Self::Tempo => "tempo",
            Self::Drop => "drop",
            Self::Check => "check",
        }
    }

    fn of_fault(fault: &Fault) -> Self {
        match fault {
            Fault::AllowsMate(_) => Self::Mated,
            Fault::Hangs { .. } | Fault::Trade { .. } => Self::Hanging,
            Fault::AllowsFork(_) | Fault::MissesFork(_) => Self::Fork,
            Fault::MissesCapture { .. } => Self::Capture,
            Fault::LetsPromote(_) | Fault::MissesPromotion(_) => Self::Promotion,
            Fault::LosesMaterial { .. } | Fault::MissesMaterial { .. } => Self::Material,
            Fault::GoesBack | Fault::IsChased => Self::Tempo,
            Fault::MissesCheck => Self::Check,
        }
    }
}

/// What was missed by `it`, in the order of [`Theme::ALL`].
pub fn themes(it: &Judged) -> Vec<Theme> {
    let is_mated = matches!(it.after, Evaluation::Mate { winner, .. } if winner != it.side);
    let mut themes: Vec<_> = it.faults.iter().map(Theme::of_fault).collect();
    themes.extend(is_mated.then_some(Theme::Mated));
    themes.extend(match it.missed_mate {
        Some(1) => Some(Theme::MateInOne),
        Some(3) => Some(Theme::MateInThree),
        Some(5) => Some(Theme::MateInFive),
        Some(_) => Some(Theme::LongMate),
        None => None,
    });
    if let (None, Some(&best)) = (it.missed_mate, it.line.first()) {
        themes.extend(best.is_drop().then_some(Theme::Drop));
        let is_check = Checks::of(&played(&it.position, best)).in_check();
        themes.extend(is_check.then_some(Theme::Check));
    }
    themes.sort_unstable();
    themes.dedup();
    themes
}
