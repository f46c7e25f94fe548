//! Lessons come in order, their slopes are those of their loss, and journals have them.

use super::*;
use engine::eval::nnue::{Network, NetworkFile};
use engine::shogi::{Position, sfen};
use matches::crew::Observer;
use matches::journal::head::Head;
use matches::journal::{Journal, Order as Sequence};
use matches::progress::Screen;
use matches::referee::finished::{FinishedGame, Ply, Reason};
use tempfile::tempdir;

fn example(text: &str, score: i16) -> Example {
    Example::new(&sfen::parse(text).unwrap(), score, None)
}

fn leaf(is_choosers: bool) -> Leaf {
    Leaf {
        is_choosers,
        example: Example::new(&Position::default(), 0, None),
    }
}

fn choices() -> Choices {
    let mut choices = Choices::default();
    for is_held_back in [false, true] {
        let part = choices.part(is_held_back);
        part.push([leaf(false), leaf(true), leaf(false)]);
        part.push([leaf(true), leaf(true)]);
        part.kept.push(example("4k4/9/9/9/9/9/9/9/4K4 b G 1", 300));
    }
    choices.finish().unwrap()
}

#[test]
fn slopes_are_those_of_the_loss() {
    let choices = choices();
    let weights = Weights {
        lessons: String::new(),
        choices: 0.5,
        kept: 2.0,
    };
    let chosen = Chosen {
        choices: vec![(1, false), (0, true)],
        kept: vec![(0, false)],
    };
    let outputs = [0.1, -0.3, 0.4, 0.2, -0.1, 0.6];
    assert_eq!(choices.items(&chosen).len(), outputs.len());
    // Both parts have the same lessons.
    let loss = |outputs: &[f32]| {
        let [second, first, kept] = [&outputs[..2], &outputs[2..5], &outputs[5..]];
        let all: Vec<_> = [first, second, kept].concat();
        let mut rest = &all[..];
        let marks = choices.marks(600.0, |items| {
            let (own, others) = rest.split_at(items.len());
            rest = others;
            own.to_vec()
        });
        0.5 * marks.cross_entropy + 2.0 * marks.kept
    };
    let slopes = choices.slopes(&chosen, &outputs, 600.0, &weights);
    for place in 0..outputs.len() {
        let moved = |by: f32| {
            let mut outputs = outputs;
            outputs[place] += by;
            loss(&outputs)
        };
        let slope = (moved(0.01) - moved(-0.01)) / 0.02;
        let found = f64::from(slopes[place]);
        assert!((found - slope).abs() < 1e-3, "{place}: {found} {slope}");
    }
}

#[test]
fn all_come_once_in_a_turn_and_as_mirror_images_in_the_next() {
    let mut order = Order::default();
    let mut turn = |turn: u64| {
        let mut all: Vec<_> = (0..10).map(|it| order.at(7, 10 * turn + it, 10)).collect();
        all.sort_unstable();
        all
    };
    let [first, second] = [turn(0), turn(1)];
    let numbers = |all: &[(usize, bool)]| all.iter().map(|it| it.0).collect::<Vec<_>>();
    assert_eq!(numbers(&first), (0..10).collect::<Vec<_>>());
    assert_eq!(numbers(&second), (0..10).collect::<Vec<_>>());
    let mut both = first.iter().zip(&second);
    assert!(both.all(|(first, second)| first.1 != second.1));
    assert_eq!(first, turn(0));
}

/// Game `id`, in which the first player, Black, and the second one make so many moves.
fn game(id: u64) -> FinishedGame {
    let moves = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f".split(' ');
    let ply = |text| Ply::new(sfen::parse_move(text).unwrap(), None, None);
    FinishedGame {
        id,
        start: "startpos".to_owned(),
        plies: moves.map(ply).collect(),
        reason: Reason::ResignAdjudication,
        ..FinishedGame::without_moves(0, 1, Some(1))
    }
}

fn gather(games: u64, others: usize, threads: usize) -> Result<Choices, TrainError> {
    let folder = tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let mut head = Head::of_test(1);
    for player in 0..2 {
        head.players[player] = head.players[1].clone();
    }
    for player in &mut head.players[..others] {
        player.search = None;
    }
    let (mut journal, _) = Journal::open(&path, &head, Sequence::Schedule).unwrap();
    for id in 0..games {
        journal.game(&game(id)).unwrap();
    }
    drop(journal);
    let network = NetworkFile {
        path: "built in".into(),
        network: Network::builtin(),
    };
    let mut lines = std::io::stderr();
    Choices::gather(&[path], &network, threads, Screen::of(&mut lines))
}

#[test]
fn what_other_engines_chose_is_gathered() {
    let one = gather(2, 1, 1).unwrap();
    assert_eq!(
        one.training.ends.len(),
        7,
        "Black's moves of the second game"
    );
    assert_eq!(one.held_back.ends.len(), 7);
    let choice = one.training.choice(0);
    assert_eq!(choice.len(), 1 + 11 + 4);
    assert!(!choice[0].is_choosers, "the other side is to move");
    assert!(one.kept() > 30, "{}", one.kept());
    assert_eq!(
        one.fingerprint(),
        gather(2, 1, 2).unwrap().fingerprint(),
        "threads do not show"
    );
    let both = gather(2, 2, 2).unwrap();
    assert_eq!(both.training.ends.len(), 14);
    assert_ne!(one.fingerprint(), both.fingerprint());
}

#[test]
fn without_choices_there_is_nothing_to_learn() {
    let error = gather(2, 0, 1).unwrap_err().to_string();
    assert!(error.starts_with("0 choices of other engines"), "{error}");
}
