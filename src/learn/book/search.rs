//! What a search finds out about a position of a book.

use engine::book::{BookMove, Entry, key};
use engine::search::{Bound, Engine, Info, Limits, Listener, Score};
use engine::shogi::Position;
use engine::shogi::game::Game;

/// The value of a mate, in centipawns.
const MATE_VALUE: i32 = 30_000;

/// The entry of `pos`: its best moves after a search of `nodes` from an empty table.
pub fn searched(engine: &mut Engine, pos: &Position, nodes: u64) -> Entry {
    let mut lines = Lines::default();
    engine.new_game();
    engine.set_game(Game::new(pos.clone()));
    engine.search(Limits::nodes(nodes), &mut lines);
    Entry {
        key: key(pos),
        number: pos.ply(),
        moves: lines.moves(),
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
        value: match info.score {
            Score::Cp(cp) => cp,
            Score::Mate(plies) if plies > 0 => MATE_VALUE - plies,
            Score::Mate(plies) => -MATE_VALUE - plies,
            Score::Mated => -MATE_VALUE,
        },
        depth: info.depth,
        count: 1,
    })
}
