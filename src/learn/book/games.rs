//! A book of the moves that were played in games.

use engine::book::{BookMove, Draft, Entry, key};
use engine::shogi::game::Game;

/// Which moves of games become a book.
#[derive(Clone, Copy, Debug)]
pub struct FromGames {
    /// The first so many of each game.
    pub plies: usize,
    /// Those that were played so often at least.
    pub least: u64,
}

impl FromGames {
    /// The book of `games`.
    pub fn draft(self, games: &[Game]) -> Draft {
        let mut draft = Draft::default();
        for game in games {
            self.add(game, &mut draft);
        }
        draft.keep_played(self.least);
        draft
    }

    fn add(self, game: &Game, draft: &mut Draft) {
        let mut pos = game.start().clone();
        let moves = game.moves();
        for (ply, &mv) in moves.iter().enumerate().take(self.plies) {
            draft.add(Entry {
                key: key(&pos),
                number: pos.ply(),
                moves: vec![BookMove {
                    mv,
                    reply: moves.get(ply + 1).copied(),
                    value: 0,
                    depth: 0,
                    count: 1,
                }],
            });
            let _ = pos.do_move(mv);
        }
    }
}
