//! Matches and positions at very small size.

use super::humans::compare_players;
use super::*;
use crate::campaign::player;
use engine::shogi::game::Game;
use matches::work::Workers;

fn campaign(folder: &Path) -> Campaign {
    Campaign {
        folder: folder.to_owned(),
        most_games: Some(2),
        seed: 1,
        workers: Workers::new(1),
        until: None,
    }
}

#[test]
fn every_level_meets_the_next_and_every_player_can_be_made() {
    let bouts = bouts();
    for bout in &bouts {
        for text in &bout.players {
            player(text).unwrap();
        }
    }
    let steps = usize::from(Level::FULL.number());
    assert_eq!(bouts.len(), steps + 1 + RIVALS.len());
    let mut names: Vec<_> = bouts.iter().map(|it| &it.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), bouts.len());
}

#[test]
fn matches_are_rated_drawn_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let all: Vec<Bout> = bouts()
        .into_iter()
        .filter(|it| ["1", "material"].contains(&&*it.name))
        .collect();
    let mut progress = Vec::new();
    let strengths = play(&campaign(folder.path()), &all, &all, &mut progress).unwrap();
    assert_eq!(
        strengths
            .bouts
            .iter()
            .map(|it| it.points.games)
            .sum::<u64>(),
        4
    );
    assert_eq!(strengths.ratings.len(), 3);
    assert_eq!(
        strengths.rating("skill_level=0").and_then(|it| it.elo),
        Some(0.0)
    );
    strengths.write(folder.path()).unwrap();
    let drawn = std::fs::read_to_string(folder.path().join("levels.svg")).unwrap();
    assert!(drawn.contains("Elo above level 0"), "{drawn}");
    let again = play(&campaign(folder.path()), &all, &[], &mut progress).unwrap();
    assert_eq!(again.to_string(), strengths.to_string());
    assert!(again.to_string().contains("skill_level=1 : skill_level=0"));
}

#[test]
fn moves_of_people_are_compared_from_the_twenty_first_on() {
    let shuffle = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 5i6h 5a4b 1g1f 1c1d 9g9f 9c9d 4i5h 6a5b 3g3f 7c7d 4g4f 6c6d";
    let (game, error) = Game::parse(&format!("startpos moves {shuffle}")).unwrap();
    assert!(error.is_none(), "{error:?}");
    let players = [
        ("levels", "skill_level=2".to_owned()),
        ("levels", "null:".to_owned()),
    ];
    let humans =
        compare_players(&players, &[game], &[], &Workers::new(1), &mut Vec::new()).unwrap();
    assert_eq!((humans.games, humans.positions), (1, 2));
    assert_eq!(humans.players.len(), 2);
    let folder = tempfile::tempdir().unwrap();
    humans.write(folder.path()).unwrap();
    assert!(folder.path().join("humans.svg").exists());
    assert!(humans.to_string().contains("2 positions of 1 games"));
}
