//! Where a game turned: who came to be ahead when, and from where on it was decided.

use super::judge::Analysis;
use engine::shogi::Color;

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
