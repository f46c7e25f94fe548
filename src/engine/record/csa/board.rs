//! Start positions in CSA: the even game less some pieces, ranks, and lists of pieces.

use crate::record::csa_notation::{HAND, kind_name, read_kind, read_sign, read_square, sign};
use crate::record::setup::Setup;
use crate::shogi::{Color, Hand, Piece, Position, Square};

/// The lines that describe `start`, apart from the number of its first move.
pub fn write(start: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    if is_even(start) {
        lines.push("PI".to_owned());
    } else {
        lines.extend((1..=9).map(|rank| write_rank(start, rank)));
        let hands = Color::all().map(|color| write_hand(start.hand(color), color));
        lines.extend(hands.into_iter().flatten());
    }
    lines.push(sign(start.side()).to_string());
    lines
}

/// Whether the pieces of `pos` are those of an even game, whoever is to move.
fn is_even(pos: &Position) -> bool {
    let even = Position::default();
    let no_hands = Color::all().map(|color| pos.hand(color).is_empty()) == [true; 2];
    no_hands && Square::all().all(|square| pos.piece_at(square) == even.piece_at(square))
}

fn write_rank(pos: &Position, rank: u8) -> String {
    let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
    let names = squares.map(|square| match pos.piece_at(square) {
        Some(piece) => {
            let (kind, color) = piece.to_parts();
            format!("{}{}", sign(color), kind_name(kind))
        }
        None => " * ".to_owned(),
    });
    let names: String = names.collect();
    format!("P{rank}{names}")
}

/// The line for what `color` holds, if it holds anything.
fn write_hand(hand: Hand, color: Color) -> Option<String> {
    let mut line = format!("P{}", sign(color));
    for (kind, count) in hand.iter() {
        line.push_str(&format!("{HAND}{}", kind_name(kind)).repeat(count as usize));
    }
    (!hand.is_empty()).then_some(line)
}

/// Takes a line (`PI…`, `P1…`, `P+…`, `P-…`) into `setup`; none if it is none.
pub fn read(setup: &mut Setup, line: &str) -> Option<()> {
    let rest = line.get(2..)?;
    match line.get(..2)? {
        "PI" => {
            let (side, ply) = (setup.side, setup.ply);
            *setup = Setup::even();
            (setup.side, setup.ply) = (side, ply);
            items(rest)?
                .into_iter()
                .try_for_each(|item| remove(setup, item))
        }
        "P+" => pieces(setup, Color::Black, rest),
        "P-" => pieces(setup, Color::White, rest),
        rank => read_rank(setup, rank.strip_prefix('P')?.parse().ok()?, rest),
    }
}

/// `text` in pieces of four characters.
fn items(text: &str) -> Option<Vec<&str>> {
    let starts = (0..text.len()).step_by(4);
    starts.map(|start| text.get(start..start + 4)).collect()
}

fn remove(setup: &mut Setup, item: &str) -> Option<()> {
    let square = read_square(item.get(..2)?)?;
    let kind = read_kind(item.get(2..)?)?;
    if setup.piece_at(square)?.piece_kind() != kind {
        return None;
    }
    setup.put(square, None);
    Some(())
}

fn pieces(setup: &mut Setup, color: Color, text: &str) -> Option<()> {
    for item in items(text)? {
        if item == "00AL" {
            setup.hold_rest(color);
            continue;
        }
        let (place, kind) = (item.get(..2)?, read_kind(item.get(2..)?)?);
        if place == HAND {
            setup.hold(color, kind, 1).then_some(())?;
        } else {
            setup.put(read_square(place)?, Some(Piece::new(kind, color)));
        }
    }
    Some(())
}

/// Nine squares, `+FU`, `-FU` or ` * `; blanks may have been lost at the end and between stars,
/// and dots and the like added, by mail and web pages.
fn read_rank(setup: &mut Setup, rank: u8, text: &str) -> Option<()> {
    let mut rest = text;
    for file in (1..=9).rev() {
        rest = rest.trim_start();
        let square = Square::new(file, rank)?;
        if let Some(after) = rest.strip_prefix('*') {
            rest = after;
            continue;
        }
        let color = read_sign(rest.get(..1)?)?;
        let kind = read_kind(rest.get(1..3)?)?;
        setup.put(square, Some(Piece::new(kind, color)));
        rest = rest.get(3..)?;
    }
    rest.trim_matches(['.', ' ']).is_empty().then_some(())
}
