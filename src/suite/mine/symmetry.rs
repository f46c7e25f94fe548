//! What stays the same when a position is mirrored, or turned with its colours swapped.

use engine::shogi::Color;
use engine::shogi::Position;
use engine::shogi::sfen;
use engine::shogi::turned::turned;

/// A text that is the same for `position`, its mirror image, and either of them turned with its
/// colours swapped. The move number is not part of it.
pub fn normal_form(position: &Position) -> String {
    let text = match position.side() {
        Color::Black => sfen::write(position),
        Color::White => sfen::write(&turned(position)),
    };
    let mut fields = text.split(' ');
    let board = fields.next().unwrap_or_default();
    let hands = fields.nth(1).unwrap_or_default();
    let mut ranks: Vec<Vec<String>> = board.split('/').map(squares).collect();
    let written = |ranks: &[Vec<String>]| ranks.concat().concat();
    let own = written(&ranks);
    for rank in &mut ranks {
        rank.reverse();
    }
    format!("{} {hands}", own.min(written(&ranks)))
}

/// The nine squares of a rank: a piece with its `+`, or `1` for none.
fn squares(rank: &str) -> Vec<String> {
    let mut squares = Vec::new();
    let mut promoted = "";
    for symbol in rank.chars() {
        match symbol.to_digit(10) {
            Some(count) => squares.extend((0..count).map(|_| "1".to_owned())),
            None if symbol == '+' => promoted = "+",
            None => {
                squares.push(format!("{promoted}{symbol}"));
                promoted = "";
            }
        }
    }
    squares
}
