//! What says what positions of games are worth.

use crate::dataset::{GameRecord, Ply, SideLine, Source, takes_or_promotes};
use engine::player::{Engine, Settings};
use engine::search::{Limits, Outcome, Score};
use engine::shogi::game::Game;
use engine::shogi::{Checks, Move, Position};
use matches::players::head::{evaluation_of, own_program};
use serde_json::{Value, json};

/// A search may take this many times the nodes at which it should end.
const HARD_LIMIT: u64 = 8;
/// The most moves that a side line is made longer by: what a search of hundreds of nodes knows reaches not much farther.
const MOST_SETTLING: usize = 4;

/// How positions of games are searched.
#[derive(Clone, Debug)]
pub struct Searches {
    /// The engine as it was typed, see
    /// [`PlayerSpec`](matches::players::PlayerSpec).
    pub engine: String,
    /// The same as settings, with one thread.
    pub settings: Settings,
    /// Nodes after which a search ends with its iteration; it is cut off at eight times as many.
    pub nodes: u64,
    /// Whether and how side lines are kept.
    pub side_lines: Option<SideLines>,
}

/// How lines that leave a game are drawn from its searches and kept.
#[derive(Clone, Copy, Debug)]
pub struct SideLines {
    /// How many of each move's search, 1 or more.
    pub draws: usize,
    /// The same as [`Searches::nodes`] for the search of the position at the end of each.
    pub nodes: u64,
}

impl Searches {
    /// Quick ones, with two side lines for each move.
    #[cfg(test)]
    pub(crate) fn of_test() -> Self {
        Self {
            engine: String::new(),
            settings: Settings {
                hash_mb: 1,
                ..Settings::default()
            },
            nodes: 50,
            side_lines: Some(SideLines {
                draws: 2,
                nodes: 20,
            }),
        }
    }

    /// What scores follow from, the program among it.
    pub fn source(&self) -> Source {
        let settings = &self.settings;
        let fields = [
            ("version", json!(env!("CARGO_PKG_VERSION"))),
            ("program", json!(own_program())),
            ("engine", json!(self.engine)),
            ("search", json!(settings.effective())),
            ("evaluation", json!(evaluation_of(settings))),
            ("hash_mb", json!(settings.hash_mb)),
            ("entering_king", json!(settings.entering_king_rule.name())),
            ("nodes", json!(self.nodes)),
        ];
        // Without any there are no such fields, as in files of before there were any.
        let side_lines = self.side_lines.map(|SideLines { draws, nodes }| {
            [("asides", json!(draws)), ("aside_nodes", json!(nodes))]
        });
        let side_lines = side_lines.into_iter().flatten();
        let named = |(name, value): (&str, Value)| (name.to_owned(), value);
        fields.into_iter().chain(side_lines).map(named).collect()
    }
}

/// An engine that searches the positions of one game after another, with one table for both sides: each
/// side's search is the other's preparation.
pub(super) struct Searcher<'a> {
    searches: &'a Searches,
    engine: Engine,
    /// The lines drawn from the search of each move of this game.
    drawn: Vec<Vec<Vec<Move>>>,
}

impl<'a> Searcher<'a> {
    pub(super) fn new(searches: &'a Searches) -> Self {
        Self {
            searches,
            engine: Engine::new(searches.settings.clone()),
            drawn: Vec::new(),
        }
    }

    /// Forgets everything before the next game.
    pub(super) fn new_game(&mut self) {
        self.engine.new_game();
        self.drawn.clear();
    }

    /// Whether a search says that neither side of `game` is further ahead than `most` centipawns.
    pub(super) fn is_even(&mut self, game: &Game, most: i32) -> bool {
        let outcome = self.search(game.clone(), self.searches.nodes, 0);
        matches!(outcome.score, Score::Cp(cp) if cp.abs() <= most)
    }

    /// The search of the next move of the game, whose side lines are drawn.
    pub(super) fn next(&mut self, game: Game) -> Outcome {
        let Searches {
            nodes, side_lines, ..
        } = *self.searches;
        let outcome = self.search(game, nodes, side_lines.map_or(0, |it| it.draws));
        self.drawn.push(self.engine.drawn().to_vec());
        outcome
    }

    /// The lines drawn from the searches of `plies` from `position` on, each to where it is quiet, but for those whose
    /// end is in check or has no move.
    pub(super) fn side_lines(&mut self, plies: &[Ply], mut position: Position) -> Vec<SideLine> {
        let mut side_lines = Vec::new();
        let Some(SideLines { nodes, .. }) = self.searches.side_lines else {
            return side_lines;
        };
        let drawn = std::mem::take(&mut self.drawn);
        for ((after, ply), lines) in (0..).zip(plies).zip(drawn) {
            for moves in lines {
                let end = SideLine::end(&position, &moves).ok();
                if let Some(end) = end.filter(|it| !Checks::of(it).in_check()) {
                    let outcome = self.search(Game::new(end.clone()), nodes, 0);
                    side_lines.extend(settled(after, moves, end, &outcome));
                }
            }
            let _ = position.do_move(ply.mv);
        }
        side_lines
    }

    /// Gives every ply of `record`, whose moves are legal, a score of this engine, and its side lines.
    pub(super) fn follow(&mut self, record: &mut GameRecord) {
        self.new_game();
        let mut game = Game::new(record.start.clone());
        for &mv in &record.opening {
            let _ = game.play(mv);
        }
        let first = game.position().clone();
        for ply in &mut record.plies {
            ply.score = self.next(game.clone()).score;
            let _ = game.play(ply.mv);
        }
        record.side_lines = self.side_lines(&record.plies, first);
    }

    /// A search that ends with the iteration in which it comes to `nodes`, and from which so many
    /// positions are drawn.
    fn search(&mut self, game: Game, nodes: u64, draws: usize) -> Outcome {
        self.engine.set_game(game);
        let limits = Limits {
            soft_nodes: Some(nodes),
            draws,
            ..Limits::nodes(nodes.saturating_mul(HARD_LIMIT))
        };
        self.engine.search(limits, &mut ())
    }
}

/// The side line of `moves`, after so many plies of the game, whose end was searched with this outcome. Where the
/// best move takes or promotes it goes on along the principal variation, with the same score: a static value says little
/// before. So 96 in 100 can be learned from, and 50 where it does not go on (2026-11-28). What is won or lost by
/// force stays as it is. None if the end is in check.
fn settled(
    after: u16,
    mut moves: Vec<Move>,
    mut end: Position,
    outcome: &Outcome,
) -> Option<SideLine> {
    let line = &outcome.info.pv;
    let mut best = *line.first()?;
    let Score::Cp(mut cp) = outcome.score else {
        let score = outcome.score;
        let best = Ply { mv: best, score };
        return Some(SideLine { after, moves, best });
    };
    for &next in line.iter().skip(1).take(MOST_SETTLING) {
        if !takes_or_promotes(&end, best) && !Checks::of(&end).in_check() {
            break;
        }
        let _ = end.do_move(best);
        moves.push(best);
        (best, cp) = (next, -cp);
    }
    let score = Score::Cp(cp);
    let best = Ply { mv: best, score };
    (!Checks::of(&end).in_check()).then_some(SideLine { after, moves, best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::shogi::sfen;

    #[test]
    fn what_is_won_by_force_stays_as_it_is() {
        let end = sfen::parse("3k5/9/3PG4/9/9/9/9/9/4K4 b G 1").unwrap();
        let mut engine = Engine::new(Settings {
            hash_mb: 1,
            ..Settings::default()
        });
        engine.set_game(Game::new(end.clone()));
        let outcome = engine.search(Limits::nodes(500), &mut ());
        let line = settled(3, Vec::new(), end, &outcome).unwrap();
        assert!(line.moves.is_empty());
        assert!(matches!(line.best.score, Score::Mate(1..)), "{outcome:?}");
    }
}
