//! Few and short games: neither threads nor shards nor interruptions show in the file.

use super::plan::NoShard;
use super::*;
use crate::dataset::games;
use engine::search::{Score, Settings};
use engine::shogi::Position;
use matches::referee::adjudicate::ResignRule;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn plan(shard: &str, threads: usize) -> Plan {
    Plan {
        engine: String::new(),
        settings: Settings {
            hash_mb: 1,
            ..Settings::default()
        },
        games: 8,
        shard: shard.parse().unwrap(),
        threads,
        seed: 3,
        nodes: 50,
        asides: Some(Asides {
            draws: 2,
            nodes: 20,
        }),
        openings: Openings {
            plies: 8,
            pool: Pool::default(),
            pool_percent: 50,
        },
        max_moves: 120,
        even: EVEN,
        resign: Some(ResignRule {
            score: 600,
            moves: 2,
        }),
    }
}

/// Plays `plan` into `path` and returns the bytes of the file.
fn played(plan: &Plan, path: &Path) -> Vec<u8> {
    let mut writer = Writer::open(path, &plan.source()).unwrap();
    run(plan, &mut writer, Screen::Lines(&mut io::sink())).unwrap();
    drop(writer);
    fs::read(path).unwrap()
}

#[test]
fn threads_and_shards_and_interruptions_do_not_show() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let whole = played(&plan("0/1", 1), &path("one.games"));
    assert_eq!(played(&plan("0/1", 3), &path("three.games")), whole);

    fs::write(path("cut.games"), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(played(&plan("0/1", 2), &path("cut.games")), whole);

    let parts = [path("a.games"), path("b.games")];
    played(&plan("0/2", 1), &parts[0]);
    played(&plan("1/2", 2), &parts[1]);
    let merged = path("merged.games");
    assert_eq!(crate::dataset::merge(&parts, &merged).unwrap(), 8);
    assert_eq!(fs::read(merged).unwrap(), whole);
}

#[test]
fn games_begin_at_random_also_at_positions_of_earlier_games() {
    let folder = tempfile::tempdir().unwrap();
    let earlier = folder.path().join("earlier.games");
    played(&plan("0/1", 2), &earlier);
    let mut plan = plan("0/1", 2);
    plan.openings.pool = Pool::read(&[earlier]).unwrap();
    let later = folder.path().join("later.games");
    played(&plan, &later);
    let games: Vec<GameRecord> = games(&[later]).unwrap().map(Result::unwrap).collect();
    let from_start = |game: &&GameRecord| game.start.ply() == 1;
    let count = games.iter().filter(from_start).count();
    assert!((1..games.len()).contains(&count), "{count}");
    assert!(games.iter().all(|game| !game.opening.is_empty()));
    for game in &games {
        game.replay(|_| ()).unwrap();
    }
}

#[test]
fn positions_beside_the_game_are_drawn_from_each_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("asides.games");
    played(&plan("0/1", 1), &path);
    let (mut asides, mut plies) = (0, 0);
    for game in games(&[path]).unwrap().map(Result::unwrap) {
        game.replay_asides(|_, best, in_check| {
            assert!(!in_check && matches!(best.score, Score::Cp(_)));
            asides += 1;
        })
        .unwrap();
        plies += game.plies.len();
        assert!(game.asides.iter().all(|aside| !aside.line.is_empty()));
    }
    assert!(asides > plies && asides <= 2 * plies, "{asides} of {plies}");
}

#[test]
fn positions_may_be_of_any_kind_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let [record, empty] = ["a.csa", "b.csa"].map(|name| folder.path().join(name));
    let csa = "V2.2\nPI\n+\n+2726FU\n-3334FU\n+2625FU\n-2233KA\n%TORYO\n";
    fs::write(&record, csa).unwrap();
    fs::write(&empty, "V2.2\nPI\n+\n%CHUDAN\n").unwrap();
    let openings = |paths: &[&PathBuf]| Openings {
        plies: 8,
        pool: Pool::read(&paths.iter().copied().cloned().collect::<Vec<_>>()).unwrap(),
        pool_percent: 100,
    };
    let both = openings(&[&record, &empty]);
    assert_eq!(both.describe(), openings(&[&record]).describe());
    let begins = (0..40).map(|id| both.draw(1, id, |_, _| true).0.ply());
    assert_eq!(begins.collect::<BTreeSet<_>>(), (1..=4).collect());
    let nothing = openings(&[&empty]);
    assert_eq!(nothing.describe(), "8 random plies");
    assert_eq!(nothing.draw(1, 1, |_, _| true).0, Position::default());
}

#[test]
fn shards_are_read_and_refused() {
    let games = |text: &str| {
        text.parse::<Shard>()
            .map(|it| it.games(7).collect::<Vec<_>>())
    };
    assert_eq!(games("0/1"), Ok((0..7).collect()));
    assert_eq!(games("2/3"), Ok(vec![2, 5]));
    for text in ["", "1", "3/3", "0/0", "-1/2", "1/2/3", "a/b"] {
        assert_eq!(games(text), Err(NoShard), "{text}");
    }
}
