//! Making opening books: of the moves of games, by searching, and by [carrying back](minimax()) the values at the ends
//! of their lines.
//!
//! A book is grown by searching every position that its good moves lead to, until those of so many plies
//! are known.

mod connect;
mod games;
mod graph;
mod minimax;

pub use connect::connect;
pub use games::{Choice, GamesBook, Movers, avoid};
pub use minimax::{Carried, DrawValues, minimax};

use crate::LearnError;
use base::files::sha256;
use base::progress::Screen;
use base::work::{Answer, Answers, Shown, Workers};
use engine::book::{BookEntry, BookMove, MemoryBook, key};
use engine::player::{Engine, Settings};
use engine::search::{Bound, Info, Limits, Listener};
use engine::shogi::game::Game;
use engine::shogi::{Checks, Move, Position, movegen};
use matches::contest::schedule::Part;
use matches::players::head::{evaluation_of, own_program};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};
use std::path::Path;

/// How a book is grown.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The text that the settings were made from.
    pub engine: String,
    /// The engine, of one thread; `multi_pv` says how many moves of a position are kept.
    pub settings: Settings,
    /// Where the book begins.
    pub root: Position,
    /// Nodes for a position.
    pub nodes: u64,
    /// How many plies deep positions are searched; 0 for the root alone.
    pub plies: usize,
    /// By how much a move may be worse than the best to be followed, in centipawns.
    pub margin: i32,
    /// Which part of the positions is searched here. With parts, only those are that the book leads
    /// to as it is: the parts have to be merged before they can go on.
    pub part: Part,
    /// How many positions at a time.
    pub threads: usize,
}

impl Growth {
    /// Grows the book `base`, and returns it; of a part, only what it has found. What was found out is
    /// kept at `journal`; how far it is goes to `news`.
    ///
    /// # Errors
    /// If the journal cannot be used, or either cannot be written.
    pub fn run(
        &self,
        base: &MemoryBook,
        journal: &Path,
        news: &mut dyn Write,
    ) -> Result<MemoryBook, LearnError> {
        let mut draft = base.clone();
        let mut answers = Answers::open(journal, &self.head())?;
        // With the book as it was given: what the journal adds may lead to positions of other parts.
        let mut open = self.open(&draft);
        add_all(&answers, &mut draft);
        let whole = self.part == Part::ALL;
        for _ in 0..=(if whole { self.plies } else { 0 }) {
            open.retain(|pos| !draft.has(&key(pos)));
            if !open.is_empty() {
                let worker = || {
                    let (mut engine, draft) = (Engine::new(self.settings.clone()), &draft);
                    move |pos: &Position| {
                        let avoided = draft.avoided(&key(pos));
                        io::Result::Ok(searched(&mut engine, pos, self.nodes, avoided))
                    }
                };
                let shown = Shown::counted(Screen::Lines(&mut *news), "positions");
                let workers = Workers::new(self.threads);
                workers.resume(&open, key, worker, &mut answers, shown)?;
                add_all(&answers, &mut draft);
            }
            open = self.open(&draft);
        }
        if !whole {
            draft.leave_out(base);
        }
        Ok(draft)
    }

    /// What the searches follow from.
    fn head(&self) -> Value {
        json!({
            "journal": "kyomi book",
            "version": env!("CARGO_PKG_VERSION"),
            "program": own_program(),
            "engine": self.engine,
            "search": self.settings.effective(),
            "evaluation": evaluation_of(&self.settings),
            "hash_mb": self.settings.hash_mb,
            "lines": self.settings.multi_pv,
            "nodes": self.nodes,
        })
    }

    /// The positions of this part that the good moves of `draft` lead to and that are not in it.
    fn open(&self, draft: &MemoryBook) -> Vec<Position> {
        let mut open = Vec::new();
        let mut seen = BTreeSet::from([key(&self.root)]);
        let mut queue = VecDeque::from([(self.root.clone(), 0)]);
        while let Some((pos, ply)) = queue.pop_front() {
            let name = key(&pos);
            if !draft.has(&name) && self.part.has(number(&name)) {
                open.push(pos.clone());
            }
            if ply == self.plies {
                continue;
            }
            let after = self.followed(draft, &name, &pos);
            let new = after.into_iter().filter(|after| seen.insert(key(after)));
            queue.extend(new.map(|after| (after, ply + 1)));
        }
        open
    }

    /// The positions after the good moves of `pos`, which is called `name`.
    fn followed(&self, draft: &MemoryBook, name: &str, pos: &Position) -> Vec<Position> {
        let moves = draft.moves(name);
        let best = moves.iter().map(|it| it.value).max().unwrap_or_default();
        let checks = Checks::of(pos);
        let good = moves.iter().filter(|it| {
            it.value >= best.saturating_sub(self.margin) && movegen::is_legal(pos, &checks, it.mv)
        });
        let after = good.map(|it| {
            let mut after = pos.clone();
            let _ = after.do_move(it.mv);
            after
        });
        after.collect()
    }
}

/// Adds to `draft` the positions that it does not have.
fn add_all(answers: &Answers<Searched>, draft: &mut MemoryBook) {
    for Searched { key, moves, number } in answers.iter() {
        let moves = moves.iter().map(|it| it.0).collect();
        draft.add_new(BookEntry::new(key.clone(), *number, moves));
    }
}

/// A number by which the position called `name` belongs to a part.
fn number(name: &str) -> u64 {
    let sum = sha256(name);
    u64::from_str_radix(&sum[..15], 16).unwrap_or_default()
}

/// The value of a mate, in centipawns.
const MATE_VALUE: i32 = 30_000;

/// A position that was searched, and its best moves: a line of the journal.
#[derive(Serialize, Deserialize)]
struct Searched {
    key: String,
    moves: Vec<MoveText>,
    number: u32,
}

impl Answer for Searched {
    type Key = String;

    fn key(&self) -> String {
        self.key.clone()
    }
}

/// A move as a book writes it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct MoveText(BookMove);

impl TryFrom<String> for MoveText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mv = BookMove::parse(&text);
        mv.map(Self)
            .ok_or_else(|| format!("`{text}`; expected a move of a book"))
    }
}

impl From<MoveText> for String {
    fn from(mv: MoveText) -> Self {
        mv.0.to_string()
    }
}

/// The best moves of `pos` but for those `avoided`, after a search of `nodes` from an empty table.
fn searched(engine: &mut Engine, pos: &Position, nodes: u64, avoided: &[Move]) -> Searched {
    let mut lines = Lines::default();
    let mut limits = Limits::nodes(nodes);
    if !avoided.is_empty() {
        limits.moves = movegen::legal_moves(pos).to_vec();
        limits.moves.retain(|mv| !avoided.contains(mv));
    }
    engine.new_game();
    engine.set_game(Game::new(pos.clone()));
    engine.search(limits, &mut lines);
    Searched {
        key: key(pos),
        moves: lines.moves().into_iter().map(MoveText).collect(),
        number: pos.ply(),
    }
}

/// The last line of each rank.
#[derive(Default)]
struct Lines(Vec<Info>);

impl Lines {
    fn moves(&self) -> Vec<BookMove> {
        let mut moves: Vec<BookMove> = Vec::new();
        for info in &self.0 {
            let known = |mv| moves.iter().any(|it| it.mv == mv);
            moves.extend(book_move(info).filter(|it| !known(it.mv)));
        }
        moves
    }
}

impl Listener for Lines {
    fn info(&mut self, info: &Info) {
        let rank = info.multi_pv as usize;
        if info.bound == Bound::Exact && rank <= self.0.len() {
            self.0[rank - 1] = info.clone();
        } else if info.bound == Bound::Exact {
            self.0.push(info.clone());
        }
    }
}

fn book_move(info: &Info) -> Option<BookMove> {
    Some(BookMove {
        mv: *info.pv.first()?,
        reply: info.pv.get(1).copied(),
        value: info.score.number(MATE_VALUE),
        depth: info.depth,
        count: 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::book::Entries;
    use engine::shogi::sfen;
    use matches::players::PlayerSpec;

    /// The book of these positions and moves, as `YaneuraOu` writes them.
    pub(super) fn book(text: &str) -> MemoryBook {
        let text = format!("#YANEURAOU-DB2016 1.00\n{text}");
        let mut entries = Entries::new(text.as_bytes()).unwrap();
        let mut book = MemoryBook::default();
        while let Some(entry) = entries.next_entry().unwrap() {
            book.add(entry);
        }
        book
    }

    fn written(draft: &MemoryBook) -> String {
        let mut text = Vec::new();
        draft.write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn moves_to_avoid_are_not_searched() {
        let mut base = MemoryBook::default();
        let start = key(&Position::default());
        base.avoid(&start, 1, sfen::parse_move("7g7f").unwrap());
        let folder = tempfile::tempdir().unwrap();
        let found = grown(&growth(0), &base, &folder.path().join("journal"));
        let moves = found.moves(&start);
        assert_eq!(moves.len(), 2);
        assert!(moves.iter().all(|it| it.mv.to_string() != "7g7f"));
    }

    fn growth(plies: usize) -> Growth {
        let spec = PlayerSpec::parse("eval=handmade,multipv=2", 1).unwrap();
        Growth {
            engine: spec.text.clone(),
            settings: spec.settings().unwrap().clone(),
            root: Position::default(),
            nodes: 200,
            plies,
            margin: 1000,
            part: Part::ALL,
            threads: 1,
        }
    }

    fn grown(growth: &Growth, base: &MemoryBook, journal: &Path) -> MemoryBook {
        growth
            .run(base, journal, &mut io::sink())
            .unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_book_grows_alike_with_threads_breaks_and_parts() {
        let folder = tempfile::tempdir().unwrap();
        let journal = |name: &str| folder.path().join(name);
        let empty = MemoryBook::default();
        let whole = grown(&growth(2), &empty, &journal("whole"));
        // The start, two moves, four replies, less what transposes.
        assert!((5..=7).contains(&whole.len()), "{}", whole.len());

        let threads = Growth {
            threads: 3,
            ..growth(2)
        };
        assert_eq!(grown(&threads, &empty, &journal("threads")), whole);

        let first = grown(&growth(1), &empty, &journal("breaks"));
        assert!(first.len() < whole.len());
        assert_eq!(grown(&growth(2), &empty, &journal("breaks")), whole);

        let mut parts = first.clone();
        for (name, part) in [("0", "1/2"), ("1", "2/2")] {
            let part = part.parse().unwrap();
            let part = Growth { part, ..growth(2) };
            let part = grown(&part, &first, &journal(name));
            assert!(part.len() + first.len() <= whole.len());
            let text = written(&part);
            let mut entries = Entries::new(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
            while let Some(entry) = entries.next_entry().unwrap() {
                parts.add(entry);
            }
        }
        assert_eq!(written(&parts), written(&whole));
    }

    #[test]
    fn a_journal_of_other_searches_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("journal");
        grown(&growth(0), &MemoryBook::default(), &journal);
        let other = Growth {
            nodes: 300,
            ..growth(0)
        };
        let error = other
            .run(&MemoryBook::default(), &journal, &mut io::sink())
            .unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("another run") && message.contains("nodes"),
            "{message}"
        );
    }
}
