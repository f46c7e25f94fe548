//! Writing CSA records.

use super::{ENDINGS, START_PLY, notation};
use crate::record::{Ending, Record, Termination, details, header_name, one_line};
use crate::shogi::{Color, Hand, Position, Square};

/// Writes `record` as CSA V2.2.
pub fn write(record: &Record) -> String {
    let mut out = Out("V2.2\n".to_owned());
    out.headers(record);
    out.start(record.game().start());
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

    fn start(&mut self, start: &Position) {
        if start.board_key() == Position::default().board_key() && Self::no_hands(start) {
            self.line("PI");
        } else {
            (1..=9).for_each(|rank| self.rank(start, rank));
            for color in Color::all() {
                self.hand(start.hand(color), color);
            }
        }
        self.line(&notation::sign(start.side()).to_string());
    }

    fn no_hands(pos: &Position) -> bool {
        Color::all()
            .into_iter()
            .all(|color| pos.hand(color).is_empty())
    }

    fn rank(&mut self, pos: &Position, rank: u8) {
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        let names = squares.map(|square| match pos.piece_at(square) {
            Some(piece) => {
                let (kind, color) = piece.to_parts();
                format!("{}{}", notation::sign(color), notation::kind_name(kind))
            }
            None => " * ".to_owned(),
        });
        let names: String = names.collect();
        self.line(&format!("P{rank}{names}"));
    }

    fn hand(&mut self, hand: Hand, color: Color) {
        let mut text = format!("P{}", notation::sign(color));
        for (kind, count) in hand.iter() {
            let item = format!("00{}", notation::kind_name(kind));
            text.push_str(&item.repeat(count as usize));
        }
        if !hand.is_empty() {
            self.line(&text);
        }
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
        let reason = ending.reason;
        let named = |wanted| ENDINGS.iter().find(|(_, known)| *known == wanted);
        // A loser by perpetual check has broken a rule.
        let foul = reason
            .loser(mover)
            .and_then(|loser| named(Termination::Foul { loser }));
        if let Some(&(name, native)) = named(reason).or(foul) {
            self.line(&format!("%{name}"));
            self.time(ending.time_ms);
            self.comments(details::write_ending(ending, Some(native)));
        }
    }
}
