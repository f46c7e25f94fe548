//! What values mean for the result: winning chances, and how much of them a move may lose.

use engine::record::Evaluation;
use engine::shogi::Color;

/// The scale of the logistic curve from centipawns to chances. It is the one that `ShogiHome` draws
/// its graph of winning chances with unless told otherwise.
const SCALE: f64 = 600.0;

/// A certain win, in permille.
const CERTAIN: u32 = 1000;

/// The chance of `side` to win, in permille.
pub fn chance(evaluation: Evaluation, side: Color) -> u32 {
    let of_black = match evaluation {
        Evaluation::Centipawns(cp) => {
            let share = 1.0 / (1.0 + libm::exp(-f64::from(cp) / SCALE));
            (f64::from(CERTAIN) * share).round() as u32
        }
        Evaluation::Mate { winner, .. } => CERTAIN * u32::from(winner == Color::Black),
    };
    match side {
        Color::Black => of_black,
        Color::White => CERTAIN - of_black,
    }
}

/// How bad a move is. The least losses are the first three for which `ShogiHome` has a word, 5, 10
/// and 20 %: 緩手, 疑問手, 悪手.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A loss of 5 % or more.
    Inaccuracy,
    /// A loss of 10 % or more.
    Mistake,
    /// A loss of 20 % or more.
    Blunder,
}

impl Class {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The least loss of winning chance, in permille.
    pub fn least_loss(self) -> u32 {
        match self {
            Self::Inaccuracy => 50,
            Self::Mistake => 100,
            Self::Blunder => 200,
        }
    }

    /// The class of a move that loses so much, in permille; none if it is good enough.
    pub fn of_loss(loss: u32) -> Option<Self> {
        let mut worst_first = Self::ALL.into_iter().rev();
        worst_first.find(|class| loss >= class.least_loss())
    }

    /// Its name in data and style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_both_sides_add_up() {
        for cp in [-5000, -600, -1, 0, 35, 600] {
            let value = Evaluation::Centipawns(cp);
            assert_eq!(
                chance(value, Color::Black) + chance(value, Color::White),
                1000
            );
        }
        assert_eq!(chance(Evaluation::Centipawns(600), Color::Black), 731);
        let mate = Evaluation::Mate {
            winner: Color::White,
            plies: None,
        };
        assert_eq!(chance(mate, Color::White), 1000);
    }

    #[test]
    fn classes_begin_at_their_least_loss() {
        use Class::{Blunder, Inaccuracy, Mistake};
        let classes = [49, 50, 99, 100, 199, 200, 1000].map(Class::of_loss);
        let expected = [Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder, Blunder];
        assert_eq!(classes[0], None);
        assert_eq!(classes[1..], expected.map(Some));
    }
}
