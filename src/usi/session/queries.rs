//! Questions about the position that other engines answer too, asked by people and by tools such as
//! Ayane.

use crate::eval::Evaluation;
use crate::shogi::diagram::Diagram;
use crate::shogi::perft::{Convention, perft};
use crate::shogi::{Color, MoveList, Position, movegen, sfen};
use crate::usi::grammar::Query;

/// The answer to `query` about `pos`, of which `evaluation` tells the value.
pub fn answer(query: Query, pos: &Position, evaluation: &Evaluation) -> String {
    match query {
        Query::Moves => legal_moves(pos),
        Query::Side => match pos.side() {
            Color::Black => "black".to_owned(),
            Color::White => "white".to_owned(),
        },
        Query::Board => format!("{}\nsfen {}", Diagram(pos), sfen::write(pos)),
        Query::Value => format!("eval = {}", evaluation.value(pos)),
        Query::Perft(depth) => {
            let leaves = perft(&mut pos.clone(), depth, Convention::Count);
            format!("Nodes searched: {leaves}")
        }
    }
}

fn legal_moves(pos: &Position) -> String {
    let mut list = MoveList::new();
    movegen::legal(pos, &mut list);
    let moves: Vec<_> = list.iter().map(ToString::to_string).collect();
    moves.join(" ")
}
