//! What values are worth: in points of games; and what each piece is worth to an evaluation, by how much the value
//! changes when it is taken away.

use super::Evaluation;
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// The share of points, from 0 to 1, that a score of `cp` centipawns stands for, on the curve with this scale.
pub fn win_chance(cp: i32, scale: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(cp) / scale))
}

/// A piece, and what it is worth to Black in centipawns: pieces of White mostly less than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The piece.
    pub piece: Piece,
    /// Where it stands; none for one in hand.
    pub square: Option<Square>,
    /// By how much Black is better off with it.
    pub centipawns: i32,
}

/// The worth of every piece of `pos` but the kings, those on the board first. Of equal pieces in a
/// hand one is taken.
pub fn of_pieces(evaluation: &Evaluation, pos: &Position) -> Vec<Worth> {
    let value = |pos: &Position| match pos.side() {
        Color::Black => evaluation.value(pos),
        Color::White => -evaluation.value(pos),
    };
    let with_all = value(pos);
    let on_board = Square::all().filter_map(|square| Some((pos.piece_at(square)?, Some(square))));
    let in_hands = Color::all().into_iter().flat_map(|color| {
        let kinds = pos.hand(color).iter();
        kinds.map(move |(kind, _)| (Piece::new(kind, color), None))
    });
    let places = on_board.chain(in_hands);
    let places = places.filter(|(piece, _)| piece.piece_kind() != PieceKind::King);
    let worth = |(piece, square)| Worth {
        piece,
        square,
        centipawns: with_all - value(&without(pos, piece, square)),
    };
    places.map(worth).collect()
}

/// `pos` without a piece of it, which is in hand if it has no square.
fn without(pos: &Position, piece: Piece, square: Option<Square>) -> Position {
    let mut rest = pos.clone();
    match square {
        Some(square) => rest.take(piece, square),
        None => rest.hand_mut(piece.color()).remove(piece.piece_kind()),
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvaluationKind;
    use crate::shogi::sfen;

    fn worths(text: &str, kind: EvaluationKind) -> Vec<Worth> {
        let evaluation = Evaluation {
            kind,
            ..Evaluation::default()
        };
        of_pieces(&evaluation, &sfen::parse(text).unwrap())
    }

    const ROOKS: &str = "4k4/1r7/9/9/9/9/9/7R1/4K4 b 2Pg 1";
    /// Pieces enough that a network knows the like of it.
    const FIRST_RANKS: &str = "lnsgk1snl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL b 2Pg 1";

    #[test]
    fn every_piece_but_the_kings_has_a_worth() {
        for kind in EvaluationKind::ALL {
            let worths = worths(FIRST_RANKS, kind);
            assert_eq!(worths.len(), 21, "{worths:?}");
            // A network may think nothing of a lance that shuts a line of its own side.
            let least = match kind {
                EvaluationKind::Handmade => 0,
                EvaluationKind::Nnue => 50,
            };
            let clear: Vec<_> = worths
                .iter()
                .filter(|it| it.centipawns.abs() >= least)
                .collect();
            assert!(clear.len() > 15, "{worths:?}");
            for worth in clear {
                let is_blacks = worth.piece.color() == Color::Black;
                assert_eq!(worth.centipawns > 0, is_blacks, "{worth:?}");
            }
        }
    }

    #[test]
    fn the_board_turned_has_the_same_worths() {
        for kind in EvaluationKind::ALL {
            let turned = worths("4k4/1r7/9/9/9/9/9/7R1/4K4 w G2p 1", kind);
            let sum = |worths: &[Worth]| -> i32 { worths.iter().map(|it| it.centipawns).sum() };
            assert_eq!(sum(&turned), -sum(&worths(ROOKS, kind)));
        }
    }
}
