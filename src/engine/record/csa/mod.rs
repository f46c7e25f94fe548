//! Records in the format of the Computer Shogi Association.
//!
//! Written is V2.2 with whole seconds; read are V2 to V3.0, with their fractions of seconds.
//! Comments for programs (`'*`) are kept, among them floodgate's `'** 35 -3334FU`, and the players' ratings, which it
//! writes as `'black_rate:NAME:3012.0`; other plain ones (`'`) are not, as the standard has it. After a `/` line, further games are left out with a note.
//! One ending is of V3.0, because V2.2 has no word for it and readers know it: `%MAX_MOVES`.

pub(super) mod notation;

use super::builder::Builder;
use super::content::RATINGS;
use super::{Ending, Problem, Reading, Record, RecordError, Termination};
use super::{comments, header_name, one_line};
use crate::shogi::Color;
use crate::shogi::sfen::Setup;

/// The header that says the number of the first move where it is not 1; our own.
const START_PLY: &str = "START_PLY";

/// The ending called `word`, without the `%` before it.
pub fn ending(word: &str) -> Option<Termination> {
    let found = ENDINGS.iter().find(|(known, _)| *known == word);
    found.map(|(_, reason)| *reason)
}

/// The word for `reason` when `mover` is to move, and what it means; none if the format has none.
pub fn ending_word(reason: Termination, mover: Color) -> Option<(&'static str, Termination)> {
    let named = |wanted| ENDINGS.iter().find(|(_, known)| *known == wanted);
    // A loser by perpetual check has broken a rule.
    let foul = reason
        .loser(mover)
        .and_then(|loser| named(Termination::Foul { loser }));
    named(reason).or(foul).copied()
}

/// The endings that have a word, `%` left out.
const ENDINGS: [(&str, Termination); 13] = [
    ("TORYO", Termination::Resignation),
    ("TSUMI", Termination::Mate),
    ("FUZUMI", Termination::NoMate),
    ("TIME_UP", Termination::TimeUp),
    ("ILLEGAL_MOVE", Termination::IllegalMove),
    (
        "+ILLEGAL_ACTION",
        Termination::Foul {
            loser: Color::Black,
        },
    ),
    (
        "-ILLEGAL_ACTION",
        Termination::Foul {
            loser: Color::White,
        },
    ),
    ("KACHI", Termination::Declaration),
    ("SENNICHITE", Termination::Repetition),
    ("JISHOGI", Termination::Impasse),
    ("MAX_MOVES", Termination::MaxMoves),
    ("HIKIWAKE", Termination::Draw),
    ("CHUDAN", Termination::Interrupted),
];

/// Whether a line is a side alone or a move, such as `+7776FU`.
pub(super) fn is_move(line: &str) -> bool {
    let Some(rest) = line.strip_prefix(['+', '-']) else {
        return false;
    };
    let (squares, kind) = rest.split_at_checked(4).unwrap_or((rest, ""));
    let is_move = squares.len() == 4
        && squares.bytes().all(|it| it.is_ascii_digit())
        && kind.starts_with(|first: char| first.is_ascii_uppercase());
    rest.is_empty() || is_move
}

/// Reads one game.
///
/// # Errors
/// [`RecordError`] for the first line that cannot be read, or if there is no start position.
pub fn read(text: &str) -> Result<Reading, RecordError> {
    let mut reader = Reader {
        builder: Builder::default(),
        setup: Setup::empty(),
        has_begun: false,
    };
    for line in text.lines() {
        reader.builder.line += 1;
        if line.trim_end() == "/" {
            reader.builder.leave_out("further games", line);
            break;
        }
        reader.line(line)?;
    }
    if !reader.has_begun {
        let missing = Problem::Missing("a line `+` or `-` that says who moves first");
        return Err(reader.builder.error(missing));
    }
    reader.builder.finish()
}

struct Reader {
    builder: Builder,
    setup: Setup,
    /// Whether the start position is complete and moves may come.
    has_begun: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), RecordError> {
        if let Some(comment) = line.strip_prefix('\'') {
            if let Some(comment) = comment.strip_prefix('*') {
                self.builder.comment(comment);
            } else if let Some((color, rating)) = read_rating(comment) {
                self.builder.header(RATINGS[color.array_index()], rating);
            }
            return Ok(());
        }
        let line = line.trim_end();
        if line.starts_with(['N', '$']) {
            return self.header(line);
        }
        line.split(',')
            .try_for_each(|part| self.statement(part.trim_end()))
    }

    fn header(&mut self, line: &str) -> Result<(), RecordError> {
        if let Some(name) = line.strip_prefix("N+") {
            self.builder.name(Color::Black, name);
        } else if let Some(name) = line.strip_prefix("N-") {
            self.builder.name(Color::White, name);
        } else if let Some((name, value)) = line
            .strip_prefix('$')
            .and_then(|header| header.split_once(':'))
        {
            // As they will be written.
            let (name, value) = (one_line(name), one_line(value));
            match value.parse() {
                Ok(ply) if name == START_PLY => self.setup.ply = ply,
                _ => self.builder.header(&name, &value),
            }
        } else {
            let expected = "a header such as `N+NAME` or `$EVENT:NAME`";
            return Err(self.builder.unexpected(line, expected));
        }
        Ok(())
    }

    fn statement(&mut self, text: &str) -> Result<(), RecordError> {
        match text.as_bytes().first() {
            None | Some(b'V' | b'\'') => Ok(()),
            Some(b'P') if !self.has_begun => {
                let read = notation::read_start(&mut self.setup, text);
                let expected = "nine squares such as `-KY` or ` * ` after `P1`-`P9`, or squares \
                    with pieces such as `77FU` or `00AL` after `PI`, `P+`, `P-`";
                read.ok_or_else(|| self.builder.unexpected(text, expected))
            }
            Some(b'+' | b'-') if !self.has_begun => self.begin(text),
            Some(b'+' | b'-') => self.play(text),
            Some(b'%') if self.has_begun => self.builder.end_by(ending(&text[1..]), text),
            Some(b'T') if self.has_begun => {
                let time = read_time(text).ok_or_else(|| {
                    let expected = "seconds such as `T12` or `T0.345`";
                    self.builder.unexpected(text, expected)
                })?;
                self.builder.time(time);
                Ok(())
            }
            _ => {
                let expected = "a move such as `+7776FU`, a time such as `T12`, an ending such as \
                    `%TORYO`, or a comment after `'`; before moves, headers and a start position";
                Err(self.builder.unexpected(text, expected))
            }
        }
    }

    fn begin(&mut self, text: &str) -> Result<(), RecordError> {
        let side = notation::read_sign(text).ok_or_else(|| {
            let expected = "`+` or `-` alone, saying who moves first";
            self.builder.unexpected(text, expected)
        })?;
        self.setup.side = side;
        self.builder.begin(&self.setup)?;
        self.has_begun = true;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), RecordError> {
        let mv = notation::read_move(self.builder.position(), text).ok_or_else(|| {
            let expected = "a move of the side and of a piece that can move, such as `+7776FU`";
            self.builder.unexpected(text, expected)
        })?;
        self.builder.play(mv, text)
    }
}

/// What a plain comment says of the players' ratings, without the colour before it.
const RATING: &str = "_rate:";

fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Whose rating the comment `black_rate:NAME:3012.0` tells, and the number.
fn read_rating(comment: &str) -> Option<(Color, &str)> {
    let of = |color| Some((color, comment.strip_prefix(word(color))?));
    let (color, text) = Color::all().into_iter().find_map(of)?;
    let (_, rating) = text.strip_prefix(RATING)?.rsplit_once(':')?;
    let rating = rating.trim();
    rating.parse::<f64>().is_ok().then_some((color, rating))
}

/// Whose rating a header tells, if it does.
fn rated(name: &str, value: &str) -> Option<Color> {
    value.trim().parse::<f64>().ok()?;
    let mut colors = Color::all().into_iter();
    colors.find(|color| RATINGS[color.array_index()] == name)
}

/// `T12` or `T0.345` in milliseconds.
fn read_time(text: &str) -> Option<u64> {
    let text = text.strip_prefix('T')?;
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    let seconds: u64 = seconds.parse().ok()?;
    seconds
        .checked_mul(1000)?
        .checked_add(thousandths.parse().ok()?)
}

/// Writes `record` as CSA V2.2.
pub fn write(record: &Record) -> String {
    let mut out = Out("V2.2\n".to_owned());
    out.headers(record);
    for line in notation::write_start(record.game().start()) {
        out.line(&line);
    }
    out.ratings(record);
    for (mut pos, mv, info) in record.replay() {
        out.line(&notation::write_move(&pos, mv));
        out.time(info.time_ms);
        let _ = pos.do_move(mv);
        out.comments(comments::write_move(info, &pos));
    }
    if let Some(ending) = &record.ending {
        out.ending(ending, record.game().position().side());
    }
    out.0
}

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
            if rated(name, value).is_some() {
                continue;
            }
            self.line(&format!("${}:{}", header_name(name), one_line(value)));
        }
        let ply = record.game().start().ply();
        if ply != 1 {
            self.line(&format!("${START_PLY}:{ply}"));
        }
        self.comments(comments::comment_lines(&record.comment, |_| false));
    }

    /// The players' ratings, where floodgate has them.
    fn ratings(&mut self, record: &Record) {
        for (name, value) in &record.headers {
            if let Some(color) = rated(name, value) {
                let (word, name) = (word(color), &record.names[color.array_index()]);
                self.line(&format!(
                    "'{word}{RATING}{}:{}",
                    one_line(name),
                    one_line(value)
                ));
            }
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
        if let Some((name, native)) = ending_word(ending.reason, mover) {
            self.line(&format!("%{name}"));
            self.time(ending.time_ms);
            self.comments(comments::write_ending(ending, Some(native), mover));
        }
    }
}
