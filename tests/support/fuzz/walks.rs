//! Games that come back to where they were: by loops there and back, by moves that lead back whenever there
//! is one, and by checks.

use engine::shogi::game::Game;
use engine::shogi::movegen::legal;
use engine::shogi::position::turned;
use engine::shogi::{Move, MoveList, Position, sfen};

/// Where games begin, and where they begin with colours exchanged: an even game, rooks that can give check
/// for ever, few pieces, pieces to be given away, and entered kings around the points of each rule.
const STARTS: [&str; 10] = [
    sfen::STARTPOS,
    "4k4/9/9/9/9/9/9/5R3/4K4 b - 1",
    "4k4/9/4r4/9/9/9/4R4/9/4K4 b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b - 1",
    "lnsgk1snl/4rg3/p1pp1pp1p/9/9/9/P1PP1PP1P/4G1K2/LNSG2SNL b RB2Pb3p 1",
    "4k4/9/9/9/9/9/9/9/4K3R b 3P2p 1",
    "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2RB2P 1",
    "1K2GGGG1/PPPPPP1R1/9/9/9/9/9/9/8k b RBbp 1",
    "8K/9/9/9/9/9/9/3pppppp/1gggg3k w 8P4S4N4L4prb 1",
    "3K5/2+P1+P+P+R2/9/3G5/9/5g3/9/2+p+p+p1+r2/4k4 b 2B2G4S4N4L5P6p 1",
];

/// Where walks begin.
pub fn starts() -> impl Iterator<Item = Position> {
    let starts = STARTS.iter().filter_map(|text| sfen::parse(text).ok());
    starts.flat_map(|pos| [turned(&pos), pos])
}

/// The legal moves of `pos`.
pub fn moves(pos: &Position) -> MoveList {
    let mut moves = MoveList::new();
    legal(pos, &mut moves);
    moves
}

fn after(pos: &Position, mv: Move) -> Position {
    let mut after = pos.clone();
    let _ = after.do_move(mv);
    after
}

/// A legal move by `pick`: mostly one to a position that was there before, else one to such a board, else one
/// that takes nothing back. None if there is no move.
pub fn back_or_on(game: &Game, pick: usize) -> Option<Move> {
    let mut pos = game.start().clone();
    let mut past = vec![(pos.key(), pos.board_key())];
    for &mv in game.moves() {
        let _ = pos.do_move(mv);
        past.push((pos.key(), pos.board_key()));
    }
    let moves = moves(&pos);
    let leads_to = |is_there: fn((u64, u64), (u64, u64)) -> bool| {
        let leads = |mv: &&Move| {
            let later = after(&pos, **mv);
            let keys = (later.key(), later.board_key());
            past.iter().any(|&earlier| is_there(earlier, keys))
        };
        moves.iter().filter(leads).copied().collect::<Vec<_>>()
    };
    let chosen = match pick % 8 {
        0..4 => leads_to(|earlier, later| earlier.0 == later.0),
        4..6 => leads_to(|earlier, later| earlier.1 == later.1),
        _ => Vec::new(),
    };
    let chosen = if chosen.is_empty() {
        moves.to_vec()
    } else {
        chosen
    };
    chosen.get(pick / 8 % chosen.len().max(1)).copied()
}

/// A walk of `length` moves by `picks`.
pub fn walk(start: Position, length: usize, mut picks: impl FnMut() -> usize) -> Game {
    let mut game = Game::new(start);
    while game.moves().len() < length && game.ending(None).is_none() {
        let chosen = back_or_on(&game, picks());
        if chosen.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    game
}

/// Both sides go `steps` moves there and back, again and again, and then others, until the game ends or is
/// `length` moves long.
pub fn loops(
    start: Position,
    steps: usize,
    length: usize,
    mut picks: impl FnMut() -> usize,
) -> Game {
    let mut game = Game::new(start);
    while game.moves().len() < length && game.ending(None).is_none() {
        let way = there(&game, steps, &mut picks);
        let back: Vec<_> = way
            .chunks(2)
            .rev()
            .flatten()
            .map(|&mv| reversed(mv))
            .collect();
        let ways = [way, back.into_iter().flatten().collect()].concat();
        let times = 1 + picks() % 4;
        let made = ways.iter().cycle().take(times * ways.len());
        for &mv in made {
            if game.ending(None).is_some() || game.play(mv).is_err() {
                break;
            }
        }
        if ways.is_empty() {
            break;
        }
    }
    game
}

/// The game that begins where `mv`, a move that can be taken back, leads from `pos`, and in which `mv` would
/// lead there for the fourth time. None if there is none.
pub fn thrice_round(pos: &Position, mv: Move, pick: usize) -> Option<Game> {
    let back = returns(pos, mv)?;
    let start = after(pos, mv);
    let answers: Vec<_> = moves(&start)
        .iter()
        .filter_map(|&answer| Some([answer, back, returns(&start, answer)?, mv]))
        .collect();
    let way = answers.get(pick % answers.len().max(1))?;
    let mut game = Game::new(start);
    let made = way.iter().cycle().take(11);
    made.copied().try_for_each(|mv| game.play(mv)).ok()?;
    game.ending(None).is_none().then_some(game)
}

/// The move that takes `mv` back after a pass of the other side, if it is quiet and there is one.
fn returns(pos: &Position, mv: Move) -> Option<Move> {
    let back = reversed(mv)?;
    let is_quiet = pos.piece_at(mv.to()).is_none() && !mv.is_promotion();
    let mut passed = after(pos, mv);
    passed.do_null_move();
    (is_quiet && moves(&passed).contains(&back)).then_some(back)
}

/// Moves of both sides that can be taken back by moving back.
fn there(game: &Game, steps: usize, mut picks: impl FnMut() -> usize) -> Vec<Move> {
    let mut pos = game.position().clone();
    let mut way = Vec::new();
    for _ in 0..2 * steps {
        let all = moves(&pos);
        let can_return = |mv: &&Move| returns(&pos, **mv).is_some();
        let fit: Vec<_> = all.iter().filter(can_return).copied().collect();
        let Some(&mv) = fit.get(picks() % fit.len().max(1)) else {
            break;
        };
        pos = after(&pos, mv);
        way.push(mv);
    }
    way
}

fn reversed(mv: Move) -> Option<Move> {
    Some(Move::normal(mv.to(), mv.from()?, false))
}
