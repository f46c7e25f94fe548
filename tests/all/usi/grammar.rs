//! A strict reading of what an engine may print, written anew from what is said of the USI protocol and
//! not from the engine's own grammar.

use engine::shogi::game::Game;
use engine::shogi::sfen;

/// A line, as far as the tests look into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// `id`, `option`, `usiok`, `readyok`, `info string`, `checkmate`.
    Other,
    /// Analysis.
    Info(Info),
    /// The answer to a `go`.
    BestMove {
        /// The move, `resign` or `win`.
        best: String,
        /// The expected reply.
        ponder: Option<String>,
    },
}

/// Analysis, as far as the tests look into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The rank of the line.
    pub multi_pv: u32,
    /// `cp` or `mate`, and the value.
    pub score: (String, String),
    /// The line.
    pub pv: Vec<String>,
}

/// Reads a line without its end.
///
/// # Errors
/// If it is not exactly what the specification allows; the message says where.
pub fn read(line: &str) -> Result<Line, String> {
    // Remarks may name files of the user's.
    let is_remark = line.starts_with("info string ");
    if !line
        .chars()
        .all(|c| matches!(c, ' '..='~') || is_remark && !c.is_control())
    {
        return Err("not printable ASCII".to_owned());
    }
    if line != line.trim() || line.contains("  ") {
        return Err("stray white space".to_owned());
    }
    let mut words = Words(line.split(' ').collect());
    let read = match words.next()? {
        "id" => {
            words.one_of(&["name", "author"])?;
            return Ok(Line::Other);
        }
        "option" => return option(words).map(|()| Line::Other),
        "usiok" | "readyok" => Ok(()),
        "info" if words.next_if("string") => return Ok(Line::Other),
        "info" if words.0.get(2) == Some(&"nodes") => return mate_progress(words),
        "info" => return info(words).map(Line::Info),
        "bestmove" => return best_move(words),
        "checkmate" if words.0.iter().all(|word| is_move(word)) => {
            words.next().map(|_| words.0.clear())
        }
        "checkmate" => words.one_of(&["nomate", "timeout"]).map(|_| ()),
        other => Err(format!("unknown line `{other}`")),
    };
    read.and_then(|()| words.end()).map(|()| Line::Other)
}

/// The words not read yet.
struct Words<'a>(Vec<&'a str>);

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<&'a str, String> {
        if self.0.is_empty() {
            return Err("line ends too early".to_owned());
        }
        Ok(self.0.remove(0))
    }

    fn next_if(&mut self, expected: &str) -> bool {
        let is_next = self.0.first() == Some(&expected);
        if is_next {
            self.0.remove(0);
        }
        is_next
    }

    fn one_of(&mut self, expected: &[&str]) -> Result<&'a str, String> {
        let word = self.next()?;
        if expected.contains(&word) {
            Ok(word)
        } else {
            Err(format!("`{word}` is none of {expected:?}"))
        }
    }

    /// `key` and a number.
    fn number(&mut self, key: &str) -> Result<i64, String> {
        self.one_of(&[key])?;
        let word = self.next()?;
        word.parse()
            .map_err(|_| format!("{key} `{word}` is no number"))
    }

    fn end(&self) -> Result<(), String> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(format!("unexpected {:?}", self.0))
        }
    }
}

fn is_move(word: &str) -> bool {
    let square = |text: &[u8]| matches!(text, [b'1'..=b'9', b'a'..=b'i']);
    match word.as_bytes() {
        [
            b'P' | b'L' | b'N' | b'S' | b'G' | b'B' | b'R',
            b'*',
            to @ ..,
        ] => square(to),
        [from_file, from_rank, to_file, to_rank]
        | [from_file, from_rank, to_file, to_rank, b'+'] => {
            square(&[*from_file, *from_rank]) && square(&[*to_file, *to_rank])
        }
        _ => false,
    }
}

fn option(mut words: Words) -> Result<(), String> {
    words.one_of(&["name"])?;
    words.next()?;
    words.one_of(&["type"])?;
    match words.one_of(&["check", "spin", "combo", "button", "string", "filename"])? {
        "check" => {
            words.one_of(&["default"])?;
            words.one_of(&["true", "false"])?;
        }
        "spin" => {
            let (default, min, max) = (
                words.number("default")?,
                words.number("min")?,
                words.number("max")?,
            );
            if !(min <= default && default <= max && max <= i64::from(i32::MAX)) {
                return Err("default, min or max out of order".to_owned());
            }
        }
        "combo" => {
            words.one_of(&["default"])?;
            let default = words.next()?;
            let mut choices = Vec::new();
            while words.next_if("var") {
                choices.push(words.next()?);
            }
            if !choices.contains(&default) {
                return Err(format!("default `{default}` is none of {choices:?}"));
            }
        }
        "button" => {}
        _ => {
            words.one_of(&["default"])?;
            words.next()?;
        }
    }
    words.end()
}

/// What a search has cost so far.
fn effort(words: &mut Words) -> Result<(), String> {
    for (key, most) in [
        ("nodes", i64::MAX),
        ("nps", i64::MAX),
        ("hashfull", 1000),
        ("time", i64::MAX),
    ] {
        if !(0..=most).contains(&words.number(key)?) {
            return Err(format!("{key} out of range"));
        }
    }
    Ok(())
}

/// How far a search for mate is, and the line it looks at.
fn mate_progress(mut words: Words) -> Result<Line, String> {
    if words.number("depth")? < 0 {
        return Err("negative depth".to_owned());
    }
    effort(&mut words)?;
    let moves = line_of_moves(&mut words)?;
    words.end()?;
    only_moves(&moves)?;
    Ok(Line::Other)
}

/// What follows `pv`, if that is next.
fn line_of_moves(words: &mut Words) -> Result<Vec<String>, String> {
    let mut moves = Vec::new();
    if words.next_if("pv") {
        moves.push(words.next()?.to_owned());
        moves.extend(words.0.drain(..).map(str::to_owned));
    }
    Ok(moves)
}

fn only_moves(line: &[String]) -> Result<(), String> {
    match line.iter().find(|word| !is_move(word)) {
        Some(word) => Err(format!("`{word}` in pv is no move")),
        None => Ok(()),
    }
}

fn info(mut words: Words) -> Result<Info, String> {
    for key in ["depth", "seldepth"] {
        if words.number(key)? < 0 {
            return Err(format!("negative {key}"));
        }
    }
    let multi_pv = words.number("multipv")?;
    words.one_of(&["score"])?;
    let (unit, value) = (words.one_of(&["cp", "mate"])?, words.next()?);
    let length_unknown = unit == "mate" && matches!(value, "+" | "-");
    if !length_unknown
        && (value.parse::<i32>().is_err() || (unit == "mate" && value.parse() == Ok(0)))
    {
        return Err(format!("score {unit} `{value}`"));
    }
    let _ = words.next_if("lowerbound") || words.next_if("upperbound");
    effort(&mut words)?;
    let pv = line_of_moves(&mut words)?;
    words.end()?;
    if pv == ["win"] {
        // As others say it of a win that may be declared.
        return Ok(Info {
            multi_pv: 1,
            score: (unit.to_owned(), value.to_owned()),
            pv: Vec::new(),
        });
    }
    only_moves(&pv)?;
    Ok(Info {
        multi_pv: u32::try_from(multi_pv).map_err(|_| "multipv out of range")?,
        score: (unit.to_owned(), value.to_owned()),
        pv,
    })
}

fn best_move(mut words: Words) -> Result<Line, String> {
    let best = words.next()?.to_owned();
    let mut ponder = None;
    if is_move(&best) {
        if words.next_if("ponder") {
            ponder = Some(words.next()?.to_owned());
        }
    } else if best != "resign" && best != "win" {
        return Err(format!("`{best}` is no answer"));
    }
    words.end()?;
    if ponder.as_deref().is_some_and(|ponder| !is_move(ponder)) {
        return Err("ponder is no move".to_owned());
    }
    Ok(Line::BestMove { best, ponder })
}

/// Whether `moves` can be played one after the other in `game`.
///
/// # Errors
/// If not, naming the first that cannot.
pub fn check_playable<'a>(game: &Game, moves: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut game = game.clone();
    for text in moves {
        let mv = sfen::parse_move(text).map_err(|error| error.to_string())?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(())
}
