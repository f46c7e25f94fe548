//! A book whose moves are worth what they come to in the book: the values at the ends of its lines, carried back.
//!
//! Positions meet whatever the moves that led there and the number of the move. A position that is in the book only
//! with the colours swapped counts as in the book, as it does when playing; what is said of it is turned round, so
//! that a repetition is one of the same position with the same side to move.
//!
//! A move leads out of the book, with the value and depth that the book has for it, where its position is not in the
//! book. A repetition is a draw, also where one side gives check all the time.

use super::graph::{Edge, Graph, Node, Worth, Worths};
use base::progress::{Progress, Screen};
use engine::book::{BookEntry, BookMove, MemoryBook, key};
use engine::shogi::position::{turned, turned_move};
use engine::shogi::{Checks, Color, Move, Position, movegen, sfen};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::io;

/// How long nothing is said of how far it is, in seconds.
const PATIENCE: f64 = 2.0;

/// What a draw is worth by repetition, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawValues {
    /// To Black, where its moves are chosen.
    pub black: i32,
    /// To White, where its moves are chosen.
    pub white: i32,
}

/// What was found in a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// Moves that lead to a position of the book.
    pub inner: u64,
    /// Moves that lead out of it.
    pub leaves: u64,
    /// Moves of which nothing was known beside others, and what is against the rules: left out.
    pub left_out: u64,
}

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (inner, leaves) = (self.inner, self.leaves);
        write!(
            f,
            "{inner} moves to positions of the book, {leaves} out of it"
        )?;
        if self.left_out > 0 {
            write!(
                f,
                ", {} without a value or against the rules left out",
                self.left_out
            )?;
        }
        Ok(())
    }
}

/// The book `draft` with values carried back; how far it is goes to `screen` if it takes long.
///
/// # Errors
/// If that cannot be written.
pub fn minimax(
    draft: MemoryBook,
    draws: DrawValues,
    screen: Screen<'_>,
) -> io::Result<(MemoryBook, Carried)> {
    let mut carried = Carried::default();
    let mut entries: Vec<_> = draft.into_entries().collect();
    entries.retain_mut(|entry| keep_legal(entry, &mut carried));
    let links = Links::of(&entries, screen)?;
    let for_black = links.graph.worths(draws.black);
    // What is worth this to White is worth the opposite to Black.
    let for_white = draws.white.saturating_neg();
    let for_white = (for_white != draws.black).then(|| links.graph.worths(for_white));
    let for_white = for_white.as_ref().unwrap_or(&for_black);
    let mut book = MemoryBook::default();
    for place in 0..entries.len() {
        let is_black = links.graph.nodes()[place].black;
        let worths = if is_black { &for_black } else { for_white };
        book.add_new(links.carried_back(worths, place, &mut carried));
    }
    Ok((book, carried))
}

/// Leaves out moves that are against the rules; whether `entry` is a position.
fn keep_legal(entry: &mut BookEntry, carried: &mut Carried) -> bool {
    let before = entry.moves.len();
    let pos = sfen::parse(&entry.key);
    match &pos {
        Ok(pos) => {
            let checks = Checks::of(pos);
            let is_legal = |it: &BookMove| movegen::is_legal(pos, &checks, it.mv);
            entry.moves.retain(is_legal);
        }
        Err(_) => entry.moves.clear(),
    }
    carried.left_out += (before - entry.moves.len()) as u64;
    pos.is_ok()
}

/// A book as a graph. Its nodes are the positions of the book in their order, and after them those to which moves
/// lead and that the book has with the colours swapped only.
struct Links<'a> {
    entries: &'a [BookEntry],
    graph: Graph,
    /// Of the latter, which position of the book that is.
    turned: Vec<u32>,
}

impl<'a> Links<'a> {
    fn of(entries: &'a [BookEntry], screen: Screen<'_>) -> io::Result<Self> {
        let mut progress = Progress::new(screen, 0, entries.len() as u64);
        let places = entries.iter().zip(0..);
        let mut finder = Finder {
            places: places
                .map(|(entry, place)| (entry.key.as_str(), place))
                .collect(),
            number: entries.len() as u32,
            turned: Vec::new(),
            numbers: HashMap::new(),
        };
        let mut nodes = Vec::with_capacity(entries.len());
        while let Some((entry, is_turned)) = at(entries, &finder.turned, nodes.len()) {
            nodes.push(finder.node(entry, is_turned));
            let done = nodes.len().min(entries.len());
            if done % 1024 == 0 && progress.seconds() > PATIENCE {
                let all = entries.len();
                progress.show(done as u64, || format!("{done} of {all} positions joined"))?;
            }
        }
        Ok(Self {
            entries,
            graph: Graph::new(nodes),
            turned: finder.turned,
        })
    }

    /// What the book says of the position at `place` with values carried back: its moves, the best first.
    fn carried_back(&self, worths: &Worths<'_>, place: usize, carried: &mut Carried) -> BookEntry {
        let (node, entry) = (&self.graph.nodes()[place], &self.entries[place]);
        let Some(best) = worths.best(place) else {
            return entry.clone();
        };
        let best = worths.preference(node, node.edges[best]);
        let mut moves = Vec::with_capacity(entry.moves.len());
        for (it, &edge) in entry.moves.iter().zip(&node.edges) {
            let (Some(worth), preference) = (worths.of(edge), worths.preference(node, edge)) else {
                carried.left_out += 1;
                continue;
            };
            let reply = match edge {
                Edge::To { node, .. } => self.best_move(worths, node as usize),
                _ => None,
            };
            let is_inner = matches!(edge, Edge::To { .. });
            carried.inner += u64::from(is_inner);
            carried.leaves += u64::from(!is_inner);
            let is_slower = preference.map(|it| it.0) == best.map(|it| it.0) && preference != best;
            let value = worth.value.saturating_mul(sign(node.black));
            let mv = BookMove {
                reply: reply.or(it.reply),
                value: value.saturating_sub(i32::from(is_slower)),
                depth: worth.depth,
                ..*it
            };
            moves.push((Reverse(preference), mv));
        }
        moves.sort_by_key(|(preference, _)| *preference);
        BookEntry {
            moves: moves.into_iter().map(|(_, mv)| mv).collect(),
            ..entry.clone()
        }
    }

    fn best_move(&self, worths: &Worths<'_>, node: usize) -> Option<Move> {
        let (entry, is_turned) = at(self.entries, &self.turned, node)?;
        let mv = entry.moves.get(worths.best(node)?)?.mv;
        Some(if is_turned { turned_move(mv) } else { mv })
    }
}

/// What the book has for a node, and whether that is with the colours swapped; none if there is no such node.
fn at<'a>(entries: &'a [BookEntry], turned: &[u32], node: usize) -> Option<(&'a BookEntry, bool)> {
    match node.checked_sub(entries.len()) {
        None => Some((entries.get(node)?, false)),
        Some(place) => Some((entries.get(*turned.get(place)? as usize)?, true)),
    }
}

fn sign(is_black: bool) -> i32 {
    if is_black { 1 } else { -1 }
}

/// Finds positions in a book.
struct Finder<'a> {
    places: HashMap<&'a str, u32>,
    /// How many positions the book has.
    number: u32,
    /// As in [`Links`].
    turned: Vec<u32>,
    /// The nodes of those.
    numbers: HashMap<u32, u32>,
}

impl Finder<'_> {
    fn node(&mut self, entry: &BookEntry, is_turned: bool) -> Node {
        // Others were left out.
        let pos = sfen::parse(&entry.key).unwrap_or_default();
        let pos = if is_turned { turned(&pos) } else { pos };
        let black = pos.side() == Color::Black;
        let edges = entry.moves.iter().map(|it| {
            let mv = if is_turned { turned_move(it.mv) } else { it.mv };
            let own = || Worth::leaf(it.value.saturating_mul(sign(black)), it.depth);
            let own = it.is_searched().then(own);
            let mut after = pos.clone();
            let _ = after.do_move(mv);
            match self.find(&after) {
                Some(node) => Edge::To { node, own },
                None => own.map_or(Edge::Unknown, Edge::Out),
            }
        });
        let edges = edges.collect();
        Node { black, edges }
    }

    fn find(&mut self, pos: &Position) -> Option<u32> {
        if let Some(&place) = self.places.get(key(pos).as_str()) {
            return Some(place);
        }
        let place = *self.places.get(key(&turned(pos)).as_str())?;
        Some(*self.numbers.entry(place).or_insert_with(|| {
            self.turned.push(place);
            self.number + self.turned.len() as u32 - 1
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::tests::book as draft_of;

    /// The position after `moves` from the start, as a book names it, or itself.
    fn after(moves: &str) -> String {
        if moves.contains('/') {
            return moves.to_owned();
        }
        let (game, _) =
            engine::shogi::game::Game::parse(&format!("startpos moves {moves}")).unwrap();
        key(game.position())
    }

    /// The moves that carrying back leaves for the position after each of the lines of `book`, which has the moves
    /// beside the line.
    fn carried(book: &[(&str, &str)], draws: DrawValues) -> Vec<String> {
        let position = |(line, moves): &(&str, &str)| {
            let moves = moves.replace(", ", "\n");
            format!("sfen {} 1\n{moves}\n", after(line))
        };
        let positions: Vec<_> = book.iter().map(position).collect();
        let draft = draft_of(&positions.concat());
        let (found, _) = minimax(draft, draws, Screen::Lines(&mut io::sink())).unwrap();
        let mut written = Vec::new();
        found.write(&mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        let of = |line: &str| {
            let (_, moves) = written
                .split_once(&format!("sfen {} 1\n", after(line)))
                .unwrap();
            let moves = moves.split("\nsfen").next().unwrap();
            moves.trim_end().replace('\n', ", ")
        };
        book.iter().map(|(line, _)| of(line)).collect()
    }

    #[test]
    fn the_best_move_is_the_one_that_comes_to_the_best() {
        let book = [
            ("", "7g7f none 50 10 3, 2g2f none 40 10 1"),
            ("7g7f", "3c3d none -20 12 1, 8c8d none 10 14 1"),
            ("2g2f", "3c3d none 30 8 1"),
            ("2g2f 3c3d", "7g7f none 70 9 1"),
            ("7g7f 3c3d", "2g2f none 60 9 1"),
            ("7g7f 3c3d 2g2f", "8c8d none -80 9 1"),
        ];
        assert_eq!(
            carried(&book, DrawValues::default()),
            [
                "2g2f 3c3d 80 12 1, 7g7f 8c8d -10 15 3",
                "8c8d none 10 14 1, 3c3d 2g2f -80 11 1",
                "3c3d 7g7f -80 11 1",
                "7g7f 8c8d 80 10 1",
                "2g2f 8c8d 80 10 1",
                "8c8d none -80 9 1",
            ]
        );
    }

    #[test]
    fn games_without_values_and_what_is_against_the_rules_count_for_nothing() {
        let book = [
            ("", "7g7f none 0 0 5, 2g2f none 12 3 1, 5i5e none 900 9 1"),
            ("7g7f", "3c3d none 0 0 1"),
            ("2g2f", "8c8d none 0 0 1"),
        ];
        let found = carried(&book, DrawValues::default());
        assert_eq!(found[0], "2g2f none 12 3 1");
        assert_eq!(found[1..], ["3c3d none 0 0 1", "8c8d none 0 0 1"]);
    }

    /// Rooks to and fro, with something else for either side.
    const CIRCLE: [(&str, &str); 4] = [
        ("", "2h3h none 0 1 1, 7g7f none -25 9 1"),
        ("2h3h", "8b7b none 0 1 1, 3c3d none -35 9 1"),
        ("2h3h 8b7b", "3h2h none 0 1 1"),
        ("2h3h 8b7b 3h2h", "7b8b none 0 1 1"),
    ];

    #[test]
    fn a_repetition_is_worth_what_either_side_says() {
        let draws = |black, white| {
            let found = carried(&CIRCLE, DrawValues { black, white });
            [found[0].clone(), found[1].clone()]
        };
        assert_eq!(
            draws(0, 0),
            [
                "2h3h 8b7b 0 9999 1, 7g7f none -25 9 1",
                "8b7b 3h2h 0 9999 1, 3c3d none -35 9 1"
            ]
        );
        // Each side would rather leave, sooner or, for a centipawn less, later.
        assert_eq!(
            draws(-30, -40),
            [
                "7g7f none -25 9 1, 2h3h 8b7b -26 13 1",
                "3c3d none -35 9 1, 8b7b 3h2h -36 13 1"
            ]
        );
    }

    #[test]
    fn a_position_with_the_colours_swapped_is_in_the_book() {
        // After 2h3h, seen from White.
        let turned = "lnsgkgsnl/2r4b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
        let book = [
            ("", "2h3h none 1 1 1, 6g6f none 1 2 1"),
            (turned, "7g7f none 60 5 1"),
        ];
        let found = carried(&book, DrawValues::default());
        assert_eq!(found[0], "6g6f none 1 2 1, 2h3h 3c3d -60 6 1");
    }
}
