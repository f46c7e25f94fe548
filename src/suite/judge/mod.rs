//! Judging problems, one or many, by the rules of printed collections (see [`engine::mate::judge`]): as a text or a
//! table, as events for programs, as records with variations, as a page.
//!
//! What must hold: a problem that cannot be read never hides another; what was judged is in the journal, and the same
//! work goes on from there and comes to the same.

mod page;
mod problems;
mod record;
#[cfg(test)]
mod tests;
mod text;

pub use page::html;
pub use problems::{Problem, ProblemFile, is_wanted};
pub use record::record;
pub use text::{write_one, write_table};

use base::files::journal::JournalError;
use base::progress::Screen;
use base::work::{Answer, Answers, Shown, Workers};
use engine::mate::MateLimits;
use engine::mate::judge::{Flaw, Judgement, Other, Variation, Verdict, Way};
use engine::shogi::{Hand, Move, PieceKind, sfen};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// What a journal says it is.
const KIND: &str = "kyomi judge";
/// The version of the journal's form.
const FORMAT: u32 = 1;

/// Problems and what may be spent on each.
pub struct Docket {
    /// The files, read.
    pub files: Vec<ProblemFile>,
    /// Positions to be searched for each problem at most.
    pub nodes: Option<u64>,
    /// Time for each problem.
    pub time: Option<Duration>,
    /// Memory for each search, in MiB.
    pub hash_mb: usize,
    /// How many problems at a time, 1 or more.
    pub threads: usize,
}

/// A line beside the main line: a variation, or another move of the attacker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// Which move of the main line its first stands in place of, from 1.
    pub ply: usize,
    /// What another move of the attacker is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<Way>,
    /// How many plies the whole takes; none if it is not known to mate.
    pub plies: Option<usize>,
    /// Whether it is proven to take no fewer.
    pub exact: bool,
    /// The moves, in USI notation.
    pub moves: Vec<String>,
    /// What the attacker holds at its end, where that is known: a letter a piece.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub left: String,
}

/// A problem that was judged. Its text form is one JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The file.
    pub file: String,
    /// The line in it, or the number of the record, from 1.
    pub line: usize,
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The position.
    pub sfen: String,
    /// Whether the side to move is mated.
    pub defends: bool,
    /// The judgement in one word.
    pub verdict: Verdict,
    /// What is wrong with a mate.
    pub flaws: Vec<Flaw>,
    /// How many plies it takes, at most if not `exact`; 0 without a mate.
    pub plies: usize,
    /// Whether that is proven to be the length.
    pub exact: bool,
    /// How many plies it is said to take.
    pub announced: Option<u16>,
    /// The main line, in USI notation.
    pub moves: Vec<String>,
    /// What the attacker holds at its end: a letter a piece.
    pub left: String,
    /// Other moves of the attacker that mate, or of which that is open.
    pub others: Vec<Beside>,
    /// Other replies but futile ones.
    pub variations: Vec<Beside>,
    /// Futile interpositions: the ply, and the move.
    pub futile: Vec<(usize, String)>,
    /// Positions searched.
    pub nodes: u64,
    /// How long it took, in ms.
    pub ms: u64,
}

impl Answer for Judged {
    /// The file and the line.
    type Key = (String, usize);

    fn key(&self) -> Self::Key {
        (self.file.clone(), self.line)
    }
}

impl Judged {
    fn new(problem: &Problem, found: Judgement) -> Self {
        Self {
            file: problem.file.clone(),
            line: problem.line,
            id: problem.id.clone(),
            sfen: sfen::write(&problem.position),
            defends: problem.defends,
            verdict: found.verdict,
            flaws: found.flaws,
            plies: found.plies,
            exact: found.is_exact,
            announced: found.announced,
            moves: usi(&found.line),
            left: letters(found.left),
            others: found.others.into_iter().map(Beside::from).collect(),
            variations: found.variations.into_iter().map(Beside::from).collect(),
            futile: found
                .futile
                .iter()
                .map(|(ply, mv)| (*ply, mv.to_string()))
                .collect(),
            nodes: found.nodes,
            ms: found.time_ms,
        }
    }

    /// What it is called in tables: its name, or its place; nothing if it was typed.
    pub fn name(&self) -> String {
        match (self.id.as_str(), self.file.as_str()) {
            ("", "") => String::new(),
            ("", file) => format!("{file}:{}", self.line),
            (id, _) => id.to_owned(),
        }
    }

    /// The other moves of the attacker that are `way`.
    pub fn ways(&self, way: Way) -> impl Iterator<Item = &Beside> {
        self.others.iter().filter(move |it| it.way == Some(way))
    }
}

impl From<Variation> for Beside {
    fn from(found: Variation) -> Self {
        Self {
            ply: found.ply,
            way: None,
            plies: Some(found.plies),
            exact: found.is_exact,
            moves: usi(&found.moves),
            left: letters(found.left),
        }
    }
}

impl From<Other> for Beside {
    fn from(found: Other) -> Self {
        Self {
            ply: found.ply,
            way: Some(found.way),
            plies: found.plies,
            exact: found.is_exact,
            moves: usi(&found.moves),
            left: String::new(),
        }
    }
}

fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// `moves` as far as they are moves.
pub fn read_moves(moves: &[String]) -> Vec<Move> {
    moves.iter().map_while(|text| text.parse().ok()).collect()
}

/// The pieces of `hand`, a letter each.
fn letters(hand: Hand) -> String {
    let letter = |kind: PieceKind| {
        let piece = engine::shogi::Piece::new(kind, engine::shogi::Color::Black);
        sfen::piece_name(piece)
    };
    let pieces = hand.iter();
    let names = pieces.map(|(kind, count)| letter(kind).repeat(count as usize));
    names.collect()
}

impl Docket {
    /// All problems, in the order of the files.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.files.iter().flat_map(|file| &file.problems)
    }

    /// What cannot be used: the file, the line, 0 for the file, and why.
    pub fn unusable(&self) -> impl Iterator<Item = (&str, usize, &str)> {
        self.files.iter().flat_map(|file| {
            let bad = file.bad.iter();
            bad.map(|(line, problem)| (file.name.as_str(), *line, problem.as_str()))
        })
    }

    /// The judgements in the journal at `path`, which is created where there is none.
    ///
    /// # Errors
    /// As [`Answers::open`].
    pub fn journal(&self, path: &Path) -> Result<Answers<Judged>, JournalError> {
        let files = self.files.iter();
        let sums: Map<String, Value> = files.map(|it| (it.name.clone(), json!(it.sum))).collect();
        let defends = self.problems().filter(|it| it.defends).count();
        let head = json!({
            "journal": KIND,
            "format": FORMAT,
            "version": env!("CARGO_PKG_VERSION"),
            "files": sums,
            "defends": defends,
            "nodes": self.nodes,
            "time_ms": self.time.map(|it| it.as_millis() as u64),
            "hash": self.hash_mb,
        });
        Answers::open(path, &head)
    }

    /// Judges what is not among `answers`, shows progress on `screen`, and returns all in the order of the files.
    ///
    /// # Errors
    /// Only those of writing.
    pub fn judge(&self, mut answers: Answers<Judged>, screen: Screen) -> io::Result<Vec<Judged>> {
        let workers = Workers::new(self.threads);
        let problems: Vec<&Problem> = self.problems().collect();
        let worker = || {
            |problem: &&Problem| {
                let question = problem.question(self.limits(), self.hash_mb);
                let found = question.judge_here(&workers.stop, &mut |_| {});
                io::Result::Ok(Judged::new(problem, found))
            }
        };
        let key = |it: &&Problem| (it.file.clone(), it.line);
        let shown = Shown::counted(screen, "problems");
        workers.resume(&problems, key, worker, &mut answers, shown)?;
        let found = problems.iter().filter_map(|it| answers.get(&key(it)));
        Ok(found.cloned().collect())
    }

    fn limits(&self) -> MateLimits {
        MateLimits {
            nodes: self.nodes,
            until: self.time.and_then(|time| Instant::now().checked_add(time)),
        }
    }
}

/// Writes events: what cannot be used, and each judgement.
///
/// # Errors
/// Only those of writing.
pub fn write_events(docket: &Docket, judged: &[Judged], out: &mut dyn Write) -> io::Result<()> {
    for (file, line, problem) in docket.unusable() {
        let line = Some(line).filter(|&line| line > 0);
        let event = json!({"event": "bad", "file": file, "line": line, "problem": problem});
        writeln!(out, "{event}")?;
    }
    judged
        .iter()
        .try_for_each(|it| writeln!(out, "{}", json!(it)))
}
