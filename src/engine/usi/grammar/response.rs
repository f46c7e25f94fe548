//! What an engine answers.

use super::{OptionDeclaration, Refusal, Words, number, parse_move, split_word};
use crate::mate::MateProgress;
use crate::search::{Bound, Decision, Info, Score};
use crate::shogi::Move;
use crate::shogi::sfen::Token;
use std::fmt;
use thiserror::Error;

/// Longer remarks are cut: they are for people.
const LONGEST_REMARK: usize = 300;

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// `id name …`.
    IdName(String),
    /// `id author …`.
    IdAuthor(String),
    /// `option …`: something that can be set.
    Option(OptionDeclaration),
    /// `usiok`: everything is said.
    UsiOk,
    /// `readyok`: ready to search.
    ReadyOk,
    /// `info …`: a line of analysis.
    Info(Info),
    /// `info depth … nodes … time … pv …`: how far a search for mate has come.
    MateProgress(MateProgress),
    /// `info string …`: words for people, such as the names of their files. Written with a `?` for each
    /// character that would break the line or its display.
    Remark(String),
    /// `bestmove …`: the end of a search.
    BestMove(Decision),
    /// `checkmate …`: the end of a search for mate.
    Checkmate(Checkmate),
    /// A line of an answer to a question about the position.
    Plain(String),
    /// Anything else; written as nothing.
    Other,
}

/// What a search for mate found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checkmate {
    /// This line mates.
    Line(Vec<Move>),
    /// There is no mate.
    NoMate,
    /// There was not enough time to tell.
    Timeout,
    /// The engine does not search for mates.
    NotImplemented,
}

/// A word of an engine's answer that cannot stand where it does.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{} in {}: expected {expected}", Token::new(token), Token::new(line))]
pub struct ResponseError {
    /// The line.
    pub line: String,
    /// The word, empty if it is missing.
    pub token: String,
    /// What would have been right.
    pub expected: &'static str,
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {name}"),
            Self::IdAuthor(author) => write!(f, "id author {author}"),
            Self::Option(declaration) => write!(f, "{declaration}"),
            Self::UsiOk => f.write_str("usiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write_info(f, info),
            Self::MateProgress(progress) => {
                write!(f, "info depth {}", progress.depth)?;
                write_effort(f, progress.nodes, progress.hash_full, progress.time_ms)?;
                write_line(f, &progress.line)
            }
            Self::Remark(text) => {
                let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
                let printable = |c: char| if breaks(c) { '?' } else { c };
                let text: String = text.chars().map(printable).take(LONGEST_REMARK).collect();
                write!(f, "info string {}", text.trim_end())
            }
            Self::BestMove(decision) => write_decision(f, *decision),
            Self::Checkmate(checkmate) => write!(f, "{checkmate}"),
            Self::Plain(line) => f.write_str(line),
            Self::Other => Ok(()),
        }
    }
}

fn write_info(f: &mut fmt::Formatter<'_>, info: &Info) -> fmt::Result {
    write!(
        f,
        "info depth {} seldepth {}",
        info.depth, info.selective_depth
    )?;
    write!(f, " multipv {} score ", info.multi_pv)?;
    write_score(f, info.score)?;
    f.write_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    })?;
    write_effort(f, info.nodes, info.hash_full, info.time_ms)?;
    if info.declares {
        return f.write_str(" pv win");
    }
    write_line(f, &info.pv)
}

fn write_line(f: &mut fmt::Formatter<'_>, line: &[Move]) -> fmt::Result {
    if !line.is_empty() {
        f.write_str(" pv")?;
    }
    line.iter().try_for_each(|mv| write!(f, " {mv}"))
}

fn write_effort(
    f: &mut fmt::Formatter<'_>,
    nodes: u64,
    hash_full: u32,
    time_ms: u64,
) -> fmt::Result {
    let per_second = u128::from(nodes) * 1000 / u128::from(time_ms.max(1));
    write!(f, " nodes {nodes} nps {per_second}")?;
    write!(f, " hashfull {hash_full} time {time_ms}")
}

fn write_decision(f: &mut fmt::Formatter<'_>, decision: Decision) -> fmt::Result {
    match decision {
        Decision::Play { best, ponder } => {
            write!(f, "bestmove {best}")?;
            ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
        }
        Decision::Resign => f.write_str("bestmove resign"),
        Decision::DeclareWin => f.write_str("bestmove win"),
    }
}

impl fmt::Display for Checkmate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("checkmate")?;
        match self {
            Self::Line(moves) => moves.iter().try_for_each(|mv| write!(f, " {mv}")),
            Self::NoMate => f.write_str(" nomate"),
            Self::Timeout => f.write_str(" timeout"),
            Self::NotImplemented => f.write_str(" notimplemented"),
        }
    }
}

impl Response {
    /// Reads a line that an engine sent, with or without its end. Analysis without a score and
    /// lines that begin with no known word are [`Response::Other`].
    ///
    /// # Errors
    /// If the line ends a search or declares an option in a way that cannot be understood.
    pub fn parse(line: &str) -> Result<Self, ResponseError> {
        let refuse = |(token, expected): Refusal| ResponseError {
            line: line.trim().to_owned(),
            token: token.to_owned(),
            expected,
        };
        let Some((word, rest)) = split_word(line) else {
            return Ok(Self::Other);
        };
        let rest = rest.trim();
        Ok(match word {
            "id" => parse_id(rest),
            "option" => Self::Option(OptionDeclaration::parse(rest).map_err(refuse)?),
            "usiok" => Self::UsiOk,
            "readyok" => Self::ReadyOk,
            "info" => parse_info(rest),
            "bestmove" => Self::BestMove(parse_decision(rest).map_err(refuse)?),
            "checkmate" => Self::Checkmate(parse_checkmate(rest).map_err(refuse)?),
            _ => Self::Other,
        })
    }
}

fn parse_id(text: &str) -> Response {
    match split_word(text) {
        Some(("name", name)) => Response::IdName(name.trim().to_owned()),
        Some(("author", author)) => Response::IdAuthor(author.trim().to_owned()),
        _ => Response::Other,
    }
}

fn parse_info(text: &str) -> Response {
    if let Some(("string", remark)) = split_word(text) {
        return Response::Remark(remark.trim().to_owned());
    }
    let mut info = Info {
        depth: 0,
        selective_depth: 0,
        multi_pv: 1,
        score: Score::Cp(0),
        bound: Bound::Exact,
        declares: false,
        nodes: 0,
        time_ms: 0,
        hash_full: 0,
        pv: Vec::new(),
    };
    let mut has_score = false;
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = next_u32(&mut words),
            "seldepth" => info.selective_depth = next_u32(&mut words),
            "multipv" => info.multi_pv = next_u32(&mut words),
            "score" => {
                let score = parse_score(&mut words);
                has_score = score.is_some();
                info.score = score.unwrap_or(info.score);
            }
            "lowerbound" => info.bound = Bound::Lower,
            "upperbound" => info.bound = Bound::Upper,
            "nodes" => info.nodes = next_u64(&mut words),
            "time" => info.time_ms = next_u64(&mut words),
            "hashfull" => info.hash_full = next_u32(&mut words),
            "pv" => {
                info.pv = moves(&mut words);
                info.declares = info.pv.is_empty() && words.peek() == Some(&"win");
            }
            _ => {}
        }
    }
    if has_score {
        Response::Info(info)
    } else {
        Response::Other
    }
}

/// The moves that come next; other fields may follow.
fn moves(words: &mut Words) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(mv) = words.peek().and_then(|word| parse_move(word)) {
        moves.push(mv);
        words.next();
    }
    moves
}

fn next_u64(words: &mut Words) -> u64 {
    words.next().and_then(number).unwrap_or(0)
}

fn next_u32(words: &mut Words) -> u32 {
    u32::try_from(next_u64(words)).unwrap_or(u32::MAX)
}

/// Writes a score as `info` has it. A mate on the board is written as one in a ply: clients take `-0` for
/// a win, and some read nothing but a number (the worker of lishogi, Ayane).
///
/// # Errors
/// If writing fails.
pub fn write_score(f: &mut fmt::Formatter<'_>, score: Score) -> fmt::Result {
    match score {
        Score::Cp(cp) => write!(f, "cp {cp}"),
        Score::Mated | Score::Mate(0) => f.write_str("mate -1"),
        Score::Mate(plies) => write!(f, "mate {plies}"),
    }
}

/// A score; a mate of unknown length counts as one in a single ply.
fn parse_score(words: &mut Words) -> Option<Score> {
    match (words.next()?, words.next()?) {
        ("cp", value) => value.parse().ok().map(Score::Cp),
        ("mate", "+") => Some(Score::Mate(1)),
        ("mate", "-" | "0" | "-0" | "+0") => Some(Score::Mated),
        ("mate", plies) => plies.parse().ok().map(Score::Mate),
        _ => None,
    }
}

fn parse_decision(text: &str) -> Result<Decision, Refusal<'_>> {
    let mut words = text.split_whitespace();
    match words.next().unwrap_or_default() {
        "resign" => Ok(Decision::Resign),
        "win" => Ok(Decision::DeclareWin),
        word => {
            let best = parse_move(word).ok_or((word, "a move, `resign` or `win`"))?;
            let ponder = words.find(|&word| word == "ponder").and(words.next());
            Ok(Decision::Play {
                best,
                ponder: ponder.and_then(parse_move),
            })
        }
    }
}

fn parse_checkmate(text: &str) -> Result<Checkmate, Refusal<'_>> {
    match text {
        "nomate" => Ok(Checkmate::NoMate),
        "timeout" => Ok(Checkmate::Timeout),
        "notimplemented" => Ok(Checkmate::NotImplemented),
        "" => Err(("", "moves, `nomate`, `timeout` or `notimplemented`")),
        moves => moves
            .split_whitespace()
            .map(|word| parse_move(word).ok_or((word, "a move")))
            .collect::<Result<_, _>>()
            .map(Checkmate::Line),
    }
}
