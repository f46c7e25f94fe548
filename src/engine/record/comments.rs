//! What a search found about a move, and the comments of people, as lines of comment: the same in every
//! format that has comments.
//!
//! The words are those of floodgate (`* 35 -3334FU`: the evaluation for Black and the line of
//! play in CSA notation) and of `ShogiHome` (`*詰み=先手勝ち:5手`, `*深さ=12`, `*ノード数=34567`),
//! so that graphical interfaces draw their graphs from our records. Two are our own: `*消費時間=
//! 1234ms`, where a format keeps whole seconds only, and `*終局=`, where it has no word for an
//! ending. What must hold: a line that [`read_move`] does not take is left alone, and written as it was read; other
//! programs have values of their own in such lines (`ShogiGUI`: `*対局 時間 00:00.1 深さ 5/9 … 評価値 35 …`).

use super::csa::notation;
use super::{Ending, Evaluation, MoveInfo, Termination};
use crate::shogi::movegen::is_legal;
use crate::shogi::{Checks, Color, Move, Position};

/// How a line begins that says what a study of the game found, as `ShogiGUI` has it.
pub const STUDY: &str = "*解析 ";

const MATE: &str = "*詰み=";
const DEPTH: &str = "*深さ=";
const NODES: &str = "*ノード数=";
const TIME: &str = "*消費時間=";
const ENDING: &str = "*終局=";
const BLACK_WINS: &str = "先手勝ち";
const WHITE_WINS: &str = "後手勝ち";

/// A mate in no plies, in centipawns, for programs that read nothing else.
const MATE_CENTIPAWNS: i32 = 32_000;

/// The lines for `info`, noted about the move that led to `pos`, and then its comment.
pub(super) fn write_move(info: &MoveInfo, pos: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(evaluation) = info.evaluation {
        let pv = write_pv(&info.pv, pos);
        lines.push(format!("* {}{pv}", centipawns(evaluation)));
        lines.extend(mate(evaluation));
    }
    lines.extend(info.depth.map(|depth| format!("{DEPTH}{depth}")));
    lines.extend(info.nodes.map(|nodes| format!("{NODES}{nodes}")));
    lines.extend(milliseconds(info.time_ms));
    let is_taken = |line: &str| read_move(line, pos, &mut MoveInfo::default());
    lines.extend(comment_lines(&info.comment, is_taken));
    lines
}

/// The lines for `ending`, with `mover` to move, which the format itself can only call `native`.
pub(super) fn write_ending(
    ending: &Ending,
    native: Option<Termination>,
    mover: Color,
) -> Vec<String> {
    let mut lines = Vec::new();
    if native != Some(ending.reason) {
        let word = ending.reason.fine_point();
        lines.extend(word.map(|word| format!("{ENDING}{word}")));
    }
    lines.extend(milliseconds(ending.time_ms));
    let is_taken = |line: &str| read_ending(line, mover, &mut Ending::from(ending.reason));
    lines.extend(comment_lines(&ending.comment, is_taken));
    lines
}

/// The lines of a comment as they are, but for those that `is_taken` for something else by whoever reads them: these
/// have a blank before them.
pub(super) fn comment_lines(
    comment: &str,
    is_taken: impl Fn(&str) -> bool,
) -> impl Iterator<Item = String> {
    comment.lines().map(move |line| match line {
        _ if is_taken(line) => format!(" {line}"),
        _ => line.to_owned(),
    })
}

fn centipawns(evaluation: Evaluation) -> i32 {
    match evaluation {
        Evaluation::Centipawns(centipawns) => centipawns,
        Evaluation::Mate { winner, plies } => {
            let plies = plies.unwrap_or(0).min(1_000) as i32;
            match winner {
                Color::Black => MATE_CENTIPAWNS - plies,
                Color::White => plies - MATE_CENTIPAWNS,
            }
        }
    }
}

fn mate(evaluation: Evaluation) -> Option<String> {
    let Evaluation::Mate { winner, plies } = evaluation else {
        return None;
    };
    let winner = match winner {
        Color::Black => BLACK_WINS,
        Color::White => WHITE_WINS,
    };
    let plies = plies.map_or(String::new(), |plies| format!(":{plies}手"));
    Some(format!("{MATE}{winner}{plies}"))
}

fn milliseconds(time_ms: Option<u64>) -> Option<String> {
    let time_ms = time_ms.filter(|time_ms| time_ms % 1000 != 0)?;
    Some(format!("{TIME}{time_ms}ms"))
}

/// The moves of `pv` that are legal from `pos` on.
fn write_pv(pv: &[Move], pos: &Position) -> String {
    let mut pos = pos.clone();
    let mut text = String::new();
    for &mv in pv {
        if !is_legal(&pos, &Checks::of(&pos), mv) {
            break;
        }
        text.push(' ');
        text.push_str(&notation::write_move(&pos, mv));
        let _ = pos.do_move(mv);
    }
    text
}

/// The moves that `words` begin with, as far as they are legal from `pos` on.
fn read_pv<'a>(words: impl Iterator<Item = &'a str>, pos: &Position) -> Vec<Move> {
    let mut pos = pos.clone();
    let mut pv = Vec::new();
    for word in words {
        match notation::read_move(&pos, word) {
            Some(mv) if is_legal(&pos, &Checks::of(&pos), mv) => {
                pv.push(mv);
                let _ = pos.do_move(mv);
            }
            _ => break,
        }
    }
    pv
}

/// Takes `line` into `info`, noted about the move that led to `pos`; false if it says something
/// else.
pub(super) fn read_move(line: &str, pos: &Position, info: &mut MoveInfo) -> bool {
    if let Some(text) = line.strip_prefix("* ") {
        return read_floodgate(text, pos, info);
    }
    if let Some(text) = line.strip_prefix("*評価値=") {
        let centipawns = text.parse().ok().map(Evaluation::Centipawns);
        return set(&mut info.evaluation, centipawns);
    }
    if let Some(text) = line.strip_prefix(MATE) {
        return set(&mut info.evaluation, read_mate(text));
    }
    if let Some(text) = line.strip_prefix(DEPTH) {
        return set(&mut info.depth, text.parse().ok());
    }
    if let Some(text) = line.strip_prefix(NODES) {
        return set(&mut info.nodes, text.parse().ok());
    }
    read_milliseconds(line, &mut info.time_ms)
}

/// Takes `line` into `ending`, with `mover` to move; false if it says something else.
pub(super) fn read_ending(line: &str, mover: Color, ending: &mut Ending) -> bool {
    if let Some(word) = line.strip_prefix(ENDING) {
        let refined = ending.reason.refined(word, mover);
        let understood = refined != ending.reason;
        ending.reason = refined;
        return understood;
    }
    read_milliseconds(line, &mut ending.time_ms)
}

/// Puts what was read into its place; false if nothing was.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let found = value.is_some();
    if found {
        *place = value;
    }
    found
}

fn read_floodgate(text: &str, pos: &Position, info: &mut MoveInfo) -> bool {
    let mut words = text.split_whitespace();
    let Some(centipawns) = words.next().and_then(|word| word.parse().ok()) else {
        return false;
    };
    info.evaluation = Some(Evaluation::Centipawns(centipawns));
    info.pv = read_pv(words, pos);
    true
}

fn read_mate(text: &str) -> Option<Evaluation> {
    let (winner, plies) = match text.split_once(':') {
        Some((winner, plies)) => (winner, Some(plies.strip_suffix('手')?.parse().ok()?)),
        None => (text, None),
    };
    let winner = match winner {
        BLACK_WINS => Color::Black,
        WHITE_WINS => Color::White,
        _ => return None,
    };
    Some(Evaluation::Mate { winner, plies })
}

fn read_milliseconds(line: &str, time_ms: &mut Option<u64>) -> bool {
    let text = line.strip_prefix(TIME);
    let text = text.and_then(|text| text.strip_suffix("ms"));
    set(time_ms, text.and_then(|text| text.parse().ok()))
}
