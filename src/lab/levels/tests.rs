//! Matches and positions at very small size.

use super::*;
use crate::campaign::player;
use engine::shogi::game::Game;
use matches::work::Workers;

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
    let campaign = Campaign::of_test(folder.path(), Some(2));
    let mut progress = Vec::new();
    let strengths = play(&campaign, &all, &all, &mut progress).unwrap();
    let games = strengths.bouts.iter().map(|it| it.points.games);
    assert_eq!(games.sum::<u64>(), 4);
    assert_eq!(strengths.ratings.len(), 3);
    let lowest = strengths.rating("skill_level=0").unwrap();
    assert_eq!(lowest.elo, Some(0.0));
    let drawn = strengths.picture().to_string();
    assert!(drawn.contains("Elo above level 0"), "{drawn}");
    let again = play(&campaign, &all, &[], &mut progress).unwrap();
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
    let humans = compare(&players, &[game], &[], &Workers::new(1), &mut Vec::new()).unwrap();
    assert_eq!((humans.games, humans.positions), (1, 2));
    assert!(humans.picture().to_string().starts_with("<svg "));
    let text = humans.to_string();
    assert!(text.contains("2 positions of 1 games"), "{text}");
    assert!(text.contains("skill_level=2") && text.contains("null:"));
}
