//! The textbook: a second, plain search, in which every technique of game-tree search is one switch.
//!
//! It shares nothing with the search that plays ([`search`](crate::search)) but limits, clock, reports and the rules of the game. Begin with
//! `node.rs`, which is minimax where all switches are off, and read what each adds: alpha-beta, iterative deepening
//! (`root.rs`), the table (`table.rs`), the order of moves (`order.rs`), quiescence, a mate in one, the check extension,
//! the null move, late moves, singular moves; and the two accounts and the law of costs of the article on interest
//! search (`article.rs`). [`rules`] has the list of switches. `kyomi-lab ladder` shows what each is worth.
//!
//! What must hold: with none but alpha-beta, order, deepening, zero windows and table, a search to a depth finds
//! minimax's value.

mod article;
mod costs;
mod line;
mod memory;
mod node;
mod order;
mod quiescence;
mod root;
pub mod rules;
mod table;
#[cfg(test)]
mod tests;

use crate::eval::{INFINITE, MAX_PLY};
use crate::player::Settings;
use crate::search::signals::{NODES_BETWEEN_LOOKS, Shared};
use crate::search::{End, Ends};
use crate::shogi::game::Game;
use crate::shogi::movegen::Variety;
use crate::shogi::{Move, MoveList, Undo};
use line::Line;
use memory::Memory;
use order::{Around, Order};
use root::Root;
pub use rules::{KNOBS, Knob, PRESETS, Rules};
use std::sync::atomic::Ordering::Relaxed;
use table::{Entry, Table};

/// A search by the textbook, with what it remembers of the last.
pub struct Searcher {
    rules: Rules,
    hash_mb: usize,
    variety: Variety,
    line: Line,
    table: Option<Table>,
    memory: Memory,
    root: Root,
    /// One for each ply.
    orders: Vec<Order>,
    scratch: MoveList,
    nodes: u64,
    /// The longest line in plies.
    longest: usize,
    ends: Ends,
    stopped: bool,
    /// The moves that led to the node at which the search stopped, the last first.
    line_at_stop: Vec<Move>,
}

impl Searcher {
    /// One that knows nothing yet. Without rules of the textbook in `settings`, `alphabeta` is meant.
    pub fn new(settings: &Settings) -> Self {
        let mut searcher = Self {
            rules: Rules::default(),
            hash_mb: 0,
            variety: Variety::Sensible,
            line: Line::new(&settings.evaluation),
            table: None,
            memory: Memory::new(),
            root: Root::default(),
            orders: (0..=MAX_PLY).map(|_| Order::default()).collect(),
            scratch: MoveList::new(),
            nodes: 0,
            longest: 0,
            ends: Ends::default(),
            stopped: false,
            line_at_stop: Vec::new(),
        };
        searcher.configure(settings);
        searcher
    }

    /// Puts `settings` in force; what is remembered stays, but for a table of another size.
    pub fn configure(&mut self, settings: &Settings) {
        self.rules = settings.textbook.clone().unwrap_or_default();
        self.variety = if settings.all_moves {
            Variety::All
        } else {
            Variety::Sensible
        };
        let wanted = self.rules.table > 0;
        if self.table.is_some() != wanted || self.hash_mb != settings.hash_mb {
            self.hash_mb = settings.hash_mb;
            // The old one goes first: there may not be memory for both.
            self.table = None;
            self.table = wanted.then(|| Table::new(self.hash_mb));
        }
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Forgets what is of one game alone.
    pub fn forget_game(&mut self) {
        self.memory = Memory::new();
        for place in &mut self.line.places {
            place.killers = [Move::NONE; 2];
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.forget_game();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// What ended the nodes of the last search.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// As [`Engine::line_at_stop`](crate::player::Engine::line_at_stop).
    pub fn line_at_stop(&self) -> Vec<Move> {
        self.line_at_stop.iter().rev().copied().collect()
    }

    /// Sets up a search of `game` for the best of `moves`, of which there is one at least; `nodes` were searched before.
    pub fn start(&mut self, game: &Game, moves: Vec<Move>, settings: &Settings, nodes: u64) {
        self.line.start(game, settings);
        self.root = Root::new(moves);
        if let Some(table) = &mut self.table {
            table.new_search();
        }
        (self.nodes, self.longest, self.stopped) = (nodes, 0, false);
        self.ends = Ends::default();
        self.line_at_stop.clear();
    }

    /// Makes `mv` at `ply`, which leads to one more node, and looks now and then whether to stop.
    fn make(&mut self, shared: &Shared, ply: usize, mv: Move) -> Undo {
        if !self.stopped {
            self.nodes += 1;
            self.longest = self.longest.max(ply + 1);
            if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
                shared.nodes.fetch_add(NODES_BETWEEN_LOOKS, Relaxed);
                self.stopped |= shared.must_stop();
            }
            let limit = shared.limits.nodes;
            self.stopped |= limit.is_some_and(|limit| self.nodes >= limit);
        }
        let undo = self.line.pos.do_move(mv);
        if let Some(table) = &self.table {
            table.prefetch(self.line.pos.key());
        }
        self.line.made(ply, mv, undo.captured());
        undo
    }

    /// What the order of the moves at `ply` depends on. At the root all are wanted.
    fn around(&self, ply: usize) -> Around<'_> {
        let all = ply == 0;
        Around {
            rules: &self.rules,
            line: &self.line,
            memory: &self.memory,
            variety: if all { Variety::All } else { self.variety },
            ply,
        }
    }

    /// What the table knows of the position at `ply`.
    fn known(&self, ply: usize) -> Option<Entry> {
        let table = self.table.as_ref()?;
        table.probe(self.line.pos.key(), ply)
    }

    /// Keeps what was found at `ply` in the table.
    fn keep(&mut self, ply: usize, entry: Entry) {
        if let Some(table) = &mut self.table {
            table.store(self.line.pos.key(), ply, entry);
        }
    }

    /// The static value at `ply`, where nobody is in check; the table may know it.
    fn standing(&mut self, ply: usize, known: Option<Entry>) -> i32 {
        let kept = known.map(|it| it.eval).filter(|&eval| eval > -INFINITE);
        let eval = kept.unwrap_or_else(|| self.line.evaluate(ply));
        self.line.places[ply].eval = eval;
        eval
    }

    /// The `value` with which a node ends in this way.
    fn ended(&mut self, end: End, value: i32) -> i32 {
        self.ends.note(end);
        value
    }
}
