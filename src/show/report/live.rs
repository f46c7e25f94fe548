//! A match while it is played, for the page that shows it: how far it is, and the boards.

use super::drawn::from_black;
use crate::language::Language;
use base::progress::time_left;
use engine::shogi::{Color, sfen};
use matches::contest::schedule::letter;
use matches::crew::AtWork;
use matches::observers::tally::Account;
use serde::Serialize;

/// How many boards are shown; more would not fit on a screen.
const MOST_BOARDS: usize = 12;

/// What the page asks for again and again.
#[derive(Debug, Serialize)]
pub struct State {
    /// Games that its report has.
    games: u64,
    /// Games in all.
    of: u64,
    /// The time left, in words.
    left: String,
    /// How the players stand, in words; empty before the first pair.
    standing: String,
    boards: Vec<Board>,
    /// How many games more are being played.
    more: usize,
}

/// A game being played.
#[derive(Debug, Serialize)]
struct Board {
    game: u64,
    /// The letters of Black and White.
    players: [char; 2],
    sfen: String,
    moves: Vec<String>,
    /// The ms that Black and White have left.
    clocks: [Option<u64>; 2],
    said: Option<BestLine>,
}

/// What a player said last of its best line.
#[derive(Debug, Serialize)]
struct BestLine {
    by: char,
    /// As the values of the report.
    value: i32,
    depth: u32,
    /// After how many of the moves, and what follows there.
    after: usize,
    line: Vec<String>,
}

impl State {
    /// That of the match that `account` counts, of which the report has so many `games`.
    pub fn new(games: u64, account: &Account, at_work: &[AtWork], language: Language) -> Self {
        let boards = at_work.iter().take(MOST_BOARDS).filter_map(Board::new);
        let standing = (account.played() > 0).then(|| language.read(&account.standing()));
        Self {
            games,
            of: account.games,
            left: language.read(&time_left(account.time_left())),
            standing: standing.unwrap_or_default(),
            boards: boards.collect(),
            more: at_work.len().saturating_sub(MOST_BOARDS),
        }
    }
}

impl Board {
    fn new(at_work: &AtWork) -> Option<Self> {
        let scene = at_work.view.look();
        let start = scene.start.as_ref()?;
        let players = at_work.game.seats().map(letter);
        let first = start.side();
        let on_move = match scene.moves.len() % 2 {
            0 => first,
            _ => first.flip(),
        };
        let left = |side| scene.time_left(side, on_move);
        let said = scene.said.as_ref().map(|said| BestLine {
            by: players[said.by.array_index()],
            value: from_black(said.info.score, said.by),
            depth: said.info.depth,
            after: said.after,
            line: said.info.pv.iter().map(ToString::to_string).collect(),
        });
        Some(Self {
            game: at_work.game.id,
            players,
            sfen: sfen::write(start),
            moves: scene.moves.iter().map(ToString::to_string).collect(),
            clocks: Color::all().map(|side| left(side).map(|left| left.as_millis() as u64)),
            said,
        })
    }
}
