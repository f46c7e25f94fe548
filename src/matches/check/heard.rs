//! What an engine has said.

use engine::shogi::game::Game;
use engine::usi::grammar::OptionDeclaration;

/// All that an engine has said in a conversation.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Its lines.
    pub lines: Vec<String>,
    /// The options that it has declared.
    pub declared: Vec<OptionDeclaration>,
    /// The end of what it has written on standard error.
    pub errors: String,
    /// How many of its moves came with the reply that it expects.
    pub with_reply: usize,
    /// The answers that came without one, although the game goes on.
    pub without_reply: Vec<String>,
    /// How many lines came before the last `go`.
    before_go: usize,
    searched: Game,
}

impl Heard {
    /// From now on `game` is searched.
    pub fn begin_search(&mut self, game: &Game) {
        self.searched = game.clone();
        self.before_go = self.lines.len();
    }

    /// The game that the last `go` was about.
    pub fn searched(&self) -> &Game {
        &self.searched
    }

    /// The lines since the last `go`.
    pub fn since_go(&self) -> &[String] {
        &self.lines[self.before_go..]
    }
}
