//! What habits a player has, and how well they foretell its moves: models of players are learned
//! from their games, and scored on games that they were not learned from.
//!
//! After S. Walczak's Inductive Adversary Modeler; [`habits`](engine::habits) has the models. What
//! must hold: a model follows from the games alone.

mod boards;
mod learn;
mod score;

pub use boards::{boards, diagrams};
pub use learn::{Learned, learn};
pub use score::{gain, score};

use super::LabError;
use engine::habits::{Outcome, Situation};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move};
use matches::games::NamedGame;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A few names of many.
fn names(there: &BTreeSet<String>) -> String {
    if there.is_empty() {
        return "the players of a game; no file has one".to_owned();
    }
    let names = there.iter().take(12).map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

/// A game that the player took part in.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: Game,
    /// How many moves of it were given: by an opening that nobody chose.
    pub given: usize,
    /// The player's colour.
    pub player: Color,
    /// How it ended for the player.
    pub outcome: Outcome,
}

impl PlayedGame {
    /// The games up to every move that `color` chose, with that move.
    pub fn choices(&self, color: Color) -> impl Iterator<Item = (Game, Move)> {
        let mut so_far = Game::new(self.game.start().clone());
        let moves = self.game.moves().iter().enumerate();
        moves.filter_map(move |(place, &mv)| {
            let is_chosen = so_far.position().side() == color && place >= self.given;
            let before = is_chosen.then(|| so_far.clone());
            so_far.play(mv).ok()?;
            Some((before?, mv))
        })
    }

    /// Every move that the player chose, with the moment before it.
    pub fn moments(&self) -> impl Iterator<Item = (Situation, Move)> {
        self.choices(self.player)
            .filter_map(|(before, mv)| Some((Situation::of(&before, self.player)?, mv)))
    }
}

/// The games of `paths` in which somebody called `player` took part: records by their extension
/// (.csa, .kif), and journals of matches by any other name. A name is meant by any part of it, in any
/// case; where both are, the game counts for Black.
///
/// # Errors
/// At the first file that cannot be used, and if there is no such game.
pub fn read(paths: &[PathBuf], player: &str) -> Result<Vec<PlayedGame>, LabError> {
    let (mut games, mut there) = (Vec::new(), BTreeSet::new());
    let wanted = player.to_lowercase();
    for named in matches::games::read_all(paths)? {
        let is_wanted = |name: &String| name.to_lowercase().contains(&wanted);
        match named.names.iter().position(is_wanted) {
            Some(place) => games.push(played(named, Color::all()[place])),
            None => there.extend(named.names),
        }
    }
    if games.is_empty() {
        let problem = format!("no game of `{player}`; expected one of {}", names(&there));
        return Err(LabError::Unusable(problem));
    }
    Ok(games)
}

/// `game` as one of the player with the colour `player`.
fn played(game: NamedGame, player: Color) -> PlayedGame {
    let winner = game.winner();
    PlayedGame {
        game: game.game,
        given: game.given,
        player,
        outcome: match winner {
            Some(winner) if winner == player => Outcome::Won,
            Some(_) => Outcome::Lost,
            None => Outcome::Drawn,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::tempdir;

    /// A record in which `fox` has Black and always plays the same.
    fn csa(white: &str, reply: &str) -> String {
        format!(
            "V2.2\nN+The Fox\nN-{white}\nPI\n+\n+7776FU\n-{reply}\n+2858HI\n-8384FU\n+5948OU\n-4132KI\n+4838OU\n-7162GI\n+3828OU\n-6364FU\n+3938GI\n-5354FU\n%TORYO\n"
        )
    }

    fn games() -> Vec<PlayedGame> {
        let folder = tempdir().unwrap();
        let paths = ["3334FU", "9394FU", "1314FU"].map(|reply| {
            let path = folder.path().join(format!("{reply}.csa"));
            fs::write(&path, csa("Hound", reply)).unwrap();
            path
        });
        read(&paths, "fox").unwrap()
    }

    #[test]
    fn games_are_found_by_a_part_of_the_name_and_others_named() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("game.csa");
        fs::write(&path, csa("Hound", "3334FU")).unwrap();
        let paths = [path];
        let found = |player: &str| read(&paths, player);
        assert_eq!(found("hound").unwrap()[0].player, Color::White);
        assert_eq!(found("FOX").unwrap()[0].player, Color::Black);
        // White resigned after the last move of the record, which White made: the mover is Black.
        assert_eq!(found("fox").unwrap()[0].outcome, Outcome::Lost);
        let problem = found("Wolf").unwrap_err().to_string();
        assert_eq!(
            problem,
            "no game of `Wolf`; expected one of `Hound`, `The Fox`"
        );
    }

    #[test]
    fn what_is_in_all_games_is_learned_and_foretold_in_the_next() {
        let games = games();
        let learned = learn("fox", &games[..2]);
        let (model, counts) = (&learned.model, &learned.counts);
        assert_eq!((model.games, counts.games), (2, 2));
        assert!(model.habits.iter().all(|habit| habit.games == 2));
        assert!(counts.kept_groups > 0 && counts.kept_sequences > 0);
        let mino = model
            .habits
            .iter()
            .find(|it| it.pattern.to_string().contains("K2h S3h"));
        assert!(mino.is_some_and(|it| it.did > 0), "{:?}", model.habits);
        let score = score(model, &games[2..]);
        assert_eq!(score.moves, 6);
        assert!(score.foretold >= 4, "{score:?}");
        assert_eq!(
            score.among[4], score.foretold,
            "all came as foretold: {score:?}"
        );
        let text = score.to_string();
        assert!(text.contains("5/31") && text.contains("3/3"), "{text}");
        let text = format!("{}\n{}", learned.text(3), diagrams(model, 1));
        assert!(
            text.contains("of 272") && text.contains("2 of 2 games"),
            "{text}"
        );
    }

    #[test]
    fn moves_of_an_opening_that_was_given_do_not_count() {
        let game = Game::parse("startpos moves 7g7f 3c3d 2g2f").unwrap().0;
        let played = |given| PlayedGame {
            game: game.clone(),
            given,
            player: Color::Black,
            outcome: Outcome::Drawn,
        };
        assert_eq!(played(0).moments().count(), 2);
        assert_eq!(played(2).moments().count(), 1);
    }
}
