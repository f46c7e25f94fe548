//! What values mean for the result: winning chances, how much of them a move may lose, and where a
//! game turned.

use super::Analysis;
use engine::eval::worth::win_chance;
use engine::record::Evaluation;
use engine::shogi::Color;

/// The scale of the logistic curve from centipawns to chances. It is the one that `ShogiHome` draws
/// its graph of winning chances with by default.
pub const CHANCE_SCALE: f64 = 600.0;

/// A certain win, in permille.
const CERTAIN: u32 = 1000;

/// The chance of `side` to win, in permille.
pub fn chance(evaluation: Evaluation, side: Color) -> u32 {
    let of_black = match evaluation {
        Evaluation::Centipawns(cp) => {
            let share = win_chance(cp, CHANCE_SCALE);
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

/// The chance from which on a side is ahead, in permille. Below it for both, whoever was ahead stays
/// so. A lead that the very next move gives to the other side is none.
const AHEAD: u32 = 650;
/// The chance from which on a game is as good as won.
const WON: u32 = 900;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A side comes to be ahead, as the first.
    Leads(Color),
    /// The other side was ahead, and this one is now.
    Turns(Color),
    /// From here to the end this side is as good as winning.
    Decided(Color),
    /// A side could have mated in so many plies.
    MissedMate(usize),
}

/// A turning point of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The number of the move, counted from 1.
    pub number: usize,
    /// What happened.
    pub turn: Turn,
}

/// The turning points of a game, in order.
pub fn turning_points(analysis: &Analysis) -> Vec<TurningPoint> {
    let chances: Vec<u32> = analysis.chances().collect();
    let missed = analysis.moves.iter().filter_map(|it| {
        let turn = Turn::MissedMate(it.missed_mate?);
        let number = it.number;
        Some(TurningPoint { number, turn })
    });
    let mut points: Vec<_> = leads(&chances).into_iter().chain(missed).collect();
    points.extend(decided(&chances));
    points.sort_by_key(|point| point.number);
    points
}

/// The side that is ahead with this chance of Black, and whose chance is at least `least`.
fn leader(chance: u32, least: u32) -> Option<Color> {
    match chance {
        chance if chance >= least => Some(Color::Black),
        chance if 1000 - chance >= least => Some(Color::White),
        _ => None,
    }
}

fn leads(chances: &[u32]) -> Vec<TurningPoint> {
    let mut points = Vec::new();
    let mut ahead = chances.first().and_then(|&chance| leader(chance, AHEAD));
    for (number, &chance) in chances.iter().enumerate().skip(1) {
        let Some(side) = leader(chance, AHEAD).filter(|&side| ahead != Some(side)) else {
            continue;
        };
        let next = chances.get(number + 1);
        if next.and_then(|&chance| leader(chance, AHEAD)) == Some(side.flip()) {
            continue;
        }
        let turn = match ahead {
            Some(_) => Turn::Turns(side),
            None => Turn::Leads(side),
        };
        ahead = Some(side);
        points.push(TurningPoint { number, turn });
    }
    points
}

/// Where the side that wins in the end comes to be as good as winning for good.
fn decided(chances: &[u32]) -> Option<TurningPoint> {
    let side = leader(*chances.last()?, WON)?;
    let open = chances
        .iter()
        .rposition(|&it| leader(it, WON) != Some(side))?;
    Some(TurningPoint {
        number: open + 1,
        turn: Turn::Decided(side),
    })
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

    #[test]
    fn leads_change_hands_only_beyond_the_middle() {
        let chances = [500, 640, 660, 600, 400, 340, 500, 349];
        let point = |number, turn| TurningPoint { number, turn };
        let expected = [
            point(2, Turn::Leads(Color::Black)),
            point(5, Turn::Turns(Color::White)),
        ];
        assert_eq!(leads(&chances), expected);
        let blundering = [500, 700, 300, 700, 720];
        assert_eq!(leads(&blundering), [point(3, Turn::Leads(Color::Black))]);
    }

    #[test]
    fn a_game_is_decided_when_it_stays_so() {
        let number = |chances: &[u32]| decided(chances).map(|it| it.number);
        assert_eq!(number(&[500, 950, 800, 910, 990]), Some(3));
        assert_eq!(number(&[500, 95, 80, 99]), Some(1));
        assert_eq!(number(&[500, 950, 800]), None);
        assert_eq!(number(&[950, 950]), None);
    }
}
