//! Training by the real program: a net from games on the disk, the same after a break; refusals in one
//! line; and the whole path to a network at toy size: games, training, a match.

use crate::common::program::{assert_all_refused, assert_has, assert_refused, engine_in, run};
use crate::common::rng;
use engine::eval::nnue::Network;
use engine::search::Score;
use engine::shogi::{Color, MoveList, Position, movegen};
use learn::dataset::{GameRecord, Ply, Source, Writer};
use matches::referee::finished::Reason;
use rand::RngExt;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Writes random games with random scores, won by the side that the scores favour.
fn write_games(path: &Path, count: u64) {
    let mut rng = rng(1);
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
                side_lines: Vec::new(),
            })
            .unwrap();
    }
}

/// The program with `arguments`, which are those of `train`, in `folder`.
fn train(folder: &Path, arguments: &str) -> Command {
    engine_in(folder, &format!("train {arguments}"))
}

const SMALL: &str = "--data g.games --hidden 32 --batch 256 --epochs 2";

#[test]
fn a_net_comes_out_the_same_for_any_threads_and_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("g.games"), 60);
    let small = |more: &str| train(folder, &format!("{SMALL} {more}"));
    let [text, _] = run(&mut small("--out a.bin --threads 1 --curve a.svg"));
    assert!(text.starts_with("60 games, 1800 positions"), "{text}");
    assert_has(&text, "in whole numbers");
    let curve = fs::read_to_string(folder.join("a.svg")).unwrap();
    assert!(curve.contains("<polyline"));
    run(&mut small("--out b.bin --threads 3 --checkpoint run.state"));
    let network = |name: &str| {
        let network = Network::load(&folder.join(name), None).unwrap();
        network.parameters().unwrap()
    };
    let (a, mut b) = (network("a.bin"), network("b.bin"));
    let origin = &a.origin;
    let command = "usi-engine train --data g.games";
    assert!(origin.starts_with(command), "{origin}");
    assert_has(origin, "epoch 2: training");
    b.origin.clone_from(&a.origin);
    assert!(a == b);

    // Positions of another trainer are learned from as games are.
    let export = "datagen export --format psv --out g.psv g.games";
    run(&mut engine_in(folder, export));
    run(&mut train(
        folder,
        &format!("{} --out d.bin", SMALL.replace("g.games", "g.psv")),
    ));
    let mut d = network("d.bin");
    d.origin.clone_from(&a.origin);
    assert!(a == d);

    let resumed = "--out c.bin --checkpoint run.state --resume";
    run(&mut small(resumed));
    let mut c = network("c.bin");
    c.origin.clone_from(&a.origin);
    assert!(a == c);
    fs::remove_file(folder.join("c.bin")).unwrap();
    let mut other = small(&format!("{resumed} --seed 2"));
    assert_refused(&mut other, "seed is 1 there, expected 2");
    assert!(!folder.join("c.bin").exists());
}

#[test]
fn training_begins_with_the_network_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("g.games"), 60);
    run(&mut train(folder, &format!("{SMALL} --out a.bin")));
    let network = |name: &str| Network::load(&folder.join(name), None).unwrap();
    let again = "--data g.games --out b.bin --start a.bin --epochs";
    run(&mut train(folder, &format!("{again} 0")));
    let [mut a, b] = ["a.bin", "b.bin"].map(|name| network(name).parameters().unwrap());
    a.origin.clone_from(&b.origin);
    assert!(a == b);
    run(&mut train(folder, &format!("{again} 1")));
    let mut learned = network("b.bin").parameters().unwrap();
    learned.origin.clone_from(&a.origin);
    assert!(a != learned);
    let kp = "--data g.games --out k.bin --arch kp_128x2-8-32 --epochs 0";
    run(&mut train(folder, kp));
    let mut begun = train(folder, "--data g.games --out b.bin --start k.bin");
    assert_refused(&mut begun, "`k.bin`: kp_128x2-8-32 cannot be begun with");
}

#[test]
fn training_goes_on_from_its_checkpoint_and_keeps_it_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("g.games"), 60);
    let line = |out: &str| format!("{SMALL} --checkpoint run.state --out {out}");
    run(&mut train(folder, &line("a.bin")));
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    let state = bytes("run.state");
    // The same command again has nothing left to do; another is refused and leaves the state as it is.
    let [again, _] = run(&mut train(folder, &line("b.bin")));
    assert_has(&again, "learned from 0 positions");
    let other = line("c.bin --seed 2");
    assert_refused(&mut train(folder, &other), "run.state … seed");
    assert_eq!(bytes("run.state"), state);
    // While one run goes on no other has its checkpoint; when it is killed the next has.
    fs::remove_file(folder.join("run.state")).unwrap();
    let has_begun = || folder.join("run.state").is_file();
    let mut long = train(
        folder,
        &line("d.bin --epochs 1000").replace("--epochs 2 ", ""),
    );
    let mut running = long
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !has_begun() && running.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    assert_refused(&mut train(folder, &line("e.bin")), "run.state`: in use");
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(has_begun());
    fs::remove_file(folder.join("run.state")).unwrap();
    run(&mut train(folder, &line("f.bin")));
    assert!(!folder.join("run.state.lock").exists());
}

/// Trains a network that others read, from the beginning and from its end.
fn train_for_others(folder: &Path, shape: &str) {
    let of_shape = |shape: &str, more: &str| {
        let rest = "--batch 512 --epochs 2 --rate 0.003 --scale 600 --checkpoint run.state";
        train(
            folder,
            &format!("--data g.games --arch {shape} {rest} {more}"),
        )
    };
    let [text, _] = run(&mut of_shape(shape, "--out nn.bin"));
    let network = Network::load(&folder.join("nn.bin"), None).unwrap();
    assert_eq!(network.shape(), shape.parse().unwrap());
    assert_has(&text, &format!("{}, scale", network.shape()));
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
    run(&mut of_shape(shape, "--out again.bin --resume"));
    assert_eq!(fs::read(folder.join("again.bin")).unwrap(), bytes);
    let mut other = of_shape("flat_256x2", "--out x.bin --resume");
    let wanted = format!(
        "shape is \"{}\" there, expected \"flat_256x2\"",
        network.shape()
    );
    assert_refused(&mut other, &wanted);
}

#[test]
fn networks_for_others_are_written_as_they_are_read_and_are_resumed() {
    for shape in ["kp-128x2-8-32", "SFNN_halfkahm2_64_7_32_k3k3"] {
        let folder = tempfile::tempdir().unwrap();
        write_games(&folder.path().join("g.games"), 60);
        train_for_others(folder.path(), shape);
    }
}

#[test]
fn what_cannot_be_trained_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("g.games"), 1);
    fs::write(folder.join("junk"), "junk").unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    assert_all_refused(
        folder,
        "train",
        &[
            ("--out n.bin", "--data"),
            ("--data g.games", "--out"),
            ("--data none --out n.bin", "none"),
            ("--data empty --out n.bin", "no games in `empty`"),
            ("--data junk --out n.bin", "junk"),
            ("--data g.games --out no/n.bin", "no/n.bin"),
        ],
    );
    let all = "train --data g.games --out n.bin";
    assert_all_refused(
        folder,
        all,
        &[
            ("", "1 games leave"),
            ("--hidden 100", "'100'"),
            ("--arch kp_256", "such as flat_256x2"),
            ("--arch SFNN_halfka2_256_9_64", "SFNN_halfka2_256_9_64"),
            // Before the data is found to be too little.
            (
                "--arch halfkp_256x2-64-32",
                "halfkp_256x2-64-32 cannot be trained; expected flat_Hx2",
            ),
            (
                "--arch SFNN_halfka2_256_7_64_progress8",
                "SFNN_halfka2_256_7_64_progress8 cannot be trained",
            ),
            ("--arch flat_32x2 --hidden 32", "--hidden"),
            ("--blend 1.5", "from 0 to 1"),
            ("--resume", "--checkpoint"),
        ],
    );
    write_games(&folder.join("g.games"), 60);
    assert_all_refused(folder, all, &[("--checkpoint none --resume", "`none`")]);
    assert!(!folder.join("n.bin").exists());
}

/// The number after `word` in `line`.
fn number_after(line: &str, word: &str) -> f64 {
    let rest = line.split(word).nth(1).unwrap_or_default().trim_start();
    let number = rest.split([' ', ',', '%']).next().unwrap_or_default();
    number
        .parse()
        .unwrap_or_else(|_| panic!("no number after `{word}` in `{line}`"))
}

#[test]
fn a_toy_network_learns_and_beats_the_untrained_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| {
        let [results, progress] = run(&mut engine_in(folder.path(), line));
        progress + &results
    };
    run("datagen --out games --games 100 --nodes 60 --threads 2 --config eval=handmade");
    let train = "train --data games --hidden 32 --batch 256 --blend 1 --seed 7";
    let lines = run(&format!(
        "{train} --epochs 4 --out trained.bin --curve curve.svg"
    ));
    let losses: Vec<_> = lines
        .lines()
        .filter(|line| line.starts_with("epoch "))
        .map(|line| number_after(line, "score"))
        .collect();
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last < 0.9 * first, "validation loss: {losses:?}");
    let curve = std::fs::read_to_string(folder.path().join("curve.svg")).expect("a picture");
    assert!(curve.starts_with("<svg") && !curve.contains("NaN"));

    run(&format!("{train} --epochs 0 --out untrained.bin"));
    let report = run(
        "selfplay eval=nnue,evalfile=trained.bin eval=nnue,evalfile=untrained.bin \
         --games 10 --nodes 150 --hash 1 --concurrency 2",
    );
    let verdict = report.lines().last().expect("a verdict");
    assert!(number_after(verdict, "scores") >= 80.0, "{verdict}");
}
