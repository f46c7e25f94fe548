//! Frozen searches in small.

use super::*;
use crate::results::Mean;
use crate::searches::Searcher;
use engine::shogi::Move;
use engine::shogi::game::Game;
use matches::standard_conduct;
use tempfile::tempdir;

fn frozen(folder: &Path, threads: usize) -> Frozen {
    let searcher = |text| Searcher::new(text, 1, standard_conduct()).unwrap();
    let game = |text| Game::parse(text).unwrap().0;
    Frozen {
        folder: folder.to_owned(),
        games: ["startpos", "startpos moves 7g7f 3c3d"].map(game).into(),
        players: ["search=interest", "search=alphabeta"].map(searcher).into(),
        moments: 12,
        nodes: 2000,
        reference: searcher("").of_any_build().unwrap(),
        reference_nodes: 300,
        seed: 1,
        workers: Workers::new(threads),
    }
}

#[test]
fn the_line_at_a_node_can_be_played() {
    let folder = tempdir().unwrap();
    let frozen = frozen(folder.path(), 1);
    let moments: Vec<_> = (0..frozen.moments)
        .map(|it| Moment::draw(&frozen, it))
        .collect();
    for player in &frozen.players {
        let lines = freeze(&moments, player, &Workers::new(1)).unwrap();
        for line in &lines {
            let mut game = Game::parse(&line.start).unwrap().0;
            line.moves
                .iter()
                .for_each(|&mv: &Move| game.play(mv).unwrap());
        }
        let deepest = lines.iter().map(|line| line.moves.len()).max().unwrap();
        assert!(deepest >= 2, "{lines:?}");
        assert_eq!(lines, freeze(&moments, player, &Workers::new(3)).unwrap());
    }
}

#[test]
fn qualities_are_shown_and_the_reference_is_not_asked_again() {
    let folder = tempdir().unwrap();
    let mut progress = Vec::new();
    let quality = run(&frozen(folder.path(), 2), &mut progress).unwrap();
    let [interest, alphabeta] = &quality.players[..] else {
        panic!("two players");
    };
    assert!(interest.lines > 8 && alphabeta.lines > 8);
    assert!(interest.length.unwrap().value > 1.0);
    assert_eq!(alphabeta.passes.map(|it: Mean| it.value), Some(0.0));
    let table = quality.to_string();
    assert!(table.contains("% with search=alphabeta"), "{table}");

    let mut progress = Vec::new();
    let again = run(&frozen(folder.path(), 1), &mut progress).unwrap();
    assert_eq!(again.to_string(), table);
    assert!(!String::from_utf8(progress).unwrap().contains("searches"));
    write(folder.path(), &quality).unwrap();
    assert!(folder.path().join("lines.svg").exists());
}

#[test]
fn a_player_in_another_process_cannot_be_frozen() {
    let folder = tempdir().unwrap();
    let mut frozen = frozen(folder.path(), 1);
    frozen.players = vec![Searcher::new("usi:/bin/false", 1, standard_conduct()).unwrap()];
    let problem = run(&frozen, &mut Vec::new()).unwrap_err().to_string();
    assert!(
        problem.contains("`usi:/bin/false`; expected settings"),
        "{problem}"
    );
}
