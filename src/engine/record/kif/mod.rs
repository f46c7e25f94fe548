//! Records in the format of Kifu for Windows (`.kif`, `.kifu`), and in its form for people
//! (`.ki2`): the same without times, with several moves to a line, each after the mark of its side
//! and as it is printed.
//!
//! Times are whole seconds. Branches (`変化：12手`) follow the line that they leave, the last first, each with its own.
//! Start positions are named where they have a name, and drawn as a board otherwise. One reader takes
//! both forms, for files are not always called by their own.

pub(super) mod head;
mod notation;
mod read;

pub(super) use head::{HANDICAP, begins_game, name_of, start_of_name};
pub use head::{board_name, drawing, handicap, handicap_names, handicaps, is_handicap};
pub use notation::{file_name, kind_name, move_name, rank_name, read_move, read_name};
pub use read::read;

use super::content::Line;
use super::{Ending, Format, Record, Termination, comments};
use crate::shogi::{Color, Move, Position, Square};
use base::table::width;

/// How records mark the moves of a side.
pub fn mark(side: Color) -> char {
    match side {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// The moves of `line` from `pos` on as they are printed, each after the mark of its side;
/// the move before went to `last`.
pub fn line_names(pos: &Position, last: Option<Square>, line: &[Move]) -> Vec<String> {
    marked(move_name, pos, last, line)
}

/// The same as KIF writes moves, with the squares that pieces come from.
pub fn written_line(pos: &Position, last: Option<Square>, line: &[Move]) -> Vec<String> {
    marked(notation::write_move, pos, last, line)
}

fn marked(
    write: fn(&Position, Move, Option<Square>) -> String,
    pos: &Position,
    mut last: Option<Square>,
    line: &[Move],
) -> Vec<String> {
    let mut pos = pos.clone();
    let mut name = |&mv: &Move| {
        let name = format!("{}{}", mark(pos.side()), write(&pos, mv, last));
        let _ = pos.do_move(mv);
        last = Some(mv.to());
        name
    };
    line.iter().map(&mut name).collect()
}

/// The side whose moves `mark` is for.
fn read_mark(mark: char) -> Option<Color> {
    match mark {
        '▲' | '▼' | '☗' => Some(Color::Black),
        '△' | '▽' | '☖' => Some(Color::White),
        _ => None,
    }
}

/// The endings by their words when `mover` is to move; those that are read only come last.
fn endings(mover: Color) -> [(&'static str, Termination); 14] {
    let other = mover.flip();
    [
        ("投了", Termination::Resignation),
        ("詰み", Termination::Mate),
        ("不詰", Termination::NoMate),
        ("切れ負け", Termination::TimeUp),
        ("反則負け", Termination::IllegalMove),
        ("反則勝ち", Termination::Foul { loser: other }),
        ("不戦敗", Termination::Forfeit { loser: mover }),
        ("不戦勝", Termination::Forfeit { loser: other }),
        ("入玉勝ち", Termination::Declaration),
        ("千日手", Termination::Repetition),
        ("持将棋", Termination::Impasse),
        ("中断", Termination::Interrupted),
        ("時間切れ", Termination::TimeUp),
        (MATED, Termination::Mate),
    ]
}

/// A mate, at the end of a result.
const MATED: &str = "詰";

/// What the head of a branch is called.
const BRANCH: &str = "変化";

/// Whether a line of a record in one of these two forms tells which: a head or a move of it.
pub(super) fn format_of(line: &str) -> Option<Format> {
    let line = line.trim_start();
    let is_named = |name: &str| {
        line.starts_with(&format!("#{name}")) || line.starts_with(&format!("# {name}"))
    };
    if is_named("KI2") || line.starts_with(|first| read_mark(first).is_some()) {
        return Some(Format::Ki2);
    }
    let rest = line.trim_start_matches(|char: char| char.is_ascii_digit());
    let is_move = rest.len() < line.len()
        && rest.starts_with(char::is_whitespace)
        && rest
            .trim_start()
            .starts_with(|first: char| !first.is_ascii());
    let is_kif = is_named("KIF") || line.starts_with("手数") || is_move;
    is_kif.then_some(Format::Kif)
}

/// Writes `record` as KIF; [`Format::encode`] makes the content of a file of it.
pub fn write(record: &Record) -> String {
    let mut out = Out::default();
    out.headers(record, "KIF");
    out.line("手数----指手---------消費時間--");
    for line in Line::all(record) {
        out.begin(&line);
        let mut last = line.last;
        for (mut pos, mv, info) in line.record.replay() {
            out.numbered(
                &notation::write_move(&pos, mv, last),
                pos.side(),
                info.time_ms,
            );
            last = Some(mv.to());
            let _ = pos.do_move(mv);
            out.comments(comments::write_move(info, &pos));
        }
        if let Some(ending) = &line.record.ending {
            out.ending(ending, line.record.game().position());
        }
    }
    out.text
}

/// Writes `record` as KI2; see [`write()`].
pub fn write_ki2(record: &Record) -> String {
    let mut out = Out::default();
    out.headers(record, "KI2");
    out.line("");
    for line in Line::all(record) {
        out.begin(&line);
        let game = line.record.game();
        let names = line_names(game.start(), line.last, game.moves());
        for ((mut pos, mv, info), name) in line.record.replay().zip(names) {
            out.name(&name);
            let _ = pos.do_move(mv);
            out.comments(comments::write_move(info, &pos));
        }
        out.end_line();
        if let Some(ending) = &line.record.ending {
            let mover = game.position().side();
            let (_, native) = native(ending.reason, mover);
            out.result(native, mover);
            out.comments(comments::write_ending(ending, Some(native), mover));
        }
    }
    out.text
}

const MOVES_IN_A_LINE: usize = 6;

#[derive(Default)]
struct Out {
    text: String,
    /// How many moves lead to the place at hand.
    number: usize,
    /// What Black and White have spent, in milliseconds.
    spent_ms: [u64; 2],
}

impl Out {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Ends the line that moves stand in, if there is one.
    fn end_line(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        if !self.text.ends_with('\n') {
            self.line("");
        }
    }

    /// A move as it is printed, several to a line.
    fn name(&mut self, name: &str) {
        self.number += 1;
        let blanks = 12_usize.saturating_sub(width(name));
        self.text.push_str(name);
        if self.number.is_multiple_of(MOVES_IN_A_LINE) {
            self.end_line();
        } else {
            self.text.push_str(&" ".repeat(blanks.max(1)));
        }
    }

    fn headers(&mut self, record: &Record, format: &str) {
        self.line(&format!("#{format} version=2.0 encoding=UTF-8"));
        for (name, value) in head::headers(record) {
            self.line(&format!("{name}：{value}"));
        }
        for line in head::write_start(record.game().start()) {
            self.line(&line);
        }
        for (name, value) in head::names(record) {
            self.line(&format!("{name}：{value}"));
        }
        self.comments(comments::comment_lines(&record.comment, |_| false));
    }

    /// What comes before the moves of a line: nothing but for branches.
    fn begin(&mut self, line: &Line) {
        self.number = line.before;
        self.spent_ms = line.spent_ms;
        if line.is_branch {
            self.line("");
            self.line(&format!("{BRANCH}：{}手", line.before + 1));
        }
    }

    /// A line with the next number: a move or an ending of `mover`, and its time.
    fn numbered(&mut self, text: &str, mover: Color, time_ms: Option<u64>) {
        self.number += 1;
        let time = time_ms.map_or_else(String::new, |time_ms| self.time(mover, time_ms));
        let blanks = 12_usize.saturating_sub(width(text));
        let line = format!("{:4} {text}{}{time}", self.number, " ".repeat(blanks));
        self.line(line.trim_end());
    }

    /// `time_ms` and what `mover` has spent by now: ` ( 0:12/00:01:34)`.
    fn time(&mut self, mover: Color, time_ms: u64) -> String {
        let spent = &mut self.spent_ms[mover.array_index()];
        *spent = spent.saturating_add(time_ms);
        let (seconds, spent) = (time_ms / 1000, *spent / 1000);
        format!(
            " ({:2}:{:02}/{:02}:{:02}:{:02})",
            seconds / 60,
            seconds % 60,
            spent / 3600,
            spent / 60 % 60,
            spent % 60
        )
    }

    fn comments(&mut self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            self.end_line();
            self.line(&format!("*{line}"));
        }
    }

    fn ending(&mut self, ending: &Ending, last: &Position) {
        let mover = last.side();
        let (word, native) = native(ending.reason, mover);
        self.numbered(word, mover, ending.time_ms);
        self.number -= 1;
        self.comments(comments::write_ending(ending, Some(native), mover));
        self.result(native, mover);
    }

    fn result(&mut self, reason: Termination, mover: Color) {
        let (moves, result) = (self.number, result(reason, mover));
        self.line(&format!("まで{moves}手で{result}"));
    }
}

/// The word that comes nearest to `reason`, and what it means.
fn native(reason: Termination, mover: Color) -> (&'static str, Termination) {
    let loser = reason.loser(mover);
    let nearest = match reason {
        Termination::Foul { .. } | Termination::PerpetualCheck { .. } if loser == Some(mover) => {
            Termination::IllegalMove
        }
        Termination::PerpetualCheck { loser } => Termination::Foul { loser },
        Termination::MaxMoves | Termination::Draw => Termination::Impasse,
        _ => reason,
    };
    let known = endings(mover);
    let found = known.iter().find(|(_, known)| *known == nearest);
    found.copied().unwrap_or(("中断", Termination::Interrupted))
}

/// The result in words, after `まで…手で`.
fn result(reason: Termination, mover: Color) -> String {
    let (word, reason) = native(reason, mover);
    let [mover, other] = [mover, mover.flip()].map(head::player_name);
    match reason {
        Termination::Resignation | Termination::Mate => format!("{other}の勝ち"),
        Termination::TimeUp => format!("時間切れにより{other}の勝ち"),
        Termination::IllegalMove => format!("{mover}の反則負け"),
        Termination::Declaration => format!("{mover}の入玉勝ち"),
        Termination::Foul { .. } => format!("{mover}の反則勝ち"),
        _ => word.to_owned(),
    }
}
