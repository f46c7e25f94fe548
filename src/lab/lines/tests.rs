//! Frozen searches in small.

use super::*;
use crate::mean::Mean;
use crate::searches::Searcher;
use engine::shogi::Move;
use engine::shogi::game::Game;
use matches::standard_conduct;
use tempfile::tempdir;

fn plan(folder: &Path, threads: usize) -> Plan {
    let searcher = |text| Searcher::new(text, 1, standard_conduct()).unwrap();
    let game = |text| Game::parse(text).unwrap().0;
    Plan {
        folder: folder.to_owned(),
        games: ["startpos", "startpos moves 7g7f 3c3d"].map(game).into(),
        players: ["search=interest", "search=alphabeta"].map(searcher).into(),
        moments: 12,
        nodes: 2000,
        reference: searcher("").of_any_build().unwrap(),
        reference_nodes: 300,
        seed: 1,
        threads,
    }
}

#[test]
fn the_line_at_a_node_can_be_played() {
    let folder = tempdir().unwrap();
    let plan = plan(folder.path(), 1);
    let moments: Vec<_> = (0..plan.moments)
        .map(|it| Moment::draw(&plan, it))
        .collect();
    for player in &plan.players {
        let lines = moment::freeze(&moments, player, 1).unwrap();
        for line in &lines {
            let mut game = Game::parse(&line.start).unwrap().0;
            line.moves
                .iter()
                .for_each(|&mv: &Move| game.play(mv).unwrap());
        }
        let deepest = lines.iter().map(|line| line.moves.len()).max().unwrap();
        assert!(deepest >= 2, "{lines:?}");
        assert_eq!(lines, moment::freeze(&moments, player, 3).unwrap());
    }
}

#[test]
fn qualities_are_told_and_the_reference_is_not_asked_again() {
    let folder = tempdir().unwrap();
    let mut told = Vec::new();
    let finding = run(&plan(folder.path(), 2), &mut told).unwrap();
    let [interest, alphabeta] = &finding.players[..] else {
        panic!("two players");
    };
    assert!(interest.lines > 8 && alphabeta.lines > 8);
    assert!(interest.length.unwrap().value > 1.0);
    assert_eq!(alphabeta.passes.map(|it: Mean| it.value), Some(0.0));
    let table = Table(&finding).to_string();
    assert!(table.contains("% with search=alphabeta"), "{table}");

    let mut told = Vec::new();
    let again = run(&plan(folder.path(), 1), &mut told).unwrap();
    assert_eq!(Table(&again).to_string(), table);
    assert!(!String::from_utf8(told).unwrap().contains("searches"));
    write(folder.path(), &finding).unwrap();
    assert!(folder.path().join("lines.svg").exists());
}

#[test]
fn a_player_in_another_process_cannot_be_frozen() {
    let folder = tempdir().unwrap();
    let mut plan = plan(folder.path(), 1);
    plan.players = vec![Searcher::new("usi:/bin/false", 1, standard_conduct()).unwrap()];
    let problem = run(&plan, &mut Vec::new()).unwrap_err().to_string();
    assert!(
        problem.contains("`usi:/bin/false`; expected settings"),
        "{problem}"
    );
}
