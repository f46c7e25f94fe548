//! Books made from games and by searching.

use super::*;
use crate::datagen::Shard;
use engine::book::{Draft, Entries};
use engine::shogi::Position;
use engine::shogi::game::Game;
use matches::players::PlayerSpec;
use std::io;
use std::path::Path;

fn written(draft: &Draft) -> String {
    let mut text = Vec::new();
    draft.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn moves_of_games_are_counted() {
    let games = ["7g7f 3c3d 2g2f", "7g7f 8c8d", "2g2f 8c8d 7g7f"];
    let game = |moves| Game::parse(&format!("startpos moves {moves}")).unwrap().0;
    let games = games.map(game);
    let book = |plies, least| written(&FromGames { plies, least }.draft(&games));
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
    let often = format!("#YANEURAOU-DB2016 1.00\n{start}7g7f 3c3d 0 0 2\n");
    assert_eq!(book(3, 2), often);
    assert_eq!(
        book(1, 1),
        format!("{often}2g2f 8c8d 0 0 1\n"),
        "the one played more often first"
    );
    assert_eq!(book(3, 1).matches("sfen ").count(), 5);
}

fn plan(plies: usize) -> GrowPlan {
    let spec = PlayerSpec::parse("eval=handmade,multipv=2", 1).unwrap();
    GrowPlan {
        engine: spec.text.clone(),
        settings: spec.settings().unwrap().clone(),
        root: Position::default(),
        nodes: 200,
        plies,
        margin: 1000,
        shard: Shard::ALL,
        threads: 1,
    }
}

fn grown(plan: &GrowPlan, base: &Draft, journal: &Path) -> Draft {
    plan.run(base, journal, &mut io::sink())
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_book_grows_alike_with_threads_breaks_and_parts() {
    let folder = tempfile::tempdir().unwrap();
    let journal = |name: &str| folder.path().join(name);
    let empty = Draft::default();
    let whole = grown(&plan(2), &empty, &journal("whole"));
    // The start, two moves, four replies, less what transposes.
    assert!((5..=7).contains(&whole.len()), "{}", whole.len());

    let threads = GrowPlan {
        threads: 3,
        ..plan(2)
    };
    assert_eq!(grown(&threads, &empty, &journal("threads")), whole);

    let first = grown(&plan(1), &empty, &journal("breaks"));
    assert!(first.len() < whole.len());
    assert_eq!(grown(&plan(2), &empty, &journal("breaks")), whole);

    let mut parts = first.clone();
    for (name, shard) in [("0", "0/2"), ("1", "1/2")] {
        let shard = shard.parse().unwrap();
        let part = GrowPlan { shard, ..plan(2) };
        let part = grown(&part, &first, &journal(name));
        assert!(part.len() + first.len() <= whole.len());
        let text = written(&part);
        let mut entries = Entries::new(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
        while let Some(entry) = entries.next_entry().unwrap() {
            parts.add(entry);
        }
    }
    assert_eq!(written(&parts), written(&whole));
}

#[test]
fn a_journal_of_other_searches_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    grown(&plan(0), &Draft::default(), &journal);
    let other = GrowPlan {
        nodes: 300,
        ..plan(0)
    };
    let error = other
        .run(&Draft::default(), &journal, &mut io::sink())
        .unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains("another run") && message.contains("nodes"),
        "{message}"
    );
}
