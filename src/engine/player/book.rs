//! A move of the opening book instead of a search.
//!
//! What must hold: the move and the line are legal; where people ask what a position is worth
//! (analysis, `Explain`, chosen moves) the book is not asked.

use crate::book::{Book, BookError, BookMove};
use crate::player::job::Settled;
use crate::player::levels::Level;
use crate::player::settings::Settings;
use crate::search::{Decision, Limits, Score};
use crate::shogi::game::Game;
use crate::shogi::{Checks, Move, Position, movegen};
use base::random;

/// A move for the last position of `game`, drawn among those that `settings` allow.
///
/// # Errors
/// If the book cannot be read.
pub fn find(
    book: &Book,
    game: &Game,
    settings: &Settings,
    limits: &Limits,
) -> Result<Option<Settled>, BookError> {
    let draw = random::unpredictable();
    let pos = game.position();
    let is_asked = settings.analysis || settings.explain;
    // What is known by heart would be stronger than a level is.
    let is_open = !is_asked && settings.level == Level::FULL;
    let wanted = is_open && !limits.infinite && limits.moves.is_empty();
    let rules = &settings.book;
    let ignored = draw % 100 < u64::from(rules.ignore_percent);
    if !wanted || ignored || pos.ply() > rules.moves {
        return Ok(None);
    }
    let known = book.moves(pos, rules.flipped)?;
    let playable = rules.playable(pos.side(), known.clone());
    let Some(chosen) = rules.choose(&playable, draw / 100) else {
        return Ok(None);
    };
    let reason = format!(
        "book: {}, value {}, depth {}, played {} times; one of {} playable moves of {} in {}",
        chosen.mv,
        chosen.value,
        chosen.depth,
        chosen.count,
        playable.len(),
        known.len(),
        book.path().display()
    );
    Ok(Some(Settled {
        decision: Decision::Play {
            best: chosen.mv,
            ponder: None,
        },
        score: Score::Cp(chosen.value),
        depth: chosen.depth,
        line: line(book, pos, chosen, settings)?,
        reason: Some(reason),
    }))
}

/// How the book goes on after `chosen`, by its first moves.
fn line(
    book: &Book,
    root: &Position,
    chosen: BookMove,
    settings: &Settings,
) -> Result<Vec<Move>, BookError> {
    let mut pos = root.clone();
    let mut line = vec![chosen.mv];
    let _ = pos.do_move(chosen.mv);
    let mut expected = chosen.reply;
    while line.len() < settings.book.line_plies {
        let moves = book.moves(&pos, settings.book.flipped)?;
        let first = moves.first();
        let legal = |mv: &Move| movegen::is_legal(&pos, &Checks::of(&pos), *mv);
        let Some(next) = expected.filter(legal).or(first.map(|it| it.mv)) else {
            break;
        };
        expected = moves
            .iter()
            .find(|it| it.mv == next)
            .and_then(|it| it.reply);
        line.push(next);
        let _ = pos.do_move(next);
    }
    Ok(line)
}
