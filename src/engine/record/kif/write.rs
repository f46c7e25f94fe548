//! Writing KIF and KI2 records.

use super::{BRANCH, board, endings, headers, line_names, notation};
use crate::columns::width;
use crate::record::branch::Line;
use crate::record::{Ending, Record, Termination, details};
use crate::shogi::{Color, Position};

/// Writes `record` as KIF, to be saved as UTF-8.
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
            out.comments(details::write_move(info, &pos));
        }
        if let Some(ending) = &line.record.ending {
            out.ending(ending, line.record.game().position());
        }
    }
    out.text
}

/// Writes `record` as KI2, to be saved as UTF-8.
pub fn write_ki2(record: &Record) -> String {
    let mut out = Out::default();
    out.headers(record, "KI2");
    out.line("");
    for line in Line::all(record) {
        out.begin(&line);
        let game = line.record.game();
        let names = line_names(game.start(), line.last, game.moves());
        for ((mut pos, mv, info), name) in line.record.replay().zip(names) {
            out.spoken(&name);
            let _ = pos.do_move(mv);
            out.comments(details::write_move(info, &pos));
        }
        out.end_line();
        if let Some(ending) = &line.record.ending {
            let (_, native) = native(ending.reason, game.position().side());
            out.result(native, game.position().side());
            out.comments(details::write_ending(ending, Some(native)));
        }
    }
    out.text
}

const MOVES_IN_A_LINE: usize = 6;

/// The text so far.
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

    /// A move as it is told in print, several to a line.
    fn spoken(&mut self, name: &str) {
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
        for (name, value) in headers::written(record) {
            self.line(&format!("{name}：{value}"));
        }
        for line in board::write(record.game().start()) {
            self.line(&line);
        }
        for (name, value) in headers::names(record) {
            self.line(&format!("{name}：{value}"));
        }
        self.comments(details::comment_lines(&record.comment));
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
        self.comments(details::write_ending(ending, Some(native)));
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
    let name = |color| match color {
        Color::Black => "先手",
        Color::White => "後手",
    };
    let (mover, other) = (name(mover), name(mover.flip()));
    match reason {
        Termination::Resignation | Termination::Mate => format!("{other}の勝ち"),
        Termination::TimeUp => format!("時間切れにより{other}の勝ち"),
        Termination::IllegalMove => format!("{mover}の反則負け"),
        Termination::Declaration => format!("{mover}の入玉勝ち"),
        Termination::Foul { .. } => format!("{mover}の反則勝ち"),
        _ => word.to_owned(),
    }
}
