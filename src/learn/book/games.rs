//! A book of the moves of games: of those that were played often enough, by whom one likes, with the results that one
//! likes.

use engine::book::{BookEntry, BookMove, MemoryBook, key};
use engine::shogi::{Color, Move, Position};
use matches::games::{GameResult, NamedGame};
use std::collections::BTreeMap;

/// Whose moves of a game are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Movers {
    /// Both sides'.
    #[default]
    Both,
    /// Those of the side that won.
    Winner,
    /// Those of this side.
    Side(Color),
}

/// Which moves of games make a book.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// How many moves of a game are looked at.
    pub plies: usize,
    /// Whose moves.
    pub movers: Movers,
    /// How often a move was played at least.
    pub least: u64,
    /// What share of the points the side that played it had at least, in percent: a point for a win and half a point
    /// for a draw, out of the games of which the result is known. With 0 results do not matter.
    pub least_share: u64,
}

/// A book being made of games.
#[derive(Debug)]
pub struct GamesBook {
    choice: Choice,
    draft: MemoryBook,
    /// Of each move in its position the half points of those who played it, and their games; empty where no share is
    /// asked for.
    shares: BTreeMap<(String, Move), (u64, u64)>,
}

impl GamesBook {
    /// One without games, and without the moves that `draft` avoids.
    pub fn new(choice: Choice, draft: MemoryBook) -> Self {
        let shares = BTreeMap::new();
        Self {
            choice,
            draft,
            shares,
        }
    }

    /// Adds the moves of `named`.
    pub fn add(&mut self, named: &NamedGame) {
        let mut pos = named.game.start().clone();
        let moves = named.game.moves();
        for (ply, &mv) in moves.iter().enumerate().take(self.choice.plies) {
            let is_taken = match self.choice.movers {
                Movers::Both => true,
                Movers::Winner => named.winner() == Some(pos.side()),
                Movers::Side(color) => pos.side() == color,
            };
            if is_taken {
                let reply = moves.get(ply + 1).copied();
                self.add_move(&pos, mv, reply, named.facts.result);
            }
            let _ = pos.do_move(mv);
        }
    }

    fn add_move(
        &mut self,
        pos: &Position,
        mv: Move,
        reply: Option<Move>,
        result: Option<GameResult>,
    ) {
        let key = key(pos);
        if let Some(result) = result.filter(|_| self.choice.least_share > 0) {
            let points = match result {
                GameResult::Won(color) => 2 * u64::from(color == pos.side()),
                GameResult::Drawn => 1,
            };
            let (half_points, games) = self.shares.entry((key.clone(), mv)).or_default();
            *half_points += points;
            *games += 1;
        }
        let mv = BookMove {
            mv,
            reply,
            value: 0,
            depth: 0,
            count: 1,
        };
        self.draft.add(BookEntry::new(key, pos.ply(), vec![mv]));
    }

    /// The book of those moves that were played often and well enough.
    pub fn finish(mut self) -> MemoryBook {
        let Choice {
            least, least_share, ..
        } = self.choice;
        let is_good = |key: &str, mv: Move| {
            let share = self.shares.get(&(key.to_owned(), mv));
            let has_share = |(half_points, games): &(u64, u64)| {
                50 * half_points >= least_share.saturating_mul(*games)
            };
            least_share == 0 || share.is_some_and(has_share)
        };
        self.draft
            .keep(|key, it| it.count >= least && is_good(key, it.mv));
        self.draft
    }
}

/// Has the last moves of `games` never played in their positions. A game without moves names none.
pub fn avoid(draft: &mut MemoryBook, games: &[NamedGame]) {
    for NamedGame { game, .. } in games {
        let before = game.moves().len().checked_sub(1);
        let before = before.and_then(|plies| game.position_after(plies));
        if let (Some(pos), Some(&mv)) = (before, game.moves().last()) {
            draft.avoid(&key(&pos), pos.ply(), mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::shogi::game::Game;
    use matches::games::GameFacts;

    fn named(moves: &str, facts: GameFacts) -> NamedGame {
        let (game, _) = Game::parse(&format!("startpos moves {moves}")).unwrap();
        NamedGame {
            game,
            given: 0,
            names: Default::default(),
            facts,
        }
    }

    fn written(draft: &MemoryBook) -> String {
        let mut text = Vec::new();
        draft.write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    /// Games by their moves and results: 1 and 0 for who won, Black or White, and `=` for a draw.
    fn of_games(games: &[&str], choice: Choice) -> String {
        let mut book = GamesBook::new(choice, MemoryBook::default());
        for text in games {
            let (moves, result) = text.split_once(": ").unwrap_or((text, ""));
            let facts = match result {
                "1" => GameFacts::of_result(GameResult::Won(Color::Black)),
                "0" => GameFacts::of_result(GameResult::Won(Color::White)),
                "=" => GameFacts::of_result(GameResult::Drawn),
                _ => GameFacts::default(),
            };
            book.add(&named(moves, facts));
        }
        written(&book.finish())
    }

    const START: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";

    #[test]
    fn moves_of_games_are_counted() {
        let games = ["7g7f 3c3d 2g2f", "7g7f 8c8d", "2g2f 8c8d 7g7f"];
        let book = |plies, least| {
            let choice = Choice {
                plies,
                least,
                ..Choice::default()
            };
            of_games(&games, choice)
        };
        let often = format!("#YANEURAOU-DB2016 1.00\n{START}7g7f 3c3d 0 0 2\n");
        assert_eq!(book(3, 2), often);
        assert_eq!(
            book(1, 1),
            format!("{often}2g2f 8c8d 0 0 1\n"),
            "the one played more often first"
        );
        assert_eq!(book(3, 1).matches("sfen ").count(), 5);
    }

    #[test]
    fn moves_are_chosen_by_whose_they_are_and_what_came_of_them() {
        let games = [
            "7g7f 3c3d: 0",
            "7g7f 8c8d: =",
            "2g2f 8c8d: 1",
            "2g2f 3c3d: 0",
            "5g5f 3c3d",
        ];
        let moves = |movers, least_share| {
            let choice = Choice {
                plies: 2,
                movers,
                least: 1,
                least_share,
            };
            let text = of_games(&games, choice);
            let lines = text.lines().filter(|it| !it.starts_with(['#', 's']));
            let words = lines.map(|it| it.split(' ').next().unwrap().to_owned());
            words.collect::<Vec<_>>()
        };
        // A half and a quarter of the points; the last game has no result.
        let black = Movers::Side(Color::Black);
        assert_eq!(moves(black, 25), ["7g7f", "2g2f"]);
        assert_eq!(moves(black, 26), ["2g2f"]);
        assert_eq!(moves(black, 51), [""; 0]);
        assert_eq!(moves(black, 0).len(), 3);
        assert_eq!(moves(Movers::Winner, 0), ["3c3d", "3c3d", "2g2f"]);
        assert_eq!(moves(Movers::Both, 100), ["3c3d", "3c3d"]);
    }

    #[test]
    fn moves_to_avoid_are_not_counted() {
        let game = named("7g7f", GameFacts::default());
        let mut draft = MemoryBook::default();
        avoid(&mut draft, std::slice::from_ref(&game));
        let choice = Choice {
            plies: 9,
            least: 1,
            ..Choice::default()
        };
        let mut book = GamesBook::new(choice, draft);
        book.add(&game);
        assert_eq!(
            written(&book.finish()),
            format!("#YANEURAOU-DB2016 1.00\n{START}# avoid 7g7f\n")
        );
    }
}
