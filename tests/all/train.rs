//! Training by the real program: a net from games on the disk, the same after a break, and
//! refusals in one line.

use crate::common::program::{engine_in, refusal, run};
use engine::eval::nnue::Network;
use engine::search::Score;
use engine::shogi::{Color, MoveList, Position, movegen};
use learn::dataset::{GameRecord, Ply, Source, Writer};
use matches::referee::finished::Reason;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes random games with random scores, won by the side that the scores favour.
fn write_games(path: &Path, count: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut writer = Writer::open(path, &Source::new()).unwrap();
    for id in 0..count {
        let (mut pos, mut list, mut plies) = (Position::default(), MoveList::new(), Vec::new());
        let ahead: i32 = rng.random_range(-900..900);
        for _ in 0..30 {
            list.clear();
            movegen::legal(&pos, &mut list);
            let mv = list[rng.random_range(0..list.len())];
            let sign = if pos.side() == Color::Black { 1 } else { -1 };
            let score = Score::Cp(sign * ahead);
            plies.push(Ply { mv, score });
            let _ = pos.do_move(mv);
        }
        let winner = if ahead > 0 {
            Color::Black
        } else {
            Color::White
        };
        writer
            .append(&GameRecord {
                id,
                start: Position::default(),
                opening: Vec::new(),
                plies,
                winner: Some(winner),
                reason: Reason::Resignation,
                asides: Vec::new(),
            })
            .unwrap();
    }
}

/// The program with `arguments`, which are those of `train`, in `folder`.
fn train(folder: &Path, arguments: &[&str]) -> Command {
    engine_in(folder, &[&["train"], arguments].concat())
}

const SMALL: [&str; 8] = [
    "--data", "g.games", "--hidden", "32", "--batch", "256", "--epochs", "2",
];

#[test]
fn a_net_comes_out_the_same_for_any_threads_and_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("g.games"), 60);
    let arguments = |more: &[&'static str]| [&SMALL[..], more].concat();
    let one = ["--out", "a.bin", "--threads", "1", "--curve", "a.svg"];
    let [text, _] = run(&mut train(folder, &arguments(&one)));
    assert!(text.starts_with("60 games, 1800 positions"), "{text}");
    assert!(text.contains("in whole numbers"), "{text}");
    assert!(
        fs::read_to_string(folder.join("a.svg"))
            .unwrap()
            .contains("<polyline")
    );
    let kept = [
        "--out",
        "b.bin",
        "--threads",
        "3",
        "--checkpoint",
        "run.state",
    ];
    run(&mut train(folder, &arguments(&kept)));
    let network = |name: &str| {
        let network = Network::load(&folder.join(name)).unwrap();
        network.parameters().unwrap()
    };
    let (a, mut b) = (network("a.bin"), network("b.bin"));
    assert!(
        a.origin.starts_with("usi-engine train --data g.games"),
        "{}",
        a.origin
    );
    assert!(a.origin.contains("epoch 2: training"), "{}", a.origin);
    b.origin.clone_from(&a.origin);
    assert!(a == b);
    let resumed = ["--out", "c.bin", "--checkpoint", "run.state", "--resume"];
    run(&mut train(folder, &arguments(&resumed)));
    let mut c = network("c.bin");
    c.origin.clone_from(&a.origin);
    assert!(a == c);
    fs::remove_file(folder.join("c.bin")).unwrap();
    let other = [&resumed[..], &["--seed", "2"]].concat();
    let error = refusal(&mut train(folder, &arguments(&other)));
    assert!(error.contains("seed is 1 there, expected 2"), "{error}");
    assert!(!folder.join("c.bin").exists());
}

#[test]
fn training_begins_with_the_network_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("g.games"), 60);
    run(&mut train(
        folder,
        &[&SMALL[..], &["--out", "a.bin"]].concat(),
    ));
    let mut again = [
        "--data", "g.games", "--out", "b.bin", "--start", "a.bin", "--epochs", "0",
    ];
    let network = |name: &str| Network::load(&folder.join(name)).unwrap();
    run(&mut train(folder, &again));
    let [mut a, b] = ["a.bin", "b.bin"].map(|name| network(name).parameters().unwrap());
    a.origin.clone_from(&b.origin);
    assert!(a == b);
    again[7] = "1";
    run(&mut train(folder, &again));
    let mut learned = network("b.bin").parameters().unwrap();
    learned.origin.clone_from(&a.origin);
    assert!(a != learned);
    let shape = [
        "--data",
        "g.games",
        "--out",
        "k.bin",
        "--arch",
        "kp_128x2-8-32",
        "--epochs",
        "0",
    ];
    run(&mut train(folder, &shape));
    again[5] = "k.bin";
    let error = refusal(&mut train(folder, &again));
    assert!(
        error.contains("`k.bin`: kp_128x2-8-32 cannot be begun with"),
        "{error}"
    );
}

#[test]
fn a_kp_network_is_written_as_it_is_read_and_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("g.games"), 60);
    let small = [
        "--data",
        "g.games",
        "--arch",
        "kp-128x2-8-32",
        "--batch",
        "512",
        "--epochs",
        "2",
        "--rate",
        "0.003",
        "--checkpoint",
        "run.state",
    ];
    let arguments = |more: &[&'static str]| [&small[..], more].concat();
    let [text, _] = run(&mut train(folder, &arguments(&["--out", "nn.bin"])));
    assert!(text.contains("kp_128x2-8-32, scale"), "{text}");
    let network = Network::load(&folder.join("nn.bin")).unwrap();
    assert_eq!(network.shape().to_string(), "kp_128x2-8-32");
    assert!(network.remarks().is_empty(), "{:?}", network.remarks());
    let bytes = fs::read(folder.join("nn.bin")).unwrap();
    assert_eq!(network.to_bytes(), bytes);
    // Both the last lines say the loss of the same examples, in training and in whole numbers.
    let losses: Vec<f64> = text
        .lines()
        .filter_map(|line| line.split("score ").nth(1)?.split(' ').next()?.parse().ok())
        .collect();
    let [trained, whole] = losses[..] else {
        panic!("{text}");
    };
    assert!((trained - whole).abs() < 1e-3, "{text}");
    run(&mut train(
        folder,
        &arguments(&["--out", "again.bin", "--resume"]),
    ));
    assert_eq!(fs::read(folder.join("again.bin")).unwrap(), bytes);
    let mut other = arguments(&["--out", "x.bin", "--resume"]);
    other[3] = "flat_256x2";
    let error = refusal(&mut train(folder, &other));
    assert!(
        error.contains("shape is \"kp_128x2-8-32\" there, expected \"flat_256x2\""),
        "{error}"
    );
}

#[test]
fn what_cannot_be_trained_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("g.games"), 1);
    fs::write(folder.join("junk"), "junk").unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    let rows: [(&[&str], &str); 12] = [
        (&["--out", "n.bin"], "--data"),
        (&["--data", "g.games"], "--out"),
        (&["--data", "none", "--out", "n.bin"], "none"),
        (
            &["--data", "empty", "--out", "n.bin"],
            "no games in `empty`",
        ),
        (&["--data", "junk", "--out", "n.bin"], "junk"),
        (&["--data", "g.games", "--out", "n.bin"], "1 games leave"),
        (&["--data", "g.games", "--out", "no/n.bin"], "no/n.bin"),
        (
            &["--data", "g.games", "--out", "n.bin", "--hidden", "100"],
            "'100'",
        ),
        (
            &["--data", "g.games", "--out", "n.bin", "--arch", "kp_256"],
            "such as flat_256x2",
        ),
        (
            &[
                "--data",
                "g.games",
                "--out",
                "n.bin",
                "--arch",
                "flat_32x2",
                "--hidden",
                "32",
            ],
            "--hidden",
        ),
        (
            &["--data", "g.games", "--out", "n.bin", "--blend", "1.5"],
            "from 0 to 1",
        ),
        (
            &["--data", "g.games", "--out", "n.bin", "--resume"],
            "--checkpoint",
        ),
    ];
    for (arguments, expected) in rows {
        let error = refusal(&mut train(folder, arguments));
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert!(!folder.join("n.bin").exists());
    }
    let missing = [
        &SMALL[..],
        &["--out", "n.bin", "--checkpoint", "none", "--resume"],
    ]
    .concat();
    write_games(&folder.join("g.games"), 60);
    let error = refusal(&mut train(folder, &missing));
    assert!(error.contains("`none`"), "{error}");
    let halfkp = [
        "--data",
        "g.games",
        "--out",
        "n.bin",
        "--arch",
        "halfkp_256x2-32-32",
    ];
    let error = refusal(&mut train(folder, &halfkp));
    assert!(
        error.contains("halfkp_256x2-32-32 cannot be trained"),
        "{error}"
    );
}
