//! Writing CSA records.

use super::{START_PLY, board, ending_word};
use crate::record::csa_notation as notation;
use crate::record::{Ending, Record, details, header_name, one_line};
use crate::shogi::Color;

/// Writes `record` as CSA V2.2.
pub fn write(record: &Record) -> String {
    let mut out = Out("V2.2\n".to_owned());
    out.headers(record);
    for line in board::write(record.game().start()) {
        out.line(&line);
    }
    for (mut pos, mv, info) in record.replay() {
        out.line(&notation::write_move(&pos, mv));
        out.time(info.time_ms);
        let _ = pos.do_move(mv);
        out.comments(details::write_move(info, &pos));
    }
    if let Some(ending) = &record.ending {
        out.ending(ending, record.game().position().side());
    }
    out.0
}

/// The text so far.
struct Out(String);

impl Out {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn headers(&mut self, record: &Record) {
        for (color, name) in Color::all().into_iter().zip(&record.names) {
            let name = one_line(name);
            if !name.is_empty() {
                self.line(&format!("N{}{name}", notation::sign(color)));
            }
        }
        for (name, value) in &record.headers {
            self.line(&format!("${}:{}", header_name(name), one_line(value)));
        }
        let ply = record.game().start().ply();
        if ply != 1 {
            self.line(&format!("${START_PLY}:{ply}"));
        }
        self.comments(details::comment_lines(&record.comment));
    }

    fn time(&mut self, time_ms: Option<u64>) {
        if let Some(time_ms) = time_ms {
            self.line(&format!("T{}", time_ms / 1000));
        }
    }

    fn comments(&mut self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            self.line(&format!("'*{line}"));
        }
    }

    fn ending(&mut self, ending: &Ending, mover: Color) {
        if let Some((name, native)) = ending_word(ending.reason, mover) {
            self.line(&format!("%{name}"));
            self.time(ending.time_ms);
            self.comments(details::write_ending(ending, Some(native)));
        }
    }
}
