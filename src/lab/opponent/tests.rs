//! Habits are learned from games and scored on others.

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
