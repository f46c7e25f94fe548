//! Reading KIF records.

use super::{BRANCH, HANDICAP, MATED, endings, head, notation};
use crate::record::builder::Builder;
use crate::record::{Problem, Reading, RecordError, Termination};
use crate::shogi::sfen::Setup;
use crate::shogi::{Color, Move};
use std::num::NonZeroUsize;

/// Reads one game.
///
/// # Errors
/// [`RecordError`] for the first line that cannot be read.
pub fn read(text: &str) -> Result<Reading, RecordError> {
    let mut reader = Reader {
        builder: Builder::default(),
        setup: Setup::even(),
        ranks: 0,
        unknown: None,
        has_begun: false,
        is_understood: false,
    };
    for line in text.lines() {
        reader.builder.line += 1;
        reader.line(line)?;
    }
    if !reader.is_understood {
        let missing = Problem::Missing("a record: a header such as `先手：`, a board or moves");
        return Err(reader.builder.error(missing));
    }
    reader.begin()?;
    reader.builder.finish()
}

/// What begins a line and has nothing to say: remarks of programs, rulers.
const IGNORED: [&str; 4] = ["#", "手数", "+-", "  ９"];

/// What begins a bookmark (しおり), for which a record has no place.
const BOOKMARK: char = '&';

struct Reader {
    builder: Builder,
    setup: Setup,
    /// How many ranks of a board there have been.
    ranks: u8,
    /// The name of the start, where nobody knows it and the board has to follow, and its line.
    unknown: Option<(usize, String)>,
    /// Whether the start position is complete and moves may come.
    has_begun: bool,
    /// Whether there was anything that records have.
    is_understood: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), RecordError> {
        let is_known = self.understand(line)?;
        self.is_understood |= is_known && !line.trim().is_empty();
        Ok(())
    }

    /// Takes a line; false if it is nothing that a record has.
    fn understand(&mut self, line: &str) -> Result<bool, RecordError> {
        if let Some(comment) = line.strip_prefix('*') {
            self.builder.comment(comment);
            return Ok(true);
        }
        let line = line.trim();
        if line.is_empty() || IGNORED.iter().any(|word| line.starts_with(word.trim())) {
            return Ok(true);
        }
        if line.starts_with(BOOKMARK) {
            self.builder.leave_out("bookmark", line);
            return Ok(true);
        }
        if let Some(number) = branch_number(line).filter(|_| self.has_begun) {
            return self.branch(line, number).map(|()| true);
        }
        if let Some((number, rest)) = split_number(line) {
            return self.numbered(number, rest).map(|()| true);
        }
        if line.starts_with('|') {
            return self.rank(line).map(|()| true);
        }
        if line.starts_with(|first| super::read_mark(first).is_some()) {
            return self.marked(line).map(|()| true);
        }
        if let Some(result) = line.strip_prefix("まで") {
            return self.result(line, result).map(|()| true);
        }
        if let Some((name, value)) = line.split_once(['：', ':']) {
            return self.header(name.trim(), value.trim()).map(|()| true);
        }
        let side = line.strip_suffix('番').and_then(head::read_player);
        if let Some(side) = side {
            self.setup.side = side;
        } else {
            self.builder.leave_out("line", line);
        }
        Ok(side.is_some())
    }

    fn header(&mut self, name: &str, value: &str) -> Result<(), RecordError> {
        if let Some(color) = head::read_holder(name) {
            return self.hand(color, value);
        }
        match name {
            HANDICAP => self.handicap(value),
            _ => head::take_header(&mut self.builder, &mut self.setup.ply, name, value),
        }
        Ok(())
    }

    /// The start by its name. Programs have many; where one is not known the board must follow.
    fn handicap(&mut self, name: &str) {
        let ply = self.setup.ply;
        match head::start_of_name(name) {
            Some(start) => self.setup = Setup::of(&start),
            None if head::is_other(name) => self.setup = Setup::empty(),
            None => self.unknown = Some((self.builder.line, name.to_owned())),
        }
        self.setup.ply = ply;
    }

    fn hand(&mut self, color: Color, text: &str) -> Result<(), RecordError> {
        let read = head::read_hand(&mut self.setup, color, text);
        let expected = "なし, or pieces with their numbers such as 飛　歩十二";
        read.ok_or_else(|| self.builder.unexpected(text, expected))
    }

    fn rank(&mut self, line: &str) -> Result<(), RecordError> {
        if self.ranks == 0 {
            self.setup.clear_board();
        }
        self.ranks = self.ranks.saturating_add(1);
        let read = head::read_rank(&mut self.setup, self.ranks, line);
        let expected = "nine ranks of nine squares such as ` 歩`, `v歩` or ` ・` between `|`";
        read.ok_or_else(|| self.builder.unexpected(line, expected))
    }

    /// The start position is complete.
    fn begin(&mut self) -> Result<(), RecordError> {
        if self.has_begun {
            return Ok(());
        }
        if let Some((line, name)) = self.unknown.take() {
            let expected = "平手, a known handicap such as 六枚落ち, or その他 with a drawn board";
            if self.ranks == 0 {
                return Err(RecordError::unexpected(line, &name, expected));
            }
            self.builder.leave_out("handicap", &name);
        }
        self.builder.begin(&self.setup)?;
        self.has_begun = true;
        Ok(())
    }

    /// The head of a branch, which begins with the move that has this number.
    fn branch(&mut self, line: &str, number: &str) -> Result<(), RecordError> {
        let number = number.strip_suffix('手').unwrap_or_default();
        let number: Option<NonZeroUsize> = number.trim_end().parse().ok();
        let Some(number) = number else {
            let expected = "the number of the first move of a branch, such as `変化：12手`";
            return Err(self.builder.unexpected(line, expected));
        };
        self.builder.branch(number.get() - 1, line)
    }

    /// A line with a number: a move or the end, and the time.
    fn numbered(&mut self, number: &str, text: &str) -> Result<(), RecordError> {
        self.begin()?;
        let due = self.builder.next_number();
        if self.builder.has_ended_somehow() && number.parse() != Ok(due) {
            self.builder.leave_out("line after the end", text);
            return Ok(());
        }
        if number.parse() != Ok(due) {
            return Err(self
                .builder
                .unexpected(number, "the number of the next move"));
        }
        let text = text.trim_start_matches(|first| super::read_mark(first).is_some());
        let last = self.builder.last_move().map(Move::to);
        let rest = match notation::read_move(self.builder.position(), last, text) {
            Some((mv, rest)) => {
                self.builder.play(mv, &text[..text.len() - rest.len()])?;
                rest
            }
            None => self.end(text)?,
        };
        if let Some(time) = read_time(rest) {
            self.builder.time(time);
        }
        Ok(())
    }

    /// A line of moves, each after the mark of its side.
    fn marked(&mut self, line: &str) -> Result<(), RecordError> {
        self.begin()?;
        let mut rest = line;
        while !rest.is_empty() {
            let mut chars = rest.chars();
            let side = chars.next().and_then(super::read_mark);
            let last = self.builder.last_move().map(Move::to);
            let read = notation::read_name(self.builder.position(), last, chars.as_str());
            let is_due = side == Some(self.builder.position().side());
            let Some((mv, after)) = read.filter(|_| is_due) else {
                let token = rest.split_whitespace().next().unwrap_or_default();
                let expected = "a move of the side to move and of one piece, such as `▲７六歩`, \
                    `△同　銀` or `▲５八金右`";
                return Err(self.builder.unexpected(token, expected));
            };
            self.builder.play(mv, &rest[..rest.len() - after.len()])?;
            rest = after.trim_start();
        }
        Ok(())
    }

    /// The end of the game in a numbered line; returns the rest of the line.
    fn end<'a>(&mut self, text: &'a str) -> Result<&'a str, RecordError> {
        let word = text.split([' ', '　', '(']).next().unwrap_or_default();
        if word.is_empty() || notation::is_like_a_move(word) {
            let expected = "a move such as `７六歩(77)`, `同　角成(88)` or `５五桂打` of a piece \
                that is there, or an ending such as `投了`";
            return Err(self.builder.unexpected(word, expected));
        }
        let known = endings(self.builder.position().side());
        let found = known.iter().find(|(known, _)| *known == word);
        self.builder
            .end_by(found.map(|(_, reason)| *reason), word)?;
        Ok(&text[word.len()..])
    }

    /// `まで…手で` and the result: the end of the game, where no numbered line has said it.
    fn result(&mut self, line: &str, result: &str) -> Result<(), RecordError> {
        self.begin()?;
        if self.builder.has_ended() {
            return Ok(());
        }
        let result = result.trim_end();
        let mover = self.builder.position().side();
        let is_said = |word: &str| match word {
            MATED => result.ends_with(word),
            _ => result.contains(word),
        };
        if let Some((_, reason)) = endings(mover).iter().find(|(word, _)| is_said(word)) {
            return self.builder.end(*reason, line);
        }
        let winner = head::PLAYERS[mover.flip().array_index()];
        if winner
            .iter()
            .any(|name| result.contains(&format!("{name}の勝ち")))
        {
            return self.builder.end(Termination::Resignation, line);
        }
        match result.split_once("手で") {
            Some((_, words)) if !words.trim().is_empty() => self.builder.end_by(None, words.trim()),
            _ => {
                self.builder.leave_out("result", line);
                Ok(())
            }
        }
    }
}

/// The number that `line` begins with, and what follows the blanks after it.
fn split_number(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start_matches(|char: char| char.is_ascii_digit());
    let number = &line[..line.len() - rest.len()];
    (!number.is_empty() && rest.starts_with(char::is_whitespace))
        .then(|| (number, rest.trim_start()))
}

/// The number in the head of a branch, as `12手`.
fn branch_number(line: &str) -> Option<&str> {
    let (word, number) = line.split_once(['：', ':'])?;
    (word.trim_end() == BRANCH).then(|| number.trim())
}

/// The first time in `( 0:12/00:01:34)`, in milliseconds.
fn read_time(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once('(')?;
    let (time, _) = rest.split_once('/')?;
    let seconds = time.split(':').try_fold(0_u64, |total, part| {
        let part: u64 = part.trim().parse().ok()?;
        total.checked_mul(60)?.checked_add(part)
    })?;
    seconds.checked_mul(1000)
}
